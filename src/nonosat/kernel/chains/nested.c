/* Nested suppositions: one inside another shortens a chain, or refutes a colour that lines alone do not.

   The outer supposition gives a cell a colour. After some lines an inner one gives another cell a colour; a short chain refutes
   it, so that colour is removed, and further lines lead to the outer contradiction. The search is incomplete: inner
   suppositions are tried at the fixpoint, for each open cell and colour that a short chain refutes. Links on which the contradiction does not depend are dropped, then superfluous ones.

   With `effort`, refuted inner suppositions accumulate until a line has no filling: first all with short chains, then the first
   one refuted by propagation. */

#include "notes.h"

#include <string.h>

/* Links of the explanations of dom 6, webpbn 8599 and 6955 in total, and CPU seconds: 975 and 5.8 with these values. */
enum {
    INNER_ROUNDS = 3, /* rounds of lines until an inner supposition is refuted; 5: 979 links, 6.8 s */
    TRIES = 20,       /* search nodes per inner supposition: 10: 999 links, 6.1 s; 40: 975, 6.1 s; and the number of shortest
                         chains that are shortened further: 8 and 32: 975, 5.8 s */
};

typedef struct {
    long *link;
    int links;
} Whole;

typedef struct {
    Search search;
    Notes notes;
    word *touched;      /* set of lines touched by an inner supposition */
    Whole whole[TRIES]; /* the shortest chains so far, in order */
    int wholes;
    Py_ssize_t links;   /* most links of an inner chain */
    Py_ssize_t fewer;   /* the chain must have fewer lines */
    Py_ssize_t effort;  /* remaining inner suppositions for propagation */
} Nesting;

/* Keeps a chain if it is one of the shortest; frees it if not. */
static void keep(Nesting *nesting, long *link, int links)
{
    int at = nesting->wholes;
    while (at > 0 && nesting->whole[at - 1].links > links)
        at--;
    if (at == TRIES) {
        PyMem_Free(link);
        return;
    }
    if (nesting->wholes == TRIES)
        PyMem_Free(nesting->whole[--nesting->wholes].link);
    memmove(nesting->whole + at + 1, nesting->whole + at, sizeof(Whole) * (nesting->wholes - at));
    nesting->whole[at] = (Whole){link, links};
    nesting->wholes++;
}

static int keep_traced(Nesting *nesting, int broken)
{
    int links;
    long *link = traced(&nesting->notes, 0, broken, &links);
    if (link)
        keep(nesting, link, links);
    return link ? 0 : -1;
}

/* Tries an inner supposition that the links of the search refute; restores the board. */
static int try_inner(Nesting *nesting, int cell, int colour)
{
    Search *search = &nesting->search;
    Board *board = &search->board;
    Notes *notes = &nesting->notes;
    Py_ssize_t most = nesting->fewer - search->links - 1;
    if (most < 1)
        return 0;
    Py_ssize_t mark = board->trailed;
    int noted = notes->notes, links = search->links;
    if (remove_colour(board, cell, colour) || note_inner(notes, cell, colour, search->link, links))
        return -1;
    take_waiting(search, nesting->touched);
    memcpy(search->sets, nesting->touched, sizeof(word) * search->set);
    int needed = rounds(search, search->sets, (int)most);
    if (needed == FAILED)
        return -1;
    if (needed && needed <= most) {
        clear_waiting(board);
        for (int at = 0; at < search->set; at++)
            for (word rest = nesting->touched[at]; rest; rest &= rest - 1)
                wait_for(board, WORD * at + lowest_bit(rest));
        int broken = note_all(notes);
        if (broken == RAISED || (broken >= 0 && keep_traced(nesting, broken)))
            return -1;
    }
    notes->notes = noted;
    take_back(board, mark);
    return 0;
}

/* Searches for a short chain that refutes a colour of an open cell. Returns 1 if one is found, 0 if not, -1 with an exception
   set. */
static int inner(Nesting *nesting, int cell, int colour)
{
    Search *search = &nesting->search;
    int least, found = NOT_FOUND;
    if (is_open(&search->board, cell) && has_colour(&search->board, cell, colour))
        found = refute(search, cell, colour, (int)nesting->links, INNER_ROUNDS, TRIES, &least);
    return found == FAILED ? -1 : found == FOUND;
}

/* Tries all inner suppositions on the current board. */
static int with_inner(Nesting *nesting)
{
    const Lines *lines = nesting->search.board.lines;
    for (int cell = 0; cell < lines->cells; cell++)
        for (int colour = 0; colour < lines->colours; colour++) {
            int found = inner(nesting, cell, colour);
            if (found < 0 || (found && try_inner(nesting, cell, colour)))
                return -1;
        }
    return 0;
}

/* Removes a colour that links refute from a cell, and settles lines: the one without a filling, or SETTLED; RAISED with an
   exception set. */
