/* Another solution next to a known one: an exchange of a few cells of one ink.

   On each line that an exchange touches, a run moves by one cell of ink: it enters the empty cell on one side and leaves its last one on the
   other, or if it has one cell only, moves within its gap. So the runs of the line, and whether they fit its clue, stay the same. Both cells
   lie on other lines, which must lose and gain a cell as well. In a rectangle the smallest exchange is a 2x2 switch (Ryser 1957), the
   next ones are cycles through three or four rows and columns. Lines without a clue do not matter.

   The search is depth first, with 4, then 6, then 8 cells; with 4 only for solutions that the learner has found, near which longer exchanges are
   rare. It begins at empty cells, since only two runs of a line can enter one. */

#include "search.h"

enum {
    MOST_CELLS = 8, /* of an exchange */
    MOST_LINES = 32, /* that it touches; eight cells of triddlers touch no more than 24 */
    STEPS_PER_CELL = 100, /* for each number of cells */
    STEPS_PER_LOOK = 50000,
};

/* Neighbouring cells of one ink on a line: the first and the last position. */
typedef struct {
    int begin, end, colour;
} Run;

/* A line that has gained or lost a cell. */
typedef struct {
    int line, position;
    int gained;
    int is_balanced; /* 1: it has done both */
} Touched;

typedef struct {
    const Lines *lines;
    const Board *board;
    const uint8_t *cells; /* the known solution */
    Run *run;             /* of all lines */
    int *first;           /* [line]: its first run; one more at the end */
    int *place;           /* [cell * most_crossings + crossing]: the run there, or ~ the first one behind an empty cell */
    int ink, limit;       /* of the exchange, and its cells at most */
    int changed[MOST_CELLS], size;
    Touched touched[MOST_LINES];
    int lines_touched;
    int open[2]; /* lines that have only [lost, gained] a cell */
    int64_t steps, until, looked;
    const nonosat_tick *tick;
    int error;
} Exchange;

/* ---- runs ---- */

static const Crossing *crossing_on(const Lines *lines, int cell, int line)
{
    const Crossing *at = crossings(lines, cell);
    while (at->line != line)
        at++;
    return at;
}

static int count_runs(const Lines *lines, const uint8_t *cells)
{
    int runs = 0;
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++)
        for (int at = 0, last = 0; at < line->length; last = cells[line->cells[at++]])
            runs += cells[line->cells[at]] && cells[line->cells[at]] != last;
    return runs;
}

static void read_runs(Exchange *exchange)
{
    const Lines *lines = exchange->lines;
    int runs = 0;
    for (int number = 0; number < lines->lines; number++) {
        const Line *line = lines->line + number;
        exchange->first[number] = runs;
        for (int at = 0, last = 0; at < line->length; at++) {
            int cell = line->cells[at], colour = exchange->cells[cell];
            if (colour && colour == last)
                exchange->run[runs - 1].end = at;
            else if (colour)
                exchange->run[runs++] = (Run){at, at, colour};
            exchange->place[crossing_on(lines, cell, number) - lines->crossing] = colour ? runs - 1 : ~runs;
            last = colour;
        }
    }
    exchange->first[lines->lines] = runs;
}

/* The run at a position of a line, or ~ the first one behind it. */
static int place_of(const Exchange *exchange, int line, int position)
{
    return exchange->place[crossing_on(exchange->lines, exchange->lines->line[line].cells[position], line) - exchange->lines->crossing];
}

/* The empty positions that a run can enter, before it or behind it: from `*from` to `*to`, none if that is less. */
static void enterable(const Exchange *exchange, int line, int number, int behind, int *from, int *to)
{
    const Run *run = exchange->run + number;
    if (behind) {
        int is_last = number + 1 == exchange->first[line + 1];
        *from = run->end + 1;
        *to = is_last ? exchange->lines->line[line].length - 1 : run[1].begin - 1 - (run[1].colour == run->colour);
        if (run->begin < run->end && *to > *from)
            *to = *from;
    } else {
        int is_first = number == exchange->first[line];
        *from = is_first ? 0 : run[-1].end + 1 + (run[-1].colour == run->colour);
        *to = run->begin - 1;
        if (run->begin < run->end && *from < *to)
            *from = *to;
    }
}

/* The position that a run leaves to enter an empty one in the gap before or behind it; -1 if it cannot, or is of another ink. */
static int left_for(const Exchange *exchange, int line, int number, int position)
{
    int from, to;
    if (number < exchange->first[line] || number == exchange->first[line + 1] || exchange->run[number].colour != exchange->ink)
        return -1;
    const Run *run = exchange->run + number;
    int behind = position > run->end;
    enterable(exchange, line, number, behind, &from, &to);
    return position < from || position > to ? -1 : behind ? run->begin : run->end;
}

/* ---- the search ---- */

static int balance(Exchange *exchange);

static Touched *touched_line(Exchange *exchange, int line)
{
    for (Touched *at = exchange->touched; at < exchange->touched + exchange->lines_touched; at++)
        if (at->line == line)
            return at;
    return NULL;
}

/* A line gains or loses a cell: 1, or 0 if that neither begins nor balances an exchange on it. */
static int touch(Exchange *exchange, int number, int position, int gains)
{
    Touched *line = touched_line(exchange, number);
    if (!line && exchange->lines_touched == MOST_LINES)
        return 0;
    if (!line) {
        exchange->touched[exchange->lines_touched++] = (Touched){number, position, gains, 0};
        exchange->open[gains]++;
        return 1;
    }
    if (line->is_balanced || line->gained == gains)
        return 0;
    int empty = gains ? position : line->position, filled = gains ? line->position : position;
    int run = place_of(exchange, number, filled);
    if (left_for(exchange, number, run, empty) != filled)
        return 0;
    line->is_balanced = 1;
    exchange->open[line->gained]--;
    return 1;
}

