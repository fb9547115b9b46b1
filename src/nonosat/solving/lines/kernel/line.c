/* One line: the same as nonosat.solving.lines.line, which explains it and is the reference.

   Here a mask is an array of words, and the additions carry from word to word. A block and the gap before it can
   only be in a part of the line, its window; nothing outside of that is read or written. Nothing here allocates,
   raises, or knows of Python; `kernel.h` says what the three functions that others call require and return.

   Reads stay within a mask because masks have no bit beyond the line, and because a clue that does not fit is
   rejected before windows are used. Most lines have fewer than 64 cells: everything is compiled once more
   for masks of one word.
*/

#include "kernel.h"

#include <string.h>

/* ---- masks ---- */

INLINED word reversed(word x)
{
    x = bytes_reversed(x);
    x = (x >> 4 & 0x0f0f0f0f0f0f0f0f) | (x & 0x0f0f0f0f0f0f0f0f) << 4;
    x = (x >> 2 & 0x3333333333333333) | (x & 0x3333333333333333) << 2;
    return (x >> 1 & 0x5555555555555555) | (x & 0x5555555555555555) << 1;
}

/* The range of words of a mask that are in use; all others are 0. */
typedef struct {
    int low;
    int high;
} Window;

INLINED word word_of(const word *mask, Window window, int at)
{
    return at >= window.low && at <= window.high ? mask[at] : 0;
}

/* The 64 positions from `first` on, which may be negative. */
INLINED word word_from(const word *mask, Window window, int first)
{
    int at = first >> 6, offset = first & 63;
    word found = word_of(mask, window, at) >> offset;
    return offset ? found | word_of(mask, window, at + 1) << (WORD - offset) : found;
}

/* A word of the mirror image of a mask of `length` positions. */
INLINED word mirrored_word(const word *mask, Window window, int length, int at)
{
    return reversed(word_from(mask, window, length - WORD - WORD * at));
}

/* The seeds and, within the background or an ink, all that follows each: `bits.flood`, cut to the mask. Seeds are
   those of `seeds` that lie in the mask. */
INLINED void flood(word *into, const word *seeds, const word *through, Window window)
{
    word carry = 0;
    for (int at = window.low; at <= window.high; at++) {
        word open = through[at], begun = seeds[at] & open, sum = open + begun;
        word over = sum < open;
        sum += carry;
        carry = over | (sum < carry);
        into[at] = (open & ~sum) | begun;
    }
}

/* mask &= mask >> by */
INLINED void meet_shifted_down(word *mask, int words, int by)
{
    Window all = {0, words - 1};
    for (int at = 0; at < words; at++)
        mask[at] &= word_from(mask, all, WORD * at + by);
}

/* mask |= mask << by */
INLINED void join_shifted_up(word *mask, int words, int by)
{
    Window all = {0, words - 1};
    for (int at = words - 1; at >= 0; at--)
        mask[at] |= word_from(mask, all, WORD * at - by);
}

/* ---- the clue ---- */

static int by_colour_and_length(const void *one, const void *other)
{
    const Kind *a = one, *b = other;
    return a->colour != b->colour ? a->colour - b->colour : a->length - b->length;
}

/* Sorts kinds; of few, which most lines have, without calls. */
static void sort_kinds(Kind *kind, int count)
{
    if (count > 32) {
        qsort(kind, count, sizeof(Kind), by_colour_and_length);
        return;
    }
    for (int end = 1; end < count; end++) {
        Kind last = kind[end];
        int at = end;
        for (; at && by_colour_and_length(kind + at - 1, &last) > 0; at--)
            kind[at] = kind[at - 1];
        kind[at] = last;
    }
}

/* The kinds of a line's blocks, and of each block its own. Requires the blocks' lengths and colours. */
static void find_kinds(Line *line)
{
    for (int at = 0; at < line->blocks; at++)
        line->kind[at] = (Kind){line->block[at].length ? line->block[at].length : 1, line->block[at].colour};
    sort_kinds(line->kind, line->blocks);
    line->kinds = 0;
    for (int at = 0; at < line->blocks; at++)
        if (!at || by_colour_and_length(line->kind + line->kinds - 1, line->kind + at))
            line->kind[line->kinds++] = line->kind[at];
    for (int at = 0; at < line->blocks; at++) {
        Kind own = {line->block[at].length ? line->block[at].length : 1, line->block[at].colour};
        int low = 0;
        for (int high = line->kinds; high - low > 1;) {
            int middle = (low + high) / 2;
            if (by_colour_and_length(line->kind + middle, &own) > 0)
                high = middle;
            else
                low = middle;
        }
        line->block[at].kind = low;
    }
}

