/* A board in the kernel, and propagation to the fixpoint: settles waiting lines in turn, family by family. */

#include "board.h"

#include <string.h>

static int allocate(Board *board)
{
    const Lines *lines = board->lines;
    Py_ssize_t set = lines->lines / WORD + 1;
    board->masks = PyMem_Malloc(sizeof(word) * (lines->words + lines->scratch + 1));
    board->waiting = PyMem_Calloc(set, sizeof(word));
    board->is_changed = PyMem_Calloc(lines->lines + 1, 1);
    board->changed = PyMem_Malloc(sizeof(int) * (lines->lines + 1));
    if (!board->masks || !board->waiting || !board->is_changed || !board->changed) {
        PyErr_NoMemory();
        return -1;
    }
    board->scratch = board->masks + lines->words;
    return 0;
}

/* Registers this thread as the one that works on a board. Raises if another one does. */
static int claim(Board *board, PyObject *owner)
{
    Lines *lines = (Lines *)board->lines; /* `working` is not read without the lock */
    board->worker = PyThread_get_thread_ident();
    for (const Board *other = lines->working; other; other = other->next)
        if (other->owner == owner && other->worker != board->worker) {
            PyErr_SetString(PyExc_RuntimeError, "another thread is working on this board");
            return -1;
        }
    board->owner = owner;
    board->next = lines->working;
    lines->working = board;
    return 0;
}

static void release(Board *board)
{
    if (!board->owner)
        return;
    struct Board **link = &((Lines *)board->lines)->working;
    while (*link != board)
        link = &(*link)->next;
    *link = board->next;
    board->owner = NULL;
}

int open_board(Board *board, const Lines *lines, PyObject *candidates, PyObject *tick)
{
    *board = (Board){.lines = lines, .tick = tick};
    if (claim(board, candidates))
        return -1;
    board->candidates = PyList_Check(candidates) ? tuple_from(candidates) : Py_NewRef(candidates);
    return !board->candidates || allocate(board) || all_masks_from(lines, board->candidates, board->masks) ? -1 : 0;
}

int blank_board(Board *board, const Lines *lines, PyObject *tick)
{
    *board = (Board){.lines = lines, .tick = tick};
    if (allocate(board))
        return -1;
    for (int number = 0; number < lines->lines; number++)
        wait_for(board, number);
    blank_masks(lines, board->masks);
    return 0;
}

void close_board(Board *board)
{
    reacquire(board);
    release(board);
    Py_XDECREF(board->candidates);
    PyMem_Free(board->masks);
    PyMem_Free(board->waiting);
    PyMem_Free(board->is_changed);
    PyMem_Free(board->changed);
    PyMem_Free(board->trail);
    PyMem_Free(board->slots);
}

/* Writes all lines back to the bytearray. */
static int write_packed(Board *board)
{
    if (PyByteArray_GET_SIZE(board->candidates) != (Py_ssize_t)sizeof(word) * board->lines->words) {
        PyErr_SetString(PyExc_RuntimeError, "the masks of a board have changed their size");
        return -1;
    }
    memcpy(PyByteArray_AS_STRING(board->candidates), board->masks, sizeof(word) * board->lines->words);
    memset(board->is_changed, 0, board->lines->lines);
    board->changes = 0;
    return 0;
}

/* Writes one line back. */
static int write_line(const Board *board, int number)
{
    const Line *line = board->lines->line + number;
    PyObject *integers = PyTuple_GET_ITEM(board->candidates, number); /* a list, as it was read */
    for (int colour = 0; colour < board->lines->colours; colour++) {
        const word *mask = board->masks + line->masks + (Py_ssize_t)colour * line->words;
        PyObject *integer = integer_from(mask, line->words);
        if (!integer || PyList_SetItem(integers, colour, integer))
            return -1;
    }
    return 0;
}

