/* Repaints a picture until lines settle its clues, or until they have one solution: one run of simulated annealing.

   A candidate differs from the current picture in one or two cells (and their images). The fixpoint of each line's clue by itself is kept,
   so a repainted cell renews the clues of its lines only, and one propagation from these fixpoints counts the open cells.

   By lines   energy = cost + SLOPE sqrt(open cells) + a share of the open cells. Without the share hard pictures find no repair at all. For
              a unique solution, a cheaper picture with a few open cells is searched for a second one.
   By swaps   energy = cost + SLOPE sqrt(surviving swaps). A swap is another filling of some cells with the same clues. A picture on which no
              known swap survives is searched for a second solution, which is split into further swaps.

   A repair that lines settle has one solution, so searches for one begin by lines; every third run is by swaps, which finds what lines cannot
   settle. Annealing: S. Kirkpatrick, C. D. Gelatt and M. P. Vecchi, "Optimization by simulated annealing", Science 220, 1983. */

#include "techniques.h"

#include <math.h>

static const double SLOPE = 1.5; /* in mean costs of a cell */

/* Work of a search for a second solution, about 1 ms. */
enum { CHECK_WORK = 10000 };

/* Steps that take as long as a search for a second solution. */
enum { CHECK_STEPS = 200 };

/* Open cells of a picture that is searched although lines do not settle it. */
enum { MOST_OPEN = 60 };

/* Another filling of some cells with the clues of a picture. */
typedef struct {
    int cells, lines;
    int *cell, *line;
    uint8_t *colour;
    int *place, *source; /* by line: positions of its cells there, and their indices */
    int *first;          /* [line]: where these begin */
    uint8_t *is_equal;   /* [line]: whether its blocks are the same with and without the swap */
    int broken;        /* number of lines on which they are not */
    int survives;      /* whether the current picture's clues have another solution by it */
} Swap;

/* A cell repainted by a step, and its colour before. */
typedef struct {
    int cell, colour;
} Repainted;

/* A line of a swap. */
typedef struct {
    int swap, slot;
} SwapLine;

typedef struct {
    SwapLine *at;
    ptrdiff_t number, capacity;
} SwapLines;

typedef struct {
    Lines its;      /* with the clues of `cells` */
    Board board;    /* of `its` */
    const word *blank; /* masks of a board of which only givens are known */
    word *alone;    /* masks of each line, settled by itself */
    const Lines *pattern; /* whose missing and blotted clues stay so */
    const nonosat_mending *how;
    const uint8_t *start;
    uint8_t *cells, *runs; /* the current picture; scratch for the runs of two lines */
    Repainted *repainted;  /* by the step under way */
    int repaints;
    uint8_t *is_dirty;              /* [line] */
    int *open, *changed, *stack;    /* lists of cells */
    int opened, changes;
    int64_t cost, steps;
    double mean;    /* cost of a cell */
    double share;   /* of an open cell in the energy */
    uint64_t random;
    Swap *swap;
    ptrdiff_t swaps, swap_capacity;
    int surviving;  /* number of them */
    int by_swaps;   /* whether the energy counts these, not open cells */
    int knows_swaps; /* whether they are needed in this run */
    SwapLines *on;  /* [line] */
    Pictures met;   /* pairs of a picture and another solution of its clues */
    uint8_t *best;  /* the cheapest repair, */
    int64_t best_cost; /* and its cost; -1: none */
    const nonosat_tick *tick;
    int error;
} Mender;

/* ---- random numbers: xorshift (G. Marsaglia 2003) ---- */

static uint64_t next_random(Mender *mender)
{
    mender->random ^= mender->random << 13;
    mender->random ^= mender->random >> 7;
    return mender->random ^= mender->random << 17;
}

static int below(Mender *mender, int number) { return (int)((next_random(mender) >> 11) % (uint64_t)number); }
static double unit(Mender *mender) { return (double)(next_random(mender) >> 11) * (1.0 / 9007199254740992.0); }

