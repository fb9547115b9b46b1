/* Starts of blocks as propagator: bounds of starts and colours of cells imply each other, by the rules of the order encoding.

   A block starts after the one before it has ended, and a gap; it does not start where it would cover a background cell. A
   cell that it covers wherever it starts is black; one between two blocks, wherever they are, is background. If only
   one block can cover a black cell, that block starts at or before it and ends after it.

   For one ink: colour 1 is black, colour 0 background. */

#include "learner.h"

static const Line *line_of_block(const Learner *learner, const BlockStart *block)
{
    return learner->lines->line + block->line;
}

/* Gives a cell of a line a colour. */
static int colour_cell(Learner *learner, const Line *line, int position, int colour, int reason, int cause)
{
    int cell = line->cells[position], lit = lacks(learner, cell, !colour);
    if (lit >= 0)
        return enqueue(learner, (Literal){lit, position}, reason, cause, NULL);
    if (learner->base[cell] == colour)
        return 1;
    Entry entry = {colour, 0, position, -1, reason, cause, NULL}; /* the board has the other colour */
    learner->analysis.conflict_size = 0;
    explain(learner, &entry, 0, -1);
    return 0;
}

/* The candidates left to a line of a colour: a cell without has the other one. */
static const word *candidates(const Learner *learner, int number, int colour)
{
    const Line *line = learner->lines->line + number;
    return learner->masks + line->masks + (ptrdiff_t)colour * line->words;
}

/* The lowest position that a mask lacks, from one on and before another; -1 if there is none. */
static int lowest_missing(const word *mask, int from, int to)
{
    if (from >= to)
        return -1;
    int at = from / WORD, last = (to - 1) / WORD;
    word missing = ~mask[at] & ~(word)0 << from % WORD;
    while (!missing && at < last)
        missing = ~mask[++at];
    int position = missing ? WORD * at + lowest_bit(missing) : to;
    return position < to ? position : -1;
}

/* The highest. */
static int highest_missing(const word *mask, int from, int to)
{
    if (from >= to)
        return -1;
    int at = (to - 1) / WORD, first = from / WORD;
    word missing = ~mask[at] & ~(word)0 >> (WORD - 1 - (to - 1) % WORD);
    while (!missing && at > first)
        missing = ~mask[--at];
    int position = missing ? WORD * at + highest_bit(missing) : -1;
    return position >= from ? position : -1;
}

/* Moves the least start (or the greatest) beyond background cells, or as far as it takes for a conflict. */
static int settle_start(Learner *learner, ptrdiff_t number, int least)
{
    const BlockStart *block = learner->block + number;
    const word *white = candidates(learner, block->line, 1);
    int begun = least ? block->least : block->greatest, start = begun;
    while (block->least <= start && start <= block->greatest) {
        int end = start + block->length, position = least ? highest_missing(white, start, end) : lowest_missing(white, start, end);
        if (position < 0)
            break;
        start = least ? position + 1 : position - block->length;
    }
    start = start > block->greatest ? block->greatest + 1 : start < block->least ? block->least - 1 : start;
    return start == begun || enqueue(learner, (Literal){start_lit(learner, number, least), start}, BLOCKED, 0, NULL);
}

/* A block starts at or before a black cell that the blocks before it have ended by. */
static int claim_from_left(Learner *learner, ptrdiff_t block, int position)
{
    return learner->block[block].greatest <= position ||
           enqueue(learner, (Literal){start_lit(learner, block, 0), position}, CLAIMED, position, NULL);
}

/* A block ends after a black cell that the blocks after it start beyond. */
static int claim_from_right(Learner *learner, ptrdiff_t block, int position)
{
    int start = position - learner->block[block].length + 1;
    return learner->block[block].least >= start ||
           enqueue(learner, (Literal){start_lit(learner, block, 1), start}, CLAIMED, position, NULL);
}

/* A black cell that no block reaches. */
static int is_unreached(Learner *learner, const Line *line, int position, Literal beyond)
{
    int black = lacks(learner, line->cells[position], 0);
    learner->analysis.conflict_size = 0;
    if (black >= 0)
        add_conflicting(learner, (Literal){black, 0});
    if (line->blocks)
        add_conflicting(learner, beyond);
    return 0;
}

