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

/* A candidate that may be true or not, and by what it is sorted. */
typedef struct {
    uint64_t key;
    int candidate;
} Ranked;

/* Sorts by ascending keys, equal ones as they are, byte by byte; returns which of both arrays has the result. */
static Ranked *sorted(Ranked *mine, Ranked *other, Py_ssize_t number)
{
    for (int shift = 0; shift < 64; shift += 8) {
        Py_ssize_t from[257] = {0};
        for (Py_ssize_t at = 0; at < number; at++)
            from[(mine[at].key >> shift & 255) + 1]++;
        if (number && from[(mine[0].key >> shift & 255) + 1] == number)
            continue;
        for (int byte = 1; byte < 256; byte++)
            from[byte] += from[byte - 1];
        for (Py_ssize_t at = 0; at < number; at++)
            other[from[mine[at].key >> shift & 255]++] = mine[at];
        Ranked *last = mine;
        mine = other;
        other = last;
    }
    return mine;
}

/* The candidates whose likelihood is neither 0 nor 1, from the likeliest on, as bytes of ints. */
static PyObject *ranking(const double *likelihoods, Py_ssize_t number)
{
    Ranked *first = room(2 * number, sizeof(Ranked));
    Py_ssize_t ranked = 0;
    if (!first)
        return NULL;
    for (Py_ssize_t at = 0; at < number; at++)
        if (likelihoods[at] > 0 && likelihoods[at] < 1) {
            memcpy(&first[ranked].key, likelihoods + at, sizeof(double)); /* of two positive ones the greater has the greater */
            first[ranked].key = ~first[ranked].key;
            first[ranked++].candidate = (int)at;
        }
    const Ranked *found = sorted(first, first + number, ranked);
    PyObject *bytes = PyBytes_FromStringAndSize(NULL, (Py_ssize_t)sizeof(int) * ranked);
    for (Py_ssize_t at = 0; bytes && at < ranked; at++)
        memcpy(PyBytes_AS_STRING(bytes) + sizeof(int) * at, &found[at].candidate, sizeof(int));
    PyMem_Free(first);
    return bytes;
}

/* (likelihoods, boundaries, ranking), None if logarithms are needed, NULL with an exception set. */
static PyObject *beliefs_of(Graph *graph, int boundaries)
{
    PyObject *cells = NULL, *list = NULL, *order = NULL, *found = NULL;
    int fine = propagate_beliefs(graph);
    if (fine > 0)
        fine = (cells = likelihoods(graph)) && (list = PyList_New(0)) ? 1 : -1;
    if (fine > 0 && boundaries)
        fine = add_boundaries(graph, list);
    if (fine > 0) {
        Py_ssize_t number = PyBytes_GET_SIZE(cells) / (Py_ssize_t)sizeof(double);
        order = ranking((const double *)PyBytes_AS_STRING(cells), number);
        fine = order ? 1 : -1;
    }
    if (fine >= 0)
        found = fine ? PyTuple_Pack(3, cells, list, order) : Py_NewRef(Py_None);
    Py_XDECREF(cells);
    Py_XDECREF(list);
    Py_XDECREF(order);
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
                            "damping", "settled", "limit",   "most",  "boundaries", NULL};
    int boundaries = 1;
    Graph graph = {.lines = self};
    Options *options = &graph.options;
    PyObject *candidates, *noise, *found = NULL;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "OnnOOdddddd|p:beliefs", names, &candidates, &options->sweeps,
                                     &options->plain, &noise, &options->tick, &options->pull, &options->sure,
                                     &options->damping, &options->settled, &options->limit, &options->most, &boundaries))
        return NULL;
    if (options->tick == Py_None)
        options->tick = NULL;
    if (options->sweeps < 0 || options->plain < 0)
        PyErr_SetString(PyExc_ValueError, "there are no sweeps or more");
    else if (!read_noise(&graph, noise) && !open_graph(&graph, candidates))
        found = beliefs_of(&graph, boundaries);
    close_graph(&graph);
    return found;
}
