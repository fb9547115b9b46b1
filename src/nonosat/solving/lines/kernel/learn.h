/* A search that learns from conflicts, with the starts of blocks for its numbers: what a solver of clauses does with the
   order encoding, without writing any clause of it.

   A literal says that a cell has a colour, or that a block starts at or before a place, or at or after it. There are as many
   of the second kind as there are places, and nearly all of them are never looked at: only the least and the greatest start
   of each block are kept. A change of either is one entry of the trail, where the order encoding has a literal for each place
   that is passed over. What blocks and cells tell each other is the same as there (nonosat.solving.lines.clauses); the
   reason of an entry is worked out when a conflict asks for it, and it is asked for no more than the conflict needs: of a
   block that was moved by ten places, and by five would have been in the way as well, only that.

   The learnt clauses, what they are kept by, and when it starts anew are those of MiniSat and Glucose: N. Eén and N. Sörensson,
   "An extensible SAT-solver" (SAT 2003); G. Audemard and L. Simon, "Predicting learnt clauses quality in modern SAT solvers"
   (IJCAI 2009). Literals that exist only where they are needed are due to O. Ohrimenko, P. J. Stuckey and M. Codish,
   "Propagation via lazy clause generation" (Constraints 14, 2009).

   It is for one ink and for blocks of known length. Nothing in it touches Python but the tick, signals and what it finds.

   `starts.c` propagates, `reasons.c` explains, `conflicts.c` learns, `learn.c` decides and is the interface to Python. */

#ifndef NONOSAT_LEARN_H
#define NONOSAT_LEARN_H

#include "board.h"

#include <limits.h>

/* What may be decided is a variable: an open cell, by its number among them; or a block, by its number plus that of open
   cells. A side is twice the variable, and one more for black, or for the least start. */
typedef struct {
    int side;
    int place; /* of a block: it starts at or before it, or at or after it; 0 for a cell */
} Literal;

/* Why an entry of the trail is there. */
enum {
    ASSUMED,   /* it is a decision, or holds in any case */
    NEIGHBOUR, /* the block before or after it */
    BLOCKED,   /* background cells at all starts that were passed over */
    CLAIMED,   /* a black cell, at position `of`, that no block beyond can reach */
    COVERED,   /* a cell of the block `of` wherever that starts */
    BEFORE,    /* a cell between the block `of` and the one before it, if there is one */
    BEHIND,    /* a cell after the last block, `of` */
    LEARNT,    /* all other literals of a clause are false */
};

/* Literals of which one at least is true. The first two are watched; the first is the one that follows if the others are
   false. */
typedef struct {
    int size;
    int levels; /* how many levels its literals were of: the fewer the better; 0 for what must not be dropped */
    Py_ssize_t used; /* in how many conflicts, of late */
    Py_ssize_t number;
    int dropped;
    Literal literal[];
} Clause;

/* A clause that is looked at when a literal of it becomes false, which has the opposite side and that place; unless another
   one of its literals is true. */
typedef struct {
    Clause *clause;
    int place;
    Literal other;
} Watcher;

typedef struct {
    Watcher *watcher;
    Py_ssize_t number, room;
} Watchers;

/* A literal that has become true. */
typedef struct {
    int side;
    int old;    /* the bound before; and now */
    int bound;  /* or the position of a cell on the line that is the reason */
    int before; /* the last entry of the same side before it, or -1 */
    int reason;
    int of;
    Clause *clause;
} Entry;

/* A block of the puzzle, and what is known of its start. */
typedef struct {
    int line;
    int length;
    int least, greatest;
    int tried[2];        /* the greatest and the least start when it was last taken back */
    Py_ssize_t taken;    /* back, by which call */
    int first;           /* the least start without any decision */
    Py_ssize_t choices;  /* where those of its starts begin */
} Place;

/* A literal that is decided on: a cell, or that a block starts at or before a place. */
typedef struct {
    int variable;
    int place;
    Py_ssize_t at; /* in the heap, or -1 */
    double score;
} Choice;

