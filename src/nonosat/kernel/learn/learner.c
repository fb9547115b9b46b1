/* The learner as others use it: the calls of nonosat.h. */

#include "learner.h"

int nonosat_learner_new(const nonosat_board *board, int whole_lines, nonosat_learner **learner)
{
    if (learner)
        *learner = NULL;
    if (!board || !learner || board->lines->colours > 256)
        return NONOSAT_INPUT;
    Learner *made = alloc(0, sizeof *made);
    if (!made)
        return NONOSAT_MEMORY;
    made->lines = board->lines;
    if (open_learner(made, board, whole_lines)) {
        int error = made->failed;
        nonosat_learner_free(made);
        return error;
    }
    *learner = made;
    return NONOSAT_OK;
}

void nonosat_learner_free(nonosat_learner *learner)
{
    if (learner)
        close_learner(learner);
    free_memory(learner);
}

int nonosat_learn(nonosat_learner *learner, int64_t conflicts, int64_t work, int64_t most, const nonosat_tick *tick)
{
    if (!learner)
        return NONOSAT_INPUT;
    learner->solutions.number = 0;
    if (learner->failed)
        return NONOSAT_INPUT;
    if (learner->complete)
        return NONOSAT_OK;
    learner->tick = tick;
    learner->complete = search(learner, conflicts, work, most) == COMPLETE;
    learner->tick = NULL;
    return learner->failed;
}

int nonosat_learner_found(const nonosat_learner *learner, const uint8_t **pictures)
{
    if (!learner || !pictures)
        return NONOSAT_INPUT;
    *pictures = learner->solutions.cells;
    return (int)learner->solutions.number;
}

int nonosat_learner_complete(const nonosat_learner *learner) { return learner && learner->complete; }
int64_t nonosat_learner_conflicts(const nonosat_learner *learner) { return learner ? learner->conflicts : 0; }
int64_t nonosat_learner_work(const nonosat_learner *learner) { return learner ? learner->work : 0; }

int nonosat_learner_exclude(nonosat_learner *learner, const uint8_t *picture)
{
    if (!learner || !picture)
        return NONOSAT_INPUT;
    if (learner->failed)
        return NONOSAT_INPUT;
    if (learner->complete)
        return NONOSAT_OK;
    cancel_until(learner, 0);
    learner->complete = exclude(learner, picture) == COMPLETE;
    return learner->failed;
}

/* ---- beliefs as phases and first activities ---- */

/* A likelihood, between 0 and 1 whatever was given. */
static double likelihood(const Learner *self, const double *all, int cell, int colour)
{
    double value = colour < 0 ? 0 : all[(ptrdiff_t)colour * self->lines->cells + cell];
    return value > 0 ? value < 1 ? value : 1 : 0;
}

/* Phases of the variables of a cell are those of its likeliest colour. The variable that decides about it gets an activity: by
   how much it is likelier than the next. */
static void prefer_cell(Learner *self, int first, int end, const double *likely, double boost)
{
    double most = -1, second = -1;
    int best = 0;
    for (int lit = 2 * first; lit < 2 * end; lit++) { /* its negation says that the cell has the colour */
        double mine = likelihood(self, likely, self->cell[first], self->removes[lit]);
        second = mine > most ? most : mine > second ? mine : second;
        best = mine > most ? lit : best;
        most = mine > most ? mine : most;
    }
    for (int candidate = first; candidate < end; candidate++) {
        self->phase[candidate] = 2 * candidate == best;
        self->choice[candidate].activity = candidate == best / 2 ? boost * (most - second) : 0;
    }
}

int nonosat_learner_prefer(nonosat_learner *learner, const double *likelihoods, double boost)
{
    if (!learner || !likelihoods)
        return NONOSAT_INPUT;
    if (learner->failed || !(boost >= 0 && boost <= 1e9))
        return NONOSAT_INPUT;
    if (learner->complete)
        return NONOSAT_OK;
    cancel_until(learner, 0);
    boost *= learner->var_inc;
    for (int first = 0; first < learner->variables; first += learner->cell_variables[learner->cell[first]])
        prefer_cell(learner, first, first + learner->cell_variables[learner->cell[first]], likelihoods, boost);
    for (ptrdiff_t at = learner->variables; at < learner->choices; at++)
        learner->choice[at].activity = 0;
    rebuild_heap(learner);
    return NONOSAT_OK;
}

/* ---- a picture as phases ---- */

/* The starts of the blocks of a line. */
static void follow_line(Learner *self, int number, const uint8_t *picture)
{
    const Line *line = self->lines->line + number;
    int block = self->first[number], end = self->first[number + 1];
    for (int at = 0, last = 0; at < line->length && block < end; last = picture[line->cells[at++]])
        if (picture[line->cells[at]] && !last)
            self->block[block++].phase = at;
}

int nonosat_learner_follow(nonosat_learner *learner, const uint8_t *picture)
{
    if (!learner || !picture)
        return NONOSAT_INPUT;
    if (learner->failed)
        return NONOSAT_INPUT;
    if (learner->complete)
        return NONOSAT_OK;
    cancel_until(learner, 0);
    for (int variable = 0; variable < learner->variables; variable++)
        learner->phase[variable] = learner->removes[2 * variable] == picture[learner->cell[variable]];
    for (int line = 0; line < learner->lines->lines && learner->blocks; line++)
        follow_line(learner, line, picture);
    return NONOSAT_OK;
}

/* ---- what the learner shares with others ---- */

int nonosat_learner_narrow(nonosat_learner *learner, const nonosat_board *board)
{
    if (!learner || !board)
        return NONOSAT_INPUT;
    if (learner->failed)
        return NONOSAT_INPUT;
    cancel_until(learner, 0);
    for (int variable = 0; variable < learner->variables; variable++)
        for (int lit = 2 * variable; lit <= 2 * variable + 1 && !learner->complete; lit++) {
            int colour = learner->removes[lit];
            if (colour < 0 || has_colour(board, learner->cell[variable], colour))
                continue;
            if (!enqueue(learner, (Literal){lit, 0}, DECISION, 0, NULL)) {
                if (learner->failed)
                    return learner->failed;
                learner->complete = 1;
            }
        }
    return NONOSAT_OK;
}

/* A literal of a cell as a number: 1 + colour * cells + cell if the cell has the colour, negative if it lacks it. */
static int64_t number_of(const Learner *self, int lit)
{
    int colour = self->removes[lit ^ 1], cell = self->cell[lit >> 1], lacking = colour < 0;
    int64_t number = 1 + (int64_t)(lacking ? self->removes[lit] : colour) * self->lines->cells + cell;
    return lacking ? -number : number;
}

int nonosat_learner_units(const nonosat_learner *learner, int64_t *numbers)
{
    if (!learner || !numbers)
        return NONOSAT_INPUT;
    ptrdiff_t permanent = learner->decision_level ? learner->trail_lim[0] : learner->trail_size;
    int units = 0;
    for (int variable = 0; variable < learner->variables; variable++)
        if (learner->value[variable] >= 0 && learner->entry[variable] < permanent)
            numbers[units++] = number_of(learner, 2 * variable + learner->value[variable]);
    return units;
}

int nonosat_learner_variables(const nonosat_learner *learner) { return learner ? learner->variables : 0; }
