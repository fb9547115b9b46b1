/* Propagation from an empty board with the clues of a given grid, for generators that change a grid thousands of times a second.

   Clues are read off the grid. So the grid fills every line, and no line lacks a filling. */

#include "techniques.h"

int read_off(const Line *line, const uint8_t *cells, Block *blocks)
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
static int lines_of(Lines *copy, const Lines *lines, const uint8_t *cells)
{
    *copy = *lines;
    ptrdiff_t blocks = 0;
    for (int number = 0; number < lines->lines; number++)
        blocks += read_off(lines->line + number, cells, NULL);
    copy->line = alloc(lines->lines, sizeof(Line));
    copy->blocks = alloc(blocks, sizeof(Block));
    copy->all_kinds = alloc(blocks, sizeof(Kind));
    if (!copy->line || !copy->blocks || !copy->all_kinds)
        return -1;
    Block *block = copy->blocks;
    Kind *kind = copy->all_kinds;
    copy->scratch = 0;
    for (int number = 0; number < lines->lines; number++) {
        Line *line = copy->line + number;
        *line = lines->line[number];
        line->blocks = read_off(line, cells, block);
        line->blotted = line->stars = line->star = 0;
        line->block = block;
        line->kind = kind;
        finish_clue(line);
        block += line->blocks;
        kind += line->blocks;
        ptrdiff_t settling = line_scratch(line, lines->colours), reasoning = reasoning_scratch(line, lines->colours);
        copy->scratch = settling > copy->scratch ? settling : copy->scratch;
        copy->scratch = reasoning > copy->scratch ? reasoning : copy->scratch;
    }
    return 0;
}

static void forget(Lines *copy)
{
    free_memory(copy->line);
    free_memory(copy->blocks);
    free_memory(copy->all_kinds);
}

/* A board on which techniques settle lines. */
typedef struct {
    Board board; /* the first member */
    int techniques;
} Canvas;

/* Settles a line to the fixpoint of the techniques. Requires a line with a filling. */
static int settle_by_techniques(Board *board, int number)
{
    const Lines *lines = board->lines;
    const Line *line = lines->line + number;
    int techniques = ((Canvas *)board)->techniques, technique;
    const word *after;
    while ((after = line_reasoned(lines, line, board->masks + line->masks, NULL, board->scratch, techniques, &technique)))
        if (narrow_line(board, number, after))
            return -1;
    return 1;
}

int nonosat_stalled(const nonosat_puzzle *puzzle, const uint8_t *cells, int techniques, const nonosat_tick *tick, uint8_t *open)
{
    if (!puzzle || !cells || !open)
        return NONOSAT_INPUT;
    Canvas canvas = {.techniques = techniques};
    Board *board = &canvas.board;
    if (techniques < 0 || techniques > NONOSAT_TECHNIQUES)
        return NONOSAT_INPUT;
    for (int cell = 0; cell < puzzle->cells; cell++)
        if (cells[cell] >= puzzle->colours)
            return NONOSAT_INPUT;
    Lines copy;
    int error = NONOSAT_MEMORY;
    if (!lines_of(&copy, puzzle, cells) && !open_board(board, &copy, NULL)) {
        begin_call(board, tick);
        wait_for_all(board);
        board->settle = techniques ? settle_by_techniques : NULL;
        error = settle_all(board) == FAILED ? board->error : NONOSAT_OK;
        if (!error)
            nonosat_board_open(board, open);
    }
    close_board(board);
    forget(&copy);
    return error;
}

int nonosat_argument(const nonosat_puzzle *puzzle, int line_number, const uint64_t *masks, const uint64_t *asked, int techniques,
                     int *technique)
{
    if (!puzzle || !masks || !technique)
        return NONOSAT_INPUT;
    *technique = NONOSAT_NO_TECHNIQUE;
    if (line_number < 0 || line_number >= puzzle->lines || puzzle->line[line_number].blocks < 0 || techniques < 0 ||
        techniques > NONOSAT_TECHNIQUES)
        return NONOSAT_INPUT;
    const Line *line = puzzle->line + line_number;
    int words = puzzle->colours * line->words;
    word *mine = alloc((size_t)words + reasoning_scratch(line, puzzle->colours), sizeof(word));
    if (!mine)
        return NONOSAT_MEMORY;
    memcpy(mine, masks, sizeof(word) * words);
    trim_line(puzzle->colours, line, mine);
    const word *settled = line_settle(puzzle->colours, line, mine, mine + words);
    if (!settled)
        *technique = NONOSAT_IMPOSSIBLE;
    else if (asked ? fixes_cell(puzzle->colours, line->words, settled, asked) : !is_same(settled, mine, words))
        line_reasoned(puzzle, line, mine, asked, mine + words, techniques, technique);
    free_memory(mine);
    return NONOSAT_OK;
}
