/* A dive, as by nonosat.lines.reference: assume the likeliest candidates one after another, propagate, and undo the
   last assumption at each contradiction. */

#include "board.h"

/* A colour of a cell. */
typedef struct {
    int cell;
    int colour;
} Candidate;

/* An assumption that has led to no contradiction so far. */
typedef struct {
    Py_ssize_t at;   /* its place in the order */
    Py_ssize_t mark; /* of the trail before it */
} Assumption;

typedef struct {
    Board board;
    Candidate *order; /* from the likeliest on */
    Py_ssize_t length;
    Assumption *assumed;
    Py_ssize_t assumptions;
    Py_ssize_t left; /* contradictions before it is given up */
} Dive;

/* The numbers of candidates, colour * cells + cell, in a sequence. Runs code of the caller. */
static int read_order(Dive *dive, const Lines *lines, PyObject *numbers)
{
    PyObject *tuple = tuple_from(numbers);
    if (!tuple)
        return -1;
    dive->length = PyTuple_GET_SIZE(tuple);
    dive->order = PyMem_Malloc(sizeof(Candidate) * (dive->length + 1));
    dive->assumed = PyMem_Malloc(sizeof(Assumption) * (dive->length + 1));
    if (!dive->order || !dive->assumed)
        PyErr_NoMemory();
    for (Py_ssize_t at = 0; at < dive->length && !PyErr_Occurred(); at++) {
        long long number = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, at));
        if (PyErr_Occurred())
            break;
        if (number < 0 || number >= (long long)lines->cells * lines->colours)
            PyErr_SetString(PyExc_IndexError, "there is no such candidate");
        else
            dive->order[at] = (Candidate){(int)(number % lines->cells), (int)(number / lines->cells)};
    }
    Py_DECREF(tuple);
    return PyErr_Occurred() ? -1 : 0;
}

/* Settles what waits, and takes assumptions back until there is no contradiction: the place in the order to go on
   after, -1 if there was nothing left to take back, -2 with an exception set, -3 if there were too many contradictions. */
static Py_ssize_t settled_at(Dive *dive, Py_ssize_t at)
{
    Board *board = &dive->board;
    int broken;
    while ((broken = settle_all(board, Py_None)) >= 0) {
        if (!dive->assumptions)
            return -1;
        if (!--dive->left)
            return -3;
        Assumption last = dive->assumed[--dive->assumptions];
        at = last.at;
        take_back(board, last.mark);
        if (remove_colour(board, dive->order[at].cell, dive->order[at].colour))
            return -2;
    }
    return broken == -1 ? at : -2;
}

/* A place in the order, or beyond it, once all candidates in it are decided; else what `settled_at` returns. */
static Py_ssize_t dive_down(Dive *dive)
{
    Board *board = &dive->board;
    Py_ssize_t at = 0;
    for (; at >= 0 && at < dive->length; at += at >= 0) {
        Candidate likeliest = dive->order[at];
        if (!is_open(board, likeliest.cell) || !has_colour(board, likeliest.cell, likeliest.colour))
            continue;
        dive->assumed[dive->assumptions++] = (Assumption){at, board->trailed};
        if (fix_cell(board, likeliest.cell, likeliest.colour))
            return -2;
        at = settled_at(dive, at);
    }
    return at;
}

/* dive(candidates, order, contradictions, tick): narrows the masks only if it returns True. */
PyObject *lines_dive(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 4) {
        PyErr_SetString(PyExc_TypeError, "dive takes a board's masks, an order, contradictions and a tick");
        return NULL;
    }
    Dive dive = {.left = PyNumber_AsSsize_t(arguments[2], PyExc_OverflowError)};
    if (dive.left == -1 && PyErr_Occurred())
        return NULL;
    Py_ssize_t found = -2;
    if (dive.left < 1)
        PyErr_SetString(PyExc_ValueError, "a dive meets a contradiction or more");
    else if (!open_board(&dive.board, self, arguments[0], arguments[3]) && !read_order(&dive, self, arguments[1]) &&
             !read_all(&dive.board)) {
        dive.board.supposing = 1;
        found = dive_down(&dive);
    }
    if (found >= 0 && write_back(&dive.board))
        found = -2;
    close_board(&dive.board);
    PyMem_Free(dive.order);
    PyMem_Free(dive.assumed);
    if (found == -2)
        return NULL;
    return Py_NewRef(found >= 0 ? Py_True : found == -1 ? Py_False : Py_None);
}
