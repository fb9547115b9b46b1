/* Sweeps of beliefs for one ink, without logarithms: what messages.c and marginals.c do, which explain it, two to three times as
   fast. It serves where every clue has known lengths and messages are not damped, which most sweeps are like.

   All that a line and a cell tell each other of two colours is one number, the odds of the ink against background, and what
   a cell is told by several is a product of odds. Only the pull of a cell towards its own belief takes a power of odds, once
   a sweep. Loops over all cells have no branch and call nothing, so that compilers can make several steps at a time.

   A line is summed up from both ends in turn, block by block: neither waits for the other, as the steps of one sum do.

   In a graph whose `odds` is set, `messages` has [family][open cell] what lines have told, `pull` the odds by which each cell is
   pulled and then those of its noise alone, and `whole` what it believes. */

#include "beliefs.h"

#include <math.h>
#include <string.h>

#define MOST_LIMIT 40.0 /* log-odds, and pulls below, for which no power here is too large for a double */
#define MOST_PULL 4.0

int can_use_odds(const Graph *graph)
{
    const Options *options = &graph->options;
    int can = graph->lines->colours == 2 && graph->noise && options->damping == 0 && options->limit > 0 &&
              options->limit <= MOST_LIMIT && options->pull >= 0 && options->pull <= MOST_PULL;
    for (int number = 0; can && number < graph->factors; number++)
        can = !graph->factor[number].line->blotted;
    return can;
}

INLINED double from_bits(uint64_t bits)
{
    double number;
    memcpy(&number, &bits, sizeof number);
    return number;
}

INLINED uint64_t bits_of(double number)
{
    uint64_t bits;
    memcpy(&bits, &number, sizeof bits);
    return bits;
}

#define SHIFT (1.5 * 4503599627370496.0) /* 1.5 * 2^52: a smaller number that is added to it is rounded, and lies in the last bits */

/* 2^x, to some 1e-14 of it. Requires x between -1000 and 1000; of others it makes anything. */
INLINED double power_of_two(double x)
{
    double rounded = x + SHIFT, y = (x - (rounded - SHIFT)) * 0.693147180559945309; /* 2^x is 2^n e^y */
    double sum = 1 / 39916800.0;
    sum = sum * y + 1 / 3628800.0;
    sum = sum * y + 1 / 362880.0;
    sum = sum * y + 1 / 40320.0;
    sum = sum * y + 1 / 5040.0;
    sum = sum * y + 1 / 720.0;
    sum = sum * y + 1 / 120.0;
    sum = sum * y + 1 / 24.0;
    sum = sum * y + 1 / 6.0;
    sum = sum * y + 0.5;
    sum = sum * y + 1;
    sum = sum * y + 1;
    return from_bits(bits_of(sum) + (bits_of(rounded) << 52));
}

/* The logarithm to base 2, off by 1e-13 at most. Requires x between 2^-64 and 2^64, as above. */
INLINED double logarithm(double x)
{
    uint64_t above = bits_of(x) - 0x3fe6a09e667f3bcdu + ((uint64_t)64 << 52); /* the square root of a half has that exponent */
    double exponent = from_bits(above >> 52 | 0x4330000000000000u) - (4503599627370496.0 + 64);
    double mantissa = from_bits(bits_of(x) - (above & 0xfff0000000000000u) + ((uint64_t)64 << 52)); /* around 1 */
    double part = (mantissa - 1) / (mantissa + 1), square = part * part;
    double sum = 1 / 17.0;
    sum = sum * square + 1 / 15.0;
    sum = sum * square + 1 / 13.0;
    sum = sum * square + 1 / 11.0;
    sum = sum * square + 1 / 9.0;
    sum = sum * square + 1 / 7.0;
    sum = sum * square + 1 / 5.0;
    sum = sum * square + 1 / 3.0;
    sum = sum * square + 1;
    return exponent + 2.88539008177792681 * part * sum; /* 2 / log(2) */
}

void begin_odds(const Graph *graph)
{
    for (Py_ssize_t at = 0; at < (Py_ssize_t)graph->cells * graph->lines->families; at++)
        graph->messages[at] = 1;
    for (int number = 0; number < graph->lines->cells; number++) {
        int cell = graph->number[number];
        if (cell < 0)
            continue;
        graph->whole[cell] = 1;
        graph->pull[cell] = (graph->noise[graph->lines->cells + number] - graph->noise[number]) * 1.44269504088896341;
    }
    for (int cell = 0; cell < graph->cells; cell++)
        graph->pull[graph->cells + cell] = graph->pull[cell] = power_of_two(graph->pull[cell]);
}

void pull_odds(const Graph *graph, double strength)
{
    double *restrict pull = graph->pull;
    const double *restrict noise = graph->pull + graph->cells, *restrict whole = graph->whole;
    for (int cell = 0; cell < graph->cells; cell++)
        pull[cell] = noise[cell] * power_of_two(strength * logarithm(whole[cell]));
}

double conclude_odds(const Graph *graph)
{
    double *restrict whole = graph->whole;
    double most = graph->surest, least = 1 / most, margin = INFINITY;
    memcpy(whole, graph->pull, sizeof(double) * graph->cells);
    for (int family = 0; family < graph->lines->families; family++) {
        const double *restrict messages = graph->messages + (Py_ssize_t)family * graph->cells;
        for (int cell = 0; cell < graph->cells; cell++)
            whole[cell] *= messages[cell];
    }
    for (int cell = 0; cell < graph->cells; cell++) {
        double odds = whole[cell], against = 1 / odds, surer = odds > against ? odds : against;
        margin = surer < margin ? surer : margin;
        odds = odds < most ? odds : most;
        whole[cell] = odds > least ? odds : least;
    }
    return log(margin);
}

