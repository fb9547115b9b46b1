/* The line solver; nonosat.lines.line explains it and is the reference.

   A mask is an array of words, and additions carry from word to word. A block and the gap before it lie within a window of the
   line; nothing outside it is read or written. Nothing here allocates or fails. `kernel.h` has the contracts.

   Reads stay within a mask because masks have no bit beyond the line, and because a clue that does not fit is rejected before
   windows are used. Most lines have fewer than 64 cells, no blotted block and no star: `settle_word` is for these. Stars: stars.c.

   The reference mirrors the line for its backward pass. Here words are reversed, so that an addition floods downwards. */

#include "words.h"

#include <string.h>

/* ---- masks ---- */

/* mask &= mask >> by */
INLINED void meet_shifted_down(word *mask, int words, int by)
{
    Window all = {0, words - 1};
    for (int at = 0; at < words; at++)
        mask[at] &= words == 1 ? *mask >> by : word_from(mask, all, WORD * at + by);
}

/* mask |= mask << by */
INLINED void join_shifted_up(word *mask, int words, int by)
{
    Window all = {0, words - 1};
    for (int at = words - 1; at >= 0; at--)
        mask[at] |= words == 1 ? *mask << by : word_from(mask, all, WORD * at - by);
}

/* ---- the clue ---- */

/* Negative if one kind comes before another, 0 if they are equal. */
static int compared(const Kind *one, const Kind *other)
{
    return one->colour != other->colour ? one->colour - other->colour : one->length - other->length;
}

/* `find_kinds` for blocks of one ink of at most a word's length: sorts lengths by a bit set. An easy check takes 0.95
   of the time. */
static void find_lengths(Line *line)
{
    word lengths = 0;
    uint8_t place[WORD + 1];
    for (int number = 0; number < line->blocks; number++)
        lengths |= (word)1 << (line->block[number].length ? line->block[number].length - 1 : 0);
    for (; lengths; lengths &= lengths - 1) {
        int length = lowest_bit(lengths) + 1;
        place[length] = (uint8_t)line->kinds;
        line->kind[line->kinds++] = (Kind){length, line->block[0].colour};
    }
    for (int number = 0; number < line->blocks; number++)
        line->block[number].kind = place[line->block[number].length ? line->block[number].length : 1];
}

/* Returns 1 if `find_lengths` can handle the line. */
static int has_short_blocks(const Line *line)
{
    for (int number = 0; number < line->blocks; number++)
        if (line->block[number].colour != line->block[0].colour || line->block[number].length > WORD)
            return 0;
    return 1;
}

/* Sets the kinds of a line and of its blocks. Requires the blocks' lengths and colours. */
static void find_kinds(Line *line)
{
    line->kinds = 0;
    if (has_short_blocks(line)) {
        find_lengths(line);
        return;
    }
    for (int number = -line->blocks; number < line->blocks; number++) { /* first all kinds, then that of each block */
        Block *block = line->block + number + (number < 0 ? line->blocks : 0);
        Kind own = {block->length ? block->length : 1, block->colour};
        int place = line->kinds;
        while (place && compared(line->kind + place - 1, &own) > 0)
            place--;
        block->kind = place - 1;
        if (place && !compared(line->kind + place - 1, &own))
            continue;
        memmove(line->kind + place + 1, line->kind + place, sizeof(Kind) * (line->kinds++ - place));
        line->kind[place] = own;
    }
}

/* The next step once `have` cells of a block are covered. Each step doubles that number, up to the block's length. */
INLINED int step_after(int have, int length) { return length - have < have ? length - have : have; }

void finish_clue(Line *line)
{
    Block *blocks = line->block;
    int64_t first = 0, last = line->length;
    find_kinds(line);
    for (int at = 0; at < line->blocks; at++) {
        blocks[at].gap = at && blocks[at - 1].colour == blocks[at].colour;
        first += blocks[at].gap;
        blocks[at].earliest = (int)(first > line->length ? line->length : first);
        first += blocks[at].length ? blocks[at].length : 1;
        for (int number = 0, have = 1; number < 3; have += blocks[at].step[number++])
            blocks[at].step[number] = (uint8_t)(blocks[at].length ? step_after(have, blocks[at].length) : 0);
    }
    for (int at = line->blocks - 1; at >= 0; at--) {
        last -= blocks[at].length ? blocks[at].length : 1;
        blocks[at].latest = (int)(last < 0 ? -1 : last);
        last -= blocks[at].gap;
    }
}

