/* The lines of a puzzle: what nonosat.line says of one, and nonosat.propagate of all.

   The method is explained in nonosat/line.py, which stays the reference. Here a mask is an array of words, and
   the additions carry from word to word. A block and the gap before it can only be in a part of the line, its
   window; nothing outside of that is read or written.
*/

#include "kernel.h"

#include <string.h>

#if !PY_LITTLE_ENDIAN
#error "masks are turned into integers as they lie in memory"
#endif

#define ALWAYS static inline __attribute__((always_inline))

/* ---- masks ---- */

ALWAYS word reversed(word x)
{
    x = __builtin_bswap64(x);
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    return (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
}

/* Words of a mask that are there; all others are 0. */
typedef struct {
    int low;
    int high;
} Window;

ALWAYS word word_of(const word *mask, Window window, int at)
{
    return at >= window.low && at <= window.high ? mask[at] : 0;
}

/* The 64 positions from `first` on, which may be negative. */
ALWAYS word word_from(const word *mask, Window window, int first)
{
    int at = first >> 6, offset = first & 63;
    word found = word_of(mask, window, at) >> offset;
    return offset ? found | word_of(mask, window, at + 1) << (WORD - offset) : found;
}

/* A word of the mirror image of a mask of `length` positions. */
ALWAYS word mirrored_word(const word *mask, Window window, int length, int at)
{
    return reversed(word_from(mask, window, length - WORD - WORD * at));
}

/* The seeds and, within the background or an ink, all that follows each: `bits.flood`, cut to the mask. Seeds are
   those of `seeds` that lie in the mask. */
ALWAYS void flood(word *into, const word *seeds, const word *through, Window window)
{
    word carry = 0;
    for (int at = window.low; at <= window.high; at++) {
        word open = through[at], begun = seeds[at] & open, sum = open + begun;
        word over = sum < open;
        sum += carry;
        carry = over | (sum < carry);
        into[at] = (open & ~sum) | begun;
    }
}

/* mask &= mask >> by */
ALWAYS void meet_shifted_down(word *mask, int words, int by)
{
    Window all = {0, words - 1};
    for (int at = 0; at < words; at++)
        mask[at] &= word_from(mask, all, WORD * at + by);
}

/* mask |= mask << by */
ALWAYS void join_shifted_up(word *mask, int words, int by)
{
    Window all = {0, words - 1};
    for (int at = words - 1; at >= 0; at--)
        mask[at] |= word_from(mask, all, WORD * at - by);
}

/* ---- one line ---- */

/* Where the gap before a block lies, and the block's start, in a line of so many words. */
ALWAYS Window window_of(const Line *line, const Block *blocks, int number, int words)
{
    if (words == 1)
        return (Window){0, 0};
    const Block *before = blocks + number - 1;
    int first = number ? before->earliest + (before->length ? before->length : 1) : 0;
    int last = number < line->blocks ? blocks[number].latest : line->length;
    return (Window){first / WORD, last / WORD};
}

/* Per kind the positions with room for a block. */
ALWAYS void find_rooms(const Line *line, const word *masks, word *rooms, int words)
{
    for (int kind = 0; kind < line->kinds; kind++) {
        int colour = line->kind[kind].colour, wanted = line->kind[kind].length, have = 1;
        const word *from = masks + (Py_ssize_t)colour * words;
        if (kind && line->kind[kind - 1].colour == colour) {
            from = rooms - words;
            have = line->kind[kind - 1].length;
        }
        for (int at = 0; at < words; at++)
            rooms[at] = from[at];
        while (have < wanted) {
            int step = wanted - have < have ? wanted - have : have;
            meet_shifted_down(rooms, words, step);
            have += step;
        }
        rooms += words;
    }
}

/* What `sweep` finds: per block its starts and, if it is blotted, its cells; per gap its cells. */
typedef struct {
    word *starts;
    word *gaps;
    word *runs;
} Swept;

/* What comes before allows, block by block; 0 if the clue does not fit. `ends` is for its own use. */
ALWAYS int sweep(const Line *line, const Block *blocks, const word *masks, const word *rooms, Swept found, word *ends,
                 int words)
{
    Window window = window_of(line, blocks, 0, words);
    for (int at = window.low; at <= window.high; at++)
        ends[at] = 0;
    ends[0] = 1; /* the line's edge is where "the block before the first" ends */
    for (int number = 0;; number++, found.starts += words, found.gaps += words, found.runs += line->blotted ? words : 0) {
        flood(found.gaps, ends, masks, window);
        if (number == line->blocks)
            return (int)((word_from(found.gaps, window, line->length - 1) |
                          word_from(ends, window, line->length)) & 1);
        const Block *block = blocks + number;
        const word *room = rooms + (Py_ssize_t)block->kind * words;
        word any = 0, carry = 0;
        for (int at = window.low; at <= window.high; at++) {
            word start = found.gaps[at] << 1 | carry;
            carry = found.gaps[at] >> (WORD - 1);
            if (!block->gap)
                start |= ends[at];
            found.starts[at] = start &= room[at];
            any |= start;
        }
        if (!any)
            return 0;
        Window next = window_of(line, blocks, number + 1, words);
        if (block->length) {
            for (int at = next.low; at <= next.high; at++)
                ends[at] = word_from(found.starts, window, WORD * at - block->length);
        } else { /* blotted: one cell, and then as many as the ink allows */
            Window run = {window.low, next.high};
            for (int at = window.high + 1; at <= run.high; at++)
                found.starts[at] = 0;
            flood(found.runs, found.starts, masks + (Py_ssize_t)block->colour * words, run);
            for (int at = next.low; at <= next.high; at++)
                ends[at] = word_from(found.runs, run, WORD * at - 1);
        }
        window = next;
    }
}

/* How many words `placements` and `narrowed` need. */
static Py_ssize_t scratch_of(const Line *line, int colours)
{
    Py_ssize_t blocks = line->blocks < 0 ? 0 : line->blocks, runs = line->blotted ? blocks : 0;
    return line->words * (2 * colours + 3 * line->kinds + 2 * blocks + 2 * (blocks + 1) + 2 * runs + 4);
}

/* What both sides allow, in scratch memory. */
typedef struct {
    word *starts;   /* [block], each in its window */
    word *ends;     /* [block] of a blotted block, in the window of the gap after it */
    word *narrowed; /* [colour]: so far the cells of gaps, and of blotted blocks */
    word *begun;    /* [kind]: the starts of blocks of known length */
} Placements;

/* The placements of a line's blocks; 0 if there are none. */
ALWAYS int placements(int colours, const Line *line, const word *masks, word *scratch, Placements *found, int words)
{
    int blocks = line->blocks, length = line->length;
    Window all = {0, words - 1};
    if (blocks && line->block[0].earliest > line->block[0].latest)
        return 0;
#define TAKE(number) (scratch += (Py_ssize_t)(number) * words, scratch - (Py_ssize_t)(number) * words)
    word *ends = TAKE(1), *after = TAKE(1), *cells = TAKE(1), *rooms = TAKE(line->kinds);
    Swept forward = {TAKE(blocks), TAKE(blocks + 1), TAKE(line->blotted ? blocks : 0)};
    find_rooms(line, masks, rooms, words);
    if (!sweep(line, line->block, masks, rooms, forward, ends, words))
        return 0;

    word *mirrored = TAKE(colours);
    rooms = TAKE(line->kinds);
    Swept backward = {TAKE(blocks), TAKE(blocks + 1), TAKE(line->blotted ? blocks : 0)};
    found->begun = TAKE(line->kinds);
    found->narrowed = TAKE(colours);
#undef TAKE
    for (int colour = 0; colour < colours; colour++)
        for (int at = 0; at < words; at++)
            mirrored[colour * words + at] = mirrored_word(masks + (Py_ssize_t)colour * words, all, length, at);
    find_rooms(line, mirrored, rooms, words);
    sweep(line, line->mirrored, mirrored, rooms, backward, ends, words); /* there is one, as there is forward */

    for (Py_ssize_t at = 0; at < (Py_ssize_t)words * line->kinds; at++)
        found->begun[at] = 0;
    for (int at = 0; at < words * colours; at++)
        found->narrowed[at] = 0;
    found->starts = forward.starts;
    found->ends = forward.runs;
    for (int at = 0; at < words; at++)
        after[at] = 0; /* boundaries at which what follows the gap may start */
    after[length / WORD] = (word)1 << length % WORD;
    Window behind = {0, words - 1}; /* the words of `after` */
    for (int number = 0; number <= blocks; number++) {
        int at_block = blocks - 1 - number;
        Window window = window_of(line, line->block, at_block + 1, words);
        Window its = window_of(line, line->mirrored, number, words);
        const word *gap = backward.gaps + (Py_ssize_t)number * words;
        const word *same = forward.gaps + (Py_ssize_t)(at_block + 1) * words;
        int touches = number < blocks && !line->mirrored[number].gap;
        for (int at = window.low; at <= window.high; at++) {
            word open = mirrored_word(gap, its, length, at);
            found->narrowed[at] |= open & same[at];
            ends[at] = touches ? open | word_of(after, behind, at) : open;
        }
        if (number == blocks)
            return 1;
        const Block *block = line->block + at_block;
        word *starts = forward.starts + (Py_ssize_t)at_block * words;
        behind = window_of(line, line->block, at_block, words);
        if (block->length) {
            word *begun = found->begun + (Py_ssize_t)block->kind * words;
            for (int at = behind.low; at <= behind.high; at++) {
                starts[at] &= word_from(ends, window, WORD * at + block->length);
                begun[at] |= after[at] = starts[at];
            }
        } else {
            Window run = {behind.low, window.high};
            Window its_run = {its.low, window_of(line, line->mirrored, number + 1, words).high};
            const word *back = backward.runs + (Py_ssize_t)number * words;
            word *runs = forward.runs + (Py_ssize_t)at_block * words;
            word *ink = found->narrowed + (Py_ssize_t)block->colour * words;
            for (int at = run.low; at <= run.high; at++)
                ink[at] |= cells[at] = runs[at] & mirrored_word(back, its_run, length, at);
            for (int at = behind.low; at <= behind.high; at++)
                after[at] = starts[at] &= cells[at];
            for (int at = window.low; at <= window.high; at++)
                runs[at] = ends[at] & word_from(cells, run, WORD * at - 1);
        }
    }
    return 1;
}

/* The masks of a line narrowed to what some filling has, or NULL. */
ALWAYS word *narrowed(int colours, const Line *line, const word *masks, word *scratch, int words)
{
    Placements found;
    if (!placements(colours, line, masks, scratch, &found, words))
        return NULL;
    word *cells = scratch; /* whose beginning is no longer needed */
    for (int kind = line->kinds - 1; kind >= 0;) {
        int colour = line->kind[kind].colour;
        for (int at = 0; at < words; at++)
            cells[at] = 0;
        for (; kind >= 0 && line->kind[kind].colour == colour; kind--) {
            int more = kind && line->kind[kind - 1].colour == colour ? line->kind[kind - 1].length : 1;
            int have = 1, wanted = line->kind[kind].length - more + 1;
            for (int at = 0; at < words; at++)
                cells[at] |= found.begun[(Py_ssize_t)kind * words + at];
            while (have < wanted) {
                int step = wanted - have < have ? wanted - have : have;
                join_shifted_up(cells, words, step);
                have += step;
            }
        }
        for (int at = 0; at < words; at++)
            found.narrowed[(Py_ssize_t)colour * words + at] |= cells[at];
    }
    return found.narrowed;
}

/* `narrowed` for lines of one word, which most are, and for others. */
static word *settle(int colours, const Line *line, const word *masks, word *scratch)
{
    return line->words == 1 ? narrowed(colours, line, masks, scratch, 1)
                            : narrowed(colours, line, masks, scratch, line->words);
}

int line_spans(const Lines *lines, const Line *line, const word *masks, word *spans, word *scratch)
{
    Placements found;
    int words = line->words;
    if (!placements(lines->colours, line, masks, scratch, &found, words))
        return 0;
    memset(spans, 0, sizeof(word) * 2 * words * line->blocks);
    for (int number = 0; number < line->blocks; number++, spans += 2 * words) {
        Window window = window_of(line, line->block, number, words);
        Window next = window_of(line, line->block, number + 1, words);
        const word *starts = found.starts + (Py_ssize_t)number * words;
        const word *ends = found.ends + (Py_ssize_t)number * words;
        int size = line->block[number].length;
        for (int at = window.low; at <= window.high; at++)
            spans[at] = starts[at];
        for (int at = next.low; at <= next.high; at++)
            spans[words + at] = size ? word_from(starts, window, WORD * at - size) : ends[at];
    }
    return 1;
}

/* ---- integers ---- */

int masks_from(const Lines *lines, const Line *line, PyObject *integers, word *masks)
{
    if (!PyList_Check(integers) || PyList_GET_SIZE(integers) != lines->colours) {
        PyErr_SetString(PyExc_TypeError, "the masks of a line are a list of integers, one for each colour");
        return -1;
    }
    for (int colour = 0; colour < lines->colours; colour++, masks += line->words) {
        PyObject *integer = PyList_GET_ITEM(integers, colour);
        if (!PyLong_Check(integer)) {
            PyErr_SetString(PyExc_TypeError, "a mask is an integer");
            return -1;
        }
        if (line->words == 1) {
            *masks = PyLong_AsUnsignedLongLong(integer);
            if (*masks == (word)-1 && PyErr_Occurred())
                return -1;
            continue;
        }
#if PY_VERSION_HEX >= 0x030D0000
        int failed = _PyLong_AsByteArray((PyLongObject *)integer, (unsigned char *)masks,
                                         sizeof(word) * line->words, 1, 0, 1);
#else
        int failed = _PyLong_AsByteArray((PyLongObject *)integer, (unsigned char *)masks,
                                         sizeof(word) * line->words, 1, 0);
#endif
        if (failed)
            return -1;
    }
    return 0;
}

PyObject *integer_from(const word *mask, int words)
{
    if (words == 1)
        return PyLong_FromUnsignedLongLong(*mask);
    return _PyLong_FromByteArray((const unsigned char *)mask, sizeof(word) * words, 1, 0);
}

/* ---- all lines ---- */

/* A board while `propagate` works on it: its lines are read when they are first needed. */
typedef struct {
    const Lines *lines;
    PyObject *may;
    word *masks;
    word *scratch;
    char *waiting; /* lines that must be settled */
    char *known;   /* 1: its masks were read; 2: they have changed since they were written */
    int *changed;  /* the lines of which that is so */
    int changes;
    int left; /* how many lines are waiting */
} Work;

static int open_work(Work *work, const Lines *lines, PyObject *may)
{
    *work = (Work){.lines = lines, .may = may};
    if (!PyList_Check(may) || PyList_GET_SIZE(may) != lines->lines) {
        PyErr_SetString(PyExc_TypeError, "a board has masks for each line");
        return -1;
    }
    work->masks = PyMem_Malloc(sizeof(word) * (lines->words + lines->scratch + 1));
    work->waiting = PyMem_Calloc(2 * lines->lines + 1, 1);
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
        if (masks_from(work->lines, line, PyList_GET_ITEM(work->may, number), masks))
            return NULL;
        work->known[number] = 1;
    }
    return masks;
}

