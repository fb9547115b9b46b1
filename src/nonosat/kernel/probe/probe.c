/* Probing (singleton consistency): supposes that a cell has a colour, and propagates; if a line then has no filling, the
   colour is removed from the cell. nonosat.lines.probing explains the order. */

#include "../core/board.h"

typedef struct {
    Board *board;
    word *upheld;    /* as the board's masks, in the line that owns the cell: candidates settled by a supposition without contradiction */
    char *settled;   /* [cell] */
    char *touched;   /* [line] 1 if it lost candidates */
    int *open;       /* cells, ascending: all open ones, and some settled */
    int opens;
    int64_t probes;
    int64_t refuted;   /* colours refuted by probes */
    int64_t fruitless; /* probes since the last refutation */
    int64_t patience;  /* fruitless probes that end the probing */
    int64_t credit;       /* budget in units of `Board.spent` for each open cell, and again for each one settled */
    int64_t most_work;    /* the sum, which ends probing */
    int unsettled;        /* number of open cells */
    uint8_t *picture;     /* scratch memory for one */
    ptrdiff_t most;       /* number of solutions that ends probing; 0: solutions are not collected */
} Probing;

static int open_probing(Probing *probing, Board *board, const nonosat_probing *how)
{
    const Lines *lines = board->lines;
    *probing = (Probing){.board = board,
                         .most = lines->colours > 256 ? 0 : how->most,
                         .patience = how->patience,
                         .credit = how->credit};
    board->supposing = 1;
    if (open_cache(board))
        return -1;
    probing->upheld = alloc(lines->words, sizeof(word));
    probing->settled = alloc(lines->cells, 1);
    probing->touched = alloc(lines->lines, 1);
    probing->open = alloc(lines->cells, sizeof(int));
    probing->picture = alloc(lines->cells, 1);
    if (!probing->upheld || !probing->settled || !probing->touched || !probing->open || !probing->picture)
        return fail(&board->error, NONOSAT_MEMORY);
    return 0;
}

static void close_probing(Probing *probing)
{
    probing->board->supposing = 0;
    probing->board->trailed = 0;
    free_memory(probing->upheld);
    free_memory(probing->settled);
    free_memory(probing->touched);
    free_memory(probing->open);
    free_memory(probing->picture);
}

/* Lists the open cells. */
static void find_open(Probing *probing)
{
    const Lines *lines = probing->board->lines;
    memset(probing->settled, 1, lines->cells);
    for (int number = 0; number < lines->lines; number++)
        for (int at = 0; lines->line[number].owned && at < lines->line[number].words; at++)
            for (word open = open_positions(probing->board, number, at) & lines->line[number].owns[at]; open; open &= open - 1) {
                int cell = lines->line[number].cells[WORD * at + lowest_bit(open)];
                probing->settled[cell] = 0;
                probing->open[probing->opens++] = cell;
            }
    probing->unsettled = probing->opens;
    probing->most_work = probing->credit * probing->opens;
}

/* The word of `upheld` in which a colour of a cell is a bit. */
static word *upheld_at(const Probing *probing, int cell, int colour)
{
    const Crossing *at = crossings(probing->board->lines, cell);
    const Line *line = probing->board->lines->line + at->line;
    return probing->upheld + line->masks + (ptrdiff_t)colour * line->words + at->position / WORD;
}

/* Returns 1 if the colour is a candidate of the cell and not upheld. */
static int is_doubtful(const Probing *probing, int cell, int colour)
{
    word upheld = *upheld_at(probing, cell, colour) >> crossings(probing->board->lines, cell)->position % WORD;
    return !(upheld & 1) && has_colour(probing->board, cell, colour);
}

/* Marks the cells on the trail that a supposition without contradiction has settled: supposing their colours would imply no
   more than this supposition did, so no contradiction either. */
static void uphold(Probing *probing)
{
    Board *board = probing->board;
    for (ptrdiff_t index = 0; index < board->trailed; index++) {
        int number = board->trail[index].line;
        const Line *line = board->lines->line + number;
        if (!line->owned)
            continue;
        int at = board->trail[index].at % line->words;
        word settled = ~open_positions(board, number, at);
        for (int colour = 0; colour < board->lines->colours; colour++) {
            ptrdiff_t where = line->masks + (ptrdiff_t)colour * line->words + at;
            probing->upheld[where] |= board->masks[where] & settled;
        }
    }
}

/* Empties the trail, and clears `upheld` for all cells of its lines. */
static void touch(Probing *probing)
{
    Board *board = probing->board;
    const Lines *lines = board->lines;
    for (; board->trailed; board->trailed--)
        probing->touched[board->trail[board->trailed - 1].line] = 1;
    for (int number = 0; number < lines->lines; number++) {
        if (!probing->touched[number])
            continue;
        probing->touched[number] = 0;
        for (int at = 0; at < lines->line[number].length; at++) {
            int cell = lines->line[number].cells[at];
            if (probing->settled[cell])
                continue;
            if (!is_open(board, cell)) {
                probing->settled[cell] = 1;
                probing->unsettled--;
                probing->most_work += probing->credit;
            }
            for (int colour = 0; colour < lines->colours; colour++)
                *upheld_at(probing, cell, colour) &= ~((word)1 << crossings(lines, cell)->position % WORD);
        }
    }
}

