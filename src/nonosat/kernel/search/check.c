/* The call for a verdict. */

#include "search.h"

/* Matches runs of cells with blocks, and with stars as few as possible: a run that fits no block belongs to the last star. */
static int is_filled(const Line *line, const uint8_t *cells)
{
    int block = 0, starred = -1, resumed = 0; /* the block after the last star, and the end of the first run beyond its blocks */
    for (int at = 0; at < line->length;) {
        int colour = cells[line->cells[at]], begun = at;
        while (at < line->length && cells[line->cells[at]] == colour)
            at++;
        if (!colour)
            continue;
        if (block < line->blocks ? line->block[block].star : line->star) {
            starred = block;
            resumed = at;
        }
        if (block < line->blocks && line->block[block].colour == colour &&
            (!line->block[block].length || line->block[block].length == at - begun))
            block++;
        else if (starred < 0)
            return 0;
        else {
            block = starred;
            at = resumed;
        }
    }
    return block == line->blocks;
}

int is_solution(const Lines *lines, const uint8_t *cells)
{
    for (int cell = 0; cell < lines->cells; cell++)
        if (cells[cell] >= lines->colours)
            return 0;
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++)
        if (line->blocks >= 0 && !is_filled(line, cells))
            return 0;
    return 1;
}

/* Steps until the verdict is known, or a limit is reached: NONOSAT_OK, or an error. */
static int run(nonosat_search *search, const nonosat_limits *limits, nonosat_answer *answer, uint8_t *solutions)
{
    size_t cells = search->lines->cells;
    while (answer->solutions < 2) {
        int result = nonosat_search_step(search, limits->conflicts, limits->work, &limits->tick, NULL);
        if (result < 0)
            return result;
        const uint8_t *solution = nonosat_search_solution(search);
        if (result == NONOSAT_FOUND && !is_solution(search->lines, solution))
            return NONOSAT_WRONG;
        if (result == NONOSAT_FOUND)
            memcpy(solutions + cells * answer->solutions++, solution, cells);
        else if (result == NONOSAT_COMPLETE) {
            answer->verdict = answer->solutions ? NONOSAT_UNIQUE : NONOSAT_UNSOLVABLE;
            return NONOSAT_OK;
        } else if (result == NONOSAT_EXHAUSTED) {
            if (!search->learner || conflicts_of(search) >= limits->conflicts || work_of(search) >= limits->work)
                return NONOSAT_OK;
            nonosat_search_turn(search);
        }
    }
    answer->verdict = NONOSAT_MULTIPLE;
    return NONOSAT_OK;
}

int nonosat_check(nonosat_board *board, const nonosat_limits *limits, nonosat_answer *answer, uint8_t *solutions)
{
    nonosat_options options = {.seed = limits->seed, .most = 2, .no_learner = limits->work <= 0};
    nonosat_search *search;
    *answer = (nonosat_answer){NONOSAT_UNKNOWN};
    int error = nonosat_search_new(board, &options, &search);
    if (error)
        return error;
    error = limits->hint ? nonosat_search_hint(search, limits->hint) : NONOSAT_OK;
    error = error ? error : run(search, limits, answer, solutions);
    answer->stopped = error == NONOSAT_STOPPED;
    nonosat_search_effort(search, &answer->effort);
    memcpy(board->masks, search->board.masks, sizeof(word) * board->lines->words);
    if (answer->verdict == NONOSAT_UNIQUE)
        for (int cell = 0; cell < board->lines->cells && !error; cell++)
            error = nonosat_board_fix(board, cell, solutions[cell]);
    for (int cell = 0; cell < board->lines->cells; cell++)
        answer->left += is_open(board, cell);
    nonosat_search_free(search);
    return answer->stopped ? NONOSAT_OK : error;
}
