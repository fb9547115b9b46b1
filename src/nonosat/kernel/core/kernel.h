/* Shared by all parts of the kernel: the lines of a puzzle, prepared, and masks of any length in words.

   Arguments from Python are read once, checked, and copied, or held by the kernel's own reference. After that no Python code
   (an observer, a tick, a finaliser run by the garbage collector) can change the data in use. `MOST` limits the size of a
   puzzle so that products of its sizes do not overflow.

   A function that raises sets an exception and returns -1 or NULL. */

#ifndef NONOSAT_KERNEL_H
#define NONOSAT_KERNEL_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>
#include <stdint.h>

typedef uint64_t word;

enum { WORD = 64 };

/* Greatest number of lines, cells on all lines, blocks of all clues, words of a line's masks, links of a chain, or starts of a
   learner: 67 million, so that an int holds their products with small numbers. */
enum { MOST = 1 << 26 };

/* INLINED marks functions that are compiled once for each constant argument they are called with. `lowest_bit` and
   `highest_bit` require a word that is not 0. */
#ifdef _MSC_VER
#include <intrin.h>
#include <stdlib.h>
#define INLINED static __forceinline
INLINED int lowest_bit(word x)
{
    unsigned long at;
    _BitScanForward64(&at, x);
    return (int)at;
}
INLINED int highest_bit(word x)
{
    unsigned long at;
    _BitScanReverse64(&at, x);
    return (int)at;
}
INLINED word bytes_reversed(word x) { return _byteswap_uint64(x); }
#else
#define INLINED static inline __attribute__((always_inline))
INLINED int lowest_bit(word x) { return __builtin_ctzll(x); }
INLINED int highest_bit(word x) { return WORD - 1 - __builtin_clzll(x); }
INLINED word bytes_reversed(word x) { return __builtin_bswap64(x); }
#endif

/* A block of a clue. */
typedef struct {
    int length;   /* cells; 0 if it is blotted; one more than the line's if it is longer than the line */
    int colour;   /* its ink */
    int kind;     /* index of its (ink, length) in `Line.kind`; a blotted block counts as length 1 */
    int gap;      /* background cells required between it and the block before it: 0 or 1 */
    int earliest; /* the least start that the clue alone allows */
    int latest;   /* the greatest; less than `earliest` if the clue does not fit */
} Block;

typedef struct {
    int length; /* of its blocks; 1 for blotted ones */
    int colour;
} Kind;

/* Cells in order, and a clue. */
typedef struct {
    int length; /* cells, 0 or more */
    int words;  /* of a mask of length + 1 positions; a mask of cells has no bit at `length` or beyond */
    int family; /* the family it belongs to; undefined for a line without cells */
    int blocks; /* -1 for a line without a clue */
    int kinds;
    int blotted;      /* number of blotted blocks */
    Block *block;
    Kind *kind;       /* sorted by colour, then by length */
    const int *cells;
    Py_ssize_t masks; /* where its masks, one per colour, begin in an array of the masks of all lines */
} Line;

struct Board;

/* All lines of a puzzle, family by family. Immutable except `working`, and without Python objects. Every cell lies on exactly
   one line of each family. */
typedef struct {
    PyObject_HEAD
    struct Board *working; /* boards in use by calls; accessed only under the interpreter's lock */
    int families;
    int lines;
    int colours;
    int cells;
    Line *line;
    int *line_of;       /* [family][cell] */
    int *position_of;      /* [family][cell] */
    int *storage;       /* of the lines' cells */
    Block *blocks;      /* of the lines' blocks */
    Kind *all_kinds;
    Py_ssize_t words;   /* of the masks of all lines */
    Py_ssize_t scratch; /* words that `line_settle` and `line_spans` need at most */
} Lines;

/* Grows an array to `wanted` items or more: `items` is the address of its pointer, `room` its capacity. Returns 0, or -1 with an
   exception set and the array unchanged. masks.c */
int grown(void *items, size_t size, Py_ssize_t wanted, Py_ssize_t *room);

/* ---- one line: line.c ---- */

/* Completes a line whose number of blocks, and their lengths and colours, are set. Never raises. */
void finish_clue(Line *line);

/* Words of scratch memory that `line_settle` and `line_spans` need for a line. */
Py_ssize_t line_scratch(const Line *line, int colours);

