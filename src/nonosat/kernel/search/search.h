/* One search for the solutions of a board, stage by stage:

       lines -> a picture at hand -> brief probing -> an exchange near the first solution -> probing in depth, if few cells are open
             -> a first round of the learner -> probing -> the learner, with probing in depth beside it

   Once lines, or brief probing, have left cells open, the search goes on with the residual puzzle of these, if that leaves out enough: `board_of`.

   Lines and probing are needed; every other stage ends when memory is short, and the search goes on with the next.

   `search.c` has the stages, `rounds.c` the learner's rounds, `half_turn.c` solutions with 180-degree symmetry, `neighbour.c` a second
   solution next to the first, `check.c` the call for a verdict, `solutions.c` the check and the list of solutions,
   `random.c` the random numbers of beliefs. */

#ifndef NONOSAT_SEARCH_H
#define NONOSAT_SEARCH_H

#include "../core/residual.h"

/* Work per open cell of a large board, of probing or of the learner.

   Short: brief probing settles rings with 5, the learner takes 40 to 80 for loose checkerboards. Probing: with 500 one member of
   blobs@0.3:900 probes for 16 s before the learner ends it in 4 conflicts, and strokes@0.3:300 take 10 to 48 times as long; no large
   board measured gains from more than 30. Long: the learner takes 300 to 600 for a Julia set. Probing gets as much again for each cell
   that it settles; on other boards it has LONG. */
#ifndef NONOSAT_SHORT /* the tests come to later turns sooner */
#define NONOSAT_SHORT 60
#endif
enum { SHORT = NONOSAT_SHORT, PROBING = 30, LONG = 500 };

/* Work per open cell without a refutation that brief probing adds to its patience where it succeeds: a quarter of the first beliefs. With 50 and 100
   the geometric mean of verdicts is within 3 %. */
enum { LULL = 30 };

/* Cells from which a board whose lines leave at most one of SPARSE open shrinks before brief probing, which ends most others in less time than it
   takes to make the residual puzzle. */
enum { SPARSE_FROM = 2500, SPARSE = 8 };

/* Half-size puzzle whose solutions are the point-symmetric solutions of the whole. All NULL if not applicable. */
typedef struct {
    nonosat_puzzle *puzzle;
    nonosat_board *board;
    nonosat_learner *learner;
} HalfTurn;

/* What a stage of the learner has left to do. */
typedef struct {
    int index;     /* index into FIRST or LATER (large boards only) */
    int one_round; /* 1: it ends after one round */
    int second;    /* 1: it looks for a second solution */
    int64_t until; /* work at which it ends */
} Turn;

struct nonosat_search {
    const Lines *lines;
    nonosat_options options;
    nonosat_schedule schedule;
    Board board;    /* of the whole puzzle */
    Residual rest;  /* what is open, once the board has shrunk: stages work on `board_of` */
    int has_shrunk; /* 1: that was tried */
    Pictures solutions; /* found, or excluded by the caller */
    Pictures pending; /* solutions not yet handed out */
    ptrdiff_t handed; /* number of `pending` that were */
    uint8_t *hint;    /* a picture at hand, or NULL */
    int has_hint;     /* 1: it is a solution */
    int hint_parts;   /* number of parts of the learner's work that begin at it */
    int has_neighbour; /* 1: one next to the first solution was searched for */
    int stage, is_begun;
    int complete;
    int is_large, is_symmetric;
    int error;
    nonosat_effort effort;
    double last; /* reading of the clock */
    int64_t conflicts, work; /* budgets of this step: totals at which the learner ends */

    nonosat_depth *depth;     /* NULL before its stage */
    int lacks_depth;          /* 1: memory was too short for it */
    int lacks_memory;         /* 1: memory was too short for a learner, which is over */
    int64_t conflicts_before; /* of learners that are freed */
    int64_t handed_over;      /* candidates refuted by it that were taken over */
    nonosat_learner *learner; /* NULL before its stage, or if there is none */
    int is_opened;            /* 1: the learner's stage has begun */
    int learner_excluded;     /* number of solutions that the learner excludes */
    HalfTurn half;
    Turn turn;
    uint32_t rounds_done;
    int64_t believed;         /* work of beliefs */
    uint32_t *random;
    double *likelihood;
    double *lifted;           /* the same of the whole puzzle, once asked for */
    int has_beliefs;
};

/* The board that stages after lines work on: the residual one, or the whole. */
static inline Board *board_of(nonosat_search *search) { return search->rest.puzzle ? &search->rest.board : &search->board; }

/* A picture of this board as one of the whole puzzle; and the reverse, NULL if this board excludes it. Both last until the next call. */
static inline const uint8_t *whole_of(nonosat_search *search, const uint8_t *cells)
{
    return search->rest.puzzle ? lift(&search->rest, cells) : cells;
}
static inline const uint8_t *part_of(nonosat_search *search, const uint8_t *cells)
{
    return search->rest.puzzle ? project(&search->rest, cells) : cells;
}

/* Takes over to the whole board what the residual one has lost. */
static inline void narrow_board(nonosat_search *search)
{
    if (search->rest.puzzle)
        narrow_whole(&search->rest, &search->board);
}

/* Takes a solution over unless it is known: 1, 0 if it is, or -1 with the error noted. */
int take_solution(nonosat_search *search, const uint8_t *cells);

/* Reads the clock: the seconds since it was last read, which count for all steps. */
double lap(nonosat_search *search);

/* ---- check.c ---- */

/* Returns 1 if a picture fits all clues. Givens are not looked at. */
int is_solution(const Lines *lines, const uint8_t *cells);

/* ---- neighbour.c ---- */

/* Writes another solution that differs from a known one in at most `most` of the open cells, 4 to 8: 1, 0 if none was found, or an error. */
int find_neighbour(const Board *board, const uint8_t *cells, int most, const nonosat_tick *tick, uint8_t *neighbour);

/* ---- rounds.c ---- */

/* Makes the learner: 0 (also if there is none for the board), or -1 with the error noted. */
int open_rounds(nonosat_search *search);

/* Tells the learner a known solution; the search is complete if there are no others. 0, or -1 with the error noted. */
int learner_excludes(nonosat_search *search, const uint8_t *picture);

/* Conflicts of all learners so far; work of the learner and its beliefs. */
int64_t conflicts_of(const nonosat_search *search);
int64_t work_of(const nonosat_search *search);

/* Frees the learners; their conflicts and work still count. */
void drop_learners(nonosat_search *search);

/* Begins work of the learner for a first solution, then for a second one. */
void begin_learning(nonosat_search *search, int64_t work);

/* Does a part of it: 1, 0 if it is over, or -1 with the error noted. */
int learn_on(nonosat_search *search, const nonosat_tick *tick);

/* The same on a large board: turns before probing, or after it. */
int begin_turns(nonosat_search *search, int later, const nonosat_tick *tick);
int turn_on(nonosat_search *search, int later, const nonosat_tick *tick);

/* Probes a board with few open cells in depth, before there is a learner: 1 if that settles the puzzle, 0, or -1 with the error noted. */
int settle_few(nonosat_search *search, const nonosat_tick *tick);

/* ---- half_turn.c ---- */

/* Returns 1 if half a turn leaves clues and candidates as they are, and sides are even. */
int is_symmetric(const Board *board);

/* Opens the search for solutions with 180-degree symmetry: 0, or -1 with the error noted. */
int open_half(nonosat_search *search, const nonosat_tick *tick);
void close_half(HalfTurn *half);

#endif
