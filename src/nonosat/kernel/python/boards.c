/* Boards: candidates of all cells, packed in a `Board`, or as lists of integers; and what settles their lines. */

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

static int require_idle(const BoardObject *self)
{
    if (self->busy)
        PyErr_SetString(PyExc_RuntimeError, "another call is working on this board");
    return self->busy ? -1 : 0;
}

static PyObject *board_copy(BoardObject *self, PyObject *nothing)
{
    (void)nothing;
    nonosat_board *copy;
    if (require_idle(self))
        return NULL;
    int error = nonosat_board_copy(self->board, &copy);
    return error ? raise_error(error, "") : new_board(self->lines, copy);
}

static PyMethodDef board_methods[] = {
    {"copy", (PyCFunction)board_copy, METH_NOARGS, "copy(): an independent copy."},
    {NULL, NULL, 0, NULL},
};

static PyType_Slot board_slots[] = {
    {Py_tp_doc, (void *)"The candidates of all cells, packed, which `Lines.blank` makes."},
    {Py_tp_methods, board_methods},
    {Py_tp_dealloc, board_dealloc},
    {0, NULL},
};

PyType_Spec board_spec = {"nonosat.kernel.Board", sizeof(BoardObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, board_slots};

/* ---- boards that calls work on ---- */

/* Reads the masks of all lines from lists. */
static int read_lists(Held *held, PyObject *candidates)
{
    const nonosat_puzzle *puzzle = held->lines->puzzle;
    int lines = nonosat_puzzle_lines(puzzle), words;
    if (!PyTuple_Check(candidates) && !PyList_Check(candidates)) {
        PyErr_SetString(PyExc_TypeError, "candidates are a Board, or lists of integers");
        return -1;
    }
    held->lists = tuple_from(candidates);
    if (!held->lists)
        return -1;
    if (PyTuple_GET_SIZE(held->lists) != lines) {
        PyErr_SetString(PyExc_TypeError, "a board has masks for each line");
        return -1;
    }
    held->written = PyMem_Malloc(sizeof(uint64_t) * (nonosat_puzzle_words(puzzle) + 1));
    if (!held->written)
        return PyErr_NoMemory(), -1;
    for (int line = 0; line < lines; line++)
        if (masks_from(held->lines, line, PyTuple_GET_ITEM(held->lists, line), held->written + nonosat_line_masks(puzzle, line, &words)))
            return -1;
    int error = nonosat_board_new(puzzle, held->written, &held->board);
    if (error)
        return raise_error(error, ""), -1;
    memcpy(held->written, nonosat_board_masks(held->board), sizeof(uint64_t) * nonosat_puzzle_words(puzzle)); /* trimmed */
    return 0;
}

int hold(Held *held, LinesObject *lines, PyObject *candidates)
{
    *held = (Held){.lines = lines};
    if (!PyObject_TypeCheck(candidates, BoardType))
        return read_lists(held, candidates);
    BoardObject *owner = (BoardObject *)candidates;
    if (owner->lines != lines) {
        PyErr_SetString(PyExc_ValueError, "the board is of other lines");
        return -1;
    }
    if (require_idle(owner))
        return -1;
    owner->busy = 1;
    held->owner = (BoardObject *)Py_NewRef(owner);
    held->board = owner->board;
    return 0;
}

static int write_line(const Held *held, int line, const uint64_t *masks, int words)
{
    PyObject *integers = PyTuple_GET_ITEM(held->lists, line); /* a list, as it was read */
    for (int colour = 0; colour < nonosat_puzzle_colours(held->lines->puzzle); colour++) {
        PyObject *integer = integer_from(masks + (Py_ssize_t)colour * words, words);
        if (!integer || PyList_SetItem(integers, colour, integer)) /* raises where the list has become too short */
            return -1;
    }
    return 0;
}

int write_back(Held *held)
{
    const nonosat_puzzle *puzzle = held->lines->puzzle;
    if (!held->lists || !held->board)
        return 0;
    const uint64_t *masks = nonosat_board_masks(held->board);
    for (int line = 0; line < nonosat_puzzle_lines(puzzle); line++) {
        int words;
        Py_ssize_t first = nonosat_line_masks(puzzle, line, &words);
        size_t size = sizeof(uint64_t) * words * nonosat_puzzle_colours(puzzle);
        if (!memcmp(held->written + first, masks + first, size))
            continue;
        if (write_line(held, line, masks + first, words))
            return -1;
        memcpy(held->written + first, masks + first, size);
    }
    return 0;
}

int let_go(Held *held)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    int failed = write_back(held);
    if (type)
        PyErr_Restore(type, value, trace);
    if (held->owner) {
        held->owner->busy = 0;
        Py_DECREF(held->owner);
    } else
        nonosat_board_free(held->board);
    Py_XDECREF(held->lists);
    PyMem_Free(held->written);
    return failed || type ? -1 : 0;
}

