/* Probing in depth: depth-first search that probes to the fixpoint in each node.

   A probe supposes each colour of a cell in turn. The board becomes the union of what these leave, so a colour without a filling is
   refuted, and what both imply is known. A probe is repeated only if a line that it has settled has changed since. The next cell to branch on
   is one whose colours all imply much, as in nonosolve (H. Wolter and others; "tree search with probing"). The search can be resumed at any time:
   in a node too, since probes are kept. */

#include "../core/board.h"

#include <math.h>

/* The weight of the better colour of a cell to branch on, beside the worse one's candidates: nonosolve's. */
#define BETTER 1.85

/* What the last probe of a cell has shown. */
typedef struct {
    uint32_t when;   /* 0: never */
    int least, most; /* candidates that a supposition has removed */
} Probe;

/* Probes, with the lines that each has settled; and when lines last changed. */
typedef struct {
    Probe *probe;      /* [open cell] */
    word *settled;     /* [open cell][word]: set of lines */
    uint32_t *changed; /* [line] */
} Memory;

/* A decision: a cell that is given each of its colours in turn. */
typedef struct {
    int cell, colour;    /* the colour that it has now, or -1 */
    int done, children;  /* colours before it, and in all */
    ptrdiff_t mark;      /* of the trail */
    int64_t left;
    Memory memory;
} Level;

struct nonosat_depth {
    Board board;
    int failed;
    int sets;     /* words of a set of lines */
    int64_t left; /* candidates beyond one for each cell */
    int64_t left_at_root; /* the same before the first probe */
    int64_t nodes, probes;
    int complete, in_node;
    uint32_t now;
    Memory memory;
    word *set; /* lines settled by the probe under way */

    /* the probe under way, by words of the masks */
    uint32_t probe_epoch, supposition;
    uint32_t *seen;   /* supposition that last changed it */
    uint32_t *listed; /* probe that listed it */
    word *joint;      /* union of what the suppositions left */
    int *suppositions; /* number of these that changed it */
    int *list, *list_line, list_size;

    Level *level;
    int depth, levels;
    int *cells, open; /* cells that are open at the root; probes have their places in this list */
    Pictures solutions;
    uint8_t *picture;
};

typedef struct nonosat_depth Depth;

static int bits_of(word x)
{
    int bits = 0;
    for (; x; x &= x - 1)
        bits++;
    return bits;
}

/* Counts cells of a word of a line's masks once: on the line that owns them. */
static int candidates_of(const Lines *lines, int line, int at, word removed)
{
    const Line *of = lines->line + line;
    return of->owned ? bits_of(removed & of->owns[at % of->words]) : 0;
}

/* ---- handles ---- */

static int open_memory(Memory *memory, const Depth *depth)
{
    size_t open = depth->open;
    memory->probe = alloc(open, sizeof(Probe));
    memory->settled = alloc(open * depth->sets, sizeof(word));
    memory->changed = alloc(depth->board.lines->lines, sizeof(uint32_t));
    return memory->probe && memory->settled && memory->changed ? 0 : -1;
}

static void close_memory(Memory *memory)
{
    free_memory(memory->probe);
    free_memory(memory->settled);
    free_memory(memory->changed);
}

static void copy_memory(const Depth *depth, Memory *to, const Memory *from)
{
    size_t open = depth->open;
    memcpy(to->probe, from->probe, sizeof(Probe) * open);
    memcpy(to->settled, from->settled, sizeof(word) * open * depth->sets);
    memcpy(to->changed, from->changed, sizeof(uint32_t) * depth->board.lines->lines);
}

static int open_depth(Depth *depth, const Board *board)
{
    const Lines *lines = board->lines;
    size_t words = lines->words, cells = lines->cells;
    depth->sets = lines->lines / WORD + 1;
    depth->now = depth->in_node = 1;
    depth->solutions.size = lines->cells;
    if (open_board(&depth->board, lines, board->masks) || open_cache(&depth->board))
        return -1;
    depth->set = alloc(depth->sets, sizeof(word));
    depth->seen = alloc(words, sizeof(uint32_t));
    depth->listed = alloc(words, sizeof(uint32_t));
    depth->joint = alloc(words, sizeof(word));
    depth->suppositions = alloc(words, sizeof(int));
    depth->list = alloc(words, sizeof(int));
    depth->list_line = alloc(words, sizeof(int));
    depth->cells = alloc(cells, sizeof(int));
    depth->picture = alloc(cells, 1);
    if (!depth->set || !depth->seen || !depth->listed || !depth->joint || !depth->suppositions || !depth->list || !depth->list_line ||
        !depth->cells || !depth->picture)
        return -1;
    depth->board.supposing = 1;
    for (int cell = 0; cell < lines->cells; cell++) {
        int colours = 0;
        for (int colour = 0; colour < lines->colours; colour++)
            colours += has_colour(board, cell, colour);
        depth->left += colours - 1;
        depth->complete |= !colours; /* such a board has no solution */
        if (colours > 1)
            depth->cells[depth->open++] = cell;
    }
    depth->left_at_root = depth->left;
    return open_memory(&depth->memory, depth) ? -1 : 0;
}

