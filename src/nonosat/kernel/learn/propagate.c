/* Propagation: clauses with two watched literals, starts of blocks and whole lines, to the fixpoint. */

#include "learner.h"

/* ---- unit propagation with two watched literals ---- */

void watch(Learner *learner, Literal literal, Clause *clause, Literal blocker)
{
    Watchers *watchers = &learner->watchers[literal.side ^ 1];
    if (!make_room(learner, &watchers->watcher, sizeof(Watcher), watchers->number + 1, &watchers->room))
        watchers->watcher[watchers->number++] = (Watcher){clause, literal.place, blocker};
}

/* Replaces the second literal, which is false, by one that is not: whether there is one. */
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

/* Unit propagation: visits the watchers of a literal that became true. Returns 1, or 0 as `enqueue`. */
static int propagate_clauses(Learner *learner, Entry entry)
{
    Watchers *watchers = &learner->watchers[entry.side];
    int of_cell = is_cell(learner, entry.side), fine = 1;
    Py_ssize_t at = 0, kept = 0;
    while (fine && at < watchers->number) {
        Watcher *all = watchers->watcher, each = all[at++];
        Literal mine = {entry.side ^ 1, each.place};
        if ((!of_cell && value_of(learner, mine) >= 0) || value_of(learner, each.blocker) > 0) {
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
        fine = enqueue(learner, first, CLAUSE, 0, clause);
    }
    while (at < watchers->number)
        watchers->watcher[kept++] = watchers->watcher[at++];
    watchers->number = kept;
    return fine;
}

/* ---- the fixpoint ---- */

static int propagate_entry(Learner *learner, Entry entry)
{
    return is_cell(learner, entry.side) ? follow_candidate(learner, entry.side) : follow_bound(learner, &entry);
}

int propagate_all(Learner *learner)
{
    for (;;) {
        while (learner->propagated < learner->trailed) {
            Entry entry = learner->trail[learner->propagated];
            if (!propagate_entry(learner, entry) || !propagate_clauses(learner, entry) || learner->failed)
                return 0;
            learner->propagated++;
        }
        if (learner->queue_head == learner->queued)
            return 1;
        int line = learner->queue[learner->queue_head++ % learner->lines->lines];
        learner->dirty[line] = 0;
        if (!settle_queued(learner, line) || learner->failed)
            return 0;
    }
}

int propagate_first(Learner *learner)
{
    return settle_starts(learner) && propagate_all(learner);
}
