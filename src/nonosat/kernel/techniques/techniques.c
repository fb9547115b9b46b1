/* Human techniques for one line; nonosat.explaining.steps.techniques explains them and is the reference. For lines of fewer
   than 64 cells, whose masks are one word. No function on lines allocates or fails. */

#include "techniques.h"

#include <string.h>

/* Cells of a line from `start` to `end` - 1. */
typedef struct {
    int start;
    int end;
} Span;

/* A line that has a filling, and the conclusions of a technique. */
typedef struct {
    const Lines *lines;
    const Line *line;
    const word *masks; /* [colour] */
    word whole;        /* all cells */
    word open;         /* cells with more than one colour left */
    word *after;       /* [colour]: the narrowed masks */
    word *memory;      /* for `line_spans`: its masks, its result, its scratch */
    int by_walls;      /* 1 if ranges of blocks follow from walls (cells without the ink) alone */
    int *ranges[2];    /* [by_walls][block] leftmost and rightmost first cell */
    int ready[2];      /* [by_walls] 1 if `ranges` is computed */
    int narrowed;      /* 1 if a candidate was removed */
} View;

static int count(word x)
{
    int found = 0;
    for (; x; x &= x - 1)
        found++;
    return found;
}

static word cells_of(int start, int end)
{
    if (start < 0)
        start = 0;
    return start < end ? (((word)1 << end) - 1) & ~(word)0 << start : 0;
}

/* Takes the first run from a mask that is not empty. */
static Span next_run(word *mask)
{
    int start = lowest_bit(*mask), end = start + lowest_bit(~(*mask >> start));
    *mask &= ~(word)0 << end;
    return (Span){start, end};
}

static word known(const View *view, int colour) { return view->masks[colour] & ~view->open; }

static void has(View *view, int colour, word cells)
{
    word fresh = cells & view->open;
    if (!fresh)
        return;
    view->narrowed = 1;
    for (int other = 0; other < view->lines->colours; other++)
        if (other != colour)
            view->after[other] &= ~fresh;
}

static void lacks(View *view, int colour, word cells)
{
    if (!(cells & view->masks[colour]))
        return;
    view->narrowed = 1;
    view->after[colour] &= ~cells;
}

/* ---- ranges of blocks ---- */

/* The leftmost and the rightmost first cell of each block. */
static const int *ranges(View *view)
{
    int by_walls = view->by_walls, *found = view->ranges[by_walls], colours = view->lines->colours, blocks = view->line->blocks;
    if (view->ready[by_walls])
        return found;
    word *masks = view->memory, *spans = masks + colours;
    memcpy(masks, view->masks, sizeof(word) * colours);
    if (by_walls)
        masks[0] = view->whole;
    if (blocks)
        line_spans(view->lines, view->line, masks, spans, spans + 2 * blocks);
    for (int at = 0; at < blocks; at++) {
        found[2 * at] = lowest_bit(spans[2 * at]);
        found[2 * at + 1] = highest_bit(spans[2 * at]);
    }
    view->ready[by_walls] = 1;
    return found;
}

/* The maximal run of cells around one that can have the ink. */
static Span space_around(const View *view, int cell, int ink)
{
    word walls = ~view->masks[ink], before = walls & (((word)1 << cell) - 1);
    return (Span){before ? highest_bit(before) + 1 : 0, lowest_bit(walls & ~(word)0 << cell)};
}

/* Blocks that can cover all cells of a span: their least and greatest length; the first and the last of them. */
typedef struct {
    int shortest;
    int longest;
    int first;
    int last;
} Fitting;

static Fitting fitting(View *view, Span span, int ink)
{
    const int *places = ranges(view);
    Span around = space_around(view, span.start, ink);
    Fitting found = {WORD, 0, -1, -1};
    for (int at = 0; at < view->line->blocks; at++) {
        const Block *block = view->line->block + at;
        if (block->colour != ink)
            continue;
        int size = block->length, least = places[2 * at], most = places[2 * at + 1];
        least = span.end - size > least ? span.end - size : least;
        least = around.start > least ? around.start : least;
        most = span.start < most ? span.start : most;
        most = around.end - size < most ? around.end - size : most;
        if (least > most)
            continue;
        found.shortest = size < found.shortest ? size : found.shortest;
        found.longest = size > found.longest ? size : found.longest;
        found.first = found.first < 0 ? at : found.first;
        found.last = at;
    }
    return found;
}

/* ---- techniques ---- */

static void by_full(View *view)
{
    const Line *line = view->line;
    if (!line->blocks || line->block[line->blocks - 1].earliest + line->block[line->blocks - 1].length < line->length)
        return;
    word inked = 0;
    for (int at = 0; at < line->blocks; at++) {
        word cells = cells_of(line->block[at].earliest, line->block[at].earliest + line->block[at].length);
        has(view, line->block[at].colour, cells);
        inked |= cells;
    }
    has(view, 0, view->whole & ~inked);
}

/* Number of cells of a colour in every filling. */
static int total(const View *view, int colour)
{
    int found = colour ? 0 : view->line->length;
    for (int at = 0; at < view->line->blocks; at++) {
        const Block *block = view->line->block + at;
        found += !colour ? -block->length : block->colour == colour ? block->length : 0;
    }
    return found;
}

static void by_complete(View *view)
{
    for (int colour = view->lines->colours == 2; colour < view->lines->colours; colour++)
        if (count(known(view, colour)) == total(view, colour))
            lacks(view, colour, view->whole & ~known(view, colour));
}

static void by_remainder(View *view)
{
    for (int colour = view->lines->colours == 2; colour < view->lines->colours; colour++)
        if (count(view->masks[colour]) == total(view, colour))
            has(view, colour, view->masks[colour]);
}

