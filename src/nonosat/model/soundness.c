/* Quick check that clues have no problems, so that nonosat.model.problems can be skipped. */

#include "layout.h"

#include <string.h>

enum { MOST_COLOURS = 256 };

/* Numbers of filled cells of each ink over a family. */
typedef struct {
    long long of[MOST_COLOURS];
} Sums;

/* Number of cells of a line: a row or a column of a rectangle, a range or a tuple; -1 for anything else. */
static Py_ssize_t cells_in(const Layout *layout, int family, Py_ssize_t number)
{
    if (!layout->families)
        return family ? layout->height : layout->width;
    PyObject *line = PyTuple_GET_ITEM(lines_of(layout, family), number);
    if (PyTuple_Check(line))
        return PyTuple_GET_SIZE(line);
    if (PyRange_Check(line))
        return PyObject_Length(line);
    PyErr_SetString(PyExc_TypeError, "the cells of a line are a range or a tuple");
    return -1;
}

/* Adds the blocks of a clue to sums: 1 if it fits a line of that length, 0 if not or if unclear (blotted blocks). */
static int add_clue(PyObject *clue, Py_ssize_t cells, long colours, Sums *sums)
{
    if (!PyTuple_Check(clue))
        return 0;
    Py_ssize_t min_length = 0;
    long before = 0;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(clue); at++) {
        PyObject *block = PyTuple_GET_ITEM(clue, at);
        if (!PyTuple_Check(block) || PyTuple_GET_SIZE(block) != 2 || !PyLong_Check(PyTuple_GET_ITEM(block, 0)) ||
            !PyLong_Check(PyTuple_GET_ITEM(block, 1)))
            return 0;
        int beyond; /* integers too large for a long become -1, without an exception */
        long length = PyLong_AsLongAndOverflow(PyTuple_GET_ITEM(block, 0), &beyond);
        long colour = PyLong_AsLongAndOverflow(PyTuple_GET_ITEM(block, 1), &beyond);
        if (length < 1 || length > cells || colour < 1 || colour >= colours)
            return 0;
        min_length += length + (colour == before);
        sums->of[colour] += length;
        before = colour;
    }
    return min_length <= cells;
}

PyObject *is_sound(PyObject *module, PyObject *const *arguments, Py_ssize_t number)
{
    (void)module;
    Layout layout;
    if (number != 3 || !PyLong_Check(arguments[2])) {
        PyErr_SetString(PyExc_TypeError, "is_sound takes a layout, the clues of its families, and a number of colours");
        return NULL;
    }
    int beyond;
    long colours = PyLong_AsLongAndOverflow(arguments[2], &beyond);
    if (read_layout(&layout, arguments[0], arguments[1]))
        return NULL;
    if (colours < 2 || colours > MOST_COLOURS)
        Py_RETURN_FALSE;
    Sums first = {{0}};
    for (int family = 0; family < layout.count; family++) {
        PyObject *clues = PyTuple_GET_ITEM(arguments[1], family);
        Sums sums = {{0}};
        if (!has_clues(&layout, family, clues))
            return NULL;
        for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(clues); at++) {
            Py_ssize_t cells = cells_in(&layout, family, at);
            if (cells < 0)
                return NULL;
            if (!add_clue(PyTuple_GET_ITEM(clues, at), cells, colours, &sums))
                Py_RETURN_FALSE;
        }
        if (!family)
            first = sums;
        else if (memcmp(sums.of, first.of, sizeof(long long) * (size_t)colours))
            Py_RETURN_FALSE;
    }
    Py_RETURN_TRUE;
}
