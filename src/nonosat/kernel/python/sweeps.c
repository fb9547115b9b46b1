/* Sweeps over a region: `sweep`, a function of the module. nonosat.counting.sweeps has its contract. */

#include "binding.h"

#include <limits.h>

/* The items of bytes that hold an array; raises if they hold a part of one. */
static const void *items_of(PyObject *bytes, size_t size, int *number)
{
    Py_ssize_t length = PyBytes_Size(bytes);
    if (length < 0)
        return NULL;
    if (length % (Py_ssize_t)size || length / (Py_ssize_t)size > MOST) {
        PyErr_SetString(PyExc_ValueError, "an array is cut or too long");
        return NULL;
    }
    *number = (int)(length / (Py_ssize_t)size);
    return PyBytes_AsString(bytes);
}

/* Reads a region; its arrays remain those of the bytes. */
static int region_from(PyObject *const *arrays, PyObject *weights, nonosat_region *region)
{
    int firsts = 0, states = 0, entries = 0, promises = 0;
    *region = (nonosat_region){.size = sizeof *region};
    if (!(region->options = items_of(arrays[0], sizeof(int), &region->cells)) ||
        !(region->first = items_of(arrays[1], sizeof(int), &firsts)) ||
        !(region->cell = items_of(arrays[2], sizeof(int), &region->places)) ||
        !(region->states = items_of(arrays[3], sizeof(int), &states)) ||
        !(region->table = items_of(arrays[4], sizeof(int), &entries)))
        return -1;
    if (weights != Py_None && !(region->weights = items_of(weights, sizeof(double), &promises)))
        return -1;
    if (!firsts || states != region->places) {
        PyErr_SetString(PyExc_ValueError, "arrays of a region do not fit each other");
        return -1;
    }
    int64_t sum = 0;
    for (int place = 0; place < states; place++)
        sum += region->states[place];
    if (weights == Py_None && sum >= 0 && sum <= MOST)
        promises = (int)sum;
    region->segments = firsts - 1;
    region->entries = entries;
    region->promises = promises;
    return 0;
}

/* A number of some words as an integer. */
static PyObject *number_from(const uint64_t *count, int words)
{
    while (words > 1 && !count[words - 1])
        words--;
    return integer_from(count, words);
}

PyObject *module_sweep(PyObject *module, PyObject *arguments)
{
    (void)module;
    PyObject *arrays[5], *weights, *witness, *ticker;
    long long width, most;
    unsigned long long seed;
    nonosat_sweeping how = {.size = sizeof how};
    nonosat_region region;
    if (!PyArg_ParseTuple(arguments, "SSSSSOLLpKSO", arrays, arrays + 1, arrays + 2, arrays + 3, arrays + 4, &weights, &width, &most,
                          &how.is_sampled, &seed, &witness, &ticker))
        return NULL;
    if (weights != Py_None && !PyBytes_Check(weights)) {
        PyErr_SetString(PyExc_TypeError, "weights are bytes or None");
        return NULL;
    }
    if (region_from(arrays, weights, &region))
        return NULL;
    Py_ssize_t colours = PyBytes_Size(witness);
    if (region.cells && (colours % region.cells || colours / region.cells > INT_MAX)) {
        PyErr_SetString(PyExc_ValueError, "a witness has a colour for each cell");
        return NULL;
    }
    how.width = width;
    how.most = most;
    how.seed = seed;
    how.witness = (const uint8_t *)PyBytes_AsString(witness);
    how.witnesses = region.cells ? (int)(colours / region.cells) : 0;
    int words = region.cells / 8 + 1, exact;
    double logarithm;
    uint64_t *count = PyMem_Malloc(sizeof *count * words);
    if (!count)
        return PyErr_NoMemory();
    Calling calling;
    enter_call(&calling, NULL, ticker);
    int error = nonosat_sweep(&region, &how, &calling.tick, count, &logarithm, &exact);
    leave_call(&calling);
    PyObject *number = error ? NULL : how.is_sampled ? PyFloat_FromDouble(logarithm) : number_from(count, words);
    PyMem_Free(count);
    if (error == NONOSAT_TOO_LARGE)
        return Py_BuildValue("ON", Py_None, PyBool_FromLong(0));
    if (error)
        return raise_error(error, "a region whose arrays make no sense");
    return number ? Py_BuildValue("NN", number, PyBool_FromLong(exact)) : NULL;
}
