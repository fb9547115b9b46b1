/* The stages of a search. Each narrows the same board or finds solutions, until the puzzle is settled. */

#include "search.h"

static const nonosat_schedule DEFAULT = {
    .size = sizeof DEFAULT,
    .briefly = 12,      /* tournaments take 1.10 times as long with 6, 1.03 with 24, colours 1.07 and 1.03 */
    .patience = 100,    /* 50 settles 219 of 239 webpbn puzzles that lines leave open; 100 and 300 both settle 220 */
    .alone = 2500000,   /* some 0.3 seconds, before a solver joins in */
    .second = 150000,   /* some 500 conflicts: half of it takes 1.37 times as long on hard puzzles of webpbn.com, more costs 13 % on
                           dominoes */
    .round_conflicts = 100,       /* verdicts of tournaments take 1.17 times as long with 50, 1.10 with 200 */
    .large = 10000,     /* there a sweep of beliefs, a round of probing or clauses take seconds. With 5,000 julia 130 takes 0.59 of the
                           time, checkerboard 80 1.25; random 130 1.75 with 20,000 */
    .deep = 500000,     /* some 65 ms: with 300,000 taai2011 takes 1.035 times as long, with 500,000 1.019 */
};

/* The order: easy puzzles end with lines and brief probing. A first round of the learner comes before more probing, since a solution is
   often a few conflicts away where much is open. */
enum { SUMS, LINES, PROBE_BRIEFLY, LEARN_BRIEFLY, PROBE, LEARN, TURN, OVER };

/* ---- the board ---- */

/* The board is settled: its only solution, if that is new. Needs `picture` for a picture. Returns the number of open cells, or -1. */
static int take_board(nonosat_search *search)
{
    const Board *board = board_of(search);
    uint8_t *picture = alloc_blank(board->lines->cells);
    int open = picture ? picture_of(board->lines, board->masks, picture) : fail(&search->error, NONOSAT_MEMORY);
    search->complete = !open;
    if (!open && take_solution(search, whole_of(search, picture)) < 0)
        open = -1;
    free_memory(picture);
    return open;
}

/* What is open becomes a puzzle of its own, before there is a learner, if that leaves out enough and there is memory for it. */
static void shrink(nonosat_search *search)
{
    Residual made;
    if (!search->has_shrunk && make_residual(&search->board, &made) > 0)
        search->rest = made;
    search->has_shrunk = 1;
}

/* ---- stages: each returns 1 if it goes on, 0 if it is over, or -1 with the error noted ---- */

/* Returns 1 if the rows of a rectangle have other numbers of cells of an ink than the columns. */
static int sums_differ(const Lines *lines)
{
    int64_t sums[256] = {0};
    if (!lines->height || !lines->width || lines->colours > 256)
        return 0;
    for (int number = 0; number < lines->lines; number++) {
        const Line *line = lines->line + number;
        if (line->blocks < 0 || line->blotted || line->stars)
            return 0;
        for (const Block *block = line->block; block < line->block + line->blocks; block++)
            sums[block->colour] += number < lines->height ? block->length : -block->length;
    }
    for (int colour = 1; colour < lines->colours; colour++)
        if (sums[colour])
            return 1;
    return 0;
}

/* Returns 1 if a picture is a solution of the board, givens included. */
static int is_solution_here(const nonosat_search *search, const uint8_t *cells)
{
    if (!is_solution(search->lines, cells))
        return 0;
    for (int cell = 0; cell < search->lines->cells; cell++)
        if (!has_colour(&search->board, cell, cells[cell]))
            return 0;
    return 1;
}

/* The first open cell, or -1; -2 if an open cell lies on a line with a clue. */
static int first_free(const Board *board)
{
    const Lines *lines = board->lines;
    int first = -1;
    for (int number = 0; number < lines->lines; number++) {
        const Line *line = lines->line + number;
        for (int at = 0; at < line->words; at++) {
            word open = open_positions(board, number, at);
            if (open && line->blocks >= 0)
                return -2;
            if (open && first < 0)
                first = line->cells[WORD * at + lowest_bit(open)];
        }
    }
    return first;
}

/* If no open cell lies on a line with a clue, all choices are solutions, of which two are enough. 0, or -1 with the error noted. */
static int take_free(nonosat_search *search)
{
    int cell = first_free(&search->board);
    if (cell < 0)
        return 0;
    uint8_t *picture = alloc_blank(search->lines->cells);
    if (!picture)
        return fail(&search->error, NONOSAT_MEMORY);
    picture_of(search->lines, search->board.masks, picture);
    int failed = take_solution(search, picture) < 0;
    do
        picture[cell]++;
    while (!has_colour(&search->board, cell, picture[cell]));
    failed = failed || (search->options.most != 1 && search->pending.number < 2 && take_solution(search, picture) < 0);
    free_memory(picture);
    return failed ? -1 : 0;
}

