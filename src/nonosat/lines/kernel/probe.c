/* Probing, as by nonosat.lines.reference: suppose that a cell has a colour, and propagate; where that leaves a line
   without a filling, the cell does not have the colour. */

#include "board.h"

#include <string.h>

typedef enum { SETTLED, STALE, FRESH } State; /* FRESH: its lines have lost nothing since it was probed */

typedef struct {
    Board board;
    unsigned char *state; /* [cell] its State */
    char *touched;        /* [line] whether it lost something */
    int *open;            /* cells, ascending, among them all that are not settled */
    int opens;
    Py_ssize_t probes;
    Py_ssize_t refuted;   /* how many colours probes have refuted */
    Py_ssize_t fruitless; /* probes since then */
} Probing;

static int open_probing(Probing *probing, const Lines *lines, PyObject *candidates, PyObject *tick)
{
    *probing = (Probing){.probes = 0};
    if (open_board(&probing->board, lines, candidates, tick) || read_all(&probing->board))
        return -1;
    probing->board.supposing = 1;
    probing->state = PyMem_Calloc(lines->cells + 1, 1);
    probing->touched = PyMem_Calloc(lines->lines + 1, 1);
    probing->open = PyMem_Malloc(sizeof(int) * (lines->cells + 1));
    if (!probing->state || !probing->touched || !probing->open) {
        PyErr_NoMemory();
        return -1;
    }
    return 0;
}

static void close_probing(Probing *probing)
{
    close_board(&probing->board);
    PyMem_Free(probing->state);
    PyMem_Free(probing->touched);
    PyMem_Free(probing->open);
}

/* Lists the open cells. */
static void find_open(Probing *probing)
{
    const Lines *lines = probing->board.lines;
    for (int number = 0; number < lines->lines && !lines->line[number].family; number++)
        for (int at = 0; at < lines->line[number].words; at++)
            for (word open = open_positions(&probing->board, number, at); open; open &= open - 1) {
                int cell = lines->line[number].cells[WORD * at + lowest_bit(open)];
                probing->state[cell] = STALE;
                probing->open[probing->opens++] = cell;
            }
}

/* Has the cells probed again that lie on a line with a change on the trail, and empties that. */
static void touch(Probing *probing)
{
    Board *board = &probing->board;
    for (; board->trailed; board->trailed--)
        probing->touched[board->trail[board->trailed - 1].line] = 1;
    for (int number = 0; number < board->lines->lines; number++)
        if (probing->touched[number]) {
            const Line *line = board->lines->line + number;
            probing->touched[number] = 0;
            for (int at = 0; at < line->length; at++)
                if (probing->state[line->cells[at]] != SETTLED)
                    probing->state[line->cells[at]] = is_open(board, line->cells[at]) ? STALE : SETTLED;
        }
}

/* On how many sides a cell has a settled cell or the edge: those beside it on each of its lines. */
static int settled_sides(const Probing *probing, int cell)
{
    const Lines *lines = probing->board.lines;
    int sides = 0;
    for (int family = 0; family < lines->families; family++) {
        Py_ssize_t where = (Py_ssize_t)family * lines->cells + cell;
        const Line *line = lines->line + lines->line_of[where];
        int place = lines->position_of[where];
        sides += !place || probing->state[line->cells[place - 1]] == SETTLED;
        sides += place + 1 == line->length || probing->state[line->cells[place + 1]] == SETTLED;
    }
    return sides;
}

/* Supposes each colour of a cell: -1, or a line that has no filling whatever is supposed, or -2 with an exception set.
   The board is then free of suppositions. */
static int probe_cell(Probing *probing, int cell)
{
    Board *board = &probing->board;
    for (int colour = 0; colour < board->lines->colours && is_open(board, cell); colour++) {
        if (!has_colour(board, cell, colour))
            continue;
        int broken = fix_cell(board, cell, colour) ? -2 : settle_all(board, Py_None);
        take_back(board, 0);
        probing->probes++;
        probing->fruitless++;
        if (broken == -1)
            continue;
        if (broken == -2 || remove_colour(board, cell, colour))
            return -2;
        probing->refuted++;
        probing->fruitless = 0;
        broken = settle_all(board, Py_None);
        if (broken != -1)
            return broken;
        touch(probing);
    }
    return -1;
}

/* Probes until nothing changes any more, or so many probes in turn refuted nothing. Returns as `probe_cell`. */
static int probe_all(Probing *probing, Py_ssize_t patience)
{
    int sides = 2 * probing->board.lines->families;
    find_open(probing);
    while (sides >= 0 && probing->opens) {
        Py_ssize_t refuted = probing->refuted;
        int left = 0;
        for (int at = 0; at < probing->opens; at++) {
            int cell = probing->open[at];
            if (probing->state[cell] != SETTLED)
                probing->open[left++] = cell;
            if (probing->state[cell] != STALE || settled_sides(probing, cell) < sides)
                continue;
            if (probing->fruitless >= patience)
                return -1;
            probing->state[cell] = FRESH;
            int broken = probe_cell(probing, cell);
            if (broken != -1)
                return broken;
        }
        probing->opens = left;
        sides = probing->refuted > refuted ? 2 * probing->board.lines->families : sides - 1;
    }
    return -1;
}

/* probe(candidates, patience, tick): writes deductions to the board even if an exception ends it. If memory runs out,
   they are sound, but crossing lines may disagree about a cell. */
PyObject *lines_probe(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (number != 3) {
        PyErr_SetString(PyExc_TypeError, "probe takes a board's masks, a number of probes and a tick");
        return NULL;
    }
    Py_ssize_t patience = PyLong_AsSsize_t(arguments[1]);
    if (patience == -1 && PyErr_Occurred())
        return NULL;
    Probing probing;
    int broken = -2;
    if (!open_probing(&probing, self, arguments[0], arguments[2])) {
        broken = probe_all(&probing, patience);
        if (write_back(&probing.board))
            broken = -2;
    }
    close_probing(&probing);
    return broken == -2 ? NULL : Py_BuildValue("in", broken, probing.probes);
}
