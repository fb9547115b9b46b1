/* The search: decides, learns, starts anew, and notes what it finds. learn.h says what it does. */

#include "learn.h"

#include <string.h>

enum {
    PATIENCE = 50,          /* conflicts before it may start anew */
    FIRST_REDUCTION = 2000, /* conflicts before clauses are dropped; then that and so many more each time */
    LATER_REDUCTION = 300,
    USUAL = 5000,           /* conflicts, over which the usual worth of clauses is taken */
    LOOK = 8000,            /* entries between two looks at the limits, about a millisecond */
    MOST_STARTS = 24000000, /* of all blocks: of twice as many there may be a gigabyte of entries */
};

/* What a step of the search comes to. */
enum { GOING_ON, COMPLETE, ENOUGH_FOUND, LEARNER_RAISED };

int make_room(Learner *learner, void *items, size_t size, Py_ssize_t wanted, Py_ssize_t *room)
{
    if (wanted <= *room)
        return 0;
    void *old;
    memcpy(&old, items, sizeof old);
    Py_ssize_t more = wanted > 8 ? 2 * wanted : 16;
    void *found = PyMem_Realloc(old, size * more);
    if (!found) {
        PyErr_NoMemory();
        learner->failed = 1;
        return -1;
    }
    memcpy(items, &found, sizeof found);
    *room = more;
    return 0;
}

/* Forgets why what holds without any decision does. */
static void forget_first(Learner *learner)
{
    for (Py_ssize_t at = 0; at < learner->trailed; at++) {
        int side = learner->trail[at].side;
        if (is_cell(learner, side))
            learner->entry[side >> 1] = -1;
        else
            learner->last[side] = -1;
    }
    learner->trailed = learner->settled = 0;
}

/* Adds a clause of which the first literal is to follow; none but that may be open: as `propagate_starts`. */
static int follow_clause(Learner *learner, const Literal *literals, Py_ssize_t size, int levels)
{
    if (size == 1)
        return enqueue(learner, literals[0], ASSUMED, 0, NULL);
    Clause *clause = keep_clause(learner, literals, size, levels);
    return clause && enqueue(learner, literals[0], LEARNT, 0, clause);
}

/* Learns from a conflict. */
static int learn(Learner *learner)
{
    Py_ssize_t back;
    int levels;
    if (learner->failed)
        return LEARNER_RAISED;
    if (!learn_clause(learner, &back, &levels))
        return learner->failed ? LEARNER_RAISED : COMPLETE;
    learner->conflicts++;
    learner->since++;
    take_back_to(learner, back);
    if (!follow_clause(learner, learner->learnt, learner->learnts, levels))
        return learner->failed ? LEARNER_RAISED : COMPLETE; /* the latter cannot be */
    learner->increment /= 0.95;
    learner->recent += (levels - learner->recent) / PATIENCE;
    learner->usual += (levels - learner->usual) / (learner->conflicts < USUAL ? learner->conflicts : USUAL);
    return GOING_ON;
}

/* Takes back all decisions if what is learnt of late is worse than usual, or there is too much of it. */
static void start_anew(Learner *learner)
{
    int full = learner->conflicts >= learner->next_reduction;
    if (!full && (learner->since <= PATIENCE || 0.8 * learner->recent <= learner->usual))
        return;
    learner->since = 0;
    learner->recent = learner->usual;
    take_back_to(learner, 0);
    if (full) {
        drop_clauses(learner);
        learner->reductions++;
        learner->next_reduction = learner->conflicts + FIRST_REDUCTION + LATER_REDUCTION * learner->reductions;
    }
}

/* What to decide: 0 if all is decided. */
static int choose(Learner *learner, Literal *literal)
{
    for (int choice; (choice = take_choice(learner)) >= 0;) {
        int variable = learner->choice[choice].variable, place = learner->choice[choice].place;
        *literal = (Literal){2 * variable, place};
        if (value_of(learner, *literal))
            continue;
        if (choice < learner->cells)
            literal->side |= learner->tried[variable];
        else if (block_of(learner, literal->side)->tried[0] > place)
            *literal = opposite(learner, *literal);
        return 1;
    }
    for (; learner->fixed < learner->blocks; learner->fixed++) {
        const Place *block = learner->block + learner->fixed;
        if (block->least < block->greatest) {
            *literal = (Literal){side_of(learner, learner->fixed, 0), block->least};
            return 1;
        }
    }
    return 0;
}

static int decide(Learner *learner, Literal literal)
{
    if (make_room(learner, &learner->level, sizeof(Py_ssize_t), learner->levels + 1, &learner->level_room))
        return LEARNER_RAISED;
    learner->level[learner->levels++] = learner->trailed;
    return enqueue(learner, literal, ASSUMED, 0, NULL) ? GOING_ON : LEARNER_RAISED;
}

