/* A node of the tree: its cells are probed, and what all suppositions of a cell have in common is taken for true.

   Cells are probed again only once a line has changed that their suppositions had changed. Lines and cells have the time
   at which they were changed or probed; `log` has what these were, and what was known of a cell, before the
   node changed it. */

#include "tree.h"

#include <math.h>
#include <string.h>

enum { WORTH_PROBING = 125 /* candidates gone since a guided search has probed a node */ };

int open_knowledge(Tree *tree)
{
    const Lines *lines = tree->board.lines;
    tree->set = lines->lines / WORD + 1;
    tree->changed = PyMem_Calloc(lines->lines + 1, sizeof(int64_t));
    tree->probed = PyMem_Malloc(sizeof(int64_t) * (lines->cells + 1));
    tree->score = PyMem_Calloc(lines->cells + 1, sizeof(int64_t));
    tree->telling = PyMem_Calloc((size_t)lines->cells * tree->set + 1, sizeof(word));
    tree->common = PyMem_Malloc(sizeof(word) * (lines->words + 1));
    tree->agreed = PyMem_Calloc(lines->words + 1, sizeof(int));
    tree->seen = PyMem_Calloc(lines->words + 1, sizeof(int64_t));
    tree->listed = PyMem_Malloc(sizeof(Py_ssize_t) * (lines->words + 1));
    tree->lost = PyMem_Malloc(sizeof(Loss) * (lines->words + 1));
    if (!tree->changed || !tree->probed || !tree->score || !tree->telling || !tree->common || !tree->agreed ||
        !tree->seen || !tree->listed || !tree->lost) {
        PyErr_NoMemory();
        return -1;
    }
    for (int cell = 0; cell < lines->cells; cell++)
        tree->probed[cell] = -1;
    for (int number = 0; number < lines->lines; number++) {
        const Line *line = lines->line + number;
        if (line->family)
            continue;
        for (int at = 0; at < line->words * lines->colours; at++)
            tree->excess += bits_set(tree->board.masks[line->masks + at]);
    }
    tree->excess -= lines->cells;
    tree->unprobed = 1;
    return 0;
}

void close_knowledge(Tree *tree)
{
    PyMem_Free(tree->log);
    PyMem_Free(tree->changed);
    PyMem_Free(tree->probed);
    PyMem_Free(tree->score);
    PyMem_Free(tree->telling);
    PyMem_Free(tree->common);
    PyMem_Free(tree->agreed);
    PyMem_Free(tree->seen);
    PyMem_Free(tree->listed);
    PyMem_Free(tree->lost);
}

/* ---- what is known of lines and cells ---- */

static int log_words(Tree *tree, const int64_t *words, Py_ssize_t count)
{
    if (!tree->depth)
        return 0; /* nobody goes back behind the root */
    int64_t *log = with_room_for(tree->log, sizeof(int64_t), tree->logged + count, &tree->log_room);
    if (!log)
        return -1;
    tree->log = log;
    memcpy(log + tree->logged, words, sizeof(int64_t) * count);
    tree->logged += count;
    return 0;
}

static int log_cell(Tree *tree, int cell)
{
    int64_t last[3] = {tree->probed[cell], tree->score[cell], cell};
    return log_words(tree, (int64_t *)tree->telling + (Py_ssize_t)cell * tree->set, tree->set) || log_words(tree, last, 3);
}

static int log_line(Tree *tree, int number)
{
    int64_t last[2] = {tree->changed[number], -1 - (int64_t)number};
    return log_words(tree, last, 2);
}

void unlog(Tree *tree, Py_ssize_t words)
{
    while (tree->logged > words) {
        int64_t *end = tree->log + tree->logged, which = end[-1];
        if (which < 0) {
            tree->changed[-1 - which] = end[-2];
            tree->logged -= 2;
            continue;
        }
        tree->score[which] = end[-2];
        tree->probed[which] = end[-3];
        memcpy(tree->telling + which * tree->set, end - 3 - tree->set, sizeof(word) * tree->set);
        tree->logged -= 3 + tree->set;
    }
}

