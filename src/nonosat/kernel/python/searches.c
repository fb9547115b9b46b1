/* The search with all its stages, as Python sees it. */

#include "binding.h"

#include <structmember.h>
#include <time.h>

typedef struct {
    PyObject_HEAD
    LinesObject *lines;
    nonosat_search *search;
    nonosat_effort effort; /* after the last step */
    int busy;
} SearchObject;

static void search_dealloc(SearchObject *self)
{
    nonosat_search_free(self->search);
    Py_XDECREF(self->lines);
    free_object((PyObject *)self);
}

/* The search of an object; NULL with an exception set if a call is using it. */
static nonosat_search *idle(SearchObject *self)
{
    if (self->busy)
        PyErr_SetString(PyExc_RuntimeError, "another call is using it");
    return self->busy ? NULL : self->search;
}

/* The message for a handle that an error has spoilt before. */
#define SPOILT "an exception has ended the search"

#if defined CLOCK_MONOTONIC && !defined __wasm__
static double elapsed(void)
{
    struct timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}

/* CPU seconds of the process. Within a millisecond of the last reading, elapsed time is added to that: a reading is a call of the
   system, and two take 2 % of an easy check. */
static double seconds(void)
{
    static _Thread_local double cpu, read_at = -1, latest;
    double now = elapsed();
    if (now - read_at > .001) {
        cpu = (double)clock() / CLOCKS_PER_SEC;
        read_at = now;
    }
    double estimate = cpu + (now - read_at);
    return latest = estimate > latest ? estimate : latest;
}
#else
static double seconds(void) { return (double)clock() / CLOCKS_PER_SEC; }
#endif

/* Reads a schedule, an object with the members of `nonosat_schedule` as attributes. There 0 means none. */
static int read_schedule(PyObject *given, nonosat_schedule *schedule)
{
    const struct {
        const char *name;
        int64_t *number;
    } members[] = {
        {"briefly", &schedule->briefly}, {"patience", &schedule->patience},
        {"alone", &schedule->alone},     {"second", &schedule->second},
        {"round_conflicts", &schedule->round_conflicts}, {"large", &schedule->large},
        {"deep", &schedule->deep},
    };
    *schedule = (nonosat_schedule){.size = sizeof *schedule};
    for (size_t at = 0; at < sizeof members / sizeof *members; at++) {
        PyObject *value = PyObject_GetAttrString(given, members[at].name);
        long long number = value ? PyLong_AsLongLong(value) : -1;
        Py_XDECREF(value);
        if (PyErr_Occurred()) {
            PyErr_Format(PyExc_TypeError, "a schedule has a number `%s`", members[at].name);
            return -1;
        }
        if (number < 0) {
            PyErr_SetString(PyExc_ValueError, "a number of a schedule is negative");
            return -1;
        }
        *members[at].number = stated(number);
    }
    return 0;
}

/* search(candidates, seed, most, learner, schedule) of Lines. */
PyObject *lines_search(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *numbers;
    unsigned long long seed;
    long long most;
    int learns;
    nonosat_schedule schedule;
    Calling calling;
    if (!PyArg_ParseTuple(arguments, "OKLpO", &candidates, &seed, &most, &learns, &numbers) ||
        (numbers != Py_None && read_schedule(numbers, &schedule)))
        return NULL;
    SearchObject *search = (SearchObject *)PyType_GenericAlloc(SearchType, 0);
    nonosat_board *board = search ? enter_board(&calling, self, candidates, Py_None) : NULL;
    if (!board) {
        Py_XDECREF(search);
        return NULL;
    }
    search->lines = (LinesObject *)Py_NewRef(self);
    search->effort.size = sizeof search->effort;
    nonosat_options options = {.size = sizeof options, .seed = seed, .most = most > 3 ? 3 : most < 0 ? -1 : (int)most, .no_learner = !learns,
                               .schedule = numbers == Py_None ? NULL : &schedule, .clock = seconds};
    int error = nonosat_search_new(board, &options, &search->search);
    leave_call(&calling);
    if (!error) {
        nonosat_search_effort(search->search, &search->effort);
        return (PyObject *)search;
    }
    Py_DECREF(search);
    return raise_error(error, "there are more than 256 colours, or a negative number of solutions");
}

