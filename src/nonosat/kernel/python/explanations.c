/* Chains and techniques, for explanations. */

#include "binding.h"

#include <string.h>

/* ---- chains: calls that change nothing ---- */

/* Ends a call: returns the chain as a tuple, or None, and frees it; NULL after an error. */
static PyObject *chain_from(Calling *calling, int error, nonosat_chain *chain)
{
    leave_call(calling);
    PyObject *list = error           ? raise_error(error, "there is no such cell, colour, link or number of links")
                     : chain->links ? numbers_from(chain->link, chain->links)
                                    : Py_NewRef(Py_None);
    PyObject *links = list && chain->links ? PyList_AsTuple(list) : Py_XNewRef(list);
    Py_XDECREF(list);
    nonosat_chain_free(chain);
    return links;
}

/* chain(candidates, supposition, links, nodes, tick) */
PyObject *lines_chain(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *ticker;
    int cell, colour, links, least = 0;
    long long nodes;
    Calling calling;
    nonosat_chain chain;
    if (!PyArg_ParseTuple(arguments, "O(ii)iLO", &candidates, &cell, &colour, &links, &nodes, &ticker))
        return NULL;
    nonosat_board *board = enter_board(&calling, self, candidates, ticker);
    if (!board)
        return NULL;
    int error = nonosat_refute(board, cell, colour, links, nodes, &calling.tick, &least, &chain);
    PyObject *answer = chain_from(&calling, error, &chain);
    return answer ? Py_BuildValue("(iN)", least, answer) : NULL;
}

/* derived(candidates, supposition, tick) */
PyObject *lines_derived(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *ticker;
    int cell, colour;
    Calling calling;
    nonosat_chain chain;
    if (!PyArg_ParseTuple(arguments, "O(ii)O", &candidates, &cell, &colour, &ticker))
        return NULL;
    nonosat_board *board = enter_board(&calling, self, candidates, ticker);
    return board ? chain_from(&calling, nonosat_derive(board, cell, colour, &calling.tick, &chain), &chain) : NULL;
}

/* Reads the links of a chain. */
static int64_t *read_chain(PyObject *chain, int *links)
{
    PyObject *all = PySequence_Tuple(chain);
    Py_ssize_t size = all ? PyTuple_GET_SIZE(all) : 0;
    int64_t *link = all && size <= MOST ? PyMem_Malloc(sizeof(int64_t) * (size + 1)) : NULL;
    if (all && !link)
        PyErr_NoMemory();
    for (Py_ssize_t at = 0; link && at < size && !PyErr_Occurred(); at++)
        link[at] = PyLong_AsLongLong(PyTuple_GET_ITEM(all, at));
    *links = (int)size;
    Py_XDECREF(all);
    if (!PyErr_Occurred())
        return link;
    PyMem_Free(link);
    return NULL;
}

/* shortened(candidates, supposition, chain, tick) */
PyObject *lines_shortened(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *links, *ticker, *answer = NULL;
    int cell, colour, number;
    Calling calling;
    nonosat_chain chain;
    if (!PyArg_ParseTuple(arguments, "O(ii)OO", &candidates, &cell, &colour, &links, &ticker))
        return NULL;
    int64_t *link = read_chain(links, &number);
    nonosat_board *board = link ? enter_board(&calling, self, candidates, ticker) : NULL;
    if (board)
        answer = chain_from(&calling, nonosat_shorten(board, cell, colour, link, number, &calling.tick, &chain), &chain);
    PyMem_Free(link);
    return answer;
}

/* nested(candidates, supposition, links, effort, fewer, tick) */
PyObject *lines_nested(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *ticker;
    int cell, colour;
    long long effort;
    int64_t spent;
    nonosat_nesting how = {.size = sizeof how};
    Calling calling;
    nonosat_chain chain;
    if (!PyArg_ParseTuple(arguments, "O(ii)iLiO", &candidates, &cell, &colour, &how.links, &effort, &how.fewer, &ticker))
        return NULL;
    how.effort = effort;
    nonosat_board *board = enter_board(&calling, self, candidates, ticker);
    if (!board)
        return NULL;
    PyObject *answer = chain_from(&calling, nonosat_nest(board, cell, colour, &how, &calling.tick, &spent, &chain), &chain);
    return answer ? Py_BuildValue("(NL)", answer, (long long)spent) : NULL;
}

/* ---- one line ---- */

