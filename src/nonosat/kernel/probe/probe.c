/* Probing (singleton consistency): supposes that a cell has a colour, and propagates; if a line then has no filling, the
   colour is removed from the cell. nonosat.lines.probing explains the order. */

#include "../core/board.h"

typedef struct {
    Board *board;
    word *upheld;    /* as the board's masks, in the line that owns the cell: candidates settled by a supposition without contradiction */
    char *settled;   /* [cell] */
    char *touched;   /* [line] 1 if it lost candidates */
    word *levels;    /* [level][word]: open cells with at most so many open neighbours on their lines (any number on the last level); each cell as in
                        a mask of the line that owns it */
    ptrdiff_t level_words;
    int last_level;
    int64_t probes;
    int64_t refuted;   /* colours refuted by probes */
    int64_t fruitless; /* probes since the last refutation */
    int64_t patience;  /* fruitless probes that end the probing, unless it has succeeded */
    int64_t fruitful;  /* work at the last refutation */
    int64_t lull;      /* most work since then */
    int opened;        /* number of open cells at the start */
    int64_t credit;       /* budget in units of `Board.spent` for each open cell, and again for each one settled */
    int64_t most_work;    /* the sum, which ends probing */
    int unsettled;        /* number of open cells */
    uint8_t *picture;     /* scratch memory for one */
    ptrdiff_t most;       /* number of solutions that ends probing; 0: solutions are not collected */
} Probing;

/* Maximum of levels. All usual shapes need fewer: hexagons and cubes have seven. */
enum { MOST_LEVELS = 13 };

static int open_probing(Probing *probing, Board *board, const nonosat_probing *how)
{
    const Lines *lines = board->lines;
    *probing = (Probing){.board = board,
                         .most = lines->colours > 256 ? 0 : how->most,
                         .patience = how->patience,
                         .credit = how->credit,
                         .lull = how->lull,
                         .level_words = lines->words / lines->colours,
                         .last_level = 2 * lines->most_crossings < MOST_LEVELS ? 2 * lines->most_crossings : MOST_LEVELS - 1};
    board->supposing = 1;
    if (open_cache(board))
        return -1;
    probing->upheld = alloc(lines->words, sizeof(word));
    probing->settled = alloc(lines->cells, 1);
    probing->touched = alloc(lines->lines, 1);
    probing->levels = alloc(((size_t)probing->last_level + 1) * probing->level_words, sizeof(word));
    probing->picture = alloc(lines->cells, 1);
    if (!probing->upheld || !probing->settled || !probing->touched || !probing->levels || !probing->picture)
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
    free_memory(probing->levels);
    free_memory(probing->picture);
}

/* The word of a level that has 64 positions of a line from `at` words on. The line must own cells. */
static inline word *level_word(const Probing *probing, int level, const Line *line, int at)
{
    return probing->levels + level * probing->level_words + line->masks / probing->board->lines->colours + at;
}

/* Number of open neighbours of a cell on all its lines. */
static int open_neighbours(const Probing *probing, int cell)
{
    const Lines *lines = probing->board->lines;
    int open = 0;
    EACH_CROSSING(lines, cell, at)
    {
        const Line *line = lines->line + at->line;
        int place = at->position;
        open += place && !probing->settled[line->cells[place - 1]];
        open += place + 1 < line->length && !probing->settled[line->cells[place + 1]];
    }
    return open;
}

/* Enters an open cell into the levels that it has come to. */
static void enter_levels(Probing *probing, int cell)
{
    const Crossing *at = crossings(probing->board->lines, cell);
    const Line *line = probing->board->lines->line + at->line;
    for (int level = open_neighbours(probing, cell); level < probing->last_level; level++)
        *level_word(probing, level, line, at->position / WORD) |= (word)1 << at->position % WORD;
}

/* Enters the open cells into the levels: 0, or -1 with the error noted. */
static int find_open(Probing *probing)
{
    const Lines *lines = probing->board->lines;
    memset(probing->settled, 1, lines->cells);
    for (int number = 0; number < lines->lines; number++) {
        const Line *line = lines->line + number;
        for (int at = 0; line->owned && at < line->words; at++) {
            word open = open_positions(probing->board, number, at) & line->owns[at];
            *level_word(probing, probing->last_level, line, at) = open;
            for (; open; open &= open - 1, probing->unsettled++)
                probing->settled[line->cells[WORD * at + lowest_bit(open)]] = 0;
        }
    }
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++) {
        for (int at = 0; line->owned && at < line->words; at++)
            for (word open = *level_word(probing, probing->last_level, line, at); open; open &= open - 1, probing->board->work++)
                enter_levels(probing, line->cells[WORD * at + lowest_bit(open)]);
        if (look(probing->board))
            return -1;
    }
    probing->opened = probing->unsettled;
    probing->most_work = probing->credit * probing->opened;
    probing->lull *= probing->opened;
    return 0;
}

