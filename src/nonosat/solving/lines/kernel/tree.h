/* Depth-first search with full probing, explained in nonosat.solving.lines.searching: the cells of a node are probed until no
   probe brings anything, then a colour of the most telling cell is assumed, and later taken from it. */

#ifndef NONOSAT_TREE_H
#define NONOSAT_TREE_H

#include "board.h"

/* What a word of the masks has lost. */
typedef struct {
    Py_ssize_t where;
    word removed;
} Loss;

/* An assumption that has not been refuted so far. */
typedef struct {
    int cell;
    int colour;
    Py_ssize_t mark;    /* of the trail before it */
    Py_ssize_t logged;  /* words of the log before it */
    int64_t excess;     /* before it */
    double weight;      /* before it */
} Node;

typedef struct {
    PyObject_HEAD
    Board board;
    int64_t excess;         /* candidates beyond one for each cell: 0 on a full board */
    Py_ssize_t left;        /* suppositions that may be made */
    PyObject *found;        /* pictures, a list of the caller's; one more is appended when it is found */
    Py_ssize_t most;        /* how many of them there may be */
    int state;              /* of the node between two searches: ALIVE or DEAD */
    int running, spoilt;    /* whether it is being searched; whether an exception has ended that */
    Node *nodes;
    Py_ssize_t depth, node_room;
    double weight;          /* the share of the tree that is below the node */
    int64_t *log;
    Py_ssize_t logged, log_room;
    int *guide;             /* [colour][cell] how likely it is, in thousandths; or NULL */
    int unprobed;           /* whether the node is to be probed in any case */
    int64_t probed_excess;  /* the excess when a node was probed last */
    Py_ssize_t branched;    /* how many assumptions were made */
    int64_t now;            /* grows with each change */
    int64_t *changed;       /* [line] when */
    int64_t *probed;        /* [cell] when; -1: never */
    int64_t *score;         /* [cell] how telling it was then */
    word *telling;          /* [cell][word] the lines that its suppositions have changed then: a set */
    int set;                /* words of that */
    word *common;           /* as the board's masks, for the first family: what suppositions have in common */
    int *agreed;            /* [word of masks] how many suppositions have changed it */
    int64_t *seen;          /* [word of masks] the last supposition that has, as the number of it */
    Py_ssize_t *listed;     /* the words that the first supposition of a cell has changed */
    Py_ssize_t lists;
    Loss *lost;             /* by the last supposition */
    Py_ssize_t losses;
    int64_t supposed;       /* how many suppositions there have been */
} Tree;

/* What a step of the search comes to. A node is dead if it has no solution that is not found yet. */
enum { ALIVE, DEAD, ENOUGH, TREE_RAISED };

/* How many bits of a word are set. */
static inline int bits_set(word x)
{
    x -= x >> 1 & 0x5555555555555555u;
    x = (x & 0x3333333333333333u) + (x >> 2 & 0x3333333333333333u);
    x = (x + (x >> 4)) & 0x0f0f0f0f0f0f0f0fu;
    return (int)(x * 0x0101010101010101u >> 56);
}

/* Room for more items in an array that grows: the array, or NULL with an exception set. tree.c */
void *with_room_for(void *items, Py_ssize_t size, Py_ssize_t wanted, Py_ssize_t *room);

/* ---- one node: joint.c ---- */

/* Allocates what is known of lines and cells, and counts the candidates. Requires a board that was read. */
int open_knowledge(Tree *tree);
void close_knowledge(Tree *tree);

/* Probes the open cells of the node until no probe brings anything, or no supposition is left: ALIVE in either case. With a guide
   each is probed once, and only where much has changed. */
int probe_node(Tree *tree);

/* Settles what waits, and takes what the trail has from a mark on for changes of the node. */
int settle_node(Tree *tree, Py_ssize_t mark);

/* Takes a colour from a cell of the node. */
int refute_colour(Tree *tree, int cell, int colour);

/* Notes the picture of a full board: DEAD, ENOUGH or TREE_RAISED. */
int note_picture(Tree *tree);

/* Takes back what is in the log beyond its first words. */
void unlog(Tree *tree, Py_ssize_t words);

#endif