int nonosat_depth_new(const nonosat_board *board, nonosat_depth **depth)
{
    if (depth)
        *depth = NULL;
    if (!board || !depth || board->lines->colours > 256)
        return NONOSAT_INPUT;
    Depth *made = alloc(0, sizeof *made);
    if (!made || open_depth(made, board)) {
        nonosat_depth_free(made);
        return NONOSAT_MEMORY;
    }
    *depth = made;
    return NONOSAT_OK;
}

void nonosat_depth_free(nonosat_depth *depth)
{
    if (!depth)
        return;
    close_board(&depth->board);
    close_memory(&depth->memory);
    for (int at = 0; at < depth->levels; at++)
        close_memory(&depth->level[at].memory);
    void *owned[] = {depth->set,  depth->seen,      depth->listed, depth->joint,   depth->suppositions,
                     depth->list, depth->list_line, depth->cells,  depth->picture, depth->solutions.cells, depth->level};
    for (size_t at = 0; at < sizeof owned / sizeof *owned; at++)
        free_memory(owned[at]);
    free_memory(depth);
}

/* ---- a probe ---- */

static int note_solution(Depth *depth)
{
    picture_of(depth->board.lines, depth->board.masks, depth->picture);
    return add_picture(&depth->solutions, depth->picture) < 0 ? fail(&depth->board.error, NONOSAT_MEMORY) : 0;
}

/* Returns 1 if no line that the last probe of an open cell has settled has changed since. */
static int is_valid(const Depth *depth, int place)
{
    uint32_t when = depth->memory.probe[place].when;
    const word *set = depth->memory.settled + (ptrdiff_t)place * depth->sets;
    for (int at = 0; when && at < depth->sets; at++)
        for (word left = set[at]; left; left &= left - 1)
            if (depth->memory.changed[WORD * at + lowest_bit(left)] > when)
                return 0;
    return when > 0;
}

/* Joins what a supposition has left, from the trail beyond a mark, with what the first one left. Returns the number of candidates removed. */
static int64_t gather(Depth *depth, ptrdiff_t mark, int is_first)
{
    Board *board = &depth->board;
    const Lines *lines = board->lines;
    int64_t removed = 0;
    depth->supposition++;
    for (ptrdiff_t number = mark; number < board->trailed; number++) {
        const Change *change = board->trail + number;
        ptrdiff_t at = lines->line[change->line].masks + change->at;
        if (depth->seen[at] == depth->supposition)
            continue;
        depth->seen[at] = depth->supposition;
        word after = board->masks[at];
        removed += candidates_of(lines, change->line, change->at, change->before ^ after);
        if (is_first) {
            depth->listed[at] = depth->probe_epoch;
            depth->list[depth->list_size] = (int)at;
            depth->list_line[depth->list_size++] = change->line;
            depth->joint[at] = after;
            depth->suppositions[at] = 1;
        } else if (depth->listed[at] == depth->probe_epoch) {
            depth->joint[at] |= after;
            depth->suppositions[at]++;
        }
    }
    return removed;
}

/* Narrows the board to the union of what `number` suppositions left: 1 if it has changed, 0, or -1 with the error noted. */
static int take_joint(Depth *depth, int number)
{
    Board *board = &depth->board;
    int changed = 0;
    for (int index = 0; index < depth->list_size; index++) {
        int at = depth->list[index], number_of_line = depth->list_line[index];
        if (depth->suppositions[at] < number || depth->joint[at] == board->masks[at])
            continue;
        depth->now += !changed;
        changed = 1;
        if (board->trailed == board->capacity && grow_array(&board->trail, sizeof(Change), board->trailed + 1, &board->capacity))
            return fail(&board->error, NONOSAT_MEMORY);
        int place = at - (int)board->lines->line[number_of_line].masks;
        depth->left -= candidates_of(board->lines, number_of_line, place, board->masks[at] ^ depth->joint[at]);
        board->trail[board->trailed++] = (Change){number_of_line, place, board->masks[at]};
        board->masks[at] = depth->joint[at];
        depth->memory.changed[number_of_line] = depth->now;
    }
    return changed;
}