/* The earliest and the latest starts that the clue allows. Requires the blocks' lengths and gaps. */
static void find_reach(const Line *line, Block *blocks)
{
    int64_t first = 0, last = line->length;
    for (int at = 0; at < line->blocks; at++) {
        first += blocks[at].gap;
        blocks[at].earliest = (int)(first > line->length ? line->length : first);
        first += blocks[at].length ? blocks[at].length : 1;
    }
    for (int at = line->blocks - 1; at >= 0; at--) {
        last -= blocks[at].length ? blocks[at].length : 1;
        blocks[at].latest = (int)(last < 0 ? -1 : last);
        last -= blocks[at].gap;
    }
}

void finish_clue(Line *line)
{
    for (int at = 0; at < line->blocks; at++)
        line->block[at].gap = at && line->block[at - 1].colour == line->block[at].colour;
    find_kinds(line);
    find_reach(line, line->block);
    for (int at = 0; at < line->blocks; at++) {
        line->mirrored[at] = line->block[line->blocks - 1 - at];
        line->mirrored[at].gap = at ? line->block[line->blocks - at].gap : 0;
    }
    find_reach(line, line->mirrored);
}

/* ---- the line ---- */

/* Where the gap before a block lies, and the block's start, in a line of this many words; of the last gap for the number
   after the last block. Requires a clue that fits. */
INLINED Window window_of(const Line *line, const Block *blocks, int number, int words)
{
    if (words == 1)
        return (Window){0, 0};
    const Block *before = blocks + number - 1;
    int first = number ? before->earliest + (before->length ? before->length : 1) : 0;
    int last = number < line->blocks ? blocks[number].latest : line->length;
    return (Window){first / WORD, last / WORD};
}

/* Per kind the positions with room for a block: [kind][word]. A kind goes on from the shorter one of its ink. */
INLINED void find_rooms(const Line *line, const word *masks, word *rooms, int words)
{
    for (int kind = 0; kind < line->kinds; kind++) {
        int colour = line->kind[kind].colour, wanted = line->kind[kind].length, have = 1;
        const word *from = masks + (Py_ssize_t)colour * words;
        if (kind && line->kind[kind - 1].colour == colour) {
            from = rooms - words;
            have = line->kind[kind - 1].length;
        }
        for (int at = 0; at < words; at++)
            rooms[at] = from[at];
        while (have < wanted) {
            int step = wanted - have < have ? wanted - have : have;
            meet_shifted_down(rooms, words, step);
            have += step;
        }
        rooms += words;
    }
}

/* What a forward pass finds: per block its starts and, if it is blotted, its cells; per gap its cells. */
typedef struct {
    word *starts;
    word *gaps;
    word *runs;
} Reached;

/* What the part of the line before each block allows, each set in its window; returns 0 if there is no
   filling, else 1.
   Requires `rooms` of the same masks; `ends` is for its own use. */
INLINED int forward_pass(const Line *line, const Block *blocks, const word *masks, const word *rooms, Reached found,
                        word *ends, int words)
{
    Window window = window_of(line, blocks, 0, words);
    for (int at = window.low; at <= window.high; at++)
        ends[at] = 0;
    ends[0] = 1; /* the line's edge is where "the block before the first" ends */
    for (int number = 0;; number++, found.starts += words, found.gaps += words, found.runs += line->blotted ? words : 0) {
        flood(found.gaps, ends, masks, window);
        if (number == line->blocks)
            return (int)((word_from(found.gaps, window, line->length - 1) |
                          word_from(ends, window, line->length)) & 1);
        const Block *block = blocks + number;
        const word *room = rooms + (Py_ssize_t)block->kind * words;
        word any = 0, carry = 0;
        for (int at = window.low; at <= window.high; at++) {
            word start = found.gaps[at] << 1 | carry;
            carry = found.gaps[at] >> (WORD - 1);
            if (!block->gap)
                start |= ends[at];
            found.starts[at] = start &= room[at];
            any |= start;
        }
        if (!any)
            return 0;
        Window next = window_of(line, blocks, number + 1, words);
        if (block->length) {
            for (int at = next.low; at <= next.high; at++)
                ends[at] = word_from(found.starts, window, WORD * at - block->length);
        } else { /* blotted: one cell, and then as many as the ink allows */
            Window run = {window.low, next.high};
            for (int at = window.high + 1; at <= run.high; at++)
                found.starts[at] = 0;
            flood(found.runs, found.starts, masks + (Py_ssize_t)block->colour * words, run);
            for (int at = next.low; at <= next.high; at++)
                ends[at] = word_from(found.runs, run, WORD * at - 1);
        }
        window = next;
    }
}