/* ---- the line ---- */

/* Window of the gap before a block and of the block's start; for the number after the last block, window of the last gap.
   Requires a clue that fits. */
INLINED Window window_of(const Line *line, int number, int words)
{
    if (words == 1)
        return (Window){0, 0};
    const Block *before = line->block + number - 1;
    int first = number ? before->earliest + (before->length ? before->length : 1) : 0;
    int last = number < line->blocks ? before[1].latest : line->length;
    return (Window){first / WORD, last / WORD};
}

/* Positions at which a block of each kind fits: [kind][word]. A kind continues from the next shorter one of its ink. */
INLINED void find_fits(const Line *line, const word *masks, word *fits, int words)
{
    for (int kind = 0; kind < line->kinds; kind++) {
        int colour = line->kind[kind].colour, wanted = line->kind[kind].length, have = 1;
        const word *from = masks + (ptrdiff_t)colour * words;
        if (kind && line->kind[kind - 1].colour == colour) {
            from = fits - words;
            have = line->kind[kind - 1].length;
        }
        for (int at = 0; at < words; at++)
            fits[at] = from[at];
        while (have < wanted) {
            int step = wanted - have < have ? wanted - have : have;
            meet_shifted_down(fits, words, step);
            have += step;
        }
        fits += words;
    }
}

/* Forward pass: finds the block starts and gaps allowed by all blocks before them, each set in its window. Returns 0 if there is
   no filling, else 1. Requires `fits` of the same masks. */
INLINED int forward_pass(int colours, const Line *line, const word *masks, const word *fits, Reached found, int words)
{
    Window window = window_of(line, 0, words);
    word *ends = found.ends;
    for (int at = window.low; at <= window.high; at++)
        ends[at] = 0;
    ends[0] = 1; /* the line's edge is where "the block before the first" ends */
    for (int number = 0;; number++, found.starts += words, found.gaps += words, found.runs += line->blotted ? words : 0) {
        int star = line->stars && has_star(line, number);
        if (star)
            cover_forward(colours, line, number, masks, ends, found.gaps, number < line->blocks ? found.starts : NULL, window);
        else
            flood(found.gaps, ends, masks, window);
        if (number == line->blocks)
            return (int)((word_from(found.gaps, window, line->length - 1) |
                          word_from(ends, window, line->length)) & 1);
        const Block *block = line->block + number;
        const word *fit = fits + (ptrdiff_t)block->kind * words;
        word any = 0, carry = 0;
        for (int at = window.low; at <= window.high; at++) {
            word start = star ? found.starts[at] : found.gaps[at] << 1 | carry;
            carry = found.gaps[at] >> (WORD - 1);
            if (!block->gap)
                start |= ends[at];
            found.starts[at] = start &= fit[at];
            any |= start;
        }
        if (!any)
            return 0;
        Window next = window_of(line, number + 1, words);
        ends += line->stars ? words : 0;
        if (block->length) {
            for (int at = next.low; at <= next.high; at++)
                ends[at] = word_from(found.starts, window, WORD * at - block->length);
        } else { /* blotted: one cell, and then as many as the ink allows */
            Window run = {window.low, next.high};
            for (int at = window.high + 1; at <= run.high; at++)
                found.starts[at] = 0;
            flood(found.runs, found.starts, masks + (ptrdiff_t)block->colour * words, run);
            for (int at = next.low; at <= next.high; at++)
                ends[at] = word_from(found.runs, run, WORD * at - 1);
        }
        window = next;
    }
}

ptrdiff_t line_scratch(const Line *line, int colours)
{
    ptrdiff_t blocks = line->blocks < 0 ? 0 : line->blocks, runs = line->blotted ? blocks : 0;
    return line->words * (2 * colours + 3 * line->kinds + 3 * blocks + 2 + runs + 4 + (line->stars ? blocks + 1 : 0));
}