/* Whether suppositions of a cell may lead to more than they have. */
static int is_due(const Tree *tree, int cell)
{
    int64_t since = tree->probed[cell];
    if (since < 0)
        return 1;
    if (since >= tree->now)
        return 0;
    const word *set = tree->telling + (Py_ssize_t)cell * tree->set;
    for (int at = 0; at < tree->set; at++)
        for (word left = set[at]; left; left &= left - 1)
            if (tree->changed[WORD * at + lowest_bit(left)] > since)
                return 1;
    return 0;
}

/* ---- changes of the node ---- */

int note_picture(Tree *tree)
{
    const Board *board = &tree->board;
    PyObject *picture = PyBytes_FromStringAndSize(NULL, board->lines->cells);
    if (!picture)
        return TREE_RAISED;
    unsigned char *cells = (unsigned char *)PyBytes_AS_STRING(picture);
    for (int cell = 0; cell < board->lines->cells; cell++) {
        int colour = 0;
        while (colour + 1 < board->lines->colours && !has_colour(board, cell, colour))
            colour++;
        cells[cell] = (unsigned char)colour;
    }
    int there = PySequence_Contains(tree->found, picture);
    if (!there && PyList_Append(tree->found, picture))
        there = -1;
    Py_DECREF(picture);
    if (there < 0)
        return TREE_RAISED;
    return there || PyList_GET_SIZE(tree->found) < tree->most ? DEAD : ENOUGH;
}

int settle_node(Tree *tree, Py_ssize_t mark)
{
    Board *board = &tree->board;
    int broken = settle_all(board, Py_None);
    if (broken != SETTLED)
        return broken == RAISED ? TREE_RAISED : DEAD;
    tree->now++;
    int64_t number = ++tree->supposed;
    for (Py_ssize_t each = mark; each < board->trailed; each++) {
        const Change *change = board->trail + each;
        const Line *line = board->lines->line + change->line;
        if (tree->changed[change->line] != tree->now) {
            if (log_line(tree, change->line))
                return TREE_RAISED;
            tree->changed[change->line] = tree->now;
        }
        Py_ssize_t where = line->masks + change->at;
        if (line->family || tree->seen[where] == number)
            continue;
        tree->seen[where] = number;
        tree->excess -= bits_set(change->before & ~board->masks[where]);
    }
    if (!tree->depth)
        board->trailed = 0;
    return tree->excess > 0 ? ALIVE : note_picture(tree);
}

int refute_colour(Tree *tree, int cell, int colour)
{
    Py_ssize_t mark = tree->board.trailed;
    return remove_colour(&tree->board, cell, colour) ? TREE_RAISED : settle_node(tree, mark);
}

/* ---- probing ---- */

/* What the first family has lost on the trail from a mark on goes into `lost`; returns how many candidates that are. The lines
   go into the set of the cell. */
static int64_t gather(Tree *tree, int cell, Py_ssize_t mark)
{
    Board *board = &tree->board;
    word *set = tree->telling + (Py_ssize_t)cell * tree->set;
    int64_t number = ++tree->supposed, gain = 0;
    tree->losses = 0;
    for (Py_ssize_t each = mark; each < board->trailed; each++) {
        const Change *change = board->trail + each;
        const Line *line = board->lines->line + change->line;
        set[change->line / WORD] |= (word)1 << change->line % WORD;
        Py_ssize_t where = line->masks + change->at;
        if (line->family || tree->seen[where] == number)
            continue;
        tree->seen[where] = number;
        word removed = change->before & ~board->masks[where];
        gain += bits_set(removed);
        tree->lost[tree->losses++] = (Loss){where, removed};
    }
    return gain;
}

/* Keeps of what suppositions of a cell have in common what another one has removed too; `proper` is how many there were. */
static void agree(Tree *tree, int proper)
{
    for (Py_ssize_t each = 0; each < tree->losses; each++) {
        Loss loss = tree->lost[each];
        if (!proper) {
            tree->listed[tree->lists++] = loss.where;
            tree->common[loss.where] = loss.removed;
            tree->agreed[loss.where] = 1;
        } else if (tree->agreed[loss.where] == proper) {
            tree->common[loss.where] &= loss.removed;
            tree->agreed[loss.where]++;
        }
    }
}

