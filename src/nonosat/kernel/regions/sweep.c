/* Counts the colourings that all segments of a region accept, cell by cell. How the cells to come can be coloured depends on the states of the
   begun segments only, the frontier. So colourings of the first cells with equal frontiers become one entry of a hash table, with their
   number. Work and memory grow with the number of different frontiers (D. E. Knuth, TAOCP 4A, 7.1.4).

   A sweep can keep the most promising frontiers only, which makes the count a lower bound, or a random part of them, each with a
   probability by which its number is divided: then the expected result is the number of colourings. */

#include "regions.h"

enum { LOOK = 2048 }; /* frontiers between two ticks: below a millisecond */

static void free_frontier(Frontier *frontier)
{
    free_memory(frontier->key);
    free_memory(frontier->count);
    free_memory(frontier->slot);
    *frontier = (Frontier){0};
}

static void free_sweep(Sweep *sweep)
{
    free_memory(sweep->table);
    free_memory(sweep->weight);
    free_memory(sweep->field);
    free_memory(sweep->segment_of);
    free_memory(sweep->at_cell);
    free_memory(sweep->place);
    free_memory(sweep->position);
    free_memory(sweep->taken);
    free_memory(sweep->part);
    free_memory(sweep->path);
    free_frontier(&sweep->now);
    free_frontier(&sweep->next);
}

/* ---- frontiers ---- */

/* Makes the hash table anew with at least that many slots. */
static int rehash(Sweep *sweep, Frontier *frontier, ptrdiff_t wanted)
{
    ptrdiff_t slots = 1024;
    while (slots < wanted)
        slots *= 2;
    free_memory(frontier->slot);
    frontier->slot = alloc((size_t)slots, sizeof *frontier->slot);
    frontier->slots = frontier->slot ? slots : 0;
    if (!frontier->slot)
        return fail(&sweep->error, NONOSAT_MEMORY);
    for (ptrdiff_t at = 0; at < frontier->size; at++)
        *find(frontier, frontier->key + at * sweep->words, sweep->words) = (uint32_t)at + 1;
    return 0;
}

/* Adds a number to one that has as many limbs or more, and room for the sum. */
static void add(word *sum, int limbs, const word *number, int number_limbs)
{
    word carry = 0;
    for (int at = 0; at < limbs; at++) {
        word more = at < number_limbs ? number[at] : 0, before = sum[at];
        if (at >= number_limbs && !carry)
            return;
        sum[at] = before + more + carry;
        carry = sum[at] < before || (carry && sum[at] == before);
    }
}

/* Adds what frontier `from` of `now` stands for to a frontier of `next`. */
static int enter(Sweep *sweep, const word *key, ptrdiff_t from)
{
    Frontier *next = &sweep->next;
    int words = sweep->words, limbs = next->limbs;
    uint32_t *slot = find(next, key, words);
    if (!*slot) {
        if (next->size >= (ptrdiff_t)UINT32_MAX - 1 || (sweep->how.most && next->size >= sweep->how.most))
            return fail(&sweep->error, NONOSAT_TOO_LARGE);
        ptrdiff_t at = next->size;
        if (grow_array(&next->key, sizeof *next->key, (at + 1) * words, &next->keys_size) ||
            grow_array(&next->count, sizeof *next->count, (at + 1) * limbs, &next->counts_size))
            return fail(&sweep->error, NONOSAT_MEMORY);
        memcpy(next->key + at * words, key, sizeof *key * words);
        memset(next->count + at * limbs, 0, sizeof *next->count * limbs);
        next->size = at + 1;
        *slot = (uint32_t)next->size;
        if (2 * next->size > next->slots && rehash(sweep, next, 4 * next->size))
            return -1;
        slot = find(next, key, words);
    }
    ptrdiff_t at = (ptrdiff_t)*slot - 1;
    if (sweep->how.is_sampled)
        set_share(next, at, share_of(next, at) + share_of(&sweep->now, from));
    else
        add(next->count + at * limbs, limbs, sweep->now.count + from * sweep->now.limbs, sweep->now.limbs);
    return 0;
}

/* Notes the row of each part's table for a frontier. */
static void read_rows(Sweep *sweep, int parts, int options, const word *key)
{
    for (int at = 0; at < parts; at++) {
        Part *part = sweep->part + at;
        part->row = part->table + (key[part->field.word] >> part->field.shift & part->field.mask) * (word)options;
    }
}

/* Colours a cell in the frontier that `read_rows` has seen; returns 1, or 0 if a segment has no completion then. */
static int colour(const Sweep *sweep, int parts, int option, const word *key, word *after)
{
    for (int at = 0; at < parts; at++)
        if (sweep->part[at].row[option] < 0)
            return 0;
    for (int at = 0; at < sweep->words; at++)
        after[at] = key[at];
    for (int at = 0; at < parts; at++) {
        const Part *part = sweep->part + at;
        const Field *field = &part->field;
        after[field->word] &= ~(field->mask << field->shift);
        after[field->word] |= (part->ends ? 0 : (word)part->row[option]) << field->shift;
    }
    return 1;
}

