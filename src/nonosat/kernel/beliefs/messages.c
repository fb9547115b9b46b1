/* Sum-product messages between lines and cells, sweep by sweep; beliefs.h explains them.

   Each open cell sends a line the likelihoods of its colours according to the cell's pull and its other lines. The line sums up
   its fillings with these weights, and sends the cell the result divided by the cell's message. */

#include "beliefs.h"

#include <math.h>
#include <string.h>

/* The functions marked INLINED go from cell to cell and are compiled twice: once for the general case, once for two
   colours, where every open cell has two choices and the small loops are unrolled. */

/* Number of choices of a cell. */
INLINED int choices_of(const Graph *graph, int cell, int colours)
{
    return colours == 2 ? 2 : graph->choices[cell];
}

/* Colour of a choice of a cell. */
INLINED ptrdiff_t colour_of(const Graph *graph, int cell, int choice, int colours)
{
    return colours == 2 ? choice : graph->choice[(ptrdiff_t)cell * colours + choice];
}

/* Shifts logarithms to a maximum of 0, and clips them at -LIMIT. */
INLINED void make_relative(double *logarithms, int number)
{
    double most = logarithms[0];
    for (int at = 1; at < number; at++)
        most = logarithms[at] > most ? logarithms[at] : most;
    for (int at = 0; at < number; at++) {
        double less = logarithms[at] - most;
        logarithms[at] = less > -LIMIT ? less : -LIMIT;
    }
}

/* Sums the pull of a cell and the messages of its lines, except the one of rank `but` (-1: no exception). */
INLINED void add_messages(const Graph *graph, int cell, int but, int colours, int choices, double *sums)
{
    const double *pull = graph->pull + (ptrdiff_t)cell * colours;
    const double *messages = graph->messages + (ptrdiff_t)cell * graph->lines->most_crossings * colours;
    for (int choice = 0; choice < choices; choice++)
        sums[choice] = pull[choice];
    for (int other = 0; other < graph->lines->most_crossings; other++, messages += colours)
        if (other != but)
            for (int choice = 0; choice < choices; choice++)
                sums[choice] += messages[choice];
}

/* Sends a line the messages of its open cells, as weights. */
INLINED void send_to_line(const Graph *graph, const Factor *factor, int colours)
{
    ptrdiff_t width = factor->line->length + 1;
    double *incoming = graph->incoming;
    for (int number = 0; number < factor->cells; number++, incoming += colours) {
        int cell = factor->cell[number], choices = choices_of(graph, cell, colours);
        double *weights = factor->weights + factor->at[number];
        add_messages(graph, cell, factor->rank[number], colours, choices, incoming);
        make_relative(incoming, choices);
        if (choices == 2) {
            double less = exp(incoming[0] + incoming[1]); /* one of them is 0 */
            weights[colour_of(graph, cell, 0, colours) * width] = incoming[0] < 0 ? less : 1;
            weights[colour_of(graph, cell, 1, colours) * width] = incoming[0] < 0 ? 1 : less;
        } else {
            for (int choice = 0; choice < choices; choice++)
                weights[colour_of(graph, cell, choice, colours) * width] = exp(incoming[choice]);
        }
    }
}

/* Marginals of an open cell in the line just summed up, at least `graph->least`. */
INLINED void cell_marginals(const Graph *graph, int cell, int at, int colours, int choices, double *shares)
{
    double rest = 1;
    for (int choice = choices - 1; choice >= 0; choice--) {
        ptrdiff_t colour = colour_of(graph, cell, choice, colours);
        double share = colour ? graph->covered[colour * graph->width + at] : rest;
        rest -= share;
        shares[choice] = share > graph->least ? share : graph->least;
    }
}

/* Sends the messages of a line to its open cells. */
INLINED void send_to_cells(const Graph *graph, const Factor *factor, int colours)
{
    int most = graph->lines->most_crossings;
    double keep = graph->how->damping;
    const double *incoming = graph->incoming;
    double *found = graph->from; /* has room for a number for each colour */
    for (int number = 0; number < factor->cells; number++, incoming += colours) {
        int cell = factor->cell[number], choices = choices_of(graph, cell, colours);
        double *message = graph->messages + ((ptrdiff_t)cell * most + factor->rank[number]) * colours;
        cell_marginals(graph, cell, factor->at[number], colours, choices, found);
        double first = found[0];
        found[0] = 0;
        for (int choice = 1; choice < choices; choice++)
            found[choice] = log(found[choice] / first) - (incoming[choice] - incoming[0]);
        make_relative(found, choices);
        for (int choice = 0; choice < choices; choice++)
            message[choice] += (1 - keep) * (found[choice] - message[choice]);
    }
}

/* Computes the beliefs of all cells in `graph->whole`, as relative logarithms, and from them the pull: `strength` times the belief,
   plus noise. */
INLINED void conclude(const Graph *graph, double strength, int colours)
{
    for (int cell = 0; cell < graph->cells; cell++) {
        ptrdiff_t first = (ptrdiff_t)cell * colours;
        int choices = choices_of(graph, cell, colours);
        add_messages(graph, cell, -1, colours, choices, graph->whole + first);
        make_relative(graph->whole + first, choices);
        for (ptrdiff_t at = first; at < first + choices; at++)
            graph->pull[at] = graph->noise[at] + strength * graph->whole[at];
    }
}

/* Updates the messages of a line. Returns 1, or 0 if the sum cannot be trusted. */
static int update(const Graph *graph, const Factor *factor)
{
    int colours = graph->lines->colours;
    if (colours == 2)
        send_to_line(graph, factor, 2);
    else
        send_to_line(graph, factor, colours);
    if (!sum_fillings(graph, factor))
        return 0;
    cover_cells(graph, factor);
    if (colours == 2)
        send_to_cells(graph, factor, 2);
    else
        send_to_cells(graph, factor, colours);
    return 1;
}

enum { CELLS_PER_LOOK = 5000 }; /* cells on lines between two looks at the clock, about a millisecond */

/* Sweeps over all lines once. Returns 1, 0 if a sum cannot be trusted, or -1 with the error noted. */
static int sweep(Graph *graph)
{
    int cells = CELLS_PER_LOOK; /* a sweep begins with a look */
    for (int number = 0; number < graph->factors; number++) {
        if (cells >= CELLS_PER_LOOK) {
            if (ticked(graph->tick, &graph->error))
                return -1;
            cells = 0;
        }
        cells += graph->factor[number].cells;
        if (!update(graph, &graph->factor[number]))
            return 0;
    }
    return 1;
}

int propagate_beliefs(Graph *graph)
{
    const nonosat_reinforcement *how = graph->how;
    int colours = graph->lines->colours;
    graph->least = exp(-2 * LIMIT);
    memcpy(graph->pull, graph->noise, sizeof(double) * graph->cells * colours); /* there are no beliefs yet */
    for (int number = 0; number < how->sweeps; number++) {
        int fine = sweep(graph);
        if (fine < 1)
            return fine;
        double strength = how->pull * (double)(number + 1) / (double)how->sweeps;
        if (colours == 2)
            conclude(graph, strength, 2);
        else
            conclude(graph, strength, colours);
    }
    return 1;
}
