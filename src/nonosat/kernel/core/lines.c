/* Reads the lines of a puzzle from Python. */

#include "kernel.h"


void lines_dealloc(Lines *self)
{
    PyMem_Free(self->line);
    PyMem_Free(self->line_of);
    PyMem_Free(self->storage);
    PyMem_Free(self->blocks);
    PyMem_Free(self->all_kinds);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Reads a block, a pair of length and colour, for a line of `cells` cells. Runs code of the caller if these are not integers. */
static int read_block(PyObject *pair, int cells, int colours, Block *block)
{
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
        PyErr_SetString(PyExc_TypeError, "a block is its length and its colour");
        return -1;
    }
    PyObject *length = PyTuple_GET_ITEM(pair, 0);
    int beyond = 0, no_colour = 0; /* -1 or 1: too small or too large for a long */
    long size = length == Py_None ? 0 : PyLong_AsLongAndOverflow(length, &beyond);
    if (size == -1 && !beyond && PyErr_Occurred())
        return -1;
    long colour = PyLong_AsLongAndOverflow(PyTuple_GET_ITEM(pair, 1), &no_colour);
    if (colour == -1 && !no_colour && PyErr_Occurred())
        return -1;
    if (beyond > 0 || size > cells) /* the exact excess does not matter */
        size = cells + 1;
    if (no_colour || colour < 1 || colour >= colours || size < 0 || (!size && length != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "a block has a cell or more, of an ink");
        return -1;
    }
    *block = (Block){.length = (int)size, .colour = (int)colour};
    return 0;
}

/* Reads the clue of a line, a tuple of `line->blocks` pairs, into `line->block` and `line->kind`. */
static int read_clue(Line *line, PyObject *clue, int colours)
{
    for (int at = 0; at < line->blocks; at++) {
        Block *block = line->block + at;
        if (read_block(PyTuple_GET_ITEM(clue, at), line->length, colours, block))
            return -1;
        line->blotted += !block->length;
    }
    finish_clue(line);
    return 0;
}

/* Copies a sequence into a new tuple, and each of its items into a tuple, too. */
static PyObject *tuples_from(PyObject *sequence)
{
    PyObject *whole = tuple_from(sequence);
    PyObject *found = whole ? PyTuple_New(PyTuple_GET_SIZE(whole)) : NULL;
    for (Py_ssize_t at = 0; found && at < PyTuple_GET_SIZE(whole); at++) {
        PyObject *item = tuple_from(PyTuple_GET_ITEM(whole, at));
        if (item)
            PyTuple_SET_ITEM(found, at, item);
        else
            Py_CLEAR(found);
    }
    Py_XDECREF(whole);
    return found;
}

/* The cells of all lines. */
typedef struct {
    PyObject *lines; /* a tuple of a tuple per line, owned by the kernel; NULL for a rectangle */
    int height, width;
} Shape;

/* Reads (height, width), or the cells line by line. Runs code of the caller. */
static int shape_from(PyObject *cells, Shape *shape)
{
    *shape = (Shape){NULL, 0, 0};
    if (!PyTuple_Check(cells) || PyTuple_GET_SIZE(cells) != 2 || !PyLong_Check(PyTuple_GET_ITEM(cells, 0)) ||
        !PyLong_Check(PyTuple_GET_ITEM(cells, 1)))
        return (shape->lines = tuples_from(cells)) ? 0 : -1;
    long height = PyLong_AsLong(PyTuple_GET_ITEM(cells, 0)), width = PyLong_AsLong(PyTuple_GET_ITEM(cells, 1));
    if (PyErr_Occurred())
        return -1;
    if (height < 0 || height > MOST || width < 0 || width > MOST) {
        PyErr_SetString(PyExc_ValueError, "a rectangle has too many rows or columns");
        return -1;
    }
    shape->height = (int)height;
    shape->width = (int)width;
    return 0;
}