/* Results of parts of the search. */
enum { CONTRADICTION = -1, UNCHANGED = 0, CHANGED = 1, OUT_OF_WORK = 2 }; /* or FAILED */

/* Supposes each colour of an open cell. */
static int probe_cell(Depth *depth, int place)
{
    Board *board = &depth->board;
    int cell = depth->cells[place];
    ptrdiff_t mark = board->trailed;
    int number = 0, refuted = 0;
    int64_t least = INT64_MAX, most = 0;
    depth->list_size = 0;
    depth->probe_epoch++;
    memset(depth->set, 0, sizeof(word) * depth->sets);
    board->settled = depth->set;
    for (int colour = 0; colour < board->lines->colours; colour++) {
        if (!has_colour(board, cell, colour))
            continue;
        depth->probes++;
        int broken = fix_cell(board, cell, colour) ? FAILED : settle_all(board);
        if (broken == FAILED)
            return FAILED;
        refuted += broken != SETTLED;
        if (broken == SETTLED) {
            int64_t removed = gather(depth, mark, !number++);
            least = removed < least ? removed : least;
            most = removed > most ? removed : most;
            if (removed == depth->left && note_solution(depth))
                return FAILED;
        }
        take_back(board, mark);
    }
    board->settled = NULL;
    if (!number)
        return CONTRADICTION;
    int changed = take_joint(depth, number);
    if (changed < 0)
        return FAILED;
    memcpy(depth->memory.settled + (ptrdiff_t)place * depth->sets, depth->set, sizeof(word) * depth->sets);
    depth->memory.probe[place] = (Probe){depth->now, (int)least, (int)most};
    return changed || refuted ? CHANGED : UNCHANGED;
}

/* Probes to the fixpoint. */
static int probe_all(Depth *depth, int64_t until, ptrdiff_t most)
{
    for (int result = CHANGED; result == CHANGED;) {
        result = UNCHANGED;
        for (int at = 0; at < depth->open && depth->left; at++) {
            if (!is_open(&depth->board, depth->cells[at]) || is_valid(depth, at))
                continue;
            if (depth->board.spent >= until || depth->solutions.number >= most)
                return OUT_OF_WORK;
            int probed = probe_cell(depth, at);
            if (probed < 0)
                return probed;
            result = probed ? CHANGED : result;
        }
        if (!depth->left)
            return UNCHANGED;
    }
    return UNCHANGED;
}

/* ---- the tree ---- */

/* The open cell whose colours imply most. */
static int choose(const Depth *depth)
{
    double best = -1;
    int chosen = -1;
    for (int at = 0; at < depth->open; at++) {
        int cell = depth->cells[at];
        if (!is_open(&depth->board, cell))
            continue;
        const Probe *probe = depth->memory.probe + at;
        double score = probe->least + BETTER * log(1 + (double)(probe->most - probe->least));
        if (score > best) {
            best = score;
            chosen = cell;
        }
    }
    return chosen;
}

static int push(Depth *depth, int cell)
{
    const Lines *lines = depth->board.lines;
    ptrdiff_t capacity = depth->levels;
    if (depth->depth == depth->levels) {
        if (grow_array(&depth->level, sizeof(Level), capacity + 1, &capacity))
            return fail(&depth->board.error, NONOSAT_MEMORY);
        memset(depth->level + depth->levels, 0, sizeof(Level) * (capacity - depth->levels));
        depth->levels = (int)capacity;
    }
    Level *level = depth->level + depth->depth;
    if (!level->memory.changed && open_memory(&level->memory, depth)) {
        close_memory(&level->memory);
        level->memory = (Memory){0};
        return fail(&depth->board.error, NONOSAT_MEMORY);
    }
    *level = (Level){.cell = cell, .colour = -1, .done = -1, .mark = depth->board.trailed, .left = depth->left, .memory = level->memory};
    for (int colour = 0; colour < lines->colours; colour++)
        level->children += has_colour(&depth->board, cell, colour);
    copy_memory(depth, &level->memory, &depth->memory);
    depth->depth++;
    return 0;
}

/* Gives the cell of the last decision its next colour, after the trail was taken back: 1 in a new node, 0 if that has a contradiction, or
   FAILED. */
static int enter_child(Depth *depth, Level *level)
{
    Board *board = &depth->board;
    int broken = fix_cell(board, level->cell, level->colour) ? FAILED : settle_all(board);
    if (broken == FAILED)
        return FAILED;
    if (broken != SETTLED)
        return 0;
    depth->list_size = 0;
    depth->probe_epoch++;
    depth->left -= gather(depth, level->mark, 0);
    depth->now++;
    for (ptrdiff_t at = level->mark; at < board->trailed; at++)
        depth->memory.changed[board->trail[at].line] = depth->now;
    return 1;
}

