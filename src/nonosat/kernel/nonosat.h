/* nonosat.h - nonograms: lines, probing, belief propagation, clause learning, and one call for a verdict. Plain C11.

   PUZZLES   A puzzle has cells, numbered from 0, and lines: cells in order with a clue. A cell lies on one line or more, at most once
             on each, so that a line can run along a row, a diagonal, or any path. Colours are numbered from 0, the background;
             there are 2 to 256 (more where a call says so).

   OWNERSHIP A call `..._new` makes a handle, the matching `..._free` frees it (NULL is fine). A board, learner or search refers to
             its puzzle, which must outlive it, and to nothing else of the caller's. Arguments are copied. A `const` pointer that a
             call returns is valid until the next call with the same handle.

   ERRORS    Unless said otherwise a call returns a status: NONOSAT_OK or one of the errors, which are negative. A failed
             `..._new` sets the handle to NULL, and every other failed call the numbers that it returns (-1 for no line or
             technique, else 0), unless it says more. After NONOSAT_MEMORY or NONOSAT_STOPPED a board is sound: what it has lost is in no
             solution, though crossing lines can disagree about a cell until it is propagated again. A learner or search is
             of no further use after these, and answers NONOSAT_INPUT.

   THREADS   No global state, except the functions of `nonosat_use_memory`. A puzzle is immutable, and shared freely; any other handle is used by one thread at a time.

   SIZES     A struct that later versions can extend begins with its size, which the caller sets, also where the library writes:
             `nonosat_limits limits = {.size = sizeof limits, .work = 100000000};`. The library reads and writes no more than that, so a program
             goes on with a library whose structs are longer; of a longer struct, the members that the library does not know must be 0.
             Otherwise, and for no size, the answer is NONOSAT_INPUT. All other structs stay as they are.

   ZEROS     In a struct 0 and NULL stand for the usual: no limit, all, none given. In an argument of a call 0 is 0.

   LIMITS    A tick is called about every millisecond; a result other than 0 ends the call with NONOSAT_STOPPED. Budgets are counted
             in conflicts, or in work, so that results are the same on every machine.

   MEMORY    comes from calloc and realloc, and goes back by free, or from functions of the caller's. Nothing else is asked of the system. */

#ifndef NONOSAT_H
#define NONOSAT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* of a shared library these names alone are visible */
#endif

/* Until 1.0 a new minor version can change everything. */
#define NONOSAT_VERSION "0.1.0"
#define NONOSAT_VERSION_MAJOR 0
#define NONOSAT_VERSION_MINOR 1
#define NONOSAT_VERSION_PATCH 0

const char *nonosat_version(void); /* NONOSAT_VERSION of the library in use */

enum {
    NONOSAT_OK = 0,
    NONOSAT_NO_FILLING = 1, /* of `nonosat_settle` and `nonosat_spans` */
    NONOSAT_MEMORY = -1,    /* out of memory */
    NONOSAT_STOPPED = -2,   /* a tick or an observer has asked to stop */
    NONOSAT_INPUT = -3,     /* an argument makes no sense */
    NONOSAT_TOO_LARGE = -4, /* beyond what the call can do: see there */
    NONOSAT_WRONG = -5,     /* a solution does not fit the clues: a fault of this library */
};

/* Describes a status in English. */
const char *nonosat_errstr(int status);

/* Functions like calloc, realloc and free. */
typedef struct {
    void *(*allocate)(size_t number, size_t size); /* zeroed */
    void *(*resize)(void *memory, size_t size);
    void (*release)(void *memory); /* NULL is fine */
} nonosat_memory;

/* Takes memory from these functions, which are copied; from the C library for NULL. Before the first other call, or after all handles are
   freed. */
void nonosat_use_memory(const nonosat_memory *functions);

