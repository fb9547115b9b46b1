/* Calls of the kernel that can take long: signals, the tick, the observer, and the interpreter's lock. */

#include "binding.h"

enum { LOOKS = 20 }; /* ticks between two looks while the lock is released: reacquiring it takes 5 ms (sys.getswitchinterval) while
                        another thread is busy */

void take_lock(Calling *calling)
{
    if (calling->thread)
        PyEval_RestoreThread(calling->thread);
    calling->thread = NULL;
}

static int look(void *context)
{
    Calling *calling = context;
    if (calling->thread && ++calling->looks % LOOKS)
        return 0;
    take_lock(calling);
    if (PyErr_CheckSignals())
        return 1;
    if (calling->ticker != Py_None) {
        PyObject *nothing = PyObject_CallNoArgs(calling->ticker);
        if (!nothing)
            return 1;
        Py_DECREF(nothing);
    }
    calling->thread = PyEval_SaveThread();
    return 0;
}

static int observe(void *context, int line, const uint64_t *removed)
{
    Calling *calling = context;
    int words, colours = nonosat_puzzle_colours(calling->lines->puzzle);
    nonosat_line_masks(calling->lines->puzzle, line, &words);
    take_lock(calling);
    PyObject *integers = integers_from(colours, removed, words), *tuple = integers ? PyList_AsTuple(integers) : NULL;
    PyObject *answer = tuple ? PyObject_CallFunction(calling->function, "iO", line, tuple) : NULL;
    Py_XDECREF(integers);
    Py_XDECREF(tuple);
    Py_XDECREF(answer);
    return !answer;
}

int enter_call(Calling *calling, int *busy, PyObject *ticker)
{
    *calling = (Calling){.busy = busy, .ticker = ticker, .tick = {look, calling}};
    if (busy && *busy) {
        PyErr_SetString(PyExc_RuntimeError, "another call is using it");
        return -1;
    }
    if (busy)
        *busy = 1;
    return 0;
}

const nonosat_observer *observer_of(Calling *calling, const LinesObject *lines, PyObject *function)
{
    calling->lines = lines;
    calling->function = function;
    calling->observer = (nonosat_observer){observe, calling};
    return function == Py_None ? NULL : &calling->observer;
}

void leave_call(Calling *calling)
{
    take_lock(calling);
    if (calling->busy)
        *calling->busy = 0;
}
