/* Propagation from an empty board with the clues of a given grid, for generators that change a grid thousands of times a second.

   Clues are read off the grid without creating Python objects. The grid is a filling of every line, so no line is without one. */

#include "techniques.h"

#include "../core/board.h"

#include <string.h>

/* Returns the number of blocks of a line of a grid; writes them to `blocks` if that is not NULL. */
static int read_off(const Line *line, const unsigned char *cells, Block *blocks)
{
    int found = 0;
    for (int at = 0, before = 0; at < line->length; at++) {
        int colour = cells[line->cells[at]];
        if (colour && colour != before) {
            if (blocks)
                blocks[found] = (Block){.colour = colour};
            found++;
        }
        if (colour && blocks)
            blocks[found - 1].length++;
        before = colour;
    }
    return found;
}

/* Copies lines with the clues of a grid; the copy shares everything else. Free it with `forget`. */
static int lines_of(Lines *its, const Lines *lines, const unsigned char *cells)
{
    *its = *lines;
    Py_ssize_t blocks = 0;
    for (int number = 0; number < lines->lines; number++)
        blocks += read_off(lines->line + number, cells, NULL);
    its->line = PyMem_Malloc(sizeof(Line) * (lines->lines + 1));
    its->blocks = PyMem_Malloc(sizeof(Block) * (blocks + 1));
    its->all_kinds = PyMem_Malloc(sizeof(Kind) * (blocks + 1));
    if (!its->line || !its->blocks || !its->all_kinds) {
        PyErr_NoMemory();
        return -1;
    }
    Block *block = its->blocks;
    Kind *kind = its->all_kinds;
    its->scratch = 0;
    for (int number = 0; number < lines->lines; number++) {
        Line *line = its->line + number;
        *line = lines->line[number];
        line->blocks = read_off(line, cells, block);
        line->blotted = 0;
        line->block = block;
        line->kind = kind;
        finish_clue(line);
        block += line->blocks;
        kind += line->blocks;
        Py_ssize_t settling = line_scratch(line, lines->colours), reasoning = reasoning_scratch(line, lines->colours);
        its->scratch = settling > its->scratch ? settling : its->scratch;
        its->scratch = reasoning > its->scratch ? reasoning : its->scratch;
    }
    return 0;
}

static void forget(Lines *its)
{
    PyMem_Free(its->line);
    PyMem_Free(its->blocks);
    PyMem_Free(its->all_kinds);
}

/* A board on which techniques settle lines. */
typedef struct {
    Board board; /* the first member */
    Techniques techniques;
} Canvas;

/* Settles a line to the fixpoint of the techniques. Requires a line of one word with a filling. */
static int settle_by_techniques(Board *board, int number)
{
    const Lines *lines = board->lines;
    const Line *line = lines->line + number;
    const Techniques *techniques = &((Canvas *)board)->techniques;
    const word *after;
    int place;
    while ((after = line_reasoned(lines, line, board->masks + line->masks, board->scratch, techniques, &place)))
        if (narrow_line(board, number, after))
            return -1;
    return 1;
}

/* Bytes: 1 for each open cell. */
static PyObject *open_cells(const Board *board)
{
    const Lines *lines = board->lines;
    PyObject *found = PyBytes_FromStringAndSize(NULL, lines->cells);
    if (!found)
        return NULL;
    char *into = PyBytes_AS_STRING(found);
    for (int cell = 0; cell < lines->cells; cell++)
        into[cell] = is_open(board, cell);
    return found;
}

PyObject *lines_stalled(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    if (!takes(number, 3))
        return NULL;
    if (!PyBytes_Check(arguments[0])) {
        PyErr_SetString(PyExc_TypeError, "a picture is bytes");
        return NULL;
    }
    const unsigned char *cells = (const unsigned char *)PyBytes_AS_STRING(arguments[0]);
    Canvas canvas;
    Board *board = &canvas.board;
    if (techniques_from(arguments[1], &canvas.techniques))
        return NULL;
    if (PyBytes_GET_SIZE(arguments[0]) != self->cells) {
        PyErr_SetString(PyExc_ValueError, "a picture has a byte for each cell");
        return NULL;
    }
    for (int cell = 0; cell < self->cells; cell++)
        if (cells[cell] >= self->colours) {
            PyErr_SetString(PyExc_ValueError, "a cell has a colour of the palette");
            return NULL;
        }
    if (!all_known(&canvas.techniques))
        Py_RETURN_NONE;
    for (int line = 0; canvas.techniques.count && line < self->lines; line++)
        if (self->line[line].words > 1)
            Py_RETURN_NONE;
    Lines its;
    PyObject *found = NULL;
    memset(board, 0, sizeof *board);
    if (!lines_of(&its, self, cells) && !blank_board(board, &its, arguments[2])) {
        board->settle = canvas.techniques.count ? settle_by_techniques : NULL;
        if (settle_all(board, Py_None) != RAISED)
            found = open_cells(board);
    }
    close_board(board);
    forget(&its);
    return found;
}

/* argument(line, masks, techniques): see _compiled.pyi. */
PyObject *lines_argument(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    Techniques techniques;
    if (!takes(number, 3) || techniques_from(arguments[2], &techniques))
        return NULL;
    int at = line_number_from(self, arguments[0]);
    if (at < 0)
        return NULL;
    const Line *line = self->line + at;
    if (line->blocks < 0) {
        PyErr_SetString(PyExc_ValueError, "the line has no clue");
        return NULL;
    }
    if (line->words > 1)
        Py_RETURN_NONE;
    word *masks = PyMem_Malloc(sizeof(word) * (self->colours + reasoning_scratch(line, self->colours)));
    if (!masks)
        return PyErr_NoMemory();
    PyObject *found = NULL;
    if (!masks_from(self, line, arguments[1], masks)) {
        int place = NO_TECHNIQUE;
        const word *settled = line_settle(self->colours, line, masks, masks + self->colours);
        if (!settled)
            place = NO_FILLING;
        else if (memcmp(settled, masks, sizeof(word) * self->colours))
            line_reasoned(self, line, masks, masks + self->colours, &techniques, &place);
        found = PyLong_FromLong(place);
    }
    PyMem_Free(masks);
    return found;
}
