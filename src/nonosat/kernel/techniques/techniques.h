/* Human solving techniques for one line, and the fixpoint of a grid under them. */

#ifndef NONOSAT_TECHNIQUES_H
#define NONOSAT_TECHNIQUES_H

#include "../core/kernel.h"

/* Words of scratch memory that `line_reasoned` needs for a line. */
Py_ssize_t reasoning_scratch(const Line *line, int colours);

/* Techniques in the order in which they are tried, as indices of the kernel's table. */
typedef struct {
    const unsigned char *number;
    int count;
} Techniques;

enum {
    UNKNOWN_TECHNIQUE = 255, /* instead of an index: not in the kernel */
    NO_TECHNIQUE = -1,       /* instead of a place: no technique applies */
    NO_FILLING = -2,         /* likewise: the line has no filling */
};

/* Names of the kernel's techniques by index: a new reference. */
PyObject *technique_names(void);

/* Reads techniques from bytes, which are borrowed. Returns 0, or -1 with an exception set. */
int techniques_from(PyObject *numbers, Techniques *found);
int all_known(const Techniques *techniques);

/* Applies the first technique that removes a candidate. Returns the masks after it, in scratch memory, and its place among
   `techniques` in `*place`. Returns NULL if none does, with NO_TECHNIQUE or, if an unknown technique comes first, its place.
   Of the techniques only "agree" applies to blotted lines. Requires what `line_settle` does, and a line of one word that has a
   filling. Never raises. */
word *line_reasoned(const Lines *lines, const Line *line, const word *masks, word *scratch,
                    const Techniques *techniques, int *place);

#endif
