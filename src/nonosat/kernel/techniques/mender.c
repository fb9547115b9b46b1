/* The lines and swaps of a picture that is repainted. */

#include "mender.h"

/* Work of a search for a second solution, about 1 ms. */
enum { CHECK_WORK = 10000 };

/* Steps that take as long as a search for a second solution. */
enum { CHECK_STEPS = 200 };

/* ---- clues ---- */

void renew_line(Mender *mender, int number)
{
    Line *line = mender->own_lines.line + number;
    const Line *pattern = mender->pattern->line + number;
    word *alone = mender->alone + line->masks;
    size_t size = sizeof(word) * line->words * mender->own_lines.colours;
    memcpy(alone, mender->blank + line->masks, size);
    if (pattern->blocks < 0)
        return;
    line->blocks = read_off(line, mender->cells, line->block);
    line->blotted = line->stars = line->star = 0;
    for (int at = 0; at < line->blocks && at < pattern->blocks; at++)
        if (!pattern->block[at].length) {
            line->block[at].length = 0;
            line->blotted++;
        }
    finish_clue(line);
    const word *settled = line_settle(mender->own_lines.colours, line, alone, mender->board.scratch);
    if (settled)
        memcpy(alone, settled, size);
}

int count_open(Mender *mender)
{
    Board *board = &mender->board;
    memcpy(board->masks, mender->blank, sizeof(word) * mender->own_lines.words);
    begin_call(board, mender->tick);
    for (int line = 0; line < mender->own_lines.lines; line++)
        if (mender->own_lines.line[line].blocks >= 0)
            narrow_line(board, line, mender->alone + mender->own_lines.line[line].masks);
    if (settle_all(board) == FAILED)
        fail(&mender->error, board->error);
    int open = 0;
    for (int number = 0; number < mender->own_lines.lines; number++)
        for (int at = 0; mender->own_lines.line[number].owned && at < mender->own_lines.line[number].words; at++)
            for (word left = open_positions(board, number, at) & mender->own_lines.line[number].owns[at]; left; left &= left - 1)
                open++;
    return open;
}

void list_open(Mender *mender)
{
    mender->opened = 0;
    for (int number = 0; number < mender->own_lines.lines; number++) {
        const Line *line = mender->own_lines.line + number;
        for (int at = 0; line->owned && at < line->words; at++)
            for (word open = open_positions(&mender->board, number, at) & line->owns[at]; open; open &= open - 1)
                mender->open[mender->opened++] = line->cells[WORD * at + lowest_bit(open)];
    }
}

/* ---- swaps ---- */

static int read_runs(const uint8_t *cells, int length, uint8_t *runs)
{
    int size = 0;
    for (int at = 0; at < length;) {
        int begun = at, colour = cells[at];
        while (at < length && cells[at] == colour)
            at++;
        if (colour) {
            runs[size++] = (uint8_t)colour;
            runs[size++] = (uint8_t)((at - begun) & 255);
            runs[size++] = (uint8_t)((at - begun) >> 8);
        }
    }
    return size;
}

/* Returns 1 if a line of a swap has the same blocks with and without it. */
static int is_equal_on(Mender *mender, const Swap *swap, int slot)
{
    int number = swap->line[slot];
    const Line *line = mender->own_lines.line + number;
    if (mender->pattern->line[number].blocks < 0)
        return 1;
    uint8_t *mine = mender->runs, *swapped = mine + line->length, *runs = swapped + line->length, *other = runs + 3 * line->length;
    for (int at = 0; at < line->length; at++)
        mine[at] = swapped[at] = mender->cells[line->cells[at]];
    for (int at = swap->first[slot]; at < swap->first[slot + 1]; at++)
        swapped[swap->place[at]] = swap->colour[swap->source[at]];
    int size = read_runs(mine, line->length, runs);
    return size == read_runs(swapped, line->length, other) && !memcmp(runs, other, size);
}

static int differs(const Mender *mender, const Swap *swap)
{
    for (int at = 0; at < swap->cells; at++)
        if (mender->cells[swap->cell[at]] != swap->colour[at])
            return 1;
    return 0;
}

/* Updates `survives` of a swap. */
static void renew_swap(Mender *mender, Swap *swap)
{
    int survives = !swap->broken && differs(mender, swap);
    mender->surviving += survives - swap->survives;
    swap->survives = survives;
}

void renew_swaps(Mender *mender, int number)
{
    const SwapLines *lines = mender->on + number;
    for (ptrdiff_t at = 0; at < lines->number; at++) {
        Swap *swap = mender->swap + lines->at[at].swap;
        int slot = lines->at[at].slot, now = is_equal_on(mender, swap, slot);
        swap->broken += swap->is_equal[slot] - now;
        swap->is_equal[slot] = (uint8_t)now;
        renew_swap(mender, swap);
    }
}