/* The cells of a picture, if no other call uses the search; NULL with an exception set. */
static const uint8_t *idle_picture(SearchObject *self, PyObject *picture)
{
    if (!PyBytes_Check(picture) || PyBytes_Size(picture) != nonosat_puzzle_cells(self->lines->puzzle)) {
        PyErr_SetString(PyExc_TypeError, "a picture has a byte for each cell");
        return NULL;
    }
    return idle(self) ? (const uint8_t *)PyBytes_AsString(picture) : NULL;
}

/* exclude(picture) */
static PyObject *search_exclude(SearchObject *self, PyObject *picture)
{
    const uint8_t *cells = idle_picture(self, picture);
    if (!cells)
        return NULL;
    int error = nonosat_search_exclude(self->search, cells);
    nonosat_search_effort(self->search, &self->effort);
    return error ? raise_error(error, SPOILT) : Py_NewRef(Py_None);
}

/* hint(picture) */
static PyObject *search_hint(SearchObject *self, PyObject *picture)
{
    const uint8_t *cells = idle_picture(self, picture);
    int error = cells ? nonosat_search_hint(self->search, cells) : 0;
    return !cells ? NULL : error ? raise_error(error, "hints come before the first step") : Py_NewRef(Py_None);
}

/* step(conflicts, tick, observer) */
static PyObject *search_step(SearchObject *self, PyObject *arguments)
{
    PyObject *ticker, *function;
    long long conflicts;
    Calling calling;
    if (!PyArg_ParseTuple(arguments, "LOO", &conflicts, &ticker, &function) || enter_call(&calling, &self->busy, ticker))
        return NULL;
    int result = nonosat_search_step(self->search, conflicts, INT64_MAX, &calling.tick, observer_of(&calling, self->lines, function));
    leave_call(&calling);
    nonosat_search_effort(self->search, &self->effort);
    if (result < 0)
        return raise_error(result, SPOILT);
    if (result != NONOSAT_FOUND)
        return Py_BuildValue("iO", result, Py_None);
    PyObject *picture = picture_from(self->lines, nonosat_search_solution(self->search));
    return picture ? Py_BuildValue("iN", result, picture) : NULL;
}

static PyObject *search_turn(SearchObject *self, PyObject *nothing)
{
    (void)nothing;
    if (!idle(self))
        return NULL;
    nonosat_search_turn(self->search);
    Py_RETURN_NONE;
}

/* The conflicts so far, also during a step. */
static PyObject *search_conflicts(SearchObject *self, void *nothing)
{
    (void)nothing;
    nonosat_search_effort(self->search, &self->effort);
    return PyLong_FromLongLong(self->effort.conflicts);
}

static PyObject *search_board(SearchObject *self, PyObject *nothing)
{
    (void)nothing;
    nonosat_board *copy;
    if (!idle(self))
        return NULL;
    int error = nonosat_board_copy(nonosat_search_board(self->search), &copy);
    return error ? raise_error(error, "") : new_board(self->lines, copy);
}

static PyObject *search_units(SearchObject *self, PyObject *nothing)
{
    (void)nothing;
    int most = nonosat_search_variables(self->search);
    if (!idle(self))
        return NULL;
    if (most < 0)
        Py_RETURN_NONE;
    int64_t *numbers = PyMem_Malloc(sizeof(int64_t) * ((size_t)most + 1));
    if (!numbers)
        return PyErr_NoMemory();
    int units = nonosat_search_units(self->search, numbers);
    PyObject *list = numbers_from(numbers, units);
    PyMem_Free(numbers);
    return list;
}

/* best_colours(): the likeliest colour of each cell, the first of several; None before beliefs. */
static PyObject *search_best_colours(SearchObject *self, PyObject *nothing)
{
    (void)nothing;
    if (!idle(self))
        return NULL;
    const double *likelihood = nonosat_search_beliefs(self->search);
    if (!likelihood)
        Py_RETURN_NONE;
    Py_ssize_t cells = nonosat_puzzle_cells(self->lines->puzzle);
    PyObject *picture = PyBytes_FromStringAndSize(NULL, cells);
    for (Py_ssize_t cell = 0; picture && cell < cells; cell++) {
        int best = 0;
        for (int colour = 1; colour < nonosat_puzzle_colours(self->lines->puzzle); colour++)
            best = likelihood[colour * cells + cell] > likelihood[best * cells + cell] ? colour : best;
        PyBytes_AsString(picture)[cell] = (char)best;
    }
    return picture;
}

