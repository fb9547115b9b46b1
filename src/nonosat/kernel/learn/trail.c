/* The trail: literals become true, and backjumps undo them. */

#include "learner.h"

/* Takes a candidate from the masks of its lines, or gives it back. */
static void flip_candidate(Learner *learner, int lit)
{
    const Lines *lines = learner->lines;
    int cell = learner->cell[lit >> 1], colour = learner->removes[lit];
    if (colour < 0)
        return;
    EACH_CROSSING(lines, cell, at)
    {
        const Line *line = lines->line + at->line;
        learner->masks[line->masks + (ptrdiff_t)colour * line->words + at->position / WORD] ^= (word)1 << at->position % WORD;
    }
}

int enqueue(Learner *learner, Literal literal, int reason, int cause, Clause *clause)
{
    int value = value_of(learner, literal), variable = literal.lit >> 1;
    if (value > 0)
        return 1;
    Entry entry = {literal.lit, 0, literal.bound, -1, reason, cause, clause};
    BlockStart *block = NULL;
    if (!is_cell(learner, literal.lit)) {
        block = block_of(learner, literal.lit);
        entry.old = literal.lit & 1 ? block->least : block->greatest;
        entry.previous = learner->last_entry[literal.lit];
    }
    if (value < 0) {
        learner->analysis.conflict_size = 0;
        explain(learner, &entry, entry.bound, learner->trail_size);
        add_conflicting(learner, negated(learner, literal));
        return 0;
    }
    if (grow_or_fail(learner, &learner->trail, sizeof(Entry), learner->trail_size + 1, &learner->trail_capacity))
        return 0;
    if (block) {
        learner->last_entry[literal.lit] = (int)learner->trail_size;
        *(literal.lit & 1 ? &block->least : &block->greatest) = literal.bound;
    } else {
        learner->value[variable] = literal.lit & 1;
        learner->entry[variable] = (int)learner->trail_size;
        flip_candidate(learner, literal.lit);
    }
    learner->trail[learner->trail_size++] = entry;
    learner->work++;
    return 1;
}

/* ---- backjumps ---- */

/* Puts the starts of a block that become undefined back into the heap. */
static void insert_starts(Learner *learner, const BlockStart *block, int from, int to)
{
    for (int start = from; start < to; start++) {
        ptrdiff_t where = block->choices + start - block->first;
        if (learner->absent[where])
            insert_choice(learner, learner->start_choice[where]);
    }
}

static void undo_bound(Learner *learner, const Entry *entry)
{
    BlockStart *block = block_of(learner, entry->lit);
    if (block->undone != learner->backjumps) {
        block->undone = learner->backjumps;
        block->phase = block->greatest;
    }
    learner->last_entry[entry->lit] = entry->previous;
    if (entry->lit & 1) {
        insert_starts(learner, block, entry->old, block->least);
        block->least = entry->old;
    } else {
        insert_starts(learner, block, block->greatest, entry->old);
        block->greatest = entry->old;
    }
}

void cancel_until(Learner *learner, ptrdiff_t level)
{
    if (learner->decision_level <= level)
        return;
    learner->backjumps++;
    learner->fixed = 0;
    for (; learner->queue_head < learner->queue_tail; learner->queue_head++)
        learner->dirty[learner->queue[learner->queue_head % learner->lines->lines]] = 0;
    learner->queue_tail = learner->queue_head = 0;
    while (learner->trail_size > learner->trail_lim[level]) {
        const Entry *entry = &learner->trail[--learner->trail_size];
        int variable = entry->lit >> 1;
        if (!is_cell(learner, entry->lit)) {
            undo_bound(learner, entry);
            continue;
        }
        learner->phase[variable] = learner->value[variable];
        learner->value[variable] = -1;
        flip_candidate(learner, entry->lit);
        insert_choice(learner, variable);
    }
    learner->qhead = learner->trail_size;
    learner->decision_level = level;
}
