/* What blocks and cells tell each other, and the trail: see learn.h.

   The rules are those of the order encoding. A block starts after the one before it has ended, and a gap; it does not
   start where that would cover a background cell. A cell that it covers wherever it starts is black; one between two blocks,
   wherever they are, is background. A black cell belongs to the last block that starts before it, if the first that can
   reach it is no other: the first that ends beyond it starts at or before it, the last that starts before it ends
   beyond it. */

#include "learn.h"

static const Line *line_of_block(const Learner *learner, const Place *block)
{
    return learner->lines->line + block->line;
}

int enqueue(Learner *learner, Literal literal, int reason, int of, Clause *clause)
{
    int value = value_of(learner, literal);
    if (value > 0)
        return 1;
    int variable = literal.side >> 1;
    Entry entry = {literal.side, 0, literal.place, -1, reason, of, clause};
    Place *block = NULL;
    if (!is_cell(learner, literal.side)) {
        block = block_of(learner, literal.side);
        entry.old = literal.side & 1 ? block->least : block->greatest;
        entry.before = learner->last[literal.side];
    }
    if (value < 0) {
        learner->conflicting = 0;
        explain(learner, &entry, entry.bound, learner->trailed);
        add_conflicting(learner, opposite(learner, literal));
        return 0;
    }
    if (make_room(learner, &learner->trail, sizeof(Entry), learner->trailed + 1, &learner->trail_room))
        return 0;
    if (block) {
        learner->last[literal.side] = (int)learner->trailed;
        *(literal.side & 1 ? &block->least : &block->greatest) = literal.place;
    } else {
        const Lines *lines = learner->lines;
        learner->value[variable] = literal.side & 1;
        learner->entry[variable] = (int)learner->trailed;
        for (int family = 0; family < lines->families; family++) {
            Py_ssize_t where = (Py_ssize_t)family * lines->cells + learner->cell[variable];
            word *mask = (literal.side & 1 ? learner->black : learner->white) + learner->mask[lines->line_of[where]];
            mask[lines->position_of[where] / WORD] |= (word)1 << lines->position_of[where] % WORD;
        }
    }
    learner->trail[learner->trailed++] = entry;
    learner->work++;
    return 1;
}

/* Has a cell of a line have a colour. */
static int colour_cell(Learner *learner, const Line *line, int position, int colour, int reason, int of)
{
    int cell = line->cells[position], number = learner->number[cell];
    if (number >= 0)
        return enqueue(learner, (Literal){2 * number + colour, position}, reason, of, NULL);
    if (learner->base[cell] == colour)
        return 1;
    /* it is known to have the other one */
    Entry entry = {colour, 0, position, -1, reason, of, NULL};
    learner->conflicting = 0;
    explain(learner, &entry, 0, -1);
    return 0;
}

/* The lowest position of a mask from one on and before another; -1 if there is none. */
static int lowest_between(const word *mask, int from, int to)
{
    if (from >= to)
        return -1;
    int at = from / WORD, last = (to - 1) / WORD;
    word found = mask[at] & ~(word)0 << from % WORD;
    while (!found && at < last)
        found = mask[++at];
    int position = found ? WORD * at + lowest_bit(found) : to;
    return position < to ? position : -1;
}

/* The highest position. */
static int highest_between(const word *mask, int from, int to)
{
    if (from >= to)
        return -1;
    int at = (to - 1) / WORD, first = from / WORD;
    word found = mask[at] & ~(word)0 >> (WORD - 1 - (to - 1) % WORD);
    while (!found && at > first)
        found = mask[--at];
    int position = found ? WORD * at + highest_bit(found) : -1;
    return position >= from ? position : -1;
}

