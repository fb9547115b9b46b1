/* Human solving techniques for one line, and the fixpoint of a grid under them. */

#ifndef NONOSAT_TECHNIQUES_H
#define NONOSAT_TECHNIQUES_H

#include "../core/board.h"

/* Words of scratch memory that `line_reasoned` needs for a line. */
ptrdiff_t reasoning_scratch(const Line *line, int colours);

/* Techniques in the order in which they are tried, as indices of the kernel's table. */
typedef struct {
    const uint8_t *number;
    int count;
} Techniques;

/* Returns 1 if the kernel has all of them, 0 if not, -1 if a number is none. */
int all_known(const Techniques *techniques);

/* Applies the first technique that removes a candidate. Returns the masks after it, in scratch memory, and its place among
   `techniques` in `*place`. Returns NULL if none does, with NONOSAT_NO_TECHNIQUE or, if an unknown technique comes first, its place.
   Of the techniques only "agree" applies to blotted lines. Requires what `line_settle` does, and a line of one word that has a
   filling. */
word *line_reasoned(const Lines *lines, const Line *line, const word *masks, word *scratch,
                    const Techniques *techniques, int *place);

#endif
