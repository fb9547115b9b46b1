/* The lines of a puzzle, read from Python; and the compiled module, which is this type and nothing else. */

#include "kernel.h"

/* ---- masks as integers ---- */

#if !PY_LITTLE_ENDIAN
#error "masks are turned into integers as they lie in memory"
#endif

int masks_from(const Lines *lines, const Line *line, PyObject *integers, word *masks)
{
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
            continue;
        }
#if PY_VERSION_HEX >= 0x030D0000
        int failed = _PyLong_AsByteArray((PyLongObject *)integer, (unsigned char *)masks,
                                         sizeof(word) * line->words, 1, 0, 1);
#else
        int failed = _PyLong_AsByteArray((PyLongObject *)integer, (unsigned char *)masks,
                                         sizeof(word) * line->words, 1, 0);
#endif
        if (failed)
            return -1;
    }
    return 0;
}

PyObject *integer_from(const word *mask, int words)
{
    if (words == 1)
        return PyLong_FromUnsignedLongLong(*mask);
    return _PyLong_FromByteArray((const unsigned char *)mask, sizeof(word) * words, 1, 0);
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

/* ---- the lines ---- */

static void lines_dealloc(Lines *self)
{
    PyMem_Free(self->line);
    PyMem_Free(self->line_of);
    PyMem_Free(self->storage);
    PyMem_Free(self->blocks);
    PyMem_Free(self->all_kinds);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* The cells of a line, a range or a tuple, to where they are to be kept. */
static int read_cells(PyObject *cells, int number, int *into)
{
    if (PyRange_Check(cells)) {
        long ends[2];
        const char *names[2] = {"start", "step"};
        for (int at = 0; at < 2; at++) {
            PyObject *value = PyObject_GetAttrString(cells, names[at]);
            ends[at] = value ? PyLong_AsLong(value) : -1;
            Py_XDECREF(value);
        }
        for (int at = 0; at < number; at++)
            into[at] = (int)(ends[0] + at * ends[1]);
    } else {
        for (int at = 0; at < number; at++) {
            PyObject *cell = PySequence_GetItem(cells, at);
            into[at] = cell ? (int)PyLong_AsLong(cell) : -1;
            Py_XDECREF(cell);
        }
    }
    return PyErr_Occurred() ? -1 : 0;
}

static int by_colour_and_length(const void *one, const void *other)
{
    const Kind *a = one, *b = other;
    return a->colour != b->colour ? a->colour - b->colour : a->length - b->length;
}

/* The kinds of a line's blocks, and of each block its own. */
static void find_kinds(Line *line)
{
    for (int at = 0; at < line->blocks; at++)
        line->kind[at] = (Kind){line->block[at].length ? line->block[at].length : 1, line->block[at].colour};
    qsort(line->kind, line->blocks, sizeof(Kind), by_colour_and_length);
    line->kinds = 0;
    for (int at = 0; at < line->blocks; at++)
        if (!at || by_colour_and_length(line->kind + line->kinds - 1, line->kind + at))
            line->kind[line->kinds++] = line->kind[at];
    for (int at = 0; at < line->blocks; at++) {
        Kind own = {line->block[at].length ? line->block[at].length : 1, line->block[at].colour};
        Kind *its = bsearch(&own, line->kind, line->kinds, sizeof(Kind), by_colour_and_length);
        line->block[at].kind = (int)(its - line->kind);
    }
}

/* The earliest and the latest starts that the clue allows. */
static void find_reach(const Line *line, Block *blocks)
{
    int64_t first = 0, last = line->length;
    for (int at = 0; at < line->blocks; at++) {
        first += blocks[at].gap;
        blocks[at].earliest = (int)(first > line->length ? line->length : first);
        first += blocks[at].length ? blocks[at].length : 1;
    }
    for (int at = line->blocks - 1; at >= 0; at--) {
        last -= blocks[at].length ? blocks[at].length : 1;
        blocks[at].latest = (int)(last < 0 ? -1 : last);
        last -= blocks[at].gap;
    }
}

/* The clue of a line into `line->block` and `line->mirrored`. */
static int read_clue(Line *line, PyObject *clue, int colours)
{
    for (int at = 0; at < line->blocks; at++) {
        PyObject *pair = PyTuple_GET_ITEM(clue, at);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "a block is its length and its colour");
            return -1;
        }
        PyObject *length = PyTuple_GET_ITEM(pair, 0);
        long size = length == Py_None ? 0 : PyLong_AsLong(length);
        long colour = PyLong_AsLong(PyTuple_GET_ITEM(pair, 1));
        if (PyErr_Occurred())
            return -1;
        if (colour < 1 || colour >= colours || size < 0 || (!size && length != Py_None)) {
            PyErr_SetString(PyExc_ValueError, "a block has a cell or more, of an ink");
            return -1;
        }
        size = size > line->length ? line->length + 1 : size; /* no matter by how much it is too long */
        line->blotted += !size;
        int gap = at && line->block[at - 1].colour == colour;
        line->block[at] = (Block){.length = (int)size, .colour = (int)colour, .gap = gap};
    }
    find_kinds(line);
    find_reach(line, line->block);
    for (int at = 0; at < line->blocks; at++) {
        line->mirrored[at] = line->block[line->blocks - 1 - at];
        line->mirrored[at].gap = at ? line->block[line->blocks - at].gap : 0;
    }
    find_reach(line, line->mirrored);
    return 0;
}

