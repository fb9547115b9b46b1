/* Nested suppositions: one inside another shortens a chain, or refutes a colour that lines alone do not.

   The outer supposition gives a cell a colour. After some lines an inner one gives another cell a colour; a short chain refutes
   it, so that colour is removed, and further lines lead to the outer contradiction. The search is incomplete: inner
   suppositions are tried at the fixpoint, for each open cell and colour that a short chain refutes. Links on which the contradiction does not depend are dropped, then superfluous ones.

   With `effort`, refuted inner suppositions accumulate until a line has no filling: first all with short chains, then the first
   one refuted by propagation. */

#include "notes.h"

#include <string.h>

/* Figures: total links of the explanations of dom 6, webpbn 8599 and 6955, and CPU seconds; 975 and 5.8 with these
   values. */
enum {
    INNER_ROUNDS = 3, /* rounds of lines until an inner supposition is refuted; 5: 979 links, 6.8 s */
    TRIES = 20,       /* search nodes per inner supposition: 10: 999 links, 6.1 s; 40: 975, 6.1 s; and the number of shortest
                         chains that are shortened further: 8 and 32: 975, 5.8 s */
};

typedef struct {
    ChainSearch search;
    Notes notes;
    word *touched;      /* set of lines touched by an inner supposition */
    nonosat_chain whole[TRIES]; /* the shortest chains so far, in order */
    int wholes;
    int links;          /* maximum links of an inner chain */
    int fewer;          /* the chain must have fewer lines */
    int64_t effort;    /* remaining inner suppositions for propagation */
} Nesting;

/* Stores a chain if it is one of the shortest, otherwise frees it. */
static void keep(Nesting *nesting, nonosat_chain chain)
{
    int at = nesting->wholes;
    while (at > 0 && nesting->whole[at - 1].links > chain.links)
        at--;
    if (at == TRIES) {
        free_memory(chain.link);
        return;
    }
    if (nesting->wholes == TRIES)
        free_memory(nesting->whole[--nesting->wholes].link);
    memmove(nesting->whole + at + 1, nesting->whole + at, sizeof chain * (nesting->wholes - at));
    nesting->whole[at] = chain;
    nesting->wholes++;
}

static int keep_traced(Nesting *nesting, int broken)
{
    nonosat_chain chain;
    chain.link = traced(&nesting->notes, 0, broken, &chain.links);
    if (chain.link)
        keep(nesting, chain);
    return chain.link ? 0 : -1;
}

/* Tries an inner supposition that the links of the search refute; restores the board. */
static int try_inner(Nesting *nesting, int cell, int colour)
{
    ChainSearch *search = &nesting->search;
    Board *board = search->board;
    Notes *notes = &nesting->notes;
    int most = nesting->fewer - search->links - 1;
    if (most < 1)
        return 0;
    ptrdiff_t mark = board->trailed;
    int noted = notes->notes, links = search->links;
    if (remove_colour(board, cell, colour) || note_inner(notes, cell, colour, search->link, links))
        return -1;
    take_waiting(search, nesting->touched);
    memcpy(search->sets, nesting->touched, sizeof(word) * search->set);
    int needed = rounds(search, search->sets, most);
    if (needed == FAILED)
        return -1;
    if (needed && needed <= most) {
        clear_waiting(board);
        for (int at = 0; at < search->set; at++)
            for (word rest = nesting->touched[at]; rest; rest &= rest - 1)
                wait_for(board, WORD * at + lowest_bit(rest));
        int broken = note_all(notes);
        if (broken == FAILED || (broken >= 0 && keep_traced(nesting, broken)))
            return -1;
    }
    notes->notes = noted;
    take_back(board, mark);
    return 0;
}

/* Searches for a short chain that refutes a colour of an open cell. Returns 1 if one is found, 0 if not, -1 with the error
   noted. */
static int inner(Nesting *nesting, int cell, int colour)
{
    ChainSearch *search = &nesting->search;
    int least, found = NOT_FOUND;
    if (is_open(search->board, cell) && has_colour(search->board, cell, colour))
        found = refute(search, cell, colour, nesting->links, INNER_ROUNDS, TRIES, &least);
    return found == FAILED ? -1 : found == FOUND;
}

/* Tries all inner suppositions on the current board. */
static int with_inner(Nesting *nesting)
{
    const Lines *lines = nesting->search.board->lines;
    for (int cell = 0; cell < lines->cells; cell++)
        for (int colour = 0; colour < lines->colours; colour++) {
            int found = inner(nesting, cell, colour);
            if (found < 0 || (found && try_inner(nesting, cell, colour)))
                return -1;
        }
    return 0;
}

/* Removes a colour that links refute from a cell, and settles lines. Returns the line without a filling, or SETTLED;
   FAILED with the error noted. */
static int take(Nesting *nesting, int cell, int colour, const int64_t *link, int links)
{
    if (remove_colour(nesting->search.board, cell, colour) || note_inner(&nesting->notes, cell, colour, link, links))
        return FAILED;
    return note_all(&nesting->notes);
}

