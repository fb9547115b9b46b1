/* A board while the kernel works on it: the masks of all lines, the dirty lines (waiting to be settled), and a trail of
   removed candidates, from which suppositions are undone.

   In Python the masks of a board are lists of integers, or packed in a bytearray until Python code asks for them. They are
   read at the start; changed masks are written back at the end, and before an observer is called. An observer's own changes
   are ignored, and overwritten if the line changes again: the kernel holds references to the lists, checks their lengths,
   and owns everything else.

   Between reading and writing it needs Python only for the tick, signals, and memory for the trail. With `may_release` it
   releases the interpreter's lock (GIL) after about a millisecond, and reacquires it for these: other threads can run
   meanwhile, also in the kernel, on other boards. A board that another thread works on is refused. */

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
    int may_release;        /* whether to release the lock during long work */
    PyObject *candidates; /* the lists of the lines, in a tuple of our own; or the bytearray */
    word *masks;          /* of all lines; a line's begin at its `masks` */
    word *scratch;
    word *waiting;        /* set of lines that must be settled */
    int left;             /* number of lines waiting */
    char *is_changed;     /* [line] whether its masks have changed since they were read or written */
    int *changed;         /* those lines */
    int changes;          /* and their number */
    PyObject *tick;       /* called about every millisecond if it is not None; borrowed from the caller */
    Py_ssize_t work;      /* since the last look at the clock: words of the masks of each settled line, times its blocks + 1 */
    int64_t spent;        /* the same since the board was opened */
    int (*settle)(struct Board *board, int number); /* another way to settle a line: 1, or -1 with an exception set; NULL: completely */
    int supposing;        /* whether changes go on the trail */
    Change *trail;
    Py_ssize_t trailed;   /* how many changes are on it */
    Py_ssize_t room;
    word *slots;          /* cache of settled lines, or NULL: see cache.c */
    int slot_bits;
    Py_ssize_t stride;    /* words of a slot */
} Board;

/* Allocates memory, and reads the masks of all lines. Raises if another thread works on the board. The caller calls
   `close_board`, even after a failure. */
int open_board(Board *board, const Lines *lines, PyObject *candidates, PyObject *tick);
void close_board(Board *board);

/* Opens an empty board that does not exist in Python. All lines wait. */
int blank_board(Board *board, const Lines *lines, PyObject *tick);

/* Caches the results of `settled_line` from now on: 0, or -1 with an exception set. cache.c */
int open_cache(Board *board);

/* `line_settle` through the cache; the masks that it returns last until the next call. cache.c */
word *settled_line(Board *board, int number);

/* Writes the lines that have changed back to the board in Python. Raises where a list has become too short. Keeps an
   exception that is set already. */
int write_back(Board *board);

/* Marks a line as waiting; `wait_for_all` marks the lines of an iterable, or all for None, and runs code of the caller. */
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
    SETTLED = -1, /* every line has a filling */
    RAISED = -2,  /* an exception is set */
};

/* Settles lines until none waits. Returns SETTLED, a line without a filling, or RAISED; after the last two, lines can still
   wait. Looks for signals, and calls the tick, about every millisecond. An observer that is not None is called for each line
   that lost candidates, once the board in Python has lost them. */
int settle_all(Board *board, PyObject *observer);

/* Narrows a line to `masks`, and removes the lost candidates from crossing lines, which then wait. Requires masks without a
   bit beyond the line. */
int narrow_line(Board *board, int number, const word *masks);

/* If due by `work`: looks for signals, calls the tick, and then releases the lock if allowed. Returns 0, or -1 with an
   exception set and the lock held. */
int look(Board *board);

/* Reacquires the interpreter's lock if it was released. */
void reacquire(Board *board);

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
