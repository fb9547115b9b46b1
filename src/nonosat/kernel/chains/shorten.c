/* Removes superfluous links from chains, and takes chains from propagation. Reference: nonosat.lines.reference. */

#include "notes.h"

#include <string.h>

typedef struct {
    Search *search;
    const long *link;
    int links;
    char *out;  /* [link] 1 if it is dropped */
    char *done; /* [link] 1 if the last replay reached it */
} Replay;

/* Index of the link that ends the inner supposition begun at `at`, or of the chain's last link. */
static int end_of(const Replay *replay, int at)
{
    int open = 0;
    for (; at < replay->links; at++) {
        open += replay->link[at] <= FIRST_INNER ? 1 : replay->link[at] == END ? -1 : 0;
        if (!open)
            return at;
    }
    return replay->links - 1;
}

/* Settles the lines of a chain in turn, up to the end of the current supposition. Returns 1 if one has no filling, 0 if not,
   FAILED with an exception set. Moves `*at` past the links replayed. */
static int replayed(Replay *replay, int *at)
{
    Search *search = replay->search;
    Board *board = &search->board;
    const Lines *lines = board->lines;
    while (*at < replay->links && (replay->out[*at] || replay->link[*at] != END)) {
        int here = (*at)++;
        long link = replay->link[here];
        if (replay->out[here])
            continue;
        replay->done[here] = 1;
        if (link >= 0) {
            int its = settled(search, (int)link);
            if (its < 0)
                return 1;
            if (its && narrow(search, (int)link))
                return FAILED;
            continue;
        }
        int cell = (int)((FIRST_INNER - link) / lines->colours), colour = (int)((FIRST_INNER - link) % lines->colours);
        Py_ssize_t mark = board->trailed;
        int end = end_of(replay, here), inner = fix_cell(board, cell, colour) ? FAILED : replayed(replay, at);
        if (inner == FAILED)
            return FAILED;
        take_back(board, mark);
        replay->done[end] = 1;
        *at = end + 1;
        if (inner && remove_colour(board, cell, colour))
            return FAILED;
    }
    return 0;
}

/* Returns 1 if the chain still refutes the supposition, and drops links after its contradictions. */
static int refutes(Replay *replay, int cell, int colour)
{
    Board *board = &replay->search->board;
    int at = 0;
    memset(replay->done, 0, replay->links);
    int found = fix_cell(board, cell, colour) ? FAILED : replayed(replay, &at);
    if (found == FAILED)
        return FAILED;
    take_back(board, 0);
    for (int each = 0; found && each < replay->links; each++)
        replay->out[each] = !replay->done[each];
    return look(board) ? FAILED : found;
}

/* Drops links, from the last on, that the refutation does not need. Returns 0 if the whole chain refutes nothing. */
static int shorten(Replay *replay, int cell, int colour)
{
    int found = refutes(replay, cell, colour);
    for (int changed = found == 1; changed && found != FAILED;) {
        changed = 0;
        for (int at = replay->links - 1; at >= 0; at--) {
            if (replay->out[at] || replay->link[at] == END)
                continue;
            int end = replay->link[at] >= 0 ? at : end_of(replay, at);
            memset(replay->out + replay->links, 0, replay->links); /* links dropped before */
            memcpy(replay->out + replay->links, replay->out, replay->links);
            memset(replay->out + at, 1, end - at + 1);
            found = refutes(replay, cell, colour);
            if (found == FAILED)
                return FAILED;
            if (found)
                changed = 1;
            else
                memcpy(replay->out, replay->out + replay->links, replay->links);
        }
        found = 1;
    }
    return found;
}

/* Reads the links of a chain. */
static long *read_chain(const Lines *lines, PyObject *chain)
{
    Py_ssize_t links = PyTuple_GET_SIZE(chain);
    long *read = PyMem_Malloc(sizeof(long) * (links + 1));
    if (!read)
        PyErr_NoMemory();
    int open = 0;
    for (Py_ssize_t at = 0; read && at < links; at++) {
        PyObject *item = PyTuple_GET_ITEM(chain, at);
        long link = PyLong_Check(item) ? PyLong_AsLong(item) : -1;
        if (!PyLong_Check(item))
            PyErr_SetString(PyExc_TypeError, "a link is a number");
        open += link <= FIRST_INNER ? 1 : link == END ? -1 : 0;
        if (!PyErr_Occurred() && (link >= lines->lines || link < FIRST_INNER - (int64_t)lines->cells * lines->colours + 1 ||
                                  open < 0 || open > 8))
            PyErr_SetString(PyExc_ValueError, "there is no such link");
        if (PyErr_Occurred()) {
            PyMem_Free(read);
            return NULL;
        }
        read[at] = link;
    }
    return read;
}

static PyObject *remaining_links(const Replay *replay)
{
    PyObject *found = PyList_New(0);
    for (int at = 0; found && at < replay->links; at++) {
        PyObject *number = replay->out[at] ? NULL : PyLong_FromLong(replay->link[at]);
        if (!replay->out[at] && (!number || PyList_Append(found, number)))
            Py_CLEAR(found);
        Py_XDECREF(number);
    }
    PyObject *whole = found ? PyList_AsTuple(found) : NULL;
    Py_XDECREF(found);
    return whole;
}

PyObject *shortened(Search *search, int cell, int colour, const long *link, int links)
{
    char *flags = PyMem_Calloc(3 * (size_t)links + 1, 1);
    if (!flags)
        return PyErr_NoMemory();
    Replay replay = {search, link, links, flags, flags + 2 * (size_t)links};
    int kept = shorten(&replay, cell, colour);
    PyObject *found = kept == FAILED ? NULL : kept ? remaining_links(&replay) : Py_NewRef(Py_None);
    PyMem_Free(flags);
    return found;
}

/* shortened(candidates, supposition, chain, tick): changes nothing. */
PyObject *lines_shortened(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    int cell, colour;
    if (!takes(number, 4) || read_supposition(self, arguments[1], &cell, &colour))
        return NULL;
    PyObject *chain = tuple_from(arguments[2]), *found = NULL;
    if (chain && PyTuple_GET_SIZE(chain) > MOST) {
        PyErr_SetString(PyExc_ValueError, "no such number of links or nodes");
        Py_CLEAR(chain);
    }
    long *link = chain ? read_chain(self, chain) : NULL;
    Search search;
    if (link) {
        if (!open_search(&search, self, arguments[0], arguments[3], 0))
            found = shortened(&search, cell, colour, link, (int)PyTuple_GET_SIZE(chain));
        close_search(&search);
    }
    PyMem_Free(link);
    Py_XDECREF(chain);
    return found;
}

/* derived(candidates, supposition, tick): changes nothing. */
PyObject *lines_derived(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    int cell, colour;
    if (!takes(number, 3) || read_supposition(self, arguments[1], &cell, &colour))
        return NULL;
    Search search;
    Notes notes = {0};
    PyObject *found = NULL;
    if (!open_search(&search, self, arguments[0], arguments[2], 0) && !open_notes(&notes, &search) &&
        !fix_cell(&search.board, cell, colour)) {
        for (int each = 0; !search.board.trailed && each < self->lines; each++)
            wait_for(&search.board, each);
        int links, broken = note_all(&notes);
        take_back(&search.board, 0);
        if (broken == SETTLED)
            found = Py_NewRef(Py_None);
        long *link = broken >= 0 ? traced(&notes, 0, broken, &links) : NULL;
        if (link)
            found = shortened(&search, cell, colour, link, links);
        PyMem_Free(link);
    }
    close_notes(&notes);
    close_search(&search);
    return found;
}
