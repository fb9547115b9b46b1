/* Belief propagation between lines: what nonosat.lines.beliefs and nonosat.lines.marginals do, which explain it.

   Here the fillings of a line are summed up without logarithms. The weights of a cell are those of its colours
   relative to the likeliest, which has 1; none is below e^-limit but those of colours that cannot be, which are 0.
   So no sum exceeds the number of fillings, and all that can go wrong is that something becomes too small for a
   double, loses up to 2^-1074, and is then multiplied by what stands on its other side: the number of fillings by
   the sum of all. `least` is what makes that product 2^FLOOR at most, so that each loss is of less than 2^-90. A
   line whose fillings sum up to less leaves all to logarithms. With a limit of 15 (21.7 binary places a cell) no
   line of 42 cells or less does, and in boards of 150 x 150 random cells no line comes near.

   Arrays of doubles for a line have a place for each of its positions, its length included. */

#include "kernel.h"

#include <math.h>
#include <string.h>

enum { FLOOR = 980 }; /* how many binary places a sum may be less than the greatest there could be */

/* A block of a line on which something is open: where it can start and end. */
typedef struct {
    int length; /* 0 if it is blotted */
    int gap;    /* before it, as that of Block */
    int colour;
    int kind;
    int open; /* whether it has several places left */
    int first, last;
    int first_end, last_end;
} Span;

/* A line that has an open cell, and a clue to say something about it. */
typedef struct {
    const Line *line;
    int number;
    int family;
    int cells;       /* how many are open */
    const int *at;   /* where they are on the line */
    const int *cell; /* which they are of all open cells */
    const Span *span;
    double *weights; /* [colour][place], the last place spare */
    double least;    /* that its fillings must weigh together */
} Asked;

/* What the user of nonosat.lines.beliefs.beliefs decides, and the constants of that module. */
typedef struct {
    PyObject *tick; /* or NULL */
    const double *noise; /* [colour][cell], or NULL if not reinforced */
    Py_ssize_t sweeps, plain;
    double pull, sure, damping, settled, limit, most;
} Options;

/* Everything; colours of a cell are numbered among those that it can have, its choices. */
typedef struct {
    const Lines *lines;
    Options options;
    int cells;        /* that are open */
    int width;        /* places of the longest line */
    int *number;      /* [cell of the board]: its number among the open ones, or -1 - its colour */
    int *choices;     /* [open cell]: how many colours it can have */
    int *choice;      /* [open cell][choice]: the colour */
    double *pull;     /* [open cell][choice] */
    double *messages; /* [open cell][family][choice] */
    double *whole;    /* [open cell][choice]: what all say together */
    int asked;
    Asked *ask;
    int *places; /* storage of `at` and `cell` */
    Span *spans;
    double *weights;
    word *masks;
    double *before;  /* [block][position]: of all that is before a block that starts there */
    double *up_to;   /* [block][position]: of all before the end of a block there, itself included; then its share */
    double *runs;    /* [kind][position]: of a block that starts there alone */
    double *after;   /* [position]: of all after a block that ends there */
    double *from;    /* [position]: of that and a block that starts there */
    double *covered; /* [colour][position] */
    double *told;    /* [open cell of a line][choice]: logarithms */
    double least;    /* a smaller share is a rounding error */
} Net;

/* --- the sums over the fillings of a line -------------------------------------------------------------- */

