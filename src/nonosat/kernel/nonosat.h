/* nonosat.h - nonograms: lines, probing, belief propagation, clause learning, and one call for a verdict. Plain C11.

   PUZZLES   A puzzle has cells, numbered from 0, and lines: cells in order with a clue. A cell lies on one line or more, at
             most once on each, so that a line can run along a row, a diagonal, or any path. Colours are numbered from 0, the
             background; there are 2 to 256 (more where a call says so).

   OWNERSHIP A call `..._new` makes a handle, the matching `..._free` frees it (NULL is allowed). A board, learner or search
             refers to its puzzle, which must outlive it, and to no other memory of the caller. Arguments are copied. A `const`
             pointer that a call returns is valid until the next call with the same handle.

   ERRORS    Unless said otherwise a call returns a status: NONOSAT_OK or one of the errors, which are negative. A failed
             `..._new` sets the handle to NULL. Any other failed call sets its output numbers to -1 (no line or technique) or 0,
             unless documented otherwise. After NONOSAT_MEMORY or NONOSAT_STOPPED a board is sound: removed candidates are in no
             solution, though crossing lines can disagree about a cell until the board is propagated again. A learner or search
             cannot be used after these, and answers NONOSAT_INPUT.

   THREADS   No global state, except the functions of `nonosat_use_memory`. A puzzle is immutable, and shared freely; any other
             handle is used by one thread at a time.

   SIZES     A struct that later versions can extend begins with its size, which the caller sets even if the library writes the
             struct: `nonosat_limits limits = {.size = sizeof limits, .work = 100000000};`. The library reads and writes no more
             than that, so a program works with a later library whose structs are longer. In a struct that is longer than the
             library's, members unknown to the library must be 0; otherwise, and for an impossible size, the answer is
             NONOSAT_INPUT. All other structs never change.

   ZEROS     In a struct, 0 and NULL mean the default: what is measured, no limit, all, none given; so does NULL instead of a struct that the
             library reads. Where the default is some number, a negative one means none. As an argument of a call, 0 is the number 0,
             and NULL instead of a handle, a picture or a result is NONOSAT_INPUT (NULL or 0 where a call returns something else).

   LIMITS    A tick is called about every millisecond; a result other than 0 ends the call with NONOSAT_STOPPED. Budgets are
             counted in conflicts, or in work, so that results are the same on every machine.

   MEMORY    Memory comes from calloc, realloc and free, or from functions of the caller. The library needs nothing else
             of the system. */

#ifndef NONOSAT_H
#define NONOSAT_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility push(default) /* a shared library exports these names only */
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
    NONOSAT_STOPPED = -2,   /* a tick or an observer asked to stop */
    NONOSAT_INPUT = -3,     /* an invalid argument */
    NONOSAT_TOO_LARGE = -4, /* beyond the documented limit of the call */
    NONOSAT_WRONG = -5,     /* a solution does not fit the clues: a fault of this library */
};

/* Describes a status in English. */
const char *nonosat_errstr(int status);

/* Functions like calloc, realloc and free. */
typedef struct {
    void *(*allocate)(size_t number, size_t size); /* zeroed */
    void *(*resize)(void *memory, size_t size);
    void (*release)(void *memory); /* accepts NULL */
} nonosat_memory;

/* Allocates by these functions, which are copied, or by the C library for NULL. Must be called before any other call,
   or after all handles are freed. */
void nonosat_use_memory(const nonosat_memory *functions);

typedef struct nonosat_puzzle nonosat_puzzle;   /* prepared lines */
typedef struct nonosat_board nonosat_board;     /* candidates of the cells */
typedef struct nonosat_learner nonosat_learner; /* conflict-driven clause learning on a board */
typedef struct nonosat_search nonosat_search;   /* a whole search, stage by stage */

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
    int height, width;         /* of a rectangle (`line_lengths` is NULL): `height` rows, then `width` columns, cells row by row */
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
ptrdiff_t nonosat_puzzle_words(const nonosat_puzzle *puzzle); /* words of the masks of all lines */

/* Returns the number of blocks of a line's clue, without stars; -1 for a line without a clue, NONOSAT_INPUT for an
   invalid line. */
int nonosat_line_blocks(const nonosat_puzzle *puzzle, int line);

/* Returns the index of a line's first mask among the masks of all lines: one mask of `*words` words per colour, one
   bit per position. NONOSAT_INPUT and 0 words for an invalid line. */
