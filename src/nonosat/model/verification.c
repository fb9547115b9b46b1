/* Compares a grid with clues, like nonosat.model.verification: reads each line cell by cell. Shares nothing with the
   solver, whose answers it checks.

   Reads tuples, ranges, bytes and integers only, which cannot change meanwhile; runs no code of the caller. */

#include "layout.h"

/* The cells of a line, a range or a tuple of numbers, in a grid of `size` cells. */
typedef struct {
    const unsigned char *grid;
    Py_ssize_t size;
    PyObject *numbers; /* a tuple, borrowed; or NULL for a range */
    Py_ssize_t start, step;
    Py_ssize_t length;
} Cells;

static Py_ssize_t attribute(PyObject *range, const char *name)
{
    PyObject *value = PyObject_GetAttrString(range, name);
    Py_ssize_t number = value ? PyLong_AsSsize_t(value) : -1;
    Py_XDECREF(value);
    return number;
}

/* The cells of a line of a rectangle, a row or a column. */
static int open_line(Cells *cells, const Layout *layout, int family, Py_ssize_t number)
{
    Py_ssize_t last = family ? (layout->height - 1) * layout->width + number : (number + 1) * layout->width - 1;
    cells->numbers = NULL;
    cells->length = family ? layout->height : layout->width;
    cells->start = family ? number : number * layout->width;
    cells->step = family ? layout->width : 1;
    if (!cells->length || last < cells->size)
        return 0;
    PyErr_SetString(PyExc_IndexError, "there is no such cell");
    return -1;
}

static int open_cells(Cells *cells, PyObject *line)
{
    if (!PyRange_Check(line) && !PyTuple_Check(line)) {
        PyErr_SetString(PyExc_TypeError, "the cells of a line are a range or a tuple");
        return -1;
    }
    cells->length = PyObject_Length(line);
    cells->numbers = PyTuple_Check(line) ? line : NULL;
    if (cells->length < 0)
        return -1;
    if (cells->numbers || !cells->length)
        return 0;
    cells->start = attribute(line, "start");
    cells->step = attribute(line, "step");
    if (PyErr_Occurred())
        return -1;
    Py_ssize_t steps = cells->length - 1, reach = cells->size - 1 - cells->start;
    int inside = cells->start >= 0 && reach >= 0;
    if (steps && cells->step > 0)
        inside = inside && cells->step <= reach / steps;
    else if (steps)
        inside = inside && cells->step >= -(cells->start / steps);
    if (!inside)
        PyErr_SetString(PyExc_IndexError, "there is no such cell");
    return inside ? 0 : -1;
}

/* The colour of a cell of the line, or -1 with an exception set. */
static inline int colour_at(const Cells *cells, Py_ssize_t place)
{
    if (!cells->numbers)
        return cells->grid[cells->start + place * cells->step];
    PyObject *number = PyTuple_GET_ITEM(cells->numbers, place);
    if (!PyLong_Check(number)) {
        PyErr_SetString(PyExc_TypeError, "a cell is a number");
        return -1;
    }
    Py_ssize_t cell = PyLong_AsSsize_t(number);
    if (cell >= 0 && cell < cells->size)
        return cells->grid[cell];
    if (!PyErr_Occurred())
        PyErr_SetString(PyExc_IndexError, "there is no such cell");
    return -1;
}

/* Compares a block, (length or None, colour), with a run of cells: 1 if equal, else 0; -1 with an exception set. */
static int is_run(PyObject *block, Py_ssize_t length, int colour)
{
    if (!PyTuple_Check(block) || PyTuple_GET_SIZE(block) != 2) {
        PyErr_SetString(PyExc_TypeError, "a block is its length and its colour");
        return -1;
    }
    PyObject *its_length = PyTuple_GET_ITEM(block, 0), *its_colour = PyTuple_GET_ITEM(block, 1);
    if ((its_length != Py_None && !PyLong_Check(its_length)) || !PyLong_Check(its_colour)) {
        PyErr_SetString(PyExc_TypeError, "the length and the colour of a block are integers");
        return -1;
    }
    int beyond; /* integers too large for a long become -1, which equals no run, without an exception */
    return (its_length == Py_None || PyLong_AsLongLongAndOverflow(its_length, &beyond) == length) &&
           PyLong_AsLongAndOverflow(its_colour, &beyond) == colour;
}

