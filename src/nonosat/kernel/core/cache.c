/* Direct-mapped cache of settled lines: most of the lines that probing settles have been settled with the same masks before. */

#include "board.h"

/* Slots per line of the puzzle. CPU time of check relative to 8 slots, on webpbn.com's puzzles, rings 600 and julia
   300: 4 slots: 1.03, 0.93, 1.01; 16: 0.99, 1.03, 1.02; 64: 1.01, 1.22, 1.08, since more slots take longer to set up. */
enum { SLOTS_PER_LINE = 8 };

/* Odd, and close to 2^64 divided by the golden ratio: products spread over all bits. */
#define SPREAD 0x9e3779b97f4a7c15u

int open_cache(Board *board)
{
    const Lines *lines = board->lines;
    if (board->slots)
        return 0;
    int longest = 0;
    for (int number = 0; number < lines->lines; number++)
        if (lines->line[number].words > longest)
            longest = lines->line[number].words;
    board->stride = 2 + 2 * (ptrdiff_t)longest * lines->colours;
    for (board->slot_bits = 1; (ptrdiff_t)1 << board->slot_bits < (ptrdiff_t)SLOTS_PER_LINE * lines->lines;)
        board->slot_bits++;
    board->slots = alloc(board->stride << board->slot_bits, sizeof(word));
    return board->slots ? 0 : fail(&board->error, NONOSAT_MEMORY);
}

word *cached_line(Board *board, int number)
{
    const Lines *lines = board->lines;
    const Line *line = lines->line + number;
    const word *masks = board->masks + line->masks;
    ptrdiff_t words = (ptrdiff_t)line->words * lines->colours;
    word hash = (word)number * SPREAD;
    for (ptrdiff_t at = 0; at < words; at++) {
        hash = (hash ^ masks[at]) * SPREAD;
        hash ^= hash >> 32;
    }
    word *slot = board->slots + (ptrdiff_t)(hash * SPREAD >> (WORD - board->slot_bits)) * board->stride;
    word *before = slot + 2, *after = before + words;
    if (slot[0] != (word)number + 1 || memcmp(before, masks, sizeof(word) * words)) {
        word *found = line_settle(lines->colours, line, masks, board->scratch);
        slot[0] = (word)number + 1; /* 0 is an empty slot */
        slot[1] = found != NULL;
        memcpy(before, masks, sizeof(word) * words);
        if (found)
            memcpy(after, found, sizeof(word) * words);
    }
    return slot[1] ? after : NULL;
}
