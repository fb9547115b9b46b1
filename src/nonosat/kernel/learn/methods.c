/* The learner as Python sees it; _compiled.pyi says what its methods take. */

#include "learner.h"

static void learner_dealloc(Learner *self)
{
    close_learner(self);
    Py_XDECREF(self->lines);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* 0, or -1 with an exception set if the learner is searching, or an exception has ended its search. */
static int require_idle(const Learner *self)
{
    if (!self->running && !self->spoilt)
        return 0;
    PyErr_SetString(PyExc_RuntimeError, self->running ? "it is being searched" : "an exception has ended the search");
    return -1;
}

/* search(conflicts, work, found, most, tick) */
static PyObject *learner_search(Learner *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 5) {
        PyErr_SetString(PyExc_TypeError, "search takes conflicts, work, pictures, how many of them may be found, and a tick");
        return NULL;
    }
    Py_ssize_t amounts[3];
    for (int at = 0; at < 3; at++) {
        amounts[at] = PyNumber_AsSsize_t(arguments[at < 2 ? at : 3], PyExc_OverflowError);
        if (amounts[at] == -1 && PyErr_Occurred())
            return NULL;
    }
    PyObject *found = arguments[2];
    if (!PyList_Check(found)) {
        PyErr_SetString(PyExc_TypeError, "pictures that are found are appended to a list");
        return NULL;
    }
    if (require_idle(self))
        return NULL;
    Py_ssize_t before = self->conflicts, done = self->work;
    int answer = self->complete ? COMPLETE : GOING_ON;
    self->running = 1;
    self->tick = arguments[4];
    if (answer == GOING_ON && self->known < PyList_GET_SIZE(found))
        cancel_until(self, 0);
    while (answer == GOING_ON && self->known < PyList_GET_SIZE(found)) {
        PyObject *picture = Py_NewRef(PyList_GET_ITEM(found, self->known));
        answer = exclude(self, picture);
        Py_DECREF(picture);
        self->known++;
    }
    if (answer == GOING_ON)
        answer = search(self, amounts[0], amounts[1], found, amounts[2]);
    self->running = 0;
    self->tick = NULL;
    if (answer == LEARNER_RAISED) {
        self->spoilt = 1;
        return NULL;
    }
    self->complete = answer == COMPLETE;
    return Py_BuildValue("Nnn", PyBool_FromLong(self->complete), self->conflicts - before, self->work - done);
}

/* ---- beliefs as phases and first activities ---- */

/* A likelihood, between 0 and 1 whatever was given. */
static double likelihood(const Learner *self, const double *all, int cell, int colour)
{
    double found = colour < 0 ? 0 : all[(Py_ssize_t)colour * self->lines->cells + cell];
    return found > 0 ? found < 1 ? found : 1 : 0;
}

/* Phases of the variables of a cell are those of its likeliest colour. The variable that decides about it gets an activity: by
   how much it is likelier than the next. */
static void prefer_cell(Learner *self, int first, int end, const double *likely, double boost)
{
    double most = -1, second = -1;
    int best = 0;
    for (int side = 2 * first; side < 2 * end; side++) { /* its negation says that the cell has the colour */
        double mine = likelihood(self, likely, self->cell[first], self->lost[side]);
        second = mine > most ? most : mine > second ? mine : second;
        best = mine > most ? side : best;
        most = mine > most ? mine : most;
    }
    for (int each = first; each < end; each++) {
        self->phase[each] = 2 * each == best;
        self->choice[each].activity = each == best / 2 ? boost * (most - second) : 0;
    }
}

/* prefer(likelihoods, boost) */
static PyObject *learner_prefer(Learner *self, PyObject *const *arguments, Py_ssize_t number)
{
    double boost = number == 2 ? PyFloat_AsDouble(arguments[1]) : 0;
    if (number != 2 || (boost == -1 && PyErr_Occurred())) {
        if (number != 2)
            PyErr_SetString(PyExc_TypeError, "prefer takes likelihoods and a boost");
        return NULL;
    }
    Py_buffer buffer;
    if (PyObject_GetBuffer(arguments[0], &buffer, PyBUF_SIMPLE))
        return NULL;
    if (buffer.len != (Py_ssize_t)sizeof(double) * self->lines->cells * self->lines->colours)
        PyErr_SetString(PyExc_ValueError, "a number for each colour of each cell is wanted");
    else if ((uintptr_t)buffer.buf % sizeof(double))
        PyErr_SetString(PyExc_ValueError, "the numbers must be aligned");
    else if (!(boost >= 0 && boost <= 1e9))
        PyErr_SetString(PyExc_ValueError, "a boost is between 0 and 1e9");
    else if (!require_idle(self) && !self->complete) {
        cancel_until(self, 0);
        boost *= self->increment;
        for (int first = 0; first < self->variables; first += self->several[self->cell[first]])
            prefer_cell(self, first, first + self->several[self->cell[first]], buffer.buf, boost);
        for (Py_ssize_t at = self->variables; at < self->choices; at++)
            self->choice[at].activity = 0;
        rebuild_heap(self);
    }
    PyBuffer_Release(&buffer);
    return PyErr_Occurred() ? NULL : Py_NewRef(Py_None);
}