/* ---- one line ---- */

/* Tells a line what the others believe of its cells: weights, the greater of which is 1. */
static void weigh_cells(const Graph *graph, const Factor *factor)
{
    int cells = factor->cells, families = graph->lines->families;
    double *restrict told = graph->told;
    double *restrict background = factor->weights, *restrict ink = background + factor->line->length + 1;
    double most = graph->surest, least = 1 / most;
    for (int number = 0; number < cells; number++)
        told[number] = graph->pull[factor->cell[number]];
    for (int family = 0; family < families; family++) {
        const double *restrict messages = graph->messages + (Py_ssize_t)family * graph->cells;
        if (family != factor->line->family)
            for (int number = 0; number < cells; number++)
                told[number] *= messages[factor->cell[number]];
    }
    for (int number = 0; number < cells; number++) {
        double odds = told[number] < most ? told[number] : most;
        told[number] = odds > least ? odds : least;
    }
    for (int number = 0; number < cells; number++) {
        double odds = told[number], against = 1 / odds;
        ink[factor->at[number]] = odds < 1 ? odds : 1;
        background[factor->at[number]] = against < 1 ? against : 1;
    }
}

/* From the weights before a block to those before the next one. */
static void step_right(const Span *span, const double *restrict before, const double *restrict run,
                       const double *restrict background, double *restrict next)
{
    int length = span->length, last = span[1].last, at = span->first_end;
    double weight = 0;
    for (; at <= span->last_end; at++) {
        next[at] = weight * background[at - 1];
        weight = next[at] + before[at - length] * run[at - length];
    }
    for (; at <= last; at++)
        next[at] = weight *= background[at - 1];
}

/* From the weights after a block to those after the one before it. */
static void step_left(const Span *span, const double *restrict after, const double *restrict run,
                      const double *restrict background, double *restrict next)
{
    int length = span->length, first_end = span[-1].first_end, at = span->last;
    double weight = 0;
    for (; at >= span->first; at--) {
        next[at] = weight * background[at];
        weight = next[at] + after[at + length] * run[at];
    }
    for (; at >= first_end; at--)
        next[at] = weight *= background[at];
}

/* Sums a line up from both ends: what can stand before each block, and after it. */
static void sum_both_ways(const Graph *graph, const Factor *factor)
{
    Py_ssize_t width = graph->width;
    int length = factor->line->length, last = factor->line->blocks - 1;
    const double *background = factor->weights, *runs = graph->runs;
    const Span *span = factor->span;
    double *before = graph->before, *after = graph->up_to, weight = 1;
    for (int at = 0; at <= span[0].last; at++) {
        before[at] = weight;
        weight *= background[at];
    }
    weight = 1;
    for (int at = length; at >= span[last].first_end; at--) {
        after[last * width + at] = weight;
        weight *= at ? background[at - 1] : 1;
    }
    for (int block = 0; block < last; block++) {
        int other = last - block;
        step_right(span + block, before + block * width, runs + span[block].kind * width, background, before + (block + 1) * width);
        step_left(span + other, after + other * width, runs + span[other].kind * width, background, after + (other - 1) * width);
    }
}

/* The shares of a line's fillings in which each cell is covered, in `covered`: 0 if the sums cannot be trusted, else 1. */
static int cover_with_ink(const Graph *graph, const Factor *factor)
{
    Py_ssize_t width = graph->width;
    double whole = 0, *restrict covered = graph->covered;
    memset(covered, 0, sizeof(double) * width);
    for (int block = 0; block < factor->line->blocks; block++) {
        const Span *span = factor->span + block;
        if (block && !span->open)
            continue;
        int length = span->length;
        const double *restrict before = graph->before + block * width, *restrict run = graph->runs + span->kind * width;
        const double *restrict after = graph->up_to + block * width + length;
        double *restrict share = graph->from;
        for (int at = span->first; at <= span->last; at++)
            share[at] = before[at] * run[at] * after[at];
        if (!block)
            for (int at = span->first; at <= span->last; at++)
                whole += share[at];
        if (!span->open)
            continue;
        for (int at = span->first; at <= span->last; at++)
            covered[at] += share[at];
        for (int at = span->first; at <= span->last; at++)
            covered[at + length] -= share[at];
    }
    if (!isfinite(whole) || whole < factor->least)
        return 0;
    double sum = 0, part = 1 / whole;
    for (int at = 0; at < factor->line->length; at++)
        covered[at] = sum += covered[at] * part;
    return 1;
}

/* Sends a line's answer to its cells: the odds in it over those that it was told. */
static void answer_cells(const Graph *graph, const Factor *factor)
{
    int cells = factor->cells;
    double *restrict told = graph->told, *restrict covered = graph->covered;
    double *restrict messages = graph->messages + (Py_ssize_t)factor->line->family * graph->cells;
    double most = graph->surest, least = 1 / most, fewest = graph->least;
    for (int number = 0; number < cells; number++)
        covered[number] = covered[factor->at[number]]; /* which lies there or behind */
    for (int number = 0; number < cells; number++) {
        double ink = covered[number], background = 1 - ink;
        ink = ink > fewest ? ink : fewest;
        background = background > fewest ? background : fewest;
        double odds = ink / (background * told[number]);
        odds = odds < most ? odds : most;
        told[number] = odds > least ? odds : least;
    }
    for (int number = 0; number < cells; number++)
        messages[factor->cell[number]] = told[number];
}

int update_odds(const Graph *graph, const Factor *factor)
{
    weigh_cells(graph, factor);
    multiply_runs(graph, factor);
    sum_both_ways(graph, factor);
    if (!cover_with_ink(graph, factor))
        return 0;
    answer_cells(graph, factor);
    return 1;
}