/* The masks of a line, narrowed to the colours that each cell has in some filling.
   Requires a line with a clue; masks [colour][word] without a bit beyond the line; `line_scratch` words of scratch.
   Returns masks in scratch memory, each a subset of the one given, or NULL if there is no filling. Never raises. */
word *line_settle(int colours, const Line *line, const word *masks, word *scratch);

/* Returns 1 if a line has a filling. Requires what `line_settle` does. Never raises. */
int line_fits(const Line *line, const word *masks, word *scratch);

/* Possible starts and ends of a line's blocks: a set of positions each, as `block_spans` of nonosat.lines.line.
   Requires what `line_settle` does, and room for [block][start, end][word] at `spans`.
   Returns 0 if the line has no filling, else 1. After 1 no set is empty, and both the least and the greatest positions
   respect the order of the blocks and their gaps. Never raises. */
int line_spans(const Lines *lines, const Line *line, const word *masks, word *spans, word *scratch);

/* ---- to and from Python: masks.c ---- */

/* The number of a line, from 0 on; -1 with an exception set if there is no such line. */
int line_number_from(const Lines *lines, PyObject *number);

/* The masks of one line from a list of integers, bits beyond the line left out. Runs no code of the caller. */
int masks_from(const Lines *lines, const Line *line, PyObject *integers, word *masks);

/* The masks of all lines from a bytearray, a list or a tuple, bits beyond lines left out: 0, or -1 with an exception set. */
int all_masks_from(const Lines *lines, PyObject *candidates, word *masks);

/* The same in new memory, which the caller frees with PyMem_Free; NULL with an exception set. */
word *all_masks(const Lines *lines, PyObject *candidates);

/* The masks of all lines of which nothing is known. */
void blank_masks(const Lines *lines, word *masks);

/* Returns 1 if a method got as many arguments as it takes; else raises. */
int takes(Py_ssize_t number, Py_ssize_t wanted);

/* The colours of the cells, each the first that it can have, as bytes; how many cells can have several in `*open`. Requires 256
   colours or fewer. */
PyObject *picture_from(const Lines *lines, const word *masks, int *open);

/* A mask of `words` words as an integer: a new reference, or NULL with an exception set. */
PyObject *integer_from(const word *mask, int words);

/* Copies a sequence into a new tuple. Runs code of the caller. Unlike PySequence_Tuple, it is safe if the garbage collector
   empties a list while the tuple is allocated, as can happen before Python 3.12. */
PyObject *tuple_from(PyObject *sequence);

/* Spans of a line with these masks (integers); the caller frees them with PyMem_Free. Requires a line with a clue.
   Returns NULL with an exception set, or NULL without one if the line has no filling. */
word *spans_from(const Lines *lines, const Line *line, PyObject *integers);

/* ---- methods of Lines, each in the folder of its subject; _compiled.pyi says what they take ---- */

PyObject *lines_new(PyTypeObject *type, PyObject *arguments, PyObject *named);
void lines_dealloc(Lines *self);
PyObject *lines_spans(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_blank(Lines *self, PyObject *givens);
PyObject *lines_unpacked(Lines *self, PyObject *packed);
PyObject *lines_known(Lines *self, PyObject *candidates);
PyObject *lines_propagate(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_probe(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_chains(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_shortened(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_derived(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_nested(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_learner(Lines *self, PyObject *arguments);
PyObject *lines_argument(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_stalled(Lines *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_beliefs(Lines *self, PyObject *arguments);

/* Readies the type of `lines_learner`'s result. Returns 0, or -1 with an exception set. learn/methods.c */
int ready_learner(void);

/* ---- masks ---- */

/* Returns 1 if a position is in a mask, which must be long enough to hold it. */
static inline int bit(const word *mask, int position)
{
    return (int)(mask[position / WORD] >> (position % WORD) & 1);
}

/* The least and the greatest position of a mask, which must not be empty. */
static inline int lowest(const word *mask)
{
    int at = 0;
    while (!mask[at])
        at++;
    return WORD * at + lowest_bit(mask[at]);
}

static inline int highest(const word *mask, int words)
{
    int at = words - 1;
    while (!mask[at])
        at--;
    return WORD * at + highest_bit(mask[at]);
}

#endif
