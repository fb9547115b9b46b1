/* All lines to the fixpoint, as by nonosat.lines.reference: lines in turn, family by family, as long as any has changed.

   The masks of a board are integers in Python. Those of a line are read when they are first needed, and written back
   in the end if they have changed, or before an observer is told. So if an observer
   changes masks that were already read, this is ignored, and overwritten if the line changes again. It can
   do no other
   harm: the kernel holds references to the lists of the lines, checks their lengths at each read and write,
   and owns
   everything else.
*/

#include "kernel.h"

#include <string.h>

/* A board while `propagate` works on it: its lines are read when they are first needed. */
typedef struct {
    const Lines *lines;
    PyObject *candidates; /* the items of the board's list at the start, in a tuple of our own */
    word *masks;
    word *scratch;
    char *waiting; /* lines that must be settled */
    char *known;   /* 1: its masks were read; 2: they have changed since they were written */
    int *changed;  /* the lines whose `known` is 2 */
    int changes;
    int left; /* how many lines are waiting */
} Work;

/* Allocates memory, and takes references to the masks of each line. Call `close_work` in any case. */
static int open_work(Work *work, const Lines *lines, PyObject *candidates)
{
    *work = (Work){.lines = lines};
    if (!PyList_Check(candidates) || PyList_GET_SIZE(candidates) != lines->lines) {
        PyErr_SetString(PyExc_TypeError, "a board has masks for each line");
        return -1;
    }
    work->candidates = PyList_AsTuple(candidates);
    if (!work->candidates)
        return -1;
    if (PyTuple_GET_SIZE(work->candidates) != lines->lines) { /* the collector may have run in between */
        PyErr_SetString(PyExc_RuntimeError, "a board has changed while it was read");
        return -1;
    }
    work->masks = PyMem_Malloc(sizeof(word) * (lines->words + lines->scratch + 1));
    work->waiting = PyMem_Calloc(2 * (Py_ssize_t)lines->lines + 1, 1);
    work->changed = PyMem_Malloc(sizeof(int) * (lines->lines + 1));
    if (!work->masks || !work->waiting || !work->changed) {
        PyErr_NoMemory();
        return -1;
    }
    work->scratch = work->masks + lines->words;
    work->known = work->waiting + lines->lines;
    return 0;
}

static void close_work(Work *work)
{
    Py_XDECREF(work->candidates);
    PyMem_Free(work->masks);
    PyMem_Free(work->waiting);
    PyMem_Free(work->changed);
}

/* The masks of a line, or NULL with an exception set. */
static inline word *read_line(Work *work, int number)
{
    const Line *line = work->lines->line + number;
    word *masks = work->masks + line->masks;
    if (!work->known[number]) {
        if (masks_from(work->lines, line, PyTuple_GET_ITEM(work->candidates, number), masks))
            return NULL;
        work->known[number] = 1;
    }
    return masks;
}

/* Remembers that a line, which was read, must be written back. */
static inline void note_change(Work *work, int number)
{
    if (work->known[number] == 1) {
        work->known[number] = 2;
        work->changed[work->changes++] = number;
    }
}

/* Writes the lines that have changed back to the board. Raises where a list has become too short. */
static int write_back(Work *work)
{
    while (work->changes) {
        int number = work->changed[--work->changes];
        const Line *line = work->lines->line + number;
        PyObject *integers = PyTuple_GET_ITEM(work->candidates, number); /* a list, as it was read */
        work->known[number] = 1;
        for (int colour = 0; colour < work->lines->colours; colour++) {
            PyObject *integer = integer_from(work->masks + line->masks + (Py_ssize_t)colour * line->words, line->words);
            if (!integer || PyList_SetItem(integers, colour, integer))
                return -1;
        }
    }
    return 0;
}

/* Puts a line on the list of those that must be settled, if it is not there. */
static inline void wait_for(Work *work, int number)
{
    work->left += !work->waiting[number];
    work->waiting[number] = 1;
}

