/* The shortest chain of lines that refutes a colour of a cell: depth-first search for chains of at most a given length. Three
   rules prune it:

   - Lower bound: all dirty lines are settled together, round by round. A chain has at least as many links as rounds.
   - Symmetry: a line not touched by the last link could precede it, so it follows only if its number is higher.
   - The last link is touched by the one before it; otherwise a shorter chain exists. */

#include "chains.h"

int open_search(ChainSearch *search, Board *board, const nonosat_tick *tick, int most)
{
    const Lines *lines = board->lines;
    *search = (ChainSearch){.board = board, .set = lines->lines / WORD + 1};
    begin_call(board, tick);
    board->supposing = 1;
    if (open_cache(board))
        return -1;
    search->sets = alloc(2 * (size_t)search->set * (most + 2), sizeof(word));
    search->fresh = alloc(lines->words, sizeof(word));
    search->rounding = alloc(lines->lines, sizeof(int));
    search->link = alloc(most, sizeof(int64_t));
    return search->sets && search->fresh && search->rounding && search->link ? 0 : fail(&board->error, NONOSAT_MEMORY);
}

void close_search(ChainSearch *search)
{
    take_back(search->board, 0);
    search->board->supposing = 0;
    free_memory(search->sets);
    free_memory(search->fresh);
    free_memory(search->rounding);
    free_memory(search->link);
}

void take_waiting(ChainSearch *search, word *set)
{
    memcpy(set, search->board->waiting, sizeof(word) * search->set);
    clear_waiting(search->board);
}

int settled(ChainSearch *search, int number)
{
    Board *board = search->board;
    const Line *line = board->lines->line + number;
    const word *masks = board->masks + line->masks;
    int words = line->words * board->lines->colours;
    if (line->blocks < 0)
        return 0;
    board->work += (ptrdiff_t)line->words * (line->blocks + 1);
    const word *after = settled_line(board, number);
    if (!after)
        return -1;
    if (is_same(after, masks, words))
        return 0;
    memcpy(search->fresh + line->masks, after, sizeof(word) * words);
    return 1;
}

int narrow(ChainSearch *search, int number)
{
    return narrow_line(search->board, number, search->fresh + search->board->lines->line[number].masks);
}

int rounds(ChainSearch *search, word *set, int most)
{
    Board *board = search->board;
    ptrdiff_t mark = board->trailed;
    int found = most + 1;
    for (int round = 1; round <= most; round++) {
        int several = 0;
        for (int at = 0; at < search->set; at++)
            for (word rest = set[at]; rest; rest &= rest - 1) {
                int number = WORD * at + lowest_bit(rest), removed = settled(search, number);
                if (removed < 0) {
                    take_back(board, mark);
                    return round;
                }
                if (removed)
                    search->rounding[several++] = number;
            }
        if (!several) {
            found = 0;
            break;
        }
        for (int at = 0; at < several; at++)
            if (narrow(search, search->rounding[at]))
                return FAILED;
        take_waiting(search, set);
        if (look(board))
            return FAILED;
    }
    take_back(board, mark);
    return found;
}

/* Searches for `more` further links after the first `search->links`. */
static int deepen(ChainSearch *search, int more)
{
    Board *board = search->board;
    word *here = search->sets + 2 * (size_t)search->set * search->links, *touched = here + search->set;
    word *next = touched + search->set, *next_touched = next + search->set;
    int64_t last = search->links ? search->link[search->links - 1] : -1;
    if (!search->left)
        return GIVEN_UP;
    search->left--;
    if (more > 1) {
        memcpy(next, here, sizeof(word) * search->set);
        int needed = rounds(search, next, more);
        if (needed == FAILED)
            return FAILED;
        if (!needed || needed > more)
            return NOT_FOUND;
    }
    ptrdiff_t mark = board->trailed;
    for (int at = 0; at < search->set; at++) {
        word rest = more == 1 ? touched[at] : here[at];
        for (; rest; rest &= rest - 1) {
            int number = WORD * at + lowest_bit(rest);
            word one = rest & (~rest + 1);
            if (number < last && !(touched[at] & one))
                continue;
            int removed = settled(search, number);
            search->link[search->links] = number;
            if (removed < 0) {
                search->links++;
                return FOUND;
            }
            if (!removed)
                here[at] &= ~one;
            if (!removed || more == 1)
                continue;
            if (narrow(search, number))
                return FAILED;
            take_waiting(search, next_touched);
            for (int word_at = 0; word_at < search->set; word_at++)
                next[word_at] = here[word_at] | next_touched[word_at];
            if (!(next_touched[at] & one))
                next[at] &= ~one;
            search->links++;
            int found = look(board) ? FAILED : deepen(search, more - 1);
            if (found != NOT_FOUND)
                return found;
            search->links--;
            take_back(board, mark);
        }
    }
    return NOT_FOUND;
}

int refute(ChainSearch *search, int cell, int colour, int most, int within, int64_t nodes, int *least)
{
    Board *board = search->board;
    ptrdiff_t mark = board->trailed;
    word *here = search->sets, *touched = here + search->set;
    search->links = 0;
    search->left = nodes;
    if (fix_cell(board, cell, colour))
        return FAILED;
    take_waiting(search, touched);
    memcpy(here, touched, sizeof(word) * search->set);
    *least = rounds(search, here, within);
    int found = *least == FAILED ? FAILED : NOT_FOUND;
    if (most && *least > 0 && *least <= within) {
        memcpy(here, touched, sizeof(word) * search->set);
        found = deepen(search, most);
        if (found == NOT_FOUND)
            *least = most + 1;
    }
    if (found != FAILED)
        take_back(board, mark);
    return found;
}

void nonosat_chain_free(nonosat_chain *chain)
{
    if (!chain)
        return;
    free_memory(chain->link);
    *chain = (nonosat_chain){NULL, 0};
}

int nonosat_refute(nonosat_board *board, int cell, int colour, int links, int64_t nodes, const nonosat_tick *tick, int *least,
                   nonosat_chain *chain)
{
    if (!board || !least || !chain)
        return NONOSAT_INPUT;
    *chain = (nonosat_chain){NULL, 0};
    *least = 0;
    if (!is_supposition(board->lines, cell, colour) || links < 0 || links > MOST_LINKS || nodes < 0)
        return NONOSAT_INPUT;
    ChainSearch search;
    int found = open_search(&search, board, tick, links) ? FAILED : refute(&search, cell, colour, links, links, nodes, least);
    if (found == FOUND) {
        *chain = (nonosat_chain){search.link, search.links};
        search.link = NULL;
    } else if (found == FAILED)
        *least = 0;
    close_search(&search);
    return found == FAILED ? board->error : NONOSAT_OK;
}
