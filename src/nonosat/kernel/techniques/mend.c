/* Repaints a picture until lines settle its clues, or until they have one solution: one run of simulated annealing.

   A candidate differs from the current picture in one or two cells (and their images). The fixpoint of each line's clue by itself is kept,
   so a repainted cell renews the clues of its lines only, and one propagation from these fixpoints counts the open cells.

   By lines   energy = cost + SLOPE sqrt(open cells) + a share of the open cells. Without the share hard pictures find no repair at all; it
              grows from run to run until there is one. For a unique solution, a cheaper picture with a few open cells is searched for a
              second one.
   By swaps   energy = cost + SLOPE sqrt(surviving swaps). A swap is another filling of some cells with the same clues. A picture on which no
              known swap survives is searched for a second solution, which is split into further swaps.

   A repair that lines settle has one solution, so runs for one solution are by lines until there is a repair. Then
   runs by swaps, and runs by lines with searches, take turns to undo changes that are needed for line solving only.
   Annealing: S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, "Optimization by simulated annealing", Science 220, 1983. */

#include "mender.h"

#include <math.h>

static const double SLOPE = 1.5; /* unit: mean cost of a cell */

/* Maximum open cells of a picture that is searched although lines do not settle it. */
enum { MOST_OPEN = 60 };

/* The share of open cells in the energy of runs before the first repair is 1, and grows with each run up to this. */
enum { MOST_SHARE = 4 };

static int below(Mender *mender, int number) { return (int)((next_random(mender) >> 11) % (uint64_t)number); }
static double unit(Mender *mender) { return (double)(next_random(mender) >> 11) * (1.0 / 9007199254740992.0); }

/* ---- annealing ---- */

/* Lists the repainted cells. */
static void list_changes(Mender *mender)
{
    mender->changes = 0;
    for (int cell = 0; cell < mender->own_lines.cells; cell++)
        if (mender->cells[cell] != mender->start[cell])
            mender->changed[mender->changes++] = cell;
}

/* Renews the lines through cells that the step under way has repainted: their swaps, or their clues. */
static void renew(Mender *mender)
{
    memset(mender->is_dirty, 0, mender->own_lines.lines);
    for (int at = 0; at < mender->repaints; at++)
        EACH_CROSSING(&mender->own_lines, mender->repainted[at].cell, crossing)
            mender->is_dirty[crossing->line] = 1;
    for (int line = 0; line < mender->own_lines.lines; line++)
        if (mender->is_dirty[line]) {
            if (!mender->by_swaps)
                renew_line(mender, line);
            if (mender->knows_swaps)
                renew_swaps(mender, line);
        }
}

/* Undoes the step under way. */
static void undo(Mender *mender)
{
    while (mender->repaints) {
        Repainted last = mender->repainted[--mender->repaints];
        mender->cost -= mender->how->costs[last.cell] *
                        ((mender->cells[last.cell] != mender->start[last.cell]) - (last.colour != mender->start[last.cell]));
        mender->cells[last.cell] = (uint8_t)last.colour;
    }
}

static int is_free(const Mender *mender, int cell, int colour)
{
    return colour == mender->start[cell] || mender->how->costs[cell] > 0;
}

/* Repaints a cell and its images; returns 0 if one of them must keep its colour. */
static int paint(Mender *mender, int cell, int colour)
{
    const int *image = mender->how->images + (ptrdiff_t)cell * mender->how->image_count;
    for (int at = -1; at < mender->how->image_count; at++) {
        int own = at < 0 ? cell : image[at];
        if (own < 0 || mender->cells[own] == colour)
            continue;
        if (!is_free(mender, own, colour))
            return 0;
        mender->cost += mender->how->costs[own] * ((colour != mender->start[own]) - (mender->cells[own] != mender->start[own]));
        mender->repainted[mender->repaints++] = (Repainted){own, mender->cells[own]};
        mender->cells[own] = (uint8_t)colour;
    }
    return 1;
}

/* Returns a random cell, at most `far` positions from another one along each of two lines. */
static int cell_near(Mender *mender, int cell, int far)
{
    for (int step = 0; step < 2; step++) {
        const Crossing *crossing = crossings(&mender->own_lines, cell) + below(mender, mender->own_lines.most_crossings);
        if (crossing->line < 0)
            continue;
        const Line *line = mender->own_lines.line + crossing->line;
        int at = crossing->position + below(mender, 2 * far + 1) - far;
        if (at >= 0 && at < line->length)
            cell = line->cells[at];
    }
    return cell;
}

/* Repaints one or two cells: undoes a change, moves one, or repaints a cell near an open one (of which `number` are listed). Returns 0 if
   that is not possible. */