static int by_lines(nonosat_search *search, const nonosat_tick *tick, const nonosat_observer *observer)
{
    search->effort.stage = NONOSAT_BY_LINES;
    search->error = nonosat_propagate(&search->board, NULL, 0, tick, observer, &search->effort.broken);
    search->effort.propagate += lap(search);
    if (search->error)
        return -1;
    if (search->effort.broken >= 0) {
        search->complete = 1;
        return 0;
    }
    search->effort.open = take_board(search);
    search->is_large = search->effort.open >= search->schedule.large;
    search->is_symmetric = search->is_large && is_symmetric(&search->board);
    if (search->effort.open <= 0)
        return search->effort.open;
    if (search->hint && is_solution_here(search, search->hint)) {
        search->has_hint = 1;
        if (take_solution(search, search->hint) < 0)
            return -1;
    }
    if (take_free(search))
        return -1;
    if (search->is_large || (search->lines->cells >= SPARSE_FROM && search->lines->cells / SPARSE >= search->effort.open))
        shrink(search);
    return 0;
}

static int by_probing(nonosat_search *search, int briefly, const nonosat_tick *tick)
{
    nonosat_probed probed = {.size = sizeof probed};
    nonosat_probing how = {.size = sizeof how, .patience = search->schedule.patience,
                          .credit = search->is_large ? PROBING : LONG, .most = search->options.most < 3 ? search->options.most : 0};
    if (briefly && !search->is_large)
        how.patience = search->schedule.briefly, how.lull = LULL;
    else if (briefly)
        how.patience = search->effort.open, how.credit = SHORT;
    if (!how.patience)
        how.patience = -1; /* none, instead of the default */
    search->effort.stage = NONOSAT_BY_PROBING;
    if (search->stage == PROBE)
        lap(search);
    Board *board = board_of(search);
    search->error = nonosat_probe(board, &how, tick, &probed);
    narrow_board(search);
    search->effort.probe += lap(search);
    search->effort.probes += probed.probes;
    if (search->error)
        return -1;
    search->complete = probed.broken >= 0;
    if (search->complete)
        return 0;
    int open = take_board(search);
    for (int at = 0; open > 0 && at < probed.met; at++)
        if (take_solution(search, whole_of(search, board->met.cells + (size_t)at * board->lines->cells)) < 0)
            return -1;
    if (open > 0)
        shrink(search);
    return open < 0 ? -1 : 0;
}

/* Begins a stage of the learner, of this much work. */
static int begin_stage(nonosat_search *search, int64_t work, int later, const nonosat_tick *tick)
{
    search->effort.stage = NONOSAT_BY_LEARNING;
    if (!search->is_opened && (open_rounds(search) || (search->learner && search->is_symmetric && !search->solutions.number && open_half(search, tick))))
        return -1;
    search->is_opened = 1;
    if (search->is_large)
        return begin_turns(search, later, tick);
    begin_learning(search, work);
    return 0;
}

static int by_learning(nonosat_search *search, const nonosat_tick *tick)
{
    int later = search->stage != LEARN_BRIEFLY;
    search->effort.stage = NONOSAT_BY_LEARNING;
    if (!search->learner)
        return 0;
    int goes_on = search->is_large ? turn_on(search, later, tick) : learn_on(search, tick);
    if (search->lacks_memory) {
        drop_learners(search);
        return goes_on < 0 ? -1 : 0;
    }
    return goes_on;
}

/* Returns 1 if the board is to be probed briefly first. A large one is if it may have a symmetric solution, which comes before the rest. */
static int is_brief(const nonosat_search *search) { return !search->is_large || search->is_symmetric; }

/* Begins the stage. */
static int enter(nonosat_search *search, const nonosat_tick *tick)
{
    int has_learner = !search->options.no_learner;
    search->is_begun = 1;
    if (search->stage == LEARN_BRIEFLY) {
        int settled = has_learner ? settle_few(search, tick) : 1;
        return settled ? (settled < 0 ? -1 : 0) : begin_stage(search, 1, 0, tick);
    }
    if (search->stage == LEARN) {
        if (search->learner && !nonosat_learner_complete(search->learner) &&
            (search->error = nonosat_learner_narrow(search->learner, board_of(search))))
            return -1;
        return has_learner ? begin_stage(search, search->schedule.alone, 1, tick) : 0;
    }
    return 0;
}

