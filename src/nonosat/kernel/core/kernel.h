/* Shared by all parts of the kernel: the prepared lines of a puzzle, and masks of any length, in words.

   A puzzle is immutable. `MOST` limits its size so that products of its sizes do not overflow. A function that fails notes the
   error in its handle (`error` of a board, `failed` of a learner), and returns -1 or NULL. */

#ifndef NONOSAT_KERNEL_H
#define NONOSAT_KERNEL_H

#include "../nonosat.h"

#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>

typedef uint64_t word;

enum { WORD = 64 };

/* Maximum of each size: lines, cells on all lines, blocks of all clues, words of a line's masks, links of a chain,
   starts of a learner. 67 million, so that an int holds their products with small numbers. */
enum { MOST = 1 << 26 };

/* INLINED marks functions that are compiled once for each constant argument they are called with. `lowest_bit` and
   `highest_bit` require a word that is not 0. */
#ifdef _MSC_VER
#include <intrin.h>
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
    int gap;      /* background cells required before it: 0 or 1; after a star, the cells next to it that lack its ink */
    int star;     /* 1 if a star (any number of blocks, of any inks) is before it */
    uint8_t step[3]; /* doubling steps from a run of 1 cell to the whole block (`step_after`) */
    int earliest; /* the least start that the clue alone allows */
    int latest;   /* the greatest such start; less than `earliest` if the clue does not fit */
} Block;

typedef struct {
    int length; /* cells of its blocks; 1 for blotted ones */
    int colour;
} Kind;

/* Cells in order, and a clue. */
typedef struct {
    int length; /* cells, 0 or more */
    int words;  /* of a mask of length + 1 positions; a mask of cells has no bit at `length` or beyond */
    int blocks; /* -1 for a line without a clue */
    int kinds;
    int blotted;      /* number of blotted blocks */
    int stars;        /* number of stars */
    int star;         /* 1 if one is after the last block */
    int owned;        /* number of its cells that lie on no line of a lower number */
    const word *owns; /* mask of these cells */
    Block *block;
    Kind *kind;       /* sorted by colour, then by length */
    const int *cells;
    ptrdiff_t masks;  /* index of its first mask (one per colour) in an array of the masks of all lines */
} Line;

/* A line that a cell lies on, and its position there. */
typedef struct {
    int line; /* -1: unused entry, since the cell lies on fewer lines than others */
    int position;
} Crossing;

typedef struct nonosat_puzzle Lines;

/* All lines of a puzzle. Immutable. A cell lies on one line or more, at most once on each. */
struct nonosat_puzzle {
    int lines;
    int colours;
    int cells;
    int height, width;   /* of a rectangle; else 0 */
    int most_crossings;  /* maximum number of lines of a cell */
    Line *line;
    Crossing *crossing;  /* [cell][most_crossings], by line */
    Block *blocks;       /* of the lines' blocks */
    Kind *all_kinds;
    int *storage;        /* of the lines' cells */
    word *owned;         /* of the lines' `owns` */
    ptrdiff_t words;     /* of the masks of all lines */
    ptrdiff_t scratch;   /* maximum scratch words of `line_settle` and `line_spans` */
};

/* The lines of a cell: `crossings(lines, cell)` up to `crossings_end`, which ends earlier at a `line` of -1. */
static inline const Crossing *crossings(const Lines *lines, int cell)
{
    return lines->crossing + (ptrdiff_t)cell * lines->most_crossings;
}

#define EACH_CROSSING(lines, cell, at)                                                                                          \
    for (const Crossing *at = crossings(lines, cell), *at##_end = at + (lines)->most_crossings; at < at##_end && at->line >= 0; at++)

/* ---- memory: memory.c. All memory of the kernel comes from these functions and is freed by `free_memory`. ---- */

void free_memory(void *items);

/* Zeroed memory for `number` + 1 items; NULL if memory is short. */
void *alloc(size_t number, size_t size);

/* Memory of this many bytes, not zeroed; NULL if memory is short. */
void *alloc_blank(uint64_t bytes);

/* Grows an array to at least `wanted` items: `items` is the address of its pointer, `capacity` the address of its
   capacity. Returns 0, or -1 with the array unchanged if memory is short. */
int grow_array(void *items, size_t size, ptrdiff_t wanted, ptrdiff_t *capacity);

/* ---- structs that begin with their size: structs.c ---- */

/* Reads a struct of the caller; members beyond its size are 0, and all of them for NULL. Returns NONOSAT_INPUT for an impossible size, or if a
   member unknown to this version is set. */
int read_struct(void *own, size_t own_size, const void *given);

/* Writes as much of a struct as fits into the caller's. Returns NONOSAT_OK, or NONOSAT_INPUT for NULL or an impossible size. */
int write_struct(void *given, const void *own, size_t own_size);

/* In a struct of the caller 0 means the default, and a negative number none. */
static inline void or_default(int64_t *number, int64_t by_default)
{
    *number = !*number ? by_default : *number < 0 ? 0 : *number;
}

/* Notes an error; returns -1. */
static inline int fail(int *error, int code)
{
    *error = code;
    return -1;
}

/* Calls the tick. Returns 0, or -1 with the error noted if it asks to stop. */
static inline int ticked(const nonosat_tick *tick, int *error)
{
    return tick && tick->call && tick->call(tick->context) ? fail(error, NONOSAT_STOPPED) : 0;
}

/* ---- one line: line.c ---- */

/* Computes the other members of a line from its blocks' number, lengths and colours. */
void finish_clue(Line *line);

/* Words of scratch memory that `line_settle` and `line_spans` need for a line. */
ptrdiff_t line_scratch(const Line *line, int colours);

/* The masks of a line, narrowed to the colours that each cell has in some filling.
   Requires a line with a clue; masks [colour][word] without a bit beyond the line; `line_scratch` words of scratch.
   Returns masks in scratch memory, each a subset of the one given, or NULL if there is no filling. */
word *line_settle(int colours, const Line *line, const word *masks, word *scratch);

/* Returns 1 if a line has a filling. Requires what `line_settle` does. */
int line_fits(int colours, const Line *line, const word *masks, word *scratch);

/* Possible starts and ends of a line's blocks (stars are none): a set of positions each, as `block_spans` of nonosat.lines.line.
   Requires what `line_settle` does, and space for [block][start, end][word] at `spans`.
   Returns 0 if the line has no filling, else 1. After 1 no set is empty, and both the least and the greatest positions
   respect the order of the blocks and their gaps. */
int line_spans(const Lines *lines, const Line *line, const word *masks, word *spans, word *scratch);

/* ---- masks of all lines: masks.c ---- */

/* Clears bits beyond a line. */
void trim_line(int colours, const Line *line, word *masks);

/* Writes the first candidate of each cell; returns the number of open cells. Requires 256 colours or fewer. */
int picture_of(const Lines *lines, const word *masks, uint8_t *cells);

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

/* ---- pictures: masks.c ---- */

/* Solutions, cell by cell, one after the other. */
typedef struct {
    uint8_t *cells;
    ptrdiff_t number, capacity;
    int size; /* cells of one */
} Pictures;

/* Adds a picture. Returns 1; 0 if it was there already; -1 if memory is short. */
int add_picture(Pictures *pictures, const uint8_t *cells);

/* Removes a picture from those at `from` and later. Returns 1, or 0 if it is not there. */
int remove_picture(Pictures *pictures, ptrdiff_t from, const uint8_t *cells);

#endif
