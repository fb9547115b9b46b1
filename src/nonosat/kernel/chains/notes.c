/* Implication trail of a chain search. */

#include "notes.h"

#include <string.h>

int open_notes(Notes *notes, ChainSearch *search)
{
    *notes = (Notes){.search = search};
    notes->matter = alloc(2 * (size_t)search->set, sizeof(word));
    notes->first = alloc(0, sizeof(int));
    return notes->matter && notes->first ? 0 : fail(&search->board->error, NONOSAT_MEMORY);
}

void close_notes(Notes *notes)
{
    free_memory(notes->link);
    free_memory(notes->first);
    free_memory(notes->sets);
    free_memory(notes->matter);
}

/* Grows the arrays for another note with `links` links. Returns 0, or -1 with the error noted. */
static int grow_notes(Notes *notes, int links)
{
    size_t set = 2 * sizeof(word) * (size_t)notes->search->set;
    return grow_array(&notes->link, sizeof(int64_t), notes->first[notes->notes] + links, &notes->link_capacity) ||
                   grow_array(&notes->first, sizeof(int), notes->notes + 2, &notes->first_capacity) ||
                   grow_array(&notes->sets, set, notes->notes + 1, &notes->set_capacity)
               ? fail(&notes->search->board->error, NONOSAT_MEMORY)
               : 0;
}

static inline word *reads(const Notes *notes, int note)
{
    return notes->sets + 2 * (size_t)notes->search->set * note;
}

static inline void add(word *set, int number)
{
    set[number / WORD] |= (word)1 << number % WORD;
}

/* Settles a line, and notes it if it lost candidates; the lines that it touched then wait. Returns 1 if it lost
   candidates, 0 if not, -1 if it has no filling, FAILED with the error noted. */
static int note_line(Notes *notes, int number)
{
    ChainSearch *search = notes->search;
    Board *board = search->board;
    int found = settled(search, number);
    if (found <= 0)
        return found;
    if (grow_notes(notes, 1) || narrow(search, number))
        return FAILED;
    int note = notes->notes++, at = notes->first[note];
    notes->link[at] = number;
    notes->first[note + 1] = at + 1;
    word *read_lines = reads(notes, note);
    memset(read_lines, 0, sizeof(word) * search->set);
    add(read_lines, number);
    memcpy(read_lines + search->set, board->waiting, sizeof(word) * search->set);
    return 1;
}

int note_all(Notes *notes)
{
    ChainSearch *search = notes->search;
    Board *board = search->board;
    const Lines *lines = board->lines;
    word *before = notes->matter;
    int number = 0;
    while (board->left) {
        while (!bit(board->waiting, number))
            number = number + 1 < lines->lines ? number + 1 : 0;
        board->waiting[number / WORD] &= ~((word)1 << number % WORD);
        take_waiting(search, before);
        int found = note_line(notes, number);
        if (found == FAILED)
            return FAILED;
        if (found < 0)
            return number;
        board->left = 0;
        for (int at = 0; at < search->set; at++) {
            board->waiting[at] |= before[at];
            for (word rest = board->waiting[at]; rest; rest &= rest - 1)
                board->left++;
        }
        if (look(board))
            return FAILED;
    }
    return SETTLED;
}

int note_inner(Notes *notes, int cell, int colour, const int64_t *link, int links)
{
    ChainSearch *search = notes->search;
    if (grow_notes(notes, links + 2))
        return -1;
    int note = notes->notes++, at = notes->first[note];
    word *read_lines = reads(notes, note);
    memset(read_lines, 0, sizeof(word) * search->set);
    notes->link[at++] = FIRST_INNER - ((int64_t)cell * search->board->lines->colours + colour);
    for (int link_at = 0; link_at < links; link_at++) {
        notes->link[at++] = link[link_at];
        add(read_lines, (int)link[link_at]);
    }
    notes->link[at++] = END;
    notes->first[note + 1] = at;
    memcpy(read_lines + search->set, search->board->waiting, sizeof(word) * search->set);
    return 0;
}

int64_t *traced(const Notes *notes, int first, int broken, int *links)
{
    int set = notes->search->set, at = notes->first[notes->notes] - notes->first[first] + 1;
    int64_t *found = alloc(at, sizeof(int64_t));
    if (!found) {
        notes->search->board->error = NONOSAT_MEMORY;
        return NULL;
    }
    word *matter = notes->matter;
    memset(matter, 0, sizeof(word) * set);
    add(matter, broken);
    int whole = at;
    found[--at] = broken;
    for (int note = notes->notes - 1; note >= first; note--) {
        const word *read_lines = reads(notes, note);
        int counts = 0;
        for (int word_at = 0; word_at < set; word_at++)
            counts |= (read_lines[set + word_at] & matter[word_at]) != 0;
        if (!counts)
            continue;
        for (int word_at = 0; word_at < set; word_at++)
            matter[word_at] |= read_lines[word_at];
        int length = notes->first[note + 1] - notes->first[note];
        memcpy(found + (at -= length), notes->link + notes->first[note], sizeof(int64_t) * length);
    }
    *links = whole - at;
    memmove(found, found + at, sizeof(int64_t) * *links);
    return found;
}