static int propose(Mender *mender, int number)
{
    double kind = unit(mender);
    int moved = -1;
    if (mender->changes && kind < .5) {
        moved = mender->changed[below(mender, mender->changes)];
        if (!paint(mender, moved, mender->start[moved]))
            return 0;
        if (kind < .3)
            return 1;
    }
    int cell = below(mender, mender->own_lines.cells);
    if (moved >= 0 && unit(mender) < .6)
        cell = cell_near(mender, moved, 2);
    else if (number && unit(mender) < .9)
        cell = cell_near(mender, mender->open[below(mender, number)], below(mender, 2));
    int colours = mender->own_lines.colours, colour = (mender->cells[cell] + 1 + below(mender, colours - 1)) % colours;
    return cell != moved && paint(mender, cell, colour);
}

/* Lists the cells of one surviving swap instead of open cells; returns their number. */
static int list_swap(Mender *mender)
{
    ptrdiff_t first = mender->swaps ? below(mender, (int)mender->swaps) : 0;
    for (ptrdiff_t at = 0; at < mender->swaps; at++) {
        const Swap *swap = mender->swap + (first + at) % mender->swaps;
        if (swap->survives) {
            memcpy(mender->open, swap->cell, sizeof(int) * swap->cells);
            return swap->cells;
        }
    }
    return 0;
}

static double energy(const Mender *mender, int flaws)
{
    return (double)mender->cost + mender->mean * (SLOPE * sqrt(flaws) + mender->share * flaws);
}

/* ---- runs ---- */

/* Keeps the current picture if it is the cheapest repair. */
static void take(Mender *mender)
{
    if (mender->best_cost >= 0 && mender->best_cost <= mender->cost)
        return;
    mender->best_cost = mender->cost;
    memcpy(mender->best, mender->cells, mender->own_lines.cells);
}

/* Returns 1 if the step under way leads to an energy of at most `limit`, and counts the flaws. Stores a repair. */
static int is_better(Mender *mender, double limit, int *flaws)
{
    int is_cheaper = mender->best_cost >= 0 && mender->cost < mender->best_cost, undecided = 0;
    renew(mender);
    *flaws = mender->by_swaps ? mender->surviving : count_open(mender);
    if (mender->by_swaps && !*flaws && energy(mender, 0) <= limit && is_cheaper) {
        for (int line = 0; line < mender->own_lines.lines; line++)
            renew_line(mender, line);
        undecided = is_unique(mender);
        if (undecided == 1)
            take(mender);
        *flaws = mender->surviving + (undecided < 0);
    } else if (mender->by_swaps && !*flaws)
        return (double)mender->cost < (double)mender->best_cost + 2 * mender->mean;
    else if (!mender->by_swaps) {
        if (mender->knows_swaps && *flaws && *flaws <= MOST_OPEN && is_cheaper && !mender->surviving && is_unique(mender) == 1)
            *flaws = 0;
        if (!*flaws)
            take(mender);
    }
    return energy(mender, *flaws) <= limit;
}

/* Undoes the step under way, and renews its lines. */
static void take_step_back(Mender *mender)
{
    int repaints = mender->repaints;
    undo(mender);
    mender->repaints = repaints;
    renew(mender);
}

/* Undoes the unneeded changes of a repair, in random order. */
static void spare(Mender *mender)
{
    list_changes(mender);
    for (int left = mender->changes; left && !mender->error; left--) {
        int chosen = below(mender, left), cell = mender->changed[chosen], flaws;
        mender->changed[chosen] = mender->changed[left - 1];
        mender->repaints = 0;
        if (!paint(mender, cell, mender->start[cell]))
            undo(mender);
        else if (mender->repaints && (!is_better(mender, INFINITY, &flaws) || flaws))
            take_step_back(mender);
    }
}

/* How a run cools: its first and last temperatures in mean costs, and the share of open cells in the energy. */
typedef struct {
    int is_fresh; /* begins with the original, not with the best repair */
    double first, last, share;
} Cooling;

static Cooling cooling_of(int run, int is_repaired, int by_swaps)
{
    if (by_swaps)
        return (Cooling){run % 4 == 2, run % 4 == 2 ? .8 : .5, .1, 0};
    if (!is_repaired)
        return (Cooling){1, .5 + .5 * (run % 5), .08, run < MOST_SHARE ? 1 + run : MOST_SHARE};
    int fresh = run % 4 == 3;
    return (Cooling){fresh, fresh ? 1.5 : .6, .08, fresh ? .5 : .15};
}

