/* Four threads that share a puzzle, each with boards of its own; for the thread sanitizer. */

#include "puzzles.h"

#include <pthread.h>

enum { THREADS = 4, TIMES = 5 };

typedef struct {
    const nonosat_puzzle *puzzle;
    const Puzzle *stated;
    uint64_t seed;
    nonosat_verdict verdict;
} Job;

static nonosat_board *board_of(const Job *job)
{
    nonosat_board *board;
    REQUIRE(!nonosat_board_new(job->puzzle, NULL, &board));
    for (int cell = 0; cell < job->stated->statement.cells; cell++)
        if (job->stated->givens[cell] >= 0)
            REQUIRE(!nonosat_board_fix(board, cell, job->stated->givens[cell]));
    return board;
}

static void *work(void *context)
{
    Job *job = context;
    for (int time = 0; time < TIMES; time++) {
        nonosat_limits limits = {.size = sizeof limits, .seed = job->seed};
        nonosat_answer answer = {.size = sizeof answer};
        uint8_t solutions[2 * CELLS];
        int broken;
        nonosat_board *board = board_of(job);
        REQUIRE(!nonosat_check(board, &limits, &answer, solutions));
        job->verdict = answer.verdict;
        nonosat_board_free(board);
        board = board_of(job);
        REQUIRE(!nonosat_propagate(board, NULL, 0, NULL, NULL, &broken));
        nonosat_learner *learner;
        if (broken < 0) {
            REQUIRE(!nonosat_learner_new(board, 1, &learner));
            REQUIRE(!nonosat_learn(learner, 100, 10000, 2, NULL));
            nonosat_learner_free(learner);
        }
        nonosat_chain chain = {0};
        if (broken < 0)
            REQUIRE(!nonosat_derive(board, 0, 1, NULL, &chain));
        nonosat_chain_free(&chain);
        nonosat_board_free(board);
    }
    return NULL;
}

int main(int arguments, char **argument)
{
    static Puzzle stated;
    long puzzles = arguments > 1 ? atol(argument[1]) : 200, shared = 0;
    for (long number = 1; number <= puzzles; number++) {
        nonosat_puzzle *puzzle;
        nonosat_board *board;
        pthread_t thread[THREADS];
        Job job[THREADS];
        state = (uint64_t)number;
        make(&stated, number % 2);
        if (!open_puzzle(&stated, &puzzle, &board)) {
            for (int at = 0; at < THREADS; at++) {
                job[at] = (Job){puzzle, &stated, (uint64_t)at, NONOSAT_UNKNOWN};
                REQUIRE(!pthread_create(thread + at, NULL, work, job + at));
            }
            for (int at = 0; at < THREADS; at++)
                REQUIRE(!pthread_join(thread[at], NULL));
            for (int at = 0; at < THREADS; at++)
                REQUIRE(job[at].verdict != NONOSAT_UNKNOWN && job[at].verdict == job[0].verdict);
            shared++;
        }
        nonosat_board_free(board);
        nonosat_puzzle_free(puzzle);
    }
    REQUIRE(shared);
    printf("threads: %ld puzzles shared by %d\n", shared, THREADS);
    return 0;
}
