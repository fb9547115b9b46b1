/* The clauses of one line in the order encoding: what nonosat.solving.lines.clauses explains, clause for clause.

   References to the literals of the line's cells are taken first, and the literals are checked to be
   integers, which
   run no Python code when they are read. So nothing that happens while clauses are made can free them.
*/

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
    PyObject *clauses; /* a list */
    int used;
} Writer;

/* Appends a clause of two or three literals; 0 for `a` or `b` and NULL for `last`, which is borrowed, stand for none. */
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

/* The order literals of a set of positions, which is not empty, chained. `le` has room for all but the last position
   from the first on, and is what the order points to. */
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

/* Adds the clauses: if `other` is at or before p, `one` is at or before p - distance.
   Requires that the first position of `other` is at least that distance after that of `one`. */
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

/* Whether the cell at a position has a colour, for all positions of a line: a literal, None where it has the colour in
   any case, NULL where it cannot have it. The owner of the array owns the references. */
typedef PyObject *const *Cells;

static int is_open(PyObject *literal) { return literal && literal != Py_None; }

static int least(int a, int b) { return a < b ? a : b; }
static int most(int a, int b) { return a > b ? a : b; }

/* Adds the clauses: a cell at or after `one` and before `other` has the colour of `cells`. Requires orders
   within the line. */
static int write_between(Writer *writer, Order one, Order other, Cells cells)
{
    for (int p = one.first; p < least(one.last, other.first); p++) /* `one` in question */
        if (is_open(cells[p]) && append(writer, -one.le[p - one.first], 0, cells[p]))
            return -1;
    for (int p = most(one.first, other.first); p < least(one.last, other.last); p++) { /* both in question */
        int a = one.le[p - one.first], b = other.le[p - other.first];
        if (cells[p] != Py_None && a != b && append(writer, -a, b, cells[p]))
            return -1;
    }
    for (int p = most(one.last, other.first); p < other.last; p++) /* `other` in question */
        if (is_open(cells[p]) && append(writer, other.le[p - other.first], 0, cells[p]))
            return -1;
    return 0;
}

/* All clauses of a line. Requires what `line_spans` gave for `spans`; the literals [colour][position]; room at `le` for
   four times the line's positions; and that the literals it can use, two for each position and block, are ints. */
static int write_line(Writer *writer, const Line *line, const word *spans, PyObject *const *literals, int *le)
{
    int places = line->length + 1;
    Order before = {0, 0, NULL}, edge = {line->length, line->length, NULL};
    for (int number = 0; number < line->blocks; number++, spans += 2 * line->words) {
        const Block *block = line->block + number;
        Cells ink = literals + (Py_ssize_t)block->colour * line->length;
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
            write_between(writer, before, starts, literals) || write_between(writer, starts, ends, ink))
            return -1;
        before = ends;
    }
    return write_between(writer, before, edge, literals);
}

/* Frees an array of this many owned references, each of which may be NULL. */
static void release(PyObject **references, Py_ssize_t number)
{
    for (Py_ssize_t at = 0; references && at < number; at++)
        Py_XDECREF(references[at]);
    PyMem_Free(references);
}

/* [colour][position]: the literals of a line, from the lists of those of all cells: to be released. */
static PyObject **literals_from(const Lines *lines, const Line *line, PyObject *literals)
{
    Py_ssize_t number = (Py_ssize_t)lines->colours * line->length;
    PyObject **found = PyMem_Calloc(number + 1, sizeof(PyObject *));
    if (!found) {
        PyErr_NoMemory();
        return NULL;
    }
    if (!PyList_Check(literals) || PyList_GET_SIZE(literals) != lines->colours)
        goto refused;
    for (int colour = 0; colour < lines->colours; colour++) {
        PyObject *of_cells = PyList_GET_ITEM(literals, colour);
        if (!PyList_Check(of_cells) || PyList_GET_SIZE(of_cells) != lines->cells)
            goto refused;
        for (int at = 0; at < line->length; at++) {
            PyObject *literal = PyList_GET_ITEM(of_cells, line->cells[at]);
            if (literal != Py_None && !PyLong_CheckExact(literal))
                goto refused;
            if (literal == Py_None || PyObject_IsTrue(literal))
                found[(Py_ssize_t)colour * line->length + at] = Py_NewRef(literal);
        }
    }
    return found;
refused:
    PyErr_SetString(PyExc_TypeError, "literals are an integer or None for each colour and cell");
    release(found, number);
    return NULL;
}

/* clauses(line, masks, literals, clauses, used). If memory runs out the list of clauses is emptied: whoever handles
   the exception needs some. */
PyObject *lines_clauses(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 5 || !PyList_Check(arguments[3])) {
        PyErr_SetString(PyExc_TypeError, "clauses takes a line, its masks, literals, clauses, the variables used");
        return NULL;
    }
    int line_number = line_number_from(self, arguments[0]);
    long used = line_number < 0 ? -1 : PyLong_AsLong(arguments[4]);
    if (PyErr_Occurred())
        return NULL;
    const Line *line = self->line + line_number;
    if (line->blocks < 0 || used < 0 || used > INT_MAX - 2 * (int64_t)line->blocks * (line->length + 1)) {
        PyErr_SetString(PyExc_ValueError, "a line with a clue, and no more variables than an int can number");
        return NULL;
    }
    word *spans = spans_from(self, line, arguments[1]);
    if (!spans && !PyErr_Occurred())
        PyErr_SetString(PyExc_ValueError, "the line has no filling");
    PyObject **literals = spans ? literals_from(self, line, arguments[2]) : NULL;
    int *le = literals ? PyMem_Malloc(sizeof(int) * 4 * (line->length + 1)) : NULL;
    if (literals && !le)
        PyErr_NoMemory();
    Writer writer = {arguments[3], (int)used};
    int failed = !le || write_line(&writer, line, spans, literals, le);
    PyObject *found = failed ? NULL : PyLong_FromLong(writer.used);
    PyMem_Free(spans);
    PyMem_Free(le);
    if (!found && PyErr_ExceptionMatches(PyExc_MemoryError)) {
        PyObject *type, *value, *trace; /* the items are freed, which may run code of the caller */
        PyErr_Fetch(&type, &value, &trace);
        if (PyList_SetSlice(writer.clauses, 0, PyList_GET_SIZE(writer.clauses), NULL))
            PyErr_Clear();
        PyErr_Restore(type, value, trace);
    }
    release(literals, literals ? (Py_ssize_t)self->colours * line->length : 0);
    return found;
}