int write_back(Board *board)
{
    PyObject *type, *value, *trace;
    PyErr_Fetch(&type, &value, &trace);
    int failed = board->changes && PyByteArray_Check(board->candidates) ? write_packed(board) : 0;
    while (board->changes && !failed) {
        int number = board->changed[--board->changes];
        board->is_changed[number] = 0;
        failed = write_line(board, number);
    }
    if (type)
        PyErr_Restore(type, value, trace);
    return failed;
}

int wait_for_all(Board *board, PyObject *numbers)
{
    if (numbers == Py_None) {
        for (int number = 0; number < board->lines->lines; number++)
            wait_for(board, number);
        return 0;
    }
    PyObject *iterator = PyObject_GetIter(numbers), *item;
    if (!iterator)
        return -1;
    while ((item = PyIter_Next(iterator))) {
        int number = line_number_from(board->lines, item);
        Py_DECREF(item);
        if (number < 0)
            break;
        wait_for(board, number);
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : 0;
}

/* The next waiting line from a number on, cyclically. Requires a waiting line. */
static inline int next_waiting(const Board *board, int from)
{
    int at = from / WORD;
    word set = board->waiting[at] & ~(word)0 << from % WORD;
    while (!set) {
        at = at < board->lines->lines / WORD ? at + 1 : 0;
        set = board->waiting[at];
    }
    return WORD * at + lowest_bit(set);
}

/* ---- removing candidates ---- */

/* Grows the trail by at least one change. */
static int grow(Board *board)
{
    reacquire(board);
    return grown(&board->trail, sizeof(Change), board->trailed + 1, &board->room);
}

/* Removes candidates from a word of the masks of a line. */
static inline int cut(Board *board, int number, word *from, word removed)
{
    if (board->supposing) {
        if (board->trailed == board->room && grow(board))
            return -1;
        int at = (int)(from - board->masks - board->lines->line[number].masks);
        board->trail[board->trailed++] = (Change){number, at, *from};
    }
    *from &= ~removed;
    if (!board->is_changed[number]) {
        board->is_changed[number] = 1;
        board->changed[board->changes++] = number;
    }
    return 0;
}

/* Removes a colour from a cell on all its lines except `skipped`. */
static inline int cut_cell(Board *board, int cell, int colour, int skipped)
{
    const Lines *lines = board->lines;
    for (int family = 0; family < lines->families; family++) {
        Py_ssize_t where = (Py_ssize_t)family * lines->cells + cell;
        int number = lines->line_of[where], place = lines->position_of[where];
        if (number == skipped)
            continue;
        const Line *line = lines->line + number;
        word *masks = board->masks + line->masks + (Py_ssize_t)colour * line->words + place / WORD;
        word one = (word)1 << place % WORD;
        if (*masks & one) {
            if (cut(board, number, masks, one))
                return -1;
            wait_for(board, number);
        }
    }
    return 0;
}

int remove_colour(Board *board, int cell, int colour)
{
    return cut_cell(board, cell, colour, -1);
}

int fix_cell(Board *board, int cell, int colour)
{
    for (int other = 0; other < board->lines->colours; other++)
        if (other != colour && cut_cell(board, cell, other, -1))
            return -1;
    return 0;
}

void take_back(Board *board, Py_ssize_t mark)
{
    while (board->trailed > mark) {
        const Change *change = board->trail + --board->trailed;
        board->masks[board->lines->line[change->line].masks + change->at] = change->before;
    }
    if (board->left)
        clear_waiting(board);
}

int narrow_line(Board *board, int number, const word *masks)
{
    const Lines *lines = board->lines;
    const Line *line = lines->line + number;
    word *mine = board->masks + line->masks;
    for (int colour = 0; colour < lines->colours; colour++, mine += line->words, masks += line->words)
        for (int at = 0; at < line->words; at++) {
            word removed = mine[at] & ~masks[at];
            if (removed && cut(board, number, mine + at, removed))
                return -1;
            for (; removed; removed &= removed - 1)
                if (cut_cell(board, line->cells[WORD * at + lowest_bit(removed)], colour, number))
                    return -1;
        }
    return 0;
}

/* ---- settling ---- */

/* The lost candidates of a line per colour: a tuple of integers. `after` is changed meanwhile, and restored. */
static PyObject *removed_from(int colours, const Line *line, const word *before, word *after)
{
    PyObject *found = PyTuple_New(colours);
    for (int colour = 0; found && colour < colours; colour++, before += line->words, after += line->words) {
        for (int at = 0; at < line->words; at++)
            after[at] ^= before[at];
        PyObject *integer = integer_from(after, line->words);
        for (int at = 0; at < line->words; at++)
            after[at] ^= before[at];
        if (!integer)
            Py_CLEAR(found);
        else
            PyTuple_SET_ITEM(found, colour, integer);
    }
    return found;
}

/* Settles one line. Returns 1, 0 if it has no filling, or -1 with an exception set. */
static int settle_line(Board *board, int number, PyObject *observer)
{
    const Lines *lines = board->lines;
    const Line *line = lines->line + number;
    if (line->blocks < 0)
        return 1;
    const word *masks = board->masks + line->masks;
    if (board->settle)
        return board->settle(board, number);
    word *after = settled_line(board, number);
    if (!after)
        return 0;
    if (!memcmp(after, masks, sizeof(word) * line->words * lines->colours))
        return 1;
    if (observer == Py_None)
        return narrow_line(board, number, after) ? -1 : 1;
    PyObject *removed = removed_from(lines->colours, line, masks, after);
    PyObject *answer = NULL;
    if (removed && !narrow_line(board, number, after) && !write_back(board))
        answer = PyObject_CallFunction(observer, "iO", number, removed);
    Py_XDECREF(removed);
    Py_XDECREF(answer);
    return answer ? 1 : -1;
}

/* Work between two looks at the clock, about a millisecond; 20 times that while the lock is released, as reacquiring it takes
   5 ms (sys.getswitchinterval) while another thread is busy. */
enum { WORDS_PER_LOOK = 200000 };

void reacquire(Board *board)
{
    if (board->thread)
        PyEval_RestoreThread(board->thread);
    board->thread = NULL;
}

int look(Board *board)
{
    if (board->work <= (board->thread ? 20 * WORDS_PER_LOOK : WORDS_PER_LOOK))
        return 0;
    board->work = 0;
    reacquire(board);
    if (PyErr_CheckSignals())
        return -1;
    PyObject *nothing = board->tick == Py_None ? Py_NewRef(Py_None) : PyObject_CallNoArgs(board->tick);
    if (!nothing)
        return -1;
    Py_DECREF(nothing);
    if (board->may_release)
        board->thread = PyEval_SaveThread();
    return 0;
}

int settle_all(Board *board, PyObject *observer)
{
    const Lines *lines = board->lines;
    for (int number = 0; board->left; number = number + 1 < lines->lines ? number + 1 : 0) {
        number = next_waiting(board, number);
        board->waiting[number / WORD] &= ~((word)1 << number % WORD);
        board->left--;
        int answer = settle_line(board, number, observer);
        if (answer <= 0)
            return answer ? RAISED : number;
        Py_ssize_t work = (Py_ssize_t)lines->line[number].words * (lines->line[number].blocks + 1);
        board->work += work;
        board->spent += work;
        if (look(board))
            return RAISED;
    }
    return SETTLED;
}

/* propagate(candidates, lines, observer, tick): writes deductions to the board even after an exception. If memory runs out,
   they are sound, but crossing lines can disagree about a cell. */
PyObject *lines_propagate(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (!takes(number, 4))
        return NULL;
    Board board;
    int broken = RAISED;
    if (!open_board(&board, self, arguments[0], arguments[3]) && !wait_for_all(&board, arguments[1])) {
        board.may_release = arguments[2] == Py_None && PyByteArray_Check(arguments[0]);
        broken = settle_all(&board, arguments[2]);
        reacquire(&board);
        if (write_back(&board))
            broken = RAISED;
    }
    close_board(&board);
    return broken == RAISED ? NULL : PyLong_FromLong(broken);
}
