/* Belief propagation: noise in, likelihoods of cells out. */

#include "beliefs.h"

#include <math.h>
#include <string.h>

/* [colour][cell]: the likelihoods. */
static void likelihoods(const Graph *graph, double *found)
{
    ptrdiff_t cells = graph->lines->cells, colours = graph->lines->colours;
    memset(found, 0, sizeof(double) * cells * colours);
    for (ptrdiff_t at = 0; at < cells; at++) {
        int cell = graph->number[at];
        if (cell < 0) {
            found[(-1 - cell) * cells + at] = 1;
            continue;
        }
        const double *whole = graph->whole + cell * colours;
        double sum = 0;
        for (int choice = 0; choice < graph->choices[cell]; choice++)
            sum += exp(whole[choice]);
        for (int choice = 0; choice < graph->choices[cell]; choice++)
            found[graph->choice[cell * colours + choice] * cells + at] = exp(whole[choice]) / sum;
    }
}

/* Noise from 0 to `most` for the choices of open cells, from random numbers below 2^32. */
static void read_noise(Graph *graph, const uint32_t *random, double most)
{
    ptrdiff_t cells = graph->lines->cells, colours = graph->lines->colours;
    for (ptrdiff_t at = 0; at < cells; at++) {
        ptrdiff_t cell = graph->number[at];
        for (int choice = 0; cell >= 0 && choice < graph->choices[cell]; choice++)
            graph->noise[cell * colours + choice] =
                random[graph->choice[cell * colours + choice] * cells + at] * (most / 4294967296.0);
    }
}

enum { SWEEPS = 20 }; /* by default: those of the search's beliefs */

int nonosat_beliefs(const nonosat_board *board, const nonosat_reinforcement *given, const uint32_t *random, const nonosat_tick *tick,
                    double *likelihood)
{
    nonosat_reinforcement how;
    int fine = -1;
    if (!board || !random || !likelihood || read_struct(&how, sizeof how, given) || how.sweeps < 0)
        return NONOSAT_INPUT;
    how.sweeps = how.sweeps ? how.sweeps : SWEEPS;
    const Lines *lines = board->lines;
    Graph graph = {.lines = lines, .how = &how, .tick = tick};
    if (!open_graph(&graph, board)) {
        read_noise(&graph, random, how.noise);
        fine = propagate_beliefs(&graph);
        if (!fine) { /* the noise alone */
            graph.factors = 0;
            memset(graph.messages, 0, sizeof(double) * lines->cells * lines->most_crossings * lines->colours);
            fine = propagate_beliefs(&graph);
        }
    }
    if (fine > 0)
        likelihoods(&graph, likelihood);
    close_graph(&graph);
    return graph.error;
}
