/* The shortest chain of lines that refutes a colour of a cell: depth-first search for chains of at most a given length. Three
   rules prune it:

   - Lower bound: all dirty lines are settled at once, in rounds. A chain has at least as many links as rounds.
   - Symmetry: a line not touched by the last link could precede it, so it follows only if its number is higher.
   - The last link is touched by the one before it; otherwise a shorter chain exists. */

#include "chains.h"

#include <string.h>

int open_search(Search *search, const Lines *lines, PyObject *candidates, PyObject *tick, int most)
{
    *search = (Search){.set = lines->lines / WORD + 1};
    if (open_board(&search->board, lines, candidates, tick))
        return -1;
    search->board.supposing = 1;
    search->sets = PyMem_Calloc(2 * (size_t)search->set * (most + 2), sizeof(word));
    search->fresh = PyMem_Malloc(sizeof(word) * (lines->words + 1));
    search->rounding = PyMem_Malloc(sizeof(int) * (lines->lines + 1));
    search->link = PyMem_Malloc(sizeof(long) * (most + 1));
    if (!search->sets || !search->fresh || !search->rounding || !search->link) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

void close_search(Search *search)
{
    close_board(&search->board);
    PyMem_Free(search->sets);
    PyMem_Free(search->fresh);
    PyMem_Free(search->rounding);
    PyMem_Free(search->link);
}

void take_waiting(Search *search, word *set)
{
    memcpy(set, search->board.waiting, sizeof(word) * search->set);
    clear_waiting(&search->board);
}

int settled(Search *search, int number)
{
    Board *board = &search->board;
    const Line *line = board->lines->line + number;
    const word *masks = board->masks + line->masks;
    size_t size = sizeof(word) * line->words * board->lines->colours;
    if (line->blocks < 0)
        return 0;
    board->work += (Py_ssize_t)line->words * (line->blocks + 1);
    const word *after = line_settle(board->lines->colours, line, masks, board->scratch);
    if (!after)
        return -1;
    if (!memcmp(after, masks, size))
        return 0;
    memcpy(search->fresh + line->masks, after, size);
    return 1;
}

int narrow(Search *search, int number)
{
    return narrow_line(&search->board, number, search->fresh + search->board.lines->line[number].masks);
}

int rounds(Search *search, word *set, int most)
{
    Board *board = &search->board;
    Py_ssize_t mark = board->trailed;
    int found = most + 1;
    for (int round = 1; round <= most; round++) {
        int several = 0;
        for (int at = 0; at < search->set; at++)
            for (word rest = set[at]; rest; rest &= rest - 1) {
                int number = WORD * at + lowest_bit(rest), its = settled(search, number);
                if (its < 0) {
                    take_back(board, mark);
                    return round;
                }
                if (its)
                    search->rounding[several++] = number;
            }
        if (!several) {
            found = 0;
            break;
        }
        for (int at = 0; at < several; at++)
            if (narrow(search, search->rounding[at]))
                return FAILED;
        take_waiting(search, set);
        if (look(board))
            return FAILED;
    }
    take_back(board, mark);
    return found;
}

/* Searches for `more` further links after the first `search->links`. */
static int deepen(Search *search, int more)
{
    Board *board = &search->board;
    word *here = search->sets + 2 * (size_t)search->set * search->links, *touched = here + search->set;
    word *next = touched + search->set, *next_touched = next + search->set;
    long last = search->links ? search->link[search->links - 1] : -1;
    if (!search->left)
        return GIVEN_UP;
    search->left--;
    if (more > 1) {
        memcpy(next, here, sizeof(word) * search->set);
        int needed = rounds(search, next, more);
        if (needed == FAILED)
            return FAILED;
        if (!needed || needed > more)
            return NOT_FOUND;
    }
    Py_ssize_t mark = board->trailed;
    for (int at = 0; at < search->set; at++) {
        word rest = more == 1 ? touched[at] : here[at];
        for (; rest; rest &= rest - 1) {
            int number = WORD * at + lowest_bit(rest);
            word one = rest & (~rest + 1);
            if (number < last && !(touched[at] & one))
                continue;
            int its = settled(search, number);
            search->link[search->links] = number;
            if (its < 0) {
                search->links++;
                return FOUND;
            }
            if (!its)
                here[at] &= ~one;
            if (!its || more == 1)
                continue;
            if (narrow(search, number))
                return FAILED;
            take_waiting(search, next_touched);
            for (int each = 0; each < search->set; each++)
                next[each] = here[each] | next_touched[each];
            if (!(next_touched[at] & one))
                next[at] &= ~one;
            search->links++;
            int found = look(board) ? FAILED : deepen(search, more - 1);
            if (found != NOT_FOUND)
                return found;
            search->links--;
            take_back(board, mark);
        }
    }
    return NOT_FOUND;
}

int read_supposition(const Lines *lines, PyObject *pair, int *cell, int *colour)
{
    if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
        PyErr_SetString(PyExc_TypeError, "a supposition is a cell and a colour");
        return -1;
    }
    long read[2];
    for (int at = 0; at < 2; at++) {
        if (!PyLong_Check(PyTuple_GET_ITEM(pair, at))) {
            PyErr_SetString(PyExc_TypeError, "a supposition is a cell and a colour");
            return -1;
        }
        read[at] = PyLong_AsLong(PyTuple_GET_ITEM(pair, at));
        if (read[at] == -1 && PyErr_Occurred())
            return -1;
    }
    if (read[0] < 0 || read[0] >= lines->cells || read[1] < 0 || read[1] >= lines->colours) {
        PyErr_SetString(PyExc_ValueError, "there is no such cell or colour");
        return -1;
    }
    *cell = (int)read[0];
    *colour = (int)read[1];
    return 0;
}

