/* Calls of the kernel that can take long: signals, the tick, and the interpreter's lock. */

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
    if (calling->may_release)
        calling->thread = PyEval_SaveThread();
    return 0;
}

void enter_call(Calling *calling, PyObject *ticker, int may_release)
{
    *calling = (Calling){.ticker = ticker, .may_release = may_release, .tick = {look, calling}};
}

void leave_call(Calling *calling) { take_lock(calling); }

void *raise_error(int error, const char *message)
{
    if (error == NONOSAT_MEMORY)
        PyErr_NoMemory();
    else if (error == NONOSAT_WRONG)
        PyErr_SetString(PyExc_AssertionError, "the kernel's solution does not fit the clues");
    else if (error != NONOSAT_STOPPED) /* after which the exception is that of the tick */
        PyErr_SetString(PyExc_ValueError, message);
    return NULL;
}