static inline void note_change(Work *work, int number)
{
    if (work->known[number] == 1) {
        work->known[number] = 2;
        work->changed[work->changes++] = number;
    }
}

/* Writes the lines that have changed back to the board. */
static int write_back(Work *work)
{
    while (work->changes) {
        int number = work->changed[--work->changes];
        const Line *line = work->lines->line + number;
        PyObject *integers = PyList_GET_ITEM(work->may, number);
        work->known[number] = 1;
        for (int colour = 0; colour < work->lines->colours; colour++) {
            PyObject *integer = integer_from(work->masks + line->masks + (Py_ssize_t)colour * line->words, line->words);
            if (!integer || PyList_SetItem(integers, colour, integer))
                return -1;
        }
    }
    return 0;
}

static inline void wait_for(Work *work, int number)
{
    work->left += !work->waiting[number];
    work->waiting[number] = 1;
}

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
        long number = PyLong_AsLong(item);
        Py_DECREF(item);
        if (number < 0 || number >= work->lines->lines) {
            if (!PyErr_Occurred())
                PyErr_SetString(PyExc_IndexError, "there is no such line");
            break;
        }
        wait_for(work, (int)number);
    }
    Py_DECREF(iterator);
    return PyErr_Occurred() ? -1 : 0;
}

/* Puts narrower masks in place of a line's, and takes the same from the lines that cross it. */
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
                int cell = line->cells[WORD * at + __builtin_ctzll(removed)];
                for (int family = 0; family < lines->families; family++) {
                    Py_ssize_t where = (Py_ssize_t)family * lines->cells + cell;
                    int other = lines->line_of[where], place = lines->place_of[where];
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

/* What a line is to lose, colour by colour: a tuple of integers. */
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

/* Settles one line: 1 if that was possible, 0 for a line without a filling, -1 with an exception set. */
static int settle_line(Work *work, int number, PyObject *observer)
{
    const Lines *lines = work->lines;
    const Line *line = lines->line + number;
    if (line->blocks < 0)
        return 1;
    word *masks = read_line(work, number);
    if (!masks)
        return -1;
    word *after = settle(lines->colours, line, masks, work->scratch);
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

enum { WORDS_PER_LOOK = 200000 };

/* Settles all that wait: the line without a filling, -1 for none, -2 with an exception set. */
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

static PyObject *lines_propagate(Lines *self, PyObject *const *arguments, Py_ssize_t number)
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

/* ---- the object ---- */

static void lines_dealloc(Lines *self)
{
    PyMem_Free(self->line);
    PyMem_Free(self->line_of);
    PyMem_Free(self->storage);
    PyMem_Free(self->blocks);
    PyMem_Free(self->all_kinds);
    Py_TYPE(self)->tp_free((PyObject *)self);
}

/* The cells of a line, a range or a tuple, to where they are to be kept. */
static int read_cells(PyObject *cells, int number, int *into)
{
    if (PyRange_Check(cells)) {
        long ends[2];
        const char *names[2] = {"start", "step"};
        for (int at = 0; at < 2; at++) {
            PyObject *value = PyObject_GetAttrString(cells, names[at]);
            ends[at] = value ? PyLong_AsLong(value) : -1;
            Py_XDECREF(value);
        }
        for (int at = 0; at < number; at++)
            into[at] = (int)(ends[0] + at * ends[1]);
    } else {
        for (int at = 0; at < number; at++) {
            PyObject *cell = PySequence_GetItem(cells, at);
            into[at] = cell ? (int)PyLong_AsLong(cell) : -1;
            Py_XDECREF(cell);
        }
    }
    return PyErr_Occurred() ? -1 : 0;
}

static int by_colour_and_length(const void *one, const void *other)
{
    const Kind *a = one, *b = other;
    return a->colour != b->colour ? a->colour - b->colour : a->length - b->length;
}

/* The kinds of a line's blocks, and of each block its own. */
static void find_kinds(Line *line)
{
    for (int at = 0; at < line->blocks; at++)
        line->kind[at] = (Kind){line->block[at].length ? line->block[at].length : 1, line->block[at].colour};
    qsort(line->kind, line->blocks, sizeof(Kind), by_colour_and_length);
    line->kinds = 0;
    for (int at = 0; at < line->blocks; at++)
        if (!at || by_colour_and_length(line->kind + line->kinds - 1, line->kind + at))
            line->kind[line->kinds++] = line->kind[at];
    for (int at = 0; at < line->blocks; at++) {
        Kind own = {line->block[at].length ? line->block[at].length : 1, line->block[at].colour};
        Kind *its = bsearch(&own, line->kind, line->kinds, sizeof(Kind), by_colour_and_length);
        line->block[at].kind = (int)(its - line->kind);
    }
}

/* The earliest and the latest starts that the clue allows. */
static void find_reach(const Line *line, Block *blocks)
{
    int64_t first = 0, last = line->length;
    for (int at = 0; at < line->blocks; at++) {
        first += blocks[at].gap;
        blocks[at].earliest = (int)(first > line->length ? line->length : first);
        first += blocks[at].length ? blocks[at].length : 1;
    }
    for (int at = line->blocks - 1; at >= 0; at--) {
        last -= blocks[at].length ? blocks[at].length : 1;
        blocks[at].latest = (int)(last < 0 ? -1 : last);
        last -= blocks[at].gap;
    }
}

/* The clue of a line into `line->block` and `line->mirrored`. */
static int read_clue(Line *line, PyObject *clue, int colours)
{
    for (int at = 0; at < line->blocks; at++) {
        PyObject *pair = PyTuple_GET_ITEM(clue, at);
        if (!PyTuple_Check(pair) || PyTuple_GET_SIZE(pair) != 2) {
            PyErr_SetString(PyExc_TypeError, "a block is its length and its colour");
            return -1;
        }
        PyObject *length = PyTuple_GET_ITEM(pair, 0);
        long size = length == Py_None ? 0 : PyLong_AsLong(length);
        long colour = PyLong_AsLong(PyTuple_GET_ITEM(pair, 1));
        if (PyErr_Occurred())
            return -1;
        if (colour < 1 || colour >= colours || size < 0 || (!size && length != Py_None)) {
            PyErr_SetString(PyExc_ValueError, "a block has a cell or more, of an ink");
            return -1;
        }
        size = size > line->length ? line->length + 1 : size; /* no matter by how much it is too long */
        line->blotted += !size;
        int gap = at && line->block[at - 1].colour == colour;
        line->block[at] = (Block){.length = (int)size, .colour = (int)colour, .gap = gap};
    }
    find_kinds(line);
    find_reach(line, line->block);
    for (int at = 0; at < line->blocks; at++) {
        line->mirrored[at] = line->block[line->blocks - 1 - at];
        line->mirrored[at].gap = at ? line->block[line->blocks - at].gap : 0;
    }
    find_reach(line, line->mirrored);
    return 0;
}

/* Memory for lines of which `cells` and `clues` tell how many cells and blocks there are. */
static int allocate(Lines *self, PyObject *cells, PyObject *clues)
{
    Py_ssize_t blocks = 0, places = 0;
    for (int number = 0; number < self->lines; number++) {
        PyObject *clue = PySequence_Fast_GET_ITEM(clues, number);
        if (clue != Py_None && !PyTuple_Check(clue)) {
            PyErr_SetString(PyExc_TypeError, "a clue is a tuple of blocks or None");
            return -1;
        }
        Py_ssize_t length = PyObject_Length(PySequence_Fast_GET_ITEM(cells, number));
        if (length < 0)
            return -1;
        places += length;
        blocks += clue == Py_None ? 0 : PyTuple_GET_SIZE(clue);
    }
    if (places % self->families || places > INT32_MAX || blocks > INT32_MAX) {
        PyErr_SetString(PyExc_ValueError, "every cell lies on one line of each family");
        return -1;
    }
    self->cells = (int)(places / self->families);
    self->line = PyMem_Calloc(self->lines + 1, sizeof(Line));
    self->line_of = PyMem_Malloc(sizeof(int) * (2 * places + 1));
    self->storage = PyMem_Malloc(sizeof(int) * (places + 1));
    self->blocks = PyMem_Malloc(sizeof(Block) * (2 * blocks + 1));
    self->all_kinds = PyMem_Malloc(sizeof(Kind) * (blocks + 1));
    if (!self->line || !self->line_of || !self->storage || !self->blocks || !self->all_kinds) {
        PyErr_NoMemory();
        return -1;
    }
    self->place_of = self->line_of + places;
    return 0;
}

/* All lines, into the memory that is there for them. */
static int read_lines(Lines *self, PyObject *cells, PyObject *clues)
{
    int *storage = self->storage;
    Block *block = self->blocks;
    Kind *kind = self->all_kinds;
    Py_ssize_t place = 0;
    for (int number = 0; number < self->lines; number++) {
        Line *line = self->line + number;
        PyObject *its = PySequence_Fast_GET_ITEM(cells, number), *clue = PySequence_Fast_GET_ITEM(clues, number);
        line->length = (int)PyObject_Length(its);
        line->words = line->length / WORD + 1;
        line->blocks = clue == Py_None ? -1 : (int)PyTuple_GET_SIZE(clue);
        line->block = block;
        line->mirrored = block + (line->blocks < 0 ? 0 : line->blocks);
        line->kind = kind;
        line->cells = storage;
        line->masks = self->words;
        if (read_cells(its, line->length, storage) || (line->blocks > 0 && read_clue(line, clue, self->colours)))
            return -1;
        int *line_of = self->line_of + place / self->cells * self->cells;
        int *place_of = self->place_of + place / self->cells * self->cells;
        for (int at = 0; at < line->length; at++) {
            if (storage[at] < 0 || storage[at] >= self->cells) {
                PyErr_SetString(PyExc_ValueError, "there is no such cell");
                return -1;
            }
            line_of[storage[at]] = number;
            place_of[storage[at]] = at;
        }
        if (line->blocks > 0) {
            block += 2 * line->blocks;
            kind += line->blocks;
        }
        storage += line->length;
        place += line->length;
        self->words += (Py_ssize_t)self->colours * line->words;
        Py_ssize_t scratch = scratch_of(line, self->colours);
        self->scratch = scratch > self->scratch ? scratch : self->scratch;
    }
    return 0;
}

static PyObject *lines_new(PyTypeObject *type, PyObject *arguments, PyObject *named)
{
    static char *names[] = {"cells", "clues", "families", "colours", NULL};
    PyObject *cells, *clues;
    int families, colours;
    if (!PyArg_ParseTupleAndKeywords(arguments, named, "OOii", names, &cells, &clues, &families, &colours))
        return NULL;
    Lines *self = (Lines *)type->tp_alloc(type, 0);
    cells = PySequence_Fast(cells, "the cells of each line");
    clues = cells ? PySequence_Fast(clues, "the clue of each line") : NULL;
    int made = -1;
    if (self && clues) {
        self->families = families;
        self->colours = colours;
        self->lines = (int)PySequence_Fast_GET_SIZE(cells);
        if (self->lines != PySequence_Fast_GET_SIZE(clues) || families < 1 || colours < 2)
            PyErr_SetString(PyExc_ValueError, "as many clues as lines, a family and two colours at least");
        else
            made = allocate(self, cells, clues) || read_lines(self, cells, clues);
    }
    Py_XDECREF(cells);
    Py_XDECREF(clues);
    if (made) {
        Py_XDECREF(self);
        return NULL;
    }
    return (PyObject *)self;
}

static PyMethodDef methods[] = {
    {"propagate", (PyCFunction)(void (*)(void))lines_propagate, METH_FASTCALL,
     "propagate(may, lines, observer, tick): settles lines, in place; the line without a filling, or -1."},
    {"clauses", (PyCFunction)(void (*)(void))lines_clauses, METH_FASTCALL,
     "clauses(line, masks, literals, clauses, used): appends a line's clauses; the variables used by now."},
    {"beliefs", (PyCFunction)(void (*)(void))lines_beliefs, METH_FASTCALL,
     "beliefs(may, sweeps, plain, noise, tick, pull, sure, damping, settled, limit, most): of cells and boundaries."},
    {NULL, NULL, 0, NULL},
};

PyTypeObject LinesType = {
    PyVarObject_HEAD_INIT(NULL, 0)
    .tp_name = "nonosat.kernel.Lines",
    .tp_doc = "Lines(cells, clues, families, colours): the lines of a puzzle, family by family, prepared.",
    .tp_basicsize = sizeof(Lines),
    .tp_flags = Py_TPFLAGS_DEFAULT,
    .tp_new = lines_new,
    .tp_dealloc = (destructor)lines_dealloc,
    .tp_methods = methods,
};