/* Cache of runs equal to a block, indexed by a few bits of its address: the blocks of a puzzle are mostly a few
   shared objects. */
enum { KNOWN = 64 };

typedef struct {
    PyObject *block;
    Py_ssize_t length;
    int colour;
} Known;

/* `is_run` through the cache; blocks cannot change. */
static int is_known_run(PyObject *block, Py_ssize_t length, int colour, Known *known)
{
    known += ((uintptr_t)block >> 4) % KNOWN;
    if (known->block == block && known->length == length && known->colour == colour)
        return 1;
    int same = is_run(block, length, colour);
    if (same > 0)
        *known = (Known){block, length, colour};
    return same;
}

#ifdef _MSC_VER
#include <intrin.h>
static inline int lowest_bit(uint64_t bits)
{
    unsigned long at;
    _BitScanForward64(&at, bits);
    return (int)at;
}
#else
static inline int lowest_bit(uint64_t bits) { return __builtin_ctzll(bits); }
#endif

/* Writes the mask of the cells of colour 1. Returns 1, or 0 unless the line has 1 to 63 cells, all of colour 0 or 1. */
static int bits_of(const Cells *cells, uint64_t *bits)
{
    unsigned char colours = 0;
    *bits = 0;
    if (cells->numbers || cells->length < 1 || cells->length > 63)
        return 0;
    const unsigned char *cell = cells->grid + cells->start;
    for (int place = 0; place < (int)cells->length; place++) {
        colours |= cell[place * cells->step];
        *bits |= (uint64_t)cell[place * cells->step] << place;
    }
    return colours <= 1;
}

/* `agrees` for such lines, in a third of the time: no branch depends on a single cell. */
static int bits_agree(uint64_t bits, PyObject *clue, Known *known)
{
    Py_ssize_t blocks = PyTuple_GET_SIZE(clue), number = 0;
    while (bits) {
        bits >>= lowest_bit(bits);
        int length = lowest_bit(~bits);
        bits >>= length;
        int same = number < blocks ? is_known_run(PyTuple_GET_ITEM(clue, number++), length, 1, known) : 0;
        if (same <= 0)
            return same;
    }
    return number == blocks;
}

/* Compares the runs of a line with the blocks of its clue: 1 if they agree, else 0; -1 with an exception set. */
static int agrees(const Cells *cells, PyObject *clue, Known *known)
{
    if (!PyTuple_Check(clue)) {
        PyErr_SetString(PyExc_TypeError, "a clue is a tuple of blocks or None");
        return -1;
    }
    uint64_t bits;
    if (bits_of(cells, &bits))
        return bits_agree(bits, clue, known);
    Py_ssize_t blocks = PyTuple_GET_SIZE(clue), number = 0;
    for (Py_ssize_t place = 0, begun; (begun = place) < cells->length;) {
        int colour = colour_at(cells, place), next = colour;
        while (next == colour && ++place < cells->length)
            next = colour_at(cells, place);
        if (colour < 0 || next < 0)
            return -1;
        if (!colour)
            continue;
        int same = number < blocks ? is_known_run(PyTuple_GET_ITEM(clue, number++), place - begun, colour, known) : 0;
        if (same <= 0)
            return same;
    }
    return number == blocks;
}

/* Returns the number of the first line of a family that violates its clue, else the number of lines; -1 with an
   exception set. */
static Py_ssize_t first_of_family(Cells *cells, const Layout *layout, int family, PyObject *clues, Known *known)
{
    if (!has_clues(layout, family, clues))
        return -1;
    for (Py_ssize_t number = 0; number < PyTuple_GET_SIZE(clues); number++) {
        PyObject *clue = PyTuple_GET_ITEM(clues, number);
        if (clue == Py_None)
            continue;
        int unopened = layout->families ? open_cells(cells, PyTuple_GET_ITEM(lines_of(layout, family), number))
                                        : open_line(cells, layout, family, number);
        int answer = unopened ? -1 : agrees(cells, clue, known);
        if (answer <= 0)
            return answer ? -1 : number;
    }
    return PyTuple_GET_SIZE(clues);
}

