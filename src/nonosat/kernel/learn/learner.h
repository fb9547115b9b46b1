/* Conflict-driven clause learning (CDCL) with the line solver as its propagator, for puzzles of any kind.

   A literal says that a cell has a colour or lacks it, or that a block starts at or before a position, or at or after it.

   - Cells. A cell with two colours left has one variable for both; one with more has a variable for each. Whole lines
     propagate: `line_settle` removes every candidate that no filling of the line has.
   - Starts. Puzzles of one ink without blotted blocks and stars have the starts of blocks as well, with the rules of the order encoding
     (nonosat.lines.line_clauses). Only the least and the greatest start of each block are kept: a change of either is
     one entry of the trail, where the order encoding has a literal for every position that is passed over.

   A reason is explained lazily, when conflict analysis asks for it, and made small: a line gives back what it can do
   without, a block that was moved by ten places is asked only for the five that mattered.

   Clause learning, VSIDS, phase saving and the clause database are those of MiniSat and Glucose: N. Eén and N. Sörensson, "An
   extensible SAT-solver" (SAT 2003); G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers"
   (IJCAI 2009). Lazy explanations and literals that exist only once they are needed: O. Ohrimenko, P. J. Stuckey and
   M. Codish, "Propagation via lazy clause generation" (Constraints 14, 2009).

   `trail.c` has the trail, `propagate.c` watches and unit propagation, `starts.c` and `fillings.c` the two propagators, `reasons.c`
   their explanations, `analyze.c` conflict analysis and the clause database, `heap.c` VSIDS, `search.c` the search loop, `open.c`
   reads a board, `learner.c` has the calls of `nonosat.h`. */

#ifndef NONOSAT_LEARNER_H
#define NONOSAT_LEARNER_H

#include "../core/board.h"

#include <limits.h>

/* A variable is one of a cell, or a block: its number plus that of variables of cells. `lit` is numbered as in
   MiniSat: twice the variable, plus 1 for its positive literal, or for the least start of a block. */
typedef struct {
    int lit;
    int bound; /* of a block: it starts at or after it if `lit` is odd, at or before it if even; 0 for a cell */
} Literal;

/* Reasons of entries of the trail. */
enum {
    DECISION,  /* or true at level 0 */
    NEIGHBOUR, /* the block before or after it */
    BLOCKED,   /* background cells at all starts that were passed over */
    CLAIMED,   /* a black cell, at position `cause`, that no block beyond can reach */
    COVERED,   /* a cell of the block `cause` wherever that starts */
    GAP,    /* a cell between the block `cause` and the one before it, if there is one */
    TAIL,    /* a cell after the last block, `cause` */
    CLAUSE,    /* all other literals of a clause are false */
    ONE_LEFT,  /* all other colours of the cell are gone */
    ANOTHER,   /* the cell has the colour of the variable `cause` */
    FILLING,   /* no filling of the line `cause` has the colour */
};

/* One of the literals is true. The first two are watched; the first is the one that is implied. */
typedef struct {
    int size;
    int lbd;             /* levels of its literals when it was learnt; 0: never deleted */
    ptrdiff_t activity; /* conflicts that used it, halved at each reduction */
    ptrdiff_t number;
    int garbage;
    Literal literal[];
} Clause;

/* Watches a literal whose `lit` is the opposite of the list's. Skipped if `blocker` is true. */
typedef struct {
    Clause *clause;
    int bound;
    Literal blocker;
} Watcher;

typedef struct {
    Watcher *watcher;
    ptrdiff_t number, capacity;
} Watchers;

/* A true literal on the trail. */
typedef struct {
    int lit;
    int old;    /* bound of the block before */
    int bound;  /* bound now; of a cell, the position on the line that is the reason */
    int previous; /* the last entry with the same `lit` before it, or -1 */
    int reason;
    int cause;
    Clause *clause;
} Entry;

/* A block of the puzzle, and the bounds of its start. */
typedef struct {
    int line;
    int length;
    int least, greatest;
    int phase;          /* the greatest start when it was last taken back */
    ptrdiff_t undone;  /* by which backjump */
    int first;          /* the least start at level 0 */
    ptrdiff_t choices; /* index of its first start in `start_choice` */
} BlockStart;

/* A decision variable of VSIDS: a variable of a cell, or "the block starts at or before `bound`". */
typedef struct {
    int variable;
    int bound;
    ptrdiff_t at; /* in the heap, or -1 */
    double activity;
} Choice;