static Py_ssize_t lines_in(const Shape *shape)
{
    return shape->lines ? PyTuple_GET_SIZE(shape->lines) : (Py_ssize_t)shape->height + shape->width;
}

/* Number of cells of a line. */
static Py_ssize_t cells_in(const Shape *shape, int number)
{
    if (shape->lines)
        return PyTuple_GET_SIZE(PyTuple_GET_ITEM(shape->lines, number));
    return number < shape->height ? shape->width : shape->height;
}

/* Allocates memory for lines of this shape, and for the blocks of `clues`, a tuple owned by the kernel. */
static int allocate(Lines *self, const Shape *shape, PyObject *clues)
{
    Py_ssize_t blocks = 0, places = 0;
    for (int number = 0; number < self->lines; number++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, number);
        if (clue != Py_None && !PyTuple_Check(clue)) {
            PyErr_SetString(PyExc_TypeError, "a clue is a tuple of blocks or None");
            return -1;
        }
        Py_ssize_t length = cells_in(shape, number);
        Py_ssize_t size = clue == Py_None ? 0 : PyTuple_GET_SIZE(clue);
        if (length > MOST - places || size > MOST - blocks || self->colours > MOST / (length / WORD + 1)) {
            PyErr_SetString(PyExc_ValueError, "the puzzle is too large");
            return -1;
        }
        places += length;
        blocks += size;
    }
    if (places % self->families) {
        PyErr_SetString(PyExc_ValueError, "every cell lies on one line of each family");
        return -1;
    }
    self->cells = (int)(places / self->families);
    self->line = PyMem_Calloc(self->lines + 1, sizeof(Line));
    self->line_of = PyMem_Malloc(sizeof(int) * (2 * places + 1));
    self->storage = PyMem_Malloc(sizeof(int) * (places + 1));
    self->blocks = PyMem_Malloc(sizeof(Block) * (blocks + 1));
    self->all_kinds = PyMem_Malloc(sizeof(Kind) * (blocks + 1));
    if (!self->line || !self->line_of || !self->storage || !self->blocks || !self->all_kinds) {
        PyErr_NoMemory();
        return -1;
    }
    self->position_of = self->line_of + places;
    for (Py_ssize_t at = 0; at < places; at++)
        self->line_of[at] = -1;
    return 0;
}

/* Reads the cells of a line; -1 for numbers out of range. Runs code of the caller if they are not integers. */
static int read_cells(PyObject *cells, int length, int *into)
{
    for (int at = 0; at < length; at++) {
        long cell = PyLong_AsLong(PyTuple_GET_ITEM(cells, at));
        if (cell == -1 && PyErr_Occurred())
            return -1;
        into[at] = cell < 0 || cell > MOST ? -1 : (int)cell;
    }
    return 0;
}

/* Numbers the cells of a row or column of a rectangle, and notes their positions. */
static void lay_out(Lines *self, const Shape *shape, int number, int *into)
{
    int column = number - shape->height, length = self->line[number].length;
    int *line_of = self->line_of + (column < 0 ? 0 : self->cells), *position_of = line_of + 2 * (Py_ssize_t)self->cells;
    for (int at = 0; at < length; at++) {
        int cell = into[at] = column < 0 ? number * shape->width + at : at * shape->width + column;
        line_of[cell] = number;
        position_of[cell] = at;
    }
}

/* Notes the positions of the cells of a line. Raises if a cell is on two lines of a family, or does not exist. */
static int place_cells(Lines *self, int number)
{
    const Line *line = self->line + number;
    Py_ssize_t family = (Py_ssize_t)line->family * self->cells;
    for (int at = 0; at < line->length; at++) {
        int cell = line->cells[at];
        if (cell < 0 || cell >= self->cells) {
            PyErr_SetString(PyExc_ValueError, "there is no such cell");
            return -1;
        }
        if (self->line_of[family + cell] >= 0) {
            PyErr_SetString(PyExc_ValueError, "every cell lies on one line of each family");
            return -1;
        }
        self->line_of[family + cell] = number;
        self->position_of[family + cell] = at;
    }
    return 0;
}