static int take(Nesting *nesting, int cell, int colour, const long *link, int links)
{
    if (remove_colour(&nesting->search.board, cell, colour) || note_inner(&nesting->notes, cell, colour, link, links))
        return RAISED;
    return note_all(&nesting->notes);
}

/* Searches for a chain that refutes a colour of an open cell by propagation: its links in new memory, or NULL. */
static long *inner_by_propagation(Nesting *nesting, int cell, int colour, int *links)
{
    Board *board = &nesting->search.board;
    Notes *notes = &nesting->notes;
    if (!nesting->effort || !is_open(board, cell) || !has_colour(board, cell, colour))
        return NULL;
    nesting->effort--;
    Py_ssize_t mark = board->trailed;
    int noted = notes->notes;
    int broken = fix_cell(board, cell, colour) ? RAISED : note_all(notes);
    long *link = broken >= 0 ? traced(notes, noted, broken, links) : NULL;
    notes->notes = noted;
    take_back(board, mark);
    return link;
}

/* Keeps inner suppositions, one after the other, until a line has no filling or none is refuted. Those with short chains come
   first. */
static int saturate(Nesting *nesting)
{
    Search *search = &nesting->search;
    const Lines *lines = search->board.lines;
    for (int more = 1, any = 0; more || !any;) {
        any = !more;
        more = 0;
        for (int cell = 0; cell < lines->cells && !(any && more); cell++)
            for (int colour = 0; colour < lines->colours && !(any && more); colour++) {
                int broken = SETTLED, links;
                long *link = any ? inner_by_propagation(nesting, cell, colour, &links) : NULL;
                int found = any ? link != NULL : inner(nesting, cell, colour);
                if (found < 0 || PyErr_Occurred())
                    return -1;
                if (found)
                    broken = take(nesting, cell, colour, any ? link : search->link, any ? links : search->links);
                more |= found;
                PyMem_Free(link);
                if (broken != SETTLED)
                    return broken == RAISED ? -1 : keep_traced(nesting, broken);
            }
    }
    return 0;
}

/* Collects chains for a supposition, and restores the board unless an exception is set. */
static int collect(Nesting *nesting, int cell, int colour)
{
    Board *board = &nesting->search.board;
    int broken = fix_cell(board, cell, colour) ? RAISED : note_all(&nesting->notes);
    if (broken == RAISED || (broken == SETTLED && (nesting->effort ? saturate(nesting) : with_inner(nesting))))
        return -1;
    take_back(board, 0);
    return 0;
}

/* The chain with the fewest lines after it was shortened, or None. */
static PyObject *shortest(Nesting *nesting, int cell, int colour)
{
    PyObject *best = Py_NewRef(Py_None);
    for (int at = 0; best && at < nesting->wholes; at++) {
        PyObject *chain = shortened(&nesting->search, cell, colour, nesting->whole[at].link, nesting->whole[at].links);
        if (!chain) {
            Py_CLEAR(best);
            break;
        }
        Py_ssize_t lines = 0;
        for (Py_ssize_t link = 0; chain != Py_None && link < PyTuple_GET_SIZE(chain); link++)
            lines += PyLong_AsLong(PyTuple_GET_ITEM(chain, link)) >= 0;
        if (chain != Py_None && lines < nesting->fewer) {
            nesting->fewer = lines;
            Py_SETREF(best, chain);
        } else
            Py_DECREF(chain);
    }
    return best;
}

/* nested(candidates, supposition, links, effort, fewer, tick): changes nothing. */
PyObject *lines_nested(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (!takes(number, 6))
        return NULL;
    int cell, colour;
    Py_ssize_t links, effort, fewer;
    if (read_limit(arguments[2], MOST_LINKS, &links) || read_limit(arguments[3], MOST, &effort) ||
        read_limit(arguments[4], MOST, &fewer) || read_supposition(self, arguments[1], &cell, &colour))
        return NULL;
    Nesting nesting = {.links = links, .effort = effort, .fewer = fewer};
    PyObject *found = NULL;
    if (!open_search(&nesting.search, self, arguments[0], arguments[5], (int)links) &&
        !open_notes(&nesting.notes, &nesting.search)) {
        nesting.touched = PyMem_Calloc((size_t)nesting.search.set, sizeof(word));
        if (!nesting.touched)
            PyErr_NoMemory();
        else if (!collect(&nesting, cell, colour))
            found = shortest(&nesting, cell, colour);
    }
    for (int at = 0; at < nesting.wholes; at++)
        PyMem_Free(nesting.whole[at].link);
    PyMem_Free(nesting.touched);
    close_notes(&nesting.notes);
    close_search(&nesting.search);
    return found ? Py_BuildValue("(Nn)", found, effort - nesting.effort) : NULL;
}