typedef struct nonosat_puzzle nonosat_puzzle;   /* lines, prepared */
typedef struct nonosat_board nonosat_board;     /* candidates of the cells */
typedef struct nonosat_learner nonosat_learner; /* conflict-driven clause learning on a board */
typedef struct nonosat_search nonosat_search;   /* all of it, stage by stage */

typedef struct {
    int (*call)(void *context); /* NULL: there is no tick */
    void *context;
} nonosat_tick;

/* ---- puzzles ---- */

typedef struct {
    int length; /* 0: any (a blotted block) */
    int colour; /* 1 or more; 0, with length 0: a star, for any number of blocks of any inks */
} nonosat_block;

typedef struct {
    size_t size;
    int colours;               /* background included */
    int cells;
    int lines;
    int height, width;         /* of a rectangle: `height` rows, then `width` columns, cells row by row. Without `line_lengths` only */
    const int *line_lengths;   /* [line], or NULL for a rectangle */
    const int *line_cells;     /* the cells of all lines, one line after the other */
    const int *clue_sizes;     /* [line]: number of blocks; -1 for a line without a clue */
    const nonosat_block *blocks; /* of all clues, one after the other */
} nonosat_statement;

/* Prepares a puzzle. NONOSAT_INPUT also if it has over 67 million cells on all lines, or as many blocks, or a cell on no line. A clue
   that does not fit its line is no error: the puzzle has no solution. */
int nonosat_puzzle_new(const nonosat_statement *statement, nonosat_puzzle **puzzle);
void nonosat_puzzle_free(nonosat_puzzle *puzzle);
int nonosat_puzzle_lines(const nonosat_puzzle *puzzle);
int nonosat_puzzle_cells(const nonosat_puzzle *puzzle);
int nonosat_puzzle_colours(const nonosat_puzzle *puzzle);
ptrdiff_t nonosat_puzzle_words(const nonosat_puzzle *puzzle); /* of the masks of all lines */

/* Returns the number of blocks of a line's clue, without stars; -1 for a line without a clue, NONOSAT_INPUT for no line. */
int nonosat_line_blocks(const nonosat_puzzle *puzzle, int line);

/* Returns where the masks of a line begin among those of all lines: one mask of `*words` words per colour, one bit per position.
   NONOSAT_INPUT and no words for no line. */
ptrdiff_t nonosat_line_masks(const nonosat_puzzle *puzzle, int line, int *words);

/* ---- boards ---- */

/* Makes a board: of masks of all lines, or with NULL one of which nothing is known. Bits beyond lines are dropped. */
int nonosat_board_new(const nonosat_puzzle *puzzle, const uint64_t *masks, nonosat_board **board);
int nonosat_board_copy(const nonosat_board *board, nonosat_board **copy);
void nonosat_board_free(nonosat_board *board);

/* Gives a cell a colour. Lines are not settled. */
int nonosat_board_fix(nonosat_board *board, int cell, int colour);

/* The masks of all lines. */
const uint64_t *nonosat_board_masks(const nonosat_board *board);

/* Writes the first candidate of each cell; returns the number of open cells, those with several candidates. Requires 256 colours
   or fewer. */
int nonosat_board_picture(const nonosat_board *board, uint8_t *cells);

/* Writes 1 for each open cell, 0 for the others; returns their number. */
int nonosat_board_open(const nonosat_board *board, uint8_t *open);

/* Called for each line that lost candidates, after the board has changed: `removed` are masks, one per colour, as long as the line's.
   A result other than 0 stops. */
typedef struct {
    int (*call)(void *context, int line, const uint64_t *removed);
    void *context;
} nonosat_observer;

/* Settles lines (`number` of them, or all if `lines` is NULL), and those that cross them, until none changes. `*broken` is a line
   without a filling, after which the board is of no further use, or -1. */
int nonosat_propagate(nonosat_board *board, const int *lines, int number, const nonosat_tick *tick, const nonosat_observer *observer,
                      int *broken);

/* The masks of a line (as many words as `nonosat_line_masks` says for each colour), narrowed to the colours that each cell has in some
   filling; `settled` can be `masks`. A line without a clue has every filling. NONOSAT_NO_FILLING if there is none. */