/* The weights of runs of each kind, wherever they start. */
static void multiply_runs(const Net *net, const Asked *asked)
{
    int width = net->width, length = asked->line->length, have = 1;
    for (int number = 0; number < asked->line->kinds; number++) {
        const Kind *kind = &asked->line->kind[number];
        double *restrict run = net->runs + (Py_ssize_t)number * width;
        const double *restrict weights = asked->weights + (Py_ssize_t)kind->colour * (length + 1);
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

/* From the weights up to the ends of a block those before the next one, which can start `until` there at last. */
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
static double sum_from_left(const Net *net, const Asked *asked)
{
    int width = net->width, length = asked->line->length, blocks = asked->line->blocks;
    const double *background = asked->weights;
    double *before = net->before, *up_to = net->up_to, weight = 1;
    for (int at = 0; at <= asked->span->last; at++) {
        before[at] = weight;
        weight *= background[at];
    }
    for (int block = 0; block < blocks; block++, before += width, up_to += width) {
        const Span *span = &asked->span[block], *next = block + 1 < blocks ? span + 1 : NULL;
        const double *ink = background + (Py_ssize_t)span->colour * (length + 1);
        add_block(span, before, net->runs + (Py_ssize_t)span->kind * width, ink, up_to);
        add_gap(span, up_to, background, next && next->gap, next ? next->last : length, before + width);
    }
    return before[length];
}

/* From the weights after the ends of a block those from its starts on; its `before` and `up_to` become shares. */
static void share_block(const Span *span, const double *restrict after, const double *restrict run,
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

/* From the weights from the starts of a block on those after the one before it, which can end `until` there. */
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

/* Makes what `sum_from_left` has left shares of the whole. */
static void share_from_right(const Net *net, const Asked *asked, double whole)
{
    int width = net->width, length = asked->line->length, blocks = asked->line->blocks;
    const double *background = asked->weights;
    double *after = net->after;
    after[length] = 1 / whole;
    for (int at = length - 1; at >= asked->span[blocks - 1].first_end; at--)
        after[at] = after[at + 1] * background[at];
    for (int block = blocks - 1; block >= 0; block--) {
        const Span *span = &asked->span[block];
        const double *ink = background + (Py_ssize_t)span->colour * (length + 1);
        double *before = net->before + (Py_ssize_t)block * width, *up_to = net->up_to + (Py_ssize_t)block * width;
        share_block(span, after, net->runs + (Py_ssize_t)span->kind * width, ink, before, up_to, net->from);
        if (block)
            add_gap_before(span, net->from, background, span[-1].first_end, after);
    }
}

/* [position]: the shares of a block's starts, after `sum_line`; and of its ends. */
static const double *start_shares(const Net *net, const Span *span, int block)
{
    Py_ssize_t row = (Py_ssize_t)block * net->width;
    return span->length ? net->up_to + row + span->length : net->before + row;
}

static const double *end_shares(const Net *net, int block)
{
    return net->up_to + (Py_ssize_t)block * net->width;
}

/* The shares of the fillings that start or end a block somewhere: `start_shares` and `end_shares`.
   Returns 0 if they are not to be trusted, else 1. */
static int sum_line(const Net *net, const Asked *asked)
{
    multiply_runs(net, asked);
    double whole = sum_from_left(net, asked);
    if (!isfinite(whole) || whole < asked->least)
        return 0;
    share_from_right(net, asked, whole);
    return 1;
}

/* The shares of the fillings that give a cell an ink; without meaning where nothing is open. */
static void cover(const Net *net, const Asked *asked)
{
    int width = net->width, length = asked->line->length;
    memset(net->covered, 0, sizeof(double) * width * net->lines->colours);
    for (int block = 0; block < asked->line->blocks; block++) {
        const Span *span = &asked->span[block];
        if (!span->open)
            continue;
        double *covered = net->covered + (Py_ssize_t)span->colour * width;
        const double *starts = start_shares(net, span, block), *ends = end_shares(net, block);
        for (int at = span->first; at <= span->last; at++)
            covered[at] += starts[at];
        for (int at = span->first_end; at <= span->last_end; at++)
            covered[at] -= ends[at];
    }
    for (int colour = 1; colour < net->lines->colours; colour++) {
        double *covered = net->covered + (Py_ssize_t)colour * width, sum = 0;
        for (int at = 0; at < length; at++)
            covered[at] = sum += covered[at];
    }
}

/* --- messages ------------------------------------------------------------------------------------------- */

/* Of these functions that go from cell to cell those marked so are compiled twice: once for two colours, when every
   open cell has two choices, and all small loops are unrolled. */

/* How many choices a cell has. */
INLINED int choices_of(const Net *net, int cell, int colours)
{
    return colours == 2 ? 2 : net->choices[cell];
}

/* The colour of one of them. */
INLINED Py_ssize_t colour_of(const Net *net, int cell, int choice, int colours)
{
    return colours == 2 ? choice : net->choice[(Py_ssize_t)cell * colours + choice];
}

/* Makes the greatest of some logarithms 0, and none of the others less than -limit. */
INLINED void make_relative(double *logarithms, int number, double limit)
{
    double most = logarithms[0];
    for (int at = 1; at < number; at++)
        most = logarithms[at] > most ? logarithms[at] : most;
    for (int at = 0; at < number; at++) {
        double less = logarithms[at] - most;
        logarithms[at] = less > -limit ? less : -limit;
    }
}

/* What a cell is told by itself and all its lines but that of one family; by all if there is no such family. */
INLINED void add_messages(const Net *net, int cell, int family, int colours, int choices, double *sums)
{
    const double *pull = net->pull + (Py_ssize_t)cell * colours;
    const double *messages = net->messages + (Py_ssize_t)cell * net->lines->families * colours;
    for (int choice = 0; choice < choices; choice++)
        sums[choice] = pull[choice];
    for (int other = 0; other < net->lines->families; other++, messages += colours)
        if (other != family)
            for (int choice = 0; choice < choices; choice++)
                sums[choice] += messages[choice];
}

/* Tells a line how likely the others find each colour of its cells. */
INLINED void tell(const Net *net, const Asked *asked, int colours)
{
    Py_ssize_t width = asked->line->length + 1;
    double *told = net->told, limit = net->options.limit;
    for (int number = 0; number < asked->cells; number++, told += colours) {
        int cell = asked->cell[number], choices = choices_of(net, cell, colours);
        double *weights = asked->weights + asked->at[number];
        add_messages(net, cell, asked->family, colours, choices, told);
        make_relative(told, choices, limit);
        if (choices == 2) {
            double less = exp(told[0] + told[1]); /* one of which is 0 */
            weights[colour_of(net, cell, 0, colours) * width] = told[0] < 0 ? less : 1;
            weights[colour_of(net, cell, 1, colours) * width] = told[0] < 0 ? 1 : less;
        } else {
            for (int choice = 0; choice < choices; choice++)
                weights[colour_of(net, cell, choice, colours) * width] = exp(told[choice]);
        }
    }
}

/* The share of a line's fillings that give each choice to the open cell at some place, but never nothing. */
INLINED void find_shares(const Net *net, int cell, int at, int colours, int choices, double *shares)
{
    double rest = 1;
    for (int choice = choices - 1; choice >= 0; choice--) {
        Py_ssize_t colour = colour_of(net, cell, choice, colours);
        double share = colour ? net->covered[colour * net->width + at] : rest;
        rest -= share;
        shares[choice] = share > net->least ? share : net->least;
    }
}

/* Sends a line's answer to its cells; by how much a message changed at most, before it is damped. */
INLINED double answer(const Net *net, const Asked *asked, int colours)
{
    int families = net->lines->families;
    double limit = net->options.limit, keep = net->options.damping, change = 0;
    const double *told = net->told;
    double *found = net->from; /* which has room for a number for each colour */
    for (int number = 0; number < asked->cells; number++, told += colours) {
        int cell = asked->cell[number], choices = choices_of(net, cell, colours);
        double *message = net->messages + ((Py_ssize_t)cell * families + asked->family) * colours;
        find_shares(net, cell, asked->at[number], colours, choices, found);
        double first = found[0];
        found[0] = 0;
        for (int choice = 1; choice < choices; choice++)
            found[choice] = log(found[choice] / first) - (told[choice] - told[0]);
        make_relative(found, choices, limit);
        for (int choice = 0; choice < choices; choice++) {
            double difference = found[choice] - message[choice];
            message[choice] += (1 - keep) * difference;
            change = fabs(difference) > change ? fabs(difference) : change;
        }
    }
    return change;
}

/* What cells make of it all, as relative logarithms in `whole`.
   By how much each, or more, finds its likeliest colour likelier than its second. */
INLINED double conclude(const Net *net, int colours)
{
    double margin = INFINITY;
    for (int cell = 0; cell < net->cells; cell++) {
        double *whole = net->whole + (Py_ssize_t)cell * colours, first = -INFINITY, second = -INFINITY;
        int choices = choices_of(net, cell, colours);
        add_messages(net, cell, -1, colours, choices, whole);
        for (int choice = 0; choice < choices; choice++) {
            double less = whole[choice] < first ? whole[choice] : first;
            second = less > second ? less : second;
            first = whole[choice] > first ? whole[choice] : first;
        }
        margin = first - second < margin ? first - second : margin;
        make_relative(whole, choices, net->options.limit);
    }
    return margin;
}

/* Cells pull themselves towards what they have concluded, but for the noise, that strongly. */
static void reinforce(const Net *net, double strength)
{
    int colours = net->lines->colours;
    for (int number = 0; number < net->lines->cells; number++) {
        int cell = net->number[number];
        if (cell < 0)
            continue;
        for (int choice = 0; choice < net->choices[cell]; choice++) {
            Py_ssize_t at = (Py_ssize_t)cell * colours + choice;
            Py_ssize_t colour = net->choice[at];
            double noise = net->options.noise ? net->options.noise[colour * net->lines->cells + number] : 0;
            net->pull[at] = noise + strength * net->whole[at];
        }
    }
}

/* What a line makes of what it is told; by how much a message changed, or -1 if sums are not to be trusted. */
static double ask(const Net *net, const Asked *asked)
{
    int colours = net->lines->colours;
    if (colours == 2)
        tell(net, asked, 2);
    else
        tell(net, asked, colours);
    if (!sum_line(net, asked))
        return -1;
    cover(net, asked);
    return colours == 2 ? answer(net, asked, 2) : answer(net, asked, colours);
}

/* One sweep over all lines; the greatest change of a message goes to `change`.
   Returns 1, or 0 if sums are not to be trusted, or -1 with an exception set. */
static int sweep(const Net *net, double *change)
{
    *change = 0;
    for (int family = 0, number = 0; family < net->lines->families; family++) {
        if (PyErr_CheckSignals())
            return -1;
        if (net->options.tick) {
            PyObject *nothing = PyObject_CallNoArgs(net->options.tick);
            if (!nothing)
                return -1;
            Py_DECREF(nothing);
        }
        for (; number < net->asked && net->ask[number].family == family; number++) {
            const Asked *asked = &net->ask[number];
            double most = ask(net, asked);
            if (most < 0)
                return 0;
            *change = most > *change ? most : *change;
        }
    }
    return 1;
}

/* Sweeps until beliefs have settled, or there have been enough. Returns as `sweep`. */
static int propagate_beliefs(const Net *net)
{
    const Options *options = &net->options;
    int colours = net->lines->colours;
    for (Py_ssize_t number = 0; number < options->sweeps; number++) {
        double change;
        int fine = sweep(net, &change);
        if (fine < 1)
            return fine;
        double margin = colours == 2 ? conclude(net, 2) : conclude(net, colours);
        if (!options->noise && change < options->settled)
            break;
        if (options->noise && number >= options->plain) {
            if (margin > options->sure)
                break;
            double share = (double)(number + 1 - options->plain) / (double)(options->sweeps - options->plain);
            reinforce(net, options->pull * share);
        }
    }
    return 1;
}

/* --- what is open --------------------------------------------------------------------------------------- */

/* Gives numbers to the open cells of a line of the first family, and notes what they can be.
   Returns -1 with an exception set if one can be nothing, else 0. */
static int number_cells(Net *net, const Line *line)
{
    int colours = net->lines->colours;
    for (int at = 0; at < line->length; at++) {
        int *choice = net->choice + (Py_ssize_t)net->cells * colours, choices = 0;
        for (int colour = 0; colour < colours; colour++)
            if (bit(net->masks + (Py_ssize_t)colour * line->words, at))
                choice[choices++] = colour;
        if (!choices) {
            PyErr_SetString(PyExc_ValueError, "a cell has no colour");
            return -1;
        }
        net->number[line->cells[at]] = choices > 1 ? net->cells : -1 - choice[0];
        net->choices[net->cells] = choices;
        net->cells += choices > 1;
    }
    return 0;
}

/* Where the blocks of a line can be. */
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

/* What the fillings of a line must weigh together for their sums to be right: from the number of fillings that the
   clue alone leaves, which are the ways to distribute the slack over all that can move. */
static double least_of_line(const Line *line)
{
    double slack = line->block->latest - line->block->earliest, moving = line->blocks + line->blotted;
    double fillings = (lgamma(slack + moving + 1) - lgamma(slack + 1) - lgamma(moving + 1)) / log(2);
    return fillings < FLOOR ? exp2(fillings - FLOOR) : INFINITY;
}

/* What summing up a line takes: how many positions its open blocks have. */
static double work_of(const Asked *asked)
{
    double work = 0;
    for (const Span *span = asked->span; span < asked->span + asked->line->blocks; span++) {
        work += span->open ? span->last - span->first + 1 : 0;
        work += span->open && !span->length ? span->last_end - span->first_end + 1 : 0;
    }
    return work;
}

/* Notes the open cells of a line, and weights of 1 for all that can be, of which `tell` will change those. */
static void find_open(const Net *net, Asked *asked, int *places)
{
    const Line *line = asked->line;
    int open = 0;
    for (int at = 0; at < line->length; at++)
        open += net->number[line->cells[at]] >= 0;
    asked->at = places;
    asked->cell = places + open;
    for (int at = 0; at < line->length; at++) {
        if (net->number[line->cells[at]] >= 0) {
            places[asked->cells] = at;
            places[open + asked->cells++] = net->number[line->cells[at]];
        }
        for (int colour = 0; colour < net->lines->colours; colour++)
            asked->weights[(Py_ssize_t)colour * (line->length + 1) + at] =
                bit(net->masks + (Py_ssize_t)colour * line->words, at);
    }
}

/* Prepares one line whose masks are there, after those before it. Returns -1 with an exception set, else 0. */
static int prepare_line(Net *net, int number, int family, Asked *asked)
{
    const Line *line = &net->lines->line[number];
    word *spans = net->masks + (Py_ssize_t)net->lines->colours * line->words;
    asked->line = line;
    asked->number = number;
    asked->family = family;
    asked->cells = 0;
    find_open(net, asked, (int *)asked->at);
    if (!asked->cells || line->blocks <= 0)
        return 0;
    if (!line_spans(net->lines, line, net->masks, spans, spans + 2 * (Py_ssize_t)line->words * line->blocks)) {
        PyErr_SetString(PyExc_ValueError, "a line has no filling");
        return -1;
    }
    find_spans(line, spans, (Span *)asked->span);
    asked->least = least_of_line(line);
    return 0;
}

/* Finds all lines that have something to say. Returns -1 with an exception set, else 0. */
static int prepare(Net *net, PyObject *may)
{
    double work = 0;
    Asked next = {.at = net->places, .span = net->spans, .weights = net->weights};
    if (!PyList_Check(may) || PyList_GET_SIZE(may) != net->lines->lines) {
        PyErr_SetString(PyExc_TypeError, "the knowledge of a board is a list with the masks of each line");
        return -1;
    }
    for (int number = 0, family = 0, cells = 0; number < net->lines->lines; number++) {
        const Line *line = &net->lines->line[number];
        if (masks_from(net->lines, line, PyList_GET_ITEM(may, number), net->masks))
            return -1;
        if (!family && number_cells(net, line))
            return -1;
        Asked *asked = &net->ask[net->asked];
        *asked = next;
        if (prepare_line(net, number, family, asked))
            return -1;
        if (asked->cells && line->blocks > 0) {
            net->asked++;
            work += work_of(asked);
            next.at += 2 * asked->cells;
            next.span += line->blocks;
            next.weights += (Py_ssize_t)net->lines->colours * (line->length + 1);
        }
        cells += line->length;
        if (cells == net->lines->cells) {
            cells = 0;
            family++;
        }
    }
    if (work > net->options.most)
        net->asked = 0;
    return 0;
}

/* --- from Python and back ------------------------------------------------------------------------------- */

/* Room for a number of things, all 0, and for one if there are none; NULL with an exception set. */
static void *room(size_t number, size_t size)
{
    void *found = PyMem_Calloc(number + 1, size);
    if (!found)
        PyErr_NoMemory();
    return found;
}

/* Frees what `make_net` has made. */
static void free_net(Net *net)
{
    void *all[] = {net->number, net->choices, net->choice, net->pull,   net->messages, net->whole,
                   net->ask,    net->places,  net->spans,  net->weights, net->masks,   net->before,
                   net->up_to,  net->runs,    net->after,  net->from,    net->covered, net->told};
    for (size_t at = 0; at < sizeof all / sizeof *all; at++)
        PyMem_Free(all[at]);
}

/* Makes room for all that lines can need. Returns -1 with an exception set, else 0; `free_net` in any case. */
static int make_net(Net *net)
{
    const Lines *lines = net->lines;
    size_t colours = lines->colours, cells = lines->cells, families = lines->families, masks = 0;
    size_t width = 1, blocks = 0, kinds = 0, all_blocks = 0;
    for (const Line *line = lines->line; line < lines->line + lines->lines; line++) {
        size_t mine = line->blocks < 0 ? 0 : line->blocks, words = line->words * (colours + 2 * mine);
        width = (size_t)line->length + 1 > width ? (size_t)line->length + 1 : width;
        blocks = mine > blocks ? mine : blocks;
        kinds = (size_t)line->kinds > kinds ? (size_t)line->kinds : kinds;
        masks = words > masks ? words : masks;
        all_blocks += mine;
    }
    net->width = (int)width;
    return (net->number = room(cells, sizeof(int))) && (net->choices = room(cells, sizeof(int))) &&
                   (net->choice = room((cells + 1) * colours, sizeof(int))) &&
                   (net->pull = room(cells * colours, sizeof(double))) &&
                   (net->messages = room(cells * families * colours, sizeof(double))) &&
                   (net->whole = room(cells * colours, sizeof(double))) &&
                   (net->ask = room(lines->lines, sizeof(Asked))) &&
                   (net->places = room(2 * families * cells, sizeof(int))) &&
                   (net->spans = room(all_blocks, sizeof(Span))) &&
                   (net->weights = room((families * cells + lines->lines) * colours, sizeof(double))) &&
                   (net->masks = room(masks + lines->scratch, sizeof(word))) &&
                   (net->before = room((blocks + 1) * width, sizeof(double))) &&
                   (net->up_to = room(blocks * width, sizeof(double))) &&
                   (net->runs = room(kinds * width, sizeof(double))) &&
                   (net->after = room(width, sizeof(double))) &&
                   (net->from = room(width + colours, sizeof(double))) &&
                   (net->covered = room(width * colours, sizeof(double))) &&
                   (net->told = room(width * colours, sizeof(double)))
               ? 0
               : -1;
}

/* [colour][cell]: the likelihoods, as bytes of doubles; NULL with an exception set. */
static PyObject *likelihoods(const Net *net)
{
    Py_ssize_t cells = net->lines->cells, colours = net->lines->colours;
    double *found = room(cells * colours, sizeof(double));
    if (!found)
        return NULL;
    for (Py_ssize_t at = 0; at < cells; at++) {
        int cell = net->number[at];
        if (cell < 0) {
            found[(-1 - cell) * cells + at] = 1;
            continue;
        }
        const double *whole = net->whole + cell * colours;
        double sum = 0;
        for (int choice = 0; choice < net->choices[cell]; choice++)
            sum += exp(whole[choice]);
        for (int choice = 0; choice < net->choices[cell]; choice++)
            found[net->choice[cell * colours + choice] * cells + at] = exp(whole[choice]) / sum;
    }
    PyObject *bytes = PyBytes_FromStringAndSize((char *)found, (Py_ssize_t)sizeof(double) * cells * colours);
    PyMem_Free(found);
    return bytes;
}

/* Adds to a list what is known of a boundary: (line, block, whether it is the end), where it can be at first,
   and the shares from there on as bytes of doubles. Returns -1 with an exception set, else 0. */
static int add_boundary(PyObject *list, int line, int block, int end, int first, int last, const double *shares)
{
    PyObject *item = Py_BuildValue("((iiO)iy#)", line, block, end ? Py_True : Py_False, first,
                                   (const char *)(shares + first), (Py_ssize_t)sizeof(double) * (last - first + 1));
    int failed = !item || PyList_Append(list, item);
    Py_XDECREF(item);
    return failed ? -1 : 0;
}

/* Adds the boundaries of an open block. Returns -1 with an exception set, else 0. */
static int add_block_boundaries(const Net *net, const Asked *asked, int block, PyObject *list)
{
    const Span *span = &asked->span[block];
    const double *starts = start_shares(net, span, block), *ends = end_shares(net, block);
    if (add_boundary(list, asked->number, block, 0, span->first, span->last, starts))
        return -1;
    return span->length ? 0 : add_boundary(list, asked->number, block, 1, span->first_end, span->last_end, ends);
}

/* The list of all open boundaries, those of ends of blotted blocks only; NULL with an exception set. */
static PyObject *boundaries(const Net *net)
{
    PyObject *list = PyList_New(0);
    for (const Asked *asked = net->ask; list && asked < net->ask + net->asked; asked++) {
        sum_line(net, asked); /* once more, of what it was told last */
        for (int block = 0; list && block < asked->line->blocks; block++)
            if (asked->span[block].open && add_block_boundaries(net, asked, block, list))
                Py_CLEAR(list);
    }
    return list;
}

/* (likelihoods, boundaries), None if all is to be left to logarithms, NULL with an exception set. */
static PyObject *beliefs_of(Net *net, PyObject *may)
{
    if (make_net(net) || prepare(net, may))
        return NULL;
    net->least = exp(-2 * net->options.limit);
    reinforce(net, 0);
    int fine = propagate_beliefs(net);
    if (fine < 1)
        return fine ? NULL : Py_NewRef(Py_None);
    PyObject *cells = likelihoods(net), *places = cells ? boundaries(net) : NULL;
    if (places)
        return Py_BuildValue("(NN)", cells, places);
    Py_XDECREF(cells);
    return NULL;
}

/* Reads the arguments after the first. Returns -1 with an exception set, else 0. */
static int read_options(PyObject *const *arguments, Options *options)
{
    double *reals[] = {&options->pull,  &options->sure, &options->damping, &options->settled,
                       &options->limit, &options->most};
    options->sweeps = PyLong_AsSsize_t(arguments[0]);
    options->plain = PyErr_Occurred() ? -1 : PyLong_AsSsize_t(arguments[1]);
    options->tick = arguments[3] == Py_None ? NULL : arguments[3];
    for (int at = 0; at < 6 && !PyErr_Occurred(); at++)
        *reals[at] = PyFloat_AsDouble(arguments[4 + at]);
    return PyErr_Occurred() ? -1 : 0;
}

/* beliefs(may, sweeps, plain, noise, tick, pull, sure, damping, settled, limit, most): what nonosat.lines.beliefs.beliefs
   makes of a board, as `beliefs_of` returns it. `noise` is None or the doubles of [colour][cell]. */
PyObject *lines_beliefs(Lines *self, PyObject *const *arguments, Py_ssize_t number)
{
    Net net = {.lines = self};
    Py_buffer noise = {0};
    PyObject *found = NULL;
    if (number != 11) {
        PyErr_SetString(PyExc_TypeError, "eleven arguments are wanted");
        return NULL;
    }
    if (read_options(arguments + 1, &net.options))
        return NULL;
    if (arguments[3] != Py_None) {
        if (PyObject_GetBuffer(arguments[3], &noise, PyBUF_SIMPLE))
            return NULL;
        net.options.noise = noise.buf;
    }
    if (noise.buf && noise.len != (Py_ssize_t)sizeof(double) * self->cells * self->colours)
        PyErr_SetString(PyExc_ValueError, "a number for each colour of each cell is wanted");
    else
        found = beliefs_of(&net, arguments[0]);
    free_net(&net);
    PyBuffer_Release(&noise);
    return found;
}