/* ---- boards and pictures ---- */

/* Fixes a given, a pair of a cell and its colour. */
static int give(nonosat_board *board, PyObject *pair)
{
    PyObject *cell = PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2 ? PyTuple_GET_ITEM(pair, 0) : NULL;
    if (!cell || !PyLong_Check(cell) || !PyLong_Check(PyTuple_GET_ITEM(pair, 1))) {
        PyErr_SetString(PyExc_TypeError, "a given is a pair of a cell and its colour");
        return -1;
    }
    Py_ssize_t number = PyLong_AsSsize_t(cell), colour = PyErr_Occurred() ? -1 : PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 1));
    if (PyErr_Occurred())
        return -1;
    int exists = number >= 0 && number < MOST && colour >= 0 && colour < MOST;
    int error = exists ? nonosat_board_fix(board, (int)number, (int)colour) : NONOSAT_INPUT;
    if (error == NONOSAT_INPUT)
        PyErr_SetString(PyExc_IndexError, "there is no such cell or colour");
    else if (error)
        raise_error(error, "");
    return error ? -1 : 0;
}

PyObject *lines_blank(LinesObject *self, PyObject *givens)
{
    nonosat_board *board;
    if (!PyTuple_Check(givens)) {
        PyErr_SetString(PyExc_TypeError, "givens are a tuple of pairs");
        return NULL;
    }
    int error = nonosat_board_new(self->puzzle, NULL, &board);
    if (error)
        return raise_error(error, "");
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(givens); at++)
        if (give(board, PyTuple_GET_ITEM(givens, at))) {
            nonosat_board_free(board);
            return NULL;
        }
    return new_board(self, board);
}

PyObject *integers_from(int colours, const uint64_t *masks, int words)
{
    PyObject *found = PyList_New(colours);
    for (int colour = 0; found && colour < colours; colour++) {
        PyObject *integer = integer_from(masks + (Py_ssize_t)colour * words, words);
        if (integer)
            PyList_SET_ITEM(found, colour, integer);
        else
            Py_CLEAR(found);
    }
    return found;
}

PyObject *lines_unpacked(LinesObject *self, PyObject *packed)
{
    Held held;
    if (!PyObject_TypeCheck(packed, BoardType)) {
        PyErr_SetString(PyExc_TypeError, "only a Board is packed");
        return NULL;
    }
    if (hold(&held, self, packed))
        return NULL;
    PyObject *found = PyList_New(nonosat_puzzle_lines(self->puzzle));
    for (int line = 0; found && line < nonosat_puzzle_lines(self->puzzle); line++) {
        int words;
        Py_ssize_t first = nonosat_line_masks(self->puzzle, line, &words);
        PyObject *integers =
            integers_from(nonosat_puzzle_colours(self->puzzle), nonosat_board_masks(held.board) + first, words);
        if (integers)
            PyList_SET_ITEM(found, line, integers);
        else
            Py_CLEAR(found);
    }
    let_go(&held);
    return found;
}

PyObject *picture_from(const LinesObject *lines, const uint8_t *cells)
{
    return PyBytes_FromStringAndSize((const char *)cells, nonosat_puzzle_cells(lines->puzzle));
}

PyObject *lines_known(LinesObject *self, PyObject *candidates)
{
    Held held;
    PyObject *cells = NULL;
    int open = 0;
    if (!hold(&held, self, candidates))
        cells = PyBytes_FromStringAndSize(NULL, nonosat_puzzle_cells(self->puzzle));
    if (cells)
        open = nonosat_board_picture(held.board, (uint8_t *)PyBytes_AS_STRING(cells));
    if (open < 0) {
        Py_CLEAR(cells);
        raise_error(open, "a cell of a picture has one of 256 colours");
    }
    if (let_go(&held))
        Py_CLEAR(cells);
    return cells ? Py_BuildValue("Ni", cells, open) : NULL;
}

