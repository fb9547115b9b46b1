/* The clauses of one line in the order encoding: what nonosat.sat.encodings.order explains, clause for clause. */

#include "kernel.h"

/* A boundary that may lie at several positions; `le[p - first]` for first <= p < last is the literal "at or
   before p". */
typedef struct {
    int first;
    int last;
    const int *le;
} Order;

/* Where clauses go, and the variables used by now. */
typedef struct {
    PyObject *clauses;
    int used;
} Writer;

/* Appends a clause of two or three literals, the last of which is stolen and may be NULL for none. */
static int append(Writer *writer, int a, int b, PyObject *last)
{
    int failed = -1, size = !!a + !!b + !!last, at = 0;
    PyObject *clause = PyList_New(size);
    if (clause) {
        PyObject *one;
        failed = 0;
        if (a) {
            failed |= !(one = PyLong_FromLong(a));
            PyList_SET_ITEM(clause, at++, one);
        }
        if (b) {
            failed |= !(one = PyLong_FromLong(b));
            PyList_SET_ITEM(clause, at++, one);
        }
        if (last)
            PyList_SET_ITEM(clause, at, Py_NewRef(last));
        failed = failed || PyList_Append(writer->clauses, clause);
        Py_DECREF(clause);
    }
    return failed;
}

/* The order literals of a set of positions, chained. */
static int make_order(Writer *writer, const word *possible, int words, int *le, Order *order)
{
    int first = lowest(possible), last = highest(possible, words);
    for (int at = first; at < last; at++) {
        int is_new = bit(possible, at);
        writer->used += is_new;
        le[at - first] = writer->used;
        if (is_new && at > first && append(writer, -(writer->used - 1), writer->used, NULL))
            return -1;
    }
    *order = (Order){first, last, le};
    return 0;
}

/* If `other` is at or before p, `one` is at or before p - distance. */
static int write_follows(Writer *writer, Order one, Order other, int distance)
{
    int from = other.first - distance - one.first, last_a = 0, last_b = 0;
    for (int at = 0; at < other.last - other.first && from + at < one.last - one.first; at++) {
        int a = one.le[from + at], b = other.le[at];
        if ((a != last_a || b != last_b) && append(writer, -b, a, NULL))
            return -1;
        last_a = a;
        last_b = b;
    }
    return 0;
}

/* Which colour a cell has: literals as Python has them, None where it is the colour, 0 where it cannot be. */
typedef struct {
    PyObject *literals; /* by cell */
    const int *cells;
} Cells;

enum { NEVER, OPEN, ALWAYS };

static int literal_of(Cells cells, int place, PyObject **literal)
{
    *literal = PyList_GET_ITEM(cells.literals, cells.cells[place]);
    return *literal == Py_None ? ALWAYS : PyObject_IsTrue(*literal) ? OPEN : NEVER;
}

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* A cell at or after `one` and before `other` has the colour of `cells`. */
static int write_between(Writer *writer, Order one, Order other, Cells cells)
{
    PyObject *x;
    for (int p = one.first; p < least(one.last, other.first); p++) /* `one` in question */
        if (literal_of(cells, p, &x) == OPEN && append(writer, -one.le[p - one.first], 0, x))
            return -1;
    for (int p = most(one.first, other.first); p < least(one.last, other.last); p++) { /* both in question */
        int a = one.le[p - one.first], b = other.le[p - other.first], colour = literal_of(cells, p, &x);
        if (colour != ALWAYS && a != b && append(writer, -a, b, colour == OPEN ? x : NULL))
            return -1;
    }
    for (int p = most(one.last, other.first); p < other.last; p++) /* `other` in question */
        if (literal_of(cells, p, &x) == OPEN && append(writer, other.le[p - other.first], 0, x))
            return -1;
    return 0;
}

/* All clauses of a line. `spans` is what `line_spans` gave, `le` has room for four times its positions. */
static int write_line(Writer *writer, const Line *line, const word *spans, PyObject *literals, int *le)
{
    int places = line->length + 1;
    Order before = {0, 0, NULL}, edge = {line->length, line->length, NULL};
    Cells background = {PyList_GET_ITEM(literals, 0), line->cells};
    for (int number = 0; number < line->blocks; number++, spans += 2 * line->words) {
        const Block *block = line->block + number;
        Cells ink = {PyList_GET_ITEM(literals, block->colour), line->cells};
        int *own = le + (number % 2 ? 2 * places : 0);
        Order starts, ends;
        if (make_order(writer, spans, line->words, own, &starts))
            return -1;
        if (block->length)
            ends = (Order){starts.first + block->length, starts.last + block->length, starts.le};
        else if (make_order(writer, spans + line->words, line->words, own + places, &ends) ||
                 write_follows(writer, starts, ends, 1))
            return -1;
        if ((number && write_follows(writer, before, starts, block->gap)) ||
            write_between(writer, before, starts, background) || write_between(writer, starts, ends, ink))
            return -1;
        before = ends;
    }
    return write_between(writer, before, edge, background);
}

PyObject *lines_clauses(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    long line_number = number == 5 ? PyLong_AsLong(arguments[0]) : -1;
    long used = number == 5 ? PyLong_AsLong(arguments[4]) : -1;
    if (PyErr_Occurred())
        return NULL;
    if (line_number < 0 || line_number >= self->lines || used < 0 || self->line[line_number].blocks < 0 ||
        !PyList_Check(arguments[2]) || PyList_GET_SIZE(arguments[2]) != self->colours || !PyList_Check(arguments[3])) {
        PyErr_SetString(PyExc_TypeError, "clauses takes a line, its masks, literals, clauses, the variables used");
        return NULL;
    }
    for (int colour = 0; colour < self->colours; colour++)
        if (!PyList_Check(PyList_GET_ITEM(arguments[2], colour)) ||
            PyList_GET_SIZE(PyList_GET_ITEM(arguments[2], colour)) != self->cells) {
            PyErr_SetString(PyExc_TypeError, "literals are one for each colour and cell");
            return NULL;
        }
    const Line *line = self->line + line_number;
    word *spans = spans_from(self, line, arguments[1]);
    if (!spans) {
        if (!PyErr_Occurred())
            PyErr_SetString(PyExc_ValueError, "the line has no filling");
        return NULL;
    }
    int *le = PyMem_Malloc(sizeof(int) * 4 * (line->length + 1));
    Writer writer = {arguments[3], (int)used};
    if (!le)
        PyErr_NoMemory();
    int failed = !le || write_line(&writer, line, spans, arguments[2], le);
    PyMem_Free(spans);
    PyMem_Free(le);
    if (failed && PyErr_ExceptionMatches(PyExc_MemoryError)) /* which needs some memory to be raised */
        PyList_SetSlice(writer.clauses, 0, PyList_GET_SIZE(writer.clauses), NULL);
    return failed ? NULL : PyLong_FromLong(writer.used);
}
