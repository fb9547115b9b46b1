/* The factor graph of a board: its open cells, and the lines with clues that cross them.

   All memory for belief propagation is allocated here at once, before the open cells are known: enough for the longest line
   and for the board if every cell is open. */

#include "beliefs.h"

#include <math.h>
#include <string.h>

void close_graph(Graph *graph)
{
    void *all[] = {graph->number, graph->choices, graph->choice, graph->pull,    graph->messages,
                   graph->whole,  graph->factor,  graph->places, graph->spans,   graph->weights,
                   graph->masks,  graph->before,  graph->up_to,  graph->runs,    graph->after,
                   graph->from,   graph->covered, graph->incoming,   graph->noise};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++)
        free_memory(all[at]);
}

/* Allocates all arrays. Returns 0, or -1 with the error noted. */
static int allocate(Graph *graph)
{
    const Lines *lines = graph->lines;
    size_t colours = lines->colours, cells = lines->cells, crossings = lines->most_crossings, masks = 0;
    size_t width = 1, blocks = 0, kinds = 0, all_blocks = 0;
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++) {
        size_t mine = line->blocks < 0 ? 0 : line->blocks, words = line->words * (colours + 2 * mine);
        width = (size_t)line->length + 1 > width ? (size_t)line->length + 1 : width;
        blocks = mine > blocks ? mine : blocks;
        kinds = (size_t)line->kinds > kinds ? (size_t)line->kinds : kinds;
        masks = words > masks ? words : masks;
        all_blocks += mine;
    }
    graph->width = (int)width;
    return (graph->number = alloc(cells, sizeof(int))) && (graph->choices = alloc(cells, sizeof(int))) &&
                   (graph->choice = alloc((cells + 1) * colours, sizeof(int))) &&
                   (graph->noise = alloc(cells * colours, sizeof(double))) &&
                   (graph->pull = alloc(cells * colours, sizeof(double))) &&
                   (graph->messages = alloc(cells * crossings * colours, sizeof(double))) &&
                   (graph->whole = alloc(cells * colours, sizeof(double))) &&
                   (graph->factor = alloc(lines->lines, sizeof(Factor))) &&
                   (graph->places = alloc(3 * crossings * cells, sizeof(int))) &&
                   (graph->spans = alloc(all_blocks, sizeof(Span))) &&
                   (graph->weights = alloc((crossings * cells + lines->lines) * colours, sizeof(double))) &&
                   (graph->masks = alloc(masks + lines->scratch, sizeof(word))) &&
                   (graph->before = alloc((blocks + 1) * width, sizeof(double))) &&
                   (graph->up_to = alloc(blocks * width, sizeof(double))) &&
                   (graph->runs = alloc(kinds * width, sizeof(double))) &&
                   (graph->after = alloc(width, sizeof(double))) &&
                   (graph->from = alloc(width + colours, sizeof(double))) &&
                   (graph->covered = alloc(width * colours, sizeof(double))) &&
                   (graph->incoming = alloc(width * colours, sizeof(double)))
               ? 0
               : fail(&graph->error, NONOSAT_MEMORY);
}

/* Numbers the open cells that a line owns, and records their choices. Requires the line's masks in `graph->masks`.
   Returns 0, or -1 with the error noted if a cell has no colour. */
static int number_cells(Graph *graph, const Line *line)
{
    int colours = graph->lines->colours;
    for (int at = 0; line->owned && at < line->length; at++) {
        if (!bit(line->owns, at))
            continue;
        int *choice = graph->choice + (ptrdiff_t)graph->cells * colours, choices = 0;
        for (int colour = 0; colour < colours; colour++)
            if (bit(graph->masks + (ptrdiff_t)colour * line->words, at))
                choice[choices++] = colour;
        if (!choices)
            return fail(&graph->error, NONOSAT_INPUT);
        graph->number[line->cells[at]] = choices > 1 ? graph->cells : -1 - choice[0];
        graph->choices[graph->cells] = choices;
        graph->cells += choices > 1;
    }
    return 0;
}