static void anneal(Mender *mender)
{
    const nonosat_mending *how = mender->how;
    mender->knows_swaps = how->is_unique && mender->best_cost >= 0;
    mender->by_swaps = mender->knows_swaps && how->run % 2 == 0;
    int run = mender->knows_swaps && !mender->by_swaps ? 0 : how->run; /* runs with searches never begin at the original */
    Cooling cooling = cooling_of(run, mender->best_cost >= 0, mender->by_swaps);
    mender->share = cooling.share;
    memcpy(mender->cells, cooling.is_fresh ? mender->start : mender->best, mender->own_lines.cells);
    mender->cost = cooling.is_fresh ? 0 : mender->best_cost;
    for (int line = 0; line < mender->own_lines.lines; line++) {
        renew_line(mender, line);
        if (mender->knows_swaps)
            renew_swaps(mender, line);
    }
    if (mender->by_swaps && !cooling.is_fresh)
        spare(mender);
    list_changes(mender);
    int flaws = mender->by_swaps ? mender->surviving : count_open(mender);
    list_open(mender);
    double now = energy(mender, flaws), cool = log(cooling.last / cooling.first) / (double)(how->steps + 1);
    for (int turn = 0; mender->steps < how->steps && !mender->error; turn++, mender->steps++) {
        double heat = cooling.first * exp(cool * (double)mender->steps);
        if (!(turn & 63) && ticked(mender->tick, &mender->error))
            return;
        int number = mender->by_swaps ? list_swap(mender) : mender->opened;
        double limit = now - heat * mender->mean * log(unit(mender) + 1e-12);
        mender->repaints = 0;
        if (!propose(mender, number) || !mender->repaints || (double)mender->cost > limit) /* rejected by its cost alone */
            undo(mender);
        else if (is_better(mender, limit, &flaws)) {
            now = energy(mender, flaws);
            list_changes(mender);
            if (!mender->by_swaps)
                list_open(mender);
        } else
            take_step_back(mender);
    }
}

/* ---- the call ---- */

enum { STEPS = 12000 }; /* by default: repairs use 3,000 to 30,000 */

/* Returns 0 if a colour, cell, cost or number is invalid. `best` is NULL if there is no repair yet. */
static int is_valid(const nonosat_puzzle *puzzle, const uint8_t *picture, const uint8_t *best, const nonosat_mending *how)
{
    const int *swap = how->swaps;
    int result = how->run >= 0 && how->steps >= 0 && how->image_count >= 0 && how->image_count <= puzzle->cells && how->costs &&
                 (how->images || !how->image_count) && (swap || how->swap_count <= 0);
    for (int at = 0; result && at < how->swap_count; at++, swap += 1 + 2 * swap[0]) {
        result = swap[0] >= 0;
        for (int cell = 0; result && cell < swap[0]; cell++) {
            int own = swap[1 + cell], colour = swap[1 + swap[0] + cell];
            result &= own >= 0 && own < puzzle->cells && (!cell || swap[cell] < own) && colour >= 0 && colour < puzzle->colours;
        }
    }
    for (int cell = 0; result && cell < puzzle->cells; cell++) {
        result &= picture[cell] < puzzle->colours && (!best || best[cell] < puzzle->colours) && how->costs[cell] >= 0;
        for (int at = 0; result && at < how->image_count; at++)
            result &= how->images[(ptrdiff_t)cell * how->image_count + at] < puzzle->cells;
    }
    return result;
}

int nonosat_mend(const nonosat_board *board, const uint8_t *picture, const nonosat_mending *given, const nonosat_tick *tick, uint8_t *best,
                 int64_t *cost, nonosat_pairs *pairs)
{
    if (pairs)
        *pairs = (nonosat_pairs){0};
    if (!board || !picture || !best || !cost || !pairs)
        return NONOSAT_INPUT;
    nonosat_mending how;
    Mender mender = {.how = &how, .start = picture, .blank = board->masks, .best = best, .best_cost = *cost, .tick = tick};
    if (*cost < -1 || read_struct(&how, sizeof how, given) || !is_valid(board->lines, picture, *cost < 0 ? NULL : best, &how))
        return NONOSAT_INPUT;
    how.steps = how.steps ? how.steps : STEPS;
    if (!board->lines->cells) /* nothing to repaint: its one picture fits its clues or none does */
        how.steps = 0;
    mender.met.size = 2 * board->lines->cells;
    if (!open_mender(&mender, board)) {
        const int *swap = how.swaps;
        memcpy(mender.cells, picture, board->lines->cells);
        for (int at = 0; at < how.swap_count && !mender.error; at++, swap += 1 + 2 * swap[0]) {
            uint8_t *colours = alloc(swap[0], 1);
            if (!colours) {
                mender.error = NONOSAT_MEMORY;
                break;
            }
            for (int cell = 0; cell < swap[0]; cell++)
                colours[cell] = (uint8_t)swap[1 + swap[0] + cell];
            add_swap(&mender, swap + 1, colours, swap[0]);
            free_memory(colours);
        }
        if (!mender.error)
            anneal(&mender);
    }
    close_mender(&mender);
    *cost = mender.best_cost;
    pairs->cells = mender.met.cells;
    pairs->number = mender.met.number;
    return mender.error;
}

void nonosat_pairs_free(nonosat_pairs *pairs)
{
    if (!pairs)
        return;
    free_memory(pairs->cells);
    *pairs = (nonosat_pairs){0};
}
