/* The library as JavaScript calls it: numbers in, an answer out. `apps/web/kernel/kernel.js` is the other side. */

#include "../nonosat.h"

#include <limits.h>
#include <stdlib.h>

#define EXPORT(name) __attribute__((export_name(#name)))

enum { OPEN = 255 }; /* instead of a colour */

/* What `check` reads: this, then numbers of the lines' cells, of the clues' blocks, the cells, the blocks, pairs of cell and colour, and the
   colours of a picture at hand. */
typedef struct {
    int cells, colours, lines, blocks, givens;
    int height, width; /* of a rectangle, whose lines are not listed; else 0 */
    int has_picture;
} Question;

/* What it writes: this, then colours of cells: those known of all solutions, or OPEN; and of up to two solutions. */
typedef struct {
    int verdict, solutions;
    int by_lines; /* 1 if lines alone decide it */
    int conflicts;
} Answer;

EXPORT(allocate) void *allocate(int bytes) { return malloc((size_t)bytes); }
EXPORT(release) void release(void *memory) { free(memory); }

/* Returns the numbers of the picture at hand, or of none. */
static const int *make(const Question *question, nonosat_puzzle **puzzle, nonosat_board **board, int *error)
{
    const int *next = (const int *)(question + 1);
    nonosat_statement statement = {.size = sizeof statement, .colours = question->colours, .cells = question->cells, .lines = question->lines};
    int places = 0;
    if (question->height)
        statement.height = question->height, statement.width = question->width;
    else {
        statement.line_lengths = next;
        for (int line = 0; line < question->lines; line++)
            places += *next++;
    }
    statement.clue_sizes = next, next += question->lines;
    statement.line_cells = question->height ? NULL : next, next += places;
    statement.blocks = (const nonosat_block *)next, next += 2 * question->blocks;
    *error = nonosat_puzzle_new(&statement, puzzle);
    if (!*error)
        *error = nonosat_board_new(*puzzle, NULL, board);
    for (int given = 0; given < question->givens; given++, next += 2)
        *error = *error ? *error : nonosat_board_fix(*board, next[0], next[1]);
    return next;
}

static int answer(nonosat_board *board, int cells, double work, const uint8_t *picture, Answer *out)
{
    uint8_t *known = (uint8_t *)(out + 1);
    nonosat_limits limits = {.size = sizeof limits, .work = work < 0x1p62 ? (int64_t)work : 0, .no_learner = work < 1, .hint = picture};
    nonosat_effort effort = {.size = sizeof effort};
    nonosat_answer found = {.size = sizeof found, .effort = &effort};
    int error = nonosat_check(board, &limits, &found, known + cells);
    if (error)
        return error;
    *out = (Answer){found.verdict, found.solutions, found.verdict != NONOSAT_UNKNOWN && effort.stage <= NONOSAT_BY_LINES,
                    effort.conflicts < INT_MAX ? (int)effort.conflicts : INT_MAX};
    uint8_t *open = malloc((size_t)cells);
    if (!open)
        return NONOSAT_MEMORY;
    nonosat_board_picture(board, known);
    nonosat_board_open(board, open);
    for (int cell = 0; cell < cells; cell++)
        if (open[cell] || found.verdict == NONOSAT_UNSOLVABLE)
            known[cell] = OPEN;
    free(open);
    return NONOSAT_OK;
}

/* Checks a puzzle with so much work of the learner: 0, or an error of nonosat.h. */
EXPORT(check) int check(const Question *question, double work, Answer *out)
{
    nonosat_puzzle *puzzle = NULL;
    nonosat_board *board = NULL;
    int error;
    const int *colours = make(question, &puzzle, &board, &error);
    uint8_t *picture = question->has_picture ? malloc((size_t)question->cells) : NULL;
    for (int cell = 0; picture && cell < question->cells; cell++)
        picture[cell] = (uint8_t)colours[cell];
    if (!error)
        error = answer(board, question->cells, work, picture, out);
    free(picture);
    nonosat_board_free(board);
    nonosat_puzzle_free(puzzle);
    return error;
}
