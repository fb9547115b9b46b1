/* Clues of black-and-white puzzles from text and from lists, and back to text: the fast path for clues without blots,
   colours and faults. Everything else is left to Python (nonosat.model.clues, nonosat.formats.numbers), which reports
   faults. `blocks` is a tuple whose item n is the block of n cells. A function that needs a longer block returns the
   missing length, an int. Reads exact types only and runs no code of the caller. */

#include "layout.h"

enum {
    MOST_CELLS = 4096, /* MAX_SIDE of nonosat.model.geometry: maximum length of a block, and number of blocks */
    MOST_DIGITS = 4,   /* maximum digits of a length */
    NOT_PLAIN = -1     /* a result instead of a number */
};

typedef struct {
    PyObject *blocks;
    long length[MOST_CELLS]; /* of the clue's blocks */
    long missing;            /* a length that `blocks` lacks, or 0 */
} Reading;

static Reading *reading_from(PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 2 || !PyTuple_CheckExact(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "expected clues and a tuple of blocks");
        return NULL;
    }
    Reading *reading = PyMem_Malloc(sizeof *reading);
    if (!reading) {
        PyErr_NoMemory();
        return NULL;
    }
    reading->blocks = arguments[1];
    reading->missing = 0;
    return reading;
}

/* Makes the clue of the first `count` lengths; NULL if a block is missing, or with an exception set. */
static PyObject *clue_of(Reading *reading, Py_ssize_t count)
{
    Py_ssize_t known = PyTuple_GET_SIZE(reading->blocks);
    for (Py_ssize_t at = 0; at < count; at++)
        if (reading->length[at] >= known && reading->length[at] > reading->missing)
            reading->missing = reading->length[at];
    PyObject *clue = reading->missing ? NULL : PyTuple_New(count);
    for (Py_ssize_t at = 0; clue && at < count; at++)
        PyTuple_SET_ITEM(clue, at, Py_NewRef(PyTuple_GET_ITEM(reading->blocks, reading->length[at])));
    if (clue)
        PyObject_GC_UnTrack(clue); /* blocks are numbers: no cycle */
    return clue;
}

/* Returns the result of a function: its clues, `found` (a new reference; NULL if not all are plain). */
static PyObject *finished(Reading *reading, PyObject *found)
{
    long missing = reading->missing;
    PyMem_Free(reading);
    if (found)
        PyObject_GC_UnTrack(found); /* neither clues nor None can be in a cycle; many puzzles would cost the collector a tenth of `load` */
    if (found || PyErr_Occurred())
        return found;
    if (missing)
        return PyLong_FromLong(missing);
    Py_RETURN_NONE;
}

/* Reads the lengths of a line of text up to its end; moves `*at` behind it. Returns their number, or NOT_PLAIN. */
static Py_ssize_t read_line(Reading *reading, const char **at, const char *end)
{
    const char *from = *at;
    Py_ssize_t count = 0;
    int empty = 0, separated = 0; /* 1 after a lone 0; 1 if a comma follows the last number */
    while (from < end && *from != '\n') {
        if (*from == ' ' || *from == '\t') {
            from++;
            continue;
        }
        if (*from == ',') { /* plain only between two numbers, directly after the first */
            if (from == *at || from[-1] < '0' || from[-1] > '9')
                return NOT_PLAIN;
            separated = 1;
            from++;
            continue;
        }
        separated = 0;
        const char *start = from;
        long length = 0;
        while (from < end && *from >= '0' && *from <= '9' && from - start < MOST_DIGITS)
            length = 10 * length + (*from++ - '0');
        int ends = from == end || *from == '\n' || *from == ' ' || *from == '\t' || *from == ',';
        if (from == start || !ends || empty || count == MOST_CELLS || length > MOST_CELLS)
            return NOT_PLAIN;
        if (*start == '0') {
            if (count || from - start > 1)
                return NOT_PLAIN;
            empty = 1;
        } else
            reading->length[count++] = length;
    }
    *at = from < end ? from + 1 : from;
    return separated ? NOT_PLAIN : count;
}

PyObject *read_clues(PyObject *module, PyObject *const *arguments, Py_ssize_t number)
{
    (void)module;
    if (number < 1 || !PyUnicode_Check(arguments[0])) {
        PyErr_SetString(PyExc_TypeError, "clues must be text");
        return NULL;
    }
    Reading *reading = reading_from(arguments, number);
    if (!reading)
        return NULL;
    if (!PyUnicode_IS_ASCII(arguments[0]))
        return finished(reading, NULL);
    const char *at = PyUnicode_DATA(arguments[0]), *end = at + PyUnicode_GET_LENGTH(arguments[0]);
    Py_ssize_t lines = 1, line = 0;
    for (const char *byte = at; byte < end; byte++)
        lines += *byte == '\n';
    PyObject *found = PyTuple_New(lines);
    for (; found && line < lines; line++) {
        Py_ssize_t count = read_line(reading, &at, end);
        PyObject *clue = count < 0 ? NULL : clue_of(reading, count);
        if (clue)
            PyTuple_SET_ITEM(found, line, clue);
        else
            Py_CLEAR(found);
    }
    return finished(reading, found);
}

