/* The compiled module: the type `Lines` and its methods, each in the folder of its subject. nonosat.lines.solver has their
   contracts. */

#include "core/kernel.h"
#include "techniques/techniques.h"

#define METHOD(name, flags) {#name, (PyCFunction)(void (*)(void))lines_##name, flags, NULL}

static PyMethodDef methods[] = {
    METHOD(blank, METH_O),
    METHOD(unpacked, METH_O),
    METHOD(known, METH_O),
    METHOD(propagate, METH_FASTCALL),
    METHOD(probe, METH_FASTCALL),
    METHOD(learner, METH_VARARGS),
    METHOD(beliefs, METH_VARARGS),
    METHOD(chains, METH_FASTCALL),
    METHOD(derived, METH_FASTCALL),
    METHOD(nested, METH_FASTCALL),
    METHOD(shortened, METH_FASTCALL),
    METHOD(spans, METH_FASTCALL),
    METHOD(argument, METH_FASTCALL),
    METHOD(stalled, METH_FASTCALL),
    {NULL, NULL, 0, NULL},
};

static PyTypeObject LinesType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nonosat.kernel.Lines",
    .tp_doc = "Lines(cells, clues, families, colours): the lines of a puzzle, family by family, prepared.",
    .tp_basicsize = sizeof(Lines),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = lines_new,
    .tp_dealloc = (destructor)lines_dealloc,
    .tp_methods = methods,
};

/* Returns 1 if the GIL is enabled, 0 if not, -1 with an exception set. Before 3.13 it always is. */
static int is_locked(void)
{
    PyObject *ask = PySys_GetObject("_is_gil_enabled"); /* borrowed */
    PyObject *answer = ask ? PyObject_CallNoArgs(ask) : Py_NewRef(Py_True);
    int locked = answer ? PyObject_IsTrue(answer) : -1;
    Py_XDECREF(answer);
    return locked;
}

/* The kernel reads lists in place, and needs the GIL to keep them unchanged. The slots below make a free-threaded interpreter
   enable it; if that is forbidden (PYTHON_GIL=0), the kernel refuses to load, as it does in subinterpreters with a GIL of
   their own. */
static int add_lines(PyObject *module)
{
    int locked = is_locked();
    if (!locked)
        PyErr_SetString(PyExc_ImportError, "the kernel needs the global lock of the interpreter");
    if (locked != 1 || PyType_Ready(&LinesType) || ready_learner())
        return -1;
    PyObject *names = technique_names();
    int added = names ? PyModule_AddObjectRef(module, "TECHNIQUES", names) : -1;
    Py_XDECREF(names);
    return added ? added : PyModule_AddObjectRef(module, "Lines", (PyObject *)&LinesType);
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

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "nonosat.kernel._compiled",
    .m_doc = "The compiled twin of what takes most of the time; see nonosat.kernel.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__compiled(void) { return PyModuleDef_Init(&definition); }