/* Result of both passes together, in scratch memory. */
typedef struct {
    word *starts;   /* [block], each in its window */
    word *ends;     /* [block] of a blotted block, in the window of the gap after it */
    word *narrowed; /* [colour]: the cells of gaps and of blotted blocks */
    word *begun;    /* [kind]: the starts of blocks of known length */
} Placements;

/* `placements` for masks of a fixed number of words. */
INLINED int placements_in(int colours, const Line *line, const word *masks, word *scratch, Placements *found, int words)
{
    int blocks = line->blocks;
    if (blocks && line->block[0].earliest > line->block[0].latest)
        return 0;
#define TAKE(number) (scratch += (ptrdiff_t)(number) * words, scratch - (ptrdiff_t)(number) * words)
    word *ends = TAKE(1), *open = TAKE(1), *edge = TAKE(1), *cells = TAKE(1), *fits = TAKE(line->kinds);
    Reached forward = {TAKE(blocks), TAKE(blocks + 1), TAKE(line->blotted ? blocks : 0), ends};
    if (line->stars)
        forward.ends = TAKE(blocks + 1);
    find_fits(line, masks, fits, words);
    if (!forward_pass(colours, line, masks, fits, forward, words))
        return 0;
    found->begun = TAKE(line->kinds);
    found->narrowed = TAKE(colours);
#undef TAKE
    for (ptrdiff_t at = 0; at < (ptrdiff_t)words * line->kinds; at++)
        found->begun[at] = 0;
    for (int at = 0; at < words * colours; at++)
        found->narrowed[at] = 0;
    found->starts = forward.starts;
    found->ends = forward.runs;
    word *after = edge; /* boundaries at which the gap can end */
    Window window = window_of(line, blocks, words);
    for (int at = window.low; at <= window.high; at++)
        edge[at] = 0;
    edge[line->length / WORD] = (word)1 << line->length % WORD;
    for (int number = blocks;; number--) {
        const word *gap = forward.gaps + (ptrdiff_t)number * words;
        int touches = number == blocks || !line->block[number].gap;
        if (line->stars && has_star(line, number))
            cover_backward(colours, line, number, masks, forward, after, found->narrowed, open, ends, window);
        else {
            flood_down(open, after, window, masks, window);
            for (int at = window.low; at <= window.high; at++) {
                found->narrowed[at] |= open[at] & gap[at];
                ends[at] = touches ? open[at] | after[at] : open[at];
            }
        }
        if (!number)
            return 1;
        const Block *block = line->block + number - 1;
        Window before = window_of(line, number - 1, words);
        after = forward.starts + (ptrdiff_t)(number - 1) * words;
        if (block->length) {
            word *begun = found->begun + (ptrdiff_t)block->kind * words;
            for (int at = before.low; at <= before.high; at++)
                begun[at] |= after[at] &= word_from(ends, window, WORD * at + block->length);
        } else {
            Window run = {before.low, window.high};
            const word *through = masks + (ptrdiff_t)block->colour * words;
            word *runs = forward.runs + (ptrdiff_t)(number - 1) * words;
            word *ink = found->narrowed + (ptrdiff_t)block->colour * words;
            flood_down(cells, ends, window, through, run);
            for (int at = run.low; at <= run.high; at++)
                ink[at] |= cells[at] &= runs[at];
            for (int at = before.low; at <= before.high; at++)
                after[at] &= cells[at];
            for (int at = window.low; at <= window.high; at++)
                runs[at] = ends[at] & word_from(cells, run, WORD * at - 1);
        }
        window = before;
    }
}

/* Finds the placements of a line's blocks, in `scratch`; returns 0 if there are none, else 1. */
static int placements(int colours, const Line *line, const word *masks, word *scratch, Placements *found)
{
    return line->words == 1 ? placements_in(colours, line, masks, scratch, found, 1)
                            : placements_in(colours, line, masks, scratch, found, line->words);
}