/* ---- propagation and probing ---- */

int observe(void *context, int line, const uint64_t *removed)
{
    Observing *observing = context;
    int words, colours = nonosat_puzzle_colours(observing->lines->puzzle);
    nonosat_line_masks(observing->lines->puzzle, line, &words);
    take_lock(observing->calling);
    PyObject *integers = integers_from(colours, removed, words), *tuple = integers ? PyList_AsTuple(integers) : NULL, *answer = NULL;
    Py_XDECREF(integers);
    if (tuple && (!observing->held || !write_back(observing->held)))
        answer = PyObject_CallFunction(observing->function, "iO", line, tuple);
    Py_XDECREF(tuple);
    Py_XDECREF(answer);
    return answer ? 0 : 1;
}

/* Reads the numbers of lines from an iterable; NULL for None. */
static int read_lines(const LinesObject *lines, PyObject *numbers, int **read, int *number)
{
    *read = NULL;
    *number = 0;
    if (numbers == Py_None)
        return 0;
    PyObject *all = PySequence_List(numbers), *tuple = all ? PyList_AsTuple(all) : NULL;
    Py_XDECREF(all);
    if (!tuple)
        return -1;
    Py_ssize_t size = PyTuple_GET_SIZE(tuple);
    *read = PyMem_Malloc(sizeof(int) * (size + 1));
    if (!*read)
        PyErr_NoMemory();
    for (Py_ssize_t at = 0; at < size && size <= MOST && !PyErr_Occurred(); at++)
        (*read)[(*number)++] = line_number_from(lines, PyTuple_GET_ITEM(tuple, at));
    Py_DECREF(tuple);
    return PyErr_Occurred() ? -1 : 0;
}

/* propagate(candidates, lines, observer, tick): writes deductions to the board even after an exception. */
PyObject *lines_propagate(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (!takes(number, 4))
        return NULL;
    Held held;
    Calling calling;
    int *lines = NULL, several, broken = -1;
    if (!hold(&held, self, arguments[0]) && !read_lines(self, arguments[1], &lines, &several)) {
        Observing observing = {arguments[2], held.lists ? &held : NULL, &calling, self};
        nonosat_observer observer = {observe, &observing};
        enter_call(&calling, arguments[3], held.owner != NULL);
        int error = nonosat_propagate(held.board, lines, several, &calling.tick, arguments[2] == Py_None ? NULL : &observer, &broken);
        leave_call(&calling);
        if (error)
            raise_error(error, "");
    }
    PyMem_Free(lines);
    return let_go(&held) ? NULL : PyLong_FromLong(broken);
}

/* Pictures as a list. */
static PyObject *pictures_from(const LinesObject *lines, const uint8_t *cells, int number)
{
    PyObject *found = PyList_New(number);
    for (int at = 0; found && at < number; at++) {
        PyObject *picture = picture_from(lines, cells + (size_t)at * nonosat_puzzle_cells(lines->puzzle));
        if (picture)
            PyList_SET_ITEM(found, at, picture);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* probe(candidates, patience, credit, most, tick): writes deductions to the board even after an exception. */
PyObject *lines_probe(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    nonosat_probing how;
    if (!takes(number, 5) || read_number(arguments[1], INT64_MIN, INT64_MAX, &how.patience) ||
        read_number(arguments[2], 0, INT64_MAX, &how.credit) || read_number(arguments[3], INT64_MIN, INT64_MAX, &how.most))
        return NULL;
    Held held;
    Calling calling;
    nonosat_probed probed;
    PyObject *found = NULL;
    if (!hold(&held, self, arguments[0])) {
        enter_call(&calling, arguments[4], held.owner != NULL);
        int error = nonosat_probe(held.board, &how, &calling.tick, &probed);
        leave_call(&calling);
        found = error ? raise_error(error, "the credit is too large") : pictures_from(self, nonosat_board_met(held.board), probed.met);
    }
    if (let_go(&held))
        Py_CLEAR(found);
    return found ? Py_BuildValue("iLN", probed.broken, (long long)probed.probes, found) : NULL;
}
