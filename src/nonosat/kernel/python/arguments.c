/* Reads arguments from Python: numbers, masks, and the lines of a puzzle. */

#include "binding.h"

#include <string.h>

#if !PY_LITTLE_ENDIAN
#error "the bytes of a mask are converted to an integer unchanged"
#endif

int takes(Py_ssize_t number, Py_ssize_t wanted)
{
    if (number != wanted)
        PyErr_Format(PyExc_TypeError, "takes %zd arguments, got %zd", wanted, number);
    return number == wanted;
}

int read_number(PyObject *number, int64_t least, int64_t most, int64_t *read)
{
    PyObject *index = PyNumber_Index(number);
    *read = index ? PyLong_AsLongLong(index) : -1;
    Py_XDECREF(index);
    if (*read == -1 && PyErr_Occurred())
        return -1;
    if (*read >= least && *read <= most)
        return 0;
    PyErr_SetString(PyExc_ValueError, "no such number: it is too small or too large");
    return -1;
}

int line_number_from(const LinesObject *lines, PyObject *number)
{
    long found = PyLong_AsLong(number);
    if (found >= 0 && found < nonosat_puzzle_lines(lines->puzzle))
        return (int)found;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_IndexError, "there is no such line");
    return -1;
}

PyObject *tuple_from(PyObject *sequence)
{
    if (!PyList_Check(sequence))
        return PySequence_Tuple(sequence);
    Py_ssize_t size = PyList_GET_SIZE(sequence);
    PyObject *tuple = PyTuple_New(size);
    if (tuple && PyList_GET_SIZE(sequence) != size) {
        PyErr_SetString(PyExc_RuntimeError, "a list has changed while it was read");
        Py_CLEAR(tuple);
    }
    for (Py_ssize_t at = 0; tuple && at < size; at++)
        PyTuple_SET_ITEM(tuple, at, Py_NewRef(PyList_GET_ITEM(sequence, at)));
    return tuple;
}

int read_supposition(PyObject *pair, int *cell, int *colour)
{
    int *into[2] = {cell, colour};
    for (int at = 0; at < 2; at++) {
        PyObject *item = PyTuple_Check(pair) && PyTuple_GET_SIZE(pair) == 2 ? PyTuple_GET_ITEM(pair, at) : NULL;
        if (!item || !PyLong_Check(item)) {
            PyErr_SetString(PyExc_TypeError, "a supposition is a cell and a colour");
            return -1;
        }
        long read = PyLong_AsLong(item);
        if (read == -1 && PyErr_Occurred())
            return -1;
        *into[at] = read < 0 || read > MOST ? -1 : (int)read;
    }
    return 0;
}

/* ---- masks ---- */

/* Reads an integer of up to `words` words. Before 3.13 only private functions of the interpreter convert more than one. */
static int words_from(PyObject *integer, uint64_t *mask, int words)
{
    Py_ssize_t size = sizeof(uint64_t) * words;
#if PY_VERSION_HEX >= 0x030D0000 || defined(Py_LIMITED_API)
    int how = Py_ASNATIVEBYTES_LITTLE_ENDIAN | Py_ASNATIVEBYTES_UNSIGNED_BUFFER | Py_ASNATIVEBYTES_REJECT_NEGATIVE;
    Py_ssize_t needed = PyLong_AsNativeBytes(integer, mask, size, how);
    if (needed >= 0 && needed <= size)
        return 0;
    PyErr_SetString(PyExc_OverflowError, "a mask is negative or too long");
    return -1;
#else
    return _PyLong_AsByteArray((PyLongObject *)integer, (unsigned char *)mask, size, 1, 0);
#endif
}

int masks_from(const LinesObject *lines, int line, PyObject *integers, uint64_t *masks)
{
    int words, colours = nonosat_puzzle_colours(lines->puzzle);
    nonosat_line_masks(lines->puzzle, line, &words);
    if (!PyList_Check(integers) || PyList_GET_SIZE(integers) != colours) {
        PyErr_SetString(PyExc_TypeError, "the masks of a line are a list of integers, one for each colour");
        return -1;
    }
    for (int colour = 0; colour < colours; colour++, masks += words) {
        PyObject *integer = PyList_GET_ITEM(integers, colour);
        if (!PyLong_Check(integer)) {
            PyErr_SetString(PyExc_TypeError, "a mask is an integer");
            return -1;
        }
        if (words == 1) {
            *masks = PyLong_AsUnsignedLongLong(integer);
            if (*masks == (uint64_t)-1 && PyErr_Occurred())
                return -1;
        } else if (words_from(integer, masks, words))
            return -1;
    }
    return 0;
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
    if (no_colour || colour < 1 || colour >= colours || size < 0 || (!size && length != Py_None)) {
        PyErr_SetString(PyExc_ValueError, "a block has a cell or more, of an ink");
        return -1;
    }
    *block = (nonosat_block){(int)size, (int)colour};
    return 0;
}

/* A statement as read from Python; its arrays are freed by `forget`. */
typedef struct {
    nonosat_statement statement;
    int *lengths, *cells, *sizes;
    nonosat_block *blocks;
} Reading;

static void forget(Reading *reading)
{
    PyMem_Free(reading->lengths);
    PyMem_Free(reading->cells);
    PyMem_Free(reading->sizes);
    PyMem_Free(reading->blocks);
}

/* Reads the cells of a line; numbers out of range stay out of range. Runs code of the caller if they are not integers. */
static int read_line(PyObject *cells, int *into, Py_ssize_t length, int *most)
{
    for (Py_ssize_t at = 0; at < length; at++) {
        long cell = PyLong_AsLong(PyTuple_GET_ITEM(cells, at));
        if (cell == -1 && PyErr_Occurred())
            return -1;
        into[at] = cell < 0 || cell >= MOST ? -1 : (int)cell;
        *most = into[at] > *most ? into[at] : *most;
    }
    return 0;
}

