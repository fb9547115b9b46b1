/* Makes the residual puzzle of a board, whose search costs what is open, whatever the size of the whole.

   A line without an open cell is left out. Another one is split wherever all its fillings have the same blocks before: behind the greatest end of a
   block, if that leaves the gap before the least start of the next one. All cells between two parts are background. Parts without an open cell are left
   out: settled ends, and blocks whose place is known. So the fillings of a line are the product of those of its parts.

   The cells that a block covers wherever it starts must stay: a shorter block would fit into places before them, where the whole one does not. A line
   with a star has no spans of blocks, and stays as it is. */

#include "residual.h"

/* Share of the places on all lines that must be left out: a rectangle is faster than the same cells as any other puzzle. */
enum { LEAST_PERCENT = 15 };

typedef struct {
    int *items;
    ptrdiff_t number, capacity;
} Numbers;

/* A statement under construction; cells have the numbers of the whole until the end. */
typedef struct {
    const Board *board;
    Numbers lengths, cells, sizes;
    nonosat_block *block;
    ptrdiff_t blocks, capacity; /* of `block` */
    int *number; /* [cell of the whole]: its number; before that 1 if it is kept */
    word *spans; /* of the blocks of a line, and scratch memory */
} Draft;

static int add_number(Numbers *numbers, int number)
{
    if (grow_array(&numbers->items, sizeof(int), numbers->number + 1, &numbers->capacity))
        return -1;
    numbers->items[numbers->number++] = number;
    return 0;
}

static int add_block(Draft *draft, int length, int colour)
{
    if (grow_array(&draft->block, sizeof *draft->block, draft->blocks + 1, &draft->capacity))
        return -1;
    draft->block[draft->blocks++] = (nonosat_block){length, colour};
    return 0;
}

/* Number of open positions of a line from `first` to before `end`. */
static int open_between(const Board *board, int line, int first, int end)
{
    int open = 0;
    for (int at = first / WORD; WORD * at < end; at++) {
        word inside = at == first / WORD ? ~(word)0 << first % WORD : ~(word)0;
        if (at == end / WORD)
            inside &= ((word)1 << end % WORD) - 1;
        for (word left = open_positions(board, line, at) & inside; left; left &= left - 1)
            open++;
    }
    return open;
}

/* Adds the part of a line from `first` to before `end`, whose `size` blocks and stars (-1: it has no clue) were added; without an open cell
   takes these back. Returns the number of its open cells, or -1 if memory is short. */
static int add_part(Draft *draft, int number, int first, int end, int size)
{
    const Line *line = draft->board->lines->line + number;
    int open = open_between(draft->board, number, first, end);
    if (!open) {
        draft->blocks -= size > 0 ? size : 0;
        return 0;
    }
    for (int at = first; at < end; at++) {
        draft->number[line->cells[at]] = 1;
        if (add_number(&draft->cells, line->cells[at]))
            return -1;
    }
    return add_number(&draft->lengths, end - first) || add_number(&draft->sizes, size) ? -1 : open;
}

/* Adds a whole line: returns as `add_part`. */
static int add_whole(Draft *draft, int number)
{
    const Line *line = draft->board->lines->line + number;
    for (const Block *block = line->block; block < line->block + line->blocks; block++)
        if ((block->star && add_block(draft, 0, 0)) || add_block(draft, block->length, block->colour))
            return -1;
    if (line->star && add_block(draft, 0, 0))
        return -1;
    return add_part(draft, number, 0, line->length, line->blocks < 0 ? -1 : line->blocks + line->stars);
}

/* Adds the parts of a line without a star: returns as `add_part`, 0 also for a line without a filling. */
static int add_parts(Draft *draft, int number)
{
    const Lines *lines = draft->board->lines;
    const Line *line = lines->line + number;
    const word *span = draft->spans;
    int open = 0, first = 0, end = 0, size = 0; /* of the part under way */
    if (!line_spans(lines, line, draft->board->masks + line->masks, draft->spans, draft->spans + 2 * (ptrdiff_t)line->words * line->blocks))
        return 0;
    for (const Block *block = line->block; block < line->block + line->blocks; block++, span += 2 * line->words) {
        int least = lowest(span);
        if (!size || end + block->gap <= least) {
            int added = size ? add_part(draft, number, first, end, size) : 0;
            if (added < 0)
                return -1;
            open += added;
            first = least;
            size = 0;
        }
        if (add_block(draft, block->length, block->colour))
            return -1;
        size++;
        end = highest(span + line->words, line->words);
    }
    int added = size ? add_part(draft, number, first, end, size) : 0;
    return added < 0 ? -1 : open + added;
}

/* Returns 1 if each open cell of a line lies on a line with a clue, too. */
static int is_covered(const Board *board, const Line *line)
{
    for (int place = 0; place < line->length; place++) {
        int has_clue = !is_open(board, line->cells[place]);
        EACH_CROSSING(board->lines, line->cells[place], at)
        has_clue |= board->lines->line[at->line].blocks >= 0;
        if (!has_clue)
            return 0;
    }
    return 1;
}

