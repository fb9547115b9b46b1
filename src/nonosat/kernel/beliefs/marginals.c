/* Marginals of a line: the share of its weighted fillings that start or end a block at a position, or give a cell a colour.

   The weight of a filling is the product of the weights of its cells. The forward pass, `sum_from_left`, computes for each
   block the total weight of everything before a position; the backward pass, `sum_from_right`, multiplies it by the total
   weight of everything after it, relative to the whole. A cell is covered by the blocks that have started and not ended before
   it. Starts and ends of blotted blocks are summed up separately.

   Source: the sums from both ends are those of L. E. Baum et al., "A maximization technique occurring in the statistical
   analysis of probabilistic functions of Markov chains" (Ann. Math. Statist. 41, 1970).

   Arrays of a line have a place for each boundary, from 0 to its length. Results belong to the graph, and are valid until the
   next line is summed up. Nothing here raises. */

#include "beliefs.h"

#include <math.h>
#include <string.h>

/* Computes the weight of a run of each kind at each start, in `graph->runs`. */
static void multiply_runs(const Graph *graph, const Factor *factor)
{
    int width = graph->width, length = factor->line->length, have = 1;
    for (int number = 0; number < factor->line->kinds; number++) {
        const Kind *kind = &factor->line->kind[number];
        double *restrict run = graph->runs + (Py_ssize_t)number * width;
        const double *restrict weights = factor->weights + (Py_ssize_t)kind->colour * (length + 1);
        if (number && kind->colour == kind[-1].colour) {
            memcpy(run, run - width, sizeof(double) * length);
        } else {
            memcpy(run, weights, sizeof(double) * length);
            have = 1;
        }
        for (; have < kind->length; have++)
            for (int at = 0; at + have < length; at++)
                run[at] *= weights[at + have];
    }
}

/* From the weights up to the ends of a block of fixed length, or a blotted one, at `up_to`. */
static void add_block(const Span *span, const double *restrict before, const double *restrict run,
                      const double *restrict ink, double *restrict up_to)
{
    if (span->length) {
        for (int at = span->first; at <= span->last; at++)
            up_to[at + span->length] = before[at] * run[at];
        return;
    }
    double weight = 0;
    for (int at = span->first; at < span->last_end; at++) {
        weight = (weight + (at <= span->last ? before[at] : 0)) * ink[at];
        up_to[at + 1] = weight;
    }
}

/* From the weights up to the ends of a block, those before the next one, whose last possible start is `until`. */
static void add_gap(const Span *span, const double *restrict up_to, const double *restrict background, int gap,
                    int until, double *restrict before)
{
    double weight = 0;
    int at = span->first_end;
    for (; at <= span->last_end; at++) {
        double moved = weight * background[at - 1];
        weight = moved + up_to[at];
        before[at] = gap ? moved : weight;
    }
    for (; at <= until; at++)
        before[at] = weight *= background[at - 1];
}

/* The weight of all fillings, summed up from the left. */
static double sum_from_left(const Graph *graph, const Factor *factor)
{
    int width = graph->width, length = factor->line->length, blocks = factor->line->blocks;
    const double *background = factor->weights;
    double *before = graph->before, *up_to = graph->up_to, weight = 1;
    for (int at = 0; at <= factor->span->last; at++) {
        before[at] = weight;
        weight *= background[at];
    }
    for (int block = 0; block < blocks; block++, before += width, up_to += width) {
        const Span *span = &factor->span[block], *next = block + 1 < blocks ? span + 1 : NULL;
        const double *ink = background + (Py_ssize_t)span->colour * (length + 1);
        add_block(span, before, graph->runs + (Py_ssize_t)span->kind * width, ink, up_to);
        add_gap(span, up_to, background, next && next->gap, next ? next->last : length, before + width);
    }
    return before[length];
}

