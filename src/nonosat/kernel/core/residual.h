/* The residual puzzle of a board: what its lines leave open. */

#ifndef NONOSAT_RESIDUAL_H
#define NONOSAT_RESIDUAL_H

#include "board.h"

/* The open cells of a whole puzzle, and what their lines need of the others. */
typedef struct {
    nonosat_puzzle *puzzle; /* NULL: there is none */
    Board board;
    int *cell_of;  /* [cell]: its number in the whole puzzle, ascending */
    int whole;     /* cells of the whole puzzle */
    uint8_t *lifted; /* [cell of the whole]: colours of the cells left out; those of the others are written by `lift` */
    uint8_t *part;   /* [cell]: written by `project` */
} Residual;

/* Makes the residual puzzle of a board at its fixpoint: 1; 0 if little can be left out, or the board is not at its fixpoint; -1 if memory is
   short. There is none after the last two. */
int make_residual(const Board *whole, Residual *residual);
void close_residual(Residual *residual);

/* A picture of the residual puzzle as one of the whole, until the next call. */
const uint8_t *lift(Residual *residual, const uint8_t *cells);

/* The part of a picture of the whole, until the next call; NULL if the board excludes the picture, which has another colour in a cell left out. */
const uint8_t *project(Residual *residual, const uint8_t *cells);

/* Removes from the board of the whole what the residual board has lost. No line waits then. */
void narrow_whole(const Residual *residual, Board *whole);

#endif