/* ---- clues ---- */

/* Renews a line's clue and its fixpoint. */
static void renew_line(Mender *mender, int number)
{
    Line *line = mender->its.line + number;
    const Line *pattern = mender->pattern->line + number;
    word *alone = mender->alone + line->masks;
    size_t size = sizeof(word) * line->words * mender->its.colours;
    memcpy(alone, mender->blank + line->masks, size);
    if (pattern->blocks < 0)
        return;
    line->blocks = read_off(line, mender->cells, line->block);
    line->blotted = line->stars = line->star = 0;
    for (int at = 0; at < line->blocks && at < pattern->blocks; at++)
        if (!pattern->block[at].length) {
            line->block[at].length = 0;
            line->blotted++;
        }
    finish_clue(line);
    const word *settled = line_settle(mender->its.colours, line, alone, mender->board.scratch);
    if (settled)
        memcpy(alone, settled, size);
}

/* Counts the cells that lines leave open. */
static int count_open(Mender *mender)
{
    Board *board = &mender->board;
    memcpy(board->masks, mender->blank, sizeof(word) * mender->its.words);
    begin_call(board, mender->tick);
    for (int line = 0; line < mender->its.lines; line++)
        if (mender->its.line[line].blocks >= 0)
            narrow_line(board, line, mender->alone + mender->its.line[line].masks);
    if (settle_all(board) == FAILED)
        fail(&mender->error, board->error);
    int open = 0;
    for (int number = 0; number < mender->its.lines; number++)
        for (int at = 0; mender->its.line[number].owned && at < mender->its.line[number].words; at++)
            for (word left = open_positions(board, number, at) & mender->its.line[number].owns[at]; left; left &= left - 1)
                open++;
    return open;
}

/* Lists the cells that the last count found open. */
static void list_open(Mender *mender)
{
    mender->opened = 0;
    for (int number = 0; number < mender->its.lines; number++) {
        const Line *line = mender->its.line + number;
        for (int at = 0; line->owned && at < line->words; at++)
            for (word open = open_positions(&mender->board, number, at) & line->owns[at]; open; open &= open - 1)
                mender->open[mender->opened++] = line->cells[WORD * at + lowest_bit(open)];
    }
}

/* ---- swaps ---- */

static int read_runs(const uint8_t *cells, int length, uint8_t *runs)
{
    int size = 0;
    for (int at = 0; at < length;) {
        int begun = at, colour = cells[at];
        while (at < length && cells[at] == colour)
            at++;
        if (colour) {
            runs[size++] = (uint8_t)colour;
            runs[size++] = (uint8_t)((at - begun) & 255);
            runs[size++] = (uint8_t)((at - begun) >> 8);
        }
    }
    return size;
}

/* Returns 1 if a line of a swap has the same blocks with and without it. */
static int is_equal_on(Mender *mender, const Swap *swap, int slot)
{
    int number = swap->line[slot];
    const Line *line = mender->its.line + number;
    if (mender->pattern->line[number].blocks < 0)
        return 1;
    uint8_t *mine = mender->runs, *swapped = mine + line->length, *runs = swapped + line->length, *other = runs + 3 * line->length;
    for (int at = 0; at < line->length; at++)
        mine[at] = swapped[at] = mender->cells[line->cells[at]];
    for (int at = swap->first[slot]; at < swap->first[slot + 1]; at++)
        swapped[swap->place[at]] = swap->colour[swap->source[at]];
    int size = read_runs(mine, line->length, runs);
    return size == read_runs(swapped, line->length, other) && !memcmp(runs, other, size);
}

static int differs(const Mender *mender, const Swap *swap)
{
    for (int at = 0; at < swap->cells; at++)
        if (mender->cells[swap->cell[at]] != swap->colour[at])
            return 1;
    return 0;
}

/* Notes whether a swap survives. */
static void renew_swap(Mender *mender, Swap *swap)
{
    int survives = !swap->broken && differs(mender, swap);
    mender->surviving += survives - swap->survives;
    swap->survives = survives;
}

