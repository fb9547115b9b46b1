/* A board while the kernel works on it: the masks of all lines, the dirty lines (which wait to be settled), and a trail of
   what was removed, by which suppositions are undone.

   In Python the masks of a board are lists of integers, or packed in a bytearray until Python code asks for them. They are
   read at the start, and those that have changed are written back at the end, and before an observer is called. What an
   observer does to them is ignored, and overwritten if the line changes again: the kernel holds references to the lists,
   checks their lengths, and owns everything else.

   From then on it needs Python only for the tick, signals, memory for the trail, and to write back. With `may_let_go` it
   releases the interpreter's lock after about a millisecond, and reacquires it for these: other threads can run meanwhile,
   also in the kernel, on other boards. A board that another thread works on is refused. */

#ifndef NONOSAT_BOARD_H
#define NONOSAT_BOARD_H

#include "kernel.h"

#include <string.h>

/* A word of a line's masks as it was before candidates were removed from it. */
typedef struct {
    int line;
    int at; /* in the masks of the line */
    word before;
} Change;

typedef struct Board {
    const Lines *lines;
    struct Board *next;     /* the next one of `lines->working` */
    PyObject *owner;        /* the board in Python, borrowed from the caller; NULL for a blank board */
    unsigned long worker;   /* the thread that works on it */
    PyThreadState *thread;  /* its state while the lock is released; else NULL */
    int may_let_go;         /* whether to release the lock during long work */
    PyObject *candidates; /* the lists of the lines, in a tuple of our own; or the bytearray */
    word *masks;          /* of all lines; a line's begin at its `masks` */
    word *scratch;
    word *waiting;        /* set of lines that must be settled */
    int left;             /* number of lines waiting */
    char *is_changed;     /* [line] whether its masks have changed since they were read or written */
    int *changed;         /* those lines */
    int changes;          /* and their number */
    PyObject *tick;       /* called about every millisecond if it is not None; borrowed from the caller */
    Py_ssize_t work;      /* words of masks times blocks and one that were settled since the last look at the clock */
    int64_t spent;        /* the same since the board was opened */
    int (*settle)(struct Board *board, int number); /* settles a line in another way: 1, or -1 with an exception set; NULL: completely */
    int supposing;        /* whether changes go on the trail */
    Change *trail;
    Py_ssize_t trailed;   /* how many changes are on it */
    Py_ssize_t room;
    word *slots;          /* what lines were narrowed to, or NULL: see cache.c */
    int slot_bits;
    Py_ssize_t stride;    /* words of a slot */
} Board;

/* Allocates memory, and reads the masks of all lines. Raises if another thread works on the board. Call `close_board` in any
   case. */
int open_board(Board *board, const Lines *lines, PyObject *candidates, PyObject *tick);
void close_board(Board *board);

/* The same for a board with nothing known, which is not in Python. All lines wait. */
int blank_board(Board *board, const Lines *lines, PyObject *tick);

/* Caches results of lines from now on, 2^bits of them if lines are short: 0, or -1 with an exception set. cache.c */
int open_cache(Board *board, int bits);

/* `line_settle` through the cache; the masks that it returns last until the next call. cache.c */
word *settled_line(Board *board, int number);

/* Writes the lines that have changed back to the board in Python. Raises where a list has become too short. Keeps an
   exception that is set already. */
int write_back(Board *board);

/* Makes a line wait to be settled; all numbers of an iterable, or all lines for None, which runs code of the caller. */
static inline void wait_for(Board *board, int number)
{
    word one = (word)1 << number % WORD, *set = board->waiting + number / WORD;
    board->left += !(*set & one);
    *set |= one;
}
int wait_for_all(Board *board, PyObject *numbers);

static inline void clear_waiting(Board *board)
{
    memset(board->waiting, 0, sizeof(word) * (board->lines->lines / WORD + 1));
    board->left = 0;
}

/* Instead of the number of a line without a filling. */
enum {
    SETTLED = -1, /* there is none */
    RAISED = -2,  /* an exception is set */
};

/* Settles all that wait, and what comes to wait: the line without a filling, SETTLED, or RAISED.
   Lines may still wait unless it was SETTLED. Looks for signals, and calls the tick, about every millisecond. An observer
   that is not None is told of each line that lost something, once the board in Python shows it. */
int settle_all(Board *board, PyObject *observer);

/* Removes from a line what its masks have beyond narrower ones, and the same colours from crossing lines,
   which wait. Requires masks without a bit beyond the line. */
int narrow_line(Board *board, int number, const word *masks);

/* Looks for signals and calls the tick, if it is time to by `work`: 0, or -1 with an exception set, and the lock. Lets go
   of the lock afterwards if that is allowed. */
int look(Board *board);

/* Reacquires the interpreter's lock if it was released. */
void take_up(Board *board);

/* Removes a colour from a cell, or all others; the lines that lost something wait. */
int remove_colour(Board *board, int cell, int colour);
int fix_cell(Board *board, int cell, int colour);

/* Undoes the trail beyond its first `mark` changes; no line waits then. */
void take_back(Board *board, Py_ssize_t mark);

/* Returns 1 if the colour is a candidate of the cell. */
static inline int has_colour(const Board *board, int cell, int colour)
{
    const Line *line = board->lines->line + board->lines->line_of[cell];
    return bit(board->masks + line->masks + (Py_ssize_t)colour * line->words, board->lines->position_of[cell]);
}

/* The positions of a line, in one word of its masks, that can still have several colours. */
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
    int place = board->lines->position_of[cell];
    return (int)(open_positions(board, board->lines->line_of[cell], place / WORD) >> place % WORD & 1);
}

#endif
