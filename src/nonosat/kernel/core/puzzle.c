/* Prepares the lines of a puzzle. */

#include "kernel.h"

#include <string.h>

void nonosat_puzzle_free(nonosat_puzzle *puzzle)
{
    if (!puzzle)
        return;
    free_memory(puzzle->owned);
    free_memory(puzzle->crossing);
    free_memory(puzzle);
}

/* Sizes in a statement: cells of a line; below, the number of lines. */
static int length_of(const nonosat_statement *statement, int line)
{
    if (statement->line_lengths)
        return statement->line_lengths[line];
    return line < statement->height ? statement->width : statement->height;
}

static int is_sane(const nonosat_statement *statement)
{
    int height = statement->height, width = statement->width;
    if (statement->colours < 2 || statement->colours > MOST || statement->cells < 0 || statement->cells > MOST)
        return 0;
    if (!statement->clue_sizes && statement->lines)
        return 0;
    if (statement->line_lengths)
        return statement->lines >= 0 && statement->lines <= MOST;
    return height >= 0 && width >= 0 && height <= MOST / 2 && width <= MOST / 2 && (int64_t)height * width == statement->cells &&
           height + width == statement->lines;
}

/* Counts the cells on all lines, and the blocks. Returns 0, or NONOSAT_INPUT. */
static int count(const nonosat_statement *statement, int *places, int *blocks)
{
    *places = *blocks = 0;
    for (int line = 0; line < statement->lines; line++) {
        int length = length_of(statement, line), size = statement->clue_sizes[line];
        if (length < 0 || length > MOST - *places || size < -1 || size > MOST - *blocks ||
            statement->colours > MOST / (length / WORD + 1))
            return NONOSAT_INPUT;
        *places += length;
        *blocks += size > 0 ? size : 0;
    }
    if ((*blocks && !statement->blocks) || (*places && statement->line_lengths && !statement->line_cells))
        return NONOSAT_INPUT;
    return 0;
}

/* Copies the cells of all lines, and counts the lines of each cell. */
static int read_cells(Lines *lines, const nonosat_statement *statement, int *crossing)
{
    int *cell = lines->storage;
    const int *stated = statement->line_cells;
    for (int number = 0; number < lines->lines; number++) {
        Line *line = lines->line + number;
        line->length = statement->line_lengths[number];
        line->words = line->length / WORD + 1;
        line->cells = cell;
        for (int at = 0; at < line->length; at++, cell++) {
            *cell = *stated++;
            if (*cell < 0 || *cell >= lines->cells)
                return NONOSAT_INPUT;
            int mine = ++crossing[*cell];
            lines->most_crossings = mine > lines->most_crossings ? mine : lines->most_crossings;
        }
    }
    for (int number = 0; number < lines->cells; number++)
        if (!crossing[number])
            return NONOSAT_INPUT;
    return 0;
}

/* Records the lines of each cell, and the cells that each line owns. */
static int cross(Lines *lines)
{
    word *owns = lines->owned;
    for (ptrdiff_t at = 0; at < (ptrdiff_t)lines->cells * lines->most_crossings; at++)
        lines->crossing[at].line = -1;
    for (int number = 0; number < lines->lines; number++) {
        Line *line = lines->line + number;
        line->owns = owns;
        for (int at = 0; at < line->length; at++) {
            Crossing *mine = lines->crossing + (ptrdiff_t)line->cells[at] * lines->most_crossings, *first = mine;
            while (mine->line >= 0 && mine->line != number)
                mine++;
            if (mine->line == number)
                return NONOSAT_INPUT;
            *mine = (Crossing){number, at};
            if (mine == first) {
                line->owned++;
                owns[at / WORD] |= (word)1 << at % WORD;
            }
        }
        owns += line->words;
    }
    return 0;
}

