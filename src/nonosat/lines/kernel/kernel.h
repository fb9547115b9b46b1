/* What the parts of the kernel share: the lines of a puzzle, prepared, and masks of any length in words. */

#ifndef NONOSAT_KERNEL_H
#define NONOSAT_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

typedef uint64_t word;

enum { WORD = 64 };

/* For what is compiled once for each value of an argument that is known there. */
#define INLINED static inline __attribute__((always_inline))

/* A block of a clue. */
typedef struct {
    int length;   /* cells; 0 if it is blotted */
    int colour;   /* its ink */
    int kind;     /* number of its ink and length among those of the clue; a blotted one is of length 1 */
    int gap;      /* background cells that must lie between it and what is before it: 0 or 1 */
    int earliest; /* the least start that the clue alone allows */
    int latest;   /* the greatest */
} Block;

typedef struct {
    int length; /* of its blocks, 1 for blotted ones */
    int colour;
} Kind;

/* Cells in order, and a clue. */
typedef struct {
    int length; /* cells */
    int words;  /* of a mask of length + 1 positions */
    int blocks; /* -1 for a line without a clue */
    int kinds;
    int blotted;      /* how many of the blocks are */
    Block *block;     /* from the first to the last, and so from the last to the first: `mirrored` */
    Block *mirrored;
    Kind *kind;       /* by colours, and by growing lengths */
    const int *cells;
    Py_ssize_t masks; /* where its masks, one for each colour, begin in an array of those of all lines */
} Line;

/* All lines of a puzzle, family by family. Nothing in it changes once it is made. */
typedef struct {
    PyObject_HEAD
    int families;
    int lines;
    int colours;
    int cells;
    Line *line;
    int *line_of;       /* [family][cell] */
    int *place_of;      /* [family][cell] */
    int *storage;       /* of the lines' cells */
    Block *blocks;      /* of the lines' blocks */
    Kind *all_kinds;
    Py_ssize_t words;   /* of the masks of all lines */
    Py_ssize_t scratch; /* words that `settle` needs at most */
} Lines;

/* The words of memory that the two functions on one line need. */
Py_ssize_t line_scratch(const Line *line, int colours);

/* The masks of a line narrowed to what some filling of it has, in scratch memory; NULL if there is no filling. */
word *line_settle(int colours, const Line *line, const word *masks, word *scratch);

/* Possible starts and ends of a line's blocks: a set of positions each, as `block_spans` of nonosat.lines.line.
   `masks` has `words` words for each colour. Returns 0 if the line has no filling, else 1. Spans are
   [block][start, end][word]; `scratch` has room for `scratch` words of the Lines. */
int line_spans(const Lines *lines, const Line *line, const word *masks, word *spans, word *scratch);

/* The masks of one line from a list of integers, and back. Return -1 with an exception set, else 0. */
int masks_from(const Lines *lines, const Line *line, PyObject *integers, word *masks);
PyObject *integer_from(const word *mask, int words);

/* The spans of a line, which has a clue, with these integers for masks: to be freed. NULL with an exception set, or
   without one if the line has no filling. */
word *spans_from(const Lines *lines, const Line *line, PyObject *integers);

/* Methods of Lines; _compiled.pyi says what they take. */
PyObject *lines_propagate(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_clauses(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_beliefs(Lines *self, PyObject *const *arguments, Py_ssize_t number);

static inline int bit(const word *mask, int position)
{
    return (int)(mask[position / WORD] >> (position % WORD) & 1);
}

/* The least and the greatest position of a mask that is not empty. */
static inline int lowest(const word *mask)
{
    int at = 0;
    while (!mask[at])
        at++;
    return WORD * at + __builtin_ctzll(mask[at]);
}

static inline int highest(const word *mask, int words)
{
    int at = words - 1;
    while (!mask[at])
        at--;
    return WORD * at + WORD - 1 - __builtin_clzll(mask[at]);
}

#endif
