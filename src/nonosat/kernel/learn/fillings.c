/* Whole lines as propagator: a line that has lost a candidate is settled completely, and colours of a cell exclude each other. */

#include "learner.h"

/* Queues the lines of a cell. */
static void queue_lines(Learner *learner, int cell)
{
    const Lines *lines = learner->lines;
    EACH_CROSSING(lines, cell, at)
    {
        if (learner->dirty[at->line] || lines->line[at->line].blocks < 0)
            continue;
        learner->dirty[at->line] = 1;
        learner->queue[learner->queue_tail++ % lines->lines] = at->line;
    }
}

/* Exactly one variable of a cell of several colours is true. */
static int follow_colours(Learner *learner, int variable, int has)
{
    int first = learner->first_variable[learner->cell[variable]], left = 0, last = variable;
    int end = first + learner->cell_variables[learner->cell[variable]];
    for (int other = first; other < end; other++) {
        if (other == variable)
            continue;
        if (has && !enqueue(learner, (Literal){2 * other, 0}, ANOTHER, variable, NULL))
            return 0;
        if (learner->value[other]) {
            left++;
            last = other;
        }
    }
    if (has || left > 1)
        return 1;
    return enqueue(learner, (Literal){2 * (left ? last : variable) + 1, 0}, ONE_LEFT, 0, NULL);
}

int follow_candidate(Learner *learner, int lit)
{
    const Lines *lines = learner->lines;
    int variable = lit >> 1, cell = learner->cell[variable];
    if (learner->cell_variables[cell] > 1 && !follow_colours(learner, variable, lit & 1))
        return 0;
    if (learner->whole_lines && learner->removes[lit] >= 0)
        queue_lines(learner, cell);
    if (!learner->blocks)
        return 1;
    EACH_CROSSING(lines, cell, at)
    {
        if (!follow_colour(learner, at->line, at->position, lit & 1))
            return 0;
    }
    return 1;
}

int settle_queued(Learner *learner, int number)
{
    const Line *line = learner->lines->line + number;
    int words = line->words;
    const word *masks = learner->masks + line->masks;
    learner->work += 3 * words;
    const word *left = line_settle(learner->lines->colours, line, masks, learner->scratch);
    if (!left) {
        learner->analysis.conflict_size = 0;
        explain_filling(learner, number, -1, learner->trail_size);
        return 0;
    }
    for (int colour = 0; colour < learner->lines->colours; colour++)
        for (int at = 0; at < words; at++) /* `masks` changes in the loop, but only by what is lost */
            for (word removed = masks[colour * words + at] & ~left[colour * words + at]; removed; removed &= removed - 1) {
                int lit = lacks(learner, line->cells[WORD * at + lowest_bit(removed)], colour);
                if (lit >= 0 && !enqueue(learner, (Literal){lit, 0}, FILLING, number, NULL))
                    return 0;
            }
    return 1;
}