static PyObject *chain_from(const Search *search)
{
    PyObject *found = PyTuple_New(search->links);
    for (int at = 0; found && at < search->links; at++) {
        PyObject *number = PyLong_FromLong(search->link[at]);
        if (number)
            PyTuple_SET_ITEM(found, at, number);
        else
            Py_CLEAR(found);
    }
    return found;
}

int refute(Search *search, int cell, int colour, int most, int within, Py_ssize_t nodes, int *least)
{
    Board *board = &search->board;
    Py_ssize_t mark = board->trailed;
    word *here = search->sets, *touched = here + search->set;
    search->links = 0;
    search->left = nodes;
    if (fix_cell(board, cell, colour))
        return FAILED;
    take_waiting(search, touched);
    memcpy(here, touched, sizeof(word) * search->set);
    *least = rounds(search, here, within);
    int found = *least == FAILED ? FAILED : NOT_FOUND;
    if (*least > 0 && *least <= within) {
        memcpy(here, touched, sizeof(word) * search->set);
        found = deepen(search, most);
        if (found == NOT_FOUND)
            *least = most + 1;
    }
    if (found != FAILED)
        take_back(board, mark);
    return found;
}

/* A pair of a lower bound on links, and a chain or None. */
static PyObject *refuted(Search *search, int cell, int colour, int most, Py_ssize_t nodes)
{
    int least, found = refute(search, cell, colour, most, most, nodes, &least);
    if (found == FAILED)
        return NULL;
    if (found != FOUND)
        return Py_BuildValue("(iO)", least, Py_None);
    PyObject *chain = chain_from(search);
    return chain ? Py_BuildValue("(iN)", least, chain) : NULL;
}

int read_limit(PyObject *number, Py_ssize_t most, Py_ssize_t *read)
{
    *read = PyNumber_AsSsize_t(number, PyExc_OverflowError);
    if (*read == -1 && PyErr_Occurred())
        return -1;
    if (*read < 0 || *read > most) {
        PyErr_SetString(PyExc_ValueError, "no such number of links, nodes or suppositions");
        return -1;
    }
    return 0;
}

/* chains(candidates, suppositions, links, nodes, tick): changes nothing. */
PyObject *lines_chains(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    Py_ssize_t most, nodes;
    if (!takes(number, 5) || read_limit(arguments[2], MOST_LINKS, &most) || read_limit(arguments[3], PY_SSIZE_T_MAX, &nodes))
        return NULL;
    PyObject *pairs = tuple_from(arguments[1]);
    if (!pairs)
        return NULL;
    Search search;
    PyObject *found = NULL;
    if (!open_search(&search, self, arguments[0], arguments[4], (int)most))
        found = PyList_New(PyTuple_GET_SIZE(pairs));
    for (Py_ssize_t at = 0; found && at < PyTuple_GET_SIZE(pairs); at++) {
        int cell = 0, colour = 0;
        PyObject *pair = NULL;
        if (!read_supposition(self, PyTuple_GET_ITEM(pairs, at), &cell, &colour))
            pair = refuted(&search, cell, colour, (int)most, nodes);
        if (pair)
            PyList_SET_ITEM(found, at, pair);
        else
            Py_CLEAR(found);
    }
    close_search(&search);
    Py_DECREF(pairs);
    return found;
}
