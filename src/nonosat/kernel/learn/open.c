/* From a board to a learner: variables of open cells, blocks of lines, and memory. */

#include "learner.h"

#include <string.h>

static void *zeroed(Learner *learner, ptrdiff_t number, size_t size)
{
    void *memory = learner->failed ? NULL : alloc(number, size);
    if (!memory && !learner->failed)
        learner->failed = NONOSAT_MEMORY;
    return memory;
}

/* An array of ints that are all -1. */
static int *unset(Learner *learner, ptrdiff_t number)
{
    int *numbers = zeroed(learner, number, sizeof(int));
    for (ptrdiff_t at = 0; numbers && at <= number; at++)
        numbers[at] = -1;
    return numbers;
}

/* Returns 1 if the puzzle has one ink, no blotted block and no star: then starts are literals. */
static int is_plain(const Lines *lines)
{
    for (int line = 0; line < lines->lines; line++)
        if (lines->line[line].blotted || lines->line[line].stars)
            return 0;
    return lines->colours == 2;
}

static int longest_line(const Lines *lines)
{
    int longest = 1;
    for (int line = 0; line < lines->lines; line++)
        longest = lines->line[line].length > longest ? lines->line[line].length : longest;
    return longest;
}

/* Memory for the cells of a board. */
static int make_cells(Learner *learner)
{
    const Lines *lines = learner->lines;
    ptrdiff_t candidates = (ptrdiff_t)lines->cells * lines->colours;
    learner->lacks = unset(learner, candidates);
    learner->removes = unset(learner, 2 * candidates);
    learner->cell = zeroed(learner, candidates, sizeof(int));
    learner->cell_variables = zeroed(learner, lines->cells, sizeof(int));
    learner->first_variable = unset(learner, lines->cells);
    learner->base = zeroed(learner, lines->cells, 1);
    learner->masks = zeroed(learner, lines->words, sizeof(word));
    learner->root = zeroed(learner, lines->words, sizeof(word));
    learner->first = zeroed(learner, lines->lines + 1, sizeof(int));
    learner->dirty = zeroed(learner, lines->lines, 1);
    learner->queue = zeroed(learner, lines->lines, sizeof(int));
    learner->scratch = zeroed(learner, 2 * lines->scratch, sizeof(word)); /* masks of a line fit into the second half */
    learner->order = zeroed(learner, (ptrdiff_t)longest_line(lines) * lines->colours, sizeof(int));
    return learner->failed ? -1 : 0;
}

/* Variables of an open cell: one for both if two colours are left, else one for each. */
static void number_cell(Learner *learner, int cell, const int *colours, int left)
{
    learner->first_variable[cell] = learner->variables;
    learner->cell_variables[cell] = left == 2 ? 1 : left;
    for (int at = 0; at < left; at++) {
        int lit = left == 2 ? 2 * learner->variables + 1 - at : 2 * (learner->variables + at);
        learner->lacks[(ptrdiff_t)colours[at] * learner->lines->cells + cell] = lit;
        learner->removes[lit] = colours[at];
        learner->cell[lit >> 1] = cell;
    }
    learner->variables += learner->cell_variables[cell];
}

/* Gives a candidate to the lines of its cell: the masks of all lines agree, whatever the board's say. */
static void add_candidate(Learner *learner, int cell, int colour)
{
    const Lines *lines = learner->lines;
    EACH_CROSSING(lines, cell, at)
    {
        const Line *line = lines->line + at->line;
        learner->masks[line->masks + (ptrdiff_t)colour * line->words + at->position / WORD] |= (word)1 << at->position % WORD;
    }
}

/* Numbers the variables of a board that was read, and notes the colours of the other cells. */
static int read_cells(Learner *learner, const Board *board)
{
    const Lines *lines = board->lines;
    int *left = zeroed(learner, lines->colours, sizeof(int));
    for (int cell = 0; left && cell < lines->cells; cell++) {
        int colours = 0;
        for (int colour = 0; colour < lines->colours; colour++)
            if (has_colour(board, cell, colour)) {
                left[colours++] = colour;
                add_candidate(learner, cell, colour);
            }
        if (colours > 1)
            number_cell(learner, cell, left, colours);
        else
            learner->base[cell] = (unsigned char)left[0]; /* without any, its lines have no filling */
    }
    free_memory(left);
    return learner->failed ? -1 : 0;
}

