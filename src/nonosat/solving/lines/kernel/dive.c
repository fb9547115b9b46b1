/* A dive, as by nonosat.solving.lines.reference: assume the likeliest candidates one after another, propagate, and undo the
   last assumption at each contradiction. */

#include "board.h"

#include <string.h>

enum { SLOT_BITS = 10 /* of the lines that are kept */ };

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
    Py_ssize_t left;            /* contradictions before it is given up */
    const unsigned char *known; /* the colour of each cell of a grid that is one too; or NULL */
} Dive;

/* Room for an order of so many. */
static int make_order(Dive *dive, Py_ssize_t length)
{
    dive->length = length;
    dive->order = PyMem_Malloc(sizeof(Candidate) * (length + 1));
    dive->assumed = PyMem_Malloc(sizeof(Assumption) * (length + 1));
    if (!dive->order || !dive->assumed)
        PyErr_NoMemory();
    return PyErr_Occurred() ? -1 : 0;
}

/* The number of a candidate to a place in the order. */
static int order_candidate(Dive *dive, const Lines *lines, Py_ssize_t at, long long number)
{
    if (number < 0 || number >= (long long)lines->cells * lines->colours) {
        PyErr_SetString(PyExc_IndexError, "there is no such candidate");
        return -1;
    }
    dive->order[at] = (Candidate){(int)(number % lines->cells), (int)(number / lines->cells)};
    return 0;
}

/* The numbers of candidates, colour * cells + cell, as ints that lie one after another. */
static void read_packed_order(Dive *dive, const Lines *lines, const Py_buffer *buffer)
{
    if (make_order(dive, buffer->len / (Py_ssize_t)sizeof(int)))
        return;
    for (Py_ssize_t at = 0; at < dive->length; at++) {
        int number;
        memcpy(&number, (const char *)buffer->buf + at * (Py_ssize_t)sizeof(int), sizeof(int));
        if (order_candidate(dive, lines, at, number))
            return;
    }
}

/* The same in any sequence, which runs code of the caller unless it is a memoryview of such ints. */
static int read_order(Dive *dive, const Lines *lines, PyObject *numbers)
{
    if (PyMemoryView_Check(numbers)) {
        Py_buffer buffer;
        if (PyObject_GetBuffer(numbers, &buffer, PyBUF_FULL_RO))
            return -1;
        int packed = buffer.ndim == 1 && buffer.format && !strcmp(buffer.format, "i") && PyBuffer_IsContiguous(&buffer, 'C');
        if (packed)
            read_packed_order(dive, lines, &buffer);
        PyBuffer_Release(&buffer);
        if (packed)
            return PyErr_Occurred() ? -1 : 0;
    }
    PyObject *tuple = tuple_from(numbers);
    if (!tuple)
        return -1;
    if (!make_order(dive, PyTuple_GET_SIZE(tuple)))
        for (Py_ssize_t at = 0; at < dive->length; at++) {
            long long number = PyLong_AsLongLong(PyTuple_GET_ITEM(tuple, at));
            if (PyErr_Occurred() || order_candidate(dive, lines, at, number))
                break;
        }
    Py_DECREF(tuple);
    return PyErr_Occurred() ? -1 : 0;
}

/* Whether no cell is open, and all have the colours of the known grid, if there is one. */
static int is_known(const Dive *dive)
{
    const Board *board = &dive->board;
    for (int cell = 0; dive->known && cell < board->lines->cells; cell++)
        if (is_open(board, cell) || !has_colour(board, cell, dive->known[cell]))
            return 0;
    return dive->known != NULL;
}

/* What a dive comes to, instead of a place in the order: nothing is left to take back, an exception is set, or there
   were too many contradictions. */
enum { EXHAUSTED = -1, DIVE_RAISED = -2, TOO_MANY = -3 };

/* Assumes the candidate at a place in the order, if it is undecided, and settles: as `settle_all`. */
static int assume(Dive *dive, Py_ssize_t at)
{
    Board *board = &dive->board;
    Candidate likeliest = dive->order[at];
    if (!is_open(board, likeliest.cell) || !has_colour(board, likeliest.cell, likeliest.colour))
        return SETTLED;
    dive->assumed[dive->assumptions++] = (Assumption){at, board->trailed};
    return fix_cell(board, likeliest.cell, likeliest.colour) ? RAISED : settle_all(board, Py_None);
}

/* Takes assumptions back until there is no contradiction: the place in the order to go on at, or what the dive
   comes to. */
static Py_ssize_t retreat(Dive *dive)
{
    Board *board = &dive->board;
    for (;;) {
        if (!dive->assumptions)
            return EXHAUSTED;
        if (!--dive->left)
            return TOO_MANY;
        Assumption last = dive->assumed[--dive->assumptions];
        take_back(board, last.mark);
        if (remove_colour(board, dive->order[last.at].cell, dive->order[last.at].colour))
            return DIVE_RAISED;
        int broken = settle_all(board, Py_None);
        if (broken < 0)
            return broken == SETTLED ? last.at + 1 : DIVE_RAISED;
    }
}

/* A place beyond the order once all candidates in it are decided; else what `retreat` returns. */
static Py_ssize_t dive_down(Dive *dive)
{
    Py_ssize_t at = 0;
    while (at >= 0 && (at < dive->length || is_known(dive))) {
        int broken = at < dive->length ? assume(dive, at) : 0;
        if (broken == RAISED)
            return DIVE_RAISED;
        at = broken == SETTLED ? at + 1 : retreat(dive);
    }
    return at;
}

/* The colours of a grid that is not asked for, a byte for each cell, unless it is None. */
static int read_known(Dive *dive, const Lines *lines, PyObject *known)
{
    if (known == Py_None)
        return 0;
    if (!PyBytes_Check(known) || PyBytes_GET_SIZE(known) != lines->cells) {
        PyErr_SetString(PyExc_TypeError, "a picture has a byte for each cell");
        return -1;
    }
    dive->known = (const unsigned char *)PyBytes_AS_STRING(known); /* which the caller keeps */
    for (int cell = 0; cell < lines->cells; cell++)
        if (dive->known[cell] >= lines->colours) {
            PyErr_SetString(PyExc_ValueError, "there is no such colour");
            return -1;
        }
    return 0;
}

/* dive(candidates, order, contradictions, known, tick): narrows the masks only if it returns True. */
PyObject *lines_dive(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 5) {
        PyErr_SetString(PyExc_TypeError, "dive takes masks, an order, contradictions, a known picture and a tick");
        return NULL;
    }
    Dive dive = {.left = PyNumber_AsSsize_t(arguments[2], PyExc_OverflowError)};
    if (dive.left == -1 && PyErr_Occurred())
        return NULL;
    Py_ssize_t found = DIVE_RAISED;
    if (dive.left < 1)
        PyErr_SetString(PyExc_ValueError, "a dive meets a contradiction or more");
    else if (!read_known(&dive, self, arguments[3]) && !open_board(&dive.board, self, arguments[0], arguments[4]) &&
             !read_order(&dive, self, arguments[1]) && !read_all(&dive.board) && !open_cache(&dive.board, SLOT_BITS)) {
        dive.board.supposing = dive.board.may_let_go = 1;
        found = dive_down(&dive);
        take_up(&dive.board);
    }
    if (found >= 0 && write_back(&dive.board))
        found = DIVE_RAISED;
    close_board(&dive.board);
    PyMem_Free(dive.order);
    PyMem_Free(dive.assumed);
    if (found == DIVE_RAISED)
        return NULL;
    return Py_NewRef(found >= 0 ? Py_True : found == EXHAUSTED ? Py_False : Py_None);
}