int nonosat_settle(const nonosat_puzzle *puzzle, int line, const uint64_t *masks, uint64_t *settled);

/* Possible starts and ends of the blocks of a line with these masks: [block][starts, ends][word]. NONOSAT_NO_FILLING if there is none. */
int nonosat_spans(const nonosat_puzzle *puzzle, int line, const uint64_t *masks, uint64_t *spans);

/* ---- probing ---- */

typedef struct {
    size_t size;
    int64_t patience; /* ends after so many fruitless probes in a row */
    int64_t credit;   /* work for each open cell, and again for each one settled. Settling a line: words of a mask x (blocks + 1) */
    int64_t most;     /* ends at so many solutions; 0: they are not collected */
} nonosat_probing;

typedef struct {
    size_t size;
    int64_t probes;
    int broken; /* a line without a filling, or -1 */
    int met;    /* number of solutions: `nonosat_board_met` */
} nonosat_probed;

/* Supposes colours of open cells, and removes those that propagation refutes. Requires a board at its fixpoint, and leaves one. */
int nonosat_probe(nonosat_board *board, const nonosat_probing *how, const nonosat_tick *tick, nonosat_probed *probed);

/* The solutions that the last `nonosat_probe` met, cell by cell, one after the other. */
const uint8_t *nonosat_board_met(const nonosat_board *board);

/* ---- probing in depth ---- */

typedef struct nonosat_depth nonosat_depth; /* a tree of decisions, with probing to the fixpoint in each node */

/* Begins at a board at its fixpoint, which is copied. NONOSAT_INPUT beyond 256 colours. */
int nonosat_depth_new(const nonosat_board *board, nonosat_depth **depth);
void nonosat_depth_free(nonosat_depth *depth);

/* Searches on for so much work (as in probing), or until it has found `most` solutions in all. */
int nonosat_depth_run(nonosat_depth *depth, int64_t work, int64_t most, const nonosat_tick *tick);

typedef struct {
    size_t size;
    int complete; /* 1 if there are no other solutions */
    int found;    /* solutions so far: `nonosat_depth_found` */
    int64_t nodes, probes, work;
    double progress; /* share of the tree that is done, if all children of a node are alike */
    int64_t refuted; /* candidates that `nonosat_depth_narrow` would remove from the board at which it began */
} nonosat_depth_effort;

int nonosat_depth_state(const nonosat_depth *depth, nonosat_depth_effort *state);
const uint8_t *nonosat_depth_found(const nonosat_depth *depth); /* cell by cell, one after the other */

/* Removes from a board what no solution has, apart from those found: all that the deepest node without an alternative lacks. */
void nonosat_depth_narrow(const nonosat_depth *depth, nonosat_board *board);

/* ---- beliefs ---- */

typedef struct {
    size_t size;
    double noise;   /* random part of the reinforcement, in log-odds */
    double damping; /* weight of the previous message in the new one */
    double pull;    /* strength of the reinforcement in the last sweep */
    int sweeps;
} nonosat_reinforcement;

/* Likelihoods [colour][cell] by belief propagation. `random` are numbers [colour][cell]. NONOSAT_INPUT if a cell has no candidate or a
   line no filling. */
int nonosat_beliefs(const nonosat_board *board, const nonosat_reinforcement *how, const uint32_t *random, const nonosat_tick *tick,
                    double *likelihood);

/* ---- the learner ---- */

/* Makes a learner of a board at its fixpoint. Without `whole_lines` only starts of blocks propagate, in puzzles that have these as
   literals (one ink, no blotted block, no star). NONOSAT_TOO_LARGE beyond 67 million starts, NONOSAT_INPUT beyond 256 colours, and if
   the board proves not to be at its fixpoint. */
int nonosat_learner_new(const nonosat_board *board, int whole_lines, nonosat_learner **learner);
void nonosat_learner_free(nonosat_learner *learner);

