/* Chains of lines that refute a colour, see nonosat.solving.lines.chains: the search for them shares board and memory with the
   code that shortens them. */

#ifndef NONOSAT_CHAINS_H
#define NONOSAT_CHAINS_H

#include "../core/board.h"

typedef struct {
    Board board;
    int set;         /* words of a set of lines */
    word *sets;      /* [link][2]: the lines that may have more to say, and those among them that the last link touched */
    word *fresh;     /* masks of lines that a round narrows */
    int *rounding;   /* the lines of that round */
    long *link;      /* the lines of the chain */
    int links;       /* how many it has */
    Py_ssize_t left; /* nodes that may still be visited */
} Search;

/* With an exception set. */
enum { FAILED = -2 };

/* Reads a board, and allocates memory for chains of this many links. Call `close_search` in any case. */
int open_search(Search *search, const Lines *lines, PyObject *candidates, PyObject *tick, int most);
void close_search(Search *search);

/* What a chain is written in, besides the numbers of lines: where an inner supposition ends, and from which number down
   one begins. */
enum { END = -1, FIRST_INNER = -2 };

/* Results of a search, besides FAILED. */
enum { NOT_FOUND = -1, FOUND = 0, GIVEN_UP = 1 };

/* Looks for a chain of at most so many links that refutes a colour on the board as it is, and takes the supposition back:
   FOUND with the links of the search. `*least` is the least number of links: 0 if lines do not refute it. It is given up
   if lines take more rounds than `within`. */
int refute(Search *search, int cell, int colour, int most, int within, Py_ssize_t nodes, int *least);

/* Settles the lines of a set at once, and so on: how many rounds it takes until a line has no filling, at most so
   many; one more if there is none by then, 0 if nothing is left to settle before. FAILED with an exception set.
   The set changes, and the board is as before. */
int rounds(Search *search, word *set, int most);

/* The chain of that many links without what it can do without; None if it does not refute. NULL with an exception set.
   Requires a board without suppositions. */
PyObject *shortened(Search *search, int cell, int colour, const long *link, int links);

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

/* Size of the masks of a line, in bytes. */
static inline Py_ssize_t bytes_of(const Search *search, int number)
{
    const Lines *lines = search->board.lines;
    return (Py_ssize_t)sizeof(word) * lines->line[number].words * lines->colours;
}

#endif
