/* The learner in rounds: each has 100 to 300 conflicts from new beliefs, and more if the beliefs took longer.

   A round that fails costs little, and the next one begins elsewhere: beliefs differ by their noise. Learned clauses survive
   from round to round. First activities matter more than phases: 41 hard puzzles of tournaments took 54 thousand conflicts to
   a first solution with both, 313 thousand with phases alone.

   A large board has turns of fixed work instead, without beliefs before probing: a random 300x300, 60 % filled, takes 2 seconds with beliefs
   after it, 11 without. */

#include "random.h"
#include "search.h"

/* Every third round has calm beliefs: every second takes 1.26 times as long, every sixth 1.09. */
enum { CALM_EVERY = 3 };

/* Open cells, after lines, from which rounds have LONGER conflicts: proofs of such boards gain (webpbn 3163 takes 0.6 of the time, three hard
   puzzles of `minizinc` 0.76), tournaments of 25x25 lose (tcga 1.27). Longer rounds lose first solutions: 22336 2.8, Meow 3.6 with a conflict for
   every third cell. */
enum { LONGER_FROM = 700, LONGER = 300 };

/* First activity of a sure cell, in bumps: 15 takes 1.14 times as long, 60 1.24. */
#define BOOST 30.0

/* Units of work of probing that take as long as one of the learner's. */
#define RATE 11.

/* Time of probing in depth for the learner's. With .5 taai2011 takes 1.02 times as long, 18297 1.2. */
#define DEPTH_SHARE .3

/* After 12 nodes probing in depth pauses while the rest of the tree seems to take over 6 times as long as both have taken so far. What is closed of
   a tree at its 12th node says little: a 25x25 of icga2023 has .001 of it there, .51 two nodes later, and ends at 33 ms. */
enum { DEPTH_NODES = 12, HOPELESS = 6 };

/* Open cells that probing in depth settles before there is a learner, whose first round takes longer; and its work for each of them. */
enum { FEW = 40, FEW_WORK = 1000 };

/* Share of the cells that lines left open from which refuted candidates count for beliefs. A few only make another search of the learner's, sometimes
   a far longer one: with all of them every 13th of taai2011 takes 1.26 times as long, five seeds. Rule 30 with 70x70 cells gets 9 % at once. The
   learner itself does without: with them Faase takes 1.07 times as long, 25 seeds. */
#define HANDED_OVER .04

static const nonosat_reinforcement FREE = {.size = sizeof FREE, .noise = .4, .damping = 0, .pull = .05, .sweeps = 20};

/* Finds a solution in 17 of 30 rounds of webpbn.com's 22336; with a pull of .05 in 11, FREE in none. */
static const nonosat_reinforcement CALM = {.size = sizeof CALM, .noise = .4, .damping = .2, .pull = .02, .sweeps = 100};

static const struct {
    int is_half;
    int share; /* work per open cell */
} FIRST[] = {{0, SHORT}, {1, LONG}}, LATER[] = {{0, SHORT}, {1, LONG}, {0, LONG}};

int64_t conflicts_of(const nonosat_search *search)
{
    return search->conflicts_before + (search->learner ? nonosat_learner_conflicts(search->learner) : 0) +
           (search->half.learner ? nonosat_learner_conflicts(search->half.learner) : 0);
}

int64_t work_of(const nonosat_search *search)
{
    return search->believed + (search->learner ? nonosat_learner_work(search->learner) : 0);
}

static int64_t sum_of(int64_t done, int64_t more) { return more < INT64_MAX - done ? done + more : INT64_MAX; }

int open_rounds(nonosat_search *search)
{
    search->error = nonosat_learner_new(board_of(search), !search->is_large, &search->learner);
    if (search->error == NONOSAT_TOO_LARGE || search->error == NONOSAT_MEMORY) /* the search goes on without a learner */
        search->error = NONOSAT_OK;
    for (ptrdiff_t at = 0; search->learner && at < search->solutions.number && !search->error; at++)
        learner_excludes(search, search->solutions.cells + (size_t)at * search->solutions.size);
    return search->error ? -1 : 0;
}

int learner_excludes(nonosat_search *search, const uint8_t *picture)
{
    const uint8_t *part = part_of(search, picture);
    search->learner_excluded++;
    search->error = part ? nonosat_learner_exclude(search->learner, part) : NONOSAT_OK;
    if (!search->error && nonosat_learner_complete(search->learner))
        search->complete = 1;
    return search->error ? -1 : 0;
}

