/* What the search for chains and the shortening of chains share: a board, and memory. See nonosat.solving.lines.chains. */

#ifndef NONOSAT_CHAINS_H
#define NONOSAT_CHAINS_H

#include "board.h"

typedef struct {
    Board board;
    int set;         /* words of a set of lines */
    word *sets;      /* [link][2]: the lines that may have more to say, and those among them that the last link touched */
    word *fresh;     /* masks of lines that a round narrows */
    int *rounding;   /* the lines of that round */
    int *link;       /* the lines of the chain */
    int links;       /* how many it has */
    Py_ssize_t left; /* nodes that may still be visited */
} Search;

/* With an exception set. */
enum { FAILED = -2 };

/* Reads a board, and allocates memory for chains of this many links. Call `close_search` in any case. */
int open_search(Search *search, const Lines *lines, PyObject *candidates, PyObject *tick, int most);
void close_search(Search *search);

/* A supposed colour of a cell from a pair of integers. */
int read_supposition(const Lines *lines, PyObject *pair, int *cell, int *colour);

/* The masks of a line that has a clue, settled, in scratch memory; NULL if it has no filling. */
static inline const word *settled(Search *search, int number)
{
    Board *board = &search->board;
    const Line *line = board->lines->line + number;
    board->work += (Py_ssize_t)line->words * (line->blocks + 1);
    return line_settle(board->lines->colours, line, board->masks + line->masks, board->scratch);
}

/* How long the masks of a line are. */
static inline Py_ssize_t bytes_of(const Search *search, int number)
{
    const Lines *lines = search->board.lines;
    return (Py_ssize_t)sizeof(word) * lines->line[number].words * lines->colours;
}

#endif