/* Number of neighbours of a cell, on all its lines, that are settled or beyond the edge. */
static int settled_sides(const Probing *probing, int cell)
{
    const Lines *lines = probing->board->lines;
    int sides = 2 * lines->most_crossings;
    EACH_CROSSING(lines, cell, at)
    {
        const Line *line = lines->line + at->line;
        int place = at->position;
        sides -= place && !probing->settled[line->cells[place - 1]];
        sides -= place + 1 < line->length && !probing->settled[line->cells[place + 1]];
    }
    return sides;
}

/* Collects the solution if a supposition without contradiction has settled every cell. */
static int keep_solution(Probing *probing)
{
    Board *board = probing->board;
    if (!probing->most || board->trailed < probing->unsettled) /* each settled cell is on the trail */
        return 0;
    for (int at = 0; at < probing->opens; at++)
        if (is_open(board, probing->open[at]))
            return 0;
    picture_of(board->lines, board->masks, probing->picture);
    return add_picture(&board->met, probing->picture) < 0 ? fail(&board->error, NONOSAT_MEMORY) : 0;
}

/* Returns 1 if there are `most` solutions. */
static int has_enough(const Probing *probing)
{
    return probing->most && probing->board->met.number >= probing->most;
}

/* Supposes each colour of a cell that is not upheld, and undoes it. Returns SETTLED, a line without a filling if the board has
   no solution, or FAILED. */
static int probe_cell(Probing *probing, int cell)
{
    Board *board = probing->board;
    for (int colour = 0; colour < board->lines->colours && is_open(board, cell); colour++) {
        if (!is_doubtful(probing, cell, colour) || has_enough(probing))
            continue;
        int broken = fix_cell(board, cell, colour) ? FAILED : settle_all(board);
        if (broken == SETTLED && keep_solution(probing))
            broken = FAILED;
        if (broken == SETTLED)
            uphold(probing);
        take_back(board, 0);
        probing->probes++;
        probing->fruitless++;
        if (broken == SETTLED)
            continue;
        if (broken == FAILED || remove_colour(board, cell, colour))
            return FAILED;
        probing->refuted++;
        probing->fruitless = 0;
        broken = settle_all(board);
        if (broken != SETTLED)
            return broken;
        touch(probing);
    }
    return SETTLED;
}

/* Returns 1 if the cell has a candidate that is not upheld. */
static int has_doubtful_colour(const Probing *probing, int cell)
{
    for (int colour = 0; colour < probing->board->lines->colours; colour++)
        if (is_doubtful(probing, cell, colour))
            return 1;
    return 0;
}

/* Probes until nothing changes, or patience or credit is used up. Returns as `probe_cell`.

   Cells with the most settled sides come first; a refutation starts again from these. In the end what is upheld is probed again if anything was
   refuted since, as a supposition can imply more by then: this is the fixpoint. */
static int probe_all(Probing *probing)
{
    int sides = 2 * probing->board->lines->most_crossings;
    int64_t confirmed = 0;
    find_open(probing);
    while (sides >= 0 && probing->opens) {
        int64_t refuted = probing->refuted;
        int left = 0;
        for (int at = 0; at < probing->opens; at++) {
            int cell = probing->open[at];
            if (probing->settled[cell])
                continue;
            probing->open[left++] = cell;
            if (!has_doubtful_colour(probing, cell) || settled_sides(probing, cell) < sides)
                continue;
            if (probing->fruitless >= probing->patience || probing->board->spent > probing->most_work || has_enough(probing))
                return SETTLED;
            int broken = probe_cell(probing, cell);
            if (broken != SETTLED)
                return broken;
        }
        probing->opens = left;
        sides = probing->refuted > refuted ? 2 * probing->board->lines->most_crossings : sides - 1;
        if (sides < 0 && probing->refuted > confirmed) {
            confirmed = probing->refuted;
            memset(probing->upheld, 0, sizeof(word) * probing->board->lines->words);
            sides = 2 * probing->board->lines->most_crossings;
        }
    }
    return SETTLED;
}

enum { PATIENCE = 100, CREDIT = 500 }; /* by default, as in a search */

int nonosat_probe(nonosat_board *board, const nonosat_probing *given, const nonosat_tick *tick, nonosat_probed *probed)
{
    nonosat_probing how;
    nonosat_probed results = {.broken = -1};
    if (!board || write_struct(probed, &results, sizeof results) || read_struct(&how, sizeof how, given))
        return NONOSAT_INPUT;
    or_default(&how.patience, PATIENCE);
    or_default(&how.credit, CREDIT);
    if (how.credit > INT64_MAX / (2 * (int64_t)board->lines->cells + 1)) /* the sum would overflow */
        return NONOSAT_INPUT;
    begin_call(board, tick);
    Probing probing;
    int broken = open_probing(&probing, board, &how) ? FAILED : probe_all(&probing);
    results = (nonosat_probed){.probes = probing.probes, .broken = broken >= 0 ? broken : -1, .met = (int)board->met.number};
    write_struct(probed, &results, sizeof results);
    close_probing(&probing);
    return broken == FAILED ? board->error : NONOSAT_OK;
}