/* Moves the least start beyond background cells, or as far as it takes for a conflict. */
static int settle_least(Learner *learner, Py_ssize_t number)
{
    const Place *block = learner->block + number;
    const word *white = learner->white + learner->mask[block->line];
    int start = block->least;
    while (start <= block->greatest) {
        int position = highest_between(white, start, start + block->length);
        if (position < 0)
            break;
        start = position + 1;
    }
    if (start > block->greatest)
        start = block->greatest + 1;
    return start == block->least || enqueue(learner, (Literal){side_of(learner, number, 1), start}, BLOCKED, 0, NULL);
}

/* The greatest. */
static int settle_greatest(Learner *learner, Py_ssize_t number)
{
    const Place *block = learner->block + number;
    const word *white = learner->white + learner->mask[block->line];
    int start = block->greatest;
    while (start >= block->least) {
        int position = lowest_between(white, start, start + block->length);
        if (position < 0)
            break;
        start = position - block->length;
    }
    if (start < block->least)
        start = block->least - 1;
    return start == block->greatest || enqueue(learner, (Literal){side_of(learner, number, 0), start}, BLOCKED, 0, NULL);
}

/* Has a block start at or before a black cell that the blocks before it have ended by. */
static int claim_from_left(Learner *learner, Py_ssize_t block, int position)
{
    return learner->block[block].greatest <= position ||
           enqueue(learner, (Literal){side_of(learner, block, 0), position}, CLAIMED, position, NULL);
}

/* Has a block end after a black cell that the blocks after it start beyond. */
static int claim_from_right(Learner *learner, Py_ssize_t block, int position)
{
    int start = position - learner->block[block].length + 1;
    return learner->block[block].least >= start ||
           enqueue(learner, (Literal){side_of(learner, block, 1), start}, CLAIMED, position, NULL);
}

/* A black cell that no block reaches. */
static int is_unreached(Learner *learner, const Line *line, int position, Literal beyond)
{
    int number = learner->number[line->cells[position]];
    learner->conflicting = 0;
    if (number >= 0)
        add_conflicting(learner, (Literal){2 * number + 1, 0});
    if (line->blocks)
        add_conflicting(learner, beyond);
    return 0;
}