ptrdiff_t nonosat_line_masks(const nonosat_puzzle *puzzle, int line, int *words);

/* ---- boards ---- */

/* Makes a board from masks of all lines, or a blank one for NULL. Bits beyond lines are dropped. */
int nonosat_board_new(const nonosat_puzzle *puzzle, const uint64_t *masks, nonosat_board **board);
int nonosat_board_copy(const nonosat_board *board, nonosat_board **copy);
void nonosat_board_free(nonosat_board *board);

/* Fixes the colour of a cell. Does not settle lines. */
int nonosat_board_fix(nonosat_board *board, int cell, int colour);

/* The masks of all lines. */
const uint64_t *nonosat_board_masks(const nonosat_board *board);

/* Writes the first candidate of each cell; returns the number of open cells, those with several candidates. Requires 256 colours
   or fewer. */
int nonosat_board_picture(const nonosat_board *board, uint8_t *cells);

/* Writes 1 for each open cell, 0 for the others; returns the number of open cells. */
int nonosat_board_open(const nonosat_board *board, uint8_t *open);

/* Called for each line that lost candidates, after the board has changed: `removed` are masks, one per colour, as long as the line's.
   A result other than 0 stops. */
typedef struct {
    int (*call)(void *context, int line, const uint64_t *removed);
    void *context;
} nonosat_observer;

/* Settles `number` lines (all if `lines` is NULL) and the lines that cross them, to the fixpoint.
   `*broken` is -1, or a line without a filling; the board cannot be used after that. */
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
    int64_t patience; /* ends after this many consecutive fruitless probes, unless `lull` prolongs it; 0: 100 */
    int64_t credit;   /* work per open cell, and again per settled cell; 0: 500. Settling a line costs words of a mask * (blocks + 1) */
    int64_t most;     /* ends at this many solutions; 0: collects none */
    int64_t lull;     /* probing that succeeds goes on after `patience`: for as many probes as there were refutations, or for this work per cell open at
                         the start times the number of cells settled for each one left; but never for more than that work without a refutation */
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

/* Begins at a board at its fixpoint; copies the board. NONOSAT_INPUT beyond 256 colours. */
int nonosat_depth_new(const nonosat_board *board, nonosat_depth **depth);
void nonosat_depth_free(nonosat_depth *depth);

/* Continues for `work` units (as in probing), or until it has found `most` solutions in total. */
int nonosat_depth_run(nonosat_depth *depth, int64_t work, int64_t most, const nonosat_tick *tick);

typedef struct {
    size_t size;
    int complete; /* 1 if there are no other solutions */
    int found;    /* solutions so far: `nonosat_depth_found` */
    int64_t nodes, probes, work;
    double progress; /* estimated share of the tree searched, if all children of a node are alike */
    int64_t refuted; /* candidates that `nonosat_depth_narrow` would remove from the board at which it began */
} nonosat_depth_effort;

int nonosat_depth_state(const nonosat_depth *depth, nonosat_depth_effort *state);
const uint8_t *nonosat_depth_found(const nonosat_depth *depth); /* cell by cell, one after the other */

/* Removes candidates that occur in no further solution, besides those found: those missing at the deepest node
   without an alternative. */
void nonosat_depth_narrow(nonosat_depth *depth, nonosat_board *board);

/* ---- beliefs ---- */

typedef struct {
    size_t size;
    double noise;   /* random part of the reinforcement, in log-odds; 0: none */
    double damping; /* weight of the previous message in the new one; 0: none */
    double pull;    /* strength of the reinforcement in the last sweep; 0: none */
    int sweeps;     /* 0: 20 */
} nonosat_reinforcement;

/* Likelihoods [colour][cell] by belief propagation. `random` are numbers [colour][cell]. NONOSAT_INPUT if a cell has no candidate or a
   line no filling. */
int nonosat_beliefs(const nonosat_board *board, const nonosat_reinforcement *how, const uint32_t *random, const nonosat_tick *tick, double *likelihood);

/* ---- regions ---- */