/* Reads the masks of a line that has a clue, into new memory with room for its spans. */
static uint64_t *read_line(LinesObject *self, int line, PyObject *integers, int *words, int *blocks)
{
    *blocks = line < 0 || line >= nonosat_puzzle_lines(self->puzzle) ? -1 : nonosat_line_blocks(self->puzzle, line);
    if (*blocks < 0)
        return raise_error(NONOSAT_INPUT, "there is no such line with a clue");
    nonosat_line_masks(self->puzzle, line, words);
    Py_ssize_t masks = (Py_ssize_t)*words * nonosat_puzzle_colours(self->puzzle);
    uint64_t *memory = PyMem_Malloc(sizeof(uint64_t) * (masks + 2 * *words * (Py_ssize_t)*blocks + 1));
    if (!memory)
        return (void *)PyErr_NoMemory();
    if (!masks_from(self, line, integers, memory))
        return memory;
    PyMem_Free(memory);
    return NULL;
}

/* settle(line, masks) */
PyObject *lines_settle(LinesObject *self, PyObject *arguments)
{
    PyObject *integers, *list = NULL;
    int line, words;
    uint64_t few[16], *masks = few;
    if (!PyArg_ParseTuple(arguments, "iO", &line, &integers))
        return NULL;
    Py_ssize_t size = nonosat_line_masks(self->puzzle, line, &words) < 0 ? -1 : words * (Py_ssize_t)nonosat_puzzle_colours(self->puzzle);
    if (size < 0)
        return raise_error(NONOSAT_INPUT, "there is no such line");
    if (size > 16 && !(masks = PyMem_Malloc(sizeof(uint64_t) * size)))
        return PyErr_NoMemory();
    if (!masks_from(self, line, integers, masks)) {
        int error = nonosat_settle(self->puzzle, line, masks, masks);
        list = error == NONOSAT_NO_FILLING ? Py_NewRef(Py_None)
               : error                     ? raise_error(error, "")
                                           : integers_from(nonosat_puzzle_colours(self->puzzle), masks, words);
    }
    if (masks != few)
        PyMem_Free(masks);
    return list;
}

/* spans(line, masks) */
PyObject *lines_spans(LinesObject *self, PyObject *arguments)
{
    PyObject *integers;
    int line, words, blocks;
    if (!PyArg_ParseTuple(arguments, "iO", &line, &integers))
        return NULL;
    uint64_t *masks = read_line(self, line, integers, &words, &blocks);
    if (!masks)
        return NULL;
    uint64_t *spans = masks + (Py_ssize_t)words * nonosat_puzzle_colours(self->puzzle);
    int error = nonosat_spans(self->puzzle, line, masks, spans);
    PyObject *list = error == NONOSAT_NO_FILLING ? Py_NewRef(Py_None) : error ? raise_error(error, "") : PyList_New(blocks);
    for (int at = 0; list && !error && at < blocks; at++, spans += 2 * words)
        put(&list, at, Py_BuildValue("(NN)", integer_from(spans, words), integer_from(spans + words, words)));
    PyMem_Free(masks);
    return list;
}

/* argument(line, masks), or argument(line, masks, asked, techniques) */
PyObject *lines_argument(LinesObject *self, PyObject *arguments)
{
    PyObject *integers, *positions = NULL;
    int line, words, blocks, technique, techniques = NONOSAT_TECHNIQUES, error = NONOSAT_MEMORY;
    if (!PyArg_ParseTuple(arguments, "iO|O!i", &line, &integers, &PyLong_Type, &positions, &techniques))
        return NULL;
    uint64_t *masks = read_line(self, line, integers, &words, &blocks);
    if (!masks)
        return NULL;
    uint64_t *asked = positions ? PyMem_Malloc(sizeof(uint64_t) * words) : NULL;
    if (asked && mask_from(positions, asked, words))
        error = NONOSAT_STOPPED;
    else if (asked || !positions)
        error = nonosat_argument(self->puzzle, line, masks, asked, techniques, &technique);
    PyMem_Free(masks);
    PyMem_Free(asked);
    return error ? raise_error(error, "techniques are those of the kernel") : PyLong_FromLong(technique);
}

/* ---- all lines ---- */

/* stalled(cells, techniques, tick) */
PyObject *lines_stalled(LinesObject *self, PyObject *arguments)
{
    const char *cells;
    Py_ssize_t size;
    int techniques;
    PyObject *ticker;
    Calling calling;
    if (!PyArg_ParseTuple(arguments, "y#iO", &cells, &size, &techniques, &ticker))
        return NULL;
    if (size != nonosat_puzzle_cells(self->puzzle))
        return raise_error(NONOSAT_INPUT, "a picture has a byte for each cell");
    PyObject *open = PyBytes_FromStringAndSize(NULL, size);
    if (!open)
        return NULL;
    enter_call(&calling, NULL, ticker);
    int error = nonosat_stalled(self->puzzle, (const uint8_t *)cells, techniques, &calling.tick, (uint8_t *)PyBytes_AsString(open));
    leave_call(&calling);
    if (!error)
        return open;
    Py_DECREF(open);
    return raise_error(error, "a cell has a colour of the palette, and techniques are those of the kernel");
}

