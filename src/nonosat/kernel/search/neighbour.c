/* Another solution next to a known one: an exchange of a few cells of one ink.

   Each line with a clue that an exchange touches loses one cell of the ink and gains another one, and keeps its blocks: a run moves by a cell,
   or one of consecutive single cells vanishes and another one appears beside them. No other two cells of a line can be exchanged so. In a
   rectangle the smallest exchange is a 2x2 switch (Ryser 1957), the next ones are cycles through three or four rows and columns.
   `nonosat.lines.cycles` knows the same exchanges.

   The search is depth first, with 4, then 6, then 8 cells; with 4 only for solutions that the learner has found, near which longer exchanges are
   rare. It begins at empty cells. */

#include "search.h"

enum {
    MOST_CELLS = 8, /* of an exchange */
    MOST_LINES = 32, /* that it touches; eight cells of triddlers touch no more than 24 */
    STEPS_PER_CELL = 100, /* for each number of cells */
    STEPS_PER_LOOK = 50000,
    RUNS_PER_STEP = 16, /* single cells of a line that are passed */
};

/* Neighbouring cells of one ink on a line: the first and the last position. */
typedef struct {
    int begin, end, colour;
    int first, last; /* of consecutive single cells of the ink: the numbers of these runs; else its own number */
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

/* Finds consecutive single cells among the runs of a line. */
static void group_runs(Run *runs, int begin, int end)
{
    for (int at = begin; at < end; at++) {
        Run *run = runs + at;
        int joins = at > begin && run->begin == run->end && run[-1].begin == run[-1].end && run->colour == run[-1].colour;
        run->first = joins ? run[-1].first : at;
    }
    for (int at = end - 1; at >= begin; at--)
        runs[at].last = at + 1 < end && runs[at + 1].first == runs[at].first ? runs[at + 1].last : at;
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
                exchange->run[runs++] = (Run){at, at, colour, 0, 0};
            exchange->place[crossing_on(lines, cell, number) - lines->crossing] = colour ? runs - 1 : ~runs;
            last = colour;
        }
        group_runs(exchange->run, exchange->first[number], runs);
    }
    exchange->first[lines->lines] = runs;
}

/* The run at a position of a line, or ~ the first one behind it. */
static int place_of(const Exchange *exchange, int line, int position)
{
    return exchange->place[crossing_on(exchange->lines, exchange->lines->line[line].cells[position], line) - exchange->lines->crossing];
}

/* The positions between the runs before and behind a run, or consecutive single cells, that do not join these: from `*low` to `*high`. */
static void bounds(const Exchange *exchange, int line, const Run *run, int *low, int *high)
{
    const Run *first = exchange->run + run->first, *last = exchange->run + run->last;
    int is_first = run->first == exchange->first[line], is_last = run->last + 1 == exchange->first[line + 1];
    *low = is_first ? 0 : first[-1].end + 1 + (first[-1].colour == run->colour);
    *high = is_last ? exchange->lines->line[line].length - 1 : last[1].begin - 1 - (last[1].colour == run->colour);
}

/* Returns 1 if a position is on the line, and has the ink. */
static int has_ink(const Exchange *exchange, int number, int position)
{
    const Line *line = exchange->lines->line + number;
    return position >= 0 && position < line->length && exchange->cells[line->cells[position]] == exchange->ink;
}