/* The same with all lines of an iterable of numbers, or with all there are for None. Runs code of the caller. */
static int wait_for_all(Work *work, PyObject *numbers)
{
    if (numbers == Py_None) {
        memset(work->waiting, 1, work->lines->lines);
        work->left = work->lines->lines;
        return 0;
    }
    PyObject *iterator = PyObject_GetIter(numbers), *item;
    if (!iterator)
        return -1;
    while ((item = PyIter_Next(iterator))) {
        int number = line_number_from(work->lines, item);
        Py_DECREF(item);
        if (number < 0)
            break;
        wait_for(work, number);
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : 0;
}

/* Replaces the masks of a line that was read by narrower ones, and removes the same colours from crossing
   lines.
   Requires masks that are subsets of the line's own, so that no position is removed that the line does not have. */
static int narrow(Work *work, int number, const word *masks)
{
    const Lines *lines = work->lines;
    const Line *line = lines->line + number;
    word *mine = work->masks + line->masks;
    note_change(work, number);
    for (int colour = 0; colour < lines->colours; colour++, mine += line->words, masks += line->words)
        for (int at = 0; at < line->words; at++) {
            word removed = mine[at] & ~masks[at];
            mine[at] = masks[at];
            for (; removed; removed &= removed - 1) {
                int cell = line->cells[WORD * at + lowest_bit(removed)];
                for (int family = 0; family < lines->families; family++) {
                    Py_ssize_t where = (Py_ssize_t)family * lines->cells + cell;
                    int other = lines->line_of[where], place = lines->position_of[where];
                    if (other == number)
                        continue;
                    word *its = read_line(work, other);
                    if (!its)
                        return -1;
                    its[(Py_ssize_t)colour * lines->line[other].words + place / WORD] &= ~((word)1 << place % WORD);
                    note_change(work, other);
                    wait_for(work, other);
                }
            }
        }
    return 0;
}

/* What a line is to lose, colour by colour: a tuple of integers. `after` is as it was in the end. */
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

/* Settles one line: 1 if that was possible, 0 for a line without a filling, -1 with an exception set.
   An observer that is not None is told once the board shows the effect. */
static int settle_line(Work *work, int number, PyObject *observer)
{
    const Lines *lines = work->lines;
    const Line *line = lines->line + number;
    if (line->blocks < 0)
        return 1;
    word *masks = read_line(work, number);
    if (!masks)
        return -1;
    word *after = line_settle(lines->colours, line, masks, work->scratch);
    if (!after)
        return 0;
    if (!memcmp(after, masks, sizeof(word) * line->words * lines->colours))
        return 1;
    if (observer == Py_None)
        return narrow(work, number, after) ? -1 : 1;
    PyObject *removed = removed_from(lines->colours, line, masks, after);
    PyObject *answer = NULL;
    if (removed && !narrow(work, number, after) && !write_back(work))
        answer = PyObject_CallFunction(observer, "iO", number, removed);
    Py_XDECREF(removed);
    Py_XDECREF(answer);
    return answer ? 1 : -1;
}

/* Words of masks times blocks between two looks at the clock: about a millisecond. */
enum { WORDS_PER_LOOK = 200000 };

/* Settles all that wait, and what comes to wait: the line without a filling, -1 for none, -2 with an exception set.
   Looks for signals, and calls a tick that is not None, after so many words. */
static int settle_all(Work *work, PyObject *observer, PyObject *tick)
{
    const Lines *lines = work->lines;
    Py_ssize_t done = 0;
    for (int number = 0; work->left; number = number + 1 < lines->lines ? number + 1 : 0) {
        if (!work->waiting[number])
            continue;
        work->waiting[number] = 0;
        work->left--;
        int answer = settle_line(work, number, observer);
        if (answer <= 0)
            return answer ? -2 : number;
        done += (Py_ssize_t)lines->line[number].words * (lines->line[number].blocks + 1);
        if (done > WORDS_PER_LOOK) {
            done = 0;
            if (PyErr_CheckSignals())
                return -2;
            PyObject *nothing = tick == Py_None ? Py_NewRef(tick) : PyObject_CallNoArgs(tick);
            if (!nothing)
                return -2;
            Py_DECREF(nothing);
        }
    }
    return -1;
}

/* propagate(candidates, lines, observer, tick): writes deductions to the board even if an exception ends it.
   If memory
   runs out, the deductions written are sound, but crossing lines may disagree about a cell. */
PyObject *lines_propagate(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 4) {
        PyErr_SetString(PyExc_TypeError, "propagate takes a board's masks, lines, an observer and a tick");
        return NULL;
    }
    Work work;
    int broken = -2;
    if (!open_work(&work, self, arguments[0]) && !wait_for_all(&work, arguments[1])) {
        broken = settle_all(&work, arguments[2], arguments[3]);
        PyObject *type, *value, *trace;
        PyErr_Fetch(&type, &value, &trace);
        if (write_back(&work))
            broken = -2;
        if (type)
            PyErr_Restore(type, value, trace);
    }
    close_work(&work);
    return broken == -2 ? NULL : PyLong_FromLong(broken);
}
