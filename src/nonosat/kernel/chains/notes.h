/* Implication trail of a chain search: each link with the lines that it read and the lines that it touched. */

#ifndef NONOSAT_NOTES_H
#define NONOSAT_NOTES_H

#include "chains.h"

typedef struct {
    ChainSearch *search;
    int64_t *link; /* of all notes, concatenated */
    int *first;  /* [note] index of its first link; one entry more than notes */
    word *sets;  /* [note][2]: the lines that it read, and those that it touched */
    word *matter; /* scratch: a set of lines */
    int notes;
    ptrdiff_t link_capacity, first_capacity, set_capacity;
} Notes;

/* Allocates memory. The caller calls `close_notes`, even after a failure. */
int open_notes(Notes *notes, ChainSearch *search);
void close_notes(Notes *notes);

/* Settles the waiting lines to the fixpoint, and notes each line that lost candidates. Returns SETTLED, a line without a
   filling, or FAILED with the error noted. */
int note_all(Notes *notes);

/* Notes an inner supposition refuted by links. Requires that its colour was just removed, and that the lines touched
   by that wait. */
int note_inner(Notes *notes, int cell, int colour, const int64_t *link, int links);

/* Returns, in new memory, the links from note `first` on that the contradiction in line `broken` depends on, then
   that line; NULL with the error noted. */
int64_t *traced(const Notes *notes, int first, int broken, int *links);

#endif