/* Takes a cell that has been settled off the levels; its neighbours come to others. */
static void settle_cell(Probing *probing, int cell)
{
    const Lines *lines = probing->board->lines;
    probing->settled[cell] = 1;
    probing->unsettled--;
    probing->most_work += probing->credit;
    EACH_CROSSING(lines, cell, at)
    {
        const Line *line = lines->line + at->line;
        for (int place = at->position - 1; place <= at->position + 1; place += 2)
            if (place >= 0 && place < line->length && !probing->settled[line->cells[place]])
                enter_levels(probing, line->cells[place]);
    }
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

/* Takes the cells of a line that were settled off the levels, and clears `upheld` for the others. */
static void touch_line(Probing *probing, int number)
{
    const Lines *lines = probing->board->lines;
    const Line *line = lines->line + number;
    for (int at = 0; at < line->words; at++) {
        word open = open_positions(probing->board, number, at), owned = line->owned ? line->owns[at] : 0;
        for (word others = open & ~owned; others; others &= others - 1) {
            int cell = line->cells[WORD * at + lowest_bit(others)];
            for (int colour = 0; colour < lines->colours; colour++)
                *upheld_at(probing, cell, colour) &= ~((word)1 << crossings(lines, cell)->position % WORD);
        }
        if (!owned)
            continue;
        for (int colour = 0; colour < lines->colours; colour++)
            probing->upheld[line->masks + (ptrdiff_t)colour * line->words + at] = 0;
        word settled = *level_word(probing, probing->last_level, line, at) & ~open;
        for (int level = 0; settled && level <= probing->last_level; level++)
            *level_word(probing, level, line, at) &= ~settled;
        for (; settled; settled &= settled - 1)
            settle_cell(probing, line->cells[WORD * at + lowest_bit(settled)]);
    }
}

/* Empties the trail, and touches its lines. */
static void touch(Probing *probing)
{
    Board *board = probing->board;
    for (; board->trailed; board->trailed--)
        probing->touched[board->trail[board->trailed - 1].line] = 1;
    for (int number = 0; number < board->lines->lines; number++)
        if (probing->touched[number]) {
            probing->touched[number] = 0;
            touch_line(probing, number);
        }
}

/* Collects the solution if a supposition without contradiction has settled every cell. */
static int keep_solution(Probing *probing)
{
    Board *board = probing->board;
    if (!probing->most || board->trailed < probing->unsettled) /* each settled cell is on the trail */
        return 0;
    if (has_open_cell(board))
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
        probing->fruitful = board->spent;
    }
    return SETTLED;
}

/* The cells of a level, in one word of the masks of the line that owns them, with a candidate that is not upheld. */
static word doubtful_cells(const Probing *probing, int level, int number, int at)
{
    const Lines *lines = probing->board->lines;
    const Line *line = lines->line + number;
    word cells = *level_word(probing, level, line, at), doubtful = 0;
    for (int colour = 0; cells && colour < lines->colours; colour++) {
        ptrdiff_t where = line->masks + (ptrdiff_t)colour * line->words + at;
        doubtful |= probing->board->masks[where] & ~probing->upheld[where];
    }
    return cells & doubtful;
}

/* Returns 1 if too many probes were fruitless. Probing that has settled much is likely to settle the rest. */
static int is_futile(const Probing *probing)
{
    int64_t lull = probing->board->spent - probing->fruitful;
    if (probing->fruitless < probing->patience)
        return 0;
    if (lull >= probing->lull)
        return 1;
    int settled = probing->opened - probing->unsettled;
    return probing->fruitless >= probing->patience + probing->refuted && (double)lull * probing->unsettled >= (double)probing->lull * settled;
}

enum { OVER = -3 }; /* instead of a line without a filling: patience or credit is used up */

/* Probes the cells of a level. Returns as `probe_cell`, or OVER. */
static int probe_level(Probing *probing, int level)
{
    const Lines *lines = probing->board->lines;
    for (int number = 0; number < lines->lines; number++)
        for (int at = 0; lines->line[number].owned && at < lines->line[number].words; at++) {
            word left = ~(word)0, cells;
            while ((cells = doubtful_cells(probing, level, number, at) & left)) {
                int place = lowest_bit(cells);
                left = ~(word)1 << place;
                if (is_futile(probing) || probing->board->spent > probing->most_work || has_enough(probing))
                    return OVER;
                int broken = probe_cell(probing, lines->line[number].cells[WORD * at + place]);
                if (broken != SETTLED)
                    return broken;
            }
        }
    return SETTLED;
}

/* Probes until nothing changes, or patience or credit is used up. Returns as `probe_cell`.

   Cells with the fewest open neighbours come first; a refutation starts again from these. In the end what is upheld is probed again if anything was
   refuted since, as a supposition can imply more by then: this is the fixpoint. */
static int probe_all(Probing *probing)
{
    int64_t confirmed = 0;
    if (find_open(probing))
        return FAILED;
    for (int level = 0; level <= probing->last_level && probing->unsettled;) {
        int64_t refuted = probing->refuted;
        int broken = probe_level(probing, level);
        if (broken != SETTLED)
            return broken == OVER ? SETTLED : broken;
        level = probing->refuted > refuted ? 0 : level + 1;
        if (level > probing->last_level && probing->refuted > confirmed) {
            confirmed = probing->refuted;
            memset(probing->upheld, 0, sizeof(word) * probing->board->lines->words);
            level = 0;
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
    int64_t most = INT64_MAX / (2 * (int64_t)board->lines->cells + 1); /* for each cell: more would overflow */
    if (how.credit > most || how.lull < 0 || how.lull > most)
        return NONOSAT_INPUT;
    begin_call(board, tick);
    Probing probing;
    int broken = open_probing(&probing, board, &how) ? FAILED : probe_all(&probing);
    results = (nonosat_probed){.probes = probing.probes, .broken = broken >= 0 ? broken : -1, .met = (int)board->met.number};
    write_struct(probed, &results, sizeof results);
    close_probing(&probing);
    return broken == FAILED ? board->error : NONOSAT_OK;
}