/* Counts the swaps among `size` integers; -1 if the last one is not complete. */
static int count_swaps(const int *swap, Py_ssize_t size)
{
    int number = 0;
    for (; size > 0 && swap[0] > 0 && swap[0] <= size / 2; number++) {
        size -= 1 + 2 * swap[0];
        swap += 1 + 2 * swap[0];
    }
    return size ? -1 : number;
}

/* mend(candidates, picture, best, cost, (is_unique, run, seed, steps), costs, images, swaps, tick) */
PyObject *lines_mend(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *ticker;
    const char *picture, *known, *costs, *images, *swaps;
    Py_ssize_t size, known_size, cost_size, image_size, swap_size, cells = nonosat_puzzle_cells(self->puzzle), number = sizeof(int);
    long long cost, seed, steps;
    nonosat_mending how = {.size = sizeof how};
    nonosat_pairs pairs = {0};
    Calling calling;
    if (!PyArg_ParseTuple(arguments, "Oy#y#L(iiLL)y#y#y#O", &candidates, &picture, &size, &known, &known_size, &cost, &how.is_unique,
                          &how.run, &seed, &steps, &costs, &cost_size, &images, &image_size, &swaps, &swap_size, &ticker))
        return NULL;
    how.seed = (uint64_t)seed;
    how.steps = steps;
    how.swap_count = swap_size % number ? -1 : count_swaps((const int *)swaps, swap_size / number);
    if (size != cells || known_size != cells || cost_size != number * cells || !cells || image_size % (number * cells) || how.swap_count < 0)
        return raise_error(NONOSAT_INPUT, "a picture has a byte for each cell, costs and images are integers for each cell");
    how.costs = (const int *)costs;
    how.images = (const int *)images;
    how.image_count = (int)(image_size / (number * cells));
    how.swaps = (const int *)swaps;
    PyObject *best = PyBytes_FromStringAndSize(known, size), *list = NULL;
    nonosat_board *board = best ? enter_board(&calling, self, candidates, ticker) : NULL;
    if (board) {
        int64_t least = cost;
        int error = nonosat_mend(board, (const uint8_t *)picture, &how, &calling.tick, (uint8_t *)PyBytes_AsString(best), &least, &pairs);
        leave_call(&calling);
        cost = least;
        list = error ? raise_error(error, "there is no such cell, colour or cost") : PyList_New(pairs.number);
        for (Py_ssize_t at = 0; list && !error && at < pairs.number; at++) {
            const uint8_t *pair = pairs.cells + 2 * (size_t)cells * at;
            put(&list, at, Py_BuildValue("(y#y#)", pair, cells, pair + cells, cells));
        }
        nonosat_pairs_free(&pairs);
    }
    if (list)
        return Py_BuildValue("(NLN)", best, cost, list);
    Py_XDECREF(best);
    return NULL;
}

/* Appends a step to a list. */
static int note_step(void *context, const nonosat_step *step)
{
    Calling *calling = context;
    take_lock(calling);
    PyObject *noted = Py_BuildValue("(iiii)", step->line, step->technique, step->footholds, step->unfinished);
    int failed = !noted || PyList_Append(calling->function, noted);
    Py_XDECREF(noted);
    return failed;
}

/* steps(candidates, tick) */
PyObject *lines_steps(LinesObject *self, PyObject *arguments)
{
    PyObject *candidates, *ticker, *steps;
    int footholds, broken;
    Calling calling;
    if (!PyArg_ParseTuple(arguments, "OO", &candidates, &ticker) || !(steps = PyList_New(0)))
        return NULL;
    nonosat_board *board = enter_board(&calling, self, candidates, ticker);
    int error = NONOSAT_STOPPED;
    if (board) {
        nonosat_step_observer observer = {note_step, &calling};
        calling.function = steps;
        error = nonosat_steps(board, &calling.tick, &observer, &footholds, &broken);
        leave_call(&calling);
    }
    if (!error)
        return Py_BuildValue("(Nii)", steps, footholds, broken);
    Py_DECREF(steps);
    return raise_error(error, "");
}