/* Goes to the next node: 1, 0 if there is none, or FAILED. */
static int descend(Depth *depth)
{
    while (depth->depth) {
        Level *level = depth->level + depth->depth - 1;
        take_back(&depth->board, level->mark);
        depth->left = level->left;
        copy_memory(depth, &depth->memory, &level->memory);
        while (++level->colour < depth->board.lines->colours && !has_colour(&depth->board, level->cell, level->colour))
            ;
        if (level->colour >= depth->board.lines->colours) {
            depth->depth--;
            continue;
        }
        level->done++;
        int entered = enter_child(depth, level);
        if (entered)
            return entered;
    }
    return 0;
}

/* The node under way, to its fixpoint: then a solution, a decision, or nothing. Returns 1 if the search goes on, 0, or FAILED. */
static int finish_node(Depth *depth, int64_t until, ptrdiff_t most)
{
    int result = depth->left ? probe_all(depth, until, most) : UNCHANGED;
    if (result == FAILED || result == OUT_OF_WORK)
        return result == FAILED ? FAILED : 0;
    depth->in_node = 0;
    if (result == CONTRADICTION)
        return 1;
    int failed = depth->left ? push(depth, choose(depth)) : note_solution(depth);
    return failed ? FAILED : depth->solutions.number < most;
}

static int run(Depth *depth, int64_t until, ptrdiff_t most)
{
    while (!depth->complete) {
        int goes_on = depth->in_node ? finish_node(depth, until, most) : 1;
        if (goes_on <= 0)
            return goes_on;
        if (depth->board.spent >= until)
            return 0;
        int child = descend(depth);
        if (child == FAILED)
            return FAILED;
        depth->complete = !child;
        depth->in_node = child;
        depth->nodes += child;
    }
    return 0;
}

int nonosat_depth_run(nonosat_depth *depth, int64_t work, int64_t most, const nonosat_tick *tick)
{
    if (!depth)
        return NONOSAT_INPUT;
    Board *board = &depth->board;
    if (depth->failed)
        return NONOSAT_INPUT;
    board->tick = tick;
    int64_t until = work < INT64_MAX - board->spent ? board->spent + work : INT64_MAX;
    depth->failed = run(depth, until, most < PTRDIFF_MAX ? (ptrdiff_t)most : PTRDIFF_MAX) == FAILED ? board->error : 0;
    board->tick = NULL;
    return depth->failed;
}

/* ---- what it knows ---- */

/* The first level with an alternative: what is refuted above it holds in all solutions. With solutions found that is the root. */
static int first_alternative(const Depth *depth)
{
    int level = 0;
    while (level < depth->depth && depth->level[level].done == depth->level[level].children - 1 && !depth->solutions.number)
        level++;
    return level;
}

int nonosat_depth_state(const nonosat_depth *depth, nonosat_depth_effort *state)
{
    if (!depth)
        return NONOSAT_INPUT;
    double share = 1, progress = 0;
    for (const Level *level = depth->level; level < depth->level + depth->depth; level++) {
        share /= level->children;
        progress += share * (level->done < 0 ? 0 : level->done);
    }
    int level = first_alternative(depth);
    int64_t left = level < depth->depth ? depth->level[level].left : depth->left;
    nonosat_depth_effort effort = {.complete = depth->complete, .found = (int)depth->solutions.number, .nodes = depth->nodes,
                                   .probes = depth->probes, .work = depth->board.spent, .progress = depth->complete ? 1 : progress,
                                   .refuted = depth->left_at_root - left};
    return write_struct(state, &effort, sizeof effort);
}

const uint8_t *nonosat_depth_found(const nonosat_depth *depth) { return depth ? depth->solutions.cells : NULL; }

void nonosat_depth_narrow(nonosat_depth *depth, nonosat_board *narrowed)
{
    if (!depth || !narrowed)
        return;
    const Board *board = &depth->board;
    int level = first_alternative(depth);
    ptrdiff_t mark = level < depth->depth ? depth->level[level].mark : board->trailed;
    word *masks = narrowed->masks;
    /* undone from the last change on, so each word gets what it was at the mark */
    word *now = depth->joint;
    memcpy(now, board->masks, sizeof(word) * board->lines->words);
    for (ptrdiff_t at = board->trailed; at > mark; at--) {
        const Change *change = board->trail + at - 1;
        now[board->lines->line[change->line].masks + change->at] = change->before;
    }
    for (ptrdiff_t at = 0; at < board->lines->words; at++)
        masks[at] &= now[at];
}