static int is_over(const nonosat_search *search)
{
    return search->complete || search->lacks_memory || conflicts_of(search) >= search->conflicts || work_of(search) >= search->work;
}

void drop_learners(nonosat_search *search)
{
    search->conflicts_before = conflicts_of(search);
    search->believed = work_of(search);
    nonosat_learner_free(search->learner);
    nonosat_learner_free(search->half.learner);
    search->learner = search->half.learner = NULL;
}

/* Searches on with a learner, up to one solution: 0, or -1 with the error noted. A learner without memory is over. */
static int search_on(nonosat_search *search, nonosat_learner *learner, int64_t conflicts, int64_t work, const nonosat_tick *tick)
{
    if (search->lacks_memory)
        return 0;
    search->error = nonosat_learn(learner, conflicts, work, 1, tick);
    if (search->error == NONOSAT_MEMORY) {
        search->lacks_memory = 1;
        search->error = NONOSAT_OK;
        return 0;
    }
    return search->error ? -1 : learner != search->learner || !nonosat_learner_complete(learner) ? 0 : (search->complete = 1, 0);
}

/* Takes over the solution that a learner has found: 1 if there was one. */
static int take_found(nonosat_search *search, const nonosat_learner *learner)
{
    const uint8_t *picture;
    if (!nonosat_learner_found(learner, &picture))
        return 0;
    search->learner_excluded++;
    return take_solution(search, whole_of(search, picture)) < 0 ? -1 : 1;
}

static int run_learner(nonosat_search *search, int64_t conflicts, int64_t work, const nonosat_tick *tick)
{
    int64_t left = search->work - work_of(search);
    if (search_on(search, search->learner, conflicts, work < left ? work : left, tick))
        return -1;
    return take_found(search, search->learner);
}

/* Makes the picture at hand the phases: NONOSAT_OK or an error. */
static int follow_hint(nonosat_search *search)
{
    const uint8_t *part = part_of(search, search->hint);
    return part ? nonosat_learner_follow(search->learner, part) : NONOSAT_OK;
}

/* Beliefs as phases and first activities. Round 0 is that of a large board. Without memory for them the round does without. */
static int believe(nonosat_search *search, uint32_t round, const nonosat_tick *tick)
{
    const Board *board = board_of(search);
    size_t numbers = (size_t)board->lines->cells * board->lines->colours;
    nonosat_reinforcement how = round && round % CALM_EVERY == 0 ? CALM : FREE;
    lap(search);
    if (round == 1) /* where easy puzzles end: with all sweeps their median is 1.25 times as long */
        how.sweeps /= 2;
    if (!search->random)
        search->random = alloc(numbers, sizeof *search->random);
    if (!search->likelihood)
        search->likelihood = alloc(numbers, sizeof *search->likelihood);
    if (!search->random || !search->likelihood)
        return 0;
    Twister twister;
    seed_twister(&twister, round ? search->options.seed : 0, round);
    for (size_t at = 0; at < numbers; at++)
        search->random[at] = next_random(&twister);
    search->error = nonosat_beliefs(board, &how, search->random, tick, search->likelihood);
    if (search->error == NONOSAT_MEMORY) {
        search->error = NONOSAT_OK;
        return 0;
    }
    if (search->error)
        return -1;
    search->has_beliefs = 1;
    search->believed += (int64_t)how.sweeps * open_cells(board) * (search->lines->colours - 1);
    search->error = nonosat_learner_prefer(search->learner, search->likelihood, BOOST);
    if (!search->error && search->has_hint)
        search->error = follow_hint(search);
    search->effort.beliefs += lap(search);
    return search->error ? -1 : 0;
}

/* Conflicts of a round. With more than one ink rounds of any length are as good. */
static int64_t conflicts_of_round(const nonosat_search *search)
{
    int is_longer = search->effort.open >= LONGER_FROM && search->lines->colours == 2 && search->schedule.round_conflicts < LONGER;
    return is_longer ? LONGER : search->schedule.round_conflicts;
}

/* A round: at most one solution. */
static int run_round(nonosat_search *search, const nonosat_tick *tick)
{
    int64_t before = search->believed, left = search->conflicts - conflicts_of(search), length = conflicts_of_round(search);
    if (believe(search, ++search->rounds_done, tick))
        return -1;
    int64_t until = nonosat_learner_work(search->learner) + search->believed - before;
    int solved = run_learner(search, left < length ? left : length, INT64_MAX, tick);
    if (solved || search->complete)
        return solved;
    int64_t work = until - nonosat_learner_work(search->learner);
    left = search->conflicts - conflicts_of(search);
    return left <= 0 || work <= 0 ? 0 : run_learner(search, left, work, tick);
}

