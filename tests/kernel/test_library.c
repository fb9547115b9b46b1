/* The library alone: against brute force, with failing allocations, with ticks that stop it, and with invalid
   arguments. */

#include "puzzles.h"

#include <math.h>

/* ---- memory: the library calls these ---- */

static long live, countdown = -1; /* not freed; allowed before one fails, or -1 */

static int fails(void) { return countdown >= 0 && countdown-- == 0; }

static void *test_calloc(size_t number, size_t size)
{
    void *memory = fails() ? NULL : calloc(number, size);
    live += memory != NULL;
    return memory;
}

static void *test_realloc(void *old, size_t size)
{
    void *memory = fails() ? NULL : realloc(old, size);
    live += memory && !old;
    return memory;
}

static void test_free(void *memory)
{
    live -= memory != NULL;
    free(memory);
}

/* ---- against brute force ---- */

static const nonosat_limits FREELY = {.size = sizeof FREELY};

static int index_of(const uint8_t *picture, const uint8_t *pictures, int number, int cells)
{
    for (int at = 0; at < number; at++)
        if (!memcmp(pictures + at * cells, picture, cells))
            return at;
    return -1;
}

static int is_among(const uint8_t *picture, const uint8_t *pictures, int number, int cells)
{
    return index_of(picture, pictures, number, cells) >= 0;
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

enum { MOST = 1 << 16, INKS = 3 };
static uint8_t expected_pictures[MOST * CELLS];

/* Requires that a board has every candidate that occurs in a solution. */
static void require_sound(const nonosat_board *board, const Puzzle *stated, int expected)
{
    int cells = stated->statement.cells;
    uint8_t first[CELLS], open[CELLS];
    REQUIRE(nonosat_board_picture(board, first) == nonosat_board_open(board, open));
    for (int cell = 0; cell < cells; cell++)
        for (int at = 0; at < expected && !open[cell]; at++)
            REQUIRE(expected_pictures[at * cells + cell] == first[cell]);
}

/* A picture at hand: a solution, one with a wrong cell, or noise. */
static const uint8_t *any_hint(const Puzzle *stated, int expected, uint8_t *hint)
{
    int cells = stated->statement.cells, kind = expected ? any(4) : 3, wrong = any(cells);
    if (kind < 2)
        memcpy(hint, expected_pictures + any(expected < MOST ? expected : MOST) * cells, cells);
    for (int cell = 0; cell < cells && kind > 1; cell++)
        hint[cell] = (uint8_t)any(stated->statement.colours + !any(40));
    if (kind == 1)
        hint[wrong] = (uint8_t)any(stated->statement.colours + 1);
    return hint;
}

/* Requires that a search with this schedule finds all solutions, often with a picture at hand. */
static void require_all(const nonosat_board *board, const nonosat_schedule *schedule, const Puzzle *stated, int expected)
{
    uint8_t hint[CELLS];
    nonosat_search *search;
    nonosat_effort effort = {.size = sizeof effort};
    nonosat_options options = {.size = sizeof options, .seed = 3, .schedule = schedule};
    int found = 0, result, cells = stated->statement.cells;
    REQUIRE(!nonosat_search_new(board, &options, &search));
    if (any(4))
        REQUIRE(!nonosat_search_hint(search, any_hint(stated, expected, hint)));
    if (expected && !any(4)) {
        REQUIRE(!nonosat_search_exclude(search, expected_pictures));
        found++;
    }
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

/* Requires completeness if others have found solutions, which are excluded before the first step or between steps. */
static void require_complete(const nonosat_board *board, const nonosat_schedule *schedule, const Puzzle *stated, int expected)
{
    nonosat_search *search;
    nonosat_options options = {.size = sizeof options, .seed = 3, .schedule = schedule};
    int before = any(3), found = 0, result = 0, steps = 0, cells = stated->statement.cells;
    uint8_t excluded[300] = {0};
    REQUIRE(!nonosat_search_new(board, &options, &search));
    do {
        for (int at = 0; at < expected && (steps ? result == NONOSAT_EXHAUSTED : before); at++)
            if (!excluded[at] && (steps || any(before))) {
                REQUIRE(!nonosat_search_exclude(search, expected_pictures + at * cells));
                excluded[at] = 1;
            }
        result = nonosat_search_step(search, steps || any(2) ? INT64_MAX : 0, INT64_MAX, NULL, NULL);
        REQUIRE(result > 0 && ++steps < 5000);
        if (result == NONOSAT_FOUND) {
            int at = index_of(nonosat_search_solution(search), expected_pictures, expected, cells);
            REQUIRE(at >= 0 && !excluded[at]);
            excluded[at] = 1;
            found++;
        } else if (result == NONOSAT_EXHAUSTED)
            nonosat_search_turn(search);
    } while (result != NONOSAT_COMPLETE);
    REQUIRE(found <= expected);
    nonosat_search_free(search);
}

/* Requires that the units of a learner hold in all remaining solutions. */
static void require_units(const nonosat_learner *learner, const uint8_t *done, int expected, int cells)
{
    static int64_t numbers[CELLS * INKS + 1];
    REQUIRE(nonosat_learner_variables(learner) <= CELLS * INKS);
    int units = nonosat_learner_units(learner, numbers);
    for (int unit = 0; unit < units; unit++) {
        int number = (int)(numbers[unit] < 0 ? -numbers[unit] : numbers[unit]) - 1;
        for (int at = 0; at < expected; at++)
            REQUIRE(done[at] || (expected_pictures[at * cells + number % cells] == number / cells) == (numbers[unit] > 0));
    }
}

static void require_learner(const nonosat_board *board, int whole_lines, const Puzzle *stated, int expected)
{
    nonosat_learner *learner;
    const uint8_t *pictures;
    int found = 0, cells = stated->statement.cells;
    uint8_t done[300] = {0};
    REQUIRE(!nonosat_learner_new(board, whole_lines, &learner));
    while (!nonosat_learner_complete(learner)) {
        REQUIRE(!nonosat_learn(learner, 1 + any(3), INT64_MAX, 1 + any(3), NULL));
        int number = nonosat_learner_found(learner, &pictures);
        for (int at = 0; at < number; at++) {
            int which = index_of(pictures + at * cells, expected_pictures, expected, cells);
            REQUIRE(which >= 0 && !done[which]);
            done[which] = 1;
        }
        found += number;
        require_units(learner, done, expected, cells);
        if (found < expected && !any(4)) { /* a solution found by others */
            for (int at = 0; at < expected; at++)
                REQUIRE(!nonosat_learner_exclude(learner, expected_pictures + at * cells));
            memset(done, 1, sizeof done);
            found = expected;
        }
    }
    REQUIRE(found == expected);
    nonosat_learner_free(learner);
}

/* ---- neighbours of a solution ---- */

static int has_plain_clues(const Puzzle *stated)
{
    int blocks = 0;
    for (int line = 0; line < stated->statement.lines; line++) {
        if (stated->sizes[line] < 0)
            return 0;
        blocks += stated->sizes[line];
    }
    for (int at = 0; at < blocks; at++)
        if (!stated->blocks[at].length)
            return 0;
    return 1;
}

/* Returns 1 if two solutions differ in up to 8 cells of one ink and the background, and each line in two of them or none. */
static int is_exchange(const Puzzle *stated, const uint8_t *one, const uint8_t *other)
{
    const int *cell = stated->cells;
    int changed = 0, ink = 0;
    for (int at = 0; at < stated->statement.cells; at++) {
        if (one[at] == other[at])
            continue;
        ink = ink ? ink : one[at] + other[at];
        if (changed++ == 8 || (one[at] && other[at]) || one[at] + other[at] != ink)
            return 0;
    }
    for (int line = 0; line < stated->statement.lines; cell += stated->lengths[line++]) {
        int differ = 0, gained = 0;
        for (int at = 0; at < stated->lengths[line]; at++) {
            differ += one[cell[at]] != other[cell[at]];
            gained += (other[cell[at]] > 0) - (one[cell[at]] > 0);
        }
        if (gained || (differ && differ != 2))
            return 0;
    }
    return changed > 0;
}

/* Requires that, with a solution at hand, a second one that is an exchange away comes before anything is learned. Returns 1
   if there is such an exchange. */
static int require_exchange(const nonosat_board *board, const Puzzle *stated, int expected)
{
    nonosat_search *search;
    nonosat_effort effort = {.size = sizeof effort};
    nonosat_schedule unprobed = {.size = sizeof unprobed, .briefly = -1, .patience = 100, .alone = 1, .second = -1, .round_conflicts = 1, .large = 10000, .deep = -1};
    nonosat_options options = {.size = sizeof options, .most = 2, .schedule = &unprobed};
    int cells = stated->statement.cells, at = any(expected), exchanges = 0;
    const uint8_t *hint = expected_pictures + at * cells;
    for (int other = 0; other < expected; other++)
        exchanges += is_exchange(stated, hint, expected_pictures + other * cells);
    if (!exchanges)
        return 0;
    REQUIRE(!nonosat_search_new(board, &options, &search) && !nonosat_search_hint(search, hint));
    REQUIRE(nonosat_search_step(search, 0, 0, NULL, NULL) == NONOSAT_FOUND);
    REQUIRE(!memcmp(nonosat_search_solution(search), hint, cells));
    REQUIRE(nonosat_search_step(search, 0, 0, NULL, NULL) == NONOSAT_FOUND);
    REQUIRE(is_among(nonosat_search_solution(search), expected_pictures, expected, cells));
    nonosat_search_effort(search, &effort);
    REQUIRE(effort.stage == NONOSAT_BY_PROBING && !effort.probes && effort.found == 2);
    nonosat_search_free(search);
    return 1;
}

static void test_exchanges(int puzzles)
{
    Puzzle stated;
    int found = 0;
    for (int each = 0; each < puzzles; each++) {
        nonosat_puzzle *puzzle;
        nonosat_board *board;
        make(&stated, 1);
        int expected = solutions(&stated, expected_pictures, MOST);
        if (expected < 2 || expected > MOST || !has_plain_clues(&stated))
            continue;
        REQUIRE(!open_puzzle(&stated, &puzzle, &board));
        found += require_exchange(board, &stated, expected);
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    REQUIRE(live == 0);
    printf("neighbours: %d exchanges\n", found);
    REQUIRE(puzzles < 1000 || found > puzzles / 100); /* too few puzzles are no sample */
}

/* Requires that probing in depth finds all solutions, in parts of any size, and refutes no solution. */
static void require_depth(const nonosat_board *board, const Puzzle *stated, int expected)
{
    nonosat_depth *depth;
    nonosat_depth_effort effort = {.size = sizeof effort};
    nonosat_board *narrowed, *root;
    int broken, cells = stated->statement.cells, most = any(3) ? 1 + any(3) : expected + 1;
    REQUIRE(!nonosat_board_copy(board, &narrowed) && !nonosat_propagate(narrowed, NULL, 0, NULL, NULL, &broken));
    if (broken >= 0) {
        nonosat_board_free(narrowed);
        return;
    }
    REQUIRE(!nonosat_depth_new(narrowed, &depth) && !nonosat_board_copy(narrowed, &root));
    for (int part = 0; !effort.complete && effort.found < most; part++) {
        REQUIRE(part < 100000);
        REQUIRE(!nonosat_depth_run(depth, any(40), most, NULL));
        nonosat_depth_state(depth, &effort);
        const uint8_t *pictures = nonosat_depth_found(depth);
        for (int at = 0; at < effort.found; at++)
            REQUIRE(is_among(pictures + at * cells, expected_pictures, expected, cells));
        nonosat_depth_narrow(depth, narrowed);
        nonosat_board *at_hand;
        uint8_t before[CELLS], after[CELLS];
        REQUIRE(!nonosat_board_copy(root, &at_hand));
        nonosat_depth_narrow(depth, at_hand);
        int settled = nonosat_board_open(root, before) - nonosat_board_open(at_hand, after);
        REQUIRE(stated->statement.colours > 2 || effort.complete || effort.refuted == settled);
        nonosat_board_free(at_hand);
        uint8_t open[CELLS], first[CELLS];
        nonosat_board_open(narrowed, open);
        nonosat_board_picture(narrowed, first);
        for (int at = 0; at < expected && !effort.complete; at++) /* the other solutions are still possible */
            for (int cell = 0; cell < cells && !is_among(expected_pictures + at * cells, pictures, effort.found, cells); cell++)
                REQUIRE(open[cell] || first[cell] == expected_pictures[at * cells + cell]);
        REQUIRE(effort.progress >= 0 && effort.progress <= 1);
    }
    REQUIRE(effort.complete ? effort.found == expected : effort.found >= most && effort.found <= expected);
    nonosat_depth_free(depth);
    nonosat_board_free(root);
    nonosat_board_free(narrowed);
}

/* Requires that probing meets at most the requested number of solutions, and keeps the others possible. */
static void require_probing(nonosat_board *board, const Puzzle *stated, int expected)
{
    nonosat_probing how = {.size = sizeof how, .patience = 1 + any(100), .credit = any(2000), .most = any(3), .lull = 10 * expected};
    nonosat_probed probed = {.size = sizeof probed};
    int cells = stated->statement.cells, broken;
    REQUIRE(!nonosat_propagate(board, NULL, 0, NULL, NULL, &broken) && (broken < 0 || !expected));
    if (broken >= 0)
        return;
    REQUIRE(!nonosat_probe(board, &how, NULL, &probed) && (probed.broken < 0 || !expected) && probed.met <= how.most);
    for (int at = 0; at < probed.met; at++)
        REQUIRE(is_among(nonosat_board_met(board) + at * cells, expected_pictures, expected, cells));
    if (probed.broken < 0)
        require_sound(board, stated, expected);
}

static void test_against_brute_force(int puzzles)
{
    static const nonosat_schedule hasty = {sizeof hasty, -1, -1, 1, 1, 1, 10000, -1}, large = {sizeof large, 1, 1, 1, 1, 1, 1, -1};
    Puzzle stated;
    int counts[3] = {0};
    for (int each = 0; each < puzzles; each++) {
        nonosat_puzzle *puzzle;
        nonosat_board *board, *twin;
        nonosat_answer answer = {.size = sizeof answer};
        uint8_t found[2 * CELLS];
        make(&stated, each % 3);
        int expected = solutions(&stated, expected_pictures, MOST);
        if (expected > MOST)
            continue;
        counts[expected < 2 ? expected : 2]++;
        REQUIRE(!open_puzzle(&stated, &puzzle, &board) && !nonosat_board_copy(board, &twin));
        if (expected < 300) {
            require_all(board, NULL, &stated, expected);
            require_all(board, &hasty, &stated, expected);
            require_all(board, &large, &stated, expected);
            require_complete(board, &hasty, &stated, expected);
            require_complete(board, &large, &stated, expected);
            require_learner(board, each % 2, &stated, expected);
            require_depth(board, &stated, expected);
        }
        nonosat_limits limits = FREELY;
        uint8_t hint[CELLS];
        limits.hint = any(3) ? any_hint(&stated, expected, hint) : NULL;
        REQUIRE(!nonosat_check(twin, &limits, &answer, found));
        require_verdict(&stated, &answer, found, expected);
        limits.no_learner = 1;
        nonosat_board *simple;
        nonosat_effort effort = {.size = sizeof effort};
        answer.effort = &effort;
        REQUIRE(!nonosat_board_copy(board, &simple) && !nonosat_check(simple, &limits, &answer, found) && !effort.conflicts);
        if (answer.verdict != NONOSAT_UNKNOWN)
            require_verdict(&stated, &answer, found, expected);
        nonosat_board_free(simple);
        require_sound(twin, &stated, expected);
        nonosat_board_free(twin);
        require_probing(board, &stated, expected);
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    REQUIRE(live == 0);
    REQUIRE(puzzles < 100 || (counts[0] && counts[1] && counts[2]));
    printf("brute force: %d puzzles, %d unsolvable, %d unique, %d with several solutions\n", puzzles, counts[0], counts[1], counts[2]);
}

/* ---- one line, against a table of prefixes ---- */

enum { LONG = 140 };

typedef struct {
    int length, colours, blocks;
    nonosat_block block[LONG];
    uint8_t may[LONG][INKS];
} LongLine;

/* Returns 1 if the line has a filling. `reached[p][j][c]`: the first p cells can hold the first j blocks and stars, and end with a whole run
   of colour c. */
static int has_filling(const LongLine *line)
{
    static uint8_t reached[LONG + 1][LONG + 1][INKS];
    memset(reached, 0, sizeof *reached * (line->length + 1));
    reached[0][0][0] = 1;
    for (int place = 0; place <= line->length; place++)
        for (int number = 0; number <= line->blocks; number++)
            for (int last = 0; last < line->colours; last++) {
                const nonosat_block *block = line->block + number;
                int star = number < line->blocks && !block->colour;
                if (!reached[place][number][last])
                    continue;
                if (place == line->length && number == line->blocks)
                    return 1;
                if (star)
                    reached[place][number + 1][last] = 1;
                if (place < line->length && line->may[place][0])
                    reached[place + 1][number][0] = 1;
                for (int ink = 1; ink < line->colours && number < line->blocks; ink++)
                    for (int size = 1; place + size <= line->length && line->may[place + size - 1][ink]; size++)
                        if (ink != last && (star || (ink == block->colour && (!block->length || block->length == size))))
                            reached[place + size][number + !star][ink] = 1;
            }
    return 0;
}

static void draw_line(LongLine *line)
{
    int solution[LONG], hide = 1 + any(9), lie = any(3) ? 0 : 40;
    *line = (LongLine){.length = 1 + any(any(2) ? 12 : LONG - 1), .colours = 2 + any(2)};
    for (int at = 0; at < line->length; at++) {
        solution[at] = at && any(3) ? solution[at - 1] : any(line->colours);
        if (solution[at] && at && solution[at - 1] == solution[at])
            line->block[line->blocks - 1].length++;
        else if (solution[at])
            line->block[line->blocks++] = (nonosat_block){1, solution[at]};
        for (int colour = 0; colour < line->colours; colour++)
            line->may[at][colour] = colour == solution[at] ? !lie || any(lie) : any(10) < hide;
    }
    for (int at = 0; at < line->blocks && !any(3); at++)
        line->block[at].length = any(5) ? line->block[at].length : 0;
    for (int at = 0, rare = any(2) ? 0 : 1 + any(8); rare && at < line->blocks; at++)
        if (!any(rare))
            line->block[at] = (nonosat_block){0, 0};
    if (line->blocks < LONG && !any(6))
        line->block[line->blocks++] = (nonosat_block){0, 0};
}

/* Settles random lines of one and of several words; requires the spans of blocks to be those of all fillings. */
static void test_lines_against_prefixes(int lines)
{
    static LongLine line;
    int impossible = 0;
    for (int each = 0; each < lines; each++) {
        draw_line(&line);
        int cells[LONG], broken, words, fits = has_filling(&line);
        uint64_t masks[LONG * INKS] = {0};
        for (int at = 0; at < line.length; at++)
            cells[at] = at;
        nonosat_statement statement = {sizeof statement, line.colours, line.length, 1, 0, 0, &line.length, cells, &line.blocks, line.block};
        nonosat_puzzle *puzzle;
        nonosat_board *board;
        REQUIRE(!nonosat_puzzle_new(&statement, &puzzle));
        nonosat_line_masks(puzzle, 0, &words);
        for (int at = 0; at < line.length; at++)
            for (int colour = 0; colour < line.colours; colour++)
                masks[colour * words + at / 64] |= (uint64_t)line.may[at][colour] << at % 64;
        REQUIRE(!nonosat_board_new(puzzle, masks, &board));
        REQUIRE(!nonosat_propagate(board, NULL, 0, NULL, NULL, &broken) && broken == (fits ? -1 : 0));
        impossible += !fits;
        for (int at = 0; at < line.length && fits; at++)
            for (int colour = 0; colour < line.colours; colour++) {
                LongLine twin = line;
                for (int other = 0; other < line.colours; other++)
                    twin.may[at][other] &= other == colour;
                int left = (int)(nonosat_board_masks(board)[colour * words + at / 64] >> at % 64 & 1);
                REQUIRE(left == has_filling(&twin));
            }
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    REQUIRE(live == 0 && (lines < 100 || impossible));
    printf("lines: %d, %d without a filling\n", lines, impossible);
}

/* ---- large boards with 180-degree symmetry ---- */

/* Makes the clues of a picture with 180-degree symmetry, or nearly so: the inks, a given or the columns can differ. */
static void make_symmetric(Puzzle *puzzle)
{
    enum { EXACT, INKS_DIFFER, GIVEN_DIFFERS, COLUMNS_DIFFER };
    int kind = any(4), height = 2 + 2 * any(2), width = 2 + 2 * any(2), cells = height * width, sparse = any(2), dropped = any(4);
    int picture[CELLS] = {0}, colours = kind == INKS_DIFFER && cells < 16 ? 3 : 2;
    memset(puzzle, 0, sizeof *puzzle);
    puzzle->statement = (nonosat_statement){sizeof(nonosat_statement), colours, cells, height + width, height, width, NULL, NULL, puzzle->sizes, puzzle->blocks};
    for (int row = 0; row < height && (sparse || kind == COLUMNS_DIFFER); row++) /* a cell in each row: several solutions */
        picture[row * width + any(width)] = 1;
    for (int cell = 0; cell < cells / 2 && !sparse && kind != COLUMNS_DIFFER; cell++)
        picture[cell] = any(2);
    for (int cell = cells / 2; cell < cells && kind != COLUMNS_DIFFER; cell++)
        picture[cell] = picture[cells - 1 - cell];
    for (int cell = 0; cell < cells; cell++)
        picture[cell] *= 1 + any(colours - 1);
    nonosat_block *block = puzzle->blocks;
    for (int line = 0, *cell = puzzle->cells; line < height + width; line++, cell += puzzle->lengths[line - 1]) {
        nonosat_block *first = block;
        puzzle->lengths[line] = line < height ? width : height;
        for (int at = 0; at < puzzle->lengths[line]; at++) {
            cell[at] = line < height ? line * width + at : at * width + line - height;
            int colour = picture[cell[at]];
            if (colour && at && picture[cell[at - 1]] == colour)
                block[-1].length++;
            else if (colour)
                *block++ = (nonosat_block){1, colour};
        }
        puzzle->sizes[line] = (int)(block - first);
        if (dropped == (line < height)) { /* rows, or columns, have no clues */
            puzzle->sizes[line] = -1;
            block = first;
        }
    }
    int given = kind == GIVEN_DIFFERS ? any(cells) : -1;
    for (int cell = 0; cell < cells; cell++)
        puzzle->givens[cell] = cell == given ? picture[cell] : -1;
}

static void test_symmetric_boards(int puzzles)
{
    static const nonosat_schedule large = {sizeof large, 1, 1, 1, 1, 1, 1, 1};
    Puzzle stated;
    int several = 0;
    for (int each = 0; each < puzzles; each++) {
        nonosat_puzzle *puzzle;
        nonosat_board *board;
        make_symmetric(&stated);
        int expected = solutions(&stated, expected_pictures, MOST);
        REQUIRE(expected && !open_puzzle(&stated, &puzzle, &board));
        if (expected < 300) {
            require_all(board, &large, &stated, expected);
            require_complete(board, &large, &stated, expected);
            several += expected > 1;
        }
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    printf("symmetry: %d puzzles, %d with several solutions\n", puzzles, several);
    REQUIRE(several > puzzles / 10);
}

/* ---- chains, replayed line by line ---- */

typedef uint8_t Candidates[CELLS][INKS];

/* Settles a line by `has_filling`: 0 if it has no filling. */
static int settle_line(const Puzzle *stated, int number, Candidates may)
{
    static LongLine line;
    const int *cell = stated->cells;
    const nonosat_block *block = stated->blocks;
    for (int before = 0; before < number; before++) {
        cell += stated->lengths[before];
        block += stated->sizes[before] > 0 ? stated->sizes[before] : 0;
    }
    line = (LongLine){.length = stated->lengths[number], .colours = stated->statement.colours, .blocks = stated->sizes[number]};
    if (line.blocks < 0)
        return 1;
    memcpy(line.block, block, sizeof *block * line.blocks);
    for (int at = 0; at < line.length; at++)
        memcpy(line.may[at], may[cell[at]], INKS);
    if (!has_filling(&line))
        return 0;
    for (int at = 0; at < line.length; at++)
        for (int colour = 0; colour < line.colours; colour++) {
            LongLine twin = line;
            for (int other = 0; other < line.colours; other++)
                twin.may[at][other] &= other == colour;
            may[cell[at]][colour] &= has_filling(&twin);
        }
    return 1;
}

/* Settles all lines until none changes: 0 if one has no filling. */
static int settle_lines(const Puzzle *stated, Candidates may)
{
    Candidates before;
    do {
        memcpy(before, may, sizeof before);
        for (int line = 0; line < stated->statement.lines; line++)
            if (!settle_line(stated, line, may))
                return 0;
    } while (memcmp(before, may, sizeof before));
    return 1;
}

/* Leaves a cell one colour: 0 if it cannot have it. */
static int suppose(Candidates may, int cell, int colour)
{
    for (int other = 0; other < INKS; other++)
        may[cell][other] &= other == colour;
    return may[cell][colour];
}

/* Returns 1 if the links refute the colour of a cell. An inner supposition that its links refute removes its colour. */
static int is_refutation(const Puzzle *stated, Candidates fixpoint, int cell, int colour, const nonosat_chain *chain)
{
    Candidates may, outer = {{0}};
    int inner = -1, refuted = 0;
    memcpy(may, fixpoint, sizeof may);
    REQUIRE(suppose(may, cell, colour));
    for (int at = 0; at < chain->links; at++) {
        int64_t link = chain->link[at];
        if (link >= 0) {
            if (refuted)
                continue;
            if (!settle_line(stated, (int)link, may)) {
                if (inner < 0)
                    return 1;
                refuted = 1;
            }
        } else if (link < -1) {
            REQUIRE(inner < 0); /* one level is enough for these boards */
            memcpy(outer, may, sizeof may);
            inner = (int)(-2 - link);
            refuted = !suppose(may, inner / stated->statement.colours, inner % stated->statement.colours);
        } else {
            REQUIRE(inner >= 0);
            if (!refuted)
                return 0;
            memcpy(may, outer, sizeof may);
            may[inner / stated->statement.colours][inner % stated->statement.colours] = 0;
            inner = -1;
            refuted = 0;
        }
    }
    return 0;
}

/* Length of the shortest chain, up to 2; 3 if it is longer; 0 if propagation does not refute the colour. At the fixpoint one line alone
   refutes nothing. */
static int shortest_chain(const Puzzle *stated, Candidates fixpoint, int cell, int colour)
{
    Candidates one, two;
    memcpy(one, fixpoint, sizeof one);
    suppose(one, cell, colour);
    memcpy(two, one, sizeof two);
    if (settle_lines(stated, two))
        return 0;
    for (int line = 0; line < stated->statement.lines; line++) {
        memcpy(two, one, sizeof two);
        if (!settle_line(stated, line, two))
            return 1;
    }
    for (int line = 0; line < stated->statement.lines; line++)
        for (int other = 0; other < stated->statement.lines; other++) {
            memcpy(two, one, sizeof two);
            settle_line(stated, line, two);
            if (!settle_line(stated, other, two))
                return 2;
        }
    return 3;
}

static void require_chains(nonosat_board *board, const Puzzle *stated, Candidates fixpoint, int cell, int colour, int *lengths)
{
    int shortest = shortest_chain(stated, fixpoint, cell, colour), least;
    nonosat_chain chain, shorter;
    lengths[shortest]++;
    for (int links = 1; links < 12; links = links < 4 ? links + 1 : 12)
        for (int64_t nodes = 1; nodes < 100000; nodes *= 300) {
            REQUIRE(!nonosat_refute(board, cell, colour, links, nodes, NULL, &least, &chain));
            REQUIRE(shortest ? least > 0 && (shortest == 3 || least <= shortest) : !least || least > links);
            REQUIRE(!chain.links || (shortest && chain.links >= shortest && chain.links <= links && least <= chain.links));
            REQUIRE(!chain.links || is_refutation(stated, fixpoint, cell, colour, &chain));
            if (nodes > 1000 && shortest && shortest < 3)
                REQUIRE(links >= shortest ? chain.links > 0 : least > links && !chain.links);
            nonosat_chain_free(&chain);
        }
    REQUIRE(!nonosat_derive(board, cell, colour, NULL, &chain));
    REQUIRE((chain.links > 0) == (shortest > 0));
    if (chain.links) {
        REQUIRE(is_refutation(stated, fixpoint, cell, colour, &chain));
        int64_t links[64 + 2];
        REQUIRE(chain.links <= 64);
        for (int at = 0; at < chain.links; at++) /* superfluous links go */
            links[at + 1] = chain.link[at];
        links[0] = any(stated->statement.lines);
        REQUIRE(!nonosat_shorten(board, cell, colour, links, chain.links + 1, NULL, &shorter));
        REQUIRE(shorter.links && shorter.links <= chain.links + 1 && is_refutation(stated, fixpoint, cell, colour, &shorter));
        for (int left = 0; left < shorter.links; left++) { /* none is superfluous */
            nonosat_chain part = {links, shorter.links - 1};
            for (int at = 0; at < part.links; at++)
                links[at] = shorter.link[at + (at >= left)];
            REQUIRE(!is_refutation(stated, fixpoint, cell, colour, &part));
        }
        nonosat_chain_free(&shorter);
    }
    nonosat_chain_free(&chain);
}

/* Chains with an inner supposition: they have fewer lines than asked, and refute a colour that no solution has. */
static int require_nested(nonosat_board *board, const Puzzle *stated, Candidates fixpoint, int cell, int colour)
{
    int64_t spent;
    int nested = 0;
    for (int fewer = 3; fewer < 1000; fewer = 4 * fewer) {
        nonosat_chain chain;
        nonosat_nesting nesting = {.size = sizeof nesting, .links = 2 + any(5), .fewer = fewer, .effort = any(2) * 200};
        REQUIRE(!nonosat_nest(board, cell, colour, &nesting, NULL, &spent, &chain));
        int lines = 0;
        for (int at = 0; at < chain.links; at++)
            lines += chain.link[at] >= 0;
        REQUIRE(lines < fewer);
        REQUIRE(!chain.links || is_refutation(stated, fixpoint, cell, colour, &chain));
        nested += chain.links > 0;
        nonosat_chain_free(&chain);
    }
    return nested;
}

static void test_chains_by_replay(int puzzles)
{
    Puzzle stated;
    int lengths[4] = {0}, nested = 0;
    for (int each = 0; each < puzzles; each++) {
        nonosat_puzzle *puzzle;
        nonosat_board *board;
        int broken, cells, colours;
        uint8_t open[CELLS];
        Candidates fixpoint;
        make(&stated, each % 3);
        cells = stated.statement.cells;
        colours = stated.statement.colours;
        REQUIRE(!open_puzzle(&stated, &puzzle, &board) && !nonosat_propagate(board, NULL, 0, NULL, NULL, &broken));
        memset(fixpoint, 0, sizeof fixpoint);
        for (int cell = 0; cell < cells; cell++)
            for (int colour = 0; colour < colours; colour++)
                fixpoint[cell][colour] = stated.givens[cell] < 0 || stated.givens[cell] == colour;
        REQUIRE(settle_lines(&stated, fixpoint) == (broken < 0));
        if (broken < 0 && nonosat_board_open(board, open))
            for (int tried = 0; tried < 20; tried++) {
                int cell = any(cells), colour = any(colours);
                if (!open[cell] || !fixpoint[cell][colour])
                    continue;
                require_chains(board, &stated, fixpoint, cell, colour, lengths);
                nested += require_nested(board, &stated, fixpoint, cell, colour);
            }
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    printf("chains: %d colours not refuted, %d with a shortest chain of 2 links, %d of more; %d nested\n", lengths[0],
           lengths[2], lengths[3], nested);
    REQUIRE(puzzles < 100 || (lengths[0] && lengths[2] && lengths[3] && nested));
}

/* ---- beliefs: exact where lines with a clue form no cycle ---- */

static void test_beliefs_against_shares(int puzzles)
{
    static const nonosat_reinforcement alone = {.size = sizeof alone, .sweeps = 4};
    static const uint32_t zeros[CELLS * INKS];
    Puzzle stated;
    int compared = 0;
    for (int each = 0; each < puzzles; each++) {
        nonosat_puzzle *puzzle;
        nonosat_board *board;
        double likelihood[CELLS * INKS];
        make(&stated, 1);
        nonosat_block *block = stated.blocks, *kept = stated.blocks;
        for (int line = 0; line < stated.statement.lines; line++) { /* only the first row and the first column keep their clues */
            int size = stated.sizes[line] > 0 ? stated.sizes[line] : 0;
            if (line && line != stated.statement.height)
                stated.sizes[line] = -1;
            else {
                memmove(kept, block, sizeof *block * size);
                kept += size;
            }
            block += size;
        }
        int stars = 0; /* of which nothing is believed */
        for (block = stated.blocks; block < kept; block++)
            stars += !block->colour;
        if (stars)
            continue;
        int expected = solutions(&stated, expected_pictures, MOST), cells = stated.statement.cells, broken;
        if (expected > MOST)
            continue;
        REQUIRE(!open_puzzle(&stated, &puzzle, &board) && !nonosat_propagate(board, NULL, 0, NULL, NULL, &broken));
        REQUIRE((broken >= 0) == !expected);
        if (expected) {
            REQUIRE(!nonosat_beliefs(board, &alone, zeros, NULL, likelihood));
            for (int cell = 0; cell < cells; cell++)
                for (int colour = 0; colour < stated.statement.colours; colour++) {
                    int having = 0;
                    for (int at = 0; at < expected; at++)
                        having += expected_pictures[at * cells + cell] == colour;
                    double difference = likelihood[colour * cells + cell] - (double)having / expected;
                    REQUIRE(difference < 1e-6 && difference > -1e-6);
                    compared++;
                }
        }
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    printf("beliefs: %d shares\n", compared);
}

/* ---- larger boards, against a count row by row ---- */

enum { WIDE = 11 };

typedef struct {
    int side, sizes[2 * WIDE], lengths[2 * WIDE][WIDE]; /* the blocks of rows, then of columns */
    int fillings[WIDE], filling[WIDE][1 << WIDE];       /* of each row, as sets of columns */
    long left;                                          /* nodes until it is given up */
} Rows;

/* The lengths of the runs of a set; returns their number. */
static int runs_of(int set, int side, int *lengths)
{
    int runs = 0;
    for (int at = 0; at < side; at++)
        if (set >> at & 1) {
            if (at && set >> (at - 1) & 1)
                lengths[runs - 1]++;
            else
                lengths[runs++] = 1;
        }
    return runs;
}

/* Returns 1 if the first rows of a column can be continued to its clue. */
static int can_go_on(const Rows *rows, int column, int set, int height)
{
    int lengths[WIDE], runs = runs_of(set, height, lengths), size = rows->sizes[rows->side + column], need = 0;
    const int *clue = rows->lengths[rows->side + column];
    int is_open = height && set >> (height - 1) & 1;
    if (runs > size)
        return 0;
    for (int at = 0; at < runs; at++)
        if (at + 1 < runs || !is_open ? lengths[at] != clue[at] : lengths[at] > clue[at])
            return 0;
    for (int at = runs; at < size; at++)
        need += clue[at] + (at > runs || is_open);
    if (is_open)
        need += clue[runs - 1] - lengths[runs - 1];
    return need <= rows->side - height;
}

static long count_rows(Rows *rows, int row, int *columns)
{
    long found = 0;
    if (row == rows->side)
        return 1;
    for (int at = 0; at < rows->fillings[row] && rows->left > 0; at++) {
        int fits = 1, set = rows->filling[row][at];
        rows->left--;
        for (int column = 0; column < rows->side; column++)
            columns[column] |= (set >> column & 1) << row;
        for (int column = 0; column < rows->side && fits; column++)
            fits = can_go_on(rows, column, columns[column], row + 1);
        found += fits ? count_rows(rows, row + 1, columns) : 0;
        for (int column = 0; column < rows->side; column++)
            columns[column] &= ~(1 << row);
    }
    return found;
}

/* The clues of a random picture, and all fillings of each row. */
static void draw_rows(Rows *rows, int filled)
{
    int picture[WIDE][WIDE], set, lengths[WIDE];
    for (int cell = 0; cell < rows->side * rows->side; cell++)
        picture[cell / rows->side][cell % rows->side] = any(10) < filled;
    for (int line = 0; line < 2 * rows->side; line++) {
        set = 0;
        for (int at = 0; at < rows->side; at++)
            set |= (line < rows->side ? picture[line][at] : picture[at][line - rows->side]) << at;
        rows->sizes[line] = runs_of(set, rows->side, rows->lengths[line]);
    }
    for (int row = 0; row < rows->side; row++)
        for (set = rows->fillings[row] = 0; set < 1 << rows->side; set++)
            if (runs_of(set, rows->side, lengths) == rows->sizes[row] &&
                !memcmp(lengths, rows->lengths[row], sizeof(int) * rows->sizes[row]))
                rows->filling[row][rows->fillings[row]++] = set;
}

static nonosat_board *board_of(const Rows *rows, nonosat_puzzle **puzzle)
{
    nonosat_board *board;
    nonosat_block blocks[2 * WIDE * WIDE], *block = blocks;
    for (int line = 0; line < 2 * rows->side; line++)
        for (int at = 0; at < rows->sizes[line]; at++)
            *block++ = (nonosat_block){rows->lengths[line][at], 1};
    nonosat_statement statement = {sizeof statement, 2, rows->side * rows->side, 2 * rows->side, rows->side, rows->side, NULL, NULL, rows->sizes, blocks};
    REQUIRE(!nonosat_puzzle_new(&statement, puzzle) && !nonosat_board_new(*puzzle, NULL, &board));
    return board;
}

/* The learner on boards where blocks are passed over by several places at a time, by starts alone and by whole lines. */
static void test_learner_against_counts(int boards)
{
    static Rows rows;
    int64_t conflicts = 0, solutions_found = 0;
    for (int each = 0; each < boards; each++) {
        nonosat_puzzle *puzzle;
        int columns[WIDE] = {0}, broken;
        rows.side = 6 + any(WIDE - 5);
        rows.left = 100000;
        draw_rows(&rows, 3 + any(4));
        long counted = count_rows(&rows, 0, columns);
        if (rows.left <= 0 || counted > 3000)
            continue;
        nonosat_board *board = board_of(&rows, &puzzle);
        REQUIRE(!nonosat_propagate(board, NULL, 0, NULL, NULL, &broken) && broken < 0);
        for (int whole_lines = 0; whole_lines < 2; whole_lines++) {
            nonosat_learner *learner;
            REQUIRE(!nonosat_learner_new(board, whole_lines, &learner));
            REQUIRE(!nonosat_learn(learner, INT64_MAX, INT64_MAX, INT64_MAX, NULL));
            const uint8_t *pictures;
            REQUIRE(nonosat_learner_complete(learner) && nonosat_learner_found(learner, &pictures) == counted);
            conflicts += nonosat_learner_conflicts(learner);
            nonosat_learner_free(learner);
        }
        solutions_found += counted;
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    printf("learner: %lld solutions, %lld conflicts\n", (long long)solutions_found, (long long)conflicts);
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
    nonosat_statement statement = {sizeof statement, 2, side * side, 2 * side, side, side, NULL, NULL, sizes, blocks};
    *board = NULL;
    int error = nonosat_puzzle_new(&statement, puzzle);
    error = error ? error : nonosat_board_new(*puzzle, NULL, board);
    free(blocks);
    free(sizes);
    return error;
}

/* Candidates of open cells that a probe would still refute; and the number of candidates. */
static int refutable(const nonosat_board *board, const uint8_t *open, int cells, int *candidates)
{
    int found = 0;
    for (int cell = 0; cell < cells; cell++)
        for (int colour = 0; colour < 2 && open[cell]; colour++) {
            nonosat_board *twin;
            int broken;
            REQUIRE(!nonosat_board_copy(board, &twin) && !nonosat_board_fix(twin, cell, colour));
            REQUIRE(!nonosat_propagate(twin, NULL, 0, NULL, NULL, &broken));
            found += broken >= 0;
            ++*candidates;
            nonosat_board_free(twin);
        }
    return found;
}

/* Repaints a picture by runs of each kind; with the swaps that they meet. */
static int mend_all(const nonosat_puzzle *puzzle, const uint8_t *picture)
{
    int cells = nonosat_puzzle_cells(puzzle), error, *costs = test_calloc(2 * cells, sizeof(int));
    uint8_t *best = test_calloc(cells, 1);
    int64_t cost = -1;
    nonosat_board *board = NULL;
    nonosat_pairs pairs = {0};
    error = costs && best ? nonosat_board_new(puzzle, NULL, &board) : NONOSAT_MEMORY;
    for (int cell = 0; costs && cell < cells; cell++) {
        costs[cell] = 1 + cell % 3;
        costs[cells + cell] = cell ? cells - cell : -1;
    }
    for (int run = 0; !error && run < 6; run++) {
        int swap[] = {1, 0, !picture[0]};
        nonosat_mending how = {.size = sizeof how, .is_unique = run % 3 > 0, .run = run, .seed = run, .steps = 600, .costs = costs, .images = costs + cells,
                               .image_count = run % 2, .swaps = swap, .swap_count = 1};
        error = nonosat_mend(board, picture, &how, NULL, best, &cost, &pairs);
        nonosat_pairs_free(&pairs);
    }
    nonosat_board_free(board);
    test_free(costs);
    test_free(best);
    return error;
}

/* Probing with patience leaves no candidate that a probe would refute. */
static void test_probing_ends_at_a_fixpoint(int boards)
{
    static const nonosat_probing patient = {.size = sizeof patient, .patience = INT64_MAX, .credit = 1000000}, poor = {.size = sizeof poor, .patience = INT64_MAX, .credit = -1};
    uint8_t picture[SIDE * SIDE], open[SIDE * SIDE];
    int left = 0, candidates = 0, settled = 0, sooner = 0;
    for (int each = 0; each < boards; each++) {
        nonosat_puzzle *puzzle;
        nonosat_board *board;
        nonosat_probed probed = {.size = sizeof probed};
        int broken;
        REQUIRE(!open_random(SIDE, &puzzle, &board, picture));
        REQUIRE(!nonosat_propagate(board, NULL, 0, NULL, NULL, &broken) && broken < 0);
        int before = nonosat_board_open(board, open);
        nonosat_board *twin;
        nonosat_probed ended = {.size = sizeof ended};
        REQUIRE(!nonosat_board_copy(board, &twin) && !nonosat_probe(twin, &poor, NULL, &ended));
        nonosat_board_free(twin);
        REQUIRE(!nonosat_probe(board, &patient, NULL, &probed) && probed.broken < 0);
        settled += before - nonosat_board_open(board, open);
        sooner += ended.probes < probed.probes;
        left += refutable(board, open, SIDE * SIDE, &candidates);
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    printf("probing: %d cells settled, %d candidates left\n", settled, candidates);
    REQUIRE(!left && 10 * sooner > boards);
}

static int explain(nonosat_puzzle *puzzle, nonosat_board *board, const uint8_t *picture)
{
    nonosat_chain chain = {0}, shorter = {0}, nested = {0};
    nonosat_nesting nesting = {.size = sizeof nesting, .links = 4, .fewer = 40, .effort = 3};
    uint8_t open[SIDE * SIDE];
    int64_t spent;
    int least, broken, error = nonosat_propagate(board, NULL, 0, NULL, NULL, &broken);
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
    error = error ? error : nonosat_stalled(puzzle, picture, NONOSAT_TECHNIQUES, NULL, open);
    return error ? error : mend_all(puzzle, picture);
}

/* All calls one after the other: NONOSAT_OK, or the first error. */
static int call_all(const nonosat_tick *tick, nonosat_answer *answer)
{
    static const nonosat_schedule large = {sizeof large, 1, 2, 1000, 1000, 5, 10, -1};
    nonosat_puzzle *puzzle;
    nonosat_board *board, *twin = NULL;
    uint8_t picture[SIDE * SIDE], found[2 * SIDE * SIDE];
    nonosat_search *search = NULL;
    nonosat_depth *depth = NULL;
    int broken;
    nonosat_options options = {.size = sizeof options, .schedule = &large};
    nonosat_limits limits = {.size = sizeof limits, .conflicts = 200, .hint = picture};
    state = 11;
    if (tick)
        limits.tick = *tick;
    int error = open_random(SIDE, &puzzle, &board, picture);
    error = error ? error : nonosat_board_copy(board, &twin);
    error = error ? error : nonosat_check(twin, &limits, answer, found);
    error = error ? error : nonosat_search_new(board, &options, &search);
    error = error ? error : nonosat_search_hint(search, picture);
    for (int step = 0, result = 0; step < 5 && !error && result != NONOSAT_COMPLETE; step++) {
        result = nonosat_search_step(search, 100, INT64_MAX, tick, NULL);
        error = result < 0 ? result : 0;
        if (result == NONOSAT_EXHAUSTED)
            nonosat_search_turn(search);
    }
    if (!error && !nonosat_propagate(board, NULL, 0, NULL, NULL, &broken)) {
        error = nonosat_depth_new(board, &depth);
        error = error ? error : nonosat_depth_run(depth, 40000, 2, tick);
        nonosat_depth_free(depth);
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
    nonosat_answer right = {.size = sizeof right}, answer = {.size = sizeof answer};
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

/* ---- regions ---- */

static int count_down(void *context) { return --*(long *)context <= 0; }

enum { SEGMENTS = 4, REGION_CELLS = 8, STATES = 3, OPTIONS = 3 };

typedef struct {
    nonosat_region region;
    int options[REGION_CELLS], first[SEGMENTS + 1], cell[SEGMENTS * REGION_CELLS], states[SEGMENTS * REGION_CELLS];
    int table[SEGMENTS * REGION_CELLS * STATES * OPTIONS];
    double weights[SEGMENTS * REGION_CELLS * STATES];
} Region;

/* Random automata over random cells. */
static void draw_region(Region *drawn)
{
    *drawn = (Region){.region = {.size = sizeof drawn->region, .cells = any(REGION_CELLS + 1)}};
    nonosat_region *region = &drawn->region;
    for (int cell = 0; cell < region->cells; cell++)
        drawn->options[cell] = 1 + any(OPTIONS);
    for (int segment = 0; segment < SEGMENTS; segment++) {
        int first = region->places;
        for (int cell = 0; cell < region->cells; cell++)
            if (any(3)) {
                drawn->cell[region->places] = cell;
                drawn->states[region->places] = region->places == first ? 1 : 1 + any(STATES);
                region->places++;
            }
        if (region->places == first)
            continue;
        drawn->first[++region->segments] = region->places;
        for (int place = first; place < region->places; place++) {
            int after = place + 1 < region->places ? drawn->states[place + 1] : 1;
            for (int entry = 0; entry < drawn->states[place] * drawn->options[drawn->cell[place]]; entry++)
                drawn->table[region->entries++] = any(5) ? any(after) : -1;
            for (int at = 0; at < drawn->states[place]; at++)
                drawn->weights[region->promises++] = any(100) / 20.0;
        }
    }
    region->options = drawn->options;
    region->first = drawn->first;
    region->cell = drawn->cell;
    region->states = drawn->states;
    region->table = drawn->table;
    region->weights = any(2) ? drawn->weights : NULL;
}

/* 1 if all segments accept the colouring. */
static int is_accepted(const nonosat_region *region, const uint8_t *colours)
{
    const int *rows = region->table;
    for (int segment = 0; segment < region->segments; segment++) {
        int at = 0;
        for (int place = region->first[segment]; place < region->first[segment + 1]; place++) {
            int cell = region->cell[place], options = region->options[cell];
            at = at < 0 ? -1 : rows[at * options + colours[cell]];
            rows += region->states[place] * options;
        }
        if (at < 0)
            return 0;
    }
    return 1;
}

/* Counts by trying all colourings; notes the first that is accepted. */
static uint64_t count_all(const nonosat_region *region, uint8_t *witness)
{
    uint8_t colours[REGION_CELLS + 1] = {0};
    uint64_t number = 0;
    for (;;) {
        if (is_accepted(region, colours) && !number++)
            memcpy(witness, colours, sizeof colours);
        int cell = 0;
        while (cell < region->cells && ++colours[cell] == region->options[cell])
            colours[cell++] = 0;
        if (cell == region->cells)
            return number;
    }
}

/* Sweeps with few frontiers: bounds, estimates and their mean. */
static double require_sweeps(const nonosat_region *region, uint64_t expected, const uint8_t *witness)
{
    uint64_t count[REGION_CELLS];
    double logarithm;
    int exact;
    for (int width = 1; width < 8; width++) {
        nonosat_sweeping how = {.size = sizeof how, .width = width, .witnesses = expected > 0, .witness = witness};
        REQUIRE(!nonosat_sweep(region, &how, NULL, count, &logarithm, &exact));
        REQUIRE(*count <= expected && *count >= (expected > 0) && (!exact || *count == expected));
    }
    double sum = 0;
    for (uint64_t seed = 1; seed <= 100; seed++) {
        nonosat_sweeping how = {.size = sizeof how, .width = 4, .is_sampled = 1, .seed = seed};
        REQUIRE(!nonosat_sweep(region, &how, NULL, count, &logarithm, &exact) && !*count);
        sum += exp2(logarithm) / 100;
    }
    return sum;
}

static void test_sweeps_against_brute_force(int regions)
{
    static Region drawn;
    double expected_all = 0, estimated_all = 0;
    for (int number = 0; number < regions; number++) {
        uint8_t witness[REGION_CELLS + 1];
        uint64_t count[REGION_CELLS];
        double logarithm;
        int exact;
        draw_region(&drawn);
        uint64_t expected = count_all(&drawn.region, witness);
        REQUIRE(!nonosat_sweep(&drawn.region, NULL, NULL, count, &logarithm, &exact));
        REQUIRE(exact && *count == expected && (!expected || fabs(logarithm - log2((double)expected)) < 1e-9));
        for (int most = 1; most < 9; most++) {
            nonosat_sweeping few = {.size = sizeof few, .most = most}, kept = {.size = sizeof kept, .width = most};
            int error = nonosat_sweep(&drawn.region, &few, NULL, count, &logarithm, &exact), is_refused = error == NONOSAT_TOO_LARGE;
            REQUIRE(is_refused ? !exact : !error && exact && *count == expected);
            REQUIRE(!nonosat_sweep(&drawn.region, &kept, NULL, count, &logarithm, &exact) && exact == !is_refused);
        }
        estimated_all += require_sweeps(&drawn.region, expected, witness);
        expected_all += (double)expected;
    }
    REQUIRE(live == 0 && fabs(estimated_all / expected_all - 1) < .1);
    printf("sweeps: %d regions, estimates %.3f of the colourings\n", regions, estimated_all / expected_all);
}

/* Wide rows and columns with one cell each, for 20! colourings and more: several words, and several frontiers of a word. */
static void test_sweeps_of_large_regions(void)
{
    enum { SIDE_OF_ROOKS = 9, FREE = 200 };
    static int options[FREE], first[2 * SIDE_OF_ROOKS + 1], cell[2 * SIDE_OF_ROOKS * SIDE_OF_ROOKS], states[2 * SIDE_OF_ROOKS * SIDE_OF_ROOKS],
        table[8 * SIDE_OF_ROOKS * SIDE_OF_ROOKS];
    nonosat_region region = {.size = sizeof region, .cells = FREE, .segments = 2 * SIDE_OF_ROOKS, .options = options, .first = first,
                             .cell = cell, .states = states, .table = table};
    for (int at = 0; at < FREE; at++)
        options[at] = 2;
    for (int line = 0; line < region.segments; line++) {
        for (int at = 0; at < SIDE_OF_ROOKS; at++) {
            int last = at == SIDE_OF_ROOKS - 1, count = at ? 2 : 1; /* states: nothing yet, one cell */
            cell[region.places] = line < SIDE_OF_ROOKS ? line * SIDE_OF_ROOKS + at : at * SIDE_OF_ROOKS + line - SIDE_OF_ROOKS;
            states[region.places++] = count;
            for (int state_before = 0; state_before < count; state_before++) {
                table[region.entries++] = last ? state_before - 1 : state_before;
                table[region.entries++] = state_before ? -1 : !last;
            }
            region.promises += count;
        }
        first[line + 1] = region.places;
    }
    uint64_t number[FREE / 8 + 1];
    double logarithm;
    int exact;
    REQUIRE(!nonosat_sweep(&region, NULL, NULL, number, &logarithm, &exact));
    /* 9! * 2 ** 119, where 9! is 2835 * 2 ** 7 */
    REQUIRE(exact && !number[3] && !number[0] && number[1] >> 62 == (2835 & 3) && number[2] == 2835 >> 2);
    REQUIRE(fabs(logarithm - log2(362880.0) - 119) < 1e-9);
    long calls = 0, ticks = 0;
    for (int done = 0; !done; calls++) {
        countdown = calls;
        int error = nonosat_sweep(&region, &(nonosat_sweeping){.size = sizeof(nonosat_sweeping), .width = 20}, NULL, number, &logarithm, &exact);
        done = countdown >= 0;
        countdown = -1;
        REQUIRE(live == 0 && error == (done ? NONOSAT_OK : NONOSAT_MEMORY) && (done || !logarithm));
    }
    for (int error = NONOSAT_STOPPED; error; ticks++) {
        long left = ticks + 1;
        error = nonosat_sweep(&region, NULL, &(nonosat_tick){count_down, &left}, number, &logarithm, &exact);
        REQUIRE(error == (left <= 0 ? NONOSAT_STOPPED : NONOSAT_OK) && live == 0);
    }
    table[0] = 2;
    REQUIRE(nonosat_sweep(&region, NULL, NULL, number, &logarithm, &exact) == NONOSAT_INPUT && !logarithm);
    table[0] = 0;
    region.promises++;
    REQUIRE(nonosat_sweep(&region, NULL, NULL, number, &logarithm, &exact) == NONOSAT_INPUT);
    region.promises--;
    states[0] = 2;
    REQUIRE(nonosat_sweep(&region, NULL, NULL, number, &logarithm, &exact) == NONOSAT_INPUT);
    states[0] = 1;
    REQUIRE(nonosat_sweep(&region, &(nonosat_sweeping){.size = sizeof(nonosat_sweeping), .width = -1}, NULL, number, &logarithm, &exact) == NONOSAT_INPUT);
    REQUIRE(!nonosat_sweep(&region, NULL, NULL, number, &logarithm, &exact) && live == 0);
    printf("sweeps: %ld allocations failed in turn, %ld ticks stopped\n", calls - 1, ticks - 1);
}

/* ---- ticks ---- */

static void test_ticks_that_stop(void)
{
    enum { LARGE_SIDE = 40 };
    static uint8_t picture[LARGE_SIDE * LARGE_SIDE], found[2 * LARGE_SIDE * LARGE_SIDE];
    nonosat_puzzle *puzzle;
    nonosat_board *board;
    long stopped = 0;
    for (long ticks = 1; ticks < 40; ticks += 1 + ticks / 8) {
        long left = ticks;
        nonosat_limits limits = {.size = sizeof limits, .work = 300000, .tick = {count_down, &left}};
        nonosat_answer answer = {.size = sizeof answer};
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
        {sizeof(nonosat_statement), 1, 1, 2, 1, 1, NULL, NULL, none, blocks},
        {sizeof(nonosat_statement), 2, 2, 2, 1, 1, NULL, NULL, none, blocks},
        {sizeof(nonosat_statement), 2, 1, 3, 1, 1, NULL, NULL, none, blocks},
        {sizeof(nonosat_statement), 2, 1, 2, 1, 1, NULL, NULL, sizes, wrong},
        {sizeof(nonosat_statement), 2, 1, 2, 1, 1, NULL, NULL, sizes, negative},
        {sizeof(nonosat_statement), 2, 1, 2, 0, 0, lengths, twice, none, blocks},
        {sizeof(nonosat_statement), 2, 1, 1, 0, 0, long_line, twice, none, blocks},
        {sizeof(nonosat_statement), 2, 3, 1, 0, 0, long_line, missing, none, blocks},
        {sizeof(nonosat_statement), 2, 2, 1, 0, 0, long_line, missing, none, blocks},
        {sizeof(nonosat_statement), 2, 1, 2, 1, 1, NULL, NULL, NULL, blocks},
        {sizeof(nonosat_statement), 2, 1, 2, 1, 1, NULL, NULL, sizes, NULL},
        {sizeof(nonosat_statement), 2, 2, 1, 0, 0, long_line, NULL, none, blocks},
    };
    for (size_t at = 0; at < sizeof statements / sizeof *statements; at++) {
        nonosat_puzzle *puzzle = (nonosat_puzzle *)&puzzle;
        REQUIRE(nonosat_puzzle_new(statements + at, &puzzle) == NONOSAT_INPUT && !puzzle);
    }
    nonosat_puzzle *puzzle;
    nonosat_board *board;
    nonosat_chain chain;
    nonosat_nesting nesting = {.size = sizeof nesting, .links = -1};
    uint64_t masks[2] = {1, 1};
    int64_t spent = 99;
    int words = 99, broken = 99, least = 99, technique = 99, no_line[] = {2};
    statements[0].colours = 2;
    REQUIRE(!nonosat_puzzle_new(statements, &puzzle) && !nonosat_board_new(puzzle, NULL, &board));
    for (int line = -1; line < 3; line++)
        if (line < 0 || line > 1) {
            REQUIRE(nonosat_line_blocks(puzzle, line) == NONOSAT_INPUT);
            REQUIRE(nonosat_line_masks(puzzle, line, &words) == NONOSAT_INPUT && !words);
            REQUIRE(nonosat_spans(puzzle, line, masks, masks) == NONOSAT_INPUT);
            REQUIRE(nonosat_argument(puzzle, line, masks, NULL, NONOSAT_TECHNIQUES, &technique) == NONOSAT_INPUT && technique == NONOSAT_NO_TECHNIQUE);
        }
    REQUIRE(nonosat_line_blocks(puzzle, 1) == -1);
    REQUIRE(nonosat_propagate(board, no_line, 1, NULL, NULL, &broken) == NONOSAT_INPUT && broken == -1);
    nonosat_answer answer = {.size = sizeof answer};
    uint8_t pictures[2];
    REQUIRE(nonosat_check(board, &(nonosat_limits){.size = sizeof(nonosat_limits), .work = -1}, &answer, pictures) == NONOSAT_INPUT);
    REQUIRE(nonosat_refute(board, 5, 0, 3, 3, NULL, &least, &chain) == NONOSAT_INPUT && !least && !chain.links);
    REQUIRE(nonosat_nest(board, 0, 0, &nesting, NULL, &spent, &chain) == NONOSAT_INPUT && !spent && !chain.links);
    REQUIRE(!nonosat_steps(board, NULL, NULL, &least, &broken) && broken == -1);
    uint8_t picture[] = {0}, no_colour[] = {9};
    int costs[] = {1}, negative_swap[] = {-1, 0, 0};
    nonosat_mending mendings[] = {
        {.size = sizeof(nonosat_mending)},
        {.size = sizeof(nonosat_mending), .costs = costs, .image_count = 1},
        {.size = sizeof(nonosat_mending), .costs = costs, .swap_count = 1},
        {.size = sizeof(nonosat_mending), .costs = costs, .swap_count = 1, .swaps = negative_swap},
        {.size = sizeof(nonosat_mending), .costs = costs},
    };
    for (size_t at = 0; at < sizeof mendings / sizeof *mendings; at++) {
        int64_t cost = at < 4 ? -1 : 1; /* the best repair so far of the last one has no colour of the puzzle */
        nonosat_pairs pairs = {no_colour, 1};
        REQUIRE(nonosat_mend(board, picture, mendings + at, NULL, no_colour, &cost, &pairs) == NONOSAT_INPUT && !pairs.number);
    }
    nonosat_board_free(board);
    nonosat_puzzle_free(puzzle);
    nonosat_puzzle_free(NULL);
    nonosat_board_free(NULL);
    nonosat_learner_free(NULL);
    nonosat_search_free(NULL);
    nonosat_depth_free(NULL);
    REQUIRE(live == 0);
}

int main(int arguments, char **argument)
{
    nonosat_use_memory(&(nonosat_memory){test_calloc, test_realloc, test_free});
    REQUIRE(!strcmp(nonosat_version(), NONOSAT_VERSION));
    for (int status = NONOSAT_WRONG - 1; status < 3; status++)
        REQUIRE(*nonosat_errstr(status));
    test_arguments_that_make_no_sense();
    test_against_brute_force(arguments > 1 ? atoi(argument[1]) : 1500);
    test_exchanges(arguments > 1 ? atoi(argument[1]) : 1500);
    test_lines_against_prefixes(arguments > 1 ? atoi(argument[1]) : 1500);
    test_symmetric_boards(arguments > 1 ? 2 * atoi(argument[1]) : 3000);
    test_chains_by_replay(arguments > 1 ? atoi(argument[1]) / 3 : 500);
    test_beliefs_against_shares(arguments > 1 ? atoi(argument[1]) / 5 : 300);
    test_learner_against_counts(arguments > 1 ? atoi(argument[1]) / 2 : 750);
    test_probing_ends_at_a_fixpoint(arguments > 1 ? atoi(argument[1]) / 3 : 500);
    test_sweeps_against_brute_force(arguments > 1 ? atoi(argument[1]) / 3 : 500);
    test_sweeps_of_large_regions();
    test_failing_allocations();
    test_ticks_that_stop();
    nonosat_use_memory(NULL);
    return 0;
}
