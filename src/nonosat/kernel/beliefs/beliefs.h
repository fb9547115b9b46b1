/* Belief propagation between lines: estimates the probability of each colour in each cell.

   Lines are the factors of a factor graph, and cells its variables. A line sums up its fillings, weighted by the messages of the
   crossing lines, and sends each cell the marginals of its colours, divided by the cell's own message. Without cycles the beliefs
   converge to the exact marginals over all solutions; with cycles they are an estimate, and a search that tries the likelier
   colour first meets few conflicts. Reinforcement directs them to a single solution: each cell is pulled towards its own belief, a
   little more in each sweep.

   Sources: J. Pearl, "Probabilistic Reasoning in Intelligent Systems" (1988), for the propagation of beliefs; A. Braunstein and
   R. Zecchina, "Learning by message passing in networks of discrete synapses" (Phys. Rev. Lett. 96, 2006), for the reinforcement.

   The fillings of a line are summed up without logarithms. The weights of a cell are those of its colours relative to the
   likeliest, which has 1; impossible colours have 0, and no other weight is below e^-LIMIT. So no sum exceeds the number of
   fillings. The only danger is underflow: a number too small for a double loses up to 2^-1074, and this loss is later
   multiplied by at most the number of fillings divided by their sum. `least` keeps that factor at or below 2^FLOOR, so that
   each loss is at most 2^-106, the square of a double's rounding error. If the sum of a line is less than `least`, or exceeds
   the range of a double, it cannot be trusted. With a LIMIT of 15 (21.7 bits per cell) this affects no line of 42 cells or
   less, and no line of random boards of 150 x 150 cells comes near.

   `graph.c` builds the factor graph of a board, `marginals.c` sums up the fillings of a line, `messages.c` exchanges messages
   between lines and cells, `beliefs.c` has the call of `nonosat.h`. */

#ifndef NONOSAT_BELIEFS_H
#define NONOSAT_BELIEFS_H

#include "../core/board.h"

#include <float.h>

/* Greatest distance of a sum from the greatest possible sum, in bits: 968. */
enum { FLOOR = -DBL_MIN_EXP - DBL_MANT_DIG };

/* Possible starts and ends of a block. */
typedef struct {
    int length; /* 0 if it is blotted */
    int gap;    /* before it, as that of Block */
    int colour;
    int kind;
    int open; /* 1 if it can still move */
    int first, last;
    int first_end, last_end;
} Span;

/* A line that has a clue and at least one open cell. */
typedef struct {
    const Line *line;
    int cells;       /* number of open cells */
    int *at;         /* their positions on the line, ascending */
    int *cell;       /* their numbers among all open cells */
    int *rank;       /* [open cell]: the place of this line among the lines of the cell */
    Span *span;      /* [block] */
    double *weights; /* [colour][place], the last place spare */
    double least;    /* the least total weight of its fillings that can be trusted */
} Factor;

#define LIMIT 15.0 /* greatest log-odds of a message, about 3 million to one */

/* The factor graph. A choice is a colour that a cell can have; choices are numbered per cell. Open cells are those with several
   choices. */
typedef struct {
    const Lines *lines;
    const nonosat_reinforcement *how;
    const nonosat_tick *tick;
    int error;
    int cells;        /* number of open cells */
    int width;        /* places of the longest line */
    int *number;      /* [cell of the board]: its number among the open ones, or -1 - its colour */
    int *choices;     /* [open cell]: number of colours it can have */
    int *choice;      /* [open cell][choice]: the colour */
    double *noise;    /* [open cell][choice] */
    double *pull;     /* [open cell][choice] */
    double *messages; /* [open cell][line of the cell][choice] */
    double *whole;    /* [open cell][choice]: all messages combined */
    int factors;
    Factor *factor;   /* by line */
    int *places;      /* storage of `at`, `cell` and `rank` */
    Span *spans;
    double *weights;
    word *masks;      /* of one line, and room for its spans */
    double *before;  /* [block][position] weight of everything before this block, if it starts here */
    double *up_to;   /* [block][position] weight of the prefix that ends with this block here; later its marginal */
    double *runs;    /* [kind][position] weight of the cells of a block that starts here */
    double *after;   /* [position] weight of everything after a block that ends here */
    double *from;    /* [position] weight of a block starting here and everything after it; reused as scratch [colour] */
    double *covered; /* [colour][position] */
    double *incoming;    /* [open cell of a line][choice]: logarithms */
    double least;    /* a smaller share is a rounding error */
} Graph;

/* ---- graph.c ---- */

/* Builds the factor graph of a board. Requires `lines`. Returns 0, or -1 with the error noted, NONOSAT_INPUT if a cell has no
   colour or a line no filling. The caller calls `close_graph`, even after a failure. */
int open_graph(Graph *graph, const Board *board);
void close_graph(Graph *graph);

/* ---- marginals.c ---- */

/* Sums up the weighted fillings of a line. Returns 1, or 0 if the sum cannot be trusted. After 1, `cover_cells` gives the result
   until the next line is summed up. */
int sum_fillings(const Graph *graph, const Factor *factor);

/* `graph->covered`: the share of the fillings that give a cell an ink; undefined for cells that are not open. */
void cover_cells(const Graph *graph, const Factor *factor);

/* ---- messages.c ---- */

/* Sweeps; leaves beliefs in `graph->whole`, as logarithms relative to the likeliest. Calls the tick. Returns 1, 0 if a sum cannot
   be trusted, or -1 with the error noted. */
int propagate_beliefs(Graph *graph);

#endif