/* Temporaries of conflict analysis: `analyze.c`. */
typedef struct {
    Literal *conflict; /* true literals that exclude each other, or imply an entry */
    ptrdiff_t conflict_size, conflict_capacity;
    char *seen;        /* [entry] */
    int *needed;       /* [entry]: the bound that the clause needs of it */
    ptrdiff_t seen_capacity, needed_capacity;
    int *marked;       /* entries that were seen */
    ptrdiff_t marked_size, marked_capacity;
    Literal *learnt;   /* the clause: the first literal is implied after the backjump */
    ptrdiff_t learnt_size, learnt_capacity;
    ptrdiff_t *stamp; /* [level]: the last clause that had a literal of it */
    ptrdiff_t stamp_capacity, stamps;
} Analysis;

typedef struct nonosat_learner Learner;

struct nonosat_learner {
    const Lines *lines;
    const nonosat_tick *tick;/* of the current call */
    int failed;             /* the error that has ended its work */
    int complete;

    /* the board */
    int variables;          /* of cells */
    int blocks;             /* 0 if starts are no literals */
    int whole_lines;        /* whether `fillings.c` propagates */
    int *lacks;             /* [colour][cell]: lit of "the cell lacks the colour", or -1 */
    int *removes;           /* [lit]: the colour that its cell loses if it is true, or -1 */
    int *cell;              /* [variable] */
    int *cell_variables;    /* [cell]: how many variables it has */
    int *first_variable;    /* [cell]: its first variable, or -1 */
    uint8_t *base;          /* [cell]: its colour, if it was not open at the start */
    word *masks, *root;     /* candidates left to lines: now, and at level 0 */
    int *first;             /* [line]: its first block */
    BlockStart *block;

    /* the trail */
    signed char *value;     /* [variable of a cell]: 0, 1, or -1 */
    int *entry;             /* [variable of a cell]: its entry, or -1 */
    int *last_entry;        /* [lit]: the last entry of a block's bound */
    Entry *trail;
    ptrdiff_t trail_size, trail_capacity, qhead;
    ptrdiff_t *trail_lim;   /* first entry of each */
    ptrdiff_t decision_level, trail_lim_capacity;
    ptrdiff_t backjumps;
    char *dirty;            /* [line]: whether it is queued */
    int *queue;             /* lines to settle, as a ring */
    ptrdiff_t queue_tail, queue_head;
    word *scratch;          /* for one line: a copy of its masks, and what `line_settle` needs */
    int *order;             /* for one line: entries that took candidates from it, sorted */

    /* clauses */
    Watchers *watchers;     /* [lit]: visited when a literal with that `lit` becomes true */
    Clause **clause;
    ptrdiff_t clauses, clause_capacity;

    /* decisions */
    char *phase;            /* [variable of a cell]: saved phase */
    Choice *choice;         /* variables of cells, then starts that have been in a conflict */
    ptrdiff_t choices, choice_capacity;
    int *start_choice;      /* [start of a block]: the number of its choice, or 0 */
    char *absent;           /* [start of a block]: whether it has a choice that is not in the heap */
    int *heap;
    ptrdiff_t heap_size, heap_capacity;
    double var_inc;
    ptrdiff_t fixed;        /* blocks before it start in one place only, once all cells are decided */

    Analysis analysis;

    /* progress */
    int64_t conflicts, next_reduction;
    int64_t work, looked;   /* units so far, and when the limits were last looked at */
    Pictures solutions;     /* of the last search */
};

/* ---- literals ---- */

static inline int is_cell(const Learner *learner, int lit) { return lit >> 1 < learner->variables; }
static inline BlockStart *block_of(const Learner *learner, int lit) { return learner->block + ((lit >> 1) - learner->variables); }

/* `lit` of a block's least start, or of its greatest. */
static inline int start_lit(const Learner *learner, ptrdiff_t block, int least)
{
    return 2 * (learner->variables + (int)block) + least;
}

/* `lit` of "the cell lacks the colour"; -1 if the colour is no candidate. */
static inline int lacks(const Learner *learner, int cell, int colour)
{
    return learner->lacks[(ptrdiff_t)colour * learner->lines->cells + cell];
}

/* Returns 1 if one bound of a literal implies another. */
static inline int implies(int lit, int bound, int other) { return lit & 1 ? bound >= other : bound <= other; }

static inline Literal negated(const Learner *learner, Literal literal)
{
    int bound = is_cell(learner, literal.lit) ? 0 : literal.lit & 1 ? literal.bound - 1 : literal.bound + 1;
    return (Literal){literal.lit ^ 1, bound};
}

/* 1 if it is true, -1 if it is false, 0 if it is undefined. */
static inline int value_of(const Learner *learner, Literal literal)
{
    if (is_cell(learner, literal.lit)) {
        int value = learner->value[literal.lit >> 1];
        return value < 0 ? 0 : value == (literal.lit & 1) ? 1 : -1;
    }
    const BlockStart *block = block_of(learner, literal.lit);
    if (literal.lit & 1)
        return block->least >= literal.bound ? 1 : block->greatest < literal.bound ? -1 : 0;
    return block->greatest <= literal.bound ? 1 : block->least > literal.bound ? -1 : 0;
}

