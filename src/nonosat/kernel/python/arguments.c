/* Reads arguments from Python: numbers, masks, and the lines of a puzzle. */

#include "binding.h"

#include <string.h>

#if !PY_LITTLE_ENDIAN
#error "the bytes of a mask are converted to an integer unchanged"
#endif

void *raise_error(int error, const char *message)
{
    if (error == NONOSAT_MEMORY)
        PyErr_NoMemory();
    else if (error == NONOSAT_WRONG)
        PyErr_SetString(PyExc_AssertionError, nonosat_errstr(error));
    else if (error != NONOSAT_STOPPED) /* after which the exception is that of the tick */
        PyErr_SetString(PyExc_ValueError, message);
    return NULL;
}

void put(PyObject **list, Py_ssize_t at, PyObject *item)
{
    if (!item || PyList_SetItem(*list, at, item))
        Py_CLEAR(*list);
}

PyObject *numbers_from(const int64_t *numbers, int number)
{
    PyObject *list = PyList_New(number);
    for (int at = 0; list && at < number; at++)
        put(&list, at, PyLong_FromLongLong(numbers[at]));
    return list;
}

int read_pair(PyObject *pair, int *cell, int *colour)
{
    if (PyTuple_Check(pair))
        return PyArg_ParseTuple(pair, "ii", cell, colour) ? 0 : -1;
    PyErr_SetString(PyExc_TypeError, "a cell and its colour are a pair");
    return -1;
}

/* ---- masks ---- */

/* Before 3.13 only private functions of the interpreter convert more than one. */
int mask_from(PyObject *integer, uint64_t *mask, int words)
{
    if (words == 1) {
        *mask = PyLong_AsUnsignedLongLong(integer);
        return PyErr_Occurred() ? -1 : 0;
    }
    Py_ssize_t size = sizeof(uint64_t) * words;
#if PY_VERSION_HEX >= 0x030D0000 || defined(Py_LIMITED_API)
    int how = Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER | Py_ASNATIVEBYTES_REJECT_NEGATIVE;
    Py_ssize_t needed = PyLong_AsNativeBytes(integer, mask, size, how);
    if (needed > size)
        PyErr_SetString(PyExc_OverflowError, "a mask is too long");
#else
    _PyLong_AsByteArray((PyLongObject *)integer, (unsigned char *)mask, size, 1, 0);
#endif
    return PyErr_Occurred() ? -1 : 0;
}

int masks_from(const LinesObject *lines, int line, PyObject *integers, uint64_t *masks)
{
    int words, colours = nonosat_puzzle_colours(lines->puzzle);
    nonosat_line_masks(lines->puzzle, line, &words);
    PyObject *all = PySequence_Tuple(integers);
    if (all && PyTuple_GET_SIZE(all) != colours)
        PyErr_SetString(PyExc_TypeError, "a line has a mask for each colour");
    for (int colour = 0; !PyErr_Occurred() && colour < colours; colour++, masks += words) {
        PyObject *integer = PyTuple_GET_ITEM(all, colour);
        if (!PyLong_Check(integer))
            PyErr_SetString(PyExc_TypeError, "a mask is an integer");
        else
            mask_from(integer, masks, words);
    }
    Py_XDECREF(all);
    return PyErr_Occurred() ? -1 : 0;
}

PyObject *integer_from(const uint64_t *mask, int words)
{
    if (words == 1)
        return PyLong_FromUnsignedLongLong(*mask);
#if PY_VERSION_HEX >= 0x030D0000 || defined(Py_LIMITED_API)
    return PyLong_FromUnsignedNativeBytes(mask, sizeof(uint64_t) * words, Py_ASNATIVEBYTES_LITTLE_ENDIAN);
#else
    return _PyLong_FromByteArray((const unsigned char *)mask, sizeof(uint64_t) * words, 1, 0);
#endif
}

PyObject *integers_from(int colours, const uint64_t *masks, int words)
{
    PyObject *integers = PyList_New(colours);
    for (int colour = 0; integers && colour < colours; colour++)
        put(&integers, colour, integer_from(masks + (Py_ssize_t)colour * words, words));
    return integers;
}

/* ---- the lines of a puzzle ---- */

/* Reads a block, a pair of length and colour. Runs code of the caller if these are not integers. */
static int read_block(PyObject *pair, int colours, nonosat_block *block)
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
    if (beyond > 0 || size > MOST) /* the exact excess does not matter */
        size = MOST;
    if (no_colour || colour < (length != Py_None) || colour >= colours || size < 0 || (!size && length != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "a block has a cell or more, of an ink; a star has neither");
        return -1;
    }
    *block = (nonosat_block){(int)size, (int)colour};
    return 0;
}

/* Blocks read before, by a few bits of their address: equal blocks of plain clues are one object (`nonosat.model.clues`). */
enum { KNOWN = 64 };

typedef struct {
    PyObject *pair[KNOWN];
    nonosat_block block[KNOWN];
} KnownBlocks;

