/* The steps of a person who always takes the simplest technique that applies to any line, on the first such line. */

#include "techniques.h"

typedef struct {
    Board *board;
    int *technique; /* [line]: the first that applies, or NONOSAT_NO_TECHNIQUE */
    uint8_t *open;  /* [line]: 1 if it has a cell with several candidates */
    int able;       /* lines with a technique that applies */
    int unfinished; /* lines with an open cell */
    word *scratch;  /* for techniques */
} Stepping;

static void count_unfinished(Stepping *stepping)
{
    const Board *board = stepping->board;
    for (int number = 0; number < board->lines->lines; number++)
        if (bit(board->waiting, number)) {
            uint8_t open = 0;
            for (int at = 0; at < board->lines->line[number].words; at++)
                open |= open_positions(board, number, at) != 0;
            stepping->unfinished += open - stepping->open[number];
            stepping->open[number] = open;
        }
}

/* Finds the technique that applies to a line: 0, or -1 if the line has no filling. */
static int update_line(Stepping *stepping, int number)
{
    Board *board = stepping->board;
    const Lines *lines = board->lines;
    const Line *line = lines->line + number;
    const word *masks = board->masks + line->masks, *settled;
    int technique = NONOSAT_NO_TECHNIQUE;
    if (line->blocks >= 0) {
        settled = line_settle(lines->colours, line, masks, board->scratch);
        board->work += line->blocks + 1;
        if (!settled)
            return -1;
        if (!is_same(settled, masks, lines->colours * line->words))
            line_reasoned(lines, line, masks, NULL, stepping->scratch, NONOSAT_TECHNIQUES, &technique);
    }
    stepping->able += (technique >= 0) - (stepping->technique[number] >= 0);
    stepping->technique[number] = technique;
    return 0;
}

/* Finds techniques for the waiting lines, in order. Returns SETTLED, a line without a filling, or FAILED. */
static int update_waiting(Stepping *stepping)
{
    Board *board = stepping->board;
    count_unfinished(stepping);
    for (int number = 0; board->left && number < board->lines->lines; number++)
        if (bit(board->waiting, number)) {
            board->waiting[number / WORD] &= ~((word)1 << number % WORD);
            board->left--;
            if (look(board))
                return FAILED;
            if (update_line(stepping, number))
                return number;
        }
    return SETTLED;
}

/* Applies the simplest technique to its first line: 1, or 0 if none applies, or -1 with the error noted. */
static int take_step(Stepping *stepping, nonosat_step *step)
{
    Board *board = stepping->board;
    const Lines *lines = board->lines;
    if (!stepping->able)
        return 0;
    step->line = -1;
    for (int number = 0; number < lines->lines; number++)
        if (stepping->technique[number] >= 0 && (step->line < 0 || stepping->technique[number] < step->technique)) {
            step->line = number;
            step->technique = stepping->technique[number];
        }
    const Line *line = lines->line + step->line;
    const word *after =
        line_reasoned(lines, line, board->masks + line->masks, NULL, stepping->scratch, NONOSAT_TECHNIQUES, &step->technique);
    step->footholds = stepping->able;
    wait_for(board, step->line);
    return narrow_line(board, step->line, after) ? -1 : 1;
}

int nonosat_steps(nonosat_board *board, const nonosat_tick *tick, const nonosat_step_observer *observer, int *footholds, int *broken)
{
    if (!board || !footholds || !broken)
        return NONOSAT_INPUT;
    const Lines *lines = board->lines;
    Stepping stepping = {.board = board};
    ptrdiff_t most = 0;
    for (int line = 0; line < lines->lines; line++) {
        ptrdiff_t scratch = reasoning_scratch(lines->line + line, lines->colours);
        most = scratch > most ? scratch : most;
    }
    begin_call(board, tick);
    wait_for_all(board);
    stepping.technique = alloc(lines->lines, sizeof(int));
    stepping.open = alloc(lines->lines, 1);
    stepping.scratch = alloc(most, sizeof(word));
    int answer = FAILED, taken = 0;
    nonosat_step step;
    if (!stepping.technique || !stepping.open || !stepping.scratch)
        fail(&board->error, NONOSAT_MEMORY);
    else {
        for (int line = 0; line < lines->lines; line++)
            stepping.technique[line] = NONOSAT_NO_TECHNIQUE;
        do {
            answer = update_waiting(&stepping);
            step.unfinished = stepping.unfinished;
            if (taken && answer != FAILED && observer && observer->call(observer->context, &step)) {
                fail(&board->error, NONOSAT_STOPPED);
                answer = FAILED;
            }
            taken = answer == SETTLED ? take_step(&stepping, &step) : 0;
            if (taken < 0)
                answer = FAILED;
        } while (taken > 0);
    }
    *footholds = stepping.able;
    *broken = answer >= 0 ? answer : -1;
    free_memory(stepping.technique);
    free_memory(stepping.open);
    free_memory(stepping.scratch);
    return answer == FAILED ? board->error : NONOSAT_OK;
}