static int too_large(void)
{
    PyErr_SetString(PyExc_ValueError, "the puzzle is too large");
    return -1;
}

/* Reads the cells of all lines, a tuple of our own. */
static int read_cells(Reading *reading, PyObject *lines)
{
    Py_ssize_t number = PyTuple_GET_SIZE(lines), places = 0, room = 0;
    int most = -1;
    if (number > MOST)
        return too_large();
    for (Py_ssize_t at = 0; at < number; at++) { /* before anything large is copied */
        Py_ssize_t length = PyObject_Size(PyTuple_GET_ITEM(lines, at));
        if (length < 0) { /* of no known size: counted once it is copied */
            PyErr_Clear();
            length = 0;
        }
        if (length > MOST - places || reading->statement.colours > MOST / (length / 64 + 1)) /* cells, words of masks */
            return too_large();
        places += length;
    }
    places = 0;
    reading->lengths = PyMem_Calloc(number + 1, sizeof(int));
    if (!reading->lengths)
        return PyErr_NoMemory(), -1;
    for (Py_ssize_t at = 0; at < number; at++) {
        PyObject *line = tuple_from(PyTuple_GET_ITEM(lines, at));
        Py_ssize_t length = line ? PyTuple_GET_SIZE(line) : 0;
        int failed = !line || (length > MOST - places && too_large());
        if (!failed && places + length > room) {
            room = 2 * (places + length);
            int *cells = PyMem_Realloc(reading->cells, sizeof(int) * room);
            if (cells)
                reading->cells = cells;
            failed = !cells;
            if (failed)
                PyErr_NoMemory();
        }
        failed = failed || read_line(line, reading->cells + places, length, &most);
        Py_XDECREF(line);
        if (failed)
            return -1;
        reading->lengths[at] = (int)length;
        places += length;
    }
    reading->statement.lines = (int)number;
    reading->statement.cells = most + 1;
    reading->statement.line_lengths = reading->lengths;
    reading->statement.line_cells = reading->cells;
    return 0;
}

/* Reads (height, width), or the cells line by line. Runs code of the caller. */
static int read_shape(Reading *reading, PyObject *cells)
{
    if (!PyTuple_Check(cells) || PyTuple_GET_SIZE(cells) != 2 || !PyLong_Check(PyTuple_GET_ITEM(cells, 0)) ||
        !PyLong_Check(PyTuple_GET_ITEM(cells, 1))) {
        PyObject *lines = tuple_from(cells);
        int failed = !lines || read_cells(reading, lines);
        Py_XDECREF(lines);
        return failed ? -1 : 0;
    }
    long height = PyLong_AsLong(PyTuple_GET_ITEM(cells, 0)), width = PyLong_AsLong(PyTuple_GET_ITEM(cells, 1));
    if (PyErr_Occurred())
        return -1;
    if (height < 0 || width < 0 || height > MOST / 2 || width > MOST / 2 || (width && height > MOST / width))
        return too_large();
    reading->statement.height = (int)height;
    reading->statement.width = (int)width;
    reading->statement.cells = (int)(height * width);
    reading->statement.lines = (int)(height + width);
    return 0;
}

/* Reads clues, a tuple of our own, each a tuple of blocks or None. */
static int read_clues(Reading *reading, PyObject *clues)
{
    Py_ssize_t lines = PyTuple_GET_SIZE(clues), blocks = 0;
    if (lines != reading->statement.lines) {
        PyErr_SetString(PyExc_ValueError, "expected as many clues as lines");
        return -1;
    }
    for (Py_ssize_t at = 0; at < lines; at++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, at);
        if (clue != Py_None && !PyTuple_Check(clue)) {
            PyErr_SetString(PyExc_TypeError, "a clue is a tuple of blocks or None");
            return -1;
        }
        blocks += clue == Py_None ? 0 : PyTuple_GET_SIZE(clue);
        if (blocks > MOST)
            return too_large();
    }
    reading->sizes = PyMem_Malloc(sizeof(int) * (lines + 1));
    reading->blocks = PyMem_Malloc(sizeof(nonosat_block) * (blocks + 1));
    if (!reading->sizes || !reading->blocks)
        return PyErr_NoMemory(), -1;
    nonosat_block *block = reading->blocks;
    for (Py_ssize_t at = 0; at < lines; at++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, at);
        int size = reading->sizes[at] = clue == Py_None ? -1 : (int)PyTuple_GET_SIZE(clue);
        for (int each = 0; each < size; each++)
            if (read_block(PyTuple_GET_ITEM(clue, each), reading->statement.colours, block++))
                return -1;
    }
    reading->statement.clue_sizes = reading->sizes;
    reading->statement.blocks = reading->blocks;
    return 0;
}

PyObject *lines_new(PyTypeObject *type, PyObject *arguments, PyObject *named)
{
    static char *names[] = {"cells", "clues", "colours", NULL};
    PyObject *cells, *clues;
    Reading reading = {0};
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "OOi", names, &cells, &clues, &reading.statement.colours))
        return NULL;
    LinesObject *self = (LinesObject *)PyType_GenericAlloc(type, 0);
    PyObject *copies = self ? tuple_from(clues) : NULL;
    if (copies && !read_shape(&reading, cells) && !read_clues(&reading, copies)) {
        int error = nonosat_puzzle_new(&reading.statement, &self->puzzle);
        if (error)
            raise_error(error, "expected at least two colours, and every cell on a line, at most once on each");
    }
    Py_XDECREF(copies);
    forget(&reading);
    if (self && !self->puzzle)
        Py_CLEAR(self);
    return (PyObject *)self;
}
