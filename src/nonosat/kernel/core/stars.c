/* Stars: gaps with any number of blocks of any inks, in both passes of the line solver (line.c).

   A star covers any cells, or none. Beside it is a block of an ink, or the line's edge (ink 0). Its first cell has another colour than
   the block before it, its last cell another one than the block after it, and a star without cells lies between
   different inks. There are no other rules, so a star is one state of the automaton of positions: a clue with stars
   needs no subset construction, only a handful of additional mask operations per star. */

#include "words.h"

static int ink_of(const Line *line, int number) { return number >= 0 && number < line->blocks ? line->block[number].colour : 0; }

/* Cells, in one word of a mask, that can have a colour other than two inks. */
static word besides(int colours, const word *masks, int words, int ink, int other)
{
    word cells = *masks;
    for (int colour = 1; colour < colours; colour++)
        if (colour != ink && colour != other)
            cells |= masks[(ptrdiff_t)colour * words];
    return cells;
}

void cover_forward(int colours, const Line *line, int number, const word *masks, const word *ends, word *cells, word *starts,
                   Window window)
{
    int ink = ink_of(line, number - 1), next = ink_of(line, number), words = line->words;
    word carry = 0;
    for (int at = window.low; at <= window.high; at++) {
        word firsts = ends[at] & besides(colours, masks + at, words, ink, 0);
        cells[at] = flooded(besides(colours, masks + at, words, 0, 0), firsts, &carry);
    }
    carry = 0;
    for (int at = window.low; starts && at <= window.high; at++) {
        word lasts = word_from(cells, window, WORD * at - 1) & besides(colours, masks + at, words, next, 0);
        lasts |= ends[at] & besides(colours, masks + at, words, ink, next); /* a star of one cell */
        starts[at] = lasts << 1 | carry | (ink != next ? ends[at] : 0);
        carry = lasts >> (WORD - 1);
    }
}

void cover_backward(int colours, const Line *line, int number, const word *masks, Reached forward, const word *starts,
                    word *narrowed, word *open, word *ends, Window window)
{
    int ink = ink_of(line, number - 1), next = ink_of(line, number), words = line->words;
    const word *cells = forward.gaps + (ptrdiff_t)number * words, *firsts = forward.ends + (ptrdiff_t)number * words;
    word carry = 0;
    for (int at = window.high; at >= window.low; at--) { /* the cells from which the star can continue to its end */
        word lasts = word_from(starts, window, WORD * at + 1) & besides(colours, masks + at, words, next, 0);
        open[at] = reversed(flooded(reversed(besides(colours, masks + at, words, 0, 0)), reversed(lasts), &carry));
    }
    for (int at = window.low; at <= window.high; at++) {
        word before = word_from(cells, window, WORD * at - 1), beyond = word_from(open, window, WORD * at + 1);
        word last = word_from(starts, window, WORD * at + 1);
        for (int colour = 0; colour < colours; colour++) {
            word begins = before | (!colour || colour != ink ? firsts[at] : 0);
            word goes_on = beyond | (!colour || colour != next ? last : 0);
            narrowed[(ptrdiff_t)colour * words + at] |= masks[(ptrdiff_t)colour * words + at] & begins & goes_on;
        }
        ends[at] = (besides(colours, masks + at, words, ink, 0) & beyond) | (besides(colours, masks + at, words, ink, next) & last) |
                   (ink != next || !ink ? starts[at] : 0);
    }
}