/* Searches on for so many conflicts or units of work (some 8,000 a millisecond), or until it has found `most` solutions in this call. */
int nonosat_learn(nonosat_learner *learner, int64_t conflicts, int64_t work, int64_t most, const nonosat_tick *tick);

/* The solutions of the last `nonosat_learn`, cell by cell; returns their number. */
int nonosat_learner_found(const nonosat_learner *learner, const uint8_t **pictures);

int nonosat_learner_complete(const nonosat_learner *learner);      /* 1 if all solutions were found or excluded */
int64_t nonosat_learner_conflicts(const nonosat_learner *learner); /* so far */
int64_t nonosat_learner_work(const nonosat_learner *learner);      /* so far */

/* Sets phases to the likelier colours, and activities by how much likelier they are: `boost` bumps for a sure cell. */
int nonosat_learner_prefer(nonosat_learner *learner, const double *likelihood, double boost);

/* Sets phases to a picture. */
int nonosat_learner_follow(nonosat_learner *learner, const uint8_t *picture);

/* Takes over what a board of the same puzzle has lost. */
int nonosat_learner_narrow(nonosat_learner *learner, const nonosat_board *board);

/* Excludes a solution. */
int nonosat_learner_exclude(nonosat_learner *learner, const uint8_t *picture);

/* Literals known without any decision, as numbers: 1 + colour * cells + cell, negative if the cell lacks the colour. Returns how many, at
   most `nonosat_learner_variables`. */
int nonosat_learner_units(const nonosat_learner *learner, int64_t *numbers);
int nonosat_learner_variables(const nonosat_learner *learner);

/* ---- one search: lines, probing, the learner in rounds ---- */

/* When one stage ends and the next one begins. The defaults are measured: see docs/searching.md. */
typedef struct {
    size_t size;
    int64_t briefly;  /* fruitless probes in a row that end brief probing, */
    int64_t patience; /* and probing */
    int64_t alone;    /* work of the learner */
    int64_t second;   /* work of the learner for a second solution */
    int64_t round_conflicts; /* of a round of the learner */
    int64_t large;    /* open cells of a large board, which is searched in another way */
    int64_t deep;     /* work of the learner before probing in depth has a share, with one ink if one or two solutions are wanted */
} nonosat_schedule;

typedef struct {
    size_t size;
    uint64_t seed;   /* varies the beliefs */
    int most;        /* solutions that are wanted: with 1 or 2 probing can end early; 0: all */
    int no_learner;  /* 1: lines and probing only */
    const nonosat_schedule *schedule; /* NULL: the defaults */
    double (*clock)(void); /* seconds, for `nonosat_effort`; NULL: it gets none */
} nonosat_options;

/* Results of a step, besides errors. */
enum {
    NONOSAT_FOUND = 2,     /* a solution: `nonosat_search_solution` */
    NONOSAT_COMPLETE = 3,  /* there are no others */
    NONOSAT_EXHAUSTED = 4, /* the stages are over; the board, the learner and its beliefs can be used on */
    NONOSAT_LARGE = 5,     /* lines have left a large board; nothing else has happened */
};

typedef enum { NONOSAT_BY_SUMS, NONOSAT_BY_LINES, NONOSAT_BY_PROBING, NONOSAT_BY_LEARNING } nonosat_stage;

typedef struct {
    size_t size;
    nonosat_stage stage; /* that is under way, or was the last */
    int broken;          /* the line that propagation found to have no filling, or -1 */
    int open;            /* cells that lines left open; -1 before */
    int found;           /* solutions so far, excluded ones included */
    int complete;        /* 1 if there are no others */
    int64_t probes, conflicts, work;
    double propagate, probe, beliefs; /* seconds by the clock, */
    double seconds;                   /* and of all steps */
} nonosat_effort;

