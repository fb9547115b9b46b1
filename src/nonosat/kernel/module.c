/* The compiled module: nothing but the type Lines. */

#include "kernel.h"

static struct PyModuleDef definition = {
    PyModuleDef_HEAD_INIT,
    .m_name = "nonosat.kernel._compiled",
    .m_doc = "The compiled twin of what takes most of the time; see nonosat.kernel.",
    .m_size = -1,
};

PyMODINIT_FUNC PyInit__compiled(void)
{
    if (PyType_Ready(&LinesType))
        return NULL;
    PyObject *module = PyModule_Create(&definition);
    if (module && PyModule_AddObjectRef(module, "Lines", (PyObject *)&LinesType))
        Py_CLEAR(module);
    return module;
}