void begin_learning(nonosat_search *search, int64_t work)
{
    search->turn = (Turn){.until = sum_of(work_of(search), work)};
}

/* Takes over what probing in depth has found, if that settles the puzzle, and what it has refuted. */
static int take_depth(nonosat_search *search, const nonosat_depth_effort *state)
{
    const uint8_t *pictures = nonosat_depth_found(search->depth);
    int settles = state->complete || state->found >= search->options.most;
    for (ptrdiff_t at = 0; settles && at < state->found; at++)
        if (take_solution(search, whole_of(search, pictures + (size_t)at * board_of(search)->lines->cells)) < 0)
            return -1;
    search->complete |= state->complete;
    if (settles || search->complete || (double)(state->refuted - search->handed_over) < HANDED_OVER * search->effort.open)
        return 0;
    search->handed_over = state->refuted;
    nonosat_depth_narrow(search->depth, board_of(search));
    narrow_board(search);
    return 0;
}

/* A part of probing in depth: -1 with the error noted, or 0. Without memory for it the search goes on without. */
static int go_deep(nonosat_search *search, int64_t work, const nonosat_tick *tick, nonosat_depth_effort *state)
{
    lap(search);
    search->error = search->depth ? NONOSAT_OK : nonosat_depth_new(board_of(search), &search->depth);
    nonosat_depth_effort before = {.size = sizeof before};
    if (!search->error) {
        nonosat_depth_state(search->depth, &before);
        search->error = nonosat_depth_run(search->depth, work, search->options.most, tick);
    }
    if (search->error == NONOSAT_MEMORY) {
        nonosat_depth_free(search->depth);
        search->depth = NULL;
        search->lacks_depth = 1;
        search->error = NONOSAT_OK;
        return 0;
    }
    if (search->error)
        return -1;
    nonosat_depth_state(search->depth, state);
    search->effort.probes += state->probes - before.probes;
    search->effort.probe += lap(search);
    return take_depth(search, state);
}

/* Returns 1 if the search can use what probing in depth finds. */
static int goes_deep(const nonosat_search *search)
{
    return search->lines->colours == 2 && search->options.most >= 1 && search->options.most <= 2;
}

int settle_few(nonosat_search *search, const nonosat_tick *tick)
{
    int open = open_cells(board_of(search));
    nonosat_depth_effort state = {.size = sizeof state};
    if (search->is_large || !goes_deep(search) || open > FEW)
        return 0;
    search->effort.stage = NONOSAT_BY_PROBING;
    return go_deep(search, FEW_WORK * open, tick, &state) ? -1 : state.complete || state.found >= search->options.most;
}

/* Returns 1 if the tree seems too large, beside the learner's work and its own so far. */
static int is_hopeless(const nonosat_depth_effort *state, double learnt)
{
    double taken = (double)state->work / RATE;
    return state->nodes >= DEPTH_NODES && taken * (1 - state->progress) > HOPELESS * state->progress * (learnt + taken);
}

/* Probing in depth catches up with its share of the time that the learner has taken, unless the tree seems too large. It settles boards on which
   clauses say little: rule 30 with 70x70 cells takes .5 of the time, tcga2013 .96 (five seeds). */
static int catch_up(nonosat_search *search, const nonosat_tick *tick)
{
    double open = (double)search->effort.open, learnt = (double)work_of(search), share = RATE * DEPTH_SHARE * learnt;
    nonosat_depth_effort state = {.size = sizeof state};
    if (!goes_deep(search) || work_of(search) < search->schedule.deep)
        return 0;
    if (search->depth)
        nonosat_depth_state(search->depth, &state);
    while (!search->complete && !search->lacks_depth && search->solutions.number < search->options.most && (double)state.work < share) {
        if (is_hopeless(&state, learnt))
            return 0;
        double slice = share - (double)state.work < 100 * open ? share - (double)state.work : 100 * open;
        if (go_deep(search, (int64_t)slice + 1, tick, &state))
            return -1;
    }
    return 0;
}

/* Part of the work for another solution than the picture at hand, whose cells and starts are the phases: a few conflicts without beliefs end
   easy proofs, and a round with these as activities finds what is not far away. Beliefs as phases take 300 times as long on 18297, 10 times on
   12548 and Knotty. */
