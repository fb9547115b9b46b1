/* A board in the kernel, and propagation to the fixpoint: settles waiting lines in turn. */

#include "board.h"

int open_board(Board *board, const Lines *lines, const word *masks)
{
    *board = (Board){.lines = lines, .met.size = lines->cells};
    board->masks = alloc_blank(sizeof(word) * (uint64_t)(lines->words + lines->scratch));
    board->waiting = alloc(lines->lines / WORD, sizeof(word));
    if (!board->masks || !board->waiting)
        return fail(&board->error, NONOSAT_MEMORY);
    board->scratch = board->masks + lines->words;
    if (masks)
        memcpy(board->masks, masks, sizeof(word) * lines->words);
    else
        memset(board->masks, 0xff, sizeof(word) * lines->words);
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++)
        trim_line(lines->colours, line, board->masks + line->masks);
    return 0;
}

void close_board(Board *board)
{
    free_memory(board->masks);
    free_memory(board->waiting);
    free_memory(board->trail);
    free_memory(board->slots);
    free_memory(board->met.cells);
}

void begin_call(Board *board, const nonosat_tick *tick)
{
    clear_waiting(board);
    board->tick = tick;
    board->observer = NULL;
    board->error = NONOSAT_OK;
    board->work = board->spent = 0;
    board->met.number = 0;
}

