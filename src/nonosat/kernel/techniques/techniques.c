/* Human techniques for one line; nonosat.explaining.steps.techniques explains them and is the reference. No function on lines
   allocates or fails. */

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
    const word *masks; /* [colour][word] */
    word *fixed;       /* [colour][word]: its cells without another candidate */
    word *open;        /* [word]: cells with several candidates */
    word *covered;     /* [word]: scratch of a technique */
    word *after;       /* [colour][word]: the narrowed masks */
    word *memory;      /* for `line_spans`: its masks, its result, its scratch */
    int by_walls;      /* 1 if ranges of blocks follow from walls (cells without the ink) alone */
    int *ranges[2];    /* [by_walls][block] leftmost and rightmost first cell */
    int ready[2];      /* [by_walls] 1 if `ranges` is computed */
    int narrowed;      /* 1 if a candidate was removed */
} View;

/* ---- masks ---- */

INLINED const word *mask_of(const View *view, const word *masks, int colour)
{
    return masks + (ptrdiff_t)colour * view->line->words;
}

static int count(const View *view, const word *mask)
{
    int number = 0;
    for (int at = 0; at < view->line->words; at++)
        for (word rest = mask[at]; rest; rest &= rest - 1)
            number++;
    return number;
}

/* The part of a span in one word of a mask. Requires that it is not empty. */
INLINED word part_of(Span span, int at)
{
    int start = span.start - WORD * at, end = span.end - WORD * at;
    return (end < WORD ? ((word)1 << end) - 1 : ~(word)0) & ~(word)0 << (start > 0 ? start : 0);
}

/* Cuts a span off at the ends of the line. */
INLINED Span within(const View *view, int start, int end)
{
    return (Span){start > 0 ? start : 0, end < view->line->length ? end : view->line->length};
}

/* The least position from `from` on whose bit is set (clear, if `flip` is ~0); the end of the last word if there is
   none. */
INLINED int next_position(const View *view, const word *mask, int from, word flip)
{
    int at = from / WORD;
    word rest = (mask[at] ^ flip) & ~(word)0 << from % WORD;
    while (!rest && ++at < view->line->words)
        rest = mask[at] ^ flip;
    return rest ? WORD * at + lowest_bit(rest) : WORD * at;
}

/* The first run of a mask from a position on; empty if there is none. */
INLINED Span next_run(const View *view, const word *mask, int from)
{
    int start = next_position(view, mask, from, 0);
    if (start >= view->line->length)
        return (Span){from, from};
    return (Span){start, next_position(view, mask, start, ~(word)0)};
}

#define EACH_RUN(view, mask, run) \
    for (Span run = next_run(view, mask, 0); run.start < run.end; run = next_run(view, mask, run.end))

/* The maximal run of cells around one that can have the ink. */
static Span space_around(const View *view, int cell, int ink)
{
    const word *mask = mask_of(view, view->masks, ink);
    int at = cell / WORD;
    word walls = ~mask[at] & (((word)1 << cell % WORD) - 1);
    while (!walls && at)
        walls = ~mask[--at];
    return (Span){walls ? WORD * at + highest_bit(walls) + 1 : 0, next_position(view, mask, cell, ~(word)0)};
}

/* ---- conclusions ---- */

/* Concludes that cells, in one word of a mask, have a colour or lack it. */
INLINED void has_in(View *view, int colour, int at, word cells)
{
    word fresh = cells & view->open[at];
    if (!fresh)
        return;
    view->narrowed = 1;
    for (int other = 0; other < view->lines->colours; other++)
        if (other != colour)
            view->after[(ptrdiff_t)other * view->line->words + at] &= ~fresh;
}

INLINED void lacks_in(View *view, int colour, int at, word cells)
{
    if (!(cells & mask_of(view, view->masks, colour)[at]))
        return;
    view->narrowed = 1;
    view->after[(ptrdiff_t)colour * view->line->words + at] &= ~cells;
}

/* Concludes it for all cells of a span within the line. */
INLINED void has(View *view, int colour, Span span)
{
    for (int at = span.start / WORD; span.start < span.end && at <= (span.end - 1) / WORD; at++)
        has_in(view, colour, at, part_of(span, at));
}

INLINED void lacks(View *view, int colour, Span span)
{
    for (int at = span.start / WORD; span.start < span.end && at <= (span.end - 1) / WORD; at++)
        lacks_in(view, colour, at, part_of(span, at));
}

/* Cells that no block of an ink covers lack it: `cover_none`, then `cover` for each place of a block, then `lacks_elsewhere`. */
static void cover_none(View *view) { memset(view->covered, 0, sizeof(word) * view->line->words); }

INLINED void cover(View *view, Span span)
{
    for (int at = span.start / WORD; span.start < span.end && at <= (span.end - 1) / WORD; at++)
        view->covered[at] |= part_of(span, at);
}

static void lacks_elsewhere(View *view, int ink)
{
    for (int at = 0; at < view->line->words; at++)
        lacks_in(view, ink, at, ~view->covered[at]);
}

/* ---- ranges of blocks ---- */

