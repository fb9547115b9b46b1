/* The tree: assumptions, and the way back from them. `tree.h` says what it does, joint.c what is done in a node. */

#include "tree.h"

#include <string.h>

void *with_room_for(void *items, Py_ssize_t size, Py_ssize_t wanted, Py_ssize_t *room)
{
    if (wanted <= *room)
        return items;
    Py_ssize_t more = wanted > 512 ? 2 * wanted : 1024;
    void *found = PyMem_Realloc(items, size * more);
    if (found)
        *room = more;
    else
        PyErr_NoMemory();
    return found;
}

/* Assumes a candidate of the node, which is the parent of the new node. */
static int descend(Tree *tree, int cell, int colour)
{
    Board *board = &tree->board;
    Node *nodes = with_room_for(tree->nodes, sizeof(Node), tree->depth + 1, &tree->node_room);
    if (!nodes)
        return TREE_RAISED;
    tree->nodes = nodes;
    nodes[tree->depth++] = (Node){cell, colour, board->trailed, tree->logged, tree->excess, tree->weight};
    tree->weight /= 2;
    if (fix_cell(board, cell, colour))
        return TREE_RAISED;
    return settle_node(tree, nodes[tree->depth - 1].mark);
}

/* Takes the last assumption back. */
static Node ascend(Tree *tree)
{
    Node last = tree->nodes[--tree->depth];
    take_back(&tree->board, last.mark);
    unlog(tree, last.logged);
    tree->excess = last.excess;
    tree->weight = last.weight / 2; /* what is left without the assumption */
    return last;
}

/* From a dead node to one that is not; DEAD if all of the tree is. */
static int retreat_from(Tree *tree)
{
    while (tree->depth) {
        Node last = ascend(tree);
        int answer = refute_colour(tree, last.cell, last.colour);
        tree->unprobed = 1;
        if (answer != DEAD)
            return answer;
    }
    return DEAD;
}

enum {
    BACKGROUND_FIRST = 300, /* assumptions */
    SLOT_BITS = 13,         /* of the lines that are kept */
};

/* The likeliest colour of an open cell by the guide, and by how much it is likelier than the next one. */
static int likeliest(const Tree *tree, int cell, int *margin)
{
    int best = -1, first = -1, second = -1;
    for (int colour = 0; colour < tree->board.lines->colours; colour++) {
        if (!has_colour(&tree->board, cell, colour))
            continue;
        int likely = tree->guide[(Py_ssize_t)colour * tree->board.lines->cells + cell];
        if (likely > first) {
            second = first;
            first = likely;
            best = colour;
        } else if (likely > second)
            second = likely;
    }
    *margin = first - second;
    return best;
}

/* The colour of an open cell to be assumed first. */
static int colour_to_assume(const Tree *tree, int cell)
{
    int margin, last = tree->branched >= BACKGROUND_FIRST, colour = last ? tree->board.lines->colours - 1 : 0;
    if (tree->guide)
        return likeliest(tree, cell, &margin);
    while (!has_colour(&tree->board, cell, colour))
        colour += last ? -1 : 1;
    return colour;
}

/* Assumes a colour of the cell whose suppositions tell most; with a guide, of one of which it is sure as well. */
static int branch(Tree *tree)
{
    const Board *board = &tree->board;
    int best = -1, margin = 1;
    int64_t most = 0;
    for (int cell = 0; cell < board->lines->cells; cell++) {
        if (!is_open(board, cell))
            continue;
        if (tree->guide)
            likeliest(tree, cell, &margin);
        if (best < 0 || tree->score[cell] * margin > most) {
            best = cell;
            most = tree->score[cell] * margin;
        }
    }
    if (best < 0)
        return DEAD; /* some cell has no colour: no solver has left a board so */
    int colour = colour_to_assume(tree, best);
    tree->branched++;
    return descend(tree, best, colour);
}

/* Searches from the node on that the decisions have led to: ALIVE if no supposition is left. */
static int search_tree(Tree *tree, int answer)
{
    for (;;) {
        if (answer == DEAD)
            answer = retreat_from(tree);
        if (answer != ALIVE)
            return answer;
        answer = probe_node(tree);
        if (answer == ALIVE && tree->left <= 0)
            return ALIVE;
        if (answer == ALIVE)
            answer = branch(tree);
    }
}

/* How much of the tree is searched, if both sides of a choice are equally large. */
static double share_of(const Tree *tree)
{
    double share = 1 - tree->weight;
    for (Py_ssize_t at = 0; at < tree->depth; at++)
        share -= tree->nodes[at].weight / 2;
    return share;
}

/* ---- the type ---- */

