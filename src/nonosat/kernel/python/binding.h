/* The kernel as a module of CPython: types `Lines`, `Board` and `Search` around the handles of nonosat.h.

   Arguments are read once, checked, and copied: after that no Python code (an observer, a tick, a finaliser run by the garbage collector)
   can change the data in use. A function that raises returns -1 or NULL with an exception set. */

#ifndef NONOSAT_BINDING_H
#define NONOSAT_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef Py_LIMITED_API /* in Pyodide: the stable interface of 3.14, also with older headers; see packaging/pyodide.py */
#define PyBytes_AS_STRING PyBytes_AsString
#define PyBytes_GET_SIZE PyBytes_Size
#define PyList_GET_ITEM PyList_GetItem
#define PyList_GET_SIZE PyList_Size
#define PyList_SET_ITEM PyList_SetItem
#define PyTuple_GET_ITEM PyTuple_GetItem
#define PyTuple_GET_SIZE PyTuple_Size
#define PyTuple_SET_ITEM PyTuple_SetItem
#if PY_VERSION_HEX < 0x030E0000
enum { Py_ASNATIVEBYTES_LITTLE_ENDIAN = 1, Py_ASNATIVEBYTES_UNSIGNED_BUFFER = 4, Py_ASNATIVEBYTES_REJECT_NEGATIVE = 8 };
PyAPI_FUNC(Py_ssize_t) PyLong_AsNativeBytes(PyObject *integer, void *bytes, Py_ssize_t size, int how);
PyAPI_FUNC(PyObject *) PyLong_FromUnsignedNativeBytes(const void *bytes, size_t size, int how);
#endif
#endif

#include "../nonosat.h"

enum { MOST = 1 << 26 }; /* as in ../core/kernel.h */

typedef struct {
    PyObject_HEAD
    nonosat_puzzle *puzzle;
} LinesObject;

/* Candidates of all cells, packed. Used by one call at a time. */
typedef struct {
    PyObject_HEAD
    LinesObject *lines;
    nonosat_board *board;
    int busy;
} BoardObject;

/* ---- calls.c: calls that can take long ---- */

/* A call of the kernel. It holds the interpreter's lock (GIL) for the first millisecond, and then, with `may_release`, only for signals
   and the tick. */
typedef struct {
    PyObject *ticker; /* called about every millisecond unless it is None; borrowed from the caller */
    int may_release;
    PyThreadState *thread; /* its state while the lock is released; else NULL */
    int looks;
    nonosat_tick tick;
} Calling;

void enter_call(Calling *calling, PyObject *ticker, int may_release);
void leave_call(Calling *calling);

/* Reacquires the lock if it was released. */
void take_lock(Calling *calling);

/* Raises for an error of the kernel, with this message for NONOSAT_INPUT. Returns NULL. */
void *raise_error(int error, const char *message);

/* ---- arguments.c ---- */

/* Returns 1 if a method got as many arguments as it takes; else raises. */
int takes(Py_ssize_t number, Py_ssize_t wanted);

/* Reads an integer from `least` to `most`: 0, or -1. */
int read_number(PyObject *number, int64_t least, int64_t most, int64_t *read);

/* The number of a line, from 0 on. */
int line_number_from(const LinesObject *lines, PyObject *number);

/* Copies a sequence into a new tuple. Runs code of the caller. Unlike PySequence_Tuple, it is safe if the garbage collector
   empties a list while the tuple is allocated, as can happen before Python 3.12. */
PyObject *tuple_from(PyObject *sequence);

/* The masks of one line from a list of integers. Runs no code of the caller. */
int masks_from(const LinesObject *lines, int line, PyObject *integers, uint64_t *masks);

/* A mask of `words` words as an integer. */
PyObject *integer_from(const uint64_t *mask, int words);

/* The masks of a line as a list of integers. boards.c */
PyObject *integers_from(int colours, const uint64_t *masks, int words);

/* Reads a supposition, a pair of a cell and a colour. */
int read_supposition(PyObject *pair, int *cell, int *colour);

/* ---- boards.c ---- */

extern PyTypeObject *BoardType, *SearchType; /* made when the module is loaded */
extern PyType_Spec board_spec, search_spec;

/* Frees the memory of an object of these types. */
void free_object(PyObject *self);

/* A board that a call works on: that of a `Board`, or of lists of integers, to which changes are written back. */
typedef struct {
    const LinesObject *lines;
    nonosat_board *board;
    BoardObject *owner;  /* NULL for lists */
    PyObject *lists;     /* a tuple of our own */
    uint64_t *written;   /* the masks of all lines as they are in the lists */
} Held;

/* Raises if another call works on it, or it is of other lines. The caller calls `let_go`, even after a failure. */
int hold(Held *held, LinesObject *lines, PyObject *candidates);
int write_back(Held *held);

/* Keeps an exception that is set already; -1 if one is set then. */
int let_go(Held *held);

PyObject *new_board(LinesObject *lines, nonosat_board *board);

/* A picture as bytes. */
PyObject *picture_from(const LinesObject *lines, const uint8_t *cells);

/* An observer in Python; it gets the line, and a tuple of integers. */
typedef struct {
    PyObject *function;
    Held *held; /* lists that are written before each call; or NULL */
    Calling *calling;
    const LinesObject *lines;
} Observing;
int observe(void *context, int line, const uint64_t *removed);

/* ---- methods of Lines; nonosat.lines.solver has their contracts ---- */

PyObject *lines_new(PyTypeObject *type, PyObject *arguments, PyObject *named);
PyObject *lines_blank(LinesObject *self, PyObject *givens);
PyObject *lines_unpacked(LinesObject *self, PyObject *packed);
PyObject *lines_known(LinesObject *self, PyObject *candidates);
PyObject *lines_propagate(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_probe(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_spans(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_search(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_chains(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_derived(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_nested(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_shortened(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_argument(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_settled(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_steps(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);
PyObject *lines_stalled(LinesObject *self, PyObject *const *arguments, Py_ssize_t number);

#endif
