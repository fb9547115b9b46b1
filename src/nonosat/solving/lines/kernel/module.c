/* The compiled module: the type `Lines` and its methods, each in the folder of its subject. _compiled.pyi says what they take. */

#include "core/kernel.h"
#include "techniques/techniques.h"

static PyMethodDef methods[] = {
    {"propagate", (PyCFunction)(void (*)(void))lines_propagate, METH_FASTCALL,
     "propagate(candidates, lines, observer, tick): settles lines, in place; the line without a filling, or -1."},
    {"probe", (PyCFunction)(void (*)(void))lines_probe, METH_FASTCALL,
     "probe(candidates, patience, credit, most, tick): removes refuted colours, in place; a line without a filling or -1, how "
     "many colours were supposed, and solutions that they led to."},
    {"learner", (PyCFunction)lines_learner, METH_VARARGS,
     "learner(candidates, whole_lines=True): a search of a board at its fixpoint that learns from conflicts; None if it is too large."},
    {"chains", (PyCFunction)(void (*)(void))lines_chains, METH_FASTCALL,
     "chains(candidates, suppositions, links, nodes, tick): for each the least number of links, and a chain or None."},
    {"derived", (PyCFunction)(void (*)(void))lines_derived, METH_FASTCALL,
     "derived(candidates, supposition, tick): a chain from propagation that needs all its links, or None."},
    {"nested", (PyCFunction)(void (*)(void))lines_nested, METH_FASTCALL,
     "nested(candidates, supposition, passes, effort, fewer, tick): a chain with suppositions inside, or None; the effort."},
    {"shortened", (PyCFunction)(void (*)(void))lines_shortened, METH_FASTCALL,
     "shortened(candidates, supposition, chain, tick): the chain without links that it can do without, or None."},
    {"blank", (PyCFunction)lines_blank, METH_O,
     "blank(givens): a board of which nothing is known but some cells, packed; givens are pairs of a cell and a colour."},
    {"unpacked", (PyCFunction)lines_unpacked, METH_O, "unpacked(packed): the masks of a board as lists of integers."},
    {"known", (PyCFunction)lines_known, METH_O,
     "known(candidates): the colour of each cell, the first that it can have; and how many can have several."},
    {"spans", (PyCFunction)(void (*)(void))lines_spans, METH_FASTCALL,
     "spans(line, masks): for each block its starts and its ends, as masks; None if there is no filling."},
    {"argument", (PyCFunction)(void (*)(void))lines_argument, METH_FASTCALL,
     "argument(line, masks, techniques): the place of the first technique that says anything new or is unknown here, -1 "
     "for none, -2 if there is no filling; None for a line that is too long."},
    {"stalled", (PyCFunction)(void (*)(void))lines_stalled, METH_FASTCALL,
     "stalled(cells, techniques, tick): 1 for each cell that lines leave open, with the clues of a picture."},
    {"beliefs", (PyCFunction)lines_beliefs, METH_VARARGS,
     "beliefs(candidates, sweeps, random, noise, pull, damping, tick): likelihoods [colour][cell] as bytes of doubles."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject LinesType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nonosat.solving.lines.kernel.Lines",
    .tp_doc = "Lines(cells, clues, families, colours): the lines of a puzzle, family by family, prepared.",
    .tp_basicsize = sizeof(Lines),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = lines_new,
    .tp_dealloc = (destructor)lines_dealloc,
    .tp_methods = methods,
};

/* Returns 1 if the global lock is in use, -1 with an exception set if that is not known. Before 3.13 it always is. */
static int is_locked(void)
{
    PyObject *asked = PySys_GetObject("_is_gil_enabled"); /* borrowed */
    PyObject *told = asked ? PyObject_CallNoArgs(asked) : Py_NewRef(Py_True);
    int locked = told ? PyObject_IsTrue(told) : -1;
    Py_XDECREF(told);
    return locked;
}

/* The kernel reads lists in place, so it needs the global lock to keep them unchanged. The slots below make a
   free-threaded interpreter enable the lock; where that is forbidden (PYTHON_GIL=0), the kernel refuses to
   load, as
   it does in subinterpreters that have a lock of their own. */
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
    .m_name = "nonosat.solving.lines.kernel._compiled",
    .m_doc = "The compiled twin of what takes most of the time; see nonosat.solving.lines.kernel.",
    .m_slots = slots,
};

PyMODINIT_FUNC PyInit__compiled(void) { return PyModuleDef_Init(&definition); }
