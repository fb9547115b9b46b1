/* Lazy explanations: true literals that imply an entry of the trail, worked out when conflict analysis asks. A bound is explained
   only as far as it is needed. */

#include "learner.h"

#include <string.h>

int entry_of(const Learner *learner, Literal literal, ptrdiff_t end)
{
    if (is_cell(learner, literal.lit))
        return learner->entry[literal.lit >> 1];
    int latest = -1;
    for (int at = learner->last_entry[literal.lit]; at >= 0; at = learner->trail[at].previous) {
        if (!implies(literal.lit, learner->trail[at].bound, literal.bound))
            return latest;
        if (at < end)
            latest = at;
    }
    return latest < 0 || implies(literal.lit, learner->trail[latest].old, literal.bound) ? -1 : latest;
}

void add_conflicting(Learner *learner, Literal literal)
{
    Analysis *analysis = &learner->analysis;
    if (!grow_or_fail(learner, &analysis->conflict, sizeof(Literal), analysis->conflict_size + 1, &analysis->conflict_capacity))
        analysis->conflict[analysis->conflict_size++] = literal;
}

/* Adds the literal that a block starts at or after a position, or at or before it. */
static void add_start(Learner *learner, ptrdiff_t block, int least, int bound)
{
    add_conflicting(learner, (Literal){start_lit(learner, block, least), bound});
}

/* Adds the literal that a cell of a line has its colour, unless that needs no reason. */
static void add_cell(Learner *learner, const Line *line, int position, int colour)
{
    int lit = lacks(learner, line->cells[position], !colour);
    if (lit >= 0)
        add_conflicting(learner, (Literal){lit, 0});
}

/* Returns 1 if a cell of a line was background before an entry. */
static int was_white(const Learner *learner, const Line *line, int position, ptrdiff_t at)
{
    int cell = line->cells[position], variable = learner->first_variable[cell];
    if (variable < 0)
        return !learner->base[cell];
    return !learner->value[variable] && learner->entry[variable] < at;
}

/* The background cells because of which a block starts at or after a position (or at or before it): the farthest that is in its way at
   its least start before, the farthest in its way beyond that, and so on. They need not be the ones that were found first. */
static void explain_passed(Learner *learner, ptrdiff_t number, int least, int old, int bound, ptrdiff_t at)
{
    const BlockStart *block = learner->block + number;
    const Line *line = learner->lines->line + block->line;
    int reached = -1;
    for (int start = old; least ? start < bound : start > bound;) {
        int position = least ? start + block->length - 1 : start;
        while (position >= start && position < start + block->length && !was_white(learner, line, position, at))
            position += least ? -1 : 1;
        if (position < start || position >= start + block->length) { /* only if the board was not at its fixpoint */
            fail(&learner->failed, NONOSAT_INPUT);
            return;
        }
        if (reached < 0)
            reached = position;
        add_cell(learner, line, position, 0);
        start = least ? position + 1 : position - block->length;
    }
    add_start(learner, number, least, least ? reached - block->length + 1 : reached);
}

/* Explains a bound of a block's start by background cells, its neighbour, or a black cell. */
static void explain_start(Learner *learner, const Entry *entry, int bound, ptrdiff_t at)
{
    int least = entry->lit & 1;
    ptrdiff_t number = (entry->lit >> 1) - learner->variables;
    const BlockStart *block = learner->block + number;
    const Line *line = learner->lines->line + block->line;
    if (entry->reason == BLOCKED) {
        explain_passed(learner, number, least, entry->old, bound, at);
    } else if (entry->reason == NEIGHBOUR) {
        if (least)
            add_start(learner, number - 1, 1, bound - block[-1].length - 1);
        else
            add_start(learner, number + 1, 0, bound + block->length + 1);
    } else {
        add_cell(learner, line, entry->cause, 1);
        if (least && number + 1 < learner->first[block->line + 1])
            add_start(learner, number + 1, 1, entry->cause + 1);
        if (!least && number > learner->first[block->line])
            add_start(learner, number - 1, 0, entry->cause - block[-1].length);
    }
}

/* ---- whole lines ---- */

static void put_back(word *masks, int words, int colour, int at, int there)
{
    word *mask = masks + (ptrdiff_t)colour * words + at / WORD, mine = (word)1 << at % WORD;
    *mask = there ? *mask | mine : *mask & ~mine;
}

/* The position of a lit's cell on a line that it lies on. */
static int position_on(const Learner *learner, const Line *line, int lit)
{
    const Crossing *at = crossings(learner->lines, learner->cell[lit >> 1]);
    while (learner->lines->line + at->line != line)
        at++;
    return at->position;
}

/* Masks of a line without what was gone before entry `end`: how many candidates that is, with their entries in `order`, the
   latest first. The cell of `lit` keeps only the candidate that `lit` removes. If `seen`, only what conflict analysis has
   seen is taken. */
