/* Why an entry of the trail is there: see learn.h. A bound is explained by what suffices for the one that is asked for. */

#include "learn.h"

int entry_of(const Learner *learner, Literal literal, Py_ssize_t before)
{
    if (is_cell(learner, literal.side))
        return learner->entry[literal.side >> 1];
    int found = -1;
    for (int at = learner->last[literal.side]; at >= 0; at = learner->trail[at].before) {
        if (!says(literal.side, learner->trail[at].bound, literal.place))
            return found;
        if (at < before)
            found = at;
    }
    return found < 0 || says(literal.side, learner->trail[found].old, literal.place) ? -1 : found;
}

void add_conflicting(Learner *learner, Literal literal)
{
    if (!make_room(learner, &learner->conflict, sizeof(Literal), learner->conflicting + 1, &learner->conflict_room))
        learner->conflict[learner->conflicting++] = literal;
}

/* That a block starts at or after a place, or at or before it. */
static void add_start(Learner *learner, Py_ssize_t block, int least, int place)
{
    add_conflicting(learner, (Literal){side_of(learner, block, least), place});
}

/* That a cell of a line has the colour that it has, unless that needs no reason. */
static void add_cell(Learner *learner, const Line *line, int position, int colour)
{
    int number = learner->number[line->cells[position]];
    if (number >= 0)
        add_conflicting(learner, (Literal){2 * number + colour, 0});
}

/* Whether a cell of a line was background before an entry. */
static int was_white(const Learner *learner, const Line *line, int position, Py_ssize_t at)
{
    int cell = line->cells[position], number = learner->number[cell];
    if (number < 0)
        return !learner->base[cell];
    return !learner->value[number] && learner->entry[number] < at;
}

/* The background cells because of which a block starts at or after a place: the farthest that is in its way at its least
   start before, the farthest in its way beyond that, and so on. They need not be the ones that were found first. */
static void explain_least(Learner *learner, Py_ssize_t number, int old, int bound, Py_ssize_t at)
{
    const Place *block = learner->block + number;
    const Line *line = learner->lines->line + block->line;
    int reached = -1;
    for (int start = old; start < bound;) {
        int position = start + block->length - 1;
        while (position >= start && !was_white(learner, line, position, at))
            position--;
        if (reached < 0)
            reached = position;
        add_cell(learner, line, position, 0);
        start = position + 1;
    }
    add_start(learner, number, 1, reached - block->length + 1);
}

/* The same from the right. */
static void explain_greatest(Learner *learner, Py_ssize_t number, int old, int bound, Py_ssize_t at)
{
    const Place *block = learner->block + number;
    const Line *line = learner->lines->line + block->line;
    int reached = -1;
    for (int start = old; start > bound;) {
        int position = start;
        while (position < start + block->length && !was_white(learner, line, position, at))
            position++;
        if (reached < 0)
            reached = position;
        add_cell(learner, line, position, 0);
        start = position - block->length;
    }
    add_start(learner, number, 0, reached);
}

/* That a block starts where it does because of its neighbour, or of a black cell. */
static void explain_start(Learner *learner, const Entry *entry, int bound, Py_ssize_t at)
{
    int least = entry->side & 1;
    Py_ssize_t number = (entry->side >> 1) - learner->cells;
    const Place *block = learner->block + number;
    const Line *line = learner->lines->line + block->line;
    if (entry->reason == BLOCKED) {
        if (least)
            explain_least(learner, number, entry->old, bound, at);
        else
            explain_greatest(learner, number, entry->old, bound, at);
    } else if (entry->reason == NEIGHBOUR) {
        if (least)
            add_start(learner, number - 1, 1, bound - block[-1].length - 1);
        else
            add_start(learner, number + 1, 0, bound + block->length + 1);
    } else {
        add_cell(learner, line, entry->of, 1);
        if (least && number + 1 < learner->first[block->line + 1])
            add_start(learner, number + 1, 1, entry->of + 1);
        if (!least && number > learner->first[block->line])
            add_start(learner, number - 1, 0, entry->of - block[-1].length);
    }
}

void explain(Learner *learner, const Entry *entry, int bound, Py_ssize_t at)
{
    const Place *block = learner->block + entry->of;
    int position = entry->bound;
    switch (entry->reason) {
    case ASSUMED:
        break;
    case LEARNT:
        for (int each = 1; each < entry->clause->size; each++)
            add_conflicting(learner, opposite(learner, entry->clause->literal[each]));
        break;
    case COVERED:
        add_start(learner, entry->of, 0, position);
        add_start(learner, entry->of, 1, position - block->length + 1);
        break;
    case BEFORE:
        add_start(learner, entry->of, 1, position + 1);
        if (entry->of > learner->first[block->line])
            add_start(learner, entry->of - 1, 0, position - block[-1].length);
        break;
    case BEHIND:
        add_start(learner, entry->of, 0, position - block->length);
        break;
    default:
        explain_start(learner, entry, bound, at);
    }
}