/* Adds the cells of blocks of known length, from their starts, to `narrowed`; `cells` is scratch memory. */
INLINED void add_blocks(const Line *line, const word *begun, word *narrowed, word *cells, int words)
{
    for (int kind = line->kinds - 1; kind >= 0;) {
        int colour = line->kind[kind].colour;
        for (int at = 0; at < words; at++)
            cells[at] = 0;
        for (; kind >= 0 && line->kind[kind].colour == colour; kind--) {
            int more = kind && line->kind[kind - 1].colour == colour ? line->kind[kind - 1].length : 1;
            int have = 1, wanted = line->kind[kind].length - more + 1;
            for (int at = 0; at < words; at++)
                cells[at] |= begun[(ptrdiff_t)kind * words + at];
            while (have < wanted) {
                int step = wanted - have < have ? wanted - have : have;
                join_shifted_up(cells, words, step);
                have += step;
            }
        }
        for (int at = 0; at < words; at++)
            narrowed[(ptrdiff_t)colour * words + at] |= cells[at];
    }
}

/* `line_settle` for a line of one word and one ink with nothing known. If the blocks can shift, every cell can be
   ink, and only the overlap of a block's leftmost and rightmost place cannot be background. A fifth of the lines of
   an easy puzzle. */
static word *settle_open(const Line *line, word all, word *narrowed)
{
    word paper = all;
    int shift = line->blocks ? line->block[0].latest - line->block[0].earliest : 0;
    for (const Block *block = line->block; block < line->block + line->blocks; block++)
        if (block->length > shift)
            paper &= ~((((word)1 << (block->length - shift)) - 1) << block->latest);
    narrowed[0] = paper;
    narrowed[1] = shift ? all : all & ~paper;
    return narrowed;
}

/* Starts of runs as long as a block. Most blocks take three steps or fewer: a step by 0 costs less than a
   mispredicted branch. */
INLINED word starts_in(word cells, const Block *block)
{
    cells &= cells >> block->step[0];
    cells &= cells >> block->step[1];
    cells &= cells >> block->step[2];
    for (int have = 8; have < block->length; have += step_after(have, block->length))
        cells &= cells >> step_after(have, block->length);
    return cells;
}

/* The last cells of such runs: `starts_in` of a mirrored line. */
INLINED word ends_in(word cells, const Block *block)
{
    cells &= cells << block->step[0];
    cells &= cells << block->step[1];
    cells &= cells << block->step[2];
    for (int have = 8; have < block->length; have += step_after(have, block->length))
        cells &= cells << step_after(have, block->length);
    return cells;
}

/* Cells of blocks with these starts. */
INLINED word cells_from(word starts, const Block *block)
{
    starts |= starts << block->step[0];
    starts |= starts << block->step[1];
    starts |= starts << block->step[2];
    for (int have = 8; have < block->length; have += step_after(have, block->length))
        starts |= starts << step_after(have, block->length);
    return starts;
}

/* `line_settle` for most lines: of one word, without a blotted block. The backward pass works on reversed words, beside the forward
   pass, since each waits for its last addition. Equal blocks share no work: saving a loop, and so mispredicted
   branches, gains more. */