/* Cells in order and segments, automata that read some of the cells in that order, from state 0 to state 0. A place is a cell of a segment. */
typedef struct {
    size_t size;
    int cells, segments, places; /* places of all segments, one segment after the other */
    ptrdiff_t entries, promises; /* number of items of `table`, and of `weights` even if that is NULL */
    const int *options, *first;  /* [cell]: number of its colours, 1 to 256; [segment]: its first place, [segments]: `places` */
    const int *cell, *states;    /* [place]: its cell, ascending in a segment; number of states before the cell */
    const int *table;            /* [place][state][option]: the state after the cell, or -1: no completion */
    const double *weights;       /* [place][state]: base-2 logarithm of what the state promises; or NULL */
} nonosat_region;

typedef struct {
    size_t size;
    int64_t width, most;    /* beyond `width` frontiers half as many are kept; beyond `most` NONOSAT_TOO_LARGE; 0: no limit */
    int is_sampled;         /* 0: the frontiers that promise most are kept; 1: random ones, which `seed` varies */
    int witnesses;          /* up to 1000 colourings whose frontiers are kept unless frontiers are random */
    const uint8_t *witness; /* [witness][cell]: index of the colour */
    uint64_t seed;
} nonosat_sweeping;

/* Counts colourings that all segments accept. `count` gets `cells` / 8 + 1 words, the lowest first: the number, or a lower bound unless `*exact`. Of
   a sample they are 0; its estimate, the number on average, is in `*logarithm` only (base 2). A frontier takes some 100 bytes. */
int nonosat_sweep(const nonosat_region *region, const nonosat_sweeping *how, const nonosat_tick *tick, uint64_t *count, double *logarithm, int *exact);

/* ---- the learner ---- */

/* Makes a learner of a board at its fixpoint. Without `whole_lines` only starts of blocks propagate; this requires a
   puzzle that has starts as literals (one ink, no blotted block, no star). NONOSAT_TOO_LARGE beyond 67 million
   starts, NONOSAT_INPUT beyond 256 colours, and if the board proves not to be at its fixpoint. */
int nonosat_learner_new(const nonosat_board *board, int whole_lines, nonosat_learner **learner);
void nonosat_learner_free(nonosat_learner *learner);

/* Continues for that many conflicts or units of work (about 8,000 per millisecond), or until it has found `most`
   solutions in this call. */
int nonosat_learn(nonosat_learner *learner, int64_t conflicts, int64_t work, int64_t most, const nonosat_tick *tick);

/* The solutions of the last `nonosat_learn`, cell by cell; returns their number. */
int nonosat_learner_found(const nonosat_learner *learner, const uint8_t **pictures);

int nonosat_learner_complete(const nonosat_learner *learner);      /* 1 if all solutions were found or excluded */
int64_t nonosat_learner_conflicts(const nonosat_learner *learner); /* so far */
int64_t nonosat_learner_work(const nonosat_learner *learner);      /* so far */

/* Sets phases to the likelier colours, and activities in proportion to the certainty: `boost` bumps for a sure cell. */
int nonosat_learner_prefer(nonosat_learner *learner, const double *likelihood, double boost);

/* Sets phases to a picture. */
int nonosat_learner_follow(nonosat_learner *learner, const uint8_t *picture);

/* Takes over the removed candidates of a board of the same puzzle. */
int nonosat_learner_narrow(nonosat_learner *learner, const nonosat_board *board);

/* Excludes a solution. */
int nonosat_learner_exclude(nonosat_learner *learner, const uint8_t *picture);

/* Literals known without any decision, as numbers: 1 + colour * cells + cell, negative if the cell lacks the colour.
   Returns their number, at most `nonosat_learner_variables`. */
int nonosat_learner_units(const nonosat_learner *learner, int64_t *numbers);
int nonosat_learner_variables(const nonosat_learner *learner);

/* ---- one search: lines, probing, the learner in rounds ---- */

/* Budgets at which one stage ends and the next one begins; a negative number means none. The defaults are measured: see docs/searching.md. */
typedef struct {
    size_t size;
    int64_t briefly;  /* consecutive fruitless probes that end brief probing */
    int64_t patience; /* consecutive fruitless probes that end probing */
    int64_t alone;    /* work of the learner */
    int64_t second;   /* work of the learner for a second solution */
    int64_t round_conflicts; /* conflicts of a round of the learner */
    int64_t large;    /* open cells from which a board is searched as a large one */
    int64_t deep;     /* work of the learner before probing in depth joins (one ink, one or two solutions wanted) */
} nonosat_schedule;