/* Begins a search of a board, which is copied. */
int nonosat_search_new(const nonosat_board *board, const nonosat_options *options, nonosat_search **search);
void nonosat_search_free(nonosat_search *search);

/* Tells the search a solution that it need not find, before the first step or between steps. */
int nonosat_search_exclude(nonosat_search *search, const uint8_t *picture);

/* Gives the search a picture at hand, before the first step. If it is a solution, it is the first one unless lines leave no cell open, and a
   second one is searched for next to it. If it is none, nothing happens. */
int nonosat_search_hint(nonosat_search *search, const uint8_t *picture);

/* Searches on until one of the results above. The learner's stages end when it has met so many conflicts since the beginning, or done so much
   work. Observes lines in the first stage. */
int nonosat_search_step(nonosat_search *search, int64_t conflicts, int64_t work, const nonosat_tick *tick,
                        const nonosat_observer *observer);

/* Schedules one more learner round after NONOSAT_EXHAUSTED. The next step runs it, looks for a second solution if it finds a first one, and
   returns NONOSAT_EXHAUSTED when done. */
void nonosat_search_turn(nonosat_search *search);

const uint8_t *nonosat_search_solution(const nonosat_search *search); /* the last one */
int nonosat_search_effort(const nonosat_search *search, nonosat_effort *effort);
const nonosat_board *nonosat_search_board(const nonosat_search *search);
const nonosat_learner *nonosat_search_learner(const nonosat_search *search); /* NULL if there is none */
const double *nonosat_search_beliefs(const nonosat_search *search);          /* the latest likelihoods, or NULL */

/* ---- all at once ---- */

typedef enum { NONOSAT_UNKNOWN, NONOSAT_UNIQUE, NONOSAT_MULTIPLE, NONOSAT_UNSOLVABLE } nonosat_verdict;

typedef struct {
    size_t size;
    int64_t conflicts; /* of the learner; 0: no limit */
    int64_t work;      /* of the learner, some 8,000 units a millisecond; 0: no limit */
    int no_learner;    /* 1: lines and probing only */
    uint64_t seed;
    nonosat_tick tick;
    const uint8_t *hint; /* a picture at hand, as for `nonosat_search_hint`; or NULL */
} nonosat_limits;

typedef struct {
    size_t size;
    nonosat_verdict verdict; /* UNKNOWN if a limit came first */
    int stopped;             /* 1 if the tick has ended it */
    int solutions;           /* 0 to 2 */
    int left;                /* open cells of the board now */
    nonosat_effort *effort;  /* set by the caller: gets the effort; or NULL */
} nonosat_answer;

/* How many solutions a board has: none, one, or several. `solutions` gets up to two, cell by cell. The board is narrowed to what lines
   and probing know of all solutions, also if a limit ends the search (NONOSAT_OK, `stopped`). */
int nonosat_check(nonosat_board *board, const nonosat_limits *limits, nonosat_answer *answer, uint8_t *solutions);

/* ---- for explanations ---- */

/* Links of a chain: lines by number. -1 ends an inner supposition, -2 - (cell * colours + colour) begins one. No links: no chain. */
typedef struct {
    int64_t *link;
    int links;
} nonosat_chain;
void nonosat_chain_free(nonosat_chain *chain);

/* Searches for a chain of at most `links` (1000) links, lines that refute a colour of a cell, with so many search nodes: for the shortest
   chain raise `links` from 1 on. `*least` is a lower bound on links: 0 if lines do not refute the colour, more than `links` if no such
   chain does. Restores the board, as the calls below do. */
int nonosat_refute(nonosat_board *board, int cell, int colour, int links, int64_t nodes, const nonosat_tick *tick, int *least,
                   nonosat_chain *chain);

/* A minimal chain from propagation. If the cell has the colour already, propagation starts from all lines. */
int nonosat_derive(nonosat_board *board, int cell, int colour, const nonosat_tick *tick, nonosat_chain *chain);

