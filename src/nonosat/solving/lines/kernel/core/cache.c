/* Cache of settled lines: probing meets most of its lines as it has seen them before. Direct-mapped: a slot holds the last line
   that fell on it. */

#include "board.h"

#include <string.h>

enum { MOST_WORDS = 1 << 18 }; /* of all slots together: 2 MB */

/* Odd, and close to 2^64 divided by the golden ratio: products spread over all bits. */
#define SPREAD 0x9e3779b97f4a7c15u

int open_cache(Board *board, int bits)
{
    const Lines *lines = board->lines;
    Py_ssize_t longest = 0;
    for (int number = 0; number < lines->lines; number++)
        if (lines->line[number].words > longest)
            longest = lines->line[number].words;
    Py_ssize_t stride = 2 + 2 * longest * lines->colours;
    while (bits && stride << bits > MOST_WORDS)
        bits--;
    if (!bits)
        return 0; /* so long are lines of which hardly any comes again */
    board->slots = PyMem_Calloc(stride << bits, sizeof(word));
    if (!board->slots) {
        PyErr_NoMemory();
        return -1;
    }
    board->slot_bits = bits;
    board->stride = stride;
    return 0;
}

word *settled_line(Board *board, int number)
{
    const Lines *lines = board->lines;
    const Line *line = lines->line + number;
    const word *masks = board->masks + line->masks;
    if (!board->slots)
        return line_settle(lines->colours, line, masks, board->scratch);
    Py_ssize_t words = (Py_ssize_t)line->words * lines->colours;
    word hash = (word)number * SPREAD;
    for (Py_ssize_t at = 0; at < words; at++) {
        hash = (hash ^ masks[at]) * SPREAD;
        hash ^= hash >> 32;
    }
    word *slot = board->slots + (Py_ssize_t)(hash * SPREAD >> (WORD - board->slot_bits)) * board->stride;
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