/* The first block of a line that has not ended by a position; that after the last if all have. */
static ptrdiff_t first_beyond(const Learner *learner, int line, int position)
{
    ptrdiff_t low = learner->first[line], high = learner->first[line + 1];
    while (low < high) {
        ptrdiff_t middle = (low + high) / 2;
        const BlockStart *block = learner->block + middle;
        if (block->greatest + block->length <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first block that starts after a position in any case. */
static ptrdiff_t first_after(const Learner *learner, int line, int position)
{
    ptrdiff_t low = learner->first[line], high = learner->first[line + 1];
    while (low < high) {
        ptrdiff_t middle = (low + high) / 2;
        if (learner->block[middle].least <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Consequences of a black cell of a line. */
static int follow_black(Learner *learner, int number, int position)
{
    const Line *line = learner->lines->line + number;
    ptrdiff_t first = learner->first[number], end = learner->first[number + 1];
    ptrdiff_t block = first_beyond(learner, number, position);
    if (block == end) {
        int length = end > first ? learner->block[end - 1].length : 0;
        return is_unreached(learner, line, position, (Literal){start_lit(learner, end - 1, 0), position - length});
    }
    if (!claim_from_left(learner, block, position))
        return 0;
    block = first_after(learner, number, position);
    if (block == first)
        return is_unreached(learner, line, position, (Literal){start_lit(learner, first, 1), position + 1});
    return claim_from_right(learner, block - 1, position);
}

/* Consequences of a background cell. */
static int follow_white(Learner *learner, int number, int position)
{
    ptrdiff_t end = learner->first[number + 1];
    for (ptrdiff_t at = first_beyond(learner, number, position); at < end; at++) {
        const BlockStart *block = learner->block + at;
        if (block->least > position)
            break;
        if (block->least + block->length > position && !settle_start(learner, at, 1))
            return 0;
        if (block->greatest <= position && !settle_start(learner, at, 0))
            return 0;
    }
    return 1;
}

int follow_colour(Learner *learner, int line, int position, int colour)
{
    if (learner->lines->line[line].blocks < 0)
        return 1;
    return colour ? follow_black(learner, line, position) : follow_white(learner, line, position);
}

static inline int greater(int a, int b) { return a > b ? a : b; }
static inline int lesser(int a, int b) { return a < b ? a : b; }

/* Consequences of a least start that has changed. */
static int follow_least(Learner *learner, ptrdiff_t number, int old)
{
    const BlockStart *block = learner->block + number;
    const Line *line = line_of_block(learner, block);
    ptrdiff_t first = learner->first[block->line], end = learner->first[block->line + 1];
    int ended = block->least + block->length;
    for (int at = greater(block->greatest, old + block->length); at < ended; at++)
        if (!colour_cell(learner, line, at, 1, COVERED, (int)number))
            return 0;
    const BlockStart *left = number > first ? block - 1 : NULL;
    for (int at = left ? greater(old, left->greatest + left->length) : old; at < block->least; at++)
        if (!colour_cell(learner, line, at, 0, GAP, (int)number))
            return 0;
    if (number + 1 < end && block[1].least <= ended &&
        !enqueue(learner, (Literal){start_lit(learner, number + 1, 1), ended + 1}, NEIGHBOUR, 0, NULL))
        return 0;
    if (left) {
        int black = highest_missing(candidates(learner, block->line, 0), old, block->least);
        if (black >= 0 && !claim_from_right(learner, number - 1, black))
            return 0;
    }
    return settle_start(learner, number, 1);
}

/* From a greatest start. */
static int follow_greatest(Learner *learner, ptrdiff_t number, int old)
{
    const BlockStart *block = learner->block + number;
    const Line *line = line_of_block(learner, block);
    ptrdiff_t first = learner->first[block->line], end = learner->first[block->line + 1];
    int ended = block->greatest + block->length;
    const BlockStart *right = number + 1 < end ? block + 1 : NULL;
    int last = lesser(old, block->least + block->length);
    for (int at = block->greatest; at < last; at++)
        if (!colour_cell(learner, line, at, 1, COVERED, (int)number))
            return 0;
    last = right ? lesser(old + block->length, right->least) : old + block->length;
    for (int at = ended; at < last; at++)
        if (!colour_cell(learner, line, at, 0, right ? GAP : TAIL, (int)number + (right != NULL)))
            return 0;
    if (number > first) {
        int start = block->greatest - 1 - block[-1].length;
        if (block[-1].greatest > start &&
            !enqueue(learner, (Literal){start_lit(learner, number - 1, 0), start}, NEIGHBOUR, 0, NULL))
            return 0;
    }
    if (right) {
        int black = lowest_missing(candidates(learner, block->line, 0), ended, old + block->length);
        if (black >= 0 && !claim_from_left(learner, number + 1, black))
            return 0;
    }
    return settle_start(learner, number, 0);
}

int follow_bound(Learner *learner, const Entry *entry)
{
    ptrdiff_t block = (entry->lit >> 1) - learner->variables;
    return entry->lit & 1 ? follow_least(learner, block, entry->old) : follow_greatest(learner, block, entry->old);
}

int settle_starts(Learner *learner)
{
    const Lines *lines = learner->lines;
    for (ptrdiff_t at = 0; at < learner->blocks; at++)
        if (learner->block[at].least > learner->block[at].greatest || !settle_start(learner, at, 1) || !settle_start(learner, at, 0))
            return 0;
    if (!learner->blocks)
        return 1;
    for (int cell = 0; cell < lines->cells; cell++) {
        if (learner->first_variable[cell] >= 0)
            continue;
        EACH_CROSSING(lines, cell, at)
        {
            if (!follow_colour(learner, at->line, at->position, learner->base[cell]))
                return 0;
        }
    }
    return 1;
}
