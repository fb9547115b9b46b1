/* A picture to be repainted: its lines with their clues, and its known swaps. */

#ifndef NONOSAT_MENDER_H
#define NONOSAT_MENDER_H

#include "techniques.h"

/* Another filling of some cells with the clues of a picture. */
typedef struct {
    int cells, lines;
    int *cell, *line;
    uint8_t *colour;
    int *place, *source; /* by line: positions of its cells there, and their indices */
    int *first;          /* [line]: index of its first position there */
    uint8_t *is_equal;   /* [line]: 1 if the swap leaves its blocks unchanged */
    int broken;        /* number of lines whose blocks the swap changes */
    int survives;      /* 1 if the swap makes another solution of the current picture's clues */
} Swap;

/* A cell repainted by a step, and its colour before. */
typedef struct {
    int cell, colour;
} Repainted;

/* A line of a swap. */
typedef struct {
    int swap, slot;
} SwapLine;

typedef struct {
    SwapLine *at;
    ptrdiff_t number, capacity;
} SwapLines;

typedef struct {
    Lines own_lines;      /* with the clues of `cells` */
    Board board;    /* of `own_lines` */
    const word *blank; /* masks of a board on which only givens are known */
    word *alone;    /* masks of each line, settled by itself */
    const Lines *pattern; /* its missing and blotted clues stay missing and blotted */
    const nonosat_mending *how;
    const uint8_t *start;
    uint8_t *cells, *runs; /* the current picture; scratch for the runs of two lines */
    Repainted *repainted;  /* cells repainted by the current step */
    int repaints;
    uint8_t *is_dirty;              /* [line] */
    int *open, *changed, *stack;    /* lists of cells */
    int opened, changes;
    int64_t cost, steps;
    double mean;    /* mean cost of a cell */
    double share;   /* share of the open cells in the energy */
    uint64_t random;
    Swap *swap;
    ptrdiff_t swaps, swap_capacity;
    int surviving;  /* number of surviving swaps */
    int by_swaps;   /* 1 if the energy counts surviving swaps, not open cells */
    int knows_swaps; /* 1 if this run needs the swaps */
    SwapLines *on;  /* [line] */
    Pictures met;   /* pairs of a picture and another solution of its clues */
    uint8_t *best;  /* the cheapest repair, */
    int64_t best_cost; /* and its cost; -1: none */
    const nonosat_tick *tick;
    int error;
} Mender;

/* Allocates the memory of a mender whose `how`, `start`, `blank`, `best` and `tick` are set: 0, or -1 with the error noted. The caller
   calls `close_mender`, even after a failure. */
int open_mender(Mender *mender, const nonosat_board *board);
void close_mender(Mender *mender);

/* Renews a line's clue and its fixpoint; `renew_swaps` updates the swaps on a line whose cells have changed. */
void renew_line(Mender *mender, int number);
void renew_swaps(Mender *mender, int number);

/* Counts the cells that lines leave open; `list_open` lists those that the last count found. */
int count_open(Mender *mender);
void list_open(Mender *mender);

/* Adds a swap, unless it is known: 0, or -1 with the error noted. */
int add_swap(Mender *mender, const int *cell, const uint8_t *colour, int cells);

/* Searches for a second solution of the current picture's clues: 1 if there is none, 0 if one was found (its swaps are learned), -1 if
   that is undecided or an error was noted. */
int is_unique(Mender *mender);

/* Random numbers: xorshift (G. Marsaglia 2003). */
static inline uint64_t next_random(Mender *mender)
{
    mender->random ^= mender->random << 13;
    mender->random ^= mender->random >> 7;
    return mender->random ^= mender->random << 17;
}

#endif