static void tree_dealloc(Tree *self)
{
    const Lines *lines = self->board.lines;
    close_knowledge(self);
    close_board(&self->board);
    PyMem_Free(self->nodes);
    PyMem_Free(self->guide);
    Py_XDECREF(lines);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* Whether it may be used; an exception is set if not. */
static int is_usable(const Tree *self)
{
    if (self->running || self->spoilt)
        PyErr_SetString(PyExc_RuntimeError, self->running ? "the tree is being searched" : "an exception has ended the search");
    return !self->running && !self->spoilt;
}

/* search(suppositions, found, most, tick): see _compiled.pyi. */
static PyObject *tree_search(Tree *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 4) {
        PyErr_SetString(PyExc_TypeError, "search takes suppositions, pictures, how many of them may be found, and a tick");
        return NULL;
    }
    Py_ssize_t left = PyNumber_AsSsize_t(arguments[0], PyExc_OverflowError);
    if (left == -1 && PyErr_Occurred())
        return NULL;
    Py_ssize_t most = PyNumber_AsSsize_t(arguments[2], PyExc_OverflowError);
    if (most == -1 && PyErr_Occurred())
        return NULL;
    if (!PyList_Check(arguments[1])) {
        PyErr_SetString(PyExc_TypeError, "pictures that are found are appended to a list");
        return NULL;
    }
    if (!is_usable(self))
        return NULL;
    self->left = left;
    self->found = arguments[1];
    self->most = most;
    self->board.tick = arguments[3];
    self->running = 1;
    int answer = self->state; /* of the node: ALIVE or DEAD */
    if (answer == ALIVE && self->excess <= 0) /* the first board is full */
        answer = note_picture(self);
    if (answer == ALIVE || answer == DEAD)
        answer = search_tree(self, answer);
    self->running = 0;
    self->board.tick = Py_None;
    self->found = NULL;
    if (answer == TREE_RAISED) {
        self->spoilt = 1;
        take_back(&self->board, 0);
        return NULL;
    }
    self->state = self->excess > 0 ? ALIVE : DEAD; /* a full board has been noted */
    if (answer == DEAD)
        self->state = DEAD;
    return Py_BuildValue("Nndd", PyBool_FromLong(answer == DEAD), left - self->left, share_of(self), self->weight);
}

/* root(): see _compiled.pyi. */
static PyObject *tree_root(Tree *self, PyObject *nothing)
{
    (void)nothing;
    const Board *board = &self->board;
    if (self->running) {
        is_usable(self);
        return NULL;
    }
    PyObject *packed = PyByteArray_FromStringAndSize((const char *)board->masks, sizeof(word) * board->lines->words);
    word *masks = packed ? (word *)PyByteArray_AS_STRING(packed) : NULL;
    for (Py_ssize_t each = board->trailed; masks && each-- > 0;)
        masks[board->lines->line[board->trail[each].line].masks + board->trail[each].at] = board->trail[each].before;
    return packed;
}

static PyMethodDef methods[] = {
    {"search", (PyCFunction)(void (*)(void))tree_search, METH_FASTCALL,
     "search(suppositions, found, most, tick): searches on; whether that has come to an end, how many colours were supposed, and "
     "the shares of the tree that are searched and below the node."},
    {"root", (PyCFunction)tree_root, METH_NOARGS, "root(): the masks without what was assumed, packed."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject TreeType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nonosat.solving.lines.kernel.Tree",
    .tp_doc = "A depth-first search, which `Lines.tree` begins.",
    .tp_basicsize = sizeof(Tree),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = (destructor)tree_dealloc,
    .tp_methods = methods,
};

int ready_tree(void)
{
    return PyType_Ready(&TreeType);
}

/* Copies the likelihoods of all candidates, unless there are none. */
static int read_guide(Tree *tree, PyObject *likelihoods)
{
    Py_ssize_t size = (Py_ssize_t)tree->board.lines->colours * tree->board.lines->cells;
    Py_buffer buffer;
    if (likelihoods == Py_None)
        return 0;
    if (PyObject_GetBuffer(likelihoods, &buffer, PyBUF_SIMPLE))
        return -1;
    int fits = buffer.len == size * (Py_ssize_t)sizeof(double);
    tree->guide = fits ? PyMem_Malloc(sizeof(int) * (size + 1)) : NULL;
    for (Py_ssize_t at = 0; tree->guide && fits && at < size; at++) {
        double likely;
        memcpy(&likely, (const char *)buffer.buf + at * sizeof(double), sizeof(double));
        fits = likely >= 0 && likely <= 1;
        tree->guide[at] = fits ? (int)(1000 * likely) : 0;
    }
    PyBuffer_Release(&buffer);
    if (!fits)
        PyErr_SetString(PyExc_ValueError, "a guide has a likelihood for each candidate");
    else if (!tree->guide)
        PyErr_NoMemory();
    return PyErr_Occurred() ? -1 : 0;
}

/* tree(candidates, likelihoods): see _compiled.pyi. */
PyObject *lines_tree(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 2) {
        PyErr_SetString(PyExc_TypeError, "tree takes a board's masks, and likelihoods or None");
        return NULL;
    }
    if (self->colours > 256) {
        PyErr_SetString(PyExc_ValueError, "a cell of a picture has one of 256 colours");
        return NULL;
    }
    Tree *tree = (Tree *)TreeType.tp_alloc(&TreeType, 0);
    if (!tree)
        return NULL;
    Py_INCREF(self); /* for the board */
    if (open_board(&tree->board, self, arguments[0], Py_None) || read_all(&tree->board) || open_cache(&tree->board, SLOT_BITS) ||
        open_knowledge(tree) || read_guide(tree, arguments[1])) {
        Py_DECREF(tree);
        return NULL;
    }
    Py_CLEAR(tree->board.candidates); /* which are read */
    release_board(&tree->board);
    tree->board.supposing = 1;
    tree->weight = 1;
    return (PyObject *)tree;
}