/* The blocks of all lines with a clue, where the clue alone allows them; none if starts are no literals. */
static int read_blocks(Learner *learner, int whole_lines)
{
    const Lines *lines = learner->lines;
    int plain = is_plain(lines);
    for (int line = 0; line < lines->lines; line++) {
        int blocks = plain ? lines->line[line].blocks : 0;
        learner->first[line + 1] = learner->first[line] + (blocks > 0 ? blocks : 0);
    }
    int all = learner->first[lines->lines];
    learner->block = zeroed(learner, all, sizeof(BlockStart));
    for (int line = 0; line < lines->lines && !learner->failed; line++)
        for (int at = 0; at < learner->first[line + 1] - learner->first[line]; at++) {
            const Block *block = lines->line[line].block + at;
            learner->block[learner->first[line] + at] = (BlockStart){
                .line = line, .length = block->length, .least = block->earliest, .greatest = block->latest, .phase = INT_MAX};
        }
    learner->blocks = learner->failed ? 0 : all;
    learner->whole_lines = whole_lines || !all;
    return learner->failed ? -1 : 0;
}

/* The state of the search. */
static int make_state(Learner *learner)
{
    ptrdiff_t variables = (ptrdiff_t)learner->variables + learner->blocks;
    learner->value = zeroed(learner, learner->variables, 1);
    learner->phase = zeroed(learner, learner->variables, 1);
    learner->entry = unset(learner, learner->variables);
    learner->last_entry = unset(learner, 2 * variables);
    learner->watchers = zeroed(learner, 2 * variables, sizeof(Watchers));
    if (learner->failed)
        return -1;
    memset(learner->value, -1, learner->variables);
    learner->var_inc = 1;
    learner->next_reduction = REDUCTION;
    memcpy(learner->root, learner->masks, sizeof(word) * learner->lines->words);
    for (int line = 0; learner->whole_lines && line < learner->lines->lines; line++)
        if (learner->lines->line[line].blocks >= 0) {
            learner->dirty[line] = 1;
            learner->queue[learner->queue_tail++] = line;
        }
    return 0;
}

/* Numbers the starts that propagation has left to all blocks. */
static ptrdiff_t number_starts(Learner *learner)
{
    ptrdiff_t starts = 0;
    for (BlockStart *block = learner->block; block < learner->block + learner->blocks; block++) {
        block->choices = starts;
        block->first = block->least;
        starts += block->greatest - block->least + 1;
    }
    return starts;
}

int open_learner(Learner *learner, const Board *board, int whole_lines)
{
    learner->solutions.size = learner->lines->cells;
    if (make_cells(learner) || read_cells(learner, board) || read_blocks(learner, whole_lines) || make_state(learner))
        return -1;
    learner->complete = !propagate_first(learner);
    if (learner->failed)
        return -1;
    forget_level_0(learner);
    ptrdiff_t starts = learner->complete ? 0 : number_starts(learner);
    if (starts > MOST) /* they take 0.3 GB, and their entries up to 1.4 GB */
        return fail(&learner->failed, NONOSAT_TOO_LARGE);
    learner->start_choice = zeroed(learner, starts, sizeof(int));
    learner->absent = zeroed(learner, starts, 1);
    return learner->failed ? -1 : open_choices(learner);
}

void close_learner(Learner *learner)
{
    for (ptrdiff_t at = 0; at < learner->clauses; at++)
        free_memory(learner->clause[at]);
    for (ptrdiff_t lit = 0; learner->watchers && lit < 2 * ((ptrdiff_t)learner->variables + learner->blocks); lit++)
        free_memory(learner->watchers[lit].watcher);
    Analysis *analysis = &learner->analysis;
    void *all[] = {learner->lacks,  learner->removes,     learner->cell,   learner->cell_variables,      learner->first_variable, learner->base,
                   learner->masks,  learner->root,     learner->first,  learner->block,        learner->value,  learner->entry,
                   learner->last_entry,   learner->trail,    learner->trail_lim,  learner->dirty,        learner->queue,  learner->scratch,
                   learner->order,  learner->watchers, learner->clause, learner->phase,        learner->choice, learner->heap,
                   learner->absent, analysis->seen,    analysis->stamp, learner->start_choice, analysis->conflict,
                   analysis->needed, analysis->marked, analysis->learnt, learner->solutions.cells};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++)
        free_memory(all[at]);
}