/* Does a part of the stage; the next one follows if that was all. */
static int run_stage(nonosat_search *search, const nonosat_tick *tick, const nonosat_observer *observer)
{
    int goes_on = 0;
    if (!search->is_begun && enter(search, tick))
        return -1;
    switch (search->stage) {
    case SUMS:
        search->complete = sums_differ(search->lines);
        break;
    case LINES:
        goes_on = by_lines(search, tick, observer);
        break;
    case PROBE_BRIEFLY:
        goes_on = by_probing(search, is_brief(search), tick);
        break;
    case PROBE:
        goes_on = is_brief(search) ? by_probing(search, 0, tick) : 0;
        break;
    default:
        goes_on = by_learning(search, tick);
    }
    if (goes_on || search->complete)
        return goes_on < 0 ? -1 : 0;
    search->stage = search->stage >= LEARN ? OVER : search->stage + 1;
    search->is_begun = 0;
    return 0;
}

/* Takes over a second solution next to the first one, if there is one: 0, or -1 with the error noted. */
static int take_neighbour(nonosat_search *search, const nonosat_tick *tick)
{
    search->has_neighbour = 1;
    if (!is_solution_here(search, search->solutions.cells)) /* the caller excludes anything */
        return 0;
    const Board *board = board_of(search);
    const uint8_t *known = part_of(search, search->solutions.cells), *other = NULL;
    uint8_t *neighbour = alloc(board->lines->cells, 1);
    lap(search);
    int result = neighbour && known ? find_neighbour(board, known, search->learner ? 4 : 8, tick, neighbour) : 0;
    if (result == NONOSAT_MEMORY)
        result = 0;
    if (result > 0)
        other = whole_of(search, neighbour);
    int failed = result < 0 ? fail(&search->error, result) : other && take_solution(search, other) < 0;
    failed = failed || (other && search->learner && learner_excludes(search, other));
    free_memory(neighbour);
    lap(search);
    return failed ? -1 : 0;
}

/* Returns 1 if the first solution is there, and another one is wanted. Brief probing comes first, as it ends most puzzles with one solution in less
   time; where it takes long, on large boards, it does not. */
static int wants_neighbour(const nonosat_search *search)
{
    int is_time = search->stage > (search->is_large ? LINES : PROBE_BRIEFLY);
    return search->solutions.number == 1 && !search->has_neighbour && search->options.most != 1 && is_time && !search->complete;
}

static int step(nonosat_search *search, const nonosat_tick *tick, const nonosat_observer *observer)
{
    for (;;) {
        if (search->handed < search->pending.number) {
            search->handed++;
            search->effort.found++;
            return NONOSAT_FOUND;
        }
        if (search->complete)
            return NONOSAT_COMPLETE;
        if (search->stage == OVER)
            return NONOSAT_EXHAUSTED;
        int stage = search->stage;
        if (run_stage(search, tick, observer))
            return search->error;
        if (wants_neighbour(search) && take_neighbour(search, tick))
            return search->error;
        if (stage == LINES && search->is_large && !search->complete)
            return NONOSAT_LARGE;
    }
}

int nonosat_search_step(nonosat_search *search, int64_t conflicts, int64_t work, const nonosat_tick *tick,
                        const nonosat_observer *observer)
{
    if (!search)
        return NONOSAT_INPUT;
    if (search->error)
        return NONOSAT_INPUT;
    search->conflicts = conflicts;
    search->work = work;
    if (search->options.clock)
        search->last = search->options.clock();
    int result = step(search, tick, observer);
    if (search->stage > LINES + 1)
        lap(search);
    return result;
}

void nonosat_search_turn(nonosat_search *search)
{
    if (!search)
        return;
    if (search->error || search->stage != OVER || !search->learner)
        return;
    search->stage = TURN;
    search->is_begun = 1;
    begin_learning(search, 1);
    search->turn.one_round = search->solutions.number > 0;
}

/* ---- handles ---- */

/* Reads a schedule: 0 is the default, a negative number none. A round has a conflict at least, and a large board a cell. */
static int read_schedule(nonosat_schedule *schedule, const nonosat_schedule *given)
{
    if (read_struct(schedule, sizeof *schedule, given))
        return NONOSAT_INPUT;
    or_default(&schedule->briefly, DEFAULT.briefly);
    or_default(&schedule->patience, DEFAULT.patience);
    or_default(&schedule->alone, DEFAULT.alone);
    or_default(&schedule->second, DEFAULT.second);
    or_default(&schedule->round_conflicts, DEFAULT.round_conflicts);
    or_default(&schedule->large, DEFAULT.large);
    or_default(&schedule->deep, DEFAULT.deep);
    schedule->round_conflicts += !schedule->round_conflicts;
    schedule->large += !schedule->large;
    return NONOSAT_OK;
}

