/* The kernel as a module of CPython: types `Lines`, `Board` and `Search` around the handles of nonosat.h.

   Arguments are read once, checked, and copied: after that no Python code (an observer, a tick, a finaliser run by the garbage collector)
   can change the data in use. A function that raises returns -1 or NULL with an exception set. */

#ifndef NONOSAT_BINDING_H
#define NONOSAT_BINDING_H

#define PY_SSIZE_T_CLEAN
#include <Python.h>

#ifdef Py_LIMITED_API /* in Pyodide: the stable interface of 3.14, also with older headers; see packaging/pyodide.py */
#define PyTuple_GET_ITEM PyTuple_GetItem
#define PyTuple_GET_SIZE PyTuple_Size
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

/* Candidates of all cells. Used by one call at a time. */
typedef struct {
    PyObject_HEAD
    LinesObject *lines;
    nonosat_board *board;
    int busy;
} BoardObject;

/* ---- calls.c: calls that can take long ---- */

/* A call of the kernel. It holds the interpreter's lock (GIL) for the first millisecond, and then only for signals, the tick and the
   observer. */
typedef struct {
    int *busy;        /* of the handle in use; or NULL */
    PyObject *ticker; /* called about every millisecond unless it is None; borrowed from the caller */
    PyThreadState *thread; /* its state while the lock is released; else NULL */
    int looks;
    nonosat_tick tick;

    PyObject *function; /* of an observer: gets the line, and a tuple of integers */
    const LinesObject *lines;
    nonosat_observer observer;
} Calling;

/* Marks a handle as in use; raises if it is. Each call of `enter_call` that returns 0 needs a `leave_call`. */
int enter_call(Calling *calling, int *busy, PyObject *ticker);
void leave_call(Calling *calling);

/* An observer for the kernel that calls a Python function; NULL for None. */
const nonosat_observer *observer_of(Calling *calling, const LinesObject *lines, PyObject *function);

/* Reacquires the lock if it was released. */
void take_lock(Calling *calling);

/* ---- arguments.c ---- */

/* Raises for an error of the kernel, with this message for NONOSAT_INPUT. Returns NULL. */
void *raise_error(int error, const char *message);

/* Sets an item of a list in the making, or gives the list up if there is none. Takes over the item. */
void put(PyObject **list, Py_ssize_t at, PyObject *item);

PyObject *numbers_from(const int64_t *numbers, int number);

/* The masks of one line from a sequence of integers. */
int masks_from(const LinesObject *lines, int line, PyObject *integers, uint64_t *masks);

/* Reads an integer of up to `words` words. */
int mask_from(PyObject *integer, uint64_t *mask, int words);

/* A mask of `words` words as an integer. */
PyObject *integer_from(const uint64_t *mask, int words);

/* The masks of a line as a list of integers. */
PyObject *integers_from(int colours, const uint64_t *masks, int words);

/* Reads a pair of a cell and a colour; whether they exist is not checked. */
int read_pair(PyObject *pair, int *cell, int *colour);

/* ---- boards.c ---- */

extern PyTypeObject *BoardType, *SearchType; /* made when the module is loaded */
extern PyType_Spec board_spec, search_spec;

/* Frees the memory of an object of these types. */
void free_object(PyObject *self);

/* Begins a call on a `Board` as `enter_call` does; NULL with an exception set if it is refused. */
nonosat_board *enter_board(Calling *calling, const LinesObject *lines, PyObject *candidates, PyObject *ticker);

PyObject *new_board(LinesObject *lines, nonosat_board *board);

/* A picture as bytes. */
PyObject *picture_from(const LinesObject *lines, const uint8_t *cells);

/* ---- methods of Lines; nonosat.lines.solver has their contracts ---- */

PyObject *lines_new(PyTypeObject *type, PyObject *arguments, PyObject *named);
PyObject *lines_blank(LinesObject *self, PyObject *givens);
PyObject *lines_to_kernel(LinesObject *self, PyObject *candidates);
PyObject *lines_from_kernel(LinesObject *self, PyObject *board_object);
PyObject *lines_known(LinesObject *self, PyObject *candidates);
PyObject *lines_propagate(LinesObject *self, PyObject *arguments);
PyObject *lines_probe(LinesObject *self, PyObject *arguments);
PyObject *lines_settle(LinesObject *self, PyObject *arguments);
PyObject *lines_spans(LinesObject *self, PyObject *arguments);
PyObject *lines_search(LinesObject *self, PyObject *arguments);
PyObject *lines_chain(LinesObject *self, PyObject *arguments);
PyObject *lines_derived(LinesObject *self, PyObject *arguments);
PyObject *lines_nested(LinesObject *self, PyObject *arguments);
PyObject *lines_shortened(LinesObject *self, PyObject *arguments);
PyObject *lines_argument(LinesObject *self, PyObject *arguments);
PyObject *lines_steps(LinesObject *self, PyObject *arguments);
PyObject *lines_stalled(LinesObject *self, PyObject *arguments);
PyObject *lines_mend(LinesObject *self, PyObject *arguments);

/* ---- functions of the module ---- */

PyObject *module_sweep(PyObject *module, PyObject *arguments);

/* A number that means itself: in the kernel's structs 0 is the default, and a negative number none. */
static inline int64_t stated(long long number) { return number ? number : -1; }

#endif