/* Limbs for a sum of all numbers of a frontier, times the number of options. */
static int limbs_for(const Sweep *sweep, int options, word *sum)
{
    const Frontier *now = &sweep->now;
    int limbs = now->limbs + 1;
    memset(sum, 0, sizeof *sum * limbs);
    for (ptrdiff_t at = 0; at < now->size; at++)
        add(sum, limbs, now->count + at * now->limbs, now->limbs);
    while (limbs > 1 && !sum[limbs - 1])
        limbs--;
    int bits = (limbs - 1) * WORD + bit_length(sum[limbs - 1]) + bit_length((word)options - 1);
    return bits > WORD ? (bits + WORD - 1) / WORD : 1;
}

/* Makes `next` of `now`. */
static int step(Sweep *sweep, int cell, word *key, word *sum)
{
    int options = sweep->region.options[cell], parts = sweep->at_cell[cell + 1] - sweep->at_cell[cell];
    Frontier *now = &sweep->now, *next = &sweep->next;
    next->size = 0;
    next->limbs = sweep->how.is_sampled ? 1 : limbs_for(sweep, options, sum);
    if (rehash(sweep, next, 2 * now->size))
        return -1;
    for (ptrdiff_t at = 0; at < now->size; at++) {
        if (at % LOOK == 0 && sweep->tick && sweep->tick->call && sweep->tick->call(sweep->tick->context))
            return fail(&sweep->error, NONOSAT_STOPPED);
        const word *before = now->key + at * sweep->words;
        read_rows(sweep, parts, options, before);
        for (int option = 0; option < options; option++)
            if (colour(sweep, parts, option, before, key) && enter(sweep, key, at))
                return -1;
    }
    for (int witness = 0; witness < sweep->how.witnesses; witness++) {
        word *path = sweep->path + (ptrdiff_t)witness * sweep->words;
        int option = sweep->how.witness[(ptrdiff_t)witness * sweep->region.cells + cell];
        read_rows(sweep, parts, options, path);
        if (option >= options || !colour(sweep, parts, option, path, key))
            return fail(&sweep->error, NONOSAT_INPUT);
        memcpy(path, key, sizeof *key * sweep->words);
    }
    return 0;
}

/* ---- the whole sweep ---- */

/* The frontier before the first cell: one, that stands for one colouring. */
static int begin(Sweep *sweep)
{
    Frontier *now = &sweep->now;
    now->limbs = 1;
    sweep->path = alloc((size_t)sweep->how.witnesses * sweep->words, sizeof *sweep->path);
    if (!sweep->path || grow_array(&now->key, sizeof *now->key, sweep->words, &now->keys_size) ||
        grow_array(&now->count, sizeof *now->count, 1, &now->counts_size))
        return fail(&sweep->error, NONOSAT_MEMORY);
    memset(now->key, 0, sizeof *now->key * sweep->words);
    now->size = now->count[0] = 1;
    if (sweep->how.is_sampled)
        set_share(now, 0, 1);
    sweep->random = sweep->how.seed;
    return 0;
}

static int run(Sweep *sweep)
{
    int cells = sweep->region.cells;
    word *key = alloc((size_t)sweep->words, sizeof *key), *sum = alloc((size_t)cells / 8 + 3, sizeof *sum);
    if (!key || !sum)
        fail(&sweep->error, NONOSAT_MEMORY);
    for (int cell = 0; cell < cells && !sweep->error; cell++) {
        read_parts(sweep, cell);
        if (step(sweep, cell, key, sum))
            break;
        leave_cell(sweep, cell);
        if (sweep->how.width && sweep->next.size > sweep->how.width) {
            sweep->exact = 0;
            narrow_frontier(sweep);
        }
        if (sweep->how.is_sampled)
            scale_down(sweep);
        Frontier free_one = sweep->now;
        sweep->now = sweep->next;
        sweep->next = free_one;
    }
    free_memory(key);
    free_memory(sum);
    return sweep->error;
}

/* 1 if the options make sense. */
static int is_sound(const nonosat_sweeping *how)
{
    return how->width >= 0 && how->most >= 0 && how->witnesses >= 0 && how->witnesses <= 1000 && (how->witness || !how->witnesses);
}

int nonosat_sweep(const nonosat_region *given, const nonosat_sweeping *how, const nonosat_tick *tick, uint64_t *count, double *logarithm,
                  int *exact)
{
    Sweep sweep = {.tick = tick, .exact = 1};
    if (!given || !count || !logarithm || !exact)
        return NONOSAT_INPUT;
    *logarithm = *exact = 0;
    if (read_struct(&sweep.region, sizeof sweep.region, given) || read_struct(&sweep.how, sizeof sweep.how, how) || !is_sound(&sweep.how))
        return NONOSAT_INPUT;
    if (!read_region(&sweep) && !begin(&sweep) && !run(&sweep)) {
        const Frontier *last = &sweep.now; /* all segments have ended: one frontier, or none */
        int words = sweep.region.cells / 8 + 1, limbs = last->limbs < words ? last->limbs : words;
        memset(count, 0, sizeof *count * words);
        *exact = sweep.exact;
        *logarithm = -INFINITY;
        if (last->size && sweep.how.is_sampled)
            *logarithm = log2(share_of(last, 0)) + sweep.scale;
        else if (last->size) {
            memcpy(count, last->count, sizeof *count * limbs);
            *logarithm = logarithm_of(count, words);
        }
    }
    free_sweep(&sweep);
    return sweep.error;
}
