/* Boards: candidates of all cells; and what settles their lines. */

#include "binding.h"

#include <string.h>

/* ---- the type Board ---- */

PyObject *new_board(LinesObject *lines, nonosat_board *board)
{
    BoardObject *self = (BoardObject *)PyType_GenericAlloc(BoardType, 0);
    if (!self) {
        nonosat_board_free(board);
        return NULL;
    }
    self->lines = (LinesObject *)Py_NewRef(lines);
    self->board = board;
    return (PyObject *)self;
}

static void board_dealloc(BoardObject *self)
{
    nonosat_board_free(self->board);
    Py_XDECREF(self->lines);
    free_object((PyObject *)self);
}

static PyObject *board_copy(BoardObject *self, PyObject *nothing)
{
    (void)nothing;
    nonosat_board *copy;
    Calling calling;
    if (enter_call(&calling, &self->busy, Py_None))
        return NULL;
    int error = nonosat_board_copy(self->board, &copy);
    leave_call(&calling);
    return error ? raise_error(error, "") : new_board(self->lines, copy);
}

static PyMethodDef board_methods[] = {
    {"copy", (PyCFunction)board_copy, METH_NOARGS, "copy(): an independent copy."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot board_slots[] = {
    {Py_tp_doc, (void *)"The candidates of all cells, which `Lines.blank` makes."},
    {Py_tp_methods, board_methods},
    {Py_tp_dealloc, board_dealloc},
    {0, NULL},
};

PyType_Spec board_spec = {"nonosat.kernel.Board", sizeof(BoardObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, board_slots};

nonosat_board *enter_board(Calling *calling, const LinesObject *lines, PyObject *candidates, PyObject *ticker)
{
    BoardObject *board = (BoardObject *)candidates;
    if (!PyObject_TypeCheck(candidates, BoardType))
        PyErr_SetString(PyExc_TypeError, "candidates are a Board");
    else if (board->lines != lines)
        PyErr_SetString(PyExc_ValueError, "the board is of other lines");
    else if (!enter_call(calling, &board->busy, ticker))
        return board->board;
    return NULL;
}

/* ---- boards, lists and pictures ---- */

PyObject *lines_blank(LinesObject *self, PyObject *givens)
{
    nonosat_board *board;
    int cell, colour;
    if (!PyTuple_Check(givens)) {
        PyErr_SetString(PyExc_TypeError, "givens are a tuple of pairs");
        return NULL;
    }
    int error = nonosat_board_new(self->puzzle, NULL, &board), failed = 0;
    for (Py_ssize_t at = 0; !error && !failed && at < PyTuple_GET_SIZE(givens); at++) {
        failed = read_pair(PyTuple_GET_ITEM(givens, at), &cell, &colour);
        error = failed ? NONOSAT_OK : nonosat_board_fix(board, cell, colour);
    }
    if (!error && !failed)
        return new_board(self, board);
    nonosat_board_free(board);
    return failed ? NULL : raise_error(error, "there is no such cell or colour");
}

PyObject *lines_to_kernel(LinesObject *self, PyObject *candidates)
{
    int lines = nonosat_puzzle_lines(self->puzzle), words, failed = 0;
    nonosat_board *board = NULL;
    PyObject *all = PySequence_Tuple(candidates);
    uint64_t *masks = all ? PyMem_Malloc(sizeof(uint64_t) * (nonosat_puzzle_words(self->puzzle) + 1)) : NULL;
    if (!all)
        return NULL;
    if (!masks)
        PyErr_NoMemory();
    else if (PyTuple_GET_SIZE(all) != lines)
        PyErr_SetString(PyExc_TypeError, "a board has masks for each line");
    else {
        for (int line = 0; line < lines && !failed; line++)
            failed = masks_from(self, line, PyTuple_GET_ITEM(all, line), masks + nonosat_line_masks(self->puzzle, line, &words));
        if (!failed && nonosat_board_new(self->puzzle, masks, &board))
            PyErr_NoMemory();
    }
    PyMem_Free(masks);
    Py_DECREF(all);
    return board ? new_board(self, board) : NULL;
}

PyObject *lines_from_kernel(LinesObject *self, PyObject *board_object)
{
    Calling calling;
    nonosat_board *board = enter_board(&calling, self, board_object, Py_None);
    if (!board)
        return NULL;
    const uint64_t *masks = nonosat_board_masks(board);
    int lines = nonosat_puzzle_lines(self->puzzle), words;
    PyObject *lists = PyList_New(lines);
    for (int line = 0; lists && line < lines; line++) {
        Py_ssize_t first = nonosat_line_masks(self->puzzle, line, &words);
        put(&lists, line, integers_from(nonosat_puzzle_colours(self->puzzle), masks + first, words));
    }
    leave_call(&calling);
    return lists;
}

PyObject *picture_from(const LinesObject *lines, const uint8_t *cells)
{
    return PyBytes_FromStringAndSize((const char *)cells, nonosat_puzzle_cells(lines->puzzle));
}

PyObject *lines_known(LinesObject *self, PyObject *candidates)
{
    Calling calling;
    nonosat_board *board = enter_board(&calling, self, candidates, Py_None);
    if (!board)
        return NULL;
    PyObject *cells = PyBytes_FromStringAndSize(NULL, nonosat_puzzle_cells(self->puzzle));
    int open = cells ? nonosat_board_picture(board, (uint8_t *)PyBytes_AsString(cells)) : 0;
    leave_call(&calling);
    if (open >= 0)
        return cells ? Py_BuildValue("Ni", cells, open) : NULL;
    Py_DECREF(cells);
    return raise_error(open, "a cell of a picture has one of 256 colours");
}

/* ---- propagation and probing ---- */

/* Reads the numbers of lines from an iterable; NULL for None. */
static int read_lines(PyObject *numbers, int **read, int *number)
{
    *read = NULL;
    *number = 0;
    if (numbers == Py_None)
        return 0;
    PyObject *all = PySequence_Tuple(numbers);
    if (!all)
        return -1;
    Py_ssize_t size = PyTuple_GET_SIZE(all);
    *read = PyMem_Malloc(sizeof(int) * (size + 1));
    if (!*read)
        PyErr_NoMemory();
    for (Py_ssize_t at = 0; at < size && size <= MOST && !PyErr_Occurred(); at++) {
        long line = PyLong_AsLong(PyTuple_GET_ITEM(all, at));
        (*read)[(*number)++] = line < 0 || line > MOST ? -1 : (int)line;
    }
    Py_DECREF(all);
    return PyErr_Occurred() ? -1 : 0;
}

/* propagate(candidates, lines, observer, tick): keeps deductions even after an exception. */
PyObject *lines_propagate(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *numbers, *observer, *ticker;
    Calling calling;
    int *lines, several, broken = -1, error = NONOSAT_STOPPED;
    if (!PyArg_ParseTuple(arguments, "OOOO", &candidates, &numbers, &observer, &ticker))
        return NULL;
    nonosat_board *board = read_lines(numbers, &lines, &several) ? NULL : enter_board(&calling, self, candidates, ticker);
    if (board) {
        error = nonosat_propagate(board, lines, several, &calling.tick, observer_of(&calling, self, observer), &broken);
        leave_call(&calling);
    }
    PyMem_Free(lines);
    return error ? raise_error(error, "there is no such line") : PyLong_FromLong(broken);
}

/* Pictures as a list. */
static PyObject *pictures_from(const LinesObject *lines, const uint8_t *cells, int number)
{
    PyObject *pictures = PyList_New(number);
    for (int at = 0; pictures && at < number; at++)
        put(&pictures, at, picture_from(lines, cells + (size_t)at * nonosat_puzzle_cells(lines->puzzle)));
    return pictures;
}

/* probe(candidates, patience, credit, most, tick): keeps deductions even after an exception. */
PyObject *lines_probe(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *ticker;
    long long patience, credit, most;
    Calling calling;
    nonosat_probed probed = {.size = sizeof probed};
    if (!PyArg_ParseTuple(arguments, "OLLLO", &candidates, &patience, &credit, &most, &ticker))
        return NULL;
    nonosat_board *board = credit < 0 ? (PyErr_SetString(PyExc_ValueError, "no such credit"), NULL) : enter_board(&calling, self, candidates, ticker);
    if (!board)
        return NULL;
    nonosat_probing how = {.size = sizeof how, .patience = stated(patience), .credit = stated(credit), .most = most};
    int error = nonosat_probe(board, &how, &calling.tick, &probed);
    take_lock(&calling);
    PyObject *pictures = error ? raise_error(error, "no such credit") : pictures_from(self, nonosat_board_met(board), probed.met);
    leave_call(&calling);
    return pictures ? Py_BuildValue("iLN", probed.broken, (long long)probed.probes, pictures) : NULL;
}