/* `read_block` for one of many, which must not change meanwhile: exact tuples of integers. A third of the time. */
static int read_known_block(PyObject *pair, int colours, KnownBlocks *known, nonosat_block *block)
{
    size_t at = ((uintptr_t)pair >> 4) % KNOWN;
    if (known->pair[at] == pair) {
        *block = known->block[at];
        return 0;
    }
    int failed = read_block(pair, colours, block);
    known->pair[at] = pair;
    known->block[at] = *block;
    return failed;
}

/* Reads (height, width), or the lengths of lines and the cells of all lines: arrays of C's int, as bytes. */
static int read_shape(nonosat_statement *statement, PyObject *shape)
{
    PyObject *lengths, *cells;
    if (!PyTuple_Check(shape) || PyTuple_GET_SIZE(shape) != 2) {
        PyErr_SetString(PyExc_TypeError, "a shape is a pair");
        return -1;
    }
    if (!PyBytes_Check(PyTuple_GET_ITEM(shape, 0))) {
        if (!PyArg_ParseTuple(shape, "ii", &statement->height, &statement->width))
            return -1;
        int64_t number = (int64_t)statement->height * statement->width, lines = (int64_t)statement->height + statement->width;
        statement->cells = number > MOST ? -1 : (int)number; /* refused by `nonosat_puzzle_new` */
        statement->lines = lines > MOST ? -1 : (int)lines;
        return 0;
    }
    if (!PyArg_ParseTuple(shape, "SS", &lengths, &cells))
        return -1;
    Py_ssize_t lines = PyBytes_Size(lengths) / sizeof(int), places = PyBytes_Size(cells) / sizeof(int);
    statement->line_lengths = (const int *)(const void *)PyBytes_AsString(lengths);
    statement->line_cells = (const int *)(const void *)PyBytes_AsString(cells);
    statement->lines = lines > MOST ? -1 : (int)lines;
    for (Py_ssize_t at = 0; at < places; at++)
        if (statement->line_cells[at] >= statement->cells && statement->line_cells[at] < MOST)
            statement->cells = statement->line_cells[at] + 1;
    for (Py_ssize_t line = 0; line < lines && places >= 0; line++)
        places = statement->line_lengths[line] < 0 ? -1 : places - statement->line_lengths[line];
    if (!places)
        return 0;
    PyErr_SetString(PyExc_ValueError, "the lines have other numbers of cells");
    return -1;
}

/* The number of blocks of all clues, a tuple of our own, each a tuple of blocks or None; -1 with an exception set. */
static Py_ssize_t count_blocks(PyObject *clues, Py_ssize_t lines)
{
    Py_ssize_t blocks = 0;
    if (PyTuple_GET_SIZE(clues) != lines)
        return PyErr_SetString(PyExc_ValueError, "expected as many clues as lines"), -1;
    for (Py_ssize_t at = 0; at < lines; at++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, at);
        if (clue != Py_None && !PyTuple_Check(clue))
            return PyErr_SetString(PyExc_TypeError, "a clue is a tuple of blocks or None"), -1;
        blocks += clue == Py_None ? 0 : PyTuple_GET_SIZE(clue);
        if (blocks > MOST)
            return PyErr_SetString(PyExc_ValueError, "the puzzle is too large"), -1;
    }
    return blocks;
}

/* Reads clues, and makes the puzzle. */
static nonosat_puzzle *make_puzzle(nonosat_statement *statement, PyObject *clues)
{
    Py_ssize_t lines = statement->lines, blocks = count_blocks(clues, lines);
    nonosat_puzzle *puzzle = NULL;
    KnownBlocks known = {{NULL}};
    if (blocks < 0)
        return NULL;
    int *sizes = PyMem_Malloc(sizeof(int) * (lines + 1)), failed = 0;
    nonosat_block *read = PyMem_Malloc(sizeof(nonosat_block) * (blocks + 1)), *block = read;
    for (Py_ssize_t at = 0; sizes && read && !failed && at < lines; at++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, at);
        sizes[at] = clue == Py_None ? -1 : (int)PyTuple_GET_SIZE(clue);
        for (int number = 0; number < sizes[at] && !failed; number++)
            failed = read_known_block(PyTuple_GET_ITEM(clue, number), statement->colours, &known, block++);
    }
    statement->clue_sizes = sizes;
    statement->blocks = read;
    int error = !sizes || !read ? NONOSAT_MEMORY : failed ? NONOSAT_OK : nonosat_puzzle_new(statement, &puzzle);
    if (error)
        raise_error(error, "the puzzle is too large, has too few colours, or a cell on no line or twice on one");
    PyMem_Free(sizes);
    PyMem_Free(read);
    return puzzle;
}

PyObject *lines_new(PyTypeObject *type, PyObject *arguments, PyObject *named)
{
    static char *names[] = {"shape", "clues", "colours", NULL};
    PyObject *shape, *clues;
    nonosat_statement statement = {.size = sizeof statement};
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "OOi", names, &shape, &clues, &statement.colours))
        return NULL;
    LinesObject *self = (LinesObject *)PyType_GenericAlloc(type, 0);
    PyObject *copies = self ? PySequence_Tuple(clues) : NULL;
    if (copies && !read_shape(&statement, shape))
        self->puzzle = make_puzzle(&statement, copies);
    Py_XDECREF(copies);
    if (self && !self->puzzle)
        Py_CLEAR(self);
    return (PyObject *)self;
}
