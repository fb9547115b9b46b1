/* Conflict analysis: first-UIP clause learning as in MiniSat, with bounds of starts as literals; and the clause database. */

#include "learner.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 2 /* instead of 1: seen, and in the clause */ };

/* The level of an entry. */
static ptrdiff_t level_of(const Learner *learner, ptrdiff_t entry)
{
    ptrdiff_t low = 0, high = learner->levels;
    while (low < high) {
        ptrdiff_t middle = (low + high) / 2;
        if (learner->level[middle] <= entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks the entry of a true literal, of those before one: 1 if it is new and of the last level. */
static int mark(Learner *learner, Literal literal, ptrdiff_t before)
{
    int at = entry_of(learner, literal, before);
    if (at < 0)
        return 0;
    if (learner->analysis.seen[at]) {
        if (!is_cell(learner, literal.side) && !implies(literal.side, learner->analysis.needed[at], literal.place)) {
            learner->analysis.needed[at] = literal.place;
            bump(learner, literal);
        }
        return 0;
    }
    if (make_room(learner, &learner->analysis.marked, sizeof(int), learner->analysis.marks + 1, &learner->analysis.mark_room))
        return 0;
    learner->analysis.marked[learner->analysis.marks++] = at;
    learner->analysis.seen[at] = 1;
    learner->analysis.needed[at] = literal.place;
    bump(learner, literal);
    return at >= learner->level[learner->levels - 1];
}

/* Returns 1 if the marked entries imply this one (clause minimization). */
static int is_redundant(Learner *learner, int at)
{
    const Entry *entry = &learner->trail[at];
    if (entry->reason == DECISION)
        return 0;
    if (entry->reason == FILLING)
        return filling_follows(learner, entry, at);
    learner->analysis.conflicting = 0;
    explain(learner, entry, learner->analysis.needed[at], at);
    for (ptrdiff_t each = 0; each < learner->analysis.conflicting; each++) {
        Literal literal = learner->analysis.conflict[each];
        int reason = entry_of(learner, literal, at);
        if (reason < 0)
            continue;
        if (!learner->analysis.seen[reason] ||
            (!is_cell(learner, literal.side) && !implies(literal.side, learner->analysis.needed[reason], literal.place)))
            return 0;
    }
    return 1;
}

/* Resolves back to the first unique implication point: the one entry of the last level that is left. */
static int first_uip(Learner *learner)
{
    int left = 0, at = (int)learner->trailed;
    for (;;) {
        for (ptrdiff_t each = 0; each < learner->analysis.conflicting; each++)
            left += mark(learner, learner->analysis.conflict[each], at);
        if (learner->failed || left < 1) /* the latter cannot be */
            return -1;
        do
            at--;
        while (!learner->analysis.seen[at]);
        if (left == 1)
            return at;
        left--;
        Entry *entry = &learner->trail[at];
        learner->analysis.conflicting = 0;
        explain(learner, entry, learner->analysis.needed[at], at);
        if (entry->reason == CLAUSE)
            entry->clause->activity++;
        learner->analysis.seen[at] = 0;
    }
}

/* Returns 1 if the clause has a later, stronger bound of the entry's side. */
static int is_outdone(const Learner *learner, int at)
{
    int side = learner->trail[at].side;
    if (is_cell(learner, side))
        return 0;
    for (int later = learner->last[side]; later > at; later = learner->trail[later].before)
        if (learner->analysis.seen[later] == KEPT)
            return 1;
    return 0;
}

static void add_learnt(Learner *learner, int at)
{
    Literal literal = {learner->trail[at].side, learner->analysis.needed[at]};
    if (!make_room(learner, &learner->analysis.learnt, sizeof(Literal), learner->analysis.learnts + 1, &learner->analysis.learnt_room))
        learner->analysis.learnt[learner->analysis.learnts++] = negated(learner, literal);
}

/* The clause: the UIP is false, or one of the marked entries before it. The latest of these comes second. */
static void write_clause(Learner *learner, int point, ptrdiff_t *back, int *lbd)
{
    for (ptrdiff_t each = 0; each < learner->analysis.marks; each++) {
        int at = learner->analysis.marked[each];
        if (learner->analysis.seen[at] && at != point && !is_redundant(learner, at))
            learner->analysis.seen[at] = KEPT;
    }
    learner->analysis.seen[point] = KEPT;
    learner->analysis.learnts = 0;
    add_learnt(learner, point);
    learner->analysis.stamps++;
    *back = 0;
    *lbd = 1;
    for (ptrdiff_t each = 0; each < learner->analysis.marks && !learner->failed; each++) {
        int at = learner->analysis.marked[each];
        if (learner->analysis.seen[at] != KEPT || at == point || is_outdone(learner, at))
            continue;
        add_learnt(learner, at);
        ptrdiff_t level = level_of(learner, at);
        *lbd += learner->analysis.stamp[level] != learner->analysis.stamps;
        learner->analysis.stamp[level] = learner->analysis.stamps;
        if (level > *back && !learner->failed) {
            Literal latest = learner->analysis.learnt[learner->analysis.learnts - 1];
            *back = level;
            learner->analysis.learnt[learner->analysis.learnts - 1] = learner->analysis.learnt[1];
            learner->analysis.learnt[1] = latest;
        }
    }
}

/* The level of the latest literal of the conflict. */
static ptrdiff_t level_of_conflict(const Learner *learner)
{
    int latest = -1;
    for (ptrdiff_t each = 0; each < learner->analysis.conflicting; each++) {
        int at = entry_of(learner, learner->analysis.conflict[each], learner->trailed);
        latest = at > latest ? at : latest;
    }
    return latest < 0 ? 0 : level_of(learner, latest);
}

/* Room for what is kept per entry and level: 0, or -1 on failure. */
static int make_temporaries(Learner *learner)
{
    ptrdiff_t before = learner->analysis.seen_room, stamped = learner->analysis.stamp_room;
    if (make_room(learner, &learner->analysis.seen, 1, learner->trailed + 1, &learner->analysis.seen_room))
        return -1;
    memset(learner->analysis.seen + before, 0, learner->analysis.seen_room - before);
    if (make_room(learner, &learner->analysis.needed, sizeof(int), learner->trailed + 1, &learner->analysis.needed_room) ||
        make_room(learner, &learner->analysis.stamp, sizeof(ptrdiff_t), learner->levels + 1, &learner->analysis.stamp_room))
        return -1;
    for (ptrdiff_t at = stamped; at < learner->analysis.stamp_room; at++)
        learner->analysis.stamp[at] = 0;
    return 0;
}

int analyze(Learner *learner, ptrdiff_t *back, int *lbd)
{
    ptrdiff_t level = level_of_conflict(learner);
    if (!level)
        return 0;
    cancel_until(learner, level);
    learner->analysis.marks = 0;
    if (make_temporaries(learner))
        return 0;
    int point = first_uip(learner);
    if (point >= 0)
        write_clause(learner, point, back, lbd);
    for (ptrdiff_t each = 0; each < learner->analysis.marks; each++)
        learner->analysis.seen[learner->analysis.marked[each]] = 0;
    return point >= 0 && !learner->failed;
}

Clause *attach_clause(Learner *learner, const Literal *literals, ptrdiff_t size, int lbd)
{
    if (make_room(learner, &learner->clause, sizeof(Clause *), learner->clauses + 1, &learner->clause_room))
        return NULL;
    Clause *clause = room(sizeof(Clause) + sizeof(Literal) * size, 1);
    if (!clause) {
        learner->failed = NONOSAT_MEMORY;
        return NULL;
    }
    clause->size = (int)size;
    clause->lbd = lbd;
    clause->activity = 0;
    clause->garbage = 0;
    memcpy(clause->literal, literals, sizeof(Literal) * size);
    learner->clause[learner->clauses++] = clause;
    watch(learner, clause->literal[0], clause, clause->literal[1]);
    watch(learner, clause->literal[1], clause, clause->literal[0]);
    return learner->failed ? NULL : clause;
}

/* Low LBD first, then high activity. */
static int by_worth(const void *a, const void *b)
{
    const Clause *one = *(Clause *const *)a, *other = *(Clause *const *)b;
    if (one->lbd != other->lbd)
        return one->lbd < other->lbd ? -1 : 1;
    if (one->activity != other->activity)
        return one->activity > other->activity ? -1 : 1;
    return one->number < other->number ? -1 : one->number > other->number;
}

void reduce_db(Learner *learner)
{
    for (ptrdiff_t at = 0; at < learner->clauses; at++)
        learner->clause[at]->number = at;
    qsort(learner->clause, learner->clauses, sizeof(Clause *), by_worth);
    ptrdiff_t kept = learner->clauses / 2;
    while (kept < learner->clauses && !learner->clause[kept]->lbd)
        kept++;
    for (ptrdiff_t at = 0; at < learner->clauses; at++) {
        learner->clause[at]->garbage = at >= kept;
        learner->clause[at]->activity /= 2;
    }
    for (ptrdiff_t side = 0; side < 2 * ((ptrdiff_t)learner->variables + learner->blocks); side++) {
        Watchers *watchers = &learner->watchers[side];
        ptrdiff_t left = 0;
        for (ptrdiff_t at = 0; at < watchers->number; at++)
            if (!watchers->watcher[at].clause->garbage)
                watchers->watcher[left++] = watchers->watcher[at];
        watchers->number = left;
    }
    while (learner->clauses > kept)
        free(learner->clause[--learner->clauses]);
}