/* The leftmost and the rightmost first cell of each block. */
static const int *ranges(View *view)
{
    int by_walls = view->by_walls, *range = view->ranges[by_walls], blocks = view->line->blocks, words = view->line->words;
    if (view->ready[by_walls])
        return range;
    ptrdiff_t size = (ptrdiff_t)view->lines->colours * words;
    word *masks = view->memory, *spans = masks + size;
    memcpy(masks, view->masks, sizeof(word) * size);
    for (int at = 0; by_walls && at < words; at++)
        masks[at] = at < words - 1 ? ~(word)0 : ((word)1 << view->line->length % WORD) - 1;
    if (blocks)
        line_spans(view->lines, view->line, masks, spans, spans + 2 * (ptrdiff_t)blocks * words);
    for (int at = 0; at < blocks; at++, spans += 2 * words) {
        range[2 * at] = lowest(spans);
        range[2 * at + 1] = highest(spans, words);
    }
    view->ready[by_walls] = 1;
    return range;
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
    Fitting fit = {view->line->length, 0, -1, -1};
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
        fit.shortest = size < fit.shortest ? size : fit.shortest;
        fit.longest = size > fit.longest ? size : fit.longest;
        fit.first = fit.first < 0 ? at : fit.first;
        fit.last = at;
    }
    return fit;
}

/* ---- techniques ---- */

static void by_full(View *view)
{
    const Line *line = view->line;
    if (!line->blocks || line->block[line->blocks - 1].earliest + line->block[line->blocks - 1].length < line->length)
        return;
    int end = 0; /* end of the block before */
    for (const Block *block = line->block; block < line->block + line->blocks; block++) {
        has(view, 0, (Span){end, block->earliest});
        end = block->earliest + block->length;
        has(view, block->colour, (Span){block->earliest, end});
    }
}

/* Number of cells of a colour in every filling. */
static int total(const View *view, int colour)
{
    int number = colour ? 0 : view->line->length;
    for (int at = 0; at < view->line->blocks; at++) {
        const Block *block = view->line->block + at;
        number += !colour ? -block->length : block->colour == colour ? block->length : 0;
    }
    return number;
}

static void by_complete(View *view)
{
    for (int colour = view->lines->colours == 2; colour < view->lines->colours; colour++) {
        const word *fixed = mask_of(view, view->fixed, colour);
        if (count(view, fixed) == total(view, colour))
            for (int at = 0; at < view->line->words; at++)
                lacks_in(view, colour, at, ~fixed[at]);
    }
}

static void by_remainder(View *view)
{
    for (int colour = view->lines->colours == 2; colour < view->lines->colours; colour++) {
        const word *mask = mask_of(view, view->masks, colour);
        if (count(view, mask) == total(view, colour))
            for (int at = 0; at < view->line->words; at++)
                has_in(view, colour, at, mask[at]);
    }
}

static void by_overlap(View *view)
{
    const int *places = ranges(view);
    for (int at = 0; at < view->line->blocks; at++) {
        const Block *block = view->line->block + at;
        has(view, block->colour, (Span){places[2 * at + 1], places[2 * at] + block->length});
    }
}

static void by_gap(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++) {
        int least = 0;
        for (int at = 0; at < view->line->blocks; at++)
            if (view->line->block[at].colour == ink && (!least || view->line->block[at].length < least))
                least = view->line->block[at].length;
        EACH_RUN(view, mask_of(view, view->masks, ink), run)
            if (run.end - run.start < least)
                lacks(view, ink, run);
    }
}

static void by_beside(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++)
        EACH_RUN(view, mask_of(view, view->fixed, ink), run)
            if (fitting(view, run, ink).longest == run.end - run.start) {
                lacks(view, ink, within(view, run.start - 1, run.start));
                lacks(view, ink, within(view, run.end, run.end + 1));
            }
}

static void by_glue(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++)
        EACH_RUN(view, mask_of(view, view->fixed, ink), run) {
            Span around = space_around(view, run.start, ink);
            int least = fitting(view, run, ink).shortest;
            has(view, ink, within(view, run.start, around.start + least));
            has(view, ink, within(view, around.end - least, run.end));
        }
}

static void by_reach(View *view)
{
    const int *places = ranges(view);
    for (int ink = 1; ink < view->lines->colours; ink++) {
        cover_none(view);
        for (int at = 0; at < view->line->blocks; at++)
            if (view->line->block[at].colour == ink)
                cover(view, (Span){places[2 * at], places[2 * at + 1] + view->line->block[at].length});
        lacks_elsewhere(view, ink);
    }
}

static void by_split(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++) {
        Span before = {0, -1};
        EACH_RUN(view, mask_of(view, view->fixed, ink), run) {
            if (run.start - before.end == 1 && before.end > 0 && bit(mask_of(view, view->masks, ink), before.end) &&
                fitting(view, (Span){before.start, run.end}, ink).first < 0)
                lacks(view, ink, (Span){before.end, run.start});
            before = run;
        }
    }
}