static word *settle_word(int colours, const Line *line, const word *masks, word *scratch)
{
    int blocks = line->blocks;
    word *narrowed = scratch, *mirrored = narrowed + colours;
    word *starts = mirrored + colours, *gaps = starts + blocks, *backs = gaps + blocks + 1;
    word paper = masks[0], edge = (word)1 << line->length; /* the last boundary */
    if (blocks && line->block[0].earliest > line->block[0].latest)
        return NULL;
    if (colours == 2 && (masks[0] & masks[1]) == edge - 1)
        return settle_open(line, edge - 1, narrowed);
    for (int colour = 0; colour < colours; colour++) {
        mirrored[colour] = reversed(masks[colour]);
        narrowed[colour] = 0;
    }
    word ends = 1, after = reversed(edge); /* boundaries at which a gap can start; at which the next block can start */
    word touching = after;                 /* `after`, unless the block before needs a gap */
    for (int number = 0; number < blocks; number++) {
        const Block *block = line->block + number, *last = line->block + blocks - 1 - number;
        word gap = gaps[number] = flooded_word(paper, ends);
        word back = backs[blocks - number] = flooded_word(mirrored[0], after << 1);
        starts[number] = (gap << 1 | (block->gap ? 0 : ends)) & starts_in(masks[block->colour], block);
        ends = starts[number] << block->length;
        after = (back | touching) << last->length & ends_in(mirrored[last->colour], last);
        touching = last->gap ? 0 : after;
    }
    gaps[blocks] = flooded_word(paper, ends);
    if (!((gaps[blocks] << 1 | ends) & edge))
        return NULL;
    backs[0] = flooded_word(mirrored[0], after << 1);
    word next = edge; /* boundaries at which the next block can start, or the last boundary */
    for (int number = blocks, touches = 1;; number--) {
        word gap = gaps[number] & reversed(backs[number]);
        narrowed[0] |= gap;
        if (!number)
            return narrowed;
        const Block *block = line->block + number - 1;
        next = starts[number - 1] & (touches ? gap | next : gap) >> block->length;
        narrowed[block->colour] |= cells_from(next, block);
        touches = !block->gap;
    }
}

/* Returns 1 if a cell of the line has several candidates. */
INLINED int has_open_cell(int colours, const Line *line, const word *masks)
{
    for (int at = 0; at < line->words; at++) {
        word some = masks[at], several = 0;
        for (int colour = 1; colour < colours; colour++) {
            several |= some & masks[(ptrdiff_t)colour * line->words + at];
            some |= masks[(ptrdiff_t)colour * line->words + at];
        }
        if (several)
            return 1;
    }
    return 0;
}

word *line_settle(int colours, const Line *line, const word *masks, word *scratch)
{
    Placements found;
    if (!has_open_cell(colours, line, masks))
        return line_fits(colours, line, masks, scratch) ? memcpy(scratch, masks, sizeof(word) * colours * line->words) : NULL;
    if (line->words == 1 && !line->blotted && !line->stars)
        return settle_word(colours, line, masks, scratch);
    if (!placements(colours, line, masks, scratch, &found))
        return NULL;
    add_blocks(line, found.begun, found.narrowed, scratch, line->words); /* the beginning of `scratch` is no longer needed */
    return found.narrowed;
}

/* Returns 1 if the forward pass finds a filling. */
INLINED int fits(int colours, const Line *line, const word *masks, word *scratch, int words)
{
    int blocks = line->blocks;
    if (blocks && line->block[0].earliest > line->block[0].latest)
        return 0;
    word *ends = scratch, *fits = ends + words, *starts = fits + (ptrdiff_t)line->kinds * words;
    word *gaps = starts + (ptrdiff_t)blocks * words, *runs = gaps + (ptrdiff_t)(blocks + 1) * words;
    if (line->stars)
        ends = runs + (ptrdiff_t)(line->blotted ? blocks : 0) * words;
    find_fits(line, masks, fits, words);
    return forward_pass(colours, line, masks, fits, (Reached){starts, gaps, runs, ends}, words);
}

int line_fits(int colours, const Line *line, const word *masks, word *scratch)
{
    return line->words == 1 ? fits(colours, line, masks, scratch, 1) : fits(colours, line, masks, scratch, line->words);
}

int line_spans(const Lines *lines, const Line *line, const word *masks, word *spans, word *scratch)
{
    Placements found;
    int words = line->words;
    if (!placements(lines->colours, line, masks, scratch, &found))
        return 0;
    memset(spans, 0, sizeof(word) * 2 * words * line->blocks);
    for (int number = 0; number < line->blocks; number++, spans += 2 * words) {
        Window window = window_of(line, number, words);
        Window next = window_of(line, number + 1, words);
        const word *starts = found.starts + (ptrdiff_t)number * words;
        const word *ends = found.ends + (ptrdiff_t)number * words;
        int size = line->block[number].length;
        for (int at = window.low; at <= window.high; at++)
            spans[at] = starts[at];
        for (int at = next.low; at <= next.high; at++)
            spans[words + at] = size ? word_from(starts, window, WORD * at - size) : ends[at];
    }
    return 1;
}