Py_ssize_t line_scratch(const Line *line, int colours)
{
    Py_ssize_t blocks = line->blocks < 0 ? 0 : line->blocks, runs = line->blotted ? blocks : 0;
    return line->words * (2 * colours + 3 * line->kinds + 2 * blocks + 2 * (blocks + 1) + 2 * runs + 4);
}

/* What both passes together allow, in scratch memory. */
typedef struct {
    word *starts;   /* [block], each in its window */
    word *ends;     /* [block] of a blotted block, in the window of the gap after it */
    word *narrowed; /* [colour]: so far the cells of gaps, and of blotted blocks */
    word *begun;    /* [kind]: the starts of blocks of known length */
} Placements;

/* The placements of a line's blocks, in memory that it takes from `scratch`; returns 0 if there are none, else 1. */
INLINED int placements(int colours, const Line *line, const word *masks, word *scratch, Placements *found, int words)
{
    int blocks = line->blocks, length = line->length;
    Window all = {0, words - 1};
    if (blocks && line->block[0].earliest > line->block[0].latest)
        return 0;
#define TAKE(number) (scratch += (Py_ssize_t)(number) * words, scratch - (Py_ssize_t)(number) * words)
    word *ends = TAKE(1), *after = TAKE(1), *cells = TAKE(1), *rooms = TAKE(line->kinds);
    Reached forward = {TAKE(blocks), TAKE(blocks + 1), TAKE(line->blotted ? blocks : 0)};
    find_rooms(line, masks, rooms, words);
    if (!forward_pass(line, line->block, masks, rooms, forward, ends, words))
        return 0;

    word *mirrored = TAKE(colours);
    rooms = TAKE(line->kinds);
    Reached backward = {TAKE(blocks), TAKE(blocks + 1), TAKE(line->blotted ? blocks : 0)};
    found->begun = TAKE(line->kinds);
    found->narrowed = TAKE(colours);
#undef TAKE
    for (int colour = 0; colour < colours; colour++)
        for (int at = 0; at < words; at++)
            mirrored[colour * words + at] = mirrored_word(masks + (Py_ssize_t)colour * words, all, length, at);
    find_rooms(line, mirrored, rooms, words);
    forward_pass(line, line->mirrored, mirrored, rooms, backward, ends, words); /* succeeds, as the forward pass did */

    for (Py_ssize_t at = 0; at < (Py_ssize_t)words * line->kinds; at++)
        found->begun[at] = 0;
    for (int at = 0; at < words * colours; at++)
        found->narrowed[at] = 0;
    found->starts = forward.starts;
    found->ends = forward.runs;
    for (int at = 0; at < words; at++)
        after[at] = 0; /* boundaries at which what follows the gap may start */
    after[length / WORD] = (word)1 << length % WORD;
    Window behind = {0, words - 1}; /* the words of `after` */
    for (int number = 0; number <= blocks; number++) {
        int at_block = blocks - 1 - number;
        Window window = window_of(line, line->block, at_block + 1, words);
        Window its = window_of(line, line->mirrored, number, words);
        const word *gap = backward.gaps + (Py_ssize_t)number * words;
        const word *same = forward.gaps + (Py_ssize_t)(at_block + 1) * words;
        int touches = number < blocks && !line->mirrored[number].gap;
        for (int at = window.low; at <= window.high; at++) {
            word open = mirrored_word(gap, its, length, at);
            found->narrowed[at] |= open & same[at];
            ends[at] = touches ? open | word_of(after, behind, at) : open;
        }
        if (number == blocks)
            return 1;
        const Block *block = line->block + at_block;
        word *starts = forward.starts + (Py_ssize_t)at_block * words;
        behind = window_of(line, line->block, at_block, words);
        if (block->length) {
            word *begun = found->begun + (Py_ssize_t)block->kind * words;
            for (int at = behind.low; at <= behind.high; at++) {
                starts[at] &= word_from(ends, window, WORD * at + block->length);
                begun[at] |= after[at] = starts[at];
            }
        } else {
            Window run = {behind.low, window.high};
            Window its_run = {its.low, window_of(line, line->mirrored, number + 1, words).high};
            const word *back = backward.runs + (Py_ssize_t)number * words;
            word *runs = forward.runs + (Py_ssize_t)at_block * words;
            word *ink = found->narrowed + (Py_ssize_t)block->colour * words;
            for (int at = run.low; at <= run.high; at++)
                ink[at] |= cells[at] = runs[at] & mirrored_word(back, its_run, length, at);
            for (int at = behind.low; at <= behind.high; at++)
                after[at] = starts[at] &= cells[at];
            for (int at = window.low; at <= window.high; at++)
                runs[at] = ends[at] & word_from(cells, run, WORD * at - 1);
        }
    }
    return 1;
}