/* Adds what is left of all lines: 1, 0 if the board is not at its fixpoint, or -1 if memory is short. */
static int add_lines(Draft *draft)
{
    const Lines *lines = draft->board->lines;
    for (int number = 0; number < lines->lines; number++) {
        const Line *line = lines->line + number;
        int open = open_between(draft->board, number, 0, line->length);
        if (!open || (line->blocks < 0 && is_covered(draft->board, line)))
            continue;
        int added = line->blocks < 0 || line->stars ? add_whole(draft, number) : add_parts(draft, number);
        if (added != open)
            return added < 0 ? -1 : 0;
    }
    return 1;
}

static int open_draft(Draft *draft, const Board *board)
{
    const Lines *lines = board->lines;
    ptrdiff_t spans = 0;
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++)
        if (2 * (ptrdiff_t)line->words * line->blocks > spans)
            spans = 2 * (ptrdiff_t)line->words * line->blocks;
    draft->board = board;
    draft->number = alloc(lines->cells, sizeof(int));
    draft->spans = alloc_blank(sizeof(word) * (uint64_t)(spans + lines->scratch));
    return draft->number && draft->spans ? 0 : -1;
}

static void close_draft(Draft *draft)
{
    void *all[] = {draft->lengths.items, draft->cells.items, draft->sizes.items, draft->block, draft->number, draft->spans};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++)
        free_memory(all[at]);
}

/* Returns 1 if enough is left out when so many places on lines are kept. */
static int is_worth_it(const Lines *lines, int64_t kept)
{
    int64_t places = 0;
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++)
        places += line->length;
    return kept && 100 * kept <= (100 - LEAST_PERCENT) * places;
}

/* Number of open places on all lines. */
static int64_t open_places(const Board *board)
{
    int64_t open = 0;
    for (int number = 0; number < board->lines->lines; number++)
        open += open_between(board, number, 0, board->lines->line[number].length);
    return open;
}

/* Makes the board, with the candidates of the whole. Returns 0, or -1 if memory is short. */
static int make_board(const Board *whole, Residual *residual)
{
    if (open_board(&residual->board, residual->puzzle, NULL))
        return -1;
    for (int cell = 0; cell < residual->puzzle->cells; cell++)
        for (int colour = 0; colour < whole->lines->colours; colour++)
            if (!has_colour(whole, residual->cell_of[cell], colour))
                remove_colour(&residual->board, cell, colour);
    clear_waiting(&residual->board);
    return 0;
}

/* Makes the residual puzzle of a finished draft. Returns 0, or -1 if memory is short. */
static int finish(Draft *draft, Residual *residual)
{
    const Lines *lines = draft->board->lines;
    int cells = 0;
    for (int cell = 0; cell < lines->cells; cell++)
        cells += draft->number[cell];
    residual->whole = lines->cells;
    residual->cell_of = alloc(cells, sizeof(int));
    residual->part = alloc(cells, 1);
    residual->lifted = alloc_blank(lines->cells);
    if (!residual->cell_of || !residual->part || !residual->lifted)
        return -1;
    for (int cell = 0, kept = 0; cell < lines->cells; cell++)
        if (draft->number[cell]) {
            residual->cell_of[kept] = cell;
            draft->number[cell] = kept++;
        }
    for (ptrdiff_t at = 0; at < draft->cells.number; at++)
        draft->cells.items[at] = draft->number[draft->cells.items[at]];
    nonosat_statement statement = {.size = sizeof statement, .colours = lines->colours, .cells = cells, .lines = (int)draft->lengths.number,
                                   .line_lengths = draft->lengths.items, .line_cells = draft->cells.items,
                                   .clue_sizes = draft->sizes.items, .blocks = draft->block};
    if (nonosat_puzzle_new(&statement, &residual->puzzle))
        return -1;
    picture_of(lines, draft->board->masks, residual->lifted);
    return make_board(draft->board, residual);
}

int make_residual(const Board *whole, Residual *residual)
{
    Draft draft = {0};
    *residual = (Residual){0};
    if (!is_worth_it(whole->lines, open_places(whole)))
        return 0;
    int made = open_draft(&draft, whole) ? -1 : add_lines(&draft);
    if (made > 0)
        made = !is_worth_it(whole->lines, draft.cells.number) ? 0 : finish(&draft, residual) ? -1 : 1;
    close_draft(&draft);
    if (made < 0)
        close_residual(residual);
    return made;
}

void close_residual(Residual *residual)
{
    close_board(&residual->board);
    nonosat_puzzle_free(residual->puzzle);
    free_memory(residual->cell_of);
    free_memory(residual->lifted);
    free_memory(residual->part);
    *residual = (Residual){0};
}

const uint8_t *lift(Residual *residual, const uint8_t *cells)
{
    for (int cell = 0; cell < residual->puzzle->cells; cell++)
        residual->lifted[residual->cell_of[cell]] = cells[cell];
    return residual->lifted;
}

const uint8_t *project(Residual *residual, const uint8_t *cells)
{
    int kept = 0;
    for (int cell = 0; cell < residual->whole; cell++) {
        if (kept < residual->puzzle->cells && residual->cell_of[kept] == cell)
            residual->part[kept++] = cells[cell];
        else if (residual->lifted[cell] != cells[cell])
            return NULL;
    }
    return residual->part;
}

void narrow_whole(const Residual *residual, Board *whole)
{
    for (int cell = 0; cell < residual->puzzle->cells; cell++)
        for (int colour = 0; colour < whole->lines->colours; colour++)
            if (!has_colour(&residual->board, cell, colour))
                remove_colour(whole, residual->cell_of[cell], colour);
    clear_waiting(whole);
}