/* Undoes `touch` of lines that were touched before, then of those that were not. */
static void take_back_touches(Exchange *exchange, int cell, int lines, int before)
{
    EACH_CROSSING(exchange->lines, cell, at)
    {
        if (!lines--)
            break;
        Touched *line = touched_line(exchange, at->line);
        if (line && line < exchange->touched + before) {
            line->is_balanced = 0;
            exchange->open[line->gained]++;
        }
    }
    for (int at = before; at < exchange->lines_touched; at++)
        exchange->open[exchange->touched[at].gained]--;
    exchange->lines_touched = before;
}

/* Returns 1 if time or steps are up. */
static int is_up(Exchange *exchange)
{
    if (exchange->steps - exchange->looked >= STEPS_PER_LOOK) {
        exchange->looked = exchange->steps;
        ticked(exchange->tick, &exchange->error);
    }
    return exchange->error || exchange->steps++ >= exchange->until;
}

/* Changes a cell, to ink or to background, and what follows from that: 1 if the exchange is complete, else 0 without a trace. */
static int change(Exchange *exchange, int cell, int to_ink)
{
    if (is_up(exchange) || exchange->size == exchange->limit || !has_colour(exchange->board, cell, to_ink ? exchange->ink : 0))
        return 0;
    for (int at = 0; at < exchange->size; at++)
        if (exchange->changed[at] == cell)
            return 0;
    exchange->changed[exchange->size++] = cell;
    int before = exchange->lines_touched, done = 0, fits = 1;
    EACH_CROSSING(exchange->lines, cell, at)
    {
        fits = exchange->lines->line[at->line].blocks < 0 || touch(exchange, at->line, at->position, to_ink);
        if (!fits)
            break;
        done++;
    }
    if (fits && balance(exchange))
        return 1;
    take_back_touches(exchange, cell, done, before);
    exchange->size--;
    return 0;
}

static int change_at(Exchange *exchange, int line, int position, int to_ink)
{
    return change(exchange, exchange->lines->line[line].cells[position], to_ink);
}

/* Has a run enter the cell that a line has gained: the run before or the one behind. */
static int leave(Exchange *exchange, const Touched *line)
{
    int number = line->line, behind = ~place_of(exchange, number, line->position);
    for (int run = behind - 1; run <= behind; run++) {
        int left = left_for(exchange, number, run, line->position);
        if (left >= 0 && change_at(exchange, number, left, 0))
            return 1;
    }
    return 0;
}

/* Has the run that a line has lost a cell of enter another one. */
static int enter(Exchange *exchange, const Touched *line)
{
    int number = line->line, position = line->position, at = place_of(exchange, number, position);
    const Run *run = exchange->run + at;
    for (int behind = 0; behind < 2; behind++) {
        int from = 0, to = -1;
        if (position == (behind ? run->begin : run->end))
            enterable(exchange, number, at, behind, &from, &to);
        for (; from <= to; from++)
            if (change_at(exchange, number, from, 1))
                return 1;
    }
    return 0;
}

/* Balances all lines: 1, or 0 if there is no exchange with these cells. */
static int balance(Exchange *exchange)
{
    int most = exchange->lines->most_crossings, lost = exchange->open[0], gained = exchange->open[1];
    if (!lost && !gained)
        return 1;
    if (exchange->size + (lost + most - 1) / most + (gained + most - 1) / most > exchange->limit)
        return 0;
    for (int at = 0; at < exchange->lines_touched; at++) {
        Touched line = exchange->touched[at];
        if (!line.is_balanced && line.gained == (gained > 0)) /* the run that loses a cell to a gain is one of two */
            return line.gained ? leave(exchange, &line) : enter(exchange, &line);
    }
    return 0;
}

/* Returns 1 if an exchange begins at an empty cell. */
static int begin_at(Exchange *exchange, int cell)
{
    for (exchange->ink = 1; exchange->ink < exchange->lines->colours; exchange->ink++)
        if (has_colour(exchange->board, cell, exchange->ink) && change(exchange, cell, 1))
            return 1;
    return 0;
}

static int find_exchange(Exchange *exchange, int most, int open)
{
    for (exchange->limit = 4; exchange->limit <= most; exchange->limit += 2) {
        exchange->until = exchange->steps + STEPS_PER_CELL * (int64_t)open;
        for (int cell = 0; cell < exchange->lines->cells && exchange->steps < exchange->until && !exchange->error; cell++)
            if (!exchange->cells[cell] && is_open(exchange->board, cell) && begin_at(exchange, cell))
                return 1;
    }
    return 0;
}

int find_neighbour(const Board *board, const uint8_t *cells, int most, int open, const nonosat_tick *tick, uint8_t *neighbour)
{
    const Lines *lines = board->lines;
    Exchange exchange = {.lines = lines, .board = board, .cells = cells, .tick = tick};
    exchange.run = alloc(count_runs(lines, cells), sizeof *exchange.run);
    exchange.first = alloc(lines->lines, sizeof *exchange.first);
    exchange.place = alloc((size_t)lines->cells * lines->most_crossings, sizeof *exchange.place);
    int result = NONOSAT_MEMORY;
    if (exchange.run && exchange.first && exchange.place) {
        read_runs(&exchange);
        result = find_exchange(&exchange, most, open);
        result = exchange.error ? exchange.error : result;
        memcpy(neighbour, cells, lines->cells);
        for (int at = 0; at < exchange.size && result > 0; at++)
            neighbour[exchange.changed[at]] = cells[exchange.changed[at]] ? 0 : (uint8_t)exchange.ink;
    }
    free_memory(exchange.run);
    free_memory(exchange.first);
    free_memory(exchange.place);
    return result;
}