static int take_gone(const Learner *learner, const Line *line, int lit, ptrdiff_t end, int seen, word *masks)
{
    const word *root = learner->root + line->masks, *now = learner->masks + line->masks;
    int gone = 0, *order = learner->order, words = line->words, colours = learner->lines->colours;
    int kept = lit < 0 ? -1 : position_on(learner, line, lit);
    memcpy(masks, root, sizeof(word) * words * colours);
    for (int colour = 0; colour < colours; colour++)
        for (int at = 0; at < words; at++)
            for (word removed = root[colour * words + at] & ~now[colour * words + at]; removed; removed &= removed - 1) {
                int position = WORD * at + lowest_bit(removed);
                int entry = learner->entry[lacks(learner, line->cells[position], colour) >> 1];
                if (entry >= end || position == kept || (seen && !learner->analysis.seen[entry]))
                    continue;
                put_back(masks, words, colour, position, 0);
                int where = gone++;
                for (; where && order[where - 1] < entry; where--)
                    order[where] = order[where - 1];
                order[where] = entry;
            }
    for (int colour = 0; kept >= 0 && colour < colours; colour++)
        if (colour != learner->removes[lit])
            put_back(masks, words, colour, kept, 0);
    return gone;
}

/* Puts candidates back that entries have taken from a line, or takes them again. */
static void put_all_back(const Learner *learner, const Line *line, word *masks, const int *order, int number, int there)
{
    for (int index = 0; index < number; index++) {
        int lit = learner->trail[order[index]].lit;
        put_back(masks, line->words, learner->removes[lit], position_on(learner, line, lit), there);
    }
}

/* Greedy: candidates are put back, the latest first, as long as the line has no filling. Groups double while that succeeds, so
   that a long line takes few calls of the line solver; the result is that of one at a time. */
void explain_filling(Learner *learner, int number, int lit, ptrdiff_t end)
{
    const Line *line = learner->lines->line + number;
    word *masks = learner->scratch + learner->lines->scratch, *rest = learner->scratch;
    int gone = take_gone(learner, line, lit, end, 0, masks), *order = learner->order;
    for (int at = 0, group = 1; at < gone;) {
        group = group < gone - at ? group : gone - at;
        put_all_back(learner, line, masks, order + at, group, 1);
        learner->work += line->words;
        if (!line_fits(learner->lines->colours, line, masks, rest)) {
            at += group;
            group *= 2;
            continue;
        }
        put_all_back(learner, line, masks, order + at, group, 0);
        if (group == 1)
            add_conflicting(learner, (Literal){learner->trail[order[at++]].lit, 0});
        else
            group = group > 4 ? group / 4 : 1;
    }
}

/* One call of the line solver: a reason among the seen entries need not be made small. */
int filling_follows(Learner *learner, const Entry *entry, ptrdiff_t at)
{
    const Line *line = learner->lines->line + entry->cause;
    word *masks = learner->scratch + learner->lines->scratch;
    learner->work += line->words;
    return take_gone(learner, line, entry->lit, at, 1, masks) &&
           !line_fits(learner->lines->colours, line, masks, learner->scratch);
}

/* Adds the literals that all other colours of a cell are gone. */
static void explain_one_left(Learner *learner, int variable)
{
    int first = learner->first_variable[learner->cell[variable]], end = first + learner->cell_variables[learner->cell[variable]];
    for (int other = first; other < end; other++)
        if (other != variable)
            add_conflicting(learner, (Literal){2 * other, 0});
}

/* The same of a cell that a block covers, or that lies between blocks. */
static void explain_cell(Learner *learner, int reason, int number, int position)
{
    const BlockStart *block = learner->block + number;
    if (reason == COVERED) {
        add_start(learner, number, 0, position);
        add_start(learner, number, 1, position - block->length + 1);
    } else if (reason == TAIL) {
        add_start(learner, number, 0, position - block->length);
    } else {
        add_start(learner, number, 1, position + 1);
        if (number > learner->first[block->line])
            add_start(learner, number - 1, 0, position - block[-1].length);
    }
}

void explain(Learner *learner, const Entry *entry, int bound, ptrdiff_t at)
{
    switch (entry->reason) {
    case DECISION:
        break;
    case CLAUSE:
        for (int index = 1; index < entry->clause->size; index++)
            add_conflicting(learner, negated(learner, entry->clause->literal[index]));
        break;
    case ONE_LEFT:
        explain_one_left(learner, entry->lit >> 1);
        break;
    case ANOTHER:
        add_conflicting(learner, (Literal){2 * entry->cause + 1, 0});
        break;
    case FILLING:
        explain_filling(learner, entry->cause, entry->lit, at);
        break;
    case COVERED:
    case GAP:
    case TAIL:
        explain_cell(learner, entry->reason, entry->cause, entry->bound);
        break;
    default:
        explain_start(learner, entry, bound, at);
    }
}
