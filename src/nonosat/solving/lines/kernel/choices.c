/* What is decided on next: the open cells and those starts of blocks that have been in a conflict, the ones of recent
   conflicts first, in a heap. A start has a number only from then on. */

#include "learn.h"

static int comes_before(const Learner *learner, int a, int b) { return learner->choice[a].score > learner->choice[b].score; }

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

/* Where `absent` has a choice that is no cell. */
static Py_ssize_t where_absent(const Learner *learner, int choice)
{
    const Place *block = learner->block + (learner->choice[choice].variable - learner->cells);
    return block->choices + learner->choice[choice].place - block->first;
}

void put_choice(Learner *learner, int choice)
{
    if (learner->choice[choice].at >= 0)
        return;
    if (choice >= learner->cells)
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
    if (choice >= learner->cells)
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
    for (int cell = 0; cell < learner->cells; cell++) {
        int choice = add_choice(learner, cell, 0);
        if (choice < 0)
            return -1;
        put_choice(learner, choice);
    }
    return 0;
}

void reward(Learner *learner, Literal literal)
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
            *mine = choice; /* cells have the first numbers, so it is 0 only if there is no open cell, and no conflict */
            put_choice(learner, choice);
        }
        choice = *mine;
    }
    double score = learner->choice[choice].score += learner->increment;
    if (learner->choice[choice].at >= 0)
        rise(learner, learner->choice[choice].at);
    if (score > 1e100) {
        for (Py_ssize_t at = 0; at < learner->choices; at++)
            learner->choice[at].score *= 1e-100;
        learner->increment *= 1e-100;
    }
}
