/* Belief propagation as Python calls it: reads the options and the noise, returns likelihoods of cells. */

#include "beliefs.h"

#include <math.h>
#include <string.h>

/* [colour][cell]: the likelihoods, as bytes of doubles; NULL with an exception set. */
static PyObject *likelihoods(const Graph *graph)
{
    Py_ssize_t cells = graph->lines->cells, colours = graph->lines->colours;
    double *found = room(cells * colours, sizeof(double));
    if (!found)
        return NULL;
    for (Py_ssize_t at = 0; at < cells; at++) {
        int cell = graph->number[at];
        if (cell < 0) {
            found[(-1 - cell) * cells + at] = 1;
            continue;
        }
        const double *whole = graph->whole + cell * colours;
        double sum = 0;
        if (graph->odds) {
            sum = 1 + graph->whole[cell];
            found[at] = 1 / sum;
            found[cells + at] = graph->whole[cell] / sum;
            continue;
        }
        for (int choice = 0; choice < graph->choices[cell]; choice++)
            sum += exp(whole[choice]);
        for (int choice = 0; choice < graph->choices[cell]; choice++)
            found[graph->choice[cell * colours + choice] * cells + at] = exp(whole[choice]) / sum;
    }
    PyObject *bytes = PyBytes_FromStringAndSize((char *)found, (Py_ssize_t)sizeof(double) * cells * colours);
    PyMem_Free(found);
    return bytes;
}

/* The noise, copied from a buffer of any alignment; none for None. Returns -1 with an exception
   set, else 0. Runs code of the caller. */
static int read_noise(Graph *graph, PyObject *buffer)
{
    size_t number = (size_t)graph->lines->cells * graph->lines->colours;
    Py_buffer bytes;
    if (buffer == Py_None)
        return 0;
    if (PyObject_GetBuffer(buffer, &bytes, PyBUF_SIMPLE))
        return -1;
    if (bytes.len != (Py_ssize_t)(sizeof(double) * number))
        PyErr_SetString(PyExc_ValueError, "a number for each colour of each cell is wanted");
    else if ((graph->noise = room(number, sizeof(double))))
        memcpy(graph->noise, bytes.buf, bytes.len);
    PyBuffer_Release(&bytes);
    return graph->noise ? 0 : -1;
}

/* beliefs(candidates, *, sweeps, plain, noise, tick, pull, sure, damping, settled, limit, most): the likelihoods of a board, None
   if the number of fillings of a line exceeds a double. */
PyObject *lines_beliefs(Lines *self, PyObject *arguments, PyObject *named)
{
    static char *names[] = {"candidates", "sweeps", "plain",   "noise", "tick", "pull", "sure",
                            "damping",    "settled", "limit", "most",  NULL};
    Graph graph = {.lines = self};
    Options *options = &graph.options;
    PyObject *candidates, *noise, *found = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "OnnOOdddddd:beliefs", names, &candidates, &options->sweeps,
                                     &options->plain, &noise, &options->tick, &options->pull, &options->sure,
                                     &options->damping, &options->settled, &options->limit, &options->most))
        return NULL;
    if (options->tick == Py_None)
        options->tick = NULL;
    if (options->sweeps < 0 || options->plain < 0)
        PyErr_SetString(PyExc_ValueError, "there are no sweeps or more");
    else if (!read_noise(&graph, noise) && !open_graph(&graph, candidates)) {
        int fine = propagate_beliefs(&graph);
        found = fine > 0 ? likelihoods(&graph) : fine < 0 ? NULL : Py_NewRef(Py_None);
    }
    close_graph(&graph);
    return found;
}
