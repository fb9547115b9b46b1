/* Propagation on a board of Python's: what `board.c` does, once. */

#include "board.h"

/* propagate(candidates, lines, observer, tick): writes deductions to the board even if an exception ends it. If memory
   runs out, the deductions written are sound, but crossing lines may disagree about a cell. */
PyObject *lines_propagate(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 4) {
        PyErr_SetString(PyExc_TypeError, "propagate takes a board's masks, lines, an observer and a tick");
        return NULL;
    }
    Board board;
    int broken = RAISED;
    if (!open_board(&board, self, arguments[0], arguments[3]) && !wait_for_all(&board, arguments[1])) {
        board.may_let_go = arguments[2] == Py_None && PyByteArray_Check(arguments[0]);
        broken = settle_all(&board, arguments[2]);
        take_up(&board);
        if (write_back(&board))
            broken = RAISED;
    }
    close_board(&board);
    return broken == RAISED ? NULL : PyLong_FromLong(broken);
}
