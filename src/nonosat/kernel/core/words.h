/* Masks as arrays of words within a window, for the line solver (line.c) and its stars (stars.c). */

#ifndef NONOSAT_WORDS_H
#define NONOSAT_WORDS_H

#include "kernel.h"

INLINED word reversed(word x)
{
    x = bytes_reversed(x);
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    return (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
}

/* Range of words in use; all others are 0. */
typedef struct {
    int low;
    int high;
} Window;

INLINED word word_of(const word *mask, Window window, int at)
{
    return (unsigned)(at - window.low) <= (unsigned)(window.high - window.low) ? mask[at] : 0;
}

/* The 64 positions from `first` on; `first` can be negative. */
INLINED word word_from(const word *mask, Window window, int first)
{
    int at = first >> 6, offset = first & 63;
    word found = word_of(mask, window, at) >> offset;
    return offset ? found | word_of(mask, window, at + 1) << (WORD - offset) : found;
}

/* In each run of `open`, the part from its lowest seed on, with a carry between words: one addition floods all runs at once
   (G. Myers, see nonosat.lines.line). */
INLINED word flooded(word open, word seeds, word *carry)
{
    word begun = seeds & open, sum = open + begun, over = sum < open;
    sum += *carry;
    *carry = over | (sum < *carry);
    return (open & ~sum) | begun;
}

/* `flooded` for masks of one word. */
INLINED word flooded_word(word open, word seeds)
{
    word begun = seeds & open;
    return (open & ~(open + begun)) | begun;
}

/* Floods upwards from the seeds that lie in `through`. */
INLINED void flood(word *into, const word *seeds, const word *through, Window window)
{
    word carry = 0;
    for (int at = window.low; at <= window.high; at++)
        into[at] = flooded(through[at], seeds[at], &carry);
}

/* Floods downwards, from the cells before some boundaries. */
INLINED void flood_down(word *into, const word *boundaries, Window limits, const word *through, Window window)
{
    word carry = 0;
    for (int at = window.high; at >= window.low; at--) {
        word seeds = word_from(boundaries, limits, WORD * at + 1);
        into[at] = reversed(flooded(reversed(through[at]), reversed(seeds), &carry));
    }
}

/* Result of a forward pass: per block its starts and, if it is blotted, its cells; per gap (one more than blocks) its cells, or those
   that its star can cover. */
typedef struct {
    word *starts;
    word *gaps;
    word *runs;
    word *ends; /* where the gap can begin: per gap if the line has a star, else only of the last one */
} Reached;

/* ---- stars: stars.c ---- */

/* Returns 1 if the gap before a block, or after the last one for their number, is a star. */
INLINED int has_star(const Line *line, int number) { return number < line->blocks ? line->block[number].star : line->star; }

/* Forward: writes the cells that a star can cover, and, unless `starts` is NULL, where the next block can start; `ends` is where
   the star can begin. */
void cover_forward(int colours, const Line *line, int number, const word *masks, const word *ends, word *cells, word *starts,
                   Window window);

/* Backward: adds the colours of a star's cells to `narrowed`, given where the next block can start; writes where the block before
   can end to `ends`. `open` is scratch memory. */
void cover_backward(int colours, const Line *line, int number, const word *masks, Reached forward, const word *starts,
                    word *narrowed, word *open, word *ends, Window window);

#endif