/* Appends the picture to what is found. */
static int note_found(Learner *learner, PyObject *found)
{
    int cells = learner->lines->cells;
    PyObject *picture = PyBytes_FromStringAndSize(NULL, cells); /* copies of one byte are shared */
    if (!picture)
        return -1;
    char *colours = PyBytes_AS_STRING(picture);
    memcpy(colours, learner->base, cells);
    for (int cell = 0; cell < learner->cells; cell++)
        colours[learner->cell[cell]] = learner->value[cell];
    int failed = PyList_Append(found, picture);
    Py_DECREF(picture);
    learner->known++;
    return failed;
}

/* Excludes the picture that the decisions have led to. */
static int exclude_found(Learner *learner)
{
    Py_ssize_t levels = learner->levels;
    if (!levels)
        return COMPLETE;
    if (make_room(learner, &learner->learnt, sizeof(Literal), levels, &learner->learnt_room))
        return LEARNER_RAISED;
    for (Py_ssize_t level = 0; level < levels; level++) {
        const Entry *entry = &learner->trail[learner->level[levels - 1 - level]];
        Literal literal = {entry->side, is_cell(learner, entry->side) ? 0 : entry->bound};
        learner->learnt[level] = opposite(learner, literal);
    }
    take_back_to(learner, levels - 1);
    if (follow_clause(learner, learner->learnt, levels, 0))
        return GOING_ON;
    return learner->failed ? LEARNER_RAISED : COMPLETE;
}

/* Excludes a picture that others have found. Requires that nothing is decided. */
static int exclude(Learner *learner, PyObject *picture)
{
    if (!PyBytes_Check(picture) || PyBytes_GET_SIZE(picture) != learner->lines->cells) {
        PyErr_SetString(PyExc_TypeError, "a picture has a byte for each cell");
        return LEARNER_RAISED;
    }
    const unsigned char *colours = (const unsigned char *)PyBytes_AS_STRING(picture);
    for (int cell = 0; cell < learner->lines->cells; cell++)
        if (learner->number[cell] < 0 && learner->base[cell] != colours[cell])
            return GOING_ON;
    Py_ssize_t open = 0;
    if (make_room(learner, &learner->learnt, sizeof(Literal), learner->cells + 1, &learner->learnt_room))
        return LEARNER_RAISED;
    for (int cell = 0; cell < learner->cells; cell++) {
        Literal literal = {2 * cell + (colours[learner->cell[cell]] ? 0 : 1), 0};
        int value = value_of(learner, literal);
        if (value > 0)
            return GOING_ON;
        if (!value)
            learner->learnt[open++] = literal;
    }
    if (!open)
        return COMPLETE;
    if (open > 1)
        return keep_clause(learner, learner->learnt, open, 0) ? GOING_ON : LEARNER_RAISED;
    return enqueue(learner, learner->learnt[0], ASSUMED, 0, NULL) ? GOING_ON : LEARNER_RAISED;
}

/* Looks for signals and calls the tick, if it is time to: 0, or -1 with an exception set. */
static int look_up(Learner *learner)
{
    if (learner->work - learner->told < LOOK)
        return 0;
    learner->told = learner->work;
    if (PyErr_CheckSignals())
        return -1;
    if (learner->tick == Py_None)
        return 0;
    PyObject *nothing = PyObject_CallNoArgs(learner->tick);
    Py_XDECREF(nothing);
    return nothing ? 0 : -1;
}

/* The end of so many more. */
static Py_ssize_t end_of(Py_ssize_t done, Py_ssize_t more)
{
    return more < PY_SSIZE_T_MAX - done ? done + more : PY_SSIZE_T_MAX;
}

/* Searches until so many conflicts have been met, or there were so many entries of the trail. */
static int search(Learner *learner, Py_ssize_t conflicts, Py_ssize_t work, PyObject *found, Py_ssize_t most)
{
    Py_ssize_t until = end_of(learner->conflicts, conflicts), until_work = end_of(learner->work, work);
    int answer = GOING_ON;
    while (answer == GOING_ON) {
        if (look_up(learner))
            return LEARNER_RAISED;
        if (!propagate_starts(learner)) {
            answer = learn(learner);
            continue;
        }
        if (!learner->levels)
            forget_first(learner);
        if (learner->conflicts >= until || learner->work >= until_work)
            return GOING_ON;
        start_anew(learner);
        if (!learner->levels && learner->settled < learner->trailed)
            continue;
        Literal literal;
        if (choose(learner, &literal)) {
            answer = decide(learner, literal);
            continue;
        }
        if (note_found(learner, found))
            return LEARNER_RAISED;
        answer = exclude_found(learner);
        if (answer == GOING_ON && PyList_GET_SIZE(found) >= most)
            answer = ENOUGH_FOUND;
    }
    return answer;
}

