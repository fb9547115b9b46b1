/* Solutions with 180-degree symmetry, for large rectangles with symmetric clues.

   If the clues of a rectangle are the same after half a turn, so is the set of its solutions: each is turned into
   itself or into another one. So the only solution of a unique puzzle is turned into itself, and a solution of that
   kind is worth looking for first. It has half as many unknown cells, and as many lines for each of them: the upper
   half of the rows, and the left half of the columns, whose lower cells are cells of the upper half, turned. This is
   a puzzle of its own.

   Large hard puzzles gain far more than a half: mistakes in both halves of the board are mistakes once, and each
   supposition counts in both. Julia sets of 300 to 600 cells a side need a third of the conflicts, each of which is
   half as much work.

   Two such solutions prove that there are several. If there is none, or one, that proves nothing of other solutions. Sides must
   be even, since a line that is turned into itself has each of its cells twice. */

#include "search.h"

static int is_turned(const Line *line, const Line *other)
{
    if (line->blocks != other->blocks || line->stars || other->stars)
        return 0;
    for (int at = 0; at < line->blocks; at++) {
        const Block *one = line->block + at, *two = other->block + line->blocks - 1 - at;
        if (one->length != two->length || one->colour != two->colour)
            return 0;
    }
    return 1;
}

int is_symmetric(const Board *board)
{
    const Lines *lines = board->lines;
    if (!lines->height || !lines->width || lines->height % 2 || lines->width % 2)
        return 0;
    for (int row = 0; row < lines->height; row++)
        if (!is_turned(lines->line + row, lines->line + lines->height - 1 - row))
            return 0;
    for (int column = 0; column < lines->width; column++)
        if (!is_turned(lines->line + lines->height + column, lines->line + lines->lines - 1 - column))
            return 0;
    for (int cell = 0; cell < lines->cells / 2; cell++)
        for (int colour = 0; colour < lines->colours; colour++)
            if (has_colour(board, cell, colour) != has_colour(board, lines->cells - 1 - cell, colour))
                return 0;
    return 1;
}

/* The line of the whole rectangle that a line of the half is: an upper row, or a left column. */
static int whole_line(const Lines *lines, int line)
{
    return line < lines->height / 2 ? line : lines->height + line - lines->height / 2;
}

static void write_cells(const Lines *lines, int *cell)
{
    int half = lines->cells / 2, width = lines->width;
    for (int at = 0; at < half; at++)
        *cell++ = at;
    for (int column = 0; column < width / 2; column++) {
        for (int at = column; at < half; at += width)
            *cell++ = at;
        for (int at = half - 1 - column; at >= 0; at -= width) /* the lower cells, turned */
            *cell++ = at;
    }
}

static void write_clues(const Lines *lines, const nonosat_statement *half, int *lengths, int *sizes, nonosat_block *block)
{
    for (int number = 0; number < half->lines; number++) {
        const Line *line = lines->line + whole_line(lines, number);
        lengths[number] = line->length;
        sizes[number] = line->blocks;
        for (int at = 0; at < line->blocks; at++)
            *block++ = (nonosat_block){line->block[at].length, line->block[at].colour};
    }
}

static int make_puzzle(const Lines *lines, nonosat_puzzle **puzzle)
{
    nonosat_statement half = {.size = sizeof half, .colours = lines->colours, .cells = lines->cells / 2, .lines = lines->lines / 2};
    ptrdiff_t blocks = 0;
    for (int number = 0; number < lines->lines; number++)
        blocks += lines->line[number].blocks > 0 ? lines->line[number].blocks : 0;
    int *lengths = alloc(half.lines, sizeof(int)), *sizes = alloc(half.lines, sizeof(int)), *cells = alloc(lines->cells, sizeof(int));
    nonosat_block *block = alloc(blocks, sizeof *block);
    int error = NONOSAT_MEMORY;
    if (lengths && sizes && cells && block) {
        write_cells(lines, cells);
        write_clues(lines, &half, lengths, sizes, block);
        half.line_lengths = lengths;
        half.line_cells = cells;
        half.clue_sizes = sizes;
        half.blocks = block;
        error = nonosat_puzzle_new(&half, puzzle);
    }
    free_memory(lengths);
    free_memory(sizes);
    free_memory(cells);
    free_memory(block);
    return error;
}

/* Copies the masks of the half's lines: those of the whole, as they are the same after half a turn. */
static int make_board(const Board *whole, HalfTurn *half)
{
    word *masks = alloc(half->puzzle->words, sizeof(word)), *into = masks;
    if (!masks)
        return NONOSAT_MEMORY;
    for (int number = 0; number < half->puzzle->lines; number++) {
        const Line *line = whole->lines->line + whole_line(whole->lines, number);
        size_t words = (size_t)line->words * whole->lines->colours;
        memcpy(into, whole->masks + line->masks, sizeof(word) * words);
        into += words;
    }
    int error = nonosat_board_new(half->puzzle, masks, &half->board);
    free_memory(masks);
    return error;
}

int open_half(nonosat_search *search, const nonosat_tick *tick)
{
    HalfTurn *half = &search->half;
    int broken, error = make_puzzle(search->lines, &half->puzzle);
    error = error ? error : make_board(&search->board, half);
    error = error ? error : nonosat_propagate(half->board, NULL, 0, tick, NULL, &broken);
    if (!error && broken < 0)
        error = nonosat_learner_new(half->board, 0, &half->learner);
    return error && error != NONOSAT_TOO_LARGE ? fail(&search->error, error) : 0;
}

void close_half(HalfTurn *half)
{
    nonosat_learner_free(half->learner);
    nonosat_board_free(half->board);
    nonosat_puzzle_free(half->puzzle);
}
