/* Converts masks to and from Python's integers, and to colours of cells. */

#include "kernel.h"

#include <string.h>

#if !PY_LITTLE_ENDIAN
#error "the bytes of a mask are converted to an integer unchanged"
#endif

/* Reads an integer of up to `words` words. Before 3.13 only private functions of the interpreter convert more than one. */
static int words_from(PyObject *integer, word *mask, int words)
{
    Py_ssize_t size = sizeof(word) * words;
#if PY_VERSION_HEX >= 0x030D0000
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

int masks_from(const Lines *lines, const Line *line, PyObject *integers, word *masks)
{
    word inside = ((word)1 << line->length % WORD) - 1; /* positions of the last word */
    if (!PyList_Check(integers) || PyList_GET_SIZE(integers) != lines->colours) {
        PyErr_SetString(PyExc_TypeError, "the masks of a line are a list of integers, one for each colour");
        return -1;
    }
    for (int colour = 0; colour < lines->colours; colour++, masks += line->words) {
        PyObject *integer = PyList_GET_ITEM(integers, colour);
        if (!PyLong_Check(integer)) {
            PyErr_SetString(PyExc_TypeError, "a mask is an integer");
            return -1;
        }
        if (line->words == 1) {
            *masks = PyLong_AsUnsignedLongLong(integer);
            if (*masks == (word)-1 && PyErr_Occurred())
                return -1;
            *masks &= inside;
            continue;
        }
        if (words_from(integer, masks, line->words))
            return -1;
        masks[line->words - 1] &= inside;
    }
    return 0;
}

PyObject *integer_from(const word *mask, int words)
{
    if (words == 1)
        return PyLong_FromUnsignedLongLong(*mask);
#if PY_VERSION_HEX >= 0x030D0000
    return PyLong_FromUnsignedNativeBytes(mask, sizeof(word) * words, Py_ASNATIVEBYTES_LITTLE_ENDIAN);
#else
    return _PyLong_FromByteArray((const unsigned char *)mask, sizeof(word) * words, 1, 0);
#endif
}

int takes(Py_ssize_t number, Py_ssize_t wanted)
{
    if (number != wanted)
        PyErr_Format(PyExc_TypeError, "takes %zd arguments, got %zd", wanted, number);
    return number == wanted;
}

int line_number_from(const Lines *lines, PyObject *number)
{
    long found = PyLong_AsLong(number);
    if (found >= 0 && found < lines->lines)
        return (int)found;
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_IndexError, "there is no such line");
    return -1;
}

word *spans_from(const Lines *lines, const Line *line, PyObject *integers)
{
    Py_ssize_t spans = 2 * (Py_ssize_t)line->words * line->blocks, masks = (Py_ssize_t)line->words * lines->colours;
    word *found = PyMem_Malloc(sizeof(word) * (spans + masks + lines->scratch));
    if (!found)
        PyErr_NoMemory();
    else if (masks_from(lines, line, integers, found + spans) ||
             !line_spans(lines, line, found + spans, found, found + spans + masks)) {
        PyMem_Free(found);
        found = NULL;
    }
    return found;
}

/* PyList_AsTuple reads beyond a list that the garbage collector empties while it allocates the tuple. */
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

/* Writes the first candidate of each cell of a line, except background. Returns the number of open cells. */
static int colours_of_line(int colours, const Line *line, const word *masks, unsigned char *cells)
{
    int open = 0;
    for (int at = 0; at < line->words; at++) {
        word some = masks[at], several = 0;
        for (int colour = 1; colour < colours; colour++) {
            word its = masks[(Py_ssize_t)colour * line->words + at];
            several |= some & its;
            for (word first = its & ~some; first; first &= first - 1)
                cells[line->cells[WORD * at + lowest_bit(first)]] = (unsigned char)colour;
            some |= its;
        }
        for (; several; several &= several - 1)
            open++;
    }
    return open;
}

void blank_masks(const Lines *lines, word *masks)
{
    for (int number = 0; number < lines->lines; number++)
        for (int colour = 0; colour < lines->colours; colour++, masks += lines->line[number].words)
            for (int last = lines->line[number].words - 1, at = 0; at <= last; at++)
                masks[at] = at < last ? ~(word)0 : ((word)1 << lines->line[number].length % WORD) - 1;
}

static int packed_from(const Lines *lines, PyObject *packed, word *masks)
{
    if (PyByteArray_GET_SIZE(packed) != (Py_ssize_t)sizeof(word) * lines->words) {
        PyErr_SetString(PyExc_ValueError, "the packed masks have another size than the board");
        return -1;
    }
    memcpy(masks, PyByteArray_AS_STRING(packed), sizeof(word) * lines->words);
    for (int number = 0; number < lines->lines; number++) {
        const Line *line = lines->line + number;
        word inside = ((word)1 << line->length % WORD) - 1; /* positions of the last word */
        for (int colour = 1; colour <= lines->colours; colour++)
            masks[line->masks + (Py_ssize_t)colour * line->words - 1] &= inside;
    }
    return 0;
}

