/* What is learnt from a conflict: the clause of the first entry through which all ways lead to it, as MiniSat does. */

#include "learn.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 2 /* instead of 1: seen, and in the clause */ };

/* The level of an entry. */
static Py_ssize_t level_of(const Learner *learner, Py_ssize_t entry)
{
    Py_ssize_t low = 0, high = learner->levels;
    while (low < high) {
        Py_ssize_t middle = (low + high) / 2;
        if (learner->level[middle] <= entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Takes up a true literal of the entries before one: 1 if it is a new one of the last level. */
static int mark(Learner *learner, Literal literal, Py_ssize_t before)
{
    int at = entry_of(learner, literal, before);
    if (at < 0)
        return 0;
    if (learner->seen[at]) {
        if (!is_cell(learner, literal.side) && !says(literal.side, learner->needed[at], literal.place)) {
            learner->needed[at] = literal.place;
            reward(learner, literal);
        }
        return 0;
    }
    if (make_room(learner, &learner->marked, sizeof(int), learner->marks + 1, &learner->mark_room))
        return 0;
    learner->marked[learner->marks++] = at;
    learner->seen[at] = 1;
    learner->needed[at] = literal.place;
    reward(learner, literal);
    return at >= learner->level[learner->levels - 1];
}

/* Whether an entry follows from others that were marked. */
static int is_implied(Learner *learner, int at)
{
    const Entry *entry = &learner->trail[at];
    if (entry->reason == ASSUMED)
        return 0;
    learner->conflicting = 0;
    explain(learner, entry, learner->needed[at], at);
    for (Py_ssize_t each = 0; each < learner->conflicting; each++) {
        Literal literal = learner->conflict[each];
        int reason = entry_of(learner, literal, at);
        if (reason < 0)
            continue;
        if (!learner->seen[reason] ||
            (!is_cell(learner, literal.side) && !says(literal.side, learner->needed[reason], literal.place)))
            return 0;
    }
    return 1;
}

/* Marks what the conflict needs, back to the one entry of the last level that all of it goes through: that entry. */
static int first_unique_point(Learner *learner)
{
    int left = 0, at = (int)learner->trailed;
    for (;;) {
        for (Py_ssize_t each = 0; each < learner->conflicting; each++)
            left += mark(learner, learner->conflict[each], at);
        if (learner->failed || left < 1) /* the latter cannot be */
            return -1;
        do
            at--;
        while (!learner->seen[at]);
        if (left == 1)
            return at;
        left--;
        Entry *entry = &learner->trail[at];
        learner->conflicting = 0;
        explain(learner, entry, learner->needed[at], at);
        if (entry->reason == LEARNT)
            entry->clause->used++;
        learner->seen[at] = 0;
    }
}

/* Whether the clause has a stronger bound of an entry's side, a later one. */
static int is_outdone(const Learner *learner, int at)
{
    int side = learner->trail[at].side;
    if (is_cell(learner, side))
        return 0;
    for (int later = learner->last[side]; later > at; later = learner->trail[later].before)
        if (learner->seen[later] == KEPT)
            return 1;
    return 0;
}

static void add_learnt(Learner *learner, int at)
{
    Literal literal = {learner->trail[at].side, learner->needed[at]};
    if (!make_room(learner, &learner->learnt, sizeof(Literal), learner->learnts + 1, &learner->learnt_room))
        learner->learnt[learner->learnts++] = opposite(learner, literal);
}

/* The clause of what is marked: that the entry of the last level is not so, or one of those before. The latest of these
   comes second. */
static void write_clause(Learner *learner, int point, Py_ssize_t *back, int *levels)
{
    for (Py_ssize_t each = 0; each < learner->marks; each++) {
        int at = learner->marked[each];
        if (learner->seen[at] && at != point && !is_implied(learner, at))
            learner->seen[at] = KEPT;
    }
    learner->seen[point] = KEPT;
    learner->learnts = 0;
    add_learnt(learner, point);
    learner->stamps++;
    *back = 0;
    *levels = 1;
    for (Py_ssize_t each = 0; each < learner->marks && !learner->failed; each++) {
        int at = learner->marked[each];
        if (learner->seen[at] != KEPT || at == point || is_outdone(learner, at))
            continue;
        add_learnt(learner, at);
        Py_ssize_t level = level_of(learner, at);
        *levels += learner->stamp[level] != learner->stamps;
        learner->stamp[level] = learner->stamps;
        if (level > *back && !learner->failed) {
            Literal latest = learner->learnt[learner->learnts - 1];
            *back = level;
            learner->learnt[learner->learnts - 1] = learner->learnt[1];
            learner->learnt[1] = latest;
        }
    }
}

/* The level of the latest literal of the conflict. */
static Py_ssize_t level_of_conflict(const Learner *learner)
{
    int latest = -1;
    for (Py_ssize_t each = 0; each < learner->conflicting; each++) {
        int at = entry_of(learner, learner->conflict[each], learner->trailed);
        latest = at > latest ? at : latest;
    }
    return latest < 0 ? 0 : level_of(learner, latest);
}

/* Room for what is noted of entries and levels: 0, or -1 with an exception set. */
static int make_notes(Learner *learner)
{
    Py_ssize_t before = learner->seen_room, stamped = learner->stamp_room;
    if (make_room(learner, &learner->seen, 1, learner->trailed + 1, &learner->seen_room))
        return -1;
    memset(learner->seen + before, 0, learner->seen_room - before);
    if (make_room(learner, &learner->needed, sizeof(int), learner->trailed + 1, &learner->needed_room) ||
        make_room(learner, &learner->stamp, sizeof(Py_ssize_t), learner->levels + 1, &learner->stamp_room))
        return -1;
    for (Py_ssize_t at = stamped; at < learner->stamp_room; at++)
        learner->stamp[at] = 0;
    return 0;
}

int learn_clause(Learner *learner, Py_ssize_t *back, int *levels)
{
    Py_ssize_t level = level_of_conflict(learner);
    if (!level)
        return 0;
    take_back_to(learner, level);
    learner->marks = 0;
    if (make_notes(learner))
        return 0;
    int point = first_unique_point(learner);
    if (point >= 0)
        write_clause(learner, point, back, levels);
    for (Py_ssize_t each = 0; each < learner->marks; each++)
        learner->seen[learner->marked[each]] = 0;
    return !learner->failed;
}

Clause *keep_clause(Learner *learner, const Literal *literals, Py_ssize_t size, int levels)
{
    if (make_room(learner, &learner->clause, sizeof(Clause *), learner->clauses + 1, &learner->clause_room))
        return NULL;
    Clause *clause = PyMem_Malloc(sizeof(Clause) + sizeof(Literal) * size);
    if (!clause) {
        PyErr_NoMemory();
        learner->failed = 1;
        return NULL;
    }
    clause->size = (int)size;
    clause->levels = levels;
    clause->used = 0;
    memcpy(clause->literal, literals, sizeof(Literal) * size);
    learner->clause[learner->clauses++] = clause;
    watch(learner, clause->literal[0], clause, clause->literal[1]);
    watch(learner, clause->literal[1], clause, clause->literal[0]);
    return learner->failed ? NULL : clause;
}

/* Clauses of fewer levels come first, then those of more conflicts. */
static int by_worth(const void *a, const void *b)
{
    const Clause *one = *(Clause *const *)a, *other = *(Clause *const *)b;
    if (one->levels != other->levels)
        return one->levels < other->levels ? -1 : 1;
    if (one->used != other->used)
        return one->used > other->used ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

enum { FEW = 2 /* levels, of which a clause is kept for good */ };

void drop_clauses(Learner *learner)
{
    for (Py_ssize_t at = 0; at < learner->clauses; at++)
        learner->clause[at]->number = at;
    qsort(learner->clause, learner->clauses, sizeof(Clause *), by_worth);
    Py_ssize_t kept = learner->clauses / 2;
    while (kept < learner->clauses && learner->clause[kept]->levels <= FEW)
        kept++;
    for (Py_ssize_t at = 0; at < learner->clauses; at++) {
        learner->clause[at]->dropped = at >= kept;
        learner->clause[at]->used /= 2;
    }
    for (int side = 0; side < 2 * (learner->cells + learner->blocks); side++) {
        Watchers *watchers = &learner->watchers[side];
        Py_ssize_t left = 0;
        for (Py_ssize_t at = 0; at < watchers->number; at++)
            if (!watchers->watcher[at].clause->dropped)
                watchers->watcher[left++] = watchers->watcher[at];
        watchers->number = left;
    }
    while (learner->clauses > kept)
        PyMem_Free(learner->clause[--learner->clauses]);
}
