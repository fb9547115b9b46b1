/* The compiled module: the type `Lines` and its methods. nonosat.lines.solver has their contracts. */

#include "binding.h"

#ifndef NONOSAT_SOURCES
#define NONOSAT_SOURCES "" /* setup.py defines the digest of the sources, which nonosat.support.compiled_sources compares */
#endif

#define METHOD(name, flags) {#name, (PyCFunction)lines_##name, flags, NULL}

static PyMethodDef methods[] = {
    METHOD(blank, METH_O),
    METHOD(to_kernel, METH_O),
    METHOD(from_kernel, METH_O),
    METHOD(known, METH_O),
    METHOD(propagate, METH_VARARGS),
    METHOD(probe, METH_VARARGS),
    METHOD(search, METH_VARARGS),
    METHOD(chain, METH_VARARGS),
    METHOD(derived, METH_VARARGS),
    METHOD(nested, METH_VARARGS),
    METHOD(shortened, METH_VARARGS),
    METHOD(settle, METH_VARARGS),
    METHOD(spans, METH_VARARGS),
    METHOD(argument, METH_VARARGS),
    METHOD(stalled, METH_VARARGS),
    METHOD(mend, METH_VARARGS),
    METHOD(steps, METH_VARARGS),
    {NULL, NULL, 0, NULL},
};

static void lines_dealloc(LinesObject *self)
{
    nonosat_puzzle_free(self->puzzle);
    free_object((PyObject *)self);
}

static PyType_Slot lines_slots[] = {
    {Py_tp_doc, (void *)"Lines(shape, clues, colours): the lines of a puzzle, prepared."},
    {Py_tp_new, lines_new},
    {Py_tp_methods, methods},
    {Py_tp_dealloc, lines_dealloc},
    {0, NULL},
};

static PyType_Spec lines_spec = {"nonosat.kernel.Lines", sizeof(LinesObject), 0, Py_TPFLAGS_DEFAULT, lines_slots};

PyTypeObject *BoardType, *SearchType;

static PyTypeObject *type_of(PyType_Spec *spec) { return (PyTypeObject *)PyType_FromSpec(spec); }

void free_object(PyObject *self)
{
    PyTypeObject *type = Py_TYPE(self);
    PyObject_Free(self);
    Py_DECREF(type);
}

/* Returns 1 if the GIL is enabled, 0 if not, -1 with an exception set. Before 3.13 it always is. */
static int is_locked(void)
{
    PyObject *ask = PySys_GetObject("_is_gil_enabled"); /* borrowed */
    PyObject *answer = ask ? PyObject_CallNoArgs(ask) : Py_NewRef(Py_True);
    int locked = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return locked;
}

/* A handle is marked as in use without atomic operations, so the binding needs the GIL. The slots below make a free-threaded interpreter
   enable it; if that is forbidden (PYTHON_GIL=0), the kernel refuses to load, as it does in subinterpreters with a GIL of their own. */
static int add_lines(PyObject *module)
{
    int locked = is_locked();
    if (!locked)
        PyErr_SetString(PyExc_ImportError, "the kernel needs the global lock of the interpreter");
    if (locked != 1 || !(BoardType = type_of(&board_spec)) || !(SearchType = type_of(&search_spec)))
        return -1;
    PyTypeObject *lines = type_of(&lines_spec);
    int added = lines ? PyModule_AddObjectRef(module, "Lines", (PyObject *)lines) : -1;
    Py_XDECREF(lines);
    return added ? added : PyModule_AddStringConstant(module, "SOURCES", NONOSAT_SOURCES);
}

static PyModuleDef_Slot slots[] = {
    {Py_mod_exec, (void *)add_lines},
#ifdef Py_mod_multiple_interpreters
    {Py_mod_multiple_interpreters, Py_MOD_MULTIPLE_INTERPRETERS_NOT_SUPPORTED},
#endif
#ifdef Py_mod_gil
    {Py_mod_gil, Py_MOD_GIL_USED},
#endif
    {0, NULL},
};

static PyMethodDef functions[] = {
    {"sweep", module_sweep, METH_VARARGS, NULL},
    {NULL, NULL, 0, NULL},
};

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "nonosat.kernel._compiled",
    .m_methods = functions,
    .m_doc = "The compiled twin of what takes most of the time; see nonosat.kernel.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__compiled(void) { return PyModuleDef_Init(&definition); }
