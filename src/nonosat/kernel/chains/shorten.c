/* Removes superfluous links from chains, and takes chains from propagation. Reference: nonosat.lines.reference. */

#include "notes.h"

#include <string.h>

typedef struct {
    ChainSearch *search;
    const int64_t *link;
    int links;
    char *out;  /* [link] 1 if it is dropped */
    char *done; /* [link] 1 if the last replay reached it */
} Replay;

/* Index of the link that ends the inner supposition begun at `at`, or of the chain's last link. */
static int end_of(const Replay *replay, int at)
{
    int open = 0;
    for (; at < replay->links; at++) {
        open += replay->link[at] <= FIRST_INNER ? 1 : replay->link[at] == END ? -1 : 0;
        if (!open)
            return at;
    }
    return replay->links - 1;
}

/* Settles the lines of a chain in turn, up to the end of the current supposition. Returns 1 if one has no filling, 0 if not,
   FAILED with the error noted. Moves `*at` past the links replayed. */
static int replayed(Replay *replay, int *at)
{
    ChainSearch *search = replay->search;
    Board *board = search->board;
    const Lines *lines = board->lines;
    while (*at < replay->links && (replay->out[*at] || replay->link[*at] != END)) {
        int here = (*at)++;
        int64_t link = replay->link[here];
        if (replay->out[here])
            continue;
        replay->done[here] = 1;
        if (link >= 0) {
            int removed = settled(search, (int)link);
            if (removed < 0)
                return 1;
            if (removed && narrow(search, (int)link))
                return FAILED;
            continue;
        }
        int cell = (int)((FIRST_INNER - link) / lines->colours), colour = (int)((FIRST_INNER - link) % lines->colours);
        ptrdiff_t mark = board->trailed;
        int end = end_of(replay, here), inner = fix_cell(board, cell, colour) ? FAILED : replayed(replay, at);
        if (inner == FAILED)
            return FAILED;
        take_back(board, mark);
        replay->done[end] = 1;
        *at = end + 1;
        if (inner && remove_colour(board, cell, colour))
            return FAILED;
    }
    return 0;
}

/* Truncates the chain at its first contradiction; returns 1 if it still refutes the supposition. */
static int refutes(Replay *replay, int cell, int colour)
{
    Board *board = replay->search->board;
    int at = 0;
    memset(replay->done, 0, replay->links);
    int found = fix_cell(board, cell, colour) ? FAILED : replayed(replay, &at);
    if (found == FAILED)
        return FAILED;
    take_back(board, 0);
    for (int link = 0; found && link < replay->links; link++)
        replay->out[link] = !replay->done[link];
    return look(board) ? FAILED : found;
}

/* Drops links, from the last on, that the refutation does not need. Returns 0 if the whole chain refutes nothing. */
static int shorten(Replay *replay, int cell, int colour)
{
    int found = refutes(replay, cell, colour);
    for (int changed = found == 1; changed && found != FAILED;) {
        changed = 0;
        for (int at = replay->links - 1; at >= 0; at--) {
            if (replay->out[at] || replay->link[at] == END)
                continue;
            int end = replay->link[at] >= 0 ? at : end_of(replay, at);
            memset(replay->out + replay->links, 0, replay->links); /* the links dropped so far */
            memcpy(replay->out + replay->links, replay->out, replay->links);
            memset(replay->out + at, 1, end - at + 1);
            found = refutes(replay, cell, colour);
            if (found == FAILED)
                return FAILED;
            if (found)
                changed = 1;
            else
                memcpy(replay->out, replay->out + replay->links, replay->links);
        }
        found = 1;
    }
    return found;
}

/* Returns 1 if the links are valid and each inner supposition ends. */
static int are_links(const Lines *lines, const int64_t *link, int links)
{
    int open = 0;
    for (int at = 0; at < links; at++) {
        open += link[at] <= FIRST_INNER ? 1 : link[at] == END ? -1 : 0;
        if (link[at] >= lines->lines || link[at] < FIRST_INNER - (int64_t)lines->cells * lines->colours + 1 || open < 0 || open > 8)
            return 0;
    }
    return 1;
}

int shortened(ChainSearch *search, int cell, int colour, const int64_t *link, int links, nonosat_chain *chain)
{
    *chain = (nonosat_chain){NULL, 0};
    char *flags = alloc(3 * (size_t)links, 1);
    if (!flags)
        return fail(&search->board->error, NONOSAT_MEMORY);
    Replay replay = {search, link, links, flags, flags + 2 * (size_t)links};
    int kept = shorten(&replay, cell, colour);
    if (kept == 1) {
        chain->link = alloc(links, sizeof(int64_t));
        if (!chain->link)
            kept = fail(&search->board->error, NONOSAT_MEMORY);
    }
    for (int at = 0; kept == 1 && at < links; at++)
        if (!replay.out[at])
            chain->link[chain->links++] = link[at];
    free_memory(flags);
    return kept < 0 ? -1 : 0;
}

int nonosat_shorten(nonosat_board *board, int cell, int colour, const int64_t *link, int links, const nonosat_tick *tick,
                    nonosat_chain *chain)
{
    if (!board || !chain || (links > 0 && !link))
        return NONOSAT_INPUT;
    *chain = (nonosat_chain){NULL, 0};
    if (!is_supposition(board->lines, cell, colour) || links < 0 || links > MOST || !are_links(board->lines, link, links))
        return NONOSAT_INPUT;
    ChainSearch search;
    int failed = open_search(&search, board, tick, 0) || shortened(&search, cell, colour, link, links, chain);
    close_search(&search);
    return failed ? board->error : NONOSAT_OK;
}

/* Derives a chain from propagation to a contradiction. */
static int derive(ChainSearch *search, Notes *notes, int cell, int colour, nonosat_chain *chain)
{
    Board *board = search->board;
    if (fix_cell(board, cell, colour))
        return -1;
    for (int line = 0; !board->trailed && line < board->lines->lines; line++)
        wait_for(board, line);
    int links, broken = note_all(notes);
    take_back(board, 0);
    if (broken < 0)
        return broken == SETTLED ? 0 : -1;
    int64_t *link = traced(notes, 0, broken, &links);
    int failed = !link || shortened(search, cell, colour, link, links, chain);
    free_memory(link);
    return failed ? -1 : 0;
}

int nonosat_derive(nonosat_board *board, int cell, int colour, const nonosat_tick *tick, nonosat_chain *chain)
{
    if (!board || !chain)
        return NONOSAT_INPUT;
    *chain = (nonosat_chain){NULL, 0};
    if (!is_supposition(board->lines, cell, colour))
        return NONOSAT_INPUT;
    ChainSearch search;
    Notes notes = {0};
    int failed = open_search(&search, board, tick, 0) || open_notes(&notes, &search) || derive(&search, &notes, cell, colour, chain);
    close_notes(&notes);
    close_search(&search);
    return failed ? board->error : NONOSAT_OK;
}