/* Reads all lines into the memory from `allocate`. */
static int read_lines(Lines *self, const Shape *shape, PyObject *clues)
{
    int *storage = self->storage;
    Block *block = self->blocks;
    Kind *kind = self->all_kinds;
    int left = self->cells; /* cells of the family not yet on any line */
    for (int number = 0, family = 0; number < self->lines; number++) {
        Line *line = self->line + number;
        PyObject *clue = PyTuple_GET_ITEM(clues, number);
        line->length = (int)cells_in(shape, number);
        line->words = line->length / WORD + 1;
        if (line->length && !left) {
            left = self->cells;
            family++;
        }
        line->family = family;
        line->blocks = clue == Py_None ? -1 : (int)PyTuple_GET_SIZE(clue);
        line->block = block;
        line->kind = kind;
        line->cells = storage;
        line->masks = self->words;
        if (line->length > left) {
            PyErr_SetString(PyExc_ValueError, "every cell lies on one line of each family");
            return -1;
        }
        if (!shape->lines)
            lay_out(self, shape, number, storage);
        else if (read_cells(PyTuple_GET_ITEM(shape->lines, number), line->length, storage) || place_cells(self, number))
            return -1;
        if (line->blocks > 0 && read_clue(line, clue, self->colours))
            return -1;
        if (line->blocks > 0) {
            block += line->blocks;
            kind += line->blocks;
        }
        storage += line->length;
        left -= line->length;
        self->words += (Py_ssize_t)self->colours * line->words;
        Py_ssize_t scratch = line_scratch(line, self->colours);
        self->scratch = scratch > self->scratch ? scratch : self->scratch;
    }
    return 0;
}

PyObject *lines_new(PyTypeObject *type, PyObject *arguments, PyObject *named)
{
    static char *names[] = {"cells", "clues", "families", "colours", NULL};
    PyObject *cells, *clues;
    int families, colours;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "OOii", names, &cells, &clues, &families, &colours))
        return NULL;
    Lines *self = (Lines *)type->tp_alloc(type, 0);
    Shape shape = {NULL, 0, 0};
    clues = self && !shape_from(cells, &shape) ? tuple_from(clues) : NULL;
    int made = -1;
    if (clues) {
        if (lines_in(&shape) != PyTuple_GET_SIZE(clues) || lines_in(&shape) > MOST || families < 1 || families > MOST ||
            (!shape.lines && families != 2) || colours < 2 || colours > MOST)
            PyErr_SetString(PyExc_ValueError, "expected as many clues as lines, at least one family, and at least two colours");
        else {
            self->families = families;
            self->colours = colours;
            self->lines = (int)lines_in(&shape);
            made = allocate(self, &shape, clues) || read_lines(self, &shape, clues);
        }
    }
    Py_XDECREF(shape.lines);
    Py_XDECREF(clues);
    if (made)
        Py_CLEAR(self);
    return (PyObject *)self;
}

PyObject *lines_spans(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (!takes(number, 2))
        return NULL;
    int line_number = line_number_from(self, arguments[0]);
    if (line_number < 0)
        return NULL;
    const Line *line = self->line + line_number;
    if (line->blocks < 0) {
        PyErr_SetString(PyExc_ValueError, "the line has no clue");
        return NULL;
    }
    word *spans = spans_from(self, line, arguments[1]);
    if (!spans)
        return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
    PyObject *found = PyList_New(line->blocks);
    for (int at = 0; found && at < line->blocks; at++) {
        word *starts = spans + 2 * (Py_ssize_t)at * line->words;
        PyObject *pair = Py_BuildValue("(NN)", integer_from(starts, line->words),
                                       integer_from(starts + line->words, line->words));
        if (pair)
            PyList_SET_ITEM(found, at, pair);
        else
            Py_CLEAR(found);
    }
    PyMem_Free(spans);
    return found;
}
