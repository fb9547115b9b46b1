/* Probing (singleton consistency): supposes that a cell has a colour, and propagates; if a line then has no filling, the
   colour is removed from the cell. nonosat.lines.probing explains the order. */

#include "../core/board.h"

#include <string.h>

typedef struct {
    Board board;
    word *upheld;    /* as the board's masks, first family only: candidates settled by a supposition without contradiction */
    char *settled;   /* [cell] */
    char *touched;   /* [line] 1 if it lost candidates */
    int *open;       /* cells, ascending: all open ones, and some settled */
    int opens;
    Py_ssize_t probes;
    Py_ssize_t refuted;   /* colours refuted by probes */
    Py_ssize_t fruitless; /* probes since the last refutation */
    Py_ssize_t patience;  /* fruitless probes that end the probing */
    int64_t credit;       /* budget in units of `Board.spent` for each open cell, and again for each one settled */
    int64_t most_work;    /* the sum, which ends probing */
    int unsettled;        /* number of open cells */
    PyObject *found;      /* list of solutions met by suppositions */
    Py_ssize_t solutions; /* their number */
    Py_ssize_t most;      /* number of solutions that ends probing; 0: solutions are not collected */
} Probing;

static int open_probing(Probing *probing, const Lines *lines, PyObject *candidates, PyObject *tick)
{
    *probing = (Probing){.probes = 0};
    if (open_board(&probing->board, lines, candidates, tick) || open_cache(&probing->board))
        return -1;
    probing->board.supposing = probing->board.may_release = 1;
    probing->upheld = PyMem_Calloc(lines->words + 1, sizeof(word));
    probing->settled = PyMem_Malloc(lines->cells + 1);
    probing->touched = PyMem_Calloc(lines->lines + 1, 1);
    probing->open = PyMem_Malloc(sizeof(int) * (lines->cells + 1));
    if (!probing->upheld || !probing->settled || !probing->touched || !probing->open) {
        PyErr_NoMemory();
        return -1;
    }
    return (probing->found = PyList_New(0)) ? 0 : -1;
}

static void close_probing(Probing *probing)
{
    close_board(&probing->board);
    PyMem_Free(probing->upheld);
    PyMem_Free(probing->settled);
    PyMem_Free(probing->touched);
    PyMem_Free(probing->open);
    Py_XDECREF(probing->found);
}

/* Lists the open cells. */
static void find_open(Probing *probing)
{
    const Lines *lines = probing->board.lines;
    memset(probing->settled, 1, lines->cells);
    for (int number = 0; number < lines->lines && !lines->line[number].family; number++)
        for (int at = 0; at < lines->line[number].words; at++)
            for (word open = open_positions(&probing->board, number, at); open; open &= open - 1) {
                int cell = lines->line[number].cells[WORD * at + lowest_bit(open)];
                probing->settled[cell] = 0;
                probing->open[probing->opens++] = cell;
            }
    probing->unsettled = probing->opens;
    probing->most_work = probing->credit * probing->opens;
}

/* The word of `upheld` in which a colour of a cell is a bit. */
static word *upheld_at(const Probing *probing, int cell, int colour)
{
    const Lines *lines = probing->board.lines;
    const Line *line = lines->line + lines->line_of[cell];
    return probing->upheld + line->masks + (Py_ssize_t)colour * line->words + lines->position_of[cell] / WORD;
}

/* Returns 1 if the colour is a candidate of the cell and not upheld. */
static int is_doubtful(const Probing *probing, int cell, int colour)
{
    word upheld = *upheld_at(probing, cell, colour) >> probing->board.lines->position_of[cell] % WORD;
    return !(upheld & 1) && has_colour(&probing->board, cell, colour);
}

/* Marks the cells on the trail that a supposition without contradiction has settled: supposing their colours would imply no
   more than this supposition did, so no contradiction either. */
static void uphold(Probing *probing)
{
    Board *board = &probing->board;
    for (Py_ssize_t each = 0; each < board->trailed; each++) {
        int number = board->trail[each].line;
        const Line *line = board->lines->line + number;
        if (line->family)
            continue;
        int at = board->trail[each].at % line->words;
        word settled = ~open_positions(board, number, at);
        for (int colour = 0; colour < board->lines->colours; colour++) {
            Py_ssize_t where = line->masks + (Py_ssize_t)colour * line->words + at;
            probing->upheld[where] |= board->masks[where] & settled;
        }
    }
}

/* Empties the trail, and clears `upheld` for all cells of its lines. */
static void touch(Probing *probing)
{
    Board *board = &probing->board;
    const Lines *lines = board->lines;
    for (; board->trailed; board->trailed--)
        probing->touched[board->trail[board->trailed - 1].line] = 1;
    for (int number = 0; number < lines->lines; number++) {
        if (!probing->touched[number])
            continue;
        probing->touched[number] = 0;
        for (int at = 0; at < lines->line[number].length; at++) {
            int cell = lines->line[number].cells[at];
            if (probing->settled[cell])
                continue;
            if (!is_open(board, cell)) {
                probing->settled[cell] = 1;
                probing->unsettled--;
                probing->most_work += probing->credit;
            }
            for (int colour = 0; colour < lines->colours; colour++)
                *upheld_at(probing, cell, colour) &= ~((word)1 << lines->position_of[cell] % WORD);
        }
    }
}