static int is_known(const Mender *mender, const int *cell, const uint8_t *colour, int cells)
{
    for (const Swap *swap = mender->swap; swap < mender->swap + mender->swaps; swap++)
        if (swap->cells == cells && !memcmp(swap->cell, cell, sizeof(int) * cells) && !memcmp(swap->colour, colour, cells))
            return 1;
    return 0;
}

int add_swap(Mender *mender, const int *cell, const uint8_t *colour, int cells)
{
    int most = cells * mender->own_lines.most_crossings;
    if (is_known(mender, cell, colour, cells))
        return 0;
    if (grow_array(&mender->swap, sizeof(Swap), mender->swaps + 1, &mender->swap_capacity))
        return fail(&mender->error, NONOSAT_MEMORY);
    Swap *swap = mender->swap + mender->swaps++;
    *swap = (Swap){.cells = cells, .cell = alloc(cells + 4 * (size_t)most + 1, sizeof(int)), .colour = alloc(cells + most, 1)};
    if (!swap->cell || !swap->colour)
        return fail(&mender->error, NONOSAT_MEMORY);
    swap->line = swap->cell + cells;
    swap->place = swap->line + most;
    swap->source = swap->place + most;
    swap->first = swap->source + most;
    swap->is_equal = swap->colour + cells;
    memcpy(swap->cell, cell, sizeof(int) * cells);
    memcpy(swap->colour, colour, cells);
    for (int at = 0; at < cells; at++)
        EACH_CROSSING(&mender->own_lines, cell[at], crossing) {
            int seen = 0;
            for (int slot = 0; slot < swap->lines; slot++)
                seen |= swap->line[slot] == crossing->line;
            if (!seen)
                swap->line[swap->lines++] = crossing->line;
        }
    for (int slot = 0, number = 0; slot < swap->lines; slot++) {
        for (int at = 0; at < cells; at++)
            EACH_CROSSING(&mender->own_lines, cell[at], crossing)
                if (crossing->line == swap->line[slot]) {
                    swap->place[number] = crossing->position;
                    swap->source[number++] = at;
                }
        swap->first[slot + 1] = number;
        SwapLines *lines = mender->on + swap->line[slot];
        if (grow_array(&lines->at, sizeof(SwapLine), lines->number + 1, &lines->capacity))
            return fail(&mender->error, NONOSAT_MEMORY);
        lines->at[lines->number++] = (SwapLine){(int)(mender->swaps - 1), slot};
        swap->is_equal[slot] = (uint8_t)is_equal_on(mender, swap, slot);
        swap->broken += !swap->is_equal[slot];
    }
    renew_swap(mender, swap);
    return 0;
}

static int compare(const void *one, const void *other) { return *(const int *)one - *(const int *)other; }

/* Adds the swaps that lead from the current picture to another solution: components of differing cells that share lines. */
static int learn_swaps(Mender *mender, const uint8_t *other)
{
    const Lines *lines = &mender->own_lines;
    uint8_t *left = alloc(2 * (size_t)lines->cells, 1), *colour = left + lines->cells;
    int result = left ? 0 : fail(&mender->error, NONOSAT_MEMORY);
    for (int cell = 0; left && cell < lines->cells; cell++)
        left[cell] = other[cell] != mender->cells[cell];
    for (int first = 0; left && !result && first < lines->cells; first++) {
        int size = 0;
        if (!left[first])
            continue;
        left[first] = 0;
        mender->stack[size++] = first;
        for (int done = 0; done < size; done++)
            EACH_CROSSING(lines, mender->stack[done], crossing) {
                const Line *line = lines->line + crossing->line;
                for (int at = 0; mender->pattern->line[crossing->line].blocks >= 0 && at < line->length; at++)
                    if (left[line->cells[at]]) {
                        left[line->cells[at]] = 0;
                        mender->stack[size++] = line->cells[at];
                    }
            }
        qsort(mender->stack, size, sizeof(int), compare);
        for (int at = 0; at < size; at++)
            colour[at] = other[mender->stack[at]];
        result = add_swap(mender, mender->stack, colour, size);
    }
    free_memory(left);
    return result;
}