static void by_join(View *view)
{
    for (int ink = 1; ink < view->lines->colours; ink++) {
        Span before = {0, -1};
        EACH_RUN(view, mask_of(view, view->fixed, ink), run) {
            if (before.end >= 0 && fitting(view, run, ink).last <= fitting(view, before, ink).first)
                has(view, ink, (Span){before.start, run.end});
            before = run;
        }
    }
}

static void by_narrow(View *view)
{
    const int *places = ranges(view);
    for (int ink = 1; ink < view->lines->colours; ink++) {
        cover_none(view);
        for (int at = 0; at < view->line->blocks; at++) {
            const Block *block = view->line->block + at;
            if (block->colour != ink)
                continue;
            EACH_RUN(view, mask_of(view, view->masks, ink), run) {
                int first = places[2 * at] > run.start ? places[2 * at] : run.start;
                int last = run.end - block->length < places[2 * at + 1] ? run.end - block->length : places[2 * at + 1];
                if (first <= last)
                    cover(view, (Span){first, last + block->length});
            }
        }
        lacks_elsewhere(view, ink);
    }
}

/* The techniques in order; complete line solving has no function. */
static const struct {
    const char *name;
    void (*apply)(View *view);
    int by_walls;
} TABLE[] = {
    {"full", by_full, 0},
    {"complete", by_complete, 0},
    {"remainder", by_remainder, 0},
    {"overlap", by_overlap, 1},
    {"gap", by_gap, 0},
    {"beside", by_beside, 1},
    {"glue", by_glue, 1},
    {"reach", by_reach, 1},
    {"split", by_split, 0},
    {"join", by_join, 0},
    {"ordered beside", by_beside, 0},
    {"ordered glue", by_glue, 0},
    {"ordered reach", by_reach, 0},
    {"narrow", by_narrow, 0},
    {"squeeze", by_overlap, 0},
    {"agree", NULL, 0},
};

_Static_assert(sizeof TABLE / sizeof *TABLE == NONOSAT_TECHNIQUES, "nonosat.h states another number of techniques");

const char *nonosat_technique(int technique)
{
    return technique >= 0 && technique < NONOSAT_TECHNIQUES ? TABLE[technique].name : NULL;
}

ptrdiff_t reasoning_scratch(const Line *line, int colours)
{
    ptrdiff_t blocks = line->blocks < 0 ? 0 : line->blocks, words = line->words;
    return (3 * colours + 2 + 2 * blocks) * words + line_scratch(line, colours) + 2 * blocks;
}

/* Prepares the view of a line, in scratch memory. Returns 1 if a cell is open. */
static int open_view(View *view, word *scratch)
{
    int colours = view->lines->colours, blocks = view->line->blocks, words = view->line->words;
    ptrdiff_t size = (ptrdiff_t)colours * words;
    word any = 0;
    view->after = scratch;
    view->fixed = view->after + size;
    view->open = view->fixed + size;
    view->covered = view->open + words;
    view->memory = view->covered + words;
    view->ranges[0] = (int *)(view->memory + size + 2 * (ptrdiff_t)blocks * words + line_scratch(view->line, colours));
    view->ranges[1] = view->ranges[0] + 2 * blocks;
    for (int at = 0; at < words; at++) {
        word some = 0, several = 0;
        for (ptrdiff_t mask = at; mask < size; mask += words) {
            several |= some & view->masks[mask];
            some |= view->masks[mask];
        }
        for (ptrdiff_t mask = at; mask < size; mask += words) {
            view->after[mask] = view->masks[mask];
            view->fixed[mask] = view->masks[mask] & ~several;
        }
        view->open[at] = several;
        any |= several;
    }
    return any != 0;
}

int fixes_cell(int colours, int words, const word *masks, const word *asked)
{
    for (int at = 0; at < words; at++) {
        word some = 0, several = 0;
        for (ptrdiff_t mask = at; mask < (ptrdiff_t)colours * words; mask += words) {
            several |= some & masks[mask];
            some |= masks[mask];
        }
        if (some & ~several & asked[at])
            return 1;
    }
    return 0;
}

word *line_reasoned(const Lines *lines, const Line *line, const word *masks, const word *asked, word *scratch, int techniques,
                    int *technique)
{
    View view = {.lines = lines, .line = line, .masks = masks};
    int words = lines->colours * line->words;
    *technique = NONOSAT_NO_TECHNIQUE;
    if (!open_view(&view, scratch) && !asked)
        return NULL;
    for (int number = line->blotted || line->stars ? NONOSAT_TECHNIQUES - 1 : 0; number < techniques; number++) {
        word *after = view.after;
        if (!TABLE[number].apply) {
            after = line_settle(lines->colours, line, masks, view.memory);
            view.narrowed = !is_same(after, masks, words);
        } else {
            view.by_walls = TABLE[number].by_walls;
            TABLE[number].apply(&view);
        }
        if (asked ? fixes_cell(lines->colours, line->words, after, asked) : view.narrowed) {
            *technique = number;
            return after;
        }
        if (view.narrowed) /* without success: the next technique starts from the same masks */
            memcpy(view.after, masks, sizeof(word) * words);
        view.narrowed = 0;
    }
    return NULL;
}