/* ---- the type ---- */

static void learner_dealloc(Learner *self)
{
    for (Py_ssize_t at = 0; at < self->clauses; at++)
        PyMem_Free(self->clause[at]);
    for (Py_ssize_t side = 0; self->watchers && side < 2 * ((Py_ssize_t)self->cells + self->blocks); side++)
        PyMem_Free(self->watchers[side].watcher);
    void *all[] = {self->number, self->cell,   self->base,    self->first,        self->block,  self->black, self->white,
                   self->mask,   self->value,  self->tried,   self->entry,        self->last,   self->trail, self->level,
                   self->watchers, self->clause, self->choice, self->start_choice, self->absent, self->heap,  self->conflict,
                   self->seen,   self->needed, self->marked,  self->learnt,       self->stamp};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++)
        PyMem_Free(all[at]);
    Py_XDECREF(self->lines);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* search(conflicts, work, found, most, tick): see _compiled.pyi. */
static PyObject *learner_search(Learner *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 5) {
        PyErr_SetString(PyExc_TypeError, "search takes conflicts, work, pictures, how many of them may be found, and a tick");
        return NULL;
    }
    Py_ssize_t amounts[3];
    for (int at = 0; at < 3; at++) {
        amounts[at] = PyNumber_AsSsize_t(arguments[at < 2 ? at : 3], PyExc_OverflowError);
        if (amounts[at] == -1 && PyErr_Occurred())
            return NULL;
    }
    PyObject *found = arguments[2];
    if (!PyList_Check(found)) {
        PyErr_SetString(PyExc_TypeError, "pictures that are found are appended to a list");
        return NULL;
    }
    if (self->running || self->spoilt) {
        PyErr_SetString(PyExc_RuntimeError, self->running ? "it is being searched" : "an exception has ended the search");
        return NULL;
    }
    Py_ssize_t before = self->conflicts, done = self->work;
    int answer = self->complete ? COMPLETE : GOING_ON;
    self->running = 1;
    self->tick = arguments[4];
    if (answer == GOING_ON && self->known < PyList_GET_SIZE(found))
        take_back_to(self, 0);
    while (answer == GOING_ON && self->known < PyList_GET_SIZE(found)) {
        PyObject *picture = Py_NewRef(PyList_GET_ITEM(found, self->known));
        answer = exclude(self, picture);
        Py_DECREF(picture);
        self->known++;
    }
    if (answer == GOING_ON)
        answer = search(self, amounts[0], amounts[1], found, amounts[2]);
    self->running = 0;
    self->tick = NULL;
    if (answer == LEARNER_RAISED) {
        self->spoilt = 1;
        return NULL;
    }
    self->complete = answer == COMPLETE;
    return Py_BuildValue("Nnn", PyBool_FromLong(self->complete), self->conflicts - before, self->work - done);
}

static PyMethodDef methods[] = {
    {"search", (PyCFunction)(void (*)(void))learner_search, METH_FASTCALL,
     "search(conflicts, work, found, most, tick): searches on; whether that has come to an end, the conflicts, and the work."},
    {NULL, NULL, 0, NULL},
};

static PyTypeObject LearnerType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nonosat.solving.lines.kernel.Learner",
    .tp_doc = "A search that learns from conflicts, which `Lines.learner` begins.",
    .tp_basicsize = sizeof(Learner),
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_dealloc = (destructor)learner_dealloc,
    .tp_methods = methods,
};

int ready_learner(void) { return PyType_Ready(&LearnerType); }

/* Whether the puzzle has one ink, and no blotted block. */
static int is_plain(const Lines *lines)
{
    for (int line = 0; line < lines->lines; line++)
        if (lines->line[line].blocks > 0 && lines->line[line].blotted)
            return 0;
    return lines->colours == 2;
}

static void *zeroed(Learner *learner, Py_ssize_t number, size_t size)
{
    void *found = learner->failed ? NULL : PyMem_Calloc(number + 1, size);
    if (!found && !learner->failed) {
        PyErr_NoMemory();
        learner->failed = 1;
    }
    return found;
}