/* Memory for lines of which `cells` and `clues` tell how many cells and blocks there are. */
static int allocate(Lines *self, PyObject *cells, PyObject *clues)
{
    Py_ssize_t blocks = 0, places = 0;
    for (int number = 0; number < self->lines; number++) {
        PyObject *clue = PySequence_Fast_GET_ITEM(clues, number);
        if (clue != Py_None && !PyTuple_Check(clue)) {
            PyErr_SetString(PyExc_TypeError, "a clue is a tuple of blocks or None");
            return -1;
        }
        Py_ssize_t length = PyObject_Length(PySequence_Fast_GET_ITEM(cells, number));
        if (length < 0)
            return -1;
        places += length;
        blocks += clue == Py_None ? 0 : PyTuple_GET_SIZE(clue);
    }
    if (places % self->families || places > INT32_MAX || blocks > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "every cell lies on one line of each family");
        return -1;
    }
    self->cells = (int)(places / self->families);
    self->line = PyMem_Calloc(self->lines + 1, sizeof(Line));
    self->line_of = PyMem_Malloc(sizeof(int) * (2 * places + 1));
    self->storage = PyMem_Malloc(sizeof(int) * (places + 1));
    self->blocks = PyMem_Malloc(sizeof(Block) * (2 * blocks + 1));
    self->all_kinds = PyMem_Malloc(sizeof(Kind) * (blocks + 1));
    if (!self->line || !self->line_of || !self->storage || !self->blocks || !self->all_kinds) {
        PyErr_NoMemory();
        return -1;
    }
    self->place_of = self->line_of + places;
    return 0;
}