/* From the weights after the ends of a block, those from its starts on; turns its `before` and `up_to` into marginals. */
static void weigh_block(const Span *span, const double *restrict after, const double *restrict run,
                        const double *restrict ink, double *restrict before, double *restrict up_to,
                        double *restrict from)
{
    if (span->length) {
        for (int at = span->first; at <= span->last; at++) {
            up_to[at + span->length] *= after[at + span->length];
            from[at] = run[at] * after[at + span->length];
        }
        return;
    }
    double weight = 0;
    for (int at = span->last_end - 1; at >= span->first; at--) {
        weight = (weight + (at + 1 >= span->first_end ? after[at + 1] : 0)) * ink[at];
        from[at] = weight;
    }
    for (int at = span->first; at <= span->last; at++)
        before[at] *= from[at];
    for (int at = span->first_end; at <= span->last_end; at++)
        up_to[at] *= after[at];
}

/* From the weights from the starts of a block on, those after the block before it, whose first possible end is `until`. */
static void add_gap_before(const Span *span, const double *restrict from, const double *restrict background,
                           int until, double *restrict after)
{
    double weight = 0;
    int at = span->last, gap = span->gap;
    for (; at >= span->first; at--) {
        double moved = weight * background[at];
        weight = moved + from[at];
        after[at] = gap ? moved : weight;
    }
    for (; at >= until; at--)
        after[at] = weight *= background[at];
}

/* Turns the sums of `sum_from_left` into marginals: shares of the whole, which must not be 0. */
static void sum_from_right(const Graph *graph, const Factor *factor, double whole)
{
    int width = graph->width, length = factor->line->length, blocks = factor->line->blocks;
    const double *background = factor->weights;
    double *after = graph->after;
    after[length] = 1 / whole;
    for (int at = length - 1; at >= factor->span[blocks - 1].first_end; at--)
        after[at] = after[at + 1] * background[at];
    for (int block = blocks - 1; block >= 0; block--) {
        const Span *span = &factor->span[block];
        const double *ink = background + (Py_ssize_t)span->colour * (length + 1);
        double *before = graph->before + (Py_ssize_t)block * width, *up_to = graph->up_to + (Py_ssize_t)block * width;
        weigh_block(span, after, graph->runs + (Py_ssize_t)span->kind * width, ink, before, up_to, graph->from);
        if (block)
            add_gap_before(span, graph->from, background, span[-1].first_end, after);
    }
}

static const double *start_marginals(const Graph *graph, const Span *span, int block)
{
    Py_ssize_t row = (Py_ssize_t)block * graph->width;
    return span->length ? graph->up_to + row + span->length : graph->before + row;
}

static const double *end_marginals(const Graph *graph, int block)
{
    return graph->up_to + (Py_ssize_t)block * graph->width;
}

int sum_fillings(const Graph *graph, const Factor *factor)
{
    multiply_runs(graph, factor);
    double whole = sum_from_left(graph, factor);
    if (!isfinite(whole) || whole < factor->least)
        return 0;
    sum_from_right(graph, factor, whole);
    return 1;
}

void cover_cells(const Graph *graph, const Factor *factor)
{
    int width = graph->width, length = factor->line->length;
    memset(graph->covered, 0, sizeof(double) * width * graph->lines->colours);
    for (int block = 0; block < factor->line->blocks; block++) {
        const Span *span = &factor->span[block];
        if (!span->open)
            continue;
        double *covered = graph->covered + (Py_ssize_t)span->colour * width;
        const double *starts = start_marginals(graph, span, block), *ends = end_marginals(graph, block);
        for (int at = span->first; at <= span->last; at++)
            covered[at] += starts[at];
        for (int at = span->first_end; at <= span->last_end; at++)
            covered[at] -= ends[at];
    }
    for (int colour = 1; colour < graph->lines->colours; colour++) {
        double *covered = graph->covered + (Py_ssize_t)colour * width, sum = 0;
        for (int at = 0; at < length; at++)
            covered[at] = sum += covered[at];
    }
}
