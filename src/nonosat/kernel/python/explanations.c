/* Chains and techniques, for explanations. */

#include "binding.h"

#include <string.h>

static PyObject *links_from(const nonosat_chain *chain)
{
    if (!chain->links)
        Py_RETURN_NONE;
    PyObject *found = PyTuple_New(chain->links);
    for (int at = 0; found && at < chain->links; at++) {
        PyObject *number = PyLong_FromLongLong(chain->link[at]);
        if (number)
            PyTuple_SET_ITEM(found, at, number);
        else
            Py_CLEAR(found);
    }
    return found;
}

/* The chain as a tuple, or None; frees it. NULL after an error. */
static PyObject *answer_from(int error, nonosat_chain *chain)
{
    PyObject *answer = error ? raise_error(error, "there is no such cell, colour, link or number of links") : links_from(chain);
    nonosat_chain_free(chain);
    return answer;
}

/* A pair of a lower bound on links, and a chain or None. */
static PyObject *refuted(Held *held, PyObject *pair, int links, int64_t nodes, PyObject *ticker)
{
    int cell, colour, least = 0;
    if (read_supposition(pair, &cell, &colour))
        return NULL;
    Calling calling;
    nonosat_chain chain;
    enter_call(&calling, ticker, 0);
    int error = nonosat_refute(held->board, cell, colour, links, nodes, &calling.tick, &least, &chain);
    leave_call(&calling);
    PyObject *answer = answer_from(error, &chain);
    return answer ? Py_BuildValue("(iN)", least, answer) : NULL;
}

/* chains(candidates, suppositions, links, nodes, tick): changes nothing. */
PyObject *lines_chains(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int64_t links, nodes;
    Held held;
    if (!takes(number, 5) || read_number(arguments[2], 0, MOST, &links) || read_number(arguments[3], 0, INT64_MAX, &nodes))
        return NULL;
    PyObject *pairs = tuple_from(arguments[1]), *found = NULL;
    if (!pairs)
        return NULL;
    if (!hold(&held, self, arguments[0]))
        found = PyList_New(PyTuple_GET_SIZE(pairs));
    for (Py_ssize_t at = 0; found && at < PyTuple_GET_SIZE(pairs); at++) {
        PyObject *pair = refuted(&held, PyTuple_GET_ITEM(pairs, at), (int)links, nodes, arguments[4]);
        if (pair)
            PyList_SET_ITEM(found, at, pair);
        else
            Py_CLEAR(found);
    }
    if (let_go(&held))
        Py_CLEAR(found);
    Py_DECREF(pairs);
    return found;
}

/* derived(candidates, supposition, tick): changes nothing. */
PyObject *lines_derived(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int cell, colour;
    Held held;
    PyObject *found = NULL;
    if (!takes(number, 3) || read_supposition(arguments[1], &cell, &colour))
        return NULL;
    if (!hold(&held, self, arguments[0])) {
        Calling calling;
        nonosat_chain chain;
        enter_call(&calling, arguments[2], 0);
        int error = nonosat_derive(held.board, cell, colour, &calling.tick, &chain);
        leave_call(&calling);
        found = answer_from(error, &chain);
    }
    if (let_go(&held))
        Py_CLEAR(found);
    return found;
}

/* Reads the links of a chain. */
static int64_t *read_chain(PyObject *chain, int *links)
{
    PyObject *all = tuple_from(chain);
    Py_ssize_t size = all ? PyTuple_GET_SIZE(all) : 0;
    int64_t *read = all && size <= MOST ? PyMem_Malloc(sizeof(int64_t) * (size + 1)) : NULL;
    if (all && size > MOST)
        PyErr_SetString(PyExc_ValueError, "no such number of links");
    else if (all && !read)
        PyErr_NoMemory();
    for (Py_ssize_t at = 0; read && at < size; at++) {
        PyObject *item = PyTuple_GET_ITEM(all, at);
        if (!PyLong_Check(item))
            PyErr_SetString(PyExc_TypeError, "a link is a number");
        else
            read[at] = PyLong_AsLongLong(item);
        if (PyErr_Occurred()) {
            PyMem_Free(read);
            read = NULL;
        }
    }
    *links = (int)size;
    Py_XDECREF(all);
    return read;
}