/* A chain without its superfluous links. */
int nonosat_shorten(nonosat_board *board, int cell, int colour, const int64_t *link, int links, const nonosat_tick *tick,
                    nonosat_chain *chain);

typedef struct {
    size_t size;
    int links;      /* of an inner supposition, at most */
    int fewer;      /* the chain has fewer lines */
    int64_t effort; /* inner suppositions that propagation can refute; 0: one inner supposition only */
} nonosat_nesting;

/* A chain with inner suppositions, and the effort spent. */
int nonosat_nest(nonosat_board *board, int cell, int colour, const nonosat_nesting *how, const nonosat_tick *tick, int64_t *spent,
                 nonosat_chain *chain);

/* Techniques of people, by number, from the simplest to the last, which is complete line solving. docs/techniques.md explains them by name. */
enum {
    NONOSAT_TECHNIQUES = 16,
    NONOSAT_NO_TECHNIQUE = -1, /* instead of a number: none applies */
    NONOSAT_IMPOSSIBLE = -2,   /* likewise: the line has no filling */
};

/* The name of a technique; NULL for no technique. */
const char *nonosat_technique(int technique);

/* The first of some techniques (NONOSAT_TECHNIQUES: all) that removes a candidate from a line with these masks; or, with `asked`, a
   mask of positions, the first that leaves one colour to one of these cells. */
int nonosat_argument(const nonosat_puzzle *puzzle, int line, const uint64_t *masks, const uint64_t *asked, int techniques,
                     int *technique);

/* A step of a person: a technique applied to a line. */
typedef struct {
    int line, technique;
    int footholds;  /* lines to which a technique applied before the step */
    int unfinished; /* lines with an open cell after it */
} nonosat_step;

typedef struct {
    int (*call)(void *context, const nonosat_step *step); /* a result other than 0 stops */
    void *context;
} nonosat_step_observer;

/* Takes steps until no technique applies to any line: always the simplest one, on the first such line. `*broken` is a line without a
   filling, which ends them, or -1; `*footholds` the number of lines to which techniques apply then. */
int nonosat_steps(nonosat_board *board, const nonosat_tick *tick, const nonosat_step_observer *observer, int *footholds, int *broken);

/* Writes 1 for each cell that stays open if the clues of a picture are solved by the first `techniques`; by complete line solving for 0. */
int nonosat_stalled(const nonosat_puzzle *puzzle, const uint8_t *picture, int techniques, const nonosat_tick *tick, uint8_t *open);

/* ---- repainting ---- */

/* A run of simulated annealing. */
typedef struct {
    size_t size;
    int is_unique;     /* 1: the clues must have one solution; 0: lines must settle them */
    int run;           /* 0, 1, 2...: temperatures differ, and some runs begin with the original picture again; for one solution, from a
                          repair on, even ones are by swaps */
    uint64_t seed;
    int64_t steps;     /* one or two cells are repainted in each; a search for a second solution counts as 200 */
    const int *costs;  /* [cell]: of repainting it; 0: it keeps its colour. Not NULL */
    const int *images; /* [cell][image_count]: cells repainted with it; -1: none */
    int image_count;
    const int *swaps;  /* known swaps (other fillings of some cells): for each the number of cells, these in ascending order, their colours */
    int swap_count;
} nonosat_mending;

/* Pictures, each followed by another solution of its clues, cell by cell. */
typedef struct {
    uint8_t *cells;
    ptrdiff_t number; /* of pairs */
} nonosat_pairs;
void nonosat_pairs_free(nonosat_pairs *pairs);

/* Repaints a picture. The board has its lines, of which those without a clue and blotted blocks stay so, and its givens; nothing else may
   be known. `best` and `*cost` (-1: none) are the cheapest repair so far, and become it. `pairs` are what searches have met. */
int nonosat_mend(const nonosat_board *board, const uint8_t *picture, const nonosat_mending *how, const nonosat_tick *tick, uint8_t *best,
                 int64_t *cost, nonosat_pairs *pairs);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