typedef struct {
    size_t size;
    uint64_t seed;   /* varies the beliefs */
    int most;        /* number of wanted solutions: with 1 or 2 probing can end early; 0: all */
    int no_learner;  /* 1: lines and probing only */
    const nonosat_schedule *schedule; /* NULL: the defaults */
    double (*clock)(void); /* current time in seconds, for `nonosat_effort`; NULL: no times */
} nonosat_options;

/* Results of a step, in addition to errors. */
enum {
    NONOSAT_FOUND = 2,     /* a solution: `nonosat_search_solution` */
    NONOSAT_COMPLETE = 3,  /* there are no others */
    NONOSAT_EXHAUSTED = 4, /* the stages are over; the board, the learner's units and beliefs remain */
    NONOSAT_LARGE = 5,     /* after lines the board is still large; no other stage has run */
};

typedef enum { NONOSAT_BY_SUMS, NONOSAT_BY_LINES, NONOSAT_BY_PROBING, NONOSAT_BY_LEARNING } nonosat_stage;

typedef struct {
    size_t size;
    nonosat_stage stage; /* current or last stage */
    int broken;          /* the line that propagation found to have no filling, or -1 */
    int open;            /* cells that lines left open; -1 before the lines are settled */
    int found;           /* solutions so far, excluded ones included */
    int complete;        /* 1 if there are no others */
    int64_t probes, conflicts, work;
    double propagate, probe, beliefs; /* seconds per part */
    double seconds;                   /* seconds of all steps */
} nonosat_effort;

/* Begins a search of a board; copies the board. */
int nonosat_search_new(const nonosat_board *board, const nonosat_options *options, nonosat_search **search);
void nonosat_search_free(nonosat_search *search);

/* Excludes a known solution from the search, before the first step or between steps. */
int nonosat_search_exclude(nonosat_search *search, const uint8_t *picture);

/* Gives the search a picture at hand, before the first step. If the picture is a solution, it is the first one
   (unless lines leave no cell open), and a second one is searched for near it; otherwise it has no effect. */
int nonosat_search_hint(nonosat_search *search, const uint8_t *picture);

/* Continues until one of the results above. The learner's stages end at that many conflicts or that much work since
   the beginning. Observes lines in the first stage. */
int nonosat_search_step(nonosat_search *search, int64_t conflicts, int64_t work, const nonosat_tick *tick, const nonosat_observer *observer);

/* Schedules one more learner round after NONOSAT_EXHAUSTED. The next step runs it, looks for a second solution if it finds a first one, and
   returns NONOSAT_EXHAUSTED when done. */
void nonosat_search_turn(nonosat_search *search);

const uint8_t *nonosat_search_solution(const nonosat_search *search); /* the last solution */
int nonosat_search_effort(const nonosat_search *search, nonosat_effort *effort);
const nonosat_board *nonosat_search_board(const nonosat_search *search);
const double *nonosat_search_beliefs(nonosat_search *search); /* the latest likelihoods, or NULL */

/* What the learner knows, as `nonosat_learner_units`: returns their number, at most `nonosat_search_variables`, which is -1 if there is no learner. */
int nonosat_search_units(const nonosat_search *search, int64_t *numbers);
int nonosat_search_variables(const nonosat_search *search);

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
    nonosat_verdict verdict; /* UNKNOWN if a limit was hit first */
    int stopped;             /* 1 if the tick ended the search */
    int solutions;           /* 0 to 2 */
    int left;                /* open cells of the board after the search */
    nonosat_effort *effort;  /* set by the caller: receives the effort; or NULL */
} nonosat_answer;

/* Decides if a board has no, one, or several solutions. `solutions` gets up to two, cell by cell. Narrows the board
   by lines and probing, even if a limit ends the search (NONOSAT_OK, `stopped`). */
int nonosat_check(nonosat_board *board, const nonosat_limits *limits, nonosat_answer *answer, uint8_t *solutions);

/* ---- for explanations ---- */

/* Links of a chain: numbers of lines. -1 ends an inner supposition, -2 - (cell * colours + colour) begins one. 0 links: no chain. */
typedef struct {
    int64_t *link;
    int links;
} nonosat_chain;
void nonosat_chain_free(nonosat_chain *chain);

/* Searches for a chain of at most `links` (up to 1000) lines that refutes a colour of a cell, in at most `nodes`
   search nodes; for the shortest chain, call it with `links` = 1, 2, and so on. `*least` is a lower bound on links: 0
   if lines do not refute the colour, more than `links` if no chain of that length does. Restores the board, as the
   calls below do. */