/* first_violation(cells, layout, clues) */
static PyObject *first_violation(PyObject *module, PyObject *const *arguments, Py_ssize_t number)
{
    (void)module;
    Layout layout;
    if (number != 3 || !PyBytes_Check(arguments[0])) {
        PyErr_SetString(PyExc_TypeError, "first_violation takes bytes, a layout, and the clues of its families");
        return NULL;
    }
    if (read_layout(&layout, arguments[1], arguments[2]))
        return NULL;
    Cells cells = {.grid = (const unsigned char *)PyBytes_AS_STRING(arguments[0]),
                   .size = PyBytes_GET_SIZE(arguments[0])};
    Known known[KNOWN] = {{NULL, 0, 0}};
    Py_ssize_t before = 0;
    for (int family = 0; family < layout.count; family++) {
        PyObject *clues = PyTuple_GET_ITEM(arguments[2], family);
        Py_ssize_t found = first_of_family(&cells, &layout, family, clues, known);
        if (found < 0)
            return NULL;
        if (found < PyTuple_GET_SIZE(clues))
            return PyLong_FromSsize_t(before + found);
        before += found;
    }
    return PyLong_FromLong(-1);
}

/* picture_counts(cells, width): see nonosat.model.verification. */
static PyObject *picture_counts(PyObject *module, PyObject *const *arguments, Py_ssize_t number)
{
    (void)module;
    if (number != 2 || !PyBytes_Check(arguments[0]) || !PyLong_CheckExact(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "picture_counts takes bytes and a width");
        return NULL;
    }
    const unsigned char *cells = (const unsigned char *)PyBytes_AS_STRING(arguments[0]);
    Py_ssize_t size = PyBytes_GET_SIZE(arguments[0]), width = PyLong_AsSsize_t(arguments[1]), changes = 0, pieces = size;
    if (PyErr_Occurred())
        return NULL;
    if (width < 1) {
        PyErr_SetString(PyExc_ValueError, "the width must be at least 1");
        return NULL;
    }
    Py_ssize_t *root = PyMem_Malloc(sizeof *root * (size_t)(size + 1));
    if (!root)
        return PyErr_NoMemory();
    for (Py_ssize_t at = 0; at < size; at++) {
        const Py_ssize_t others[] = {at % width ? at - 1 : -1, at - width};
        root[at] = at;
        for (int which = 0; which < 2; which++) {
            Py_ssize_t other = others[which], one = at;
            if (other < 0)
                continue;
            if (cells[other] != cells[at]) {
                changes++;
                continue;
            }
            for (; root[one] != one; one = root[one])
                root[one] = root[root[one]];
            for (; root[other] != other; other = root[other])
                root[other] = root[root[other]];
            pieces -= one != other;
            root[one] = other;
        }
    }
    PyMem_Free(root);
    return Py_BuildValue("(nn)", changes, pieces);
}

static PyMethodDef methods[] = {
    {"first_violation", (PyCFunction)(void (*)(void))first_violation, METH_FASTCALL,
     "first_violation(cells, layout, clues): the number of the first line that violates its clue, or -1."},
    {"is_sound", (PyCFunction)(void (*)(void))is_sound, METH_FASTCALL,
     "is_sound(layout, clues, colours): True only if all clues fit their lines and the sums of each ink agree."},
    {"picture_counts", (PyCFunction)(void (*)(void))picture_counts, METH_FASTCALL,
     "picture_counts(cells, width): (changes, pieces): neighbouring cells that differ, and connected pieces of one colour."},
    {"read_clues", (PyCFunction)(void (*)(void))read_clues, METH_FASTCALL,
     "read_clues(text, blocks): the clues of lines of numbers; None if one is not plain, an int if `blocks` lacks that length."},
    {"take_clues", (PyCFunction)(void (*)(void))take_clues, METH_FASTCALL,
     "take_clues(lists, blocks): the same for lists of lengths, or of clues."},
    {"write_clues", write_clues, METH_O, "write_clues(clues): the text that `read_clues` reads; None if one is not plain."},
    {NULL, NULL, 0, NULL},
};

#ifndef NONOSAT_SOURCES
#define NONOSAT_SOURCES "" /* setup.py defines the digest of the sources, which nonosat.support.compiled_sources compares */
#endif

static int add_sources(PyObject *module) { return PyModule_AddStringConstant(module, "SOURCES", NONOSAT_SOURCES); }

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)add_sources},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_PER_INTERPRETER_GIL_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_NOT_USED},
#endif
    {0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "nonosat.model._compiled",
    .m_doc = "Checks of grids and clues, and plain clues from and to text.",
    .m_methods = methods,
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__compiled(void) { return PyModuleDef_Init(&definition); }