static PyObject *nonnegative(double seconds) { return PyFloat_FromDouble(seconds > 0 ? seconds : 0); }

/* figures(): a new dictionary of what the statistics of a search have of its stages, also during a step. */
static PyObject *search_figures(SearchObject *self, PyObject *nothing)
{
    (void)nothing;
    nonosat_search_effort(self->search, &self->effort);
    const nonosat_effort *effort = &self->effort;
    const struct {
        const char *name;
        PyObject *value;
    } members[] = {
        {"cells", PyLong_FromLong(nonosat_puzzle_cells(self->lines->puzzle))},
        {"open_cells", PyLong_FromLong(effort->open > 0 ? effort->open : 0)},
        {"probes", PyLong_FromLongLong(effort->probes)},
        {"conflicts", PyLong_FromLongLong(effort->conflicts)},
        {"propagate", PyFloat_FromDouble(effort->propagate)},
        {"probe", PyFloat_FromDouble(effort->probe)},
        {"beliefs", PyFloat_FromDouble(effort->beliefs)},
        {"first", nonnegative(effort->seconds - effort->propagate - effort->probe - effort->beliefs)},
    };
    enum { FIGURES = sizeof members / sizeof *members };
    static PyObject *keys[FIGURES]; /* made once: making them takes longer than the rest */
    PyObject *figures = PyDict_New();
    for (int at = 0; at < FIGURES; at++) {
        if (!keys[at])
            keys[at] = PyUnicode_InternFromString(members[at].name);
        if (figures && (!members[at].value || !keys[at] || PyDict_SetItem(figures, keys[at], members[at].value)))
            Py_CLEAR(figures);
        Py_XDECREF(members[at].value);
    }
    return figures;
}

static PyMethodDef search_methods[] = {
    {"exclude", (PyCFunction)search_exclude, METH_O, "exclude(picture): a solution that need not be found."},
    {"hint", (PyCFunction)search_hint, METH_O, "hint(picture): a picture at hand, which may be a solution; before the first step."},
    {"step", (PyCFunction)search_step, METH_VARARGS,
     "step(conflicts, tick, observer): searches on; a result, and the solution if it is FOUND."},
    {"turn", (PyCFunction)search_turn, METH_NOARGS, "turn(): gives the learner another turn after EXHAUSTED."},
    {"figures", (PyCFunction)search_figures, METH_NOARGS, "figures(): the statistics of these stages."},
    {"board", (PyCFunction)search_board, METH_NOARGS, "board(): a copy of the board."},
    {"units", (PyCFunction)search_units, METH_NOARGS, "units(): what the learner knows of cells; None without one."},
    {"best_colours", (PyCFunction)search_best_colours, METH_NOARGS, "best_colours(): the likeliest colours; None before beliefs."},
    {NULL, NULL, 0, NULL},
};

#define EFFORT(name, type) {#name, type, offsetof(SearchObject, effort.name), READONLY, NULL}

static PyMemberDef search_members[] = {
    EFFORT(broken, T_INT),   EFFORT(open, T_INT),       EFFORT(found, T_INT),
    EFFORT(complete, T_INT), EFFORT(work, T_LONGLONG), {NULL, 0, 0, 0, NULL},
};

static PyObject *search_learns(SearchObject *self, void *nothing)
{
    (void)nothing;
    return PyBool_FromLong(nonosat_search_variables(self->search) >= 0);
}

static PyGetSetDef search_properties[] = {
    {"learns", (getter)search_learns, NULL, "True if there is a learner that can have turns.", NULL},
    {"conflicts", (getter)search_conflicts, NULL, "Conflicts so far.", NULL},
    {NULL, NULL, NULL, NULL, NULL},
};

static PyType_Slot search_slots[] = {
    {Py_tp_doc, (void *)"One search, stage by stage, which `Lines.search` begins."},
    {Py_tp_methods, search_methods},
    {Py_tp_members, search_members},
    {Py_tp_getset, search_properties},
    {Py_tp_dealloc, search_dealloc},
    {0, NULL},
};

PyType_Spec search_spec = {"nonosat.kernel.Search", sizeof(SearchObject), 0, Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION, search_slots};