/* Room for more items in an array that grows: 0, or -1 on failure. */
static inline int grow_or_fail(Learner *learner, void *items, size_t size, ptrdiff_t wanted, ptrdiff_t *capacity)
{
    return grow_array(items, size, wanted, capacity) ? fail(&learner->failed, NONOSAT_MEMORY) : 0;
}

/* ---- trail.c ---- */

/* Makes a literal true: 1, or 0 with the reason in `analysis.conflict` if it is false, or on failure. */
int enqueue(Learner *learner, Literal literal, int reason, int cause, Clause *clause);

/* Undoes all levels beyond one (MiniSat's cancelUntil). */
void cancel_until(Learner *learner, ptrdiff_t level);

/* ---- propagate.c ---- */

/* Watches a literal: the clause is visited when it becomes false. */
void watch(Learner *learner, Literal literal, Clause *clause, Literal blocker);

/* Propagates to the fixpoint: 1, or 0 with a conflict or on failure. */
int propagate_all(Learner *learner);

/* The same from the board alone, before any entry. */
int propagate_first(Learner *learner);

/* ---- starts.c: what blocks and cells imply of each other; 1, or 0 as `enqueue` ---- */

int follow_colour(Learner *learner, int line, int position, int colour);
int follow_bound(Learner *learner, const Entry *entry);
int settle_starts(Learner *learner);

/* ---- fillings.c: what all fillings of a line have in common; 1, or 0 as `enqueue` ---- */

int follow_candidate(Learner *learner, int lit);
int settle_queued(Learner *learner, int line);

/* ---- reasons.c ---- */

/* The first entry before `end` from which on a true literal was true; -1 if it was so without any entry. */
int entry_of(const Learner *learner, Literal literal, ptrdiff_t end);

/* Adds to `analysis.conflict` true literals that imply the entry's literal, or the weaker one of that bound. The entry need not be on the
   trail; `at` is its index there. */
void explain(Learner *learner, const Entry *entry, int bound, ptrdiff_t at);

/* Adds to `analysis.conflict` removed candidates (before `at`) that leave the line without a filling, or, unless `lit` is -1, without a
   filling in which `lit` is false. */
void explain_filling(Learner *learner, int line, int lit, ptrdiff_t at);

/* Returns 1 if the seen literals on the line before trail index `at` imply the entry. */
int filling_follows(Learner *learner, const Entry *entry, ptrdiff_t at);

void add_conflicting(Learner *learner, Literal literal);

/* ---- analyze.c ---- */

/* Learns a clause from the conflict, in `analysis.learnt`: all but its first literal are false at level `back`. Returns 0 if there is no
   solution, or on failure. */
int analyze(Learner *learner, ptrdiff_t *back, int *lbd);

/* Adds a clause to the database: NULL on failure. */
Clause *attach_clause(Learner *learner, const Literal *literals, ptrdiff_t size, int lbd);

/* Deletes the worse half of the learnt clauses. Requires level 0. */
void reduce_db(Learner *learner);

/* ---- heap.c ---- */

/* Makes a choice of each variable of a cell: 0, or -1 on failure. */
int open_choices(Learner *learner);
void insert_choice(Learner *learner, int choice);

/* The most active choice, removed from the heap; -1 if it is empty. */
int take_choice(Learner *learner);

/* Builds the heap anew, after activities have changed. */
void rebuild_heap(Learner *learner);

/* Raises the activity of a literal's choice. */
void bump(Learner *learner, Literal literal);

/* ---- search.c ---- */

/* Results of a step of the search. */
enum { GOING_ON, COMPLETE, ENOUGH_FOUND, BROKEN };

/* Searches until so many conflicts have been met, or so much work was done, or `most` solutions were found. */
int search(Learner *learner, int64_t conflicts, int64_t work, int64_t most);

/* Makes what is true at level 0 permanent, and drops its reasons. Requires level 0 and its fixpoint. */
void forget_level_0(Learner *learner);

/* Excludes a solution found elsewhere, given cell by cell. Requires level 0. */
int exclude(Learner *learner, const uint8_t *colours);

/* Conflicts between two reductions of the clause database. */
#ifndef NONOSAT_REDUCTION /* the tests reduce more often */
#define NONOSAT_REDUCTION 2000
#endif
enum { REDUCTION = NONOSAT_REDUCTION };

/* ---- open.c ---- */

/* Reads a board into a learner that was just made: 0, or -1 on failure (NONOSAT_TOO_LARGE: it has too many starts). Whole lines
   propagate in any case if starts are no literals. */
int open_learner(Learner *learner, const Board *board, int whole_lines);
void close_learner(Learner *learner);

#endif
