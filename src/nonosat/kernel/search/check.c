/* The call for a verdict. */

#include "search.h"

/* Steps until the verdict is known, or a limit is reached: NONOSAT_OK, or an error. */
static int run(nonosat_search *search, const nonosat_limits *limits, nonosat_answer *answer, uint8_t *solutions)
{
    size_t cells = search->lines->cells;
    int64_t conflicts = limits->conflicts ? limits->conflicts : INT64_MAX, work = limits->work ? limits->work : INT64_MAX;
    while (answer->solutions < 2) {
        int result = nonosat_search_step(search, conflicts, work, &limits->tick, NULL);
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
            if (!search->learner || conflicts_of(search) >= conflicts || work_of(search) >= work)
                return NONOSAT_OK;
            nonosat_search_turn(search);
        }
    }
    answer->verdict = NONOSAT_MULTIPLE;
    return NONOSAT_OK;
}

/* Checks a board, and fills in the answer, whose effort the caller wants or not. */
static int check(nonosat_board *board, const nonosat_limits *limits, nonosat_answer *answer, uint8_t *solutions)
{
    nonosat_options options = {.size = sizeof options, .seed = limits->seed, .most = 2, .no_learner = limits->no_learner};
    nonosat_search *search;
    int error = nonosat_search_new(board, &options, &search);
    if (error)
        return error;
    error = answer->effort ? nonosat_search_effort(search, answer->effort) : NONOSAT_OK;
    if (!error && limits->hint)
        error = nonosat_search_hint(search, limits->hint);
    error = error ? error : run(search, limits, answer, solutions);
    answer->stopped = error == NONOSAT_STOPPED;
    if (answer->effort)
        nonosat_search_effort(search, answer->effort);
    memcpy(board->masks, search->board.masks, sizeof(word) * board->lines->words);
    answer->left = open_cells(board);
    if (answer->verdict == NONOSAT_UNIQUE && answer->left) {
        for (int cell = 0; cell < board->lines->cells && !error; cell++)
            error = nonosat_board_fix(board, cell, solutions[cell]);
        answer->left = open_cells(board);
    }
    nonosat_search_free(search);
    return answer->stopped ? NONOSAT_OK : error;
}

int nonosat_check(nonosat_board *board, const nonosat_limits *given, nonosat_answer *answer, uint8_t *solutions)
{
    if (!board || !solutions)
        return NONOSAT_INPUT;
    nonosat_limits limits;
    nonosat_answer result;
    nonosat_effort *effort = NULL;
    if (!read_struct(&result, sizeof result, answer))
        effort = result.effort;
    result = (nonosat_answer){.effort = effort};
    if (write_struct(answer, &result, sizeof result) || read_struct(&limits, sizeof limits, given) || limits.conflicts < 0 || limits.work < 0)
        return NONOSAT_INPUT;
    int error = check(board, &limits, &result, solutions);
    write_struct(answer, &result, sizeof result);
    return error;
}
