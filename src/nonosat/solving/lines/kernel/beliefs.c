/* Belief propagation as Python calls it: reads the options and the noise, returns beliefs of cells and
   boundaries. */

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
        for (int choice = 0; choice < graph->choices[cell]; choice++)
            sum += exp(whole[choice]);
        for (int choice = 0; choice < graph->choices[cell]; choice++)
            found[graph->choice[cell * colours + choice] * cells + at] = exp(whole[choice]) / sum;
    }
    PyObject *bytes = PyBytes_FromStringAndSize((char *)found, (Py_ssize_t)sizeof(double) * cells * colours);
    PyMem_Free(found);
    return bytes;
}

/* Appends the beliefs of a boundary to a list: (line, block, whether it is the end), its first possible
   position,
   and the shares from there on as bytes of doubles. Returns -1 with an exception set, else 0. */
static int add_boundary(PyObject *list, int line, int block, int end, int first, int last, const double *shares)
{
    PyObject *item = Py_BuildValue("((iiO)iy#)", line, block, end ? Py_True : Py_False, first,
                                   (const char *)(shares + first), (Py_ssize_t)sizeof(double) * (last - first + 1));
    int failed = !item || PyList_Append(list, item);
    Py_XDECREF(item);
    return failed ? -1 : 0;
}

/* Adds the boundaries of an open block. Returns -1 with an exception set, else 0. */
static int add_block_boundaries(const Graph *graph, const Factor *factor, int block, PyObject *list)
{
    const Span *span = &factor->span[block];
    const double *starts = start_marginals(graph, span, block), *ends = end_marginals(graph, block);
    if (add_boundary(list, factor->number, block, 0, span->first, span->last, starts))
        return -1;
    return span->length ? 0 : add_boundary(list, factor->number, block, 1, span->first_end, span->last_end, ends);
}

/* Adds all open boundaries to a list, those of ends of blotted blocks only. Returns as `propagate_beliefs`. */
static int add_boundaries(const Graph *graph, PyObject *list)
{
    for (const Factor *factor = graph->factor; factor < graph->factor + graph->factors; factor++) {
        if (!sum_fillings(graph, factor)) /* again, with the last messages it received */
            return 0;
        for (int block = 0; block < factor->line->blocks; block++)
            if (factor->span[block].open && add_block_boundaries(graph, factor, block, list))
                return -1;
    }
    return 1;
}

/* (likelihoods, boundaries), None if logarithms are needed, NULL with an exception set. */
static PyObject *beliefs_of(Graph *graph)
{
    PyObject *cells = NULL, *list = NULL, *found = NULL;
    int fine = propagate_beliefs(graph);
    if (fine > 0)
        fine = (cells = likelihoods(graph)) && (list = PyList_New(0)) ? add_boundaries(graph, list) : -1;
    if (fine >= 0)
        found = fine ? PyTuple_Pack(2, cells, list) : Py_NewRef(Py_None);
    Py_XDECREF(cells);
    Py_XDECREF(list);
    return found;
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

/* beliefs(candidates, *, sweeps, plain, noise, tick, pull, sure, damping, settled, limit, most): what
   nonosat.solving.lines.beliefs.beliefs makes of a board, as `beliefs_of` returns it. */
PyObject *lines_beliefs(Lines *self, PyObject *arguments, PyObject *named)
{
    static char *names[] = {"candidates", "sweeps",  "plain",   "noise", "tick", "pull", "sure",
                            "damping", "settled", "limit",   "most",  NULL};
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
    else if (!read_noise(&graph, noise) && !open_graph(&graph, candidates))
        found = beliefs_of(&graph);
    close_graph(&graph);
    return found;
}
