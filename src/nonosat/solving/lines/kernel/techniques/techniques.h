/* Techniques of people: what a person says of one line, and how far that leads on a grid. */

#ifndef NONOSAT_TECHNIQUES_H
#define NONOSAT_TECHNIQUES_H

#include "../core/kernel.h"

/* The words of memory that the function below needs for a line. */
Py_ssize_t reasoning_scratch(const Line *line, int colours);

/* Techniques of people in the order in which they are tried, as numbers of the kernel's own table. */
typedef struct {
    const unsigned char *number;
    int count;
} Techniques;

enum {
    UNKNOWN_TECHNIQUE = 255, /* instead of a number: the kernel does not have it */
    NO_TECHNIQUE = -1,       /* instead of a place: nothing new can be said */
    NO_FILLING = -2,         /* likewise: the line has no filling */
};

/* The names of the techniques that the kernel has, in the order of their numbers: a new reference. */
PyObject *technique_names(void);

/* Techniques from bytes, which are borrowed; -1 with an exception set. */
int techniques_from(PyObject *numbers, Techniques *found);
int all_known(const Techniques *techniques);

/* The masks of a line after the first technique that says anything new, in scratch memory; its index goes to `*place`. NULL
   if none says anything, with NO_TECHNIQUE, or none before an unknown one, with the index of that. A blotted line is settled, if that is among them, and others are skipped.
   Requires what `line_settle` does, a line of one word and with a filling. Never raises. */
word *line_reasoned(const Lines *lines, const Line *line, const word *masks, word *scratch,
                    const Techniques *techniques, int *place);

#endif