int nonosat_search_new(const nonosat_board *board, const nonosat_options *given, nonosat_search **search)
{
    nonosat_options options;
    nonosat_schedule schedule;
    if (!search)
        return NONOSAT_INPUT;
    *search = NULL;
    if (!board || board->lines->colours > 256 || read_struct(&options, sizeof options, given) || options.most < 0 ||
        read_schedule(&schedule, options.schedule))
        return NONOSAT_INPUT;
    nonosat_search *made = alloc(0, sizeof *made);
    if (!made)
        return NONOSAT_MEMORY;
    made->lines = board->lines;
    made->options = options;
    made->schedule = schedule;
    made->solutions.size = made->pending.size = board->lines->cells;
    made->effort.open = made->effort.broken = -1;
    if (open_board(&made->board, board->lines, board->masks)) {
        nonosat_search_free(made);
        return NONOSAT_MEMORY;
    }
    *search = made;
    return NONOSAT_OK;
}

void nonosat_search_free(nonosat_search *search)
{
    if (!search)
        return;
    nonosat_depth_free(search->depth);
    nonosat_learner_free(search->learner);
    close_half(&search->half);
    close_board(&search->board);
    close_residual(&search->rest);
    free_memory(search->lifted);
    free_memory(search->solutions.cells);
    free_memory(search->pending.cells);
    free_memory(search->random);
    free_memory(search->likelihood);
    free_memory(search->hint);
    free_memory(search);
}

int nonosat_search_hint(nonosat_search *search, const uint8_t *picture)
{
    if (!search || !picture)
        return NONOSAT_INPUT;
    if (search->error || search->stage > LINES)
        return NONOSAT_INPUT;
    if (!search->hint && !(search->hint = alloc(search->lines->cells, 1)))
        return NONOSAT_MEMORY;
    memcpy(search->hint, picture, search->lines->cells);
    return NONOSAT_OK;
}

int nonosat_search_exclude(nonosat_search *search, const uint8_t *picture)
{
    if (!search || !picture || search->error)
        return NONOSAT_INPUT;
    int is_new = add_picture(&search->solutions, picture);
    if (is_new < 0)
        return NONOSAT_MEMORY;
    search->effort.found += is_new || remove_picture(&search->pending, search->handed, picture); /* one that waits is not wanted any more */
    if (is_new && search->learner)
        learner_excludes(search, picture);
    return search->error;
}

const uint8_t *nonosat_search_solution(const nonosat_search *search)
{
    if (!search)
        return NULL;
    return search->handed ? search->pending.cells + (size_t)(search->handed - 1) * search->lines->cells : NULL;
}

int nonosat_search_effort(const nonosat_search *search, nonosat_effort *effort)
{
    if (!search)
        return NONOSAT_INPUT;
    nonosat_effort current = search->effort;
    current.complete = search->complete && search->handed == search->pending.number;
    current.conflicts = conflicts_of(search);
    current.work = work_of(search);
    return write_struct(effort, &current, sizeof current);
}

const nonosat_board *nonosat_search_board(const nonosat_search *search) { return search ? &search->board : NULL; }

int nonosat_search_variables(const nonosat_search *search)
{
    if (!search)
        return 0;
    return search->is_large || !search->learner ? -1 : nonosat_learner_variables(search->learner);
}

int nonosat_search_units(const nonosat_search *search, int64_t *numbers)
{
    if (!search || !numbers)
        return NONOSAT_INPUT;
    if (nonosat_search_variables(search) < 0)
        return 0;
    int units = nonosat_learner_units(search->learner, numbers);
    for (int at = 0; search->rest.puzzle && at < units; at++) {
        int64_t cells = search->rest.puzzle->cells, literal = (numbers[at] < 0 ? -numbers[at] : numbers[at]) - 1;
        int64_t number = 1 + literal / cells * search->lines->cells + search->rest.cell_of[literal % cells];
        numbers[at] = numbers[at] < 0 ? -number : number;
    }
    return units;
}

/* Likelihoods of the residual puzzle as those of the whole; NULL if memory is short. */
static const double *lift_beliefs(nonosat_search *search)
{
    const Residual *rest = &search->rest;
    size_t whole = search->lines->cells, cells = rest->puzzle->cells, colours = search->lines->colours;
    if (!search->lifted && !(search->lifted = alloc(whole * colours, sizeof(double))))
        return NULL;
    for (size_t at = 0; at < whole * colours; at++)
        search->lifted[at] = rest->lifted[at % whole] == at / whole;
    for (size_t at = 0; at < cells * colours; at++)
        search->lifted[at / cells * whole + (size_t)rest->cell_of[at % cells]] = search->likelihood[at];
    return search->lifted;
}

const double *nonosat_search_beliefs(nonosat_search *search)
{
    if (!search || !search->has_beliefs)
        return NULL;
    return search->rest.puzzle ? lift_beliefs(search) : search->likelihood;
}
