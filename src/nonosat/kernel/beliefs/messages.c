/* Sum-product messages between lines and cells, sweep by sweep; nonosat.lines.beliefs explains them.

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
INLINED Py_ssize_t colour_of(const Graph *graph, int cell, int choice, int colours)
{
    return colours == 2 ? choice : graph->choice[(Py_ssize_t)cell * colours + choice];
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

/* Sums the pull of a cell and the messages of its lines, except the one of `family` (-1: no exception). */
INLINED void add_messages(const Graph *graph, int cell, int family, int colours, int choices, double *sums)
{
    const double *pull = graph->pull + (Py_ssize_t)cell * colours;
    const double *messages = graph->messages + (Py_ssize_t)cell * graph->lines->families * colours;
    for (int choice = 0; choice < choices; choice++)
        sums[choice] = pull[choice];
    for (int other = 0; other < graph->lines->families; other++, messages += colours)
        if (other != family)
            for (int choice = 0; choice < choices; choice++)
                sums[choice] += messages[choice];
}

/* Sends a line the messages of its open cells, as weights. */
INLINED void send_to_line(const Graph *graph, const Factor *factor, int colours)
{
    Py_ssize_t width = factor->line->length + 1;
    double *incoming = graph->incoming;
    for (int number = 0; number < factor->cells; number++, incoming += colours) {
        int cell = factor->cell[number], choices = choices_of(graph, cell, colours);
        double *weights = factor->weights + factor->at[number];
        add_messages(graph, cell, factor->line->family, colours, choices, incoming);
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
        Py_ssize_t colour = colour_of(graph, cell, choice, colours);
        double share = colour ? graph->covered[colour * graph->width + at] : rest;
        rest -= share;
        shares[choice] = share > graph->least ? share : graph->least;
    }
}

/* Sends the messages of a line to its open cells. */
INLINED void send_to_cells(const Graph *graph, const Factor *factor, int colours)
{
    int families = graph->lines->families;
    double keep = graph->options.damping;
    const double *incoming = graph->incoming;
    double *found = graph->from; /* has room for a number for each colour */
    for (int number = 0; number < factor->cells; number++, incoming += colours) {
        int cell = factor->cell[number], choices = choices_of(graph, cell, colours);
        double *message = graph->messages + ((Py_ssize_t)cell * families + factor->line->family) * colours;
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
        Py_ssize_t first = (Py_ssize_t)cell * colours;
        int choices = choices_of(graph, cell, colours);
        add_messages(graph, cell, -1, colours, choices, graph->whole + first);
        make_relative(graph->whole + first, choices);
        for (Py_ssize_t at = first; at < first + choices; at++)
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

/* Sweeps over all lines once. Returns 1, 0 if a sum cannot be trusted, or -1 with an exception set. */
static int sweep(const Graph *graph)
{
    for (int family = 0, number = 0; family < graph->lines->families; family++) {
        if (PyErr_CheckSignals())
            return -1;
        PyObject *nothing = graph->options.tick == Py_None ? Py_NewRef(Py_None) : PyObject_CallNoArgs(graph->options.tick);
        if (!nothing)
            return -1;
        Py_DECREF(nothing);
        int fine = 1;
        for (; fine && number < graph->factors && graph->factor[number].line->family == family; number++)
            fine = update(graph, &graph->factor[number]);
        if (!fine)
            return 0;
    }
    return 1;
}

int propagate_beliefs(Graph *graph)
{
    const Options *options = &graph->options;
    int colours = graph->lines->colours;
    graph->least = exp(-2 * LIMIT);
    memcpy(graph->pull, graph->noise, sizeof(double) * graph->cells * colours); /* there are no beliefs yet */
    for (Py_ssize_t number = 0; number < options->sweeps; number++) {
        int fine = sweep(graph);
        if (fine < 1)
            return fine;
        double strength = options->pull * (double)(number + 1) / (double)options->sweeps;
        if (colours == 2)
            conclude(graph, strength, 2);
        else
            conclude(graph, strength, colours);
    }
    return 1;
}