int nonosat_refute(nonosat_board *board, int cell, int colour, int links, int64_t nodes, const nonosat_tick *tick, int *least, nonosat_chain *chain);

/* Derives a minimal chain from propagation. If the cell already has the colour, propagation starts from all lines. */
int nonosat_derive(nonosat_board *board, int cell, int colour, const nonosat_tick *tick, nonosat_chain *chain);

/* Copies a chain without its superfluous links. */
int nonosat_shorten(nonosat_board *board, int cell, int colour, const int64_t *link, int links, const nonosat_tick *tick, nonosat_chain *chain);

typedef struct {
    size_t size;
    int links;      /* maximum links of an inner supposition; 0: 1000, the most */
    int fewer;      /* the chain must have fewer lines than this; 0: as many as it needs */
    int64_t effort; /* inner suppositions that propagation can refute; 0: one inner supposition only */
} nonosat_nesting;

/* Searches for a chain with inner suppositions; also returns the effort spent. */
int nonosat_nest(nonosat_board *board, int cell, int colour, const nonosat_nesting *how, const nonosat_tick *tick, int64_t *spent, nonosat_chain *chain);

/* Techniques of people, by number, from the simplest to the last, which is complete line solving. docs/techniques.md explains them by name. */
enum {
    NONOSAT_TECHNIQUES = 16,
    NONOSAT_NO_TECHNIQUE = -1, /* instead of a number: none applies */
    NONOSAT_IMPOSSIBLE = -2,   /* instead of a number: the line has no filling */
};

/* The name of a technique; NULL for an invalid number. */
const char *nonosat_technique(int technique);

/* Finds the first of `techniques` techniques (NONOSAT_TECHNIQUES: all) that removes a candidate from a line with
   these masks; or, with `asked`, a mask of positions, the first that leaves one of these cells a single colour. */
int nonosat_argument(const nonosat_puzzle *puzzle, int line, const uint64_t *masks, const uint64_t *asked, int techniques, int *technique);

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

/* Takes steps until no technique applies to any line: always the simplest one, on the first such line. `*broken` is a
   line without a filling, at which they end, or -1; `*footholds` is the number of lines to which techniques still
   apply. */
int nonosat_steps(nonosat_board *board, const nonosat_tick *tick, const nonosat_step_observer *observer, int *footholds, int *broken);

/* Writes 1 for each cell that the first `techniques` leave open with the clues of a picture; 0: complete line solving. */
int nonosat_stalled(const nonosat_puzzle *puzzle, const uint8_t *picture, int techniques, const nonosat_tick *tick, uint8_t *open);

/* ---- repainting ---- */

/* A run of simulated annealing. */
typedef struct {
    size_t size;
    int is_unique;     /* 1: the clues must have one solution; 0: lines must settle them */
    int run;           /* number of the run, from 0: temperatures differ, and some runs begin at the original picture again; for one
                          solution, once there is a repair, even runs use swaps */
    uint64_t seed;
    int64_t steps;     /* one or two cells are repainted in each; a search for a second solution counts as 200; 0: 12,000 */
    const int *costs;  /* [cell]: cost of repainting it; 0: it keeps its colour. Not NULL */
    const int *images; /* [cell][image_count]: cells repainted with it; -1: none */
    int image_count;
    const int *swaps;  /* known swaps (other fillings of some cells): number of cells, the cells in ascending order, their colours */
    int swap_count;
} nonosat_mending;

/* Pictures, each followed by another solution of its clues, cell by cell. */
typedef struct {
    uint8_t *cells;
    ptrdiff_t number; /* number of pairs */
} nonosat_pairs;
void nonosat_pairs_free(nonosat_pairs *pairs);

/* Repaints a picture. The board has its lines and givens, and nothing else must be known; missing clues stay missing,
   and blotted blocks blotted. `best` and `*cost` (-1: none) are the cheapest repair so far, on input and output.
   `pairs` are the other solutions met by searches. */
int nonosat_mend(const nonosat_board *board, const uint8_t *picture, const nonosat_mending *how, const nonosat_tick *tick, uint8_t *best,
                 int64_t *cost, nonosat_pairs *pairs);

#if defined(__GNUC__) && !defined(_WIN32)
#pragma GCC visibility pop
#endif

#ifdef __cplusplus
}
#endif

#endif