/* All lines, into the memory that is there for them. */
static int read_lines(Lines *self, PyObject *cells, PyObject *clues)
{
    int *storage = self->storage;
    Block *block = self->blocks;
    Kind *kind = self->all_kinds;
    Py_ssize_t place = 0;
    for (int number = 0; number < self->lines; number++) {
        Line *line = self->line + number;
        PyObject *its = PySequence_Fast_GET_ITEM(cells, number), *clue = PySequence_Fast_GET_ITEM(clues, number);
        line->length = (int)PyObject_Length(its);
        line->words = line->length / WORD + 1;
        line->blocks = clue == Py_None ? -1 : (int)PyTuple_GET_SIZE(clue);
        line->block = block;
        line->mirrored = block + (line->blocks < 0 ? 0 : line->blocks);
        line->kind = kind;
        line->cells = storage;
        line->masks = self->words;
        if (read_cells(its, line->length, storage) || (line->blocks > 0 && read_clue(line, clue, self->colours)))
            return -1;
        int *line_of = self->line_of + place / self->cells * self->cells;
        int *place_of = self->place_of + place / self->cells * self->cells;
        for (int at = 0; at < line->length; at++) {
            if (storage[at] < 0 || storage[at] >= self->cells) {
                PyErr_SetString(PyExc_ValueError, "there is no such cell");
                return -1;
            }
            line_of[storage[at]] = number;
            place_of[storage[at]] = at;
        }
        if (line->blocks > 0) {
            block += 2 * line->blocks;
            kind += line->blocks;
        }
        storage += line->length;
        place += line->length;
        self->words += (Py_ssize_t)self->colours * line->words;
        Py_ssize_t scratch = line_scratch(line, self->colours);
        self->scratch = scratch > self->scratch ? scratch : self->scratch;
    }
    return 0;
}

static PyObject *lines_new(PyTypeObject *type, PyObject *arguments, PyObject *named)
{
    static char *names[] = {"cells", "clues", "families", "colours", NULL};
    PyObject *cells, *clues;
    int families, colours;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "OOii", names, &cells, &clues, &families, &colours))
        return NULL;
    Lines *self = (Lines *)type->tp_alloc(type, 0);
    cells = PySequence_Fast(cells, "the cells of each line");
    clues = cells ? PySequence_Fast(clues, "the clue of each line") : NULL;
    int made = -1;
    if (self && clues) {
        self->families = families;
        self->colours = colours;
        self->lines = (int)PySequence_Fast_GET_SIZE(cells);
        if (self->lines != PySequence_Fast_GET_SIZE(clues) || families < 1 || colours < 2)
            PyErr_SetString(PyExc_ValueError, "as many clues as lines, a family and two colours at least");
        else
            made = allocate(self, cells, clues) || read_lines(self, cells, clues);
    }
    Py_XDECREF(cells);
    Py_XDECREF(clues);
    if (made) {
        Py_XDECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyObject *lines_spans(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    long line_number = number == 2 ? PyLong_AsLong(arguments[0]) : -1;
    if (PyErr_Occurred())
        return NULL;
    if (line_number < 0 || line_number >= self->lines || self->line[line_number].blocks < 0) {
        PyErr_SetString(PyExc_TypeError, "spans takes the number of a line that has a clue, and its masks");
        return NULL;
    }
    const Line *line = self->line + line_number;
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

static PyMethodDef methods[] = {
    {"propagate", (PyCFunction)(void (*)(void))lines_propagate, METH_FASTCALL,
     "propagate(may, lines, observer, tick): settles lines, in place; the line without a filling, or -1."},
    {"spans", (PyCFunction)(void (*)(void))lines_spans, METH_FASTCALL,
     "spans(line, masks): for each block its starts and its ends, as masks; None if there is no filling."},
    {"clauses", (PyCFunction)(void (*)(void))lines_clauses, METH_FASTCALL,
     "clauses(line, masks, literals, clauses, used): appends a line's clauses; the variables used by now."},
    {"beliefs", (PyCFunction)(void (*)(void))lines_beliefs, METH_FASTCALL,
     "beliefs(may, sweeps, plain, noise, tick, pull, sure, damping, settled, limit, most): of cells and boundaries."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject LinesType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nonosat.lines.kernel.Lines",
    .tp_doc = "Lines(cells, clues, families, colours): the lines of a puzzle, family by family, prepared.",
    .tp_basicsize = sizeof(Lines),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = lines_new,
    .tp_dealloc = (destructor)lines_dealloc,
    .tp_methods = methods,
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "nonosat.lines.kernel._compiled",
    .m_doc = "The compiled twin of what takes most of the time; see nonosat.lines.kernel.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__compiled(void)
{
    if (PyType_Ready(&LinesType))
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Lines", (PyObject *)&LinesType))
        Py_CLEAR(module);
    return module;
}