static void forget_common(Tree *tree)
{
    while (tree->lists)
        tree->agreed[tree->listed[--tree->lists]] = 0;
}

/* Removes what all suppositions of a cell, so many, have removed. */
static int remove_common(Tree *tree, int proper)
{
    Board *board = &tree->board;
    const Lines *lines = board->lines;
    Py_ssize_t mark = board->trailed;
    int any = 0;
    for (Py_ssize_t each = 0; each < tree->lists; each++) {
        Py_ssize_t where = tree->listed[each];
        word common = tree->agreed[where] == proper ? tree->common[where] & board->masks[where] : 0;
        if (!common)
            continue;
        int low = 0; /* the line of the first family whose masks these are */
        for (int high = lines->lines; high - low > 1;) {
            int middle = (low + high) / 2;
            if (lines->line[middle].masks > where)
                high = middle;
            else
                low = middle;
        }
        const Line *line = lines->line + low;
        int colour = (int)((where - line->masks) / line->words), at = (int)((where - line->masks) % line->words);
        for (; common; common &= common - 1)
            if (remove_colour(board, line->cells[WORD * at + lowest_bit(common)], colour))
                return TREE_RAISED;
        any = 1;
    }
    return any ? settle_node(tree, mark) : ALIVE;
}

/* How telling a cell is whose suppositions remove so many candidates, the least and the most. */
static int64_t score_of(int64_t least, int64_t most)
{
    return 1000 * least + (int64_t)(1850 * log(1 + (double)(most - least)));
}

/* Supposes the colours of an open cell. */
static int probe_open(Tree *tree, int cell)
{
    Board *board = &tree->board;
    int proper = 0;
    int64_t least = 0, most = 0;
    if (log_cell(tree, cell))
        return TREE_RAISED;
    forget_common(tree);
    tree->probed[cell] = tree->now;
    memset(tree->telling + (Py_ssize_t)cell * tree->set, 0, sizeof(word) * tree->set);
    for (int colour = 0; colour < board->lines->colours && is_open(board, cell); colour++) {
        if (!has_colour(board, cell, colour))
            continue;
        Py_ssize_t mark = board->trailed;
        int broken = fix_cell(board, cell, colour) ? RAISED : settle_all(board, Py_None);
        if (broken == RAISED)
            return TREE_RAISED;
        tree->left--;
        int64_t gain = gather(tree, cell, mark);
        if (broken == SETTLED && gain < tree->excess) {
            least = proper && least < gain ? least : gain;
            most = most > gain ? most : gain;
            agree(tree, proper++);
            take_back(board, mark);
            continue;
        }
        int answer = broken == SETTLED ? note_picture(tree) : DEAD;
        take_back(board, mark);
        if (answer == DEAD)
            answer = refute_colour(tree, cell, colour);
        if (answer != ALIVE)
            return answer;
    }
    tree->score[cell] = score_of(least, most);
    return remove_common(tree, proper);
}

int probe_node(Tree *tree)
{
    int cells = tree->board.lines->cells;
    if (tree->guide && !tree->unprobed && tree->probed_excess - tree->excess < WORTH_PROBING)
        return ALIVE;
    for (int cell = 0, quiet = 0; quiet < cells; cell = cell + 1 < cells ? cell + 1 : 0, quiet++) {
        if (!is_open(&tree->board, cell) || !is_due(tree, cell))
            continue;
        if (tree->left <= 0)
            return ALIVE;
        int64_t now = tree->now;
        int answer = probe_open(tree, cell);
        if (answer != ALIVE)
            return answer;
        if (tree->now != now && !tree->guide)
            quiet = -1;
    }
    tree->unprobed = 0;
    tree->probed_excess = tree->excess;
    return ALIVE;
}