/* Fixes a given, a pair of a cell and its colour, in the masks of all lines. */
static int give(const Lines *lines, PyObject *pair, word *masks)
{
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2 || !PyLong_Check(PyTuple_GET_ITEM(pair, 0)) ||
        !PyLong_Check(PyTuple_GET_ITEM(pair, 1))) {
        PyErr_SetString(PyExc_TypeError, "a given is a pair of a cell and its colour");
        return -1;
    }
    Py_ssize_t cell = PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 0));
    Py_ssize_t colour = cell == -1 && PyErr_Occurred() ? -1 : PyLong_AsSsize_t(PyTuple_GET_ITEM(pair, 1));
    if (PyErr_Occurred())
        return -1;
    if (cell < 0 || cell >= lines->cells || colour < 0 || colour >= lines->colours) {
        PyErr_SetString(PyExc_IndexError, "there is no such cell or colour");
        return -1;
    }
    for (int family = 0; family < lines->families; family++) {
        Py_ssize_t where = (Py_ssize_t)family * lines->cells + cell;
        const Line *line = lines->line + lines->line_of[where];
        int place = lines->position_of[where];
        for (int other = 0; other < lines->colours; other++)
            if (other != colour)
                masks[line->masks + (Py_ssize_t)other * line->words + place / WORD] &= ~((word)1 << place % WORD);
    }
    return 0;
}

/* blank(givens): see _compiled.pyi. */
PyObject *lines_blank(Lines *self, PyObject *givens)
{
    if (!PyTuple_Check(givens)) {
        PyErr_SetString(PyExc_TypeError, "givens are a tuple of pairs");
        return NULL;
    }
    PyObject *packed = PyByteArray_FromStringAndSize(NULL, (Py_ssize_t)sizeof(word) * self->words);
    if (!packed)
        return NULL;
    word *masks = (word *)PyByteArray_AS_STRING(packed);
    blank_masks(self, masks);
    for (Py_ssize_t at = 0; at < PyTuple_GET_SIZE(givens); at++)
        if (give(self, PyTuple_GET_ITEM(givens, at), masks)) {
            Py_DECREF(packed);
            return NULL;
        }
    return packed;
}

/* The masks of a line as a list of integers. */
static PyObject *integers_from(int colours, const Line *line, const word *masks)
{
    PyObject *found = PyList_New(colours);
    for (int colour = 0; found && colour < colours; colour++) {
        PyObject *integer = integer_from(masks + (Py_ssize_t)colour * line->words, line->words);
        if (integer)
            PyList_SET_ITEM(found, colour, integer);
        else
            Py_CLEAR(found);
    }
    return found;
}

int grown(void *items, size_t size, Py_ssize_t wanted, Py_ssize_t *room)
{
    if (wanted <= *room)
        return 0;
    void *old;
    memcpy(&old, items, sizeof old);
    Py_ssize_t more = wanted > 8 ? 2 * wanted : 16;
    void *found = PyMem_Realloc(old, size * more);
    if (!found) {
        PyErr_NoMemory();
        return -1;
    }
    memcpy(items, &found, sizeof found);
    *room = more;
    return 0;
}

int all_masks_from(const Lines *lines, PyObject *candidates, word *masks)
{
    if (PyByteArray_Check(candidates))
        return packed_from(lines, candidates, masks);
    if ((!PyTuple_Check(candidates) && !PyList_Check(candidates)) ||
        PySequence_Fast_GET_SIZE(candidates) != lines->lines) {
        PyErr_SetString(PyExc_TypeError, "a board has masks for each line");
        return -1;
    }
    for (int number = 0; number < lines->lines; number++) {
        const Line *line = lines->line + number;
        if (masks_from(lines, line, PySequence_Fast_GET_ITEM(candidates, number), masks + line->masks))
            return -1;
    }
    return 0;
}

word *all_masks(const Lines *lines, PyObject *candidates)
{
    word *masks = PyMem_Malloc(sizeof(word) * (lines->words + 1));
    if (!masks)
        PyErr_NoMemory();
    else if (all_masks_from(lines, candidates, masks)) {
        PyMem_Free(masks);
        masks = NULL;
    }
    return masks;
}

/* unpacked(packed): see _compiled.pyi. */
PyObject *lines_unpacked(Lines *self, PyObject *packed)
{
    word *masks = all_masks(self, packed);
    PyObject *found = masks ? PyList_New(self->lines) : NULL;
    for (int number = 0; found && number < self->lines; number++) {
        const Line *line = self->line + number;
        PyObject *integers = integers_from(self->colours, line, masks + line->masks);
        if (integers)
            PyList_SET_ITEM(found, number, integers);
        else
            Py_CLEAR(found);
    }
    PyMem_Free(masks);
    return found;
}

PyObject *picture_from(const Lines *lines, const word *masks, int *open)
{
    PyObject *cells = PyBytes_FromStringAndSize(NULL, lines->cells);
    if (!cells)
        return NULL;
    unsigned char *into = (unsigned char *)PyBytes_AS_STRING(cells);
    memset(into, 0, lines->cells);
    *open = 0;
    for (int number = 0; number < lines->lines && !lines->line[number].family; number++)
        *open += colours_of_line(lines->colours, lines->line + number, masks + lines->line[number].masks, into);
    return cells;
}

/* known(candidates): see _compiled.pyi. */
PyObject *lines_known(Lines *self, PyObject *candidates)
{
    if (self->colours > 256) {
        PyErr_SetString(PyExc_ValueError, "a cell of a picture has one of 256 colours");
        return NULL;
    }
    int open = 0;
    word *masks = all_masks(self, candidates);
    PyObject *cells = masks ? picture_from(self, masks, &open) : NULL;
    PyMem_Free(masks);
    return cells ? Py_BuildValue("Ni", cells, open) : NULL;
}
