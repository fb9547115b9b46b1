/* The region of a sweep: checked, and the bits of a frontier given to its segments. */

#include "regions.h"

/* Checks a segment, and notes where the rows and weights of its places begin, from `*entries` and `*weights` on. */
static int read_segment(Sweep *sweep, int segment, ptrdiff_t *entries, ptrdiff_t *weights)
{
    const nonosat_region *region = &sweep->region;
    int first = region->first[segment], end = region->first[segment + 1];
    if (first >= end || end > region->places || region->states[first] != 1)
        return fail(&sweep->error, NONOSAT_INPUT);
    for (int place = first; place < end; place++) {
        int cell = region->cell[place], states = region->states[place];
        if (cell < 0 || cell >= region->cells || (place > first && cell <= region->cell[place - 1]) || states < 1 || states > MOST)
            return fail(&sweep->error, NONOSAT_INPUT);
        sweep->segment_of[place] = segment;
        sweep->table[place] = *entries;
        sweep->weight[place] = *weights;
        ptrdiff_t rows = (ptrdiff_t)states * region->options[cell];
        if (rows > region->entries - *entries || states > region->promises - *weights)
            return fail(&sweep->error, NONOSAT_INPUT);
        int after = place + 1 < end ? region->states[place + 1] : 1;
        for (ptrdiff_t entry = 0; entry < rows; entry++)
            if (region->table[*entries + entry] < -1 || region->table[*entries + entry] >= after)
                return fail(&sweep->error, NONOSAT_INPUT);
        *entries += rows;
        *weights += states;
    }
    return 0;
}

/* Checks the sizes of a region, and whether its arrays are there. */
static int has_arrays(const nonosat_region *region)
{
    if (region->cells < 0 || region->cells > MOST || region->segments < 0 || region->segments > MOST || region->places < 0 ||
        region->places > MOST || region->entries < 0 || region->promises < 0)
        return 0;
    if (region->cells && !region->options)
        return 0;
    return !region->segments || (region->first && region->cell && region->states && region->table && !region->first[0]);
}

static int read_arrays(Sweep *sweep)
{
    const nonosat_region *region = &sweep->region;
    ptrdiff_t entries = 0, weights = 0;
    if (!has_arrays(region))
        return fail(&sweep->error, NONOSAT_INPUT);
    for (int cell = 0; cell < region->cells; cell++)
        if (region->options[cell] < 1 || region->options[cell] > 256)
            return fail(&sweep->error, NONOSAT_INPUT);
    for (ptrdiff_t at = 0; region->weights && at < region->promises; at++)
        if (!(fabs(region->weights[at]) < 1e9)) /* not a number, either */
            return fail(&sweep->error, NONOSAT_INPUT);
    size_t places = (size_t)region->places;
    sweep->table = alloc(places, sizeof *sweep->table);
    sweep->weight = alloc(places, sizeof *sweep->weight);
    sweep->segment_of = alloc(places, sizeof *sweep->segment_of);
    sweep->place = alloc(places, sizeof *sweep->place);
    sweep->at_cell = alloc((size_t)region->cells + 1, sizeof *sweep->at_cell);
    sweep->field = alloc((size_t)region->segments, sizeof *sweep->field);
    sweep->position = alloc((size_t)region->segments, sizeof *sweep->position);
    sweep->taken = alloc((size_t)region->segments, sizeof *sweep->taken);
    if (!sweep->table || !sweep->weight || !sweep->segment_of || !sweep->place || !sweep->at_cell || !sweep->field || !sweep->position ||
        !sweep->taken)
        return fail(&sweep->error, NONOSAT_MEMORY);
    for (int segment = 0; segment < region->segments; segment++)
        if (read_segment(sweep, segment, &entries, &weights))
            return -1;
    if ((region->segments ? region->first[region->segments] : 0) != region->places || entries != region->entries ||
        weights != region->promises)
        return fail(&sweep->error, NONOSAT_INPUT);
    for (int place = 0; place < region->places; place++)
        sweep->at_cell[region->cell[place] + 1]++;
    int most = 0;
    for (int cell = 0; cell < region->cells; cell++) {
        most = sweep->at_cell[cell + 1] > most ? sweep->at_cell[cell + 1] : most;
        sweep->at_cell[cell + 1] += sweep->at_cell[cell];
    }
    for (int place = region->places - 1; place >= 0; place--)
        sweep->place[--sweep->at_cell[region->cell[place] + 1]] = place;
    for (int cell = 0; cell < region->cells; cell++) /* each now begins one entry too late */
        sweep->at_cell[cell] = sweep->at_cell[cell + 1];
    sweep->at_cell[region->cells] = region->places;
    sweep->part = alloc((size_t)most, sizeof *sweep->part);
    return sweep->part ? 0 : fail(&sweep->error, NONOSAT_MEMORY);
}

/* Gives a segment that begins the first bits that are free, within one word. */
static void take_field(Sweep *sweep, int segment)
{
    const nonosat_region *region = &sweep->region;
    int most = 1;
    for (int place = region->first[segment]; place < region->first[segment + 1]; place++)
        most = region->states[place] > most ? region->states[place] : most;
    int bits = bit_length((word)(most - 1));
    word mask = ((word)1 << bits) - 1;
    Field field = {.mask = mask};
    while (field.mask && sweep->taken[field.word] >> field.shift & mask)
        if (++field.shift + bits > WORD)
            field = (Field){.word = field.word + 1, .mask = mask};
    sweep->taken[field.word] |= mask << field.shift;
    sweep->field[segment] = field;
}

static void free_field(Sweep *sweep, int segment)
{
    const Field *field = sweep->field + segment;
    sweep->taken[field->word] &= ~(field->mask << field->shift);
}

void read_parts(Sweep *sweep, int cell)
{
    const nonosat_region *region = &sweep->region;
    for (int at = sweep->at_cell[cell]; at < sweep->at_cell[cell + 1]; at++) {
        int place = sweep->place[at], segment = sweep->segment_of[place];
        if (place == region->first[segment])
            take_field(sweep, segment);
        sweep->part[at - sweep->at_cell[cell]] = (Part){
            .field = sweep->field[segment],
            .table = region->table + sweep->table[place],
            .ends = place + 1 == region->first[segment + 1],
        };
    }
}

void leave_cell(Sweep *sweep, int cell)
{
    for (int at = sweep->at_cell[cell]; at < sweep->at_cell[cell + 1]; at++) {
        int place = sweep->place[at], segment = sweep->segment_of[place];
        int ends = place + 1 == sweep->region.first[segment + 1];
        sweep->position[segment] = ends ? -1 : place + 1;
        if (ends)
            free_field(sweep, segment);
    }
}

/* Determines how many words a frontier has, by going through the cells once. */
static void measure(Sweep *sweep)
{
    for (int segment = 0; segment < sweep->region.segments; segment++)
        sweep->position[segment] = -1;
    sweep->words = 1;
    for (int cell = 0; cell < sweep->region.cells; cell++) {
        read_parts(sweep, cell);
        for (int at = 0; at < sweep->at_cell[cell + 1] - sweep->at_cell[cell]; at++)
            if (sweep->part[at].field.word >= sweep->words)
                sweep->words = sweep->part[at].field.word + 1;
        leave_cell(sweep, cell);
    }
}

int read_region(Sweep *sweep)
{
    if (read_arrays(sweep))
        return -1;
    measure(sweep);
    return 0;
}