/* Looks again at the swaps on a line whose cells have changed. */
static void renew_swaps(Mender *mender, int number)
{
    const SwapLines *lines = mender->on + number;
    for (ptrdiff_t at = 0; at < lines->number; at++) {
        Swap *swap = mender->swap + lines->at[at].swap;
        int slot = lines->at[at].slot, now = is_equal_on(mender, swap, slot);
        swap->broken += swap->is_equal[slot] - now;
        swap->is_equal[slot] = (uint8_t)now;
        renew_swap(mender, swap);
    }
}

static int is_known(const Mender *mender, const int *cell, const uint8_t *colour, int cells)
{
    for (const Swap *swap = mender->swap; swap < mender->swap + mender->swaps; swap++)
        if (swap->cells == cells && !memcmp(swap->cell, cell, sizeof(int) * cells) && !memcmp(swap->colour, colour, cells))
            return 1;
    return 0;
}

/* Adds a swap, unless it is known: 0, or -1 with the error noted. */
static int add_swap(Mender *mender, const int *cell, const uint8_t *colour, int cells)
{
    int most = cells * mender->its.most_crossings;
    if (is_known(mender, cell, colour, cells))
        return 0;
    if (grown(&mender->swap, sizeof(Swap), mender->swaps + 1, &mender->swap_capacity))
        return fail(&mender->error, NONOSAT_MEMORY);
    Swap *swap = mender->swap + mender->swaps++;
    *swap = (Swap){.cells = cells, .cell = room(cells + 4 * (size_t)most + 1, sizeof(int)), .colour = room(cells + most, 1)};
    if (!swap->cell || !swap->colour)
        return fail(&mender->error, NONOSAT_MEMORY);
    swap->line = swap->cell + cells;
    swap->place = swap->line + most;
    swap->source = swap->place + most;
    swap->first = swap->source + most;
    swap->is_equal = swap->colour + cells;
    memcpy(swap->cell, cell, sizeof(int) * cells);
    memcpy(swap->colour, colour, cells);
    for (int at = 0; at < cells; at++)
        EACH_CROSSING(&mender->its, cell[at], crossing) {
            int seen = 0;
            for (int slot = 0; slot < swap->lines; slot++)
                seen |= swap->line[slot] == crossing->line;
            if (!seen)
                swap->line[swap->lines++] = crossing->line;
        }
    for (int slot = 0, number = 0; slot < swap->lines; slot++) {
        for (int at = 0; at < cells; at++)
            EACH_CROSSING(&mender->its, cell[at], crossing)
                if (crossing->line == swap->line[slot]) {
                    swap->place[number] = crossing->position;
                    swap->source[number++] = at;
                }
        swap->first[slot + 1] = number;
        SwapLines *lines = mender->on + swap->line[slot];
        if (grown(&lines->at, sizeof(SwapLine), lines->number + 1, &lines->capacity))
            return fail(&mender->error, NONOSAT_MEMORY);
        lines->at[lines->number++] = (SwapLine){(int)(mender->swaps - 1), slot};
        swap->is_equal[slot] = (uint8_t)is_equal_on(mender, swap, slot);
        swap->broken += !swap->is_equal[slot];
    }
    renew_swap(mender, swap);
    return 0;
}

