/* Chains of lines that refute a colour (see nonosat.lines.chains). ChainSearch, nested suppositions and shortening share a
   board and memory. */

#ifndef NONOSAT_CHAINS_H
#define NONOSAT_CHAINS_H

#include "../core/board.h"

typedef struct {
    Board *board;
    int set;         /* words of a set of lines */
    word *sets;      /* [link][2]: dirty lines, and the subset touched by the last link */
    word *fresh;     /* the masks of all lines after `settled` */
    int *rounding;   /* lines of the current round that lost candidates */
    int64_t *link;   /* the lines of the chain */
    int links;       /* its length */
    int64_t left;    /* node budget */
} ChainSearch;

/* Longest chain that is searched for: memory for two sets of lines per link, 32 kB for 64 to 127 lines. */
enum { MOST_LINKS = 1000 };

/* Begins a call on a board, and allocates memory for chains of up to `most` links: 0, or -1 with the error noted. The caller calls
   `close_search`, even after a failure: it restores the board. */
int open_search(ChainSearch *search, Board *board, const nonosat_tick *tick, int most);
void close_search(ChainSearch *search);

/* Links that are not lines: END ends an inner supposition; FIRST_INNER and numbers below it begin one. */
enum { END = -1, FIRST_INNER = -2 };

/* Results of a search, in addition to FAILED. */
enum { NOT_FOUND = -1, FOUND = 0, GIVEN_UP = 1 };

/* Searches for a chain of at most `most` links that refutes a colour, and restores the board. FOUND: the chain is in
   `search->link`. `*least` is a lower bound on its length: 0 if line solving does not refute the colour. NOT_FOUND
   without a search if line solving needs more than `within` rounds. */
int refute(ChainSearch *search, int cell, int colour, int most, int within, int64_t nodes, int *least);

/* Settles the lines of a set together, then all lines touched by these, and so on. Returns the number of rounds until
   a line has no filling; `most` + 1 if that exceeds `most`; 0 at a fixpoint; FAILED with the error noted. Changes the
   set, and restores the board. */
int rounds(ChainSearch *search, word *set, int most);

/* Writes the chain without superfluous links; an empty one if it does not refute the colour. Returns 0, or -1 with
   the error noted. Requires a board without suppositions. */
int shortened(ChainSearch *search, int cell, int colour, const int64_t *link, int links, nonosat_chain *chain);

/* Returns 1 if the cell and the colour exist. */
static inline int is_supposition(const Lines *lines, int cell, int colour)
{
    return cell >= 0 && cell < lines->cells && colour >= 0 && colour < lines->colours;
}

/* Settles a line, and stores its masks for `narrow`. Returns 1 if it loses candidates, 0 if not, -1 if it has no
   filling. */
int settled(ChainSearch *search, int number);

/* Narrows a line to the masks from `settled`. Returns 0, or -1 with the error noted. */
int narrow(ChainSearch *search, int number);

/* Moves the waiting lines to a set. */
void take_waiting(ChainSearch *search, word *set);

#endif