/* The masks of a line narrowed to what some filling has, or NULL. */
INLINED word *narrowed(int colours, const Line *line, const word *masks, word *scratch, int words)
{
    Placements found;
    if (!placements(colours, line, masks, scratch, &found, words))
        return NULL;
    word *cells = scratch; /* the beginning of scratch is no longer needed */
    for (int kind = line->kinds - 1; kind >= 0;) {
        int colour = line->kind[kind].colour;
        for (int at = 0; at < words; at++)
            cells[at] = 0;
        for (; kind >= 0 && line->kind[kind].colour == colour; kind--) {
            int more = kind && line->kind[kind - 1].colour == colour ? line->kind[kind - 1].length : 1;
            int have = 1, wanted = line->kind[kind].length - more + 1;
            for (int at = 0; at < words; at++)
                cells[at] |= found.begun[(Py_ssize_t)kind * words + at];
            while (have < wanted) {
                int step = wanted - have < have ? wanted - have : have;
                join_shifted_up(cells, words, step);
                have += step;
            }
        }
        for (int at = 0; at < words; at++)
            found.narrowed[(Py_ssize_t)colour * words + at] |= cells[at];
    }
    return found.narrowed;
}

word *line_settle(int colours, const Line *line, const word *masks, word *scratch)
{
    return line->words == 1 ? narrowed(colours, line, masks, scratch, 1) /* most lines are */
                            : narrowed(colours, line, masks, scratch, line->words);
}

/* Whether the forward pass gets through. */
INLINED int fits(const Line *line, const word *masks, word *scratch, int words)
{
    int blocks = line->blocks;
    if (blocks && line->block[0].earliest > line->block[0].latest)
        return 0;
    word *ends = scratch, *rooms = ends + words, *starts = rooms + (Py_ssize_t)line->kinds * words;
    word *gaps = starts + (Py_ssize_t)blocks * words, *runs = gaps + (Py_ssize_t)(blocks + 1) * words;
    find_rooms(line, masks, rooms, words);
    return forward_pass(line, line->block, masks, rooms, (Reached){starts, gaps, runs}, ends, words);
}

int line_fits(const Line *line, const word *masks, word *scratch)
{
    return line->words == 1 ? fits(line, masks, scratch, 1) : fits(line, masks, scratch, line->words);
}

int line_spans(const Lines *lines, const Line *line, const word *masks, word *spans, word *scratch)
{
    Placements found;
    int words = line->words;
    if (!placements(lines->colours, line, masks, scratch, &found, words))
        return 0;
    memset(spans, 0, sizeof(word) * 2 * words * line->blocks);
    for (int number = 0; number < line->blocks; number++, spans += 2 * words) {
        Window window = window_of(line, line->block, number, words);
        Window next = window_of(line, line->block, number + 1, words);
        const word *starts = found.starts + (Py_ssize_t)number * words;
        const word *ends = found.ends + (Py_ssize_t)number * words;
        int size = line->block[number].length;
        for (int at = window.low; at <= window.high; at++)
            spans[at] = starts[at];
        for (int at = next.low; at <= next.high; at++)
            spans[words + at] = size ? word_from(starts, window, WORD * at - size) : ends[at];
    }
    return 1;
}