/* Returns the value of an exact int from 0 to MOST_CELLS, else NOT_PLAIN. */
static long small(PyObject *value)
{
    int beyond;
    long number = PyLong_CheckExact(value) ? PyLong_AsLongAndOverflow(value, &beyond) : NOT_PLAIN;
    return number > MOST_CELLS || number < 0 ? NOT_PLAIN : number;
}

/* True for a tuple of blocks with known lengths, of any ink. */
static int is_clue(PyObject *value, PyTypeObject *kind)
{
    if (!PyTuple_CheckExact(value))
        return 0;
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(value); at++) {
        PyObject *block = PyTuple_GET_ITEM(value, at);
        if (!Py_IS_TYPE(block, kind) || PyTuple_GET_SIZE(block) != 2 || !PyLong_CheckExact(PyTuple_GET_ITEM(block, 1)) ||
            small(PyTuple_GET_ITEM(block, 0)) < 1)
            return 0;
    }
    return 1;
}

/* Reads a list of lengths. Returns their number without zeros, or NOT_PLAIN. */
static Py_ssize_t read_list(Reading *reading, PyObject *list)
{
    Py_ssize_t count = 0;
    if (!PyList_CheckExact(list) || PyList_GET_SIZE(list) > MOST_CELLS)
        return NOT_PLAIN;
    for (Py_ssize_t at = 0; at < PyList_GET_SIZE(list); at++) {
        long length = small(PyList_GET_ITEM(list, at));
        if (length < 0)
            return NOT_PLAIN;
        reading->length[count] = length;
        count += length > 0;
    }
    return count;
}

PyObject *take_clues(PyObject *module, PyObject *const *arguments, Py_ssize_t number)
{
    (void)module;
    Reading *reading = reading_from(arguments, number);
    if (!reading)
        return NULL;
    if (!PyTuple_GET_SIZE(reading->blocks) || !PyList_CheckExact(arguments[0]))
        return finished(reading, NULL);
    PyTypeObject *kind = Py_TYPE(PyTuple_GET_ITEM(reading->blocks, 0));
    Py_ssize_t lines = PyList_GET_SIZE(arguments[0]);
    PyObject *found = PyTuple_New(lines);
    for (Py_ssize_t line = 0; found && line < lines; line++) {
        PyObject *given = PyList_GET_ITEM(arguments[0], line), *clue = NULL;
        if (given == Py_None || is_clue(given, kind))
            clue = Py_NewRef(given);
        else {
            Py_ssize_t count = read_list(reading, given);
            clue = count < 0 ? NULL : clue_of(reading, count);
        }
        if (clue)
            PyTuple_SET_ITEM(found, line, clue);
        else
            Py_CLEAR(found);
    }
    return finished(reading, found);
}

/* Writes the text of a number of at most MOST_CELLS; returns its end. */
static char *put_number(char *into, long number)
{
    char digits[MOST_DIGITS];
    int count = 0;
    do
        digits[count++] = (char)('0' + number % 10);
    while (number /= 10);
    while (count)
        *into++ = digits[--count];
    return into;
}

PyObject *write_clues(PyObject *module, PyObject *clues)
{
    (void)module;
    if (!PyTuple_CheckExact(clues)) {
        PyErr_SetString(PyExc_TypeError, "clues must be a tuple");
        return NULL;
    }
    Py_ssize_t lines = PyTuple_GET_SIZE(clues), capacity = 2 * lines + 1;
    for (Py_ssize_t line = 0; line < lines; line++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, line);
        if (!PyTuple_CheckExact(clue))
            Py_RETURN_NONE;
        capacity += (MOST_DIGITS + 1) * PyTuple_GET_SIZE(clue);
    }
    char *text = PyMem_Malloc((size_t)capacity), *at = text;
    if (!text)
        return PyErr_NoMemory();
    int plain = 1;
    for (Py_ssize_t line = 0; plain && line < lines; line++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, line);
        for (Py_ssize_t index = 0; plain && index < PyTuple_GET_SIZE(clue); index++) {
            PyObject *block = PyTuple_GET_ITEM(clue, index);
            plain = PyTuple_Check(block) && PyTuple_GET_SIZE(block) == 2 && small(PyTuple_GET_ITEM(block, 0)) > 0 &&
                    small(PyTuple_GET_ITEM(block, 1)) == 1;
            if (plain) {
                at = put_number(at, small(PyTuple_GET_ITEM(block, 0)));
                *at++ = ' ';
            }
        }
        if (!plain)
            break;
        if (PyTuple_GET_SIZE(clue))
            at--;
        else
            *at++ = '0';
        *at++ = '\n';
    }
    PyObject *found = plain ? PyUnicode_FromStringAndSize(text, at - text - (lines > 0)) : Py_NewRef(Py_None);
    PyMem_Free(text);
    return found;
}
