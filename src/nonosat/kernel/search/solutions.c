/* Solutions: their check, and those found so far; and the clock. */

#include "search.h"

/* Matches runs of cells with blocks, and with stars as few as possible: a run that fits no block belongs to the last star. */
static int is_filled(const Line *line, const uint8_t *cells)
{
    int block = 0, starred = -1, resumed = 0; /* the block after the last star, and the end of the first run beyond its blocks */
    for (int at = 0; at < line->length;) {
        int colour = cells[line->cells[at]], begun = at;
        while (at < line->length && cells[line->cells[at]] == colour)
            at++;
        if (!colour)
            continue;
        if (block < line->blocks ? line->block[block].star : line->star) {
            starred = block;
            resumed = at;
        }
        if (block < line->blocks && line->block[block].colour == colour &&
            (!line->block[block].length || line->block[block].length == at - begun))
            block++;
        else if (starred < 0)
            return 0;
        else {
            block = starred;
            at = resumed;
        }
    }
    return block == line->blocks;
}

int is_solution(const Lines *lines, const uint8_t *cells)
{
    for (int cell = 0; cell < lines->cells; cell++)
        if (cells[cell] >= lines->colours)
            return 0;
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++)
        if (line->blocks >= 0 && !is_filled(line, cells))
            return 0;
    return 1;
}

int take_solution(nonosat_search *search, const uint8_t *cells)
{
    int is_new = add_picture(&search->solutions, cells);
    if (is_new > 0 && search->pending.number == search->handed)
        search->pending.number = search->handed = 0;
    if (is_new > 0)
        is_new = add_picture(&search->pending, cells);
    return is_new < 0 ? fail(&search->error, NONOSAT_MEMORY) : is_new;
}

double lap(nonosat_search *search)
{
    if (!search->options.clock)
        return 0;
    double now = search->options.clock(), seconds = now - search->last;
    search->effort.seconds += seconds;
    search->last = now;
    return seconds;
}