static void by_overlap(View *view)
{
    const int *places = ranges(view);
    for (int at = 0; at < view->line->blocks; at++) {
        const Block *block = view->line->block + at;
        has(view, block->colour, cells_of(places[2 * at + 1], places[2 * at] + block->length));
    }
}

static void by_gap(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++) {
        int least = 0;
        for (int at = 0; at < view->line->blocks; at++)
            if (view->line->block[at].colour == ink && (!least || view->line->block[at].length < least))
                least = view->line->block[at].length;
        for (word left = view->masks[ink]; left;) {
            Span span = next_run(&left);
            if (span.end - span.start < least)
                lacks(view, ink, cells_of(span.start, span.end));
        }
    }
}

static void by_beside(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++)
        for (word left = known(view, ink); left;) {
            Span span = next_run(&left);
            if (fitting(view, span, ink).longest == span.end - span.start)
                lacks(view, ink,
                      cells_of(span.start - 1, span.end + 1) & view->whole & ~cells_of(span.start, span.end));
        }
}

static void by_glue(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++)
        for (word left = known(view, ink); left;) {
            Span span = next_run(&left), around = space_around(view, span.start, ink);
            int least = fitting(view, span, ink).shortest;
            has(view, ink, cells_of(span.start, around.start + least) | cells_of(around.end - least, span.end));
        }
}

static void by_reach(View *view)
{
    const int *places = ranges(view);
    for (int ink = 1; ink < view->lines->colours; ink++) {
        word reached = 0;
        for (int at = 0; at < view->line->blocks; at++)
            if (view->line->block[at].colour == ink)
                reached |= cells_of(places[2 * at], places[2 * at + 1] + view->line->block[at].length);
        lacks(view, ink, view->whole & ~reached);
    }
}

static void by_split(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++) {
        word left = known(view, ink);
        for (Span span = {0, -1}; left;) {
            Span other = next_run(&left);
            word between = cells_of(span.end, other.start) & view->masks[ink];
            if (span.end >= 0 && other.start - span.end == 1 && between &&
                fitting(view, (Span){span.start, other.end}, ink).first < 0)
                lacks(view, ink, between);
            span = other;
        }
    }
}

static void by_join(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++) {
        word left = known(view, ink);
        for (Span span = {0, -1}; left;) {
            Span other = next_run(&left);
            if (span.end >= 0 &&
                fitting(view, other, ink).last <= fitting(view, span, ink).first)
                has(view, ink, cells_of(span.start, other.end));
            span = other;
        }
    }
}

static void by_narrow(View *view)
{
    const int *places = ranges(view);
    for (int ink = 1; ink < view->lines->colours; ink++) {
        word covered = 0;
        for (int at = 0; at < view->line->blocks; at++) {
            const Block *block = view->line->block + at;
            if (block->colour != ink)
                continue;
            for (word left = view->masks[ink]; left;) {
                Span span = next_run(&left);
                int first = places[2 * at] > span.start ? places[2 * at] : span.start;
                int last = span.end - block->length < places[2 * at + 1] ? span.end - block->length : places[2 * at + 1];
                if (first <= last)
                    covered |= cells_of(first, last + block->length);
            }
        }
        lacks(view, ink, view->masks[ink] & ~covered);
    }
}

/* The techniques of nonosat.h; complete line solving has no function. */
static const struct {
    void (*apply)(View *view);
    int by_walls;
} TABLE[NONOSAT_TECHNIQUES] = {
    {by_full, 0},
    {by_complete, 0},
    {by_remainder, 0},
    {by_overlap, 1},
    {by_gap, 0},
    {by_beside, 1},
    {by_glue, 1},
    {by_reach, 1},
    {by_split, 0},
    {by_join, 0},
    {by_beside, 0}, /* ordered */
    {by_glue, 0},
    {by_reach, 0},
    {by_narrow, 0},
    {by_overlap, 0}, /* squeeze */
    {NULL, 0},
};

ptrdiff_t reasoning_scratch(const Line *line, int colours)
{
    ptrdiff_t blocks = line->blocks < 0 ? 0 : line->blocks;
    return colours + colours + 2 * blocks + line_scratch(line, colours) + 4 * blocks;
}

word *line_reasoned(const Lines *lines, const Line *line, const word *masks, word *scratch, int techniques, int *technique)
{
    int colours = lines->colours, blocks = line->blocks;
    View view = {.lines = lines, .line = line, .masks = masks, .after = scratch, .memory = scratch + colours};
    word *end = view.memory + colours + 2 * blocks + line_scratch(line, colours), once = 0;
    view.ranges[0] = (int *)end;
    view.ranges[1] = view.ranges[0] + 2 * blocks;
    view.whole = ((word)1 << line->length) - 1;
    for (int colour = 0; colour < colours; colour++) {
        view.open |= once & masks[colour];
        once |= masks[colour];
        view.after[colour] = masks[colour];
    }
    *technique = NONOSAT_NO_TECHNIQUE;
    if (!view.open)
        return NULL;
    for (int number = line->blotted ? NONOSAT_TECHNIQUES - 1 : 0; number < techniques; number++) {
        word *after = view.after;
        if (!TABLE[number].apply) {
            after = line_settle(colours, line, masks, view.memory);
            view.narrowed = memcmp(after, masks, sizeof(word) * colours) != 0;
        } else {
            view.by_walls = TABLE[number].by_walls;
            TABLE[number].apply(&view);
        }
        if (view.narrowed) {
            *technique = number;
            return after;
        }
    }
    return NULL;
}