/* shortened(candidates, supposition, chain, tick): changes nothing. */
PyObject *lines_shortened(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int cell, colour, links;
    Held held;
    PyObject *found = NULL;
    if (!takes(number, 4) || read_supposition(arguments[1], &cell, &colour))
        return NULL;
    int64_t *link = read_chain(arguments[2], &links);
    if (!link)
        return NULL;
    if (!hold(&held, self, arguments[0])) {
        Calling calling;
        nonosat_chain chain;
        enter_call(&calling, arguments[3], 0);
        int error = nonosat_shorten(held.board, cell, colour, link, links, &calling.tick, &chain);
        leave_call(&calling);
        found = answer_from(error, &chain);
    }
    if (let_go(&held))
        Py_CLEAR(found);
    PyMem_Free(link);
    return found;
}

/* nested(candidates, supposition, links, effort, fewer, tick): changes nothing. */
PyObject *lines_nested(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int cell, colour;
    int64_t links, fewer, spent = 0;
    nonosat_nesting how;
    Held held;
    PyObject *found = NULL;
    if (!takes(number, 6) || read_number(arguments[2], 0, MOST, &links) || read_number(arguments[3], 0, MOST, &how.effort) ||
        read_number(arguments[4], 0, MOST, &fewer) || read_supposition(arguments[1], &cell, &colour))
        return NULL;
    how.links = (int)links;
    how.fewer = (int)fewer;
    if (!hold(&held, self, arguments[0])) {
        Calling calling;
        nonosat_chain chain;
        enter_call(&calling, arguments[5], 0);
        int error = nonosat_nest(held.board, cell, colour, &how, &calling.tick, &spent, &chain);
        leave_call(&calling);
        found = answer_from(error, &chain);
    }
    if (let_go(&held))
        Py_CLEAR(found);
    return found ? Py_BuildValue("(NL)", found, (long long)spent) : NULL;
}

/* ---- one line ---- */

/* Reads the number of a line with a clue, and its masks, into new memory with room for so many words per word of a mask. */
static uint64_t *read_line(LinesObject *self, PyObject *const *arguments, int *line, int *words, Py_ssize_t *blocks)
{
    *line = line_number_from(self, arguments[0]);
    if (*line < 0)
        return NULL;
    *blocks = nonosat_line_blocks(self->puzzle, *line);
    if (*blocks < 0) {
        PyErr_SetString(PyExc_ValueError, "the line has no clue");
        return NULL;
    }
    nonosat_line_masks(self->puzzle, *line, words);
    Py_ssize_t masks = (Py_ssize_t)*words * nonosat_puzzle_colours(self->puzzle);
    uint64_t *memory = PyMem_Malloc(sizeof(uint64_t) * (masks + 2 * *words * *blocks + 1));
    if (!memory)
        return (void *)PyErr_NoMemory();
    if (!masks_from(self, *line, arguments[1], memory))
        return memory;
    PyMem_Free(memory);
    return NULL;
}

PyObject *lines_spans(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int line, words;
    Py_ssize_t blocks;
    if (!takes(number, 2))
        return NULL;
    uint64_t *masks = read_line(self, arguments, &line, &words, &blocks);
    if (!masks)
        return NULL;
    uint64_t *spans = masks + (Py_ssize_t)words * nonosat_puzzle_colours(self->puzzle);
    int error = nonosat_spans(self->puzzle, line, masks, spans);
    PyObject *found = error == NONOSAT_NO_FILLING ? Py_NewRef(Py_None) : error ? raise_error(error, "") : PyList_New(blocks);
    for (Py_ssize_t at = 0; found && !error && at < blocks; at++, spans += 2 * words) {
        PyObject *pair = Py_BuildValue("(NN)", integer_from(spans, words), integer_from(spans + words, words));
        if (pair)
            PyList_SET_ITEM(found, at, pair);
        else
            Py_CLEAR(found);
    }
    PyMem_Free(masks);
    return found;
}

/* settled(line, masks) */
PyObject *lines_settled(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int line, words, colours = nonosat_puzzle_colours(self->puzzle);
    Py_ssize_t blocks;
    if (!takes(number, 2))
        return NULL;
    uint64_t *masks = read_line(self, arguments, &line, &words, &blocks);
    if (!masks)
        return NULL;
    int error = nonosat_settle(self->puzzle, line, masks);
    PyObject *found = error == NONOSAT_NO_FILLING ? Py_NewRef(Py_None) : error ? raise_error(error, "") : integers_from(colours, masks, words);
    PyMem_Free(masks);
    return found;
}

