/* A board: the masks of all lines, the dirty lines (waiting to be settled), and a trail of removed candidates, from which
   suppositions are undone. One thread at a time. */

#ifndef NONOSAT_BOARD_H
#define NONOSAT_BOARD_H

#include "kernel.h"

#include <string.h>

/* A trail entry: a word of a line's masks before candidates were removed from it. */
typedef struct {
    int line;
    int at; /* index of the word in the masks of the line */
    word before;
} Change;

typedef struct nonosat_board Board;

struct nonosat_board {
    const Lines *lines;
    word *masks;          /* of all lines; a line's begin at its `masks` */
    word *scratch;
    word *waiting;        /* set of lines that must be settled */
    int left;             /* number of lines waiting */
    int error;            /* code of the last error */
    const nonosat_tick *tick;         /* of the current call */
    const nonosat_observer *observer; /* likewise, or NULL */
    int64_t work;         /* since the last check of the clock; per settled line: words of its masks * (blocks + 1) */
    int64_t spent;        /* the same since the current call began */
    int (*settle)(Board *board, int number); /* replaces complete settling of a line unless NULL; returns 1, or -1 with the error noted */
    word *settled;        /* set of the lines settled; NULL if not recorded */
    int supposing;        /* 1 if changes are recorded on the trail */
    Change *trail;
    ptrdiff_t trailed;    /* number of changes on the trail */
    ptrdiff_t capacity;
    word *slots;          /* cache of settled lines, or NULL: see cache.c */
    int slot_bits;
    ptrdiff_t stride;     /* words of a slot */
    Pictures met;         /* solutions met by the last probing */
};

/* Allocates memory, and copies the masks of all lines, trimmed (blank masks for NULL). Returns 0, or -1 with the
   error noted. The caller calls `close_board`, even after a failure. */
int open_board(Board *board, const Lines *lines, const word *masks);
void close_board(Board *board);

/* Caches the results of `settled_line` from now on: 0, or -1 with the error noted. cache.c */
int open_cache(Board *board);

/* `line_settle` through the open cache; the masks that it returns last until the next call. cache.c */
word *cached_line(Board *board, int number);

/* `line_settle`, through the cache if there is one. */
static inline word *settled_line(Board *board, int number)
{
    const Line *line = board->lines->line + number;
    return board->slots ? cached_line(board, number)
                        : line_settle(board->lines->colours, line, board->masks + line->masks, board->scratch);
}

/* `memcmp` of a few words, without a call. */
static inline int is_same(const word *one, const word *other, int words)
{
    word differ = 0;
    for (int at = 0; at < words; at++)
        differ |= one[at] ^ other[at];
    return !differ;
}

/* Begins a call that settles lines: nothing waits, no work is spent. */
void begin_call(Board *board, const nonosat_tick *tick);

/* Marks a line as waiting; `wait_for_all` marks all. */
static inline void wait_for(Board *board, int number)
{
    word one = (word)1 << number % WORD, *set = board->waiting + number / WORD;
    board->left += !(*set & one);
    *set |= one;
}
void wait_for_all(Board *board);

static inline void clear_waiting(Board *board)
{
    memset(board->waiting, 0, sizeof(word) * (board->lines->lines / WORD + 1));
    board->left = 0;
}

/* Returned instead of the number of a line without a filling. */
enum {
    SETTLED = -1, /* every line has a filling */
    FAILED = -2,  /* the board's `error` says why */
};

/* Settles lines until none waits. Returns SETTLED, a line without a filling, or FAILED; after the last two, lines can still
   wait. Calls the tick about every millisecond, and the observer for each line that lost candidates. */
int settle_all(Board *board);

/* Narrows a line to `masks`, and removes the lost candidates from crossing lines, which then wait. Requires masks without a
   bit beyond the line. */
int narrow_line(Board *board, int number, const word *masks);

enum { WORDS_PER_LOOK = 200000 }; /* work between two checks of the clock, about a millisecond */

/* Calls the tick if enough `work` was done since the last call. Returns 0, or -1 with the error noted. */
static inline int look(Board *board)
{
    if (board->work <= WORDS_PER_LOOK)
        return 0;
    board->work = 0;
    return ticked(board->tick, &board->error);
}

/* Removes a colour from a cell, or, to decide it, all other colours; the lines that lost candidates wait. */
int remove_colour(Board *board, int cell, int colour);
int fix_cell(Board *board, int cell, int colour);

/* Undoes the trail beyond its first `mark` changes; no line waits then. */
void take_back(Board *board, ptrdiff_t mark);

/* Returns 1 if the colour is a candidate of the cell. */
static inline int has_colour(const Board *board, int cell, int colour)
{
    const Crossing *at = crossings(board->lines, cell);
    const Line *line = board->lines->line + at->line;
    return bit(board->masks + line->masks + (ptrdiff_t)colour * line->words, at->position);
}

/* The positions of a line, in one word of its masks, with several candidates. */
static inline word open_positions(const Board *board, int number, int at)
{
    const Line *line = board->lines->line + number;
    const word *mask = board->masks + line->masks + at;
    word some = 0, several = 0;
    for (int colour = 0; colour < board->lines->colours; colour++, mask += line->words) {
        several |= some & *mask;
        some |= *mask;
    }
    return several;
}

/* Returns 1 if the cell has several candidates. */
static inline int is_open(const Board *board, int cell)
{
    const Crossing *at = crossings(board->lines, cell);
    return (int)(open_positions(board, at->line, at->position / WORD) >> at->position % WORD & 1);
}

/* Number of open cells; and 1 if there is one. */
int open_cells(const Board *board);
int has_open_cell(const Board *board);

#endif