/* Returns 1 if a line keeps its blocks when a cell of the ink and an empty one are exchanged. */
static int keeps_blocks(const Exchange *exchange, int line, int filled, int empty)
{
    const Run *run = exchange->run + place_of(exchange, line, filled);
    int low, high;
    bounds(exchange, line, run, &low, &high);
    if (run->colour != exchange->ink || empty < low || empty > high)
        return 0;
    if (run->begin < run->end)
        return filled == run->end ? empty == run->begin - 1 : filled == run->begin && empty == run->end + 1;
    return (empty - 1 == filled || !has_ink(exchange, line, empty - 1)) && (empty + 1 == filled || !has_ink(exchange, line, empty + 1));
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
    if (!keeps_blocks(exchange, number, filled, empty))
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

/* Returns 1 if a change leaves room for others, or balances all lines. */
static int can_be_last(const Exchange *exchange, int cell, int to_ink)
{
    int open = exchange->open[0] + exchange->open[1];
    if (exchange->size + 1 < exchange->limit)
        return 1;
    EACH_CROSSING(exchange->lines, cell, at)
        for (const Touched *line = exchange->touched; line < exchange->touched + exchange->lines_touched; line++)
            open -= line->line == at->line && !line->is_balanced && line->gained != to_ink;
    return !open;
}

/* Changes a cell, to ink or to background, and what follows from that: 1 if the exchange is complete, else 0 without a trace. */
static int change(Exchange *exchange, int cell, int to_ink)
{
    if (exchange->size == exchange->limit || !can_be_last(exchange, cell, to_ink) || is_up(exchange) ||
        !has_colour(exchange->board, cell, to_ink ? exchange->ink : 0))
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

/* Balances a cell that the line has gained, at `empty`: empties the end of a run that is farther from it. */
static int leave_run(Exchange *exchange, int line, int number, int empty)
{
    if (number < exchange->first[line] || number >= exchange->first[line + 1])
        return 0;
    const Run *run = exchange->run + number;
    int filled = empty > run->end ? run->begin : run->end;
    return keeps_blocks(exchange, line, filled, empty) && change_at(exchange, line, filled, 0);
}

/* Balances a cell that the line has gained: empties a cell of the run before or behind it, or a single cell of the same
   sequence of single cells. */
static int leave(Exchange *exchange, const Touched *line)
{
    int number = line->line, empty = line->position, behind = ~place_of(exchange, number, empty);
    if (leave_run(exchange, number, behind - 1, empty) || leave_run(exchange, number, behind, empty))
        return 1;
    if (has_ink(exchange, number, empty - 1) || has_ink(exchange, number, empty + 1)) /* no other keeps the blocks */
        return 0;
    for (int run = behind - 2; run >= exchange->first[number] && run >= exchange->run[behind - 1].first; run--)
        if (leave_run(exchange, number, run, empty))
            return 1;
    for (int run = behind + 1; run < exchange->first[number + 1] && run <= exchange->run[behind].last; run++)
        if (leave_run(exchange, number, run, empty))
            return 1;
    return 0;
}

/* Balances a cell that the line has lost: fills one between two positions. */
static int enter_between(Exchange *exchange, const Touched *line, int from, int to)
{
    for (int empty = from; empty <= to; empty++)
        if (change_at(exchange, line->line, empty, 1))
            return 1;
    return 0;
}

/* Balances a lost cell that was one of consecutive single cells: fills a cell elsewhere among these, the nearest gaps first. */
static int enter_singles(Exchange *exchange, const Touched *line, const Run *run)
{
    const Run *all = exchange->run;
    int low, high, number = (int)(run - all);
    bounds(exchange, line->line, run, &low, &high);
    exchange->steps += (run->last - run->first) / RUNS_PER_STEP;
    for (int at = number; at >= run->first; at--)
        if (enter_between(exchange, line, at == run->first ? low : all[at - 1].end + 2, all[at].begin - (at == number ? 1 : 2)))
            return 1;
    for (int at = number; at <= run->last; at++)
        if (enter_between(exchange, line, all[at].end + (at == number ? 1 : 2), at == run->last ? high : all[at + 1].begin - 2))
            return 1;
    return 0;
}

/* Balances a cell that the line has lost: fills another one. */
static int enter(Exchange *exchange, const Touched *line)
{
    int position = line->position;
    const Run *run = exchange->run + place_of(exchange, line->line, position);
    if (run->begin == run->end)
        return enter_singles(exchange, line, run);
    int empty = position == run->end ? run->begin - 1 : run->end + 1;
    return empty >= 0 && empty < exchange->lines->line[line->line].length && keeps_blocks(exchange, line->line, position, empty) &&
           change_at(exchange, line->line, empty, 1);
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

static int find_exchange(Exchange *exchange, int most)
{
    int open = open_cells(exchange->board);
    for (exchange->limit = 4; exchange->limit <= most; exchange->limit += 2) {
        exchange->until = exchange->steps + STEPS_PER_CELL * (int64_t)open;
        for (int cell = 0; cell < exchange->lines->cells && exchange->steps < exchange->until && !exchange->error; cell++)
            if (!exchange->cells[cell] && is_open(exchange->board, cell) && begin_at(exchange, cell))
                return 1;
    }
    return 0;
}

int find_neighbour(const Board *board, const uint8_t *cells, int most, const nonosat_tick *tick, uint8_t *neighbour)
{
    const Lines *lines = board->lines;
    Exchange exchange = {.lines = lines, .board = board, .cells = cells, .tick = tick};
    exchange.run = alloc(count_runs(lines, cells), sizeof *exchange.run);
    exchange.first = alloc(lines->lines, sizeof *exchange.first);
    exchange.place = alloc((size_t)lines->cells * lines->most_crossings, sizeof *exchange.place);
    int result = NONOSAT_MEMORY;
    if (exchange.run && exchange.first && exchange.place) {
        read_runs(&exchange);
        result = find_exchange(&exchange, most);
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
