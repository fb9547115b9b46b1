/* The library alone: against brute force, with failing allocations, with ticks that stop it, and with arguments that make no sense. */

#include "puzzles.h"

/* ---- memory: the library is compiled to call these ---- */

static long live, countdown = -1; /* allocations not freed; how many succeed until one fails, or -1 */

static int fails(void) { return countdown >= 0 && countdown-- == 0; }

void *test_calloc(size_t number, size_t size)
{
    void *memory = fails() ? NULL : calloc(number, size);
    live += memory != NULL;
    return memory;
}

void *test_realloc(void *old, size_t size)
{
    void *memory = fails() ? NULL : realloc(old, size);
    live += memory && !old;
    return memory;
}

void test_free(void *memory)
{
    live -= memory != NULL;
    free(memory);
}

/* ---- against brute force ---- */

static const nonosat_limits FREELY = {.conflicts = INT64_MAX, .work = INT64_MAX};

static int is_among(const uint8_t *picture, const uint8_t *pictures, int number, int cells)
{
    for (int at = 0; at < number; at++)
        if (!memcmp(pictures + at * cells, picture, cells))
            return 1;
    return 0;
}

static void require_verdict(const Puzzle *stated, const nonosat_answer *answer, const uint8_t *found, int expected)
{
    nonosat_verdict verdicts[] = {NONOSAT_UNSOLVABLE, NONOSAT_UNIQUE, NONOSAT_MULTIPLE};
    REQUIRE(answer->verdict == verdicts[expected < 2 ? expected : 2]);
    REQUIRE(answer->solutions == (expected < 2 ? expected : 2));
    for (int at = 0; at < answer->solutions; at++)
        REQUIRE(is_solved(stated, found + at * stated->statement.cells));
    if (answer->solutions == 2)
        REQUIRE(memcmp(found, found + stated->statement.cells, stated->statement.cells));
}

enum { MOST = 1 << 16 };
static uint8_t expected_pictures[MOST * CELLS];

/* A board has every candidate that a solution has. */
static void require_sound(const nonosat_board *board, const Puzzle *stated, int expected)
{
    int cells = stated->statement.cells;
    uint8_t first[CELLS], open[CELLS];
    nonosat_board_picture(board, first);
    nonosat_board_open(board, open);
    for (int cell = 0; cell < cells; cell++)
        for (int at = 0; at < expected && !open[cell]; at++)
            REQUIRE(expected_pictures[at * cells + cell] == first[cell]);
}

/* All solutions, by a search with this schedule. */
static void require_all(const nonosat_board *board, const nonosat_schedule *schedule, const Puzzle *stated, int expected)
{
    nonosat_search *search;
    nonosat_effort effort;
    nonosat_options options = {.seed = 3, .schedule = schedule};
    int found = 0, result, cells = stated->statement.cells;
    REQUIRE(!nonosat_search_new(board, &options, &search));
    while ((result = nonosat_search_step(search, INT64_MAX, INT64_MAX, NULL, NULL)) != NONOSAT_COMPLETE) {
        REQUIRE(result >= 0);
        if (result == NONOSAT_FOUND) {
            REQUIRE(is_among(nonosat_search_solution(search), expected_pictures, expected, cells));
            found++;
        } else if (result == NONOSAT_EXHAUSTED) {
            require_sound(nonosat_search_board(search), stated, expected);
            nonosat_search_turn(search);
        }
    }
    nonosat_search_effort(search, &effort);
    REQUIRE(found == expected && effort.found == expected && effort.complete);
    nonosat_search_free(search);
}

static void require_learner(const nonosat_board *board, int whole_lines, const Puzzle *stated, int expected)
{
    nonosat_learner *learner;
    const uint8_t *pictures;
    int found = 0, cells = stated->statement.cells;
    REQUIRE(!nonosat_learner_new(board, whole_lines, &learner));
    while (!nonosat_learner_complete(learner)) {
        REQUIRE(!nonosat_learn(learner, 1 + any(3), INT64_MAX, 1 + any(3), NULL));
        int number = nonosat_learner_found(learner, &pictures);
        for (int at = 0; at < number; at++)
            REQUIRE(is_among(pictures + at * cells, expected_pictures, expected, cells));
        found += number;
        if (found < expected && !any(4)) { /* one that others have found */
            for (int at = 0; at < expected; at++)
                REQUIRE(!nonosat_learner_exclude(learner, expected_pictures + at * cells));
            found = expected;
        }
    }
    REQUIRE(found == expected);
    nonosat_learner_free(learner);
}