/* Spans of a line's blocks, from the result of `line_spans`. */
static void find_spans(const Line *line, const word *masks, Span *span)
{
    for (int number = 0; number < line->blocks; number++, span++, masks += 2 * line->words) {
        const Block *block = &line->block[number];
        const word *ends = masks + line->words;
        *span = (Span){
            .length = block->length,
            .gap = block->gap,
            .colour = block->colour,
            .kind = block->kind,
            .first = lowest(masks),
            .last = highest(masks, line->words),
            .first_end = lowest(ends),
            .last_end = highest(ends, line->words),
        };
        span->open = span->first < span->last || span->first_end < span->last_end;
    }
}

/* Least accurate sum of a line's fillings, from the number of fillings of its clue on an empty line: the ways to distribute
   the slack over gaps and blotted blocks. */
static double least_of_line(const Line *line)
{
    double slack = line->block->latest - line->block->earliest, moving = line->blocks + line->blotted;
    double least = exp2(-FLOOR);
    for (int at = 1; at <= moving && least < 1; at++) /* not by lgamma, which writes a global variable */
        least *= (slack + at) / at;
    return least < 1 ? least : INFINITY;
}

/* Records the open cells of a line, and gives each candidate weight 1; `send_to_line` updates those of open cells. */
static void find_open(const Graph *graph, Factor *factor)
{
    const Line *line = factor->line;
    int open = 0;
    for (int at = 0; at < line->length; at++)
        open += graph->number[line->cells[at]] >= 0;
    factor->cell = factor->at + open;
    factor->rank = factor->cell + open;
    factor->cells = 0;
    for (int at = 0; at < line->length; at++) {
        if (graph->number[line->cells[at]] >= 0) {
            const Crossing *first = crossings(graph->lines, line->cells[at]), *mine = first;
            while (graph->lines->line + mine->line != line)
                mine++;
            factor->at[factor->cells] = at;
            factor->rank[factor->cells] = (int)(mine - first);
            factor->cell[factor->cells++] = graph->number[line->cells[at]];
        }
        for (int colour = 0; colour < graph->lines->colours; colour++)
            factor->weights[(ptrdiff_t)colour * (line->length + 1) + at] =
                bit(graph->masks + (ptrdiff_t)colour * line->words, at);
    }
}

/* Prepares the factor of a line. Requires the line's masks in `graph->masks`, and the factor's line and memory. Returns 1, 0 if
   the line has no clue, a star, or no open cell, or -1 with the error noted. */
static int prepare_line(Graph *graph, Factor *factor)
{
    const Line *line = factor->line;
    word *spans = graph->masks + (ptrdiff_t)graph->lines->colours * line->words;
    find_open(graph, factor);
    if (!factor->cells || line->blocks <= 0 || line->stars)
        return 0;
    if (!line_spans(graph->lines, line, graph->masks, spans, spans + 2 * (ptrdiff_t)line->words * line->blocks))
        return fail(&graph->error, NONOSAT_INPUT);
    find_spans(line, spans, factor->span);
    factor->least = least_of_line(line);
    return 1;
}

int open_graph(Graph *graph, const Board *board)
{
    if (allocate(graph))
        return -1;
    Factor next = {.at = graph->places, .span = graph->spans, .weights = graph->weights};
    for (int number = 0; number < graph->lines->lines; number++) {
        const Line *line = &graph->lines->line[number];
        memcpy(graph->masks, board->masks + line->masks, sizeof(word) * line->words * graph->lines->colours);
        if (number_cells(graph, line))
            return -1;
        Factor *factor = &graph->factor[graph->factors];
        *factor = next;
        factor->line = line;
        int prepared = prepare_line(graph, factor);
        if (prepared < 0)
            return -1;
        if (prepared) {
            graph->factors++;
            next.at += 3 * factor->cells;
            next.span += line->blocks;
            next.weights += (ptrdiff_t)graph->lines->colours * (line->length + 1);
        }
    }
    return 0;
}