static int learn_from_hint(nonosat_search *search, const nonosat_tick *tick)
{
    if (search->hint_parts++)
        return run_round(search, tick);
    int64_t left = search->conflicts - conflicts_of(search);
    search->error = follow_hint(search);
    return search->error ? -1 : run_learner(search, left, search->schedule.second, tick);
}

int learn_on(nonosat_search *search, const nonosat_tick *tick)
{
    Turn *turn = &search->turn;
    if (turn->one_round) {
        *turn = (Turn){.second = 1};
        if (!search->solutions.number && !is_over(search) && catch_up(search, tick))
            return -1;
        return is_over(search) ? 0 : run_round(search, tick) < 0 ? -1 : 1;
    }
    if (search->has_hint && search->solutions.number == 1 && search->hint_parts < 2 && !is_over(search))
        return learn_from_hint(search, tick) < 0 ? -1 : 1;
    if (!turn->second) {
        if (!search->solutions.number && work_of(search) < turn->until && !is_over(search)) {
            if (catch_up(search, tick))
                return -1;
            if (is_over(search) || search->solutions.number)
                return 1;
            return run_round(search, tick) < 0 ? -1 : 1;
        }
        *turn = (Turn){.second = 1, .until = sum_of(work_of(search), search->schedule.second)};
    }
    if (search->solutions.number != 1 || work_of(search) >= turn->until || is_over(search))
        return 0;
    return run_learner(search, search->conflicts - conflicts_of(search), turn->until - work_of(search), tick) < 0 ? -1 : 1;
}

/* ---- large boards ---- */

/* The learner of a turn; NULL if there is none. */
static nonosat_learner *learner_of(const nonosat_search *search, int later)
{
    return (later ? LATER : FIRST)[search->turn.index].is_half ? search->half.learner : search->learner;
}

/* Notes when the next turn of a board ends. Skips turns without a learner. */
static int begin_turn(nonosat_search *search, int later)
{
    int turns = later ? sizeof LATER / sizeof *LATER : sizeof FIRST / sizeof *FIRST;
    while (search->turn.index < turns && !learner_of(search, later))
        search->turn.index++;
    if (search->turn.index == turns)
        return 0;
    int64_t share = (later ? LATER : FIRST)[search->turn.index].share;
    search->turn.until = nonosat_learner_work(learner_of(search, later)) + share * search->effort.open;
    return 1;
}

int begin_turns(nonosat_search *search, int later, const nonosat_tick *tick)
{
    search->turn = (Turn){0};
    if (!search->learner)
        return 0;
    if (later && !nonosat_learner_complete(search->learner) && !search->learner_excluded && believe(search, 0, tick))
        return -1;
    begin_turn(search, later);
    return 0;
}

/* Takes over a solution of the half, which the whole must not find again. */
static int take_half(nonosat_search *search)
{
    const uint8_t *half;
    int cells = search->lines->cells;
    if (!nonosat_learner_found(search->half.learner, &half))
        return 0;
    uint8_t *whole = alloc(cells, 1);
    if (!whole)
        return fail(&search->error, NONOSAT_MEMORY);
    for (int cell = 0; cell < cells / 2; cell++)
        whole[cell] = whole[cells - 1 - cell] = half[cell];
    int failed = take_solution(search, whole) < 0 || learner_excludes(search, whole);
    free_memory(whole);
    return failed ? -1 : 0;
}

int turn_on(nonosat_search *search, int later, const nonosat_tick *tick)
{
    int turns = later ? sizeof LATER / sizeof *LATER : sizeof FIRST / sizeof *FIRST;
    if (search->turn.index >= turns || search->complete || search->lacks_memory)
        return 0;
    nonosat_learner *learner = learner_of(search, later);
    int64_t left = search->conflicts - conflicts_of(search), work = search->turn.until - nonosat_learner_work(learner);
    search->complete = nonosat_learner_complete(search->learner); /* of what probing has left */
    if (search->complete)
        return 0;
    if (work <= 0 || left <= 0 || nonosat_learner_complete(learner) || work_of(search) >= search->work) {
        search->turn.index++;
        return begin_turn(search, later);
    }
    int64_t most = search->work - work_of(search);
    if (search_on(search, learner, left < search->schedule.round_conflicts ? left : search->schedule.round_conflicts, work < most ? work : most, tick))
        return -1;
    return (learner == search->learner ? take_found(search, learner) : take_half(search)) < 0 ? -1 : 1;
}