/* `cross` for a rectangle, whose rows own all cells. */
static void lay_out(Lines *lines)
{
    int height = lines->height, width = lines->width, *cell = lines->storage;
    word *owns = lines->owned;
    Crossing *crossing = lines->crossing;
    for (int number = 0; number < lines->lines; number++) {
        Line *line = lines->line + number;
        int column = number - height, at = column < 0 ? number * width : column, step = column < 0 ? 1 : width;
        line->length = column < 0 ? width : height;
        line->words = line->length / WORD + 1;
        line->cells = cell;
        line->owns = owns;
        line->owned = column < 0 ? width : 0;
        for (int place = 0; place < line->owned; place += WORD)
            owns[place / WORD] = width - place < WORD ? ((word)1 << (width - place)) - 1 : ~(word)0;
        for (int place = 0; place < line->length; place++, at += step)
            *cell++ = at;
        owns += line->words;
    }
    for (int row = 0; row < height; row++)
        for (int column = 0; column < width; column++) {
            *crossing++ = (Crossing){row, column};
            *crossing++ = (Crossing){height + column, row};
        }
}

/* Makes the lines of any other arrangement of cells. */
static int arrange(Lines *lines, const nonosat_statement *statement)
{
    int *crossing = alloc(lines->cells, sizeof(int));
    int error = crossing ? read_cells(lines, statement, crossing) : NONOSAT_MEMORY;
    free_memory(crossing);
    if (error)
        return error;
    if ((int64_t)lines->cells * lines->most_crossings > MOST * (int64_t)4)
        return NONOSAT_INPUT;
    lines->crossing = alloc((size_t)lines->cells * lines->most_crossings, sizeof(Crossing));
    return lines->crossing ? cross(lines) : NONOSAT_MEMORY;
}

/* Reads a clue of `size` blocks and stars. Neighbouring stars are one. */
static int read_clue(Line *line, const nonosat_block *stated, int size, int colours)
{
    for (int at = 0; at < size; at++) {
        int length = stated[at].length, colour = stated[at].colour;
        if (length < 0 || colour < (length > 0) || colour >= colours)
            return NONOSAT_INPUT;
        if (!colour) {
            line->stars += !line->star;
            line->star = 1;
            continue;
        }
        line->block[line->blocks++] =
            (Block){.length = length > line->length ? line->length + 1 : length, .colour = colour, .star = line->star};
        line->star = 0;
        line->blotted += !length;
    }
    finish_clue(line);
    return 0;
}

static int read_clues(Lines *lines, const nonosat_statement *statement)
{
    const nonosat_block *stated = statement->blocks;
    Block *block = lines->blocks;
    Kind *kind = lines->all_kinds;
    for (int number = 0; number < lines->lines; number++) {
        Line *line = lines->line + number;
        int size = statement->clue_sizes[number];
        line->blocks = size < 0 ? -1 : 0;
        line->block = block;
        line->kind = kind;
        line->masks = lines->words;
        if (size > 0) {
            if (read_clue(line, stated, size, lines->colours))
                return NONOSAT_INPUT;
            stated += size;
            block += line->blocks;
            kind += line->blocks;
        }
        lines->words += (ptrdiff_t)lines->colours * line->words;
        ptrdiff_t scratch = line_scratch(line, lines->colours);
        lines->scratch = scratch > lines->scratch ? scratch : lines->scratch;
    }
    return 0;
}

/* Allocates the arrays of all lines as one, which begins with `owned`, whose items need the largest alignment. The first two are zeroed. */
static int open_lines(Lines *lines, int places, int blocks)
{
    uint64_t number = lines->lines, owned = (uint64_t)places / WORD + number + 1, zeroed = sizeof(Line) * number + sizeof(word) * owned;
    lines->owned = alloc_blank(zeroed + (sizeof(Block) + sizeof(Kind)) * (uint64_t)blocks + sizeof(int) * (uint64_t)places);
    if (!lines->owned)
        return NONOSAT_MEMORY;
    memset(lines->owned, 0, (size_t)zeroed);
    lines->line = (Line *)(void *)(lines->owned + owned);
    lines->blocks = (Block *)(void *)(lines->line + number);
    lines->all_kinds = (Kind *)(void *)(lines->blocks + blocks);
    lines->storage = (int *)(void *)(lines->all_kinds + blocks);
    return NONOSAT_OK;
}

static int make(Lines *lines, const nonosat_statement *statement)
{
    int places, blocks, error = 0;
    if (count(statement, &places, &blocks))
        return NONOSAT_INPUT;
    lines->lines = statement->lines;
    lines->colours = statement->colours;
    lines->cells = statement->cells;
    if (open_lines(lines, places, blocks))
        return NONOSAT_MEMORY;
    if (statement->line_lengths)
        error = arrange(lines, statement);
    else {
        lines->height = statement->height;
        lines->width = statement->width;
        lines->most_crossings = 2;
        lines->crossing = alloc_blank(2 * sizeof(Crossing) * (uint64_t)lines->cells);
        if (!lines->crossing)
            return NONOSAT_MEMORY;
        lay_out(lines);
    }
    return error ? error : read_clues(lines, statement);
}

