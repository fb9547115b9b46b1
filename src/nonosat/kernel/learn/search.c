/* The search loop: propagate, analyze, backjump, restart, decide. See learner.h. */

#include "learner.h"

#include <string.h>

enum { LOOK = 8000 /* work between two looks at the limits, about a millisecond */ };

#define DECAY 0.9 /* of activities: 47 thousand conflicts on 41 hard puzzles, 52 with 0.95 */

void forget_level_0(Learner *learner)
{
    for (ptrdiff_t at = 0; at < learner->trail_size; at++) {
        int lit = learner->trail[at].lit;
        if (is_cell(learner, lit))
            learner->entry[lit >> 1] = -1;
        else
            learner->last_entry[lit] = -1;
    }
    if (learner->trail_size && learner->whole_lines)
        memcpy(learner->root, learner->masks, sizeof(word) * learner->lines->words);
    learner->trail_size = learner->qhead = 0;
}

/* Adds a clause whose first literal becomes true; all others are false: 1, or 0 as `enqueue`. */
static int assert_clause(Learner *learner, const Literal *literals, ptrdiff_t size, int lbd)
{
    if (size == 1)
        return enqueue(learner, literals[0], DECISION, 0, NULL);
    Clause *clause = attach_clause(learner, literals, size, lbd);
    return clause && enqueue(learner, literals[0], CLAUSE, 0, clause);
}

/* Learns from the conflict, and backjumps. */
static int learn(Learner *learner)
{
    ptrdiff_t back;
    int lbd;
    if (learner->failed)
        return BROKEN;
    if (!analyze(learner, &back, &lbd))
        return learner->failed ? BROKEN : COMPLETE;
    learner->conflicts++;
    cancel_until(learner, back);
    if (!assert_clause(learner, learner->analysis.learnt, learner->analysis.learnt_size, lbd))
        return learner->failed ? BROKEN : COMPLETE; /* the latter cannot be */
    learner->var_inc /= DECAY;
    return GOING_ON;
}

/* Restarts, reduces the clause database and scales activities down, if it is time to. There are no other restarts within a round. */
static void reduce_if_due(Learner *learner)
{
    if (learner->conflicts < learner->next_reduction)
        return;
    cancel_until(learner, 0);
    reduce_db(learner);
    for (ptrdiff_t at = 0; at < learner->choices; at++)
        learner->choice[at].activity /= learner->var_inc;
    learner->var_inc = 1; /* since the last reduction it has grown to DECAY^-REDUCTION, 1e92 */
    learner->next_reduction = learner->conflicts + REDUCTION;
}

/* The literal to decide, with its saved phase: 0 if all is decided. */
static int pick_branch_literal(Learner *learner, Literal *literal)
{
    for (int choice; (choice = take_choice(learner)) >= 0;) {
        int variable = learner->choice[choice].variable, bound = learner->choice[choice].bound;
        *literal = (Literal){2 * variable, bound};
        if (value_of(learner, *literal))
            continue;
        if (choice < learner->variables)
            literal->lit |= learner->phase[variable];
        else if (block_of(learner, literal->lit)->phase > bound)
            *literal = negated(learner, *literal);
        return 1;
    }
    for (; learner->fixed < learner->blocks; learner->fixed++) {
        const BlockStart *block = learner->block + learner->fixed;
        if (block->least < block->greatest) {
            *literal = (Literal){start_lit(learner, learner->fixed, 0), block->least};
            return 1;
        }
    }
    return 0;
}

/* MiniSat's newDecisionLevel and uncheckedEnqueue. */
static int decide(Learner *learner, Literal literal)
{
    if (grow_or_fail(learner, &learner->trail_lim, sizeof(ptrdiff_t), learner->decision_level + 1, &learner->trail_lim_capacity))
        return BROKEN;
    learner->trail_lim[learner->decision_level++] = learner->trail_size;
    return enqueue(learner, literal, DECISION, 0, NULL) ? GOING_ON : BROKEN;
}