/* ---- what the learner shares with others ---- */

/* narrow(candidates): takes over what others have refuted. */
static PyObject *learner_narrow(Learner *self, PyObject *candidates)
{
    if (require_idle(self))
        return NULL;
    word *masks = all_masks(self->lines, candidates);
    if (!masks || require_idle(self)) {
        PyMem_Free(masks);
        return NULL;
    }
    cancel_until(self, 0);
    for (int variable = 0; variable < self->variables; variable++)
        for (int side = 2 * variable; side <= 2 * variable + 1 && !self->complete; side++) {
            int cell = self->cell[variable], colour = self->lost[side];
            const Line *line = self->lines->line + self->lines->line_of[cell];
            if (colour < 0 ||
                bit(masks + line->masks + (Py_ssize_t)colour * line->words, self->lines->position_of[cell]))
                continue;
            if (!enqueue(self, (Literal){side, 0}, DECISION, 0, NULL)) {
                if (self->failed) {
                    self->spoilt = 1;
                    PyMem_Free(masks);
                    return NULL;
                }
                self->complete = 1;
            }
        }
    PyMem_Free(masks);
    Py_RETURN_NONE;
}

/* A literal of a cell as a number: 1 + colour * cells + cell if the cell has the colour, negative if it lacks it. */
static long number_of(const Learner *self, int side)
{
    int colour = self->lost[side ^ 1], cell = self->cell[side >> 1], lacking = colour < 0;
    long number = 1 + (long)(lacking ? self->lost[side] : colour) * self->lines->cells + cell;
    return lacking ? -number : number;
}

/* units(): the literals of cells that are true without any decision. */
static PyObject *learner_units(Learner *self, PyObject *nothing)
{
    (void)nothing;
    PyObject *found = PyList_New(0);
    if (!found || require_idle(self)) {
        Py_XDECREF(found);
        return NULL;
    }
    Py_ssize_t permanent = self->levels ? self->level[0] : self->trailed;
    for (int variable = 0; found && variable < self->variables; variable++) {
        if (self->value[variable] < 0 || self->entry[variable] >= permanent)
            continue;
        PyObject *number = PyLong_FromLong(number_of(self, 2 * variable + self->value[variable]));
        if (!number || PyList_Append(found, number))
            Py_CLEAR(found);
        Py_XDECREF(number);
    }
    return found;
}

static PyMethodDef methods[] = {
    {"search", (PyCFunction)(void (*)(void))learner_search, METH_FASTCALL,
     "search(conflicts, work, found, most, tick): continues; whether it is complete, the conflicts, and the work."},
    {"prefer", (PyCFunction)(void (*)(void))learner_prefer, METH_FASTCALL,
     "prefer(likelihoods, boost): phases and activities of cells from likelihoods [colour][cell]."},
    {"narrow", (PyCFunction)learner_narrow, METH_O, "narrow(candidates): takes over what others have refuted."},
    {"units", (PyCFunction)learner_units, METH_NOARGS, "units(): literals of cells that are true without any decision."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject LearnerType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nonosat.kernel.Learner",
    .tp_doc = "Conflict-driven clause learning over lines, which `Lines.learner` opens.",
    .tp_basicsize = sizeof(Learner),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = (destructor)learner_dealloc,
    .tp_methods = methods,
};

int ready_learner(void) { return PyType_Ready(&LearnerType); }

/* learner(candidates, whole_lines=True) of Lines. */
PyObject *lines_learner(Lines *self, PyObject *arguments)
{
    PyObject *candidates;
    int whole_lines = 1;
    if (!PyArg_ParseTuple(arguments, "O|p:learner", &candidates, &whole_lines))
        return NULL;
    if (self->colours > 256) {
        PyErr_SetString(PyExc_ValueError, "pictures have at most 256 colours");
        return NULL;
    }
    Learner *learner = (Learner *)LearnerType.tp_alloc(&LearnerType, 0);
    if (!learner)
        return NULL;
    learner->lines = (Lines *)Py_NewRef(self);
    int too_large = open_learner(learner, candidates, whole_lines);
    if (!too_large)
        return (PyObject *)learner;
    Py_DECREF(learner);
    return too_large > 0 ? Py_NewRef(Py_None) : NULL;
}
