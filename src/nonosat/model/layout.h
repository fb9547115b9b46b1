/* The cells of the lines of a puzzle (nonosat.model.geometry.Geometry.layout), for the checks of grids and of statements.
   Reads tuples and integers only; runs no code of the caller. */

#ifndef NONOSAT_LAYOUT_H
#define NONOSAT_LAYOUT_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

typedef struct {
    PyObject *families; /* a tuple, borrowed; or NULL for the rows and columns of a rectangle */
    Py_ssize_t height, width;
    int count; /* families */
} Layout;

enum { MOST_SIDE = 1 << 15 }; /* maximum lines per family; puzzles have fewer */

/* Reads a layout; `clues` must have as many families. -1 with an exception set. */
static inline int read_layout(Layout *layout, PyObject *from, PyObject *clues)
{
    if (!PyTuple_Check(from) || !PyTuple_Check(clues) || PyTuple_GET_SIZE(from) != PyTuple_GET_SIZE(clues) ||
        PyTuple_GET_SIZE(from) > MOST_SIDE) {
        PyErr_SetString(PyExc_TypeError, "a layout must be a tuple with as many families as the clues");
        return -1;
    }
    *layout = (Layout){.families = from, .count = (int)PyTuple_GET_SIZE(from)};
    if (layout->count != 2 || !PyLong_Check(PyTuple_GET_ITEM(from, 0)) || !PyLong_Check(PyTuple_GET_ITEM(from, 1)))
        return 0;
    layout->families = NULL;
    layout->height = PyLong_AsSsize_t(PyTuple_GET_ITEM(from, 0));
    layout->width = PyLong_AsSsize_t(PyTuple_GET_ITEM(from, 1));
    if (PyErr_Occurred())
        return -1;
    if (layout->height >= 0 && layout->height <= MOST_SIDE && layout->width >= 0 && layout->width <= MOST_SIDE)
        return 0;
    PyErr_SetString(PyExc_IndexError, "the sides of a rectangle must be 0 to 32768 lines");
    return -1;
}

/* The lines of a family, for layouts other than rectangles. */
static inline PyObject *lines_of(const Layout *layout, int family)
{
    return PyTuple_GET_ITEM(layout->families, family);
}

/* Checks that the clues of a family are a tuple, one per line; else sets an exception. */
static inline int has_clues(const Layout *layout, int family, PyObject *clues)
{
    Py_ssize_t lines = family ? layout->width : layout->height;
    if (layout->families)
        lines = PyTuple_Check(lines_of(layout, family)) ? PyTuple_GET_SIZE(lines_of(layout, family)) : -1;
    if (PyTuple_Check(clues) && PyTuple_GET_SIZE(clues) == lines)
        return 1;
    PyErr_SetString(PyExc_TypeError, "a family must be a tuple of lines, its clues a tuple of equal length");
    return 0;
}

/* is_sound(layout, clues, colours): see soundness.c. */
PyObject *is_sound(PyObject *module, PyObject *const *arguments, Py_ssize_t number);

/* read_clues(text, blocks), take_clues(lists, blocks), write_clues(clues): see reading.c. */
PyObject *read_clues(PyObject *module, PyObject *const *arguments, Py_ssize_t number);
PyObject *take_clues(PyObject *module, PyObject *const *arguments, Py_ssize_t number);
PyObject *write_clues(PyObject *module, PyObject *clues);

#endif