static void test_against_brute_force(int puzzles)
{
    static const nonosat_schedule hasty = {0, 0, 1, 1, 1, 10000}, large = {1, 1, 1, 1, 1, 1};
    Puzzle stated;
    int counts[3] = {0};
    for (int each = 0; each < puzzles; each++) {
        nonosat_puzzle *puzzle;
        nonosat_board *board, *twin;
        nonosat_answer answer;
        uint8_t found[2 * CELLS];
        make(&stated, each % 3);
        int expected = solutions(&stated, expected_pictures, MOST);
        REQUIRE(expected <= MOST);
        counts[expected < 2 ? expected : 2]++;
        REQUIRE(!open_puzzle(&stated, &puzzle, &board) && !nonosat_board_copy(board, &twin));
        if (expected < 300) {
            require_all(board, NULL, &stated, expected);
            require_all(board, &hasty, &stated, expected);
            require_all(board, &large, &stated, expected);
            require_learner(board, each % 2, &stated, expected);
        }
        REQUIRE(!nonosat_check(twin, &FREELY, &answer, found));
        require_verdict(&stated, &answer, found, expected);
        require_sound(twin, &stated, expected);
        nonosat_board_free(twin);
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    REQUIRE(live == 0);
    REQUIRE(puzzles < 100 || (counts[0] && counts[1] && counts[2]));
    printf("brute force: %d puzzles, %d unsolvable, %d unique, %d with several solutions\n", puzzles, counts[0], counts[1], counts[2]);
}

/* ---- every call, for failing allocations ---- */

enum { SIDE = 12 };

/* A picture with half of its cells filled at random: its clues lead to conflicts. */
static int open_random(int side, nonosat_puzzle **puzzle, nonosat_board **board, uint8_t *picture)
{
    nonosat_block *blocks = malloc(sizeof *blocks * side * side * 2), *block = blocks;
    int *sizes = malloc(sizeof *sizes * 2 * side);
    for (int cell = 0; cell < side * side; cell++)
        picture[cell] = (uint8_t)any(2);
    for (int line = 0; line < 2 * side; line++) {
        nonosat_block *first = block;
        for (int at = 0, run = 0; at < side; at++) {
            int cell = line < side ? line * side + at : at * side + line - side, step = line < side ? 1 : side;
            run = picture[cell] ? run + 1 : 0;
            if (run && (at + 1 == side || !picture[cell + step]))
                *block++ = (nonosat_block){run, 1};
        }
        sizes[line] = (int)(block - first);
    }
    nonosat_statement statement = {2, side * side, 2 * side, side, side, NULL, NULL, sizes, blocks};
    *board = NULL;
    int error = nonosat_puzzle_new(&statement, puzzle);
    error = error ? error : nonosat_board_new(*puzzle, NULL, board);
    free(blocks);
    free(sizes);
    return error;
}

static int explain(nonosat_puzzle *puzzle, nonosat_board *board, const uint8_t *picture)
{
    nonosat_chain chain = {0}, shorter = {0}, nested = {0};
    nonosat_nesting nesting = {.links = 4, .fewer = 40, .effort = 3};
    uint8_t techniques[16], open[SIDE * SIDE];
    int64_t spent;
    int least, broken, error = nonosat_propagate(board, NULL, 0, NULL, NULL, &broken);
    for (int at = 0; at < 16; at++)
        techniques[at] = (uint8_t)at;
    for (int cell = 0; cell < SIDE * SIDE && !error; cell += 11) {
        error = nonosat_derive(board, cell, !picture[cell], NULL, &chain);
        if (!error && chain.links)
            error = nonosat_shorten(board, cell, !picture[cell], chain.link, chain.links, NULL, &shorter);
        nonosat_chain_free(&chain);
        nonosat_chain_free(&shorter);
        error = error ? error : nonosat_refute(board, cell, !picture[cell], 3, 20, NULL, &least, &chain);
        nonosat_chain_free(&chain);
    }
    error = error ? error : nonosat_nest(board, 5, !picture[5], &nesting, NULL, &spent, &nested);
    nonosat_chain_free(&nested);
    return error ? error : nonosat_stalled(puzzle, picture, techniques, 16, NULL, open);
}

/* All calls one after the other: NONOSAT_OK, or the first error. */
static int call_all(const nonosat_tick *tick, nonosat_answer *answer)
{
    static const nonosat_schedule large = {1, 2, 1000, 1000, 5, 10};
    nonosat_puzzle *puzzle;
    nonosat_board *board, *twin = NULL;
    uint8_t picture[SIDE * SIDE], found[2 * SIDE * SIDE];
    nonosat_search *search = NULL;
    nonosat_options options = {.schedule = &large};
    nonosat_limits limits = {.conflicts = 200, .work = INT64_MAX};
    state = 11;
    if (tick)
        limits.tick = *tick;
    int error = open_random(SIDE, &puzzle, &board, picture);
    error = error ? error : nonosat_board_copy(board, &twin);
    error = error ? error : nonosat_check(twin, &limits, answer, found);
    error = error ? error : nonosat_search_new(board, &options, &search);
    for (int step = 0, result = 0; step < 5 && !error && result != NONOSAT_COMPLETE; step++) {
        result = nonosat_search_step(search, 100, INT64_MAX, tick, NULL);
        error = result < 0 ? result : 0;
        if (result == NONOSAT_EXHAUSTED)
            nonosat_search_turn(search);
    }
    error = error ? error : explain(puzzle, board, picture);
    nonosat_search_free(search);
    nonosat_board_free(board);
    nonosat_board_free(twin);
    nonosat_puzzle_free(puzzle);
    return error;
}

static void test_failing_allocations(void)
{
    nonosat_answer right, answer;
    long calls = 0, failures = 0;
    REQUIRE(call_all(NULL, &right) == NONOSAT_OK && live == 0);
    REQUIRE(right.verdict != NONOSAT_UNKNOWN);
    for (int done = 0; !done; calls++) {
        countdown = calls;
        int error = call_all(NULL, &answer);
        done = countdown >= 0;
        countdown = -1;
        REQUIRE(live == 0);
        REQUIRE(error == NONOSAT_MEMORY || error == NONOSAT_OK);
        if (!error)
            REQUIRE(answer.verdict == right.verdict);
        failures += error != NONOSAT_OK;
    }
    printf("allocations: %ld failed in turn, %ld calls ended\n", calls, failures);
}

/* ---- ticks ---- */

static int count_down(void *context) { return --*(long *)context <= 0; }

static void test_ticks_that_stop(void)
{
    enum { LARGE_SIDE = 40 };
    static uint8_t picture[LARGE_SIDE * LARGE_SIDE], found[2 * LARGE_SIDE * LARGE_SIDE];
    nonosat_puzzle *puzzle;
    nonosat_board *board;
    long stopped = 0;
    for (long ticks = 1; ticks < 40; ticks += 1 + ticks / 8) {
        long left = ticks;
        nonosat_limits limits = {.conflicts = INT64_MAX, .work = 300000, .tick = {count_down, &left}};
        nonosat_answer answer;
        const uint64_t *masks;
        state = 5;
        REQUIRE(!open_random(LARGE_SIDE, &puzzle, &board, picture));
        REQUIRE(!nonosat_check(board, &limits, &answer, found));
        REQUIRE(answer.stopped == (left <= 0));
        REQUIRE(!answer.stopped || answer.verdict == NONOSAT_UNKNOWN);
        stopped += answer.stopped;
        masks = nonosat_board_masks(board);
        for (int row = 0; row < LARGE_SIDE; row++) { /* the picture is still possible */
            int words;
            const uint64_t *mine = masks + nonosat_line_masks(puzzle, row, &words);
            for (int column = 0; column < LARGE_SIDE; column++)
                REQUIRE(mine[picture[row * LARGE_SIDE + column]] >> column & 1);
        }
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    REQUIRE(stopped > 5 && live == 0);
    printf("ticks: %ld of several calls stopped\n", stopped);
}

static void test_arguments_that_make_no_sense(void)
{
    int none[] = {-1, -1}, sizes[] = {1, 0}, lengths[] = {1, -1}, twice[] = {0, 0}, long_line[] = {2}, missing[] = {0, 2};
    nonosat_block blocks[] = {{1, 1}}, wrong[] = {{1, 2}}, negative[] = {{-1, 1}};
    nonosat_statement statements[] = {
        {1, 1, 2, 1, 1, NULL, NULL, none, blocks},
        {2, 2, 2, 1, 1, NULL, NULL, none, blocks},
        {2, 1, 3, 1, 1, NULL, NULL, none, blocks},
        {2, 1, 2, 1, 1, NULL, NULL, sizes, wrong},
        {2, 1, 2, 1, 1, NULL, NULL, sizes, negative},
        {2, 1, 2, 0, 0, lengths, twice, none, blocks},
        {2, 1, 1, 0, 0, long_line, twice, none, blocks},
        {2, 3, 1, 0, 0, long_line, missing, none, blocks},
        {2, 2, 1, 0, 0, long_line, missing, none, blocks},
    };
    for (size_t at = 0; at < sizeof statements / sizeof *statements; at++) {
        nonosat_puzzle *puzzle = (nonosat_puzzle *)&puzzle;
        REQUIRE(nonosat_puzzle_new(statements + at, &puzzle) == NONOSAT_INPUT && !puzzle);
    }
    nonosat_puzzle_free(NULL);
    nonosat_board_free(NULL);
    nonosat_learner_free(NULL);
    nonosat_search_free(NULL);
    REQUIRE(live == 0);
}

int main(int arguments, char **argument)
{
    test_arguments_that_make_no_sense();
    test_against_brute_force(arguments > 1 ? atoi(argument[1]) : 1500);
    test_failing_allocations();
    test_ticks_that_stop();
    return 0;
}