/* Returns the links, in new memory, of a chain that refutes a colour of an open cell by propagation; NULL if there is
   none. */
static int64_t *inner_by_propagation(Nesting *nesting, int cell, int colour, int *links)
{
    Board *board = nesting->search.board;
    Notes *notes = &nesting->notes;
    if (!nesting->effort || !is_open(board, cell) || !has_colour(board, cell, colour))
        return NULL;
    nesting->effort--;
    ptrdiff_t mark = board->trailed;
    int noted = notes->notes;
    int broken = fix_cell(board, cell, colour) ? FAILED : note_all(notes);
    int64_t *link = broken >= 0 ? traced(notes, noted, broken, links) : NULL;
    notes->notes = noted;
    take_back(board, mark);
    return link;
}

/* Applies refuted inner suppositions, one after the other, until a line has no filling or no further one is refuted.
   Those with short chains come first. */
static int saturate(Nesting *nesting)
{
    ChainSearch *search = &nesting->search;
    const Lines *lines = search->board->lines;
    for (int more = 1, any = 0; more || !any;) {
        any = !more;
        more = 0;
        for (int cell = 0; cell < lines->cells && !(any && more); cell++)
            for (int colour = 0; colour < lines->colours && !(any && more); colour++) {
                int broken = SETTLED, links;
                int64_t *link = any ? inner_by_propagation(nesting, cell, colour, &links) : NULL;
                int found = any ? link != NULL : inner(nesting, cell, colour);
                if (found < 0 || search->board->error)
                    return -1;
                if (found)
                    broken = take(nesting, cell, colour, any ? link : search->link, any ? links : search->links);
                more |= found;
                free_memory(link);
                if (broken != SETTLED)
                    return broken == FAILED ? -1 : keep_traced(nesting, broken);
            }
    }
    return 0;
}

/* Collects chains for a supposition, and restores the board unless it fails. */
static int collect(Nesting *nesting, int cell, int colour)
{
    Board *board = nesting->search.board;
    int broken = fix_cell(board, cell, colour) ? FAILED : note_all(&nesting->notes);
    if (broken == FAILED || (broken == SETTLED && (nesting->effort ? saturate(nesting) : with_inner(nesting))))
        return -1;
    take_back(board, 0);
    return 0;
}

/* Number of lines of a chain. */
static int lines_of(const nonosat_chain *chain)
{
    int lines = 0;
    for (int at = 0; at < chain->links; at++)
        lines += chain->link[at] >= 0;
    return lines;
}

/* Finds the collected chain that has the fewest lines once shortened. */
static int shortest(Nesting *nesting, int cell, int colour, nonosat_chain *best)
{
    for (int at = 0; at < nesting->wholes; at++) {
        nonosat_chain chain;
        if (shortened(&nesting->search, cell, colour, nesting->whole[at].link, nesting->whole[at].links, &chain))
            return -1;
        if (chain.links && lines_of(&chain) < nesting->fewer) {
            nesting->fewer = lines_of(&chain);
            nonosat_chain_free(best);
            *best = chain;
        } else
            nonosat_chain_free(&chain);
    }
    return 0;
}

int nonosat_nest(nonosat_board *board, int cell, int colour, const nonosat_nesting *given, const nonosat_tick *tick, int64_t *spent,
                 nonosat_chain *chain)
{
    if (!board || !spent || !chain)
        return NONOSAT_INPUT;
    *chain = (nonosat_chain){NULL, 0};
    *spent = 0;
    nonosat_nesting how;
    if (read_struct(&how, sizeof how, given) || !is_supposition(board->lines, cell, colour) || how.links < 0 || how.links > MOST_LINKS || how.effort < 0 ||
        how.effort > MOST || how.fewer < 0 || how.fewer > MOST)
        return NONOSAT_INPUT;
    how.links = how.links ? how.links : MOST_LINKS;
    how.fewer = how.fewer ? how.fewer : MOST;
    Nesting nesting = {.links = how.links, .effort = how.effort, .fewer = how.fewer};
    int failed = open_search(&nesting.search, board, tick, how.links) || open_notes(&nesting.notes, &nesting.search);
    if (!failed) {
        nesting.touched = alloc(nesting.search.set, sizeof(word));
        failed = !nesting.touched ? fail(&board->error, NONOSAT_MEMORY)
                                  : collect(&nesting, cell, colour) || shortest(&nesting, cell, colour, chain);
    }
    for (int at = 0; at < nesting.wholes; at++)
        free_memory(nesting.whole[at].link);
    free_memory(nesting.touched);
    close_notes(&nesting.notes);
    close_search(&nesting.search);
    if (failed)
        nonosat_chain_free(chain);
    *spent = how.effort - nesting.effort;
    return failed ? board->error : NONOSAT_OK;
}