/* Notes the solution. */
static int note_solution(Learner *learner)
{
    Pictures *solutions = &learner->solutions;
    if (grow_or_fail(learner, &solutions->cells, (size_t)solutions->size + 1, solutions->number + 1, &solutions->capacity))
        return -1;
    uint8_t *colours = solutions->cells + solutions->number++ * solutions->size;
    memcpy(colours, learner->base, solutions->size);
    for (int variable = 0; variable < learner->variables; variable++) {
        int has = learner->removes[2 * variable + (learner->value[variable] == 0)]; /* what its false literal would have removed */
        if (has >= 0)
            colours[learner->cell[variable]] = (uint8_t)has;
    }
    return 0;
}

/* Excludes the solution that the decisions have led to: one of them is wrong. */
static int exclude_solution(Learner *learner)
{
    Analysis *analysis = &learner->analysis;
    ptrdiff_t levels = learner->decision_level;
    if (!levels)
        return COMPLETE;
    if (grow_or_fail(learner, &analysis->learnt, sizeof(Literal), levels, &analysis->learnt_capacity))
        return BROKEN;
    for (ptrdiff_t level = 0; level < levels; level++) {
        const Entry *entry = &learner->trail[learner->trail_lim[levels - 1 - level]];
        Literal literal = {entry->lit, is_cell(learner, entry->lit) ? 0 : entry->bound};
        analysis->learnt[level] = negated(learner, literal);
    }
    cancel_until(learner, levels - 1);
    if (assert_clause(learner, analysis->learnt, levels, 0))
        return GOING_ON;
    return learner->failed ? BROKEN : COMPLETE;
}

int exclude(Learner *learner, const uint8_t *colours)
{
    Analysis *analysis = &learner->analysis;
    int cells = learner->lines->cells;
    if (grow_or_fail(learner, &analysis->learnt, sizeof(Literal), cells + 1, &analysis->learnt_capacity))
        return BROKEN;
    Literal *clause = analysis->learnt;
    ptrdiff_t open = 0;
    for (int cell = 0; cell < cells; cell++) {
        int lit = colours[cell] < learner->lines->colours ? lacks(learner, cell, colours[cell]) : -1;
        if (lit < 0 && (learner->first_variable[cell] >= 0 || learner->base[cell] != colours[cell]))
            return GOING_ON; /* the board has excluded it */
        int value = lit < 0 ? -1 : value_of(learner, (Literal){lit, 0});
        if (value > 0)
            return GOING_ON;
        if (!value)
            clause[open++] = (Literal){lit, 0};
    }
    if (!open)
        return COMPLETE;
    if (open > 1)
        return attach_clause(learner, clause, open, 0) ? GOING_ON : BROKEN;
    return enqueue(learner, clause[0], DECISION, 0, NULL) ? GOING_ON : learner->failed ? BROKEN : COMPLETE;
}

/* Calls the tick, if it is time to: 0, or -1 on failure. */
static int look_at_limits(Learner *learner)
{
    if (learner->work - learner->looked < LOOK)
        return 0;
    learner->looked = learner->work;
    return ticked(learner->tick, &learner->failed);
}

/* The end of so many more. */
static int64_t end_of(int64_t done, int64_t more)
{
    return more < INT64_MAX - done ? done + more : INT64_MAX;
}

int search(Learner *learner, int64_t conflicts, int64_t work, int64_t most)
{
    int64_t until = end_of(learner->conflicts, conflicts), until_work = end_of(learner->work, work);
    int answer = GOING_ON;
    while (answer == GOING_ON) {
        if (look_at_limits(learner))
            return BROKEN;
        if (!propagate_all(learner)) {
            answer = learn(learner);
            continue;
        }
        if (!learner->decision_level)
            forget_level_0(learner);
        if (learner->conflicts >= until || learner->work >= until_work)
            return GOING_ON;
        reduce_if_due(learner);
        if (!learner->decision_level && learner->qhead < learner->trail_size)
            continue;
        Literal literal;
        if (pick_branch_literal(learner, &literal)) {
            answer = decide(learner, literal);
            continue;
        }
        if (note_solution(learner))
            return BROKEN;
        answer = exclude_solution(learner);
        if (answer == GOING_ON && learner->solutions.number >= most)
            answer = ENOUGH_FOUND;
    }
    return answer;
}