int nonosat_puzzle_new(const nonosat_statement *given, nonosat_puzzle **puzzle)
{
    if (!puzzle)
        return NONOSAT_INPUT;
    nonosat_statement statement;
    *puzzle = NULL;
    if (read_struct(&statement, sizeof statement, given) || !is_sane(&statement))
        return NONOSAT_INPUT;
    Lines *lines = alloc(0, sizeof *lines);
    int error = lines ? make(lines, &statement) : NONOSAT_MEMORY;
    if (error) {
        nonosat_puzzle_free(lines);
        return error;
    }
    *puzzle = lines;
    return NONOSAT_OK;
}

ptrdiff_t nonosat_puzzle_words(const nonosat_puzzle *puzzle) { return puzzle ? puzzle->words : 0; }
int nonosat_puzzle_lines(const nonosat_puzzle *puzzle) { return puzzle ? puzzle->lines : 0; }
int nonosat_puzzle_cells(const nonosat_puzzle *puzzle) { return puzzle ? puzzle->cells : 0; }
int nonosat_puzzle_colours(const nonosat_puzzle *puzzle) { return puzzle ? puzzle->colours : 0; }

static int is_line(const nonosat_puzzle *puzzle, int line) { return line >= 0 && line < puzzle->lines; }

ptrdiff_t nonosat_line_masks(const nonosat_puzzle *puzzle, int line, int *words)
{
    if (!puzzle || !words)
        return NONOSAT_INPUT;
    *words = is_line(puzzle, line) ? puzzle->line[line].words : 0;
    return is_line(puzzle, line) ? puzzle->line[line].masks : NONOSAT_INPUT;
}

int nonosat_line_blocks(const nonosat_puzzle *puzzle, int line)
{
    if (!puzzle)
        return NONOSAT_INPUT;
    return is_line(puzzle, line) ? puzzle->line[line].blocks : NONOSAT_INPUT;
}

/* ---- one line ---- */

/* A copy of a line's masks, trimmed, followed by scratch memory; NULL if there is none. */
static word *copy_masks(const Lines *lines, const Line *line, const uint64_t *masks)
{
    size_t words = (size_t)lines->colours * line->words;
    word *mine = alloc(words + lines->scratch, sizeof(word));
    if (mine) {
        memcpy(mine, masks, sizeof(word) * words);
        trim_line(lines->colours, line, mine);
    }
    return mine;
}

int nonosat_settle(const nonosat_puzzle *puzzle, int number, const uint64_t *masks, uint64_t *settled)
{
    if (!puzzle || !masks || !settled)
        return NONOSAT_INPUT;
    if (!is_line(puzzle, number))
        return NONOSAT_INPUT;
    const Line *line = puzzle->line + number;
    size_t words = (size_t)puzzle->colours * line->words;
    word *mine = copy_masks(puzzle, line, masks);
    if (!mine)
        return NONOSAT_MEMORY;
    const word *left = line->blocks < 0 ? mine : line_settle(puzzle->colours, line, mine, mine + words);
    if (left)
        memcpy(settled, left, sizeof(word) * words);
    free_memory(mine);
    return left ? NONOSAT_OK : NONOSAT_NO_FILLING;
}

int nonosat_spans(const nonosat_puzzle *puzzle, int number, const uint64_t *masks, uint64_t *spans)
{
    if (!puzzle || !masks || !spans)
        return NONOSAT_INPUT;
    if (!is_line(puzzle, number) || puzzle->line[number].blocks < 0)
        return NONOSAT_INPUT;
    const Line *line = puzzle->line + number;
    word *mine = copy_masks(puzzle, line, masks);
    if (!mine)
        return NONOSAT_MEMORY;
    int fits = line_spans(puzzle, line, mine, spans, mine + (size_t)puzzle->colours * line->words);
    free_memory(mine);
    return fits ? NONOSAT_OK : NONOSAT_NO_FILLING;
}