/* Number of neighbours of a cell, on all its lines, that are settled or beyond the edge. */
static int settled_sides(const Probing *probing, int cell)
{
    const Lines *lines = probing->board.lines;
    int sides = 0;
    for (int family = 0; family < lines->families; family++) {
        Py_ssize_t where = (Py_ssize_t)family * lines->cells + cell;
        const Line *line = lines->line + lines->line_of[where];
        int place = lines->position_of[where];
        sides += !place || probing->settled[line->cells[place - 1]];
        sides += place + 1 == line->length || probing->settled[line->cells[place + 1]];
    }
    return sides;
}

/* Collects the solution if a supposition without contradiction has settled every cell. */
static int keep_solution(Probing *probing)
{
    Board *board = &probing->board;
    if (!probing->most || board->trailed < probing->unsettled) /* each settled cell is on the trail */
        return 0;
    for (int at = 0; at < probing->opens; at++)
        if (is_open(board, probing->open[at]))
            return 0;
    reacquire(board);
    int open; /* unused: no cell is */
    PyObject *picture = picture_from(board->lines, board->masks, &open);
    int failed = picture ? PySequence_Contains(probing->found, picture) : -1;
    if (!failed && !(failed = PyList_Append(probing->found, picture)))
        probing->solutions++;
    Py_XDECREF(picture);
    return failed < 0 ? -1 : 0;
}

/* Returns 1 if there are `most` solutions. */
static int has_enough(const Probing *probing)
{
    return probing->most && probing->solutions >= probing->most;
}

/* Supposes each colour of a cell that is not upheld, and undoes it. Returns SETTLED, a line without a filling if the board has
   no solution, or RAISED. */
static int probe_cell(Probing *probing, int cell)
{
    Board *board = &probing->board;
    for (int colour = 0; colour < board->lines->colours && is_open(board, cell); colour++) {
        if (!is_doubtful(probing, cell, colour) || has_enough(probing))
            continue;
        int broken = fix_cell(board, cell, colour) ? RAISED : settle_all(board, Py_None);
        if (broken == SETTLED && keep_solution(probing))
            broken = RAISED;
        if (broken == SETTLED)
            uphold(probing);
        take_back(board, 0);
        probing->probes++;
        probing->fruitless++;
        if (broken == SETTLED)
            continue;
        if (broken == RAISED || remove_colour(board, cell, colour))
            return RAISED;
        probing->refuted++;
        probing->fruitless = 0;
        broken = settle_all(board, Py_None);
        if (broken != SETTLED)
            return broken;
        touch(probing);
    }
    return SETTLED;
}

/* Returns 1 if the cell has a candidate that is not upheld. */
static int has_doubtful_colour(const Probing *probing, int cell)
{
    for (int colour = 0; colour < probing->board.lines->colours; colour++)
        if (is_doubtful(probing, cell, colour))
            return 1;
    return 0;
}

/* Probes until nothing changes, or patience or credit is used up. Returns as `probe_cell`.

   Cells with the most settled sides come first; a refutation starts again from these. */
static int probe_all(Probing *probing)
{
    int sides = 2 * probing->board.lines->families;
    find_open(probing);
    while (sides >= 0 && probing->opens) {
        Py_ssize_t refuted = probing->refuted;
        int left = 0;
        for (int at = 0; at < probing->opens; at++) {
            int cell = probing->open[at];
            if (probing->settled[cell])
                continue;
            probing->open[left++] = cell;
            if (!has_doubtful_colour(probing, cell) || settled_sides(probing, cell) < sides)
                continue;
            if (probing->fruitless >= probing->patience || probing->board.spent > probing->most_work || has_enough(probing))
                return SETTLED;
            int broken = probe_cell(probing, cell);
            if (broken != SETTLED)
                return broken;
        }
        probing->opens = left;
        sides = probing->refuted > refuted ? 2 * probing->board.lines->families : sides - 1;
    }
    return SETTLED;
}

/* probe(candidates, patience, credit, most, tick): writes deductions to the board even after an exception. If memory runs out,
   they are sound, but crossing lines can disagree about a cell. */
PyObject *lines_probe(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (!takes(number, 5))
        return NULL;
    Py_ssize_t patience = PyLong_AsSsize_t(arguments[1]);
    if (patience == -1 && PyErr_Occurred())
        return NULL;
    int64_t credit = PyLong_AsLongLong(arguments[2]);
    Py_ssize_t most = PyErr_Occurred() ? 0 : PyLong_AsSsize_t(arguments[3]);
    if (PyErr_Occurred())
        return NULL;
    if (credit < 0 || credit > INT64_MAX / (2 * self->cells + 1)) { /* the sum would overflow */
        PyErr_SetString(PyExc_ValueError, "the credit is negative or too large");
        return NULL;
    }
    Probing probing;
    int broken = RAISED;
    if (!open_probing(&probing, self, arguments[0], arguments[4])) {
        probing.most = self->colours > 256 ? 0 : most;
        probing.patience = patience;
        probing.credit = credit;
        broken = probe_all(&probing);
        reacquire(&probing.board);
        if (write_back(&probing.board))
            broken = RAISED;
    }
    PyObject *answer = broken == RAISED ? NULL : Py_BuildValue("inO", broken, probing.probes, probing.found);
    close_probing(&probing);
    return answer;
}