void wait_for_all(Board *board)
{
    for (int number = 0; number < board->lines->lines; number++)
        wait_for(board, number);
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

int has_open_cell(const Board *board)
{
    const Lines *lines = board->lines;
    for (int number = 0; number < lines->lines; number++)
        for (int at = 0; lines->line[number].owned && at < lines->line[number].words; at++)
            if (open_positions(board, number, at) & lines->line[number].owns[at])
                return 1;
    return 0;
}

int open_cells(const Board *board)
{
    const Lines *lines = board->lines;
    int open = 0;
    for (int number = 0; number < lines->lines; number++)
        for (int at = 0; lines->line[number].owned && at < lines->line[number].words; at++)
            for (word left = open_positions(board, number, at) & lines->line[number].owns[at]; left; left &= left - 1)
                open++;
    return open;
}

/* ---- removing candidates ---- */

/* Removes candidates from a word of the masks of a line. */
static inline int cut(Board *board, int number, word *from, word removed)
{
    if (board->supposing) {
        if (board->trailed == board->capacity && grow_array(&board->trail, sizeof(Change), board->trailed + 1, &board->capacity))
            return fail(&board->error, NONOSAT_MEMORY);
        int at = (int)(from - board->masks - board->lines->line[number].masks);
        board->trail[board->trailed++] = (Change){number, at, *from};
    }
    *from &= ~removed;
    return 0;
}

/* Removes a colour from a cell in the masks of all its lines except `skipped`. */
static inline int cut_cell(Board *board, int cell, int colour, int skipped)
{
    EACH_CROSSING(board->lines, cell, at)
    {
        if (at->line == skipped)
            continue;
        const Line *line = board->lines->line + at->line;
        word *masks = board->masks + line->masks + (ptrdiff_t)colour * line->words + at->position / WORD;
        word one = (word)1 << at->position % WORD;
        if (*masks & one) {
            if (cut(board, at->line, masks, one))
                return -1;
            wait_for(board, at->line);
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

void take_back(Board *board, ptrdiff_t mark)
{
    while (board->trailed > mark) {
        const Change *change = board->trail + --board->trailed;
        board->masks[board->lines->line[change->line].masks + change->at] = change->before;
    }
    if (board->left)
        clear_waiting(board);
}

/* Removes a colour from positions of a line, in one word of its mask, on all crossing lines. */
static int cut_crossing(Board *board, int number, int colour, int at, word removed)
{
    const Line *line = board->lines->line + number;
    for (; removed; removed &= removed - 1)
        if (cut_cell(board, line->cells[WORD * at + lowest_bit(removed)], colour, number))
            return -1;
    return 0;
}

/* `cut_crossing` for a rectangle: crossing lines are consecutive and equally long, so their masks are found without
   the cells. */
static int cut_across(Board *board, int number, int colour, int at, word removed)
{
    const Lines *lines = board->lines;
    int first = number < lines->height ? lines->height : 0, position = first ? number : number - lines->height;
    const Line *line = lines->line + first;
    word *across = board->masks + line->masks + (ptrdiff_t)colour * line->words + position / WORD;
    word one = (word)1 << position % WORD;
    ptrdiff_t stride = (ptrdiff_t)lines->colours * line->words;
    for (; removed; removed &= removed - 1) {
        int place = WORD * at + lowest_bit(removed);
        word *masks = across + place * stride;
        if (!(*masks & one))
            continue;
        if (cut(board, first + place, masks, one))
            return -1;
        wait_for(board, first + place);
    }
    return 0;
}

int narrow_line(Board *board, int number, const word *masks)
{
    const Lines *lines = board->lines;
    const Line *line = lines->line + number;
    word *mine = board->masks + line->masks;
    for (int colour = 0; colour < lines->colours; colour++, mine += line->words, masks += line->words)
        for (int at = 0; at < line->words; at++) {
            word removed = mine[at] & ~masks[at];
            if (removed && (cut(board, number, mine + at, removed) ||
                            (lines->height ? cut_across : cut_crossing)(board, number, colour, at, removed)))
                return -1;
        }
    return 0;
}

/* ---- settling ---- */

/* Narrows a line, and calls the observer with what it lost. */
static int narrow_observed(Board *board, int number, const word *after)
{
    const Line *line = board->lines->line + number;
    ptrdiff_t words = (ptrdiff_t)line->words * board->lines->colours;
    word *removed = alloc(words, sizeof(word));
    if (!removed)
        return fail(&board->error, NONOSAT_MEMORY);
    for (ptrdiff_t at = 0; at < words; at++)
        removed[at] = board->masks[line->masks + at] ^ after[at];
    int failed = narrow_line(board, number, after);
    if (!failed && board->observer->call(board->observer->context, number, removed))
        failed = fail(&board->error, NONOSAT_STOPPED);
    free_memory(removed);
    return failed;
}

/* Settles one line. Returns 1; 0 if it has no filling; -1 with the error noted. */
static int settle_line(Board *board, int number)
{
    const Line *line = board->lines->line + number;
    if (line->blocks < 0)
        return 1;
    if (board->settle)
        return board->settle(board, number);
    const word *after = settled_line(board, number);
    if (!after)
        return 0;
    if (is_same(after, board->masks + line->masks, line->words * board->lines->colours))
        return 1;
    return (board->observer ? narrow_observed : narrow_line)(board, number, after) ? -1 : 1;
}

int settle_all(Board *board)
{
    const Lines *lines = board->lines;
    for (int number = 0; board->left; number = number + 1 < lines->lines ? number + 1 : 0) {
        number = next_waiting(board, number);
        board->waiting[number / WORD] &= ~((word)1 << number % WORD);
        board->left--;
        if (board->settled)
            board->settled[number / WORD] |= (word)1 << number % WORD;
        int answer = settle_line(board, number);
        if (answer <= 0)
            return answer ? FAILED : number;
        int64_t work = (int64_t)lines->line[number].words * (lines->line[number].blocks + 1);
        board->work += work;
        board->spent += work;
        if (look(board))
            return FAILED;
    }
    return SETTLED;
}

/* ---- handles ---- */

int nonosat_board_new(const nonosat_puzzle *puzzle, const uint64_t *masks, nonosat_board **board)
{
    if (board)
        *board = NULL;
    if (!puzzle || !board)
        return NONOSAT_INPUT;
    Board *made = alloc(0, sizeof *made);
    if (!made || open_board(made, puzzle, masks)) {
        nonosat_board_free(made);
        return NONOSAT_MEMORY;
    }
    *board = made;
    return NONOSAT_OK;
}

int nonosat_board_copy(const nonosat_board *board, nonosat_board **copy)
{
    return nonosat_board_new(board ? board->lines : NULL, board ? board->masks : NULL, copy);
}

void nonosat_board_free(nonosat_board *board)
{
    if (board)
        close_board(board);
    free_memory(board);
}

int nonosat_board_fix(nonosat_board *board, int cell, int colour)
{
    if (!board)
        return NONOSAT_INPUT;
    if (cell < 0 || cell >= board->lines->cells || colour < 0 || colour >= board->lines->colours)
        return NONOSAT_INPUT;
    begin_call(board, NULL);
    return fix_cell(board, cell, colour) ? board->error : NONOSAT_OK;
}

const uint64_t *nonosat_board_masks(const nonosat_board *board) { return board ? board->masks : NULL; }

int nonosat_board_picture(const nonosat_board *board, uint8_t *cells)
{
    if (!board || !cells)
        return NONOSAT_INPUT;
    return board->lines->colours > 256 ? NONOSAT_INPUT : picture_of(board->lines, board->masks, cells);
}

const uint8_t *nonosat_board_met(const nonosat_board *board) { return board ? board->met.cells : NULL; }

int nonosat_board_open(const nonosat_board *board, uint8_t *open)
{
    if (!board || !open)
        return NONOSAT_INPUT;
    int number = 0;
    for (int cell = 0; cell < board->lines->cells; cell++)
        number += open[cell] = (uint8_t)is_open(board, cell);
    return number;
}

int nonosat_propagate(nonosat_board *board, const int *lines, int number, const nonosat_tick *tick, const nonosat_observer *observer,
                      int *broken)
{
    if (!board || !broken)
        return NONOSAT_INPUT;
    *broken = -1;
    begin_call(board, tick);
    for (int at = 0; lines && at < number; at++) {
        if (lines[at] < 0 || lines[at] >= board->lines->lines)
            return NONOSAT_INPUT;
        wait_for(board, lines[at]);
    }
    if (!lines)
        wait_for_all(board);
    board->observer = observer;
    int answer = settle_all(board);
    board->observer = NULL;
    *broken = answer >= 0 ? answer : -1;
    return answer == FAILED ? board->error : NONOSAT_OK;
}
