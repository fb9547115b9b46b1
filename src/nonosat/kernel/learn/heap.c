/* VSIDS: a heap of decision variables, the most active first. These are the variables of cells, and starts of blocks once a
   conflict has used them: a start gets its number then. */

#include "learner.h"

static int comes_before(const Learner *learner, int a, int b) { return learner->choice[a].activity > learner->choice[b].activity; }

static void place(Learner *learner, Py_ssize_t at, int choice)
{
    learner->heap[at] = choice;
    learner->choice[choice].at = at;
}

static void rise(Learner *learner, Py_ssize_t at)
{
    int choice = learner->heap[at];
    for (; at && comes_before(learner, choice, learner->heap[(at - 1) / 2]); at = (at - 1) / 2)
        place(learner, at, learner->heap[(at - 1) / 2]);
    place(learner, at, choice);
}

static void sink(Learner *learner, Py_ssize_t at)
{
    int choice = learner->heap[at];
    for (;;) {
        Py_ssize_t child = 2 * at + 1;
        if (child >= learner->heaped)
            break;
        if (child + 1 < learner->heaped && comes_before(learner, learner->heap[child + 1], learner->heap[child]))
            child++;
        if (!comes_before(learner, learner->heap[child], choice))
            break;
        place(learner, at, learner->heap[child]);
        at = child;
    }
    place(learner, at, choice);
}

/* Index of a start's choice in `absent`. */
static Py_ssize_t where_absent(const Learner *learner, int choice)
{
    const Place *block = learner->block + (learner->choice[choice].variable - learner->variables);
    return block->choices + learner->choice[choice].place - block->first;
}

void insert_choice(Learner *learner, int choice)
{
    if (learner->choice[choice].at >= 0)
        return;
    if (choice >= learner->variables)
        learner->absent[where_absent(learner, choice)] = 0;
    place(learner, learner->heaped++, choice); /* there is room for all choices */
    rise(learner, learner->heaped - 1);
}

int take_choice(Learner *learner)
{
    if (!learner->heaped)
        return -1;
    int choice = learner->heap[0];
    learner->choice[choice].at = -1;
    if (choice >= learner->variables)
        learner->absent[where_absent(learner, choice)] = 1;
    int last = learner->heap[--learner->heaped];
    if (learner->heaped) {
        place(learner, 0, last);
        sink(learner, 0);
    }
    return choice;
}

/* A new choice: its number, or -1 on failure. */
static int add_choice(Learner *learner, int variable, int place_of)
{
    if (make_room(learner, &learner->choice, sizeof(Choice), learner->choices + 1, &learner->choice_room) ||
        make_room(learner, &learner->heap, sizeof(int), learner->choices + 1, &learner->heap_room))
        return -1;
    learner->choice[learner->choices] = (Choice){variable, place_of, -1, 0};
    return (int)learner->choices++;
}

int open_choices(Learner *learner)
{
    for (int variable = 0; variable < learner->variables; variable++) {
        int choice = add_choice(learner, variable, 0);
        if (choice < 0)
            return -1;
        insert_choice(learner, choice);
    }
    return 0;
}

void rebuild_heap(Learner *learner)
{
    for (Py_ssize_t at = 0; at < learner->choices; at++)
        learner->choice[at].at = -1;
    learner->heaped = 0;
    for (Py_ssize_t at = 0; at < learner->choices; at++)
        insert_choice(learner, (int)at);
}

void bump(Learner *learner, Literal literal)
{
    int choice = literal.side >> 1;
    if (!is_cell(learner, literal.side)) {
        const Place *block = block_of(learner, literal.side);
        int start = literal.side & 1 ? literal.place - 1 : literal.place;
        int *mine = learner->start_choice + block->choices + start - block->first;
        if (!*mine) {
            choice = add_choice(learner, literal.side >> 1, start);
            if (choice < 0)
                return;
            *mine = choice; /* variables of cells come first, so 0 is no start */
            insert_choice(learner, choice);
        }
        choice = *mine;
    }
    learner->choice[choice].activity += learner->increment;
    if (learner->choice[choice].at >= 0)
        rise(learner, learner->choice[choice].at);
}
