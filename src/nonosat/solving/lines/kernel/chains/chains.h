/* Chains of lines that refute a colour (nonosat.solving.lines.chains): search, nested suppositions, and shortening share a
   board and memory. */

#ifndef NONOSAT_CHAINS_H
#define NONOSAT_CHAINS_H

#include "../core/board.h"

typedef struct {
    Board board;
    int set;         /* words of a set of lines */
    word *sets;      /* [link][2]: the lines that may have more to say, and those among them that the last link touched */
    word *fresh;     /* the masks of all lines as `settled` found them */
    int *rounding;   /* the lines of that round */
    long *link;      /* the lines of the chain */
    int links;       /* how many it has */
    Py_ssize_t left; /* nodes that may still be visited */
} Search;

/* Result with an exception set. */
enum { FAILED = -2 };

/* Greatest length of a chain, or number of anything, that is accepted: sums and products of a few fit an int. */
enum { MANY = 1000000 };

/* Reads a board, and allocates memory for chains of this many links. Call `close_search` in any case. */
int open_search(Search *search, const Lines *lines, PyObject *candidates, PyObject *tick, int most);
void close_search(Search *search);

/* Links besides the numbers of lines: the end of an inner supposition, and the number from which down one begins. */
enum { END = -1, FIRST_INNER = -2 };

/* Results of a search, besides FAILED. */
enum { NOT_FOUND = -1, FOUND = 0, GIVEN_UP = 1 };

/* Searches for a chain of at most `most` links that refutes a colour; the board is as before after that. FOUND: it is in the
   links of the search. `*least` is a lower bound on links: 0 if lines do not refute the colour. NOT_FOUND at once if lines
   take more rounds than `within`. */
int refute(Search *search, int cell, int colour, int most, int within, Py_ssize_t nodes, int *least);

/* Settles the lines of a set at once, then those that this touches, and so on. Returns the rounds until a line has no
   filling; `most` + 1 if they are more than `most`, 0 if it never happens; FAILED with an exception set. The set changes,
   and the board is as before. */
int rounds(Search *search, word *set, int most);

/* The chain without superfluous links; None if it does not refute the colour. NULL with an exception set. Requires a board
   without suppositions. */
PyObject *shortened(Search *search, int cell, int colour, const long *link, int links);

/* A supposed colour of a cell from a pair of integers. */
int read_supposition(const Lines *lines, PyObject *pair, int *cell, int *colour);

/* Settles a line, and keeps its masks for `narrow`: 1 if it loses something, 0 if not, -1 if it has no filling. */
int settled(Search *search, int number);

/* Narrows a line as `settled` found: 0, or -1 with an exception set. */
int narrow(Search *search, int number);

/* Moves the lines that wait to a set. */
void take_waiting(Search *search, word *set);

#endif
