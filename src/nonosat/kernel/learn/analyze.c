/* Conflict analysis: first-UIP clause learning as in MiniSat, with bounds of starts as literals; and the clause database. */

#include "learner.h"

#include <stdlib.h>
#include <string.h>

enum { KEPT = 2 /* instead of 1: seen, and in the clause */ };

/* The level of an entry. */
static ptrdiff_t level_of(const Learner *learner, ptrdiff_t entry)
{
    ptrdiff_t low = 0, high = learner->decision_level;
    while (low < high) {
        ptrdiff_t middle = (low + high) / 2;
        if (learner->trail_lim[middle] <= entry)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Marks the entry of a true literal, of those before one: 1 if it is new and of the last level. */
static int mark(Learner *learner, Literal literal, ptrdiff_t end)
{
    Analysis *analysis = &learner->analysis;
    int at = entry_of(learner, literal, end);
    if (at < 0)
        return 0;
    if (analysis->seen[at]) {
        if (!is_cell(learner, literal.lit) && !implies(literal.lit, analysis->needed[at], literal.bound)) {
            analysis->needed[at] = literal.bound;
            bump(learner, literal);
        }
        return 0;
    }
    if (grow_or_fail(learner, &analysis->marked, sizeof(int), analysis->marked_size + 1, &analysis->marked_capacity))
        return 0;
    analysis->marked[analysis->marked_size++] = at;
    analysis->seen[at] = 1;
    analysis->needed[at] = literal.bound;
    bump(learner, literal);
    return at >= learner->trail_lim[learner->decision_level - 1];
}

/* Returns 1 if the marked entries imply this one (clause minimization). */
static int is_redundant(Learner *learner, int at)
{
    Analysis *analysis = &learner->analysis;
    const Entry *entry = &learner->trail[at];
    if (entry->reason == DECISION)
        return 0;
    if (entry->reason == FILLING)
        return filling_follows(learner, entry, at);
    analysis->conflict_size = 0;
    explain(learner, entry, analysis->needed[at], at);
    for (ptrdiff_t index = 0; index < analysis->conflict_size; index++) {
        Literal literal = analysis->conflict[index];
        int reason = entry_of(learner, literal, at);
        if (reason < 0)
            continue;
        if (!analysis->seen[reason] ||
            (!is_cell(learner, literal.lit) && !implies(literal.lit, analysis->needed[reason], literal.bound)))
            return 0;
    }
    return 1;
}

/* Resolves back to the first unique implication point: the one entry of the last level that is left. */
static int first_uip(Learner *learner)
{
    Analysis *analysis = &learner->analysis;
    int left = 0, at = (int)learner->trail_size;
    for (;;) {
        for (ptrdiff_t index = 0; index < analysis->conflict_size; index++)
            left += mark(learner, analysis->conflict[index], at);
        if (learner->failed || left < 1) /* the latter cannot be */
            return -1;
        do
            at--;
        while (!analysis->seen[at]);
        if (left == 1)
            return at;
        left--;
        Entry *entry = &learner->trail[at];
        analysis->conflict_size = 0;
        explain(learner, entry, analysis->needed[at], at);
        if (entry->reason == CLAUSE)
            entry->clause->activity++;
        analysis->seen[at] = 0;
    }
}

/* Returns 1 if the clause has a later, stronger bound of the entry's lit. */
static int is_subsumed(const Learner *learner, int at)
{
    int lit = learner->trail[at].lit;
    if (is_cell(learner, lit))
        return 0;
    for (int later = learner->last_entry[lit]; later > at; later = learner->trail[later].previous)
        if (learner->analysis.seen[later] == KEPT)
            return 1;
    return 0;
}

static void add_learnt(Learner *learner, int at)
{
    Analysis *analysis = &learner->analysis;
    Literal literal = {learner->trail[at].lit, analysis->needed[at]};
    if (!grow_or_fail(learner, &analysis->learnt, sizeof(Literal), analysis->learnt_size + 1, &analysis->learnt_capacity))
        analysis->learnt[analysis->learnt_size++] = negated(learner, literal);
}

/* The clause: the UIP is false, or one of the marked entries before it. The latest of these comes second. */
static void write_clause(Learner *learner, int point, ptrdiff_t *back, int *lbd)
{
    Analysis *analysis = &learner->analysis;
    for (ptrdiff_t index = 0; index < analysis->marked_size; index++) {
        int at = analysis->marked[index];
        if (analysis->seen[at] && at != point && !is_redundant(learner, at))
            analysis->seen[at] = KEPT;
    }
    analysis->seen[point] = KEPT;
    analysis->learnt_size = 0;
    add_learnt(learner, point);
    analysis->stamps++;
    *back = 0;
    *lbd = 1;
    for (ptrdiff_t index = 0; index < analysis->marked_size && !learner->failed; index++) {
        int at = analysis->marked[index];
        if (analysis->seen[at] != KEPT || at == point || is_subsumed(learner, at))
            continue;
        add_learnt(learner, at);
        ptrdiff_t level = level_of(learner, at);
        *lbd += analysis->stamp[level] != analysis->stamps;
        analysis->stamp[level] = analysis->stamps;
        if (level > *back && !learner->failed) {
            Literal latest = analysis->learnt[analysis->learnt_size - 1];
            *back = level;
            analysis->learnt[analysis->learnt_size - 1] = analysis->learnt[1];
            analysis->learnt[1] = latest;
        }
    }
}

/* The level of the latest literal of the conflict. */
static ptrdiff_t level_of_conflict(const Learner *learner)
{
    const Analysis *analysis = &learner->analysis;
    int latest = -1;
    for (ptrdiff_t index = 0; index < analysis->conflict_size; index++) {
        int at = entry_of(learner, analysis->conflict[index], learner->trail_size);
        latest = at > latest ? at : latest;
    }
    return latest < 0 ? 0 : level_of(learner, latest);
}

/* Room for what is kept per entry and level: 0, or -1 on failure. */
static int make_temporaries(Learner *learner)
{
    Analysis *analysis = &learner->analysis;
    ptrdiff_t old_seen = analysis->seen_capacity, old_stamp = analysis->stamp_capacity;
    if (grow_or_fail(learner, &analysis->seen, 1, learner->trail_size + 1, &analysis->seen_capacity))
        return -1;
    memset(analysis->seen + old_seen, 0, analysis->seen_capacity - old_seen);
    if (grow_or_fail(learner, &analysis->needed, sizeof(int), learner->trail_size + 1, &analysis->needed_capacity) ||
        grow_or_fail(learner, &analysis->stamp, sizeof(ptrdiff_t), learner->decision_level + 1, &analysis->stamp_capacity))
        return -1;
    for (ptrdiff_t at = old_stamp; at < analysis->stamp_capacity; at++)
        analysis->stamp[at] = 0;
    return 0;
}

int analyze(Learner *learner, ptrdiff_t *back, int *lbd)
{
    Analysis *analysis = &learner->analysis;
    ptrdiff_t level = level_of_conflict(learner);
    if (!level)
        return 0;
    cancel_until(learner, level);
    analysis->marked_size = 0;
    if (make_temporaries(learner))
        return 0;
    int point = first_uip(learner);
    if (point >= 0)
        write_clause(learner, point, back, lbd);
    for (ptrdiff_t index = 0; index < analysis->marked_size; index++)
        analysis->seen[analysis->marked[index]] = 0;
    return point >= 0 && !learner->failed;
}

Clause *attach_clause(Learner *learner, const Literal *literals, ptrdiff_t size, int lbd)
{
    if (grow_or_fail(learner, &learner->clause, sizeof(Clause *), learner->clauses + 1, &learner->clause_capacity))
        return NULL;
    Clause *clause = alloc(sizeof(Clause) + sizeof(Literal) * size, 1);
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
    ptrdiff_t excluding = 0; /* clauses that exclude solutions stay, and half of the others */
    while (excluding < learner->clauses && !learner->clause[excluding]->lbd)
        excluding++;
    ptrdiff_t kept = excluding + (learner->clauses - excluding) / 2;
    for (ptrdiff_t at = 0; at < learner->clauses; at++) {
        learner->clause[at]->garbage = at >= kept;
        learner->clause[at]->activity /= 2;
    }
    for (ptrdiff_t lit = 0; lit < 2 * ((ptrdiff_t)learner->variables + learner->blocks); lit++) {
        Watchers *watchers = &learner->watchers[lit];
        ptrdiff_t left = 0;
        for (ptrdiff_t at = 0; at < watchers->number; at++)
            if (!watchers->watcher[at].clause->garbage)
                watchers->watcher[left++] = watchers->watcher[at];
        watchers->number = left;
    }
    while (learner->clauses > kept)
        free_memory(learner->clause[--learner->clauses]);
}