typedef struct {
    PyObject_HEAD
    const Lines *lines;
    PyObject *tick;      /* borrowed from the caller while it searches */
    int running, spoilt, failed; /* `failed`: an exception is set */
    int complete;
    int cells;           /* that are open */
    int blocks;
    int *number;         /* [cell of the puzzle] among the open ones, or -1 */
    int *cell;           /* [open cell] */
    unsigned char *base; /* [cell of the puzzle] its colour, if it is not open */
    int *first;          /* [line] its first block */
    Place *block;
    word *black, *white; /* as `masks` of lines for one colour: [line][word] */
    Py_ssize_t *mask;    /* [line] where its masks begin */
    signed char *value;  /* [open cell] 0, 1, or -1 */
    char *tried;         /* [open cell] its colour when it was last taken back */
    int *entry;          /* [open cell] its entry of the trail */
    int *last;           /* [side] the last entry of it; for blocks */
    Entry *trail;
    Py_ssize_t trailed, trail_room, settled;
    Py_ssize_t *level;   /* where the entries of each begin */
    Py_ssize_t levels, level_room;
    Py_ssize_t takings;
    Py_ssize_t work, told; /* entries so far, and when the tick was called last */
    Watchers *watchers;  /* [side] */
    Clause **clause;
    Py_ssize_t clauses, clause_room;
    Choice *choice;      /* open cells, then starts that have been in a conflict */
    Py_ssize_t choices, choice_room;
    int *start_choice;   /* [choices of blocks] the number of a choice, or 0 */
    char *absent;        /* [choices of blocks] whether it has one that is not in the heap */
    int *heap;
    Py_ssize_t heaped, heap_room;
    double increment;
    Literal *conflict;   /* true literals that exclude each other */
    Py_ssize_t conflicting, conflict_room;
    char *seen;          /* [entry] whether the clause that is being learnt has it */
    int *needed;         /* [entry] the bound that it needs of it */
    Py_ssize_t seen_room, needed_room;
    int *marked;         /* the entries that were seen */
    Py_ssize_t marks, mark_room;
    Literal *learnt;
    Py_ssize_t learnts, learnt_room;
    Py_ssize_t *stamp;   /* [level] */
    Py_ssize_t stamp_room, stamps;
    Py_ssize_t conflicts, since, next_reduction, reductions;
    double recent, usual; /* levels of learnt clauses */
    Py_ssize_t known;    /* pictures that are excluded */
    Py_ssize_t fixed;    /* the blocks before it start in one place only, once all cells are decided */
} Learner;

/* Whether a variable is a cell; the block that it is otherwise. */
static inline int is_cell(const Learner *learner, int side) { return side >> 1 < learner->cells; }
static inline Place *block_of(const Learner *learner, int side) { return learner->block + ((side >> 1) - learner->cells); }

/* The side of a block: 1 for its least start, 0 for the greatest. */
static inline int side_of(const Learner *learner, Py_ssize_t block, int least)
{
    return 2 * (learner->cells + (int)block) + least;
}

/* Whether a bound of a side says at least as much as another. */
static inline int says(int side, int bound, int other) { return side & 1 ? bound >= other : bound <= other; }

static inline Literal opposite(const Learner *learner, Literal literal)
{
    int place = is_cell(learner, literal.side) ? 0 : literal.side & 1 ? literal.place - 1 : literal.place + 1;
    return (Literal){literal.side ^ 1, place};
}

/* 1 if it is true, -1 if it is false, 0 if that is open. */
static inline int value_of(const Learner *learner, Literal literal)
{
    if (is_cell(learner, literal.side)) {
        int value = learner->value[literal.side >> 1];
        return value < 0 ? 0 : value == (literal.side & 1) ? 1 : -1;
    }
    const Place *block = block_of(learner, literal.side);
    if (literal.side & 1)
        return block->least >= literal.place ? 1 : block->greatest < literal.place ? -1 : 0;
    return block->greatest <= literal.place ? 1 : block->least > literal.place ? -1 : 0;
}

/* Room for more items in an array that grows: 0, or -1 with an exception set and `failed`. */
int make_room(Learner *learner, void *items, size_t size, Py_ssize_t wanted, Py_ssize_t *room);

/* ---- starts.c ---- */

/* Has a literal be true for some reason: 1, or 0 if it is false, and `conflict` says why, or on failure. */
int enqueue(Learner *learner, Literal literal, int reason, int of, Clause *clause);

/* All that follows from what is known without any decision: whether there is no conflict. */
int propagate_first(Learner *learner);

/* All that follows from what has been enqueued: 1, or 0 with a conflict or on failure. */
int propagate_starts(Learner *learner);

/* Takes back what was decided beyond a level. */
void take_back_to(Learner *learner, Py_ssize_t level);

/* Has a clause be looked at when a literal of it becomes false. */
void watch(Learner *learner, Literal literal, Clause *clause, Literal other);

/* ---- reasons.c ---- */

/* The first entry, of those before one, from which on a true literal was true; -1 if it was so without any entry. */
int entry_of(const Learner *learner, Literal literal, Py_ssize_t before);

/* Adds to `conflict` true literals from which an entry's literal, or a weaker one of that bound, follows. The entry need not
   be on the trail, `at` is its place. */
void explain(Learner *learner, const Entry *entry, int bound, Py_ssize_t at);
void add_conflicting(Learner *learner, Literal literal);

/* ---- conflicts.c ---- */

/* Learns a clause from the conflict, in `learnt`, of which all but the first are false after `back` levels: 0 if there is no
   solution. */
int learn_clause(Learner *learner, Py_ssize_t *back, int *levels);

/* Keeps a clause: NULL on failure. */
Clause *keep_clause(Learner *learner, const Literal *literals, Py_ssize_t size, int levels);

/* Drops half of the learnt clauses. Requires that nothing is decided. */
void drop_clauses(Learner *learner);

/* ---- the heap of choices: choices.c ---- */

/* A choice that is in no conflict yet comes after all others. */
int open_choices(Learner *learner);
void put_choice(Learner *learner, int choice);

/* The best choice in the heap, which it leaves; -1 if there is none. */
int take_choice(Learner *learner);

/* A literal has been in a conflict. */
void reward(Learner *learner, Literal literal);

#endif