/* The first block of a line that has not ended by a position; that after the last if all have. */
static Py_ssize_t first_beyond(const Learner *learner, int line, int position)
{
    Py_ssize_t low = learner->first[line], high = learner->first[line + 1];
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        const Place *block = learner->block + middle;
        if (block->greatest + block->length <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* The first block that starts after a position in any case. */
static Py_ssize_t first_after(const Learner *learner, int line, int position)
{
    Py_ssize_t low = learner->first[line], high = learner->first[line + 1];
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (learner->block[middle].least <= position)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* What follows from a black cell of a line. */
static int follow_black(Learner *learner, int number, int position)
{
    const Line *line = learner->lines->line + number;
    Py_ssize_t first = learner->first[number], end = learner->first[number + 1];
    Py_ssize_t block = first_beyond(learner, number, position);
    if (block == end) {
        int length = end > first ? learner->block[end - 1].length : 0;
        return is_unreached(learner, line, position, (Literal){side_of(learner, end - 1, 0), position - length});
    }
    if (!claim_from_left(learner, block, position))
        return 0;
    block = first_after(learner, number, position);
    if (block == first)
        return is_unreached(learner, line, position, (Literal){side_of(learner, first, 1), position + 1});
    return claim_from_right(learner, block - 1, position);
}

/* What follows from a background cell. */
static int follow_white(Learner *learner, int number, int position)
{
    Py_ssize_t end = learner->first[number + 1];
    for (Py_ssize_t at = first_beyond(learner, number, position); at < end; at++) {
        const Place *block = learner->block + at;
        if (block->least > position)
            break;
        if (block->least + block->length > position && !settle_least(learner, at))
            return 0;
        if (block->greatest <= position && !settle_greatest(learner, at))
            return 0;
    }
    return 1;
}

/* What follows from a cell in all its lines. */
static int follow_cell(Learner *learner, int cell, int colour)
{
    const Lines *lines = learner->lines;
    for (int family = 0; family < lines->families; family++) {
        Py_ssize_t where = (Py_ssize_t)family * lines->cells + cell;
        int line = lines->line_of[where], position = lines->position_of[where];
        if (lines->line[line].blocks >= 0 &&
            !(colour ? follow_black(learner, line, position) : follow_white(learner, line, position)))
            return 0;
    }
    return 1;
}

static inline int greater(int a, int b) { return a > b ? a : b; }
static inline int lesser(int a, int b) { return a < b ? a : b; }

/* What follows from a least start that was another. */
static int follow_least(Learner *learner, Py_ssize_t number, int old)
{
    const Place *block = learner->block + number;
    const Line *line = line_of_block(learner, block);
    Py_ssize_t first = learner->first[block->line], end = learner->first[block->line + 1];
    int ended = block->least + block->length;
    for (int at = greater(block->greatest, old + block->length); at < ended; at++)
        if (!colour_cell(learner, line, at, 1, COVERED, (int)number))
            return 0;
    const Place *left = number > first ? block - 1 : NULL;
    for (int at = left ? greater(old, left->greatest + left->length) : old; at < block->least; at++)
        if (!colour_cell(learner, line, at, 0, BEFORE, (int)number))
            return 0;
    if (number + 1 < end && block[1].least <= ended &&
        !enqueue(learner, (Literal){side_of(learner, number + 1, 1), ended + 1}, NEIGHBOUR, 0, NULL))
        return 0;
    if (left) {
        int black = highest_between(learner->black + learner->mask[block->line], old, block->least);
        if (black >= 0 && !claim_from_right(learner, number - 1, black))
            return 0;
    }
    return settle_least(learner, number);
}

/* From a greatest start. */
static int follow_greatest(Learner *learner, Py_ssize_t number, int old)
{
    const Place *block = learner->block + number;
    const Line *line = line_of_block(learner, block);
    Py_ssize_t first = learner->first[block->line], end = learner->first[block->line + 1];
    int ended = block->greatest + block->length;
    const Place *right = number + 1 < end ? block + 1 : NULL;
    int last = lesser(old, block->least + block->length);
    for (int at = block->greatest; at < last; at++)
        if (!colour_cell(learner, line, at, 1, COVERED, (int)number))
            return 0;
    last = right ? lesser(old + block->length, right->least) : old + block->length;
    for (int at = ended; at < last; at++)
        if (!colour_cell(learner, line, at, 0, right ? BEFORE : BEHIND, (int)number + (right != NULL)))
            return 0;
    if (number > first) {
        int start = block->greatest - 1 - block[-1].length;
        if (block[-1].greatest > start &&
            !enqueue(learner, (Literal){side_of(learner, number - 1, 0), start}, NEIGHBOUR, 0, NULL))
            return 0;
    }
    if (right) {
        int black = lowest_between(learner->black + learner->mask[block->line], ended, old + block->length);
        if (black >= 0 && !claim_from_left(learner, number + 1, black))
            return 0;
    }
    return settle_greatest(learner, number);
}

static int follow(Learner *learner, Entry entry)
{
    if (is_cell(learner, entry.side))
        return follow_cell(learner, learner->cell[entry.side >> 1], entry.side & 1);
    Py_ssize_t block = (entry.side >> 1) - learner->cells;
    return entry.side & 1 ? follow_least(learner, block, entry.old) : follow_greatest(learner, block, entry.old);
}

void watch(Learner *learner, Literal literal, Clause *clause, Literal other)
{
    Watchers *watchers = &learner->watchers[literal.side ^ 1];
    if (!make_room(learner, &watchers->watcher, sizeof(Watcher), watchers->number + 1, &watchers->room))
        watchers->watcher[watchers->number++] = (Watcher){clause, literal.place, other};
}

/* Another literal that is not false in the place of the second, which is: whether there is one. */
static int watch_another(Learner *learner, Clause *clause)
{
    for (int at = 2; at < clause->size; at++)
        if (value_of(learner, clause->literal[at]) >= 0) {
            Literal found = clause->literal[at];
            clause->literal[at] = clause->literal[1];
            clause->literal[1] = found;
            watch(learner, found, clause, clause->literal[0]);
            return 1;
        }
    return 0;
}

/* What follows from clauses once a literal is true. */
static int follow_clauses(Learner *learner, Entry entry)
{
    Watchers *watchers = &learner->watchers[entry.side];
    int of_cell = is_cell(learner, entry.side), fine = 1;
    Py_ssize_t at = 0, kept = 0;
    while (fine && at < watchers->number) {
        Watcher *all = watchers->watcher, each = all[at++];
        Literal mine = {entry.side ^ 1, each.place};
        if ((!of_cell && value_of(learner, mine) >= 0) || value_of(learner, each.other) > 0) {
            all[kept++] = each;
            continue;
        }
        Clause *clause = each.clause;
        if (clause->literal[0].side == mine.side && clause->literal[0].place == mine.place) {
            clause->literal[0] = clause->literal[1];
            clause->literal[1] = mine;
        }
        Literal first = clause->literal[0];
        if (value_of(learner, first) <= 0 && watch_another(learner, clause))
            continue;
        watchers->watcher[kept++] = (Watcher){clause, each.place, first};
        fine = enqueue(learner, first, LEARNT, 0, clause);
    }
    while (at < watchers->number)
        watchers->watcher[kept++] = watchers->watcher[at++];
    watchers->number = kept;
    return fine;
}

int propagate_starts(Learner *learner)
{
    while (learner->settled < learner->trailed) {
        Entry entry = learner->trail[learner->settled];
        if (!follow(learner, entry) || !follow_clauses(learner, entry) || learner->failed)
            return 0;
        learner->settled++;
    }
    return 1;
}

int propagate_first(Learner *learner)
{
    const Lines *lines = learner->lines;
    for (Py_ssize_t at = 0; at < learner->blocks; at++)
        if (learner->block[at].least > learner->block[at].greatest || !settle_least(learner, at) || !settle_greatest(learner, at))
            return 0;
    for (int cell = 0; cell < lines->cells; cell++)
        if (learner->number[cell] < 0 && !follow_cell(learner, cell, learner->base[cell]))
            return 0;
    return propagate_starts(learner);
}

/* Has the starts of a block that become open be decided on again. */
static void put_starts(Learner *learner, const Place *block, int from, int to)
{
    for (int start = from; start < to; start++) {
        Py_ssize_t where = block->choices + start - block->first;
        if (learner->absent[where])
            put_choice(learner, learner->start_choice[where]);
    }
}

void take_back_to(Learner *learner, Py_ssize_t level)
{
    const Lines *lines = learner->lines;
    if (learner->levels <= level)
        return;
    learner->takings++;
    learner->fixed = 0;
    while (learner->trailed > learner->level[level]) {
        Entry *entry = &learner->trail[--learner->trailed];
        int side = entry->side, variable = side >> 1;
        if (is_cell(learner, side)) {
            learner->tried[variable] = learner->value[variable];
            learner->value[variable] = -1;
            for (int family = 0; family < lines->families; family++) {
                Py_ssize_t where = (Py_ssize_t)family * lines->cells + learner->cell[variable];
                word *mask = (side & 1 ? learner->black : learner->white) + learner->mask[lines->line_of[where]];
                mask[lines->position_of[where] / WORD] &= ~((word)1 << lines->position_of[where] % WORD);
            }
            put_choice(learner, variable);
            continue;
        }
        Place *block = block_of(learner, side);
        if (block->taken != learner->takings) {
            block->taken = learner->takings;
            block->tried[0] = block->greatest;
            block->tried[1] = block->least;
        }
        learner->last[side] = entry->before;
        if (side & 1) {
            put_starts(learner, block, entry->old, block->least);
            block->least = entry->old;
        } else {
            put_starts(learner, block, block->greatest, entry->old);
            block->greatest = entry->old;
        }
    }
    learner->settled = learner->trailed;
    learner->levels = level;
}
