/* Human solving techniques for one line, and the fixpoint of a grid under them. */

#ifndef NONOSAT_TECHNIQUES_H
#define NONOSAT_TECHNIQUES_H

#include "../core/board.h"

/* Words of scratch memory that `line_reasoned` needs for a line. */
ptrdiff_t reasoning_scratch(const Line *line, int colours);

/* Returns 1 if a cell of `asked`, a mask of positions, has one colour in the masks of a line. */
int fixes_cell(int colours, int words, const word *masks, const word *asked);

/* Applies the simplest of the first `techniques` that removes a candidate or, unless `asked` is NULL, fixes a cell of
   `asked`. Returns the masks after it, in scratch memory, and its number; NULL and NONOSAT_NO_TECHNIQUE if none does.
   Only the last of all applies to lines with blotted blocks or stars. Requires what `line_settle` does, and a line
   that has a filling. */
word *line_reasoned(const Lines *lines, const Line *line, const word *masks, const word *asked, word *scratch, int techniques,
                    int *technique);

/* Returns the number of blocks of a line of a picture; writes them to `blocks` if that is not NULL. */
int read_off(const Line *line, const uint8_t *cells, Block *blocks);

#endif