/* Borrows techniques, numbers in bytes. */
static const uint8_t *techniques_from(PyObject *numbers, int *number)
{
    if (!PyBytes_Check(numbers)) {
        PyErr_SetString(PyExc_TypeError, "techniques are numbers in bytes");
        return NULL;
    }
    if (PyBytes_GET_SIZE(numbers) > NONOSAT_UNKNOWN_TECHNIQUE) {
        PyErr_SetString(PyExc_ValueError, "there are fewer techniques");
        return NULL;
    }
    *number = (int)PyBytes_GET_SIZE(numbers);
    return (const uint8_t *)PyBytes_AS_STRING(numbers);
}

/* argument(line, masks, techniques) */
PyObject *lines_argument(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int line, words, several, place;
    Py_ssize_t blocks;
    if (!takes(number, 3))
        return NULL;
    const uint8_t *techniques = techniques_from(arguments[2], &several);
    uint64_t *masks = techniques ? read_line(self, arguments, &line, &words, &blocks) : NULL;
    if (!masks)
        return NULL;
    int error = nonosat_argument(self->puzzle, line, masks, techniques, several, &place);
    PyMem_Free(masks);
    if (error == NONOSAT_TOO_LARGE)
        Py_RETURN_NONE;
    return error ? raise_error(error, "no technique has that number") : PyLong_FromLong(place);
}

/* stalled(cells, techniques, tick) */
PyObject *lines_stalled(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int several;
    if (!takes(number, 3))
        return NULL;
    if (!PyBytes_Check(arguments[0])) {
        PyErr_SetString(PyExc_TypeError, "a picture is bytes");
        return NULL;
    }
    const uint8_t *techniques = techniques_from(arguments[1], &several);
    if (!techniques)
        return NULL;
    Py_ssize_t cells = nonosat_puzzle_cells(self->puzzle);
    if (PyBytes_GET_SIZE(arguments[0]) != cells) {
        PyErr_SetString(PyExc_ValueError, "a picture has a byte for each cell");
        return NULL;
    }
    PyObject *open = PyBytes_FromStringAndSize(NULL, cells);
    if (!open)
        return NULL;
    Calling calling;
    enter_call(&calling, arguments[2], 0);
    int error = nonosat_stalled(self->puzzle, (const uint8_t *)PyBytes_AS_STRING(arguments[0]), techniques, several, &calling.tick,
                                (uint8_t *)PyBytes_AS_STRING(open));
    leave_call(&calling);
    if (!error)
        return open;
    Py_DECREF(open);
    if (error == NONOSAT_TOO_LARGE)
        Py_RETURN_NONE;
    return raise_error(error, "a cell has a colour of the palette, and techniques are those of the kernel");
}

/* Appends a step to a list. */
static int note_step(void *context, const nonosat_step *step)
{
    Observing *observing = context;
    take_lock(observing->calling);
    PyObject *noted = Py_BuildValue("(iiii)", step->line, step->place, step->footholds, step->unfinished);
    int failed = !noted || PyList_Append(observing->function, noted);
    Py_XDECREF(noted);
    return failed;
}

/* steps(candidates, techniques, tick) */
PyObject *lines_steps(LinesObject *self, PyObject *const *arguments, Py_ssize_t number)
{
    int several, footholds, broken, error = NONOSAT_OK;
    if (!takes(number, 3))
        return NULL;
    const uint8_t *techniques = techniques_from(arguments[1], &several);
    PyObject *steps = techniques ? PyList_New(0) : NULL;
    if (!steps)
        return NULL;
    Held held;
    Calling calling;
    if (!hold(&held, self, arguments[0])) {
        Observing observing = {steps, NULL, &calling, self};
        nonosat_step_observer observer = {note_step, &observing};
        enter_call(&calling, arguments[2], 0);
        error = nonosat_steps(held.board, techniques, several, &calling.tick, &observer, &footholds, &broken);
        leave_call(&calling);
        if (error && error != NONOSAT_TOO_LARGE)
            raise_error(error, "no technique has that number");
    }
    PyObject *found = NULL;
    if (!let_go(&held))
        found = error ? Py_NewRef(Py_None) : Py_BuildValue("(Oii)", steps, footholds, broken);
    Py_DECREF(steps);
    return found;
}