int is_unique(Mender *mender)
{
    mender->steps += CHECK_STEPS;
    if (!count_open(mender))
        return 1;
    size_t size = mender->own_lines.cells;
    nonosat_board *board = NULL;
    nonosat_limits limits = {.size = sizeof limits, .conflicts = INT64_MAX, .work = CHECK_WORK, .seed = next_random(mender)};
    nonosat_answer answer = {.size = sizeof answer};
    if (mender->tick)
        limits.tick = *mender->tick;
    uint8_t *pair = alloc(3 * size, 1);
    int result = -1, error = pair ? nonosat_board_new(&mender->own_lines, mender->board.masks, &board) : NONOSAT_MEMORY;
    error = error ? error : nonosat_check(board, &limits, &answer, pair + size);
    if (error)
        mender->error = error;
    else if (answer.stopped)
        mender->error = NONOSAT_STOPPED;
    else if (answer.verdict == NONOSAT_UNIQUE)
        result = 1;
    else
        for (int at = 1; at <= answer.solutions && !mender->error; at++)
            if (memcmp(pair + at * size, mender->cells, size)) {
                memcpy(pair, mender->cells, size);
                if (at == 2)
                    memcpy(pair + size, pair + 2 * size, size);
                if (add_picture(&mender->met, pair) < 0)
                    mender->error = NONOSAT_MEMORY;
                else if (!learn_swaps(mender, pair + size))
                    result = 0;
                break;
            }
    nonosat_board_free(board);
    free_memory(pair);
    return mender->error ? -1 : result;
}

/* ---- memory ---- */

/* Allocates lines with clues of any number of blocks: 0, or -1 with the error noted. */
static int copy_lines(Mender *mender, const Lines *lines)
{
    ptrdiff_t blocks = 0;
    mender->own_lines = *lines;
    for (int number = 0; number < lines->lines; number++)
        blocks += lines->line[number].length + 1;
    mender->own_lines.line = alloc(lines->lines, sizeof(Line));
    mender->own_lines.blocks = alloc(blocks, sizeof(Block));
    mender->own_lines.all_kinds = alloc(blocks, sizeof(Kind));
    if (!mender->own_lines.line || !mender->own_lines.blocks || !mender->own_lines.all_kinds)
        return fail(&mender->error, NONOSAT_MEMORY);
    blocks = 0;
    for (int number = 0; number < lines->lines; number++) {
        Line *line = mender->own_lines.line + number, widest;
        *line = lines->line[number];
        line->block = mender->own_lines.blocks + blocks;
        line->kind = mender->own_lines.all_kinds + blocks;
        blocks += line->length + 1;
        widest = *line;
        widest.blocks = widest.kinds = line->length + 1;
        ptrdiff_t scratch = line_scratch(&widest, lines->colours);
        mender->own_lines.scratch = scratch > mender->own_lines.scratch ? scratch : mender->own_lines.scratch;
    }
    return 0;
}

int open_mender(Mender *mender, const nonosat_board *board)
{
    const Lines *lines = board->lines;
    int longest = 0;
    for (int line = 0; line < lines->lines; line++)
        longest = lines->line[line].length > longest ? lines->line[line].length : longest;
    mender->pattern = lines;
    mender->cells = alloc(lines->cells, 1);
    mender->runs = alloc(8 * (size_t)longest, 1);
    mender->is_dirty = alloc(lines->lines, 1);
    mender->open = alloc(3 * (size_t)lines->cells, sizeof(int));
    mender->repainted = alloc(2 * (size_t)(mender->how->image_count + 1), sizeof(Repainted));
    mender->alone = alloc(lines->words, sizeof(word));
    mender->on = alloc(lines->lines, sizeof(SwapLines));
    if (copy_lines(mender, lines))
        return -1;
    if (!mender->cells || !mender->runs || !mender->is_dirty || !mender->open || !mender->repainted || !mender->alone || !mender->on)
        return fail(&mender->error, NONOSAT_MEMORY);
    mender->changed = mender->open + lines->cells;
    mender->stack = mender->changed + lines->cells;
    if (open_board(&mender->board, &mender->own_lines, NULL))
        return fail(&mender->error, mender->board.error);
    double sum = 0;
    int free_cells = 0;
    for (int cell = 0; cell < lines->cells; cell++) {
        sum += mender->how->costs[cell];
        free_cells += mender->how->costs[cell] > 0;
    }
    mender->mean = free_cells ? sum / free_cells : 1;
    mender->random = mender->how->seed * 2654435761u + 88172645463325252u;
    for (int turn = 0; turn < 5; turn++)
        next_random(mender);
    return 0;
}

void close_mender(Mender *mender)
{
    for (ptrdiff_t at = 0; at < mender->swaps; at++) {
        free_memory(mender->swap[at].cell);
        free_memory(mender->swap[at].colour);
    }
    for (int line = 0; mender->on && line < mender->pattern->lines; line++)
        free_memory(mender->on[line].at);
    free_memory(mender->swap);
    free_memory(mender->on);
    free_memory(mender->cells);
    free_memory(mender->runs);
    free_memory(mender->is_dirty);
    free_memory(mender->open);
    free_memory(mender->repainted);
    free_memory(mender->alone);
    close_board(&mender->board);
    free_memory(mender->own_lines.line);
    free_memory(mender->own_lines.blocks);
    free_memory(mender->own_lines.all_kinds);
}
