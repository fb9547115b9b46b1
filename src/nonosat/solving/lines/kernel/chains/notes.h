/* The record of what was done on a board: links of a chain, the lines that they read, and the lines that they touched. */

#ifndef NONOSAT_NOTES_H
#define NONOSAT_NOTES_H

#include "chains.h"

typedef struct {
    Search *search;
    long *link;  /* of all notes, one after the other */
    int *first;  /* [note] where its links begin; one more */
    word *sets;  /* [note][2]: the lines that it read, and those that it touched */
    word *matter; /* scratch: a set of lines */
    int notes;
    Py_ssize_t links_room, first_room, sets_room;
} Notes;

/* Allocates memory. Call `close_notes` in any case. */
int open_notes(Notes *notes, Search *search);
void close_notes(Notes *notes);

/* Settles what waits to the fixpoint, and notes each line that lost something: the line without a filling, or SETTLED;
   RAISED with an exception set. */
int note_all(Notes *notes);

/* Settles a line, and notes it if it lost something: 1, 0 if it did not; -1 if it has no filling; -2 with an exception
   set. Only what it touches waits after that. */
int note_line(Notes *notes, int number);

/* Notes a supposition that is refuted by links, whose colour was just removed: what that touched waits. */
int note_inner(Notes *notes, int cell, int colour, const long *link, int links);

/* The links of the notes from one on, on which it rests that a line has no filling, and that line, in new memory; NULL
   with an exception set. */
long *traced(const Notes *notes, int first, int broken, int *links);

#endif