static int compare(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

/* Adds the swaps that lead from the current picture to another solution: components of differing cells that share lines. */
static int learn_swaps(Mender *mender, const uint8_t *other)
{
    const Lines *lines = &mender->its;
    uint8_t *left = room(2 * (size_t)lines->cells, 1), *colour = left + lines->cells;
    int result = left ? 0 : fail(&mender->error, NONOSAT_MEMORY);
    for (int cell = 0; left && cell < lines->cells; cell++)
        left[cell] = other[cell] != mender->cells[cell];
    for (int first = 0; left && !result && first < lines->cells; first++) {
        int size = 0;
        if (!left[first])
            continue;
        left[first] = 0;
        mender->stack[size++] = first;
        for (int done = 0; done < size; done++)
            EACH_CROSSING(lines, mender->stack[done], crossing) {
                const Line *line = lines->line + crossing->line;
                for (int at = 0; mender->pattern->line[crossing->line].blocks >= 0 && at < line->length; at++)
                    if (left[line->cells[at]]) {
                        left[line->cells[at]] = 0;
                        mender->stack[size++] = line->cells[at];
                    }
            }
        qsort(mender->stack, size, sizeof(int), compare);
        for (int at = 0; at < size; at++)
            colour[at] = other[mender->stack[at]];
        result = add_swap(mender, mender->stack, colour, size);
    }
    free(left);
    return result;
}

/* Searches for a second solution of the current picture's clues: 1 if there is none, 0 if one was found (its swaps are learned), -1 if
   that is undecided or an error was noted. */
static int is_unique(Mender *mender)
{
    mender->steps += CHECK_STEPS;
    if (!count_open(mender))
        return 1;
    size_t size = mender->its.cells;
    nonosat_board *board = NULL;
    nonosat_limits limits = {.conflicts = INT64_MAX, .work = CHECK_WORK, .seed = next_random(mender)};
    nonosat_answer answer;
    if (mender->tick)
        limits.tick = *mender->tick;
    uint8_t *pair = room(3 * size, 1);
    int result = -1, error = pair ? nonosat_board_new(&mender->its, mender->board.masks, &board) : NONOSAT_MEMORY;
    error = error ? error : nonosat_check(board, &limits, &answer, pair + size);
    if (error)
        mender->error = error;
    else if (answer.stopped)
        mender->error = NONOSAT_STOPPED;
    else if (answer.verdict == NONOSAT_UNIQUE)
        result = 1;
    else
        for (int at = 1; at <= answer.solutions && !mender->error; at++)
            if (memcmp(pair + at * size, mender->cells, size)) {
                memcpy(pair, mender->cells, size);
                if (at == 2)
                    memcpy(pair + size, pair + 2 * size, size);
                if (add_picture(&mender->met, pair) < 0)
                    mender->error = NONOSAT_MEMORY;
                else if (!learn_swaps(mender, pair + size))
                    result = 0;
                break;
            }
    nonosat_board_free(board);
    free(pair);
    return mender->error ? -1 : result;
}

/* ---- annealing ---- */

/* Lists the repainted cells. */
static void list_changes(Mender *mender)
{
    mender->changes = 0;
    for (int cell = 0; cell < mender->its.cells; cell++)
        if (mender->cells[cell] != mender->start[cell])
            mender->changed[mender->changes++] = cell;
}

/* Renews the lines through cells that the step under way has repainted: their swaps, or their clues. */
static void renew(Mender *mender)
{
    memset(mender->is_dirty, 0, mender->its.lines);
    for (int at = 0; at < mender->repaints; at++)
        EACH_CROSSING(&mender->its, mender->repainted[at].cell, crossing)
            mender->is_dirty[crossing->line] = 1;
    for (int line = 0; line < mender->its.lines; line++)
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

/* A cell at most `far` places away from another on each of two of its lines. */
static int cell_near(Mender *mender, int cell, int far)
{
    for (int step = 0; step < 2; step++) {
        const Crossing *crossing = crossings(&mender->its, cell) + below(mender, mender->its.most_crossings);
        if (crossing->line < 0)
            continue;
        const Line *line = mender->its.line + crossing->line;
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
    int cell = below(mender, mender->its.cells);
    if (moved >= 0 && unit(mender) < .6)
        cell = cell_near(mender, moved, 2);
    else if (number && unit(mender) < .9)
        cell = cell_near(mender, mender->open[below(mender, number)], below(mender, 2));
    int colours = mender->its.colours, colour = (mender->cells[cell] + 1 + below(mender, colours - 1)) % colours;
    return cell != moved && paint(mender, cell, colour);
}

/* Lists the cells of one surviving swap in the place of open cells; returns their number. */
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
    memcpy(mender->best, mender->cells, mender->its.cells);
}

/* Returns whether the step under way leads to an energy of at most `limit`, and counts the flaws. Takes a repair. */
static int is_better(Mender *mender, double limit, int *flaws)
{
    int is_cheaper = mender->best_cost >= 0 && mender->cost < mender->best_cost, undecided = 0;
    renew(mender);
    *flaws = mender->by_swaps ? mender->surviving : count_open(mender);
    if (mender->by_swaps && !*flaws && energy(mender, 0) <= limit && is_cheaper) {
        for (int line = 0; line < mender->its.lines; line++)
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

/* Undoes changes of a repair that are not needed, in random order. */
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
        return (Cooling){run % 6 == 5, run % 6 == 5 ? .8 : .5, .1, 0};
    int fresh = !is_repaired || run % 4 == 3;
    return (Cooling){fresh, is_repaired ? (fresh ? 1.5 : .6) : .5 + .5 * (run % 5), .08, is_repaired ? (fresh ? .5 : .15) : 1};
}

static void anneal(Mender *mender)
{
    const nonosat_mending *how = mender->how;
    int kind = how->is_unique ? how->run % 3 : 0, is_repaired = mender->best_cost >= 0;
    mender->by_swaps = kind == 2 && is_repaired;
    mender->knows_swaps = kind != 0;
    /* for one solution every second run by lines begins afresh, none of those with searches does */
    int run = !how->is_unique || !is_repaired || mender->by_swaps ? how->run : kind ? 0 : how->run / 3 % 2 ? 3 : 0;
    Cooling cooling = cooling_of(run, mender->best_cost >= 0, mender->by_swaps);
    mender->share = cooling.share;
    memcpy(mender->cells, cooling.is_fresh ? mender->start : mender->best, mender->its.cells);
    mender->cost = cooling.is_fresh ? 0 : mender->best_cost;
    for (int line = 0; line < mender->its.lines; line++) {
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
        if (!propose(mender, number) || !mender->repaints || (double)mender->cost > limit) /* refused even without a flaw */
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

static int is_valid(const nonosat_puzzle *puzzle, const uint8_t *picture, const nonosat_mending *how)
{
    const int *swap = how->swaps;
    int result = how->run >= 0 && how->steps >= 0 && how->image_count >= 0 && how->image_count <= puzzle->cells;
    for (int at = 0; result && at < how->swap_count; at++, swap += 1 + 2 * swap[0])
        for (int cell = 0; result && cell < swap[0]; cell++) {
            int own = swap[1 + cell], colour = swap[1 + swap[0] + cell];
            result &= own >= 0 && own < puzzle->cells && (!cell || swap[cell] < own) && colour >= 0 && colour < puzzle->colours;
        }
    for (int cell = 0; cell < puzzle->cells; cell++) {
        result &= picture[cell] < puzzle->colours && how->costs[cell] >= 0;
        for (int at = 0; result && at < how->image_count; at++)
            result &= how->images[(ptrdiff_t)cell * how->image_count + at] < puzzle->cells;
    }
    return result;
}

/* Allocates lines with clues of any number of blocks: 0, or -1 with the error noted. */
static int copy_lines(Mender *mender, const Lines *lines)
{
    ptrdiff_t blocks = 0;
    mender->its = *lines;
    for (int number = 0; number < lines->lines; number++)
        blocks += lines->line[number].length + 1;
    mender->its.line = room(lines->lines, sizeof(Line));
    mender->its.blocks = room(blocks, sizeof(Block));
    mender->its.all_kinds = room(blocks, sizeof(Kind));
    if (!mender->its.line || !mender->its.blocks || !mender->its.all_kinds)
        return fail(&mender->error, NONOSAT_MEMORY);
    blocks = 0;
    for (int number = 0; number < lines->lines; number++) {
        Line *line = mender->its.line + number, widest;
        *line = lines->line[number];
        line->block = mender->its.blocks + blocks;
        line->kind = mender->its.all_kinds + blocks;
        blocks += line->length + 1;
        widest = *line;
        widest.blocks = widest.kinds = line->length + 1;
        ptrdiff_t scratch = line_scratch(&widest, lines->colours);
        mender->its.scratch = scratch > mender->its.scratch ? scratch : mender->its.scratch;
    }
    return 0;
}

static int open_mender(Mender *mender, const nonosat_board *board)
{
    const Lines *lines = board->lines;
    int longest = 0;
    for (int line = 0; line < lines->lines; line++)
        longest = lines->line[line].length > longest ? lines->line[line].length : longest;
    mender->pattern = lines;
    mender->cells = room(lines->cells, 1);
    mender->runs = room(8 * (size_t)longest, 1);
    mender->is_dirty = room(lines->lines, 1);
    mender->open = room(3 * (size_t)lines->cells, sizeof(int));
    mender->repainted = room(2 * (size_t)(mender->how->image_count + 1), sizeof(Repainted));
    mender->alone = room(lines->words, sizeof(word));
    mender->on = room(lines->lines, sizeof(SwapLines));
    if (copy_lines(mender, lines))
        return -1;
    if (!mender->cells || !mender->runs || !mender->is_dirty || !mender->open || !mender->repainted || !mender->alone || !mender->on)
        return fail(&mender->error, NONOSAT_MEMORY);
    mender->changed = mender->open + lines->cells;
    mender->stack = mender->changed + lines->cells;
    if (open_board(&mender->board, &mender->its, NULL))
        return fail(&mender->error, mender->board.error);
    double sum = 0;
    int free_cells = 0;
    for (int cell = 0; cell < lines->cells; cell++) {
        sum += mender->how->costs[cell];
        free_cells += mender->how->costs[cell] > 0;
    }
    mender->mean = free_cells ? sum / free_cells : 1;
    mender->random = mender->how->seed * 2654435761u + 88172645463325252u;
    for (int turn = 0; turn < 5; turn++)
        next_random(mender);
    return 0;
}

static void close_mender(Mender *mender)
{
    for (ptrdiff_t at = 0; at < mender->swaps; at++) {
        free(mender->swap[at].cell);
        free(mender->swap[at].colour);
    }
    for (int line = 0; mender->on && line < mender->pattern->lines; line++)
        free(mender->on[line].at);
    free(mender->swap);
    free(mender->on);
    free(mender->cells);
    free(mender->runs);
    free(mender->is_dirty);
    free(mender->open);
    free(mender->repainted);
    free(mender->alone);
    close_board(&mender->board);
    free(mender->its.line);
    free(mender->its.blocks);
    free(mender->its.all_kinds);
}

int nonosat_mend(const nonosat_board *board, const uint8_t *picture, const nonosat_mending *how, const nonosat_tick *tick, uint8_t *best,
                 int64_t *cost, nonosat_pairs *pairs)
{
    Mender mender = {.how = how, .start = picture, .blank = board->masks, .best = best, .best_cost = *cost, .tick = tick};
    *pairs = (nonosat_pairs){0};
    if (*cost < -1 || !is_valid(board->lines, picture, how))
        return NONOSAT_INPUT;
    mender.met.size = 2 * board->lines->cells;
    if (!open_mender(&mender, board)) {
        const int *swap = how->swaps;
        memcpy(mender.cells, picture, board->lines->cells);
        for (int at = 0; at < how->swap_count && !mender.error; at++, swap += 1 + 2 * swap[0]) {
            uint8_t *colours = room(swap[0], 1);
            if (!colours) {
                mender.error = NONOSAT_MEMORY;
                break;
            }
            for (int cell = 0; cell < swap[0]; cell++)
                colours[cell] = (uint8_t)swap[1 + swap[0] + cell];
            add_swap(&mender, swap + 1, colours, swap[0]);
            free(colours);
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
    free(pairs->cells);
    *pairs = (nonosat_pairs){0};
}