/* Numbers the open cells of a board that was read, and notes the colours of the others. */
static int read_cells(Learner *learner, const Board *board)
{
    const Lines *lines = board->lines;
    learner->number = zeroed(learner, lines->cells, sizeof(int));
    learner->cell = zeroed(learner, lines->cells, sizeof(int));
    learner->base = zeroed(learner, lines->cells, 1);
    learner->mask = zeroed(learner, lines->lines, sizeof(Py_ssize_t));
    if (learner->failed)
        return -1;
    Py_ssize_t words = 0;
    for (int line = 0; line < lines->lines; line++) {
        learner->mask[line] = words;
        words += lines->line[line].words;
    }
    learner->black = zeroed(learner, words, sizeof(word));
    learner->white = zeroed(learner, words, sizeof(word));
    if (learner->failed)
        return -1;
    for (int cell = 0; cell < lines->cells; cell++) {
        int open = is_open(board, cell);
        learner->number[cell] = open ? learner->cells : -1;
        if (open) {
            learner->cell[learner->cells++] = cell;
            continue;
        }
        int colour = learner->base[cell] = (unsigned char)has_colour(board, cell, 1);
        for (int family = 0; family < lines->families; family++) {
            Py_ssize_t where = (Py_ssize_t)family * lines->cells + cell;
            word *mask = (colour ? learner->black : learner->white) + learner->mask[lines->line_of[where]];
            mask[lines->position_of[where] / WORD] |= (word)1 << lines->position_of[where] % WORD;
        }
    }
    return 0;
}

/* The blocks of all lines with a clue, where the clue alone allows them. */
static int read_blocks(Learner *learner)
{
    const Lines *lines = learner->lines;
    learner->first = zeroed(learner, lines->lines + 1, sizeof(int));
    if (learner->failed)
        return -1;
    for (int line = 0; line < lines->lines; line++) {
        int blocks = lines->line[line].blocks;
        learner->first[line + 1] = learner->first[line] + (blocks > 0 ? blocks : 0);
    }
    int all = learner->first[lines->lines];
    learner->block = zeroed(learner, all, sizeof(Place));
    for (int line = 0; line < lines->lines && !learner->failed; line++)
        for (int at = 0; at < lines->line[line].blocks; at++) {
            const Block *block = lines->line[line].block + at;
            learner->block[learner->first[line] + at] = (Place){
                .line = line, .length = block->length, .least = block->earliest, .greatest = block->latest};
        }
    learner->blocks = learner->failed ? 0 : all;
    return learner->failed ? -1 : 0;
}

/* What is known of cells and blocks in the course of the search. */
static int open_state(Learner *learner)
{
    Py_ssize_t variables = (Py_ssize_t)learner->cells + learner->blocks;
    learner->value = zeroed(learner, learner->cells, 1);
    learner->tried = zeroed(learner, learner->cells, 1);
    learner->entry = zeroed(learner, learner->cells, sizeof(int));
    learner->last = zeroed(learner, 2 * variables, sizeof(int));
    learner->watchers = zeroed(learner, 2 * variables, sizeof(Watchers));
    if (learner->failed)
        return -1;
    memset(learner->value, -1, learner->cells);
    for (int cell = 0; cell < learner->cells; cell++)
        learner->entry[cell] = -1;
    for (Py_ssize_t side = 0; side < 2 * variables; side++)
        learner->last[side] = -1;
    learner->increment = 1;
    learner->next_reduction = FIRST_REDUCTION;
    return 0;
}

/* The starts that propagation has left to all blocks. */
static Py_ssize_t number_starts(Learner *learner)
{
    Py_ssize_t starts = 0;
    for (Place *block = learner->block; block < learner->block + learner->blocks; block++) {
        block->choices = starts;
        block->first = block->least;
        block->tried[0] = INT_MAX;
        starts += block->greatest - block->least + 1;
    }
    return starts;
}

/* The choices among them. */
static int open_starts(Learner *learner, Py_ssize_t starts)
{
    learner->start_choice = zeroed(learner, starts, sizeof(int));
    learner->absent = zeroed(learner, starts, 1);
    return learner->failed ? -1 : open_choices(learner);
}

/* learner(candidates): see _compiled.pyi. */
PyObject *lines_learner(Lines *self, PyObject *candidates)
{
    if (!is_plain(self))
        Py_RETURN_NONE;
    Learner *learner = (Learner *)LearnerType.tp_alloc(&LearnerType, 0);
    if (!learner)
        return NULL;
    learner->lines = (Lines *)Py_NewRef(self);
    Board board;
    int failed = open_board(&board, self, candidates, Py_None) || read_all(&board) || read_cells(learner, &board);
    close_board(&board);
    if (!failed)
        failed = read_blocks(learner) || open_state(learner);
    Py_ssize_t starts = 0;
    if (!failed) {
        learner->complete = !propagate_first(learner);
        forget_first(learner);
        starts = learner->complete ? 0 : number_starts(learner);
        failed = learner->failed || (starts <= MOST_STARTS && open_starts(learner, starts));
    }
    if (failed || starts > MOST_STARTS)
        Py_CLEAR(learner);
    return learner || failed ? (PyObject *)learner : Py_NewRef(Py_None);
}
