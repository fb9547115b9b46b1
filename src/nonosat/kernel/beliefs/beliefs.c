/* Belief propagation, called from Python: reads options and noise, returns likelihoods of cells. */

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

/* Noise from 0 to `most` for the choices of open cells, from a buffer of random numbers below 2^32, of any alignment. Returns -1
   with an exception set, else 0. Runs code of the caller. */
static int read_noise(Graph *graph, PyObject *buffer, double most)
{
    Py_ssize_t cells = graph->lines->cells, colours = graph->lines->colours;
    Py_buffer bytes;
    if (PyObject_GetBuffer(buffer, &bytes, PyBUF_SIMPLE))
        return -1;
    int fits = bytes.len == (Py_ssize_t)sizeof(uint32_t) * cells * colours;
    if (!fits)
        PyErr_SetString(PyExc_ValueError, "expected a number for each colour of each cell");
    for (Py_ssize_t at = 0; fits && at < cells; at++) {
        Py_ssize_t cell = graph->number[at];
        for (int choice = 0; cell >= 0 && choice < graph->choices[cell]; choice++) {
            uint32_t digit;
            Py_ssize_t where = graph->choice[cell * colours + choice] * cells + at;
            memcpy(&digit, (char *)bytes.buf + where * (Py_ssize_t)sizeof digit, sizeof digit);
            graph->noise[cell * colours + choice] = digit * (most / 4294967296.0);
        }
    }
    PyBuffer_Release(&bytes);
    return fits ? 0 : -1;
}

/* beliefs(candidates, sweeps, random, noise, pull, damping, tick): the likelihoods of a board. */
PyObject *lines_beliefs(Lines *self, PyObject *arguments)
{
    Graph graph = {.lines = self};
    Options *options = &graph.options;
    PyObject *candidates, *numbers, *found = NULL;
    double noise;
    if (!PyArg_ParseTuple(arguments, "OnOdddO:beliefs", &candidates, &options->sweeps, &numbers, &noise,
                          &options->pull, &options->damping, &options->tick))
        return NULL;
    if (options->sweeps < 0)
        PyErr_SetString(PyExc_ValueError, "there are no sweeps or more");
    else if (!open_graph(&graph, candidates) && !read_noise(&graph, numbers, noise)) {
        int fine = propagate_beliefs(&graph);
        if (!fine) { /* the noise alone */
            graph.factors = 0;
            memset(graph.messages, 0, sizeof(double) * self->cells * self->families * self->colours);
            fine = propagate_beliefs(&graph);
        }
        found = fine > 0 ? likelihoods(&graph) : NULL;
    }
    close_graph(&graph);
    return found;
}
