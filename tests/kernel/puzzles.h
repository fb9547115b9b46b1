/* Small random puzzles of every kind, and brute force. */

#ifndef PUZZLES_H
#define PUZZLES_H

#include "require.h"

#include <nonosat.h>

#include <string.h>

enum { CELLS = 16, LINES = 24, BLOCKS = 1000 };

typedef struct {
    nonosat_statement statement;
    int lengths[LINES], cells[LINES * CELLS], sizes[LINES], givens[CELLS];
    nonosat_block blocks[BLOCKS];
} Puzzle;

static uint64_t state = 1;

/* A number from 0 to `below` - 1 (xorshift64*). */
static int any(int below)
{
    state ^= state >> 12;
    state ^= state << 25;
    state ^= state >> 27;
    return (int)((state * 2685821657736338717u >> 33) % (uint64_t)below);
}

/* The cells of a rectangle's lines, or lines of any arrangement. */
static void arrange(Puzzle *puzzle, int rectangle)
{
    nonosat_statement *statement = &puzzle->statement;
    int *cell = puzzle->cells;
    if (rectangle) {
        int height = 1 + any(4), width = 1 + any(statement->colours == 2 ? 4 : 3);
        *statement = (nonosat_statement){sizeof(nonosat_statement), statement->colours, height * width, height + width, height, width, NULL, NULL, NULL, NULL};
        for (int line = 0; line < height + width; line++) {
            puzzle->lengths[line] = line < height ? width : height;
            for (int at = 0; at < puzzle->lengths[line]; at++)
                *cell++ = line < height ? line * width + at : at * width + line - height;
        }
        return;
    }
    statement->size = sizeof *statement;
    statement->cells = 2 + any(statement->colours == 2 ? 10 : 6);
    statement->lines = 2 + any(6);
    int crossed[CELLS] = {0};
    for (int line = 0; line + 1 < statement->lines; line++) {
        int order[CELLS];
        for (int at = 0; at < statement->cells; at++) {
            int other = any(at + 1);
            order[at] = order[other];
            order[other] = at;
        }
        puzzle->lengths[line] = any(statement->cells + 1);
        for (int at = 0; at < puzzle->lengths[line]; at++) {
            crossed[order[at]] = 1;
            *cell++ = order[at];
        }
    }
    int *length = puzzle->lengths + statement->lines - 1; /* the last line has the cells that no other line has */
    for (int at = *length = 0; at < statement->cells; at++)
        if (!crossed[at]) {
            *cell++ = at;
            ++*length;
        }
    statement->line_lengths = puzzle->lengths;
    statement->line_cells = puzzle->cells;
}

/* Replaces some blocks by stars, and adds others; returns the end of the clue. */
static nonosat_block *write_stars(nonosat_block *first, const nonosat_block *end, int star)
{
    nonosat_block clue[3 * CELLS], *block = clue;
    for (const nonosat_block *each = first; each < end; each++) {
        if (!any(2 * star))
            *block++ = (nonosat_block){0, 0};
        *block++ = any(star) ? *each : (nonosat_block){0, 0};
    }
    if (!any(star))
        *block++ = (nonosat_block){0, 0};
    memcpy(first, clue, sizeof *clue * (block - clue));
    return first + (block - clue);
}

/* The clues of a random picture, some of them changed, blotted, with stars or missing. */
static void write_clues(Puzzle *puzzle)
{
    nonosat_block *block = puzzle->blocks;
    const int *cell = puzzle->cells;
    int picture[CELLS], blot = any(3) ? 0 : 4, miss = any(3) ? 0 : 4, change = any(4) ? 0 : 8;
    int star = any(3) ? 0 : 3;
    for (int at = 0; at < puzzle->statement.cells; at++)
        picture[at] = any(2) ? any(puzzle->statement.colours) : 0;
    for (int line = 0; line < puzzle->statement.lines; line++) {
        nonosat_block *first = block;
        for (int at = 0; at < puzzle->lengths[line]; at++) {
            int colour = picture[cell[at]];
            if (colour && at && picture[cell[at - 1]] == colour)
                block[-1].length++;
            else if (colour)
                *block++ = (nonosat_block){1, colour};
        }
        cell += puzzle->lengths[line];
        for (nonosat_block *each = first; each < block; each++) {
            each->length += change && !any(change);
            each->length = blot && !any(blot) ? 0 : each->length;
        }
        if (star && !any(2))
            block = write_stars(first, block, star);
        puzzle->sizes[line] = (int)(block - first);
        if (miss && !any(miss)) {
            puzzle->sizes[line] = -1;
            block = first;
        }
    }
    for (int at = 0; at < puzzle->statement.cells; at++)
        puzzle->givens[at] = any(12) ? -1 : picture[at];
    puzzle->statement.clue_sizes = puzzle->sizes;
    puzzle->statement.blocks = puzzle->blocks;
}

static void make(Puzzle *puzzle, int rectangle)
{
    memset(puzzle, 0, sizeof *puzzle);
    puzzle->statement.colours = 2 + !any(3);
    arrange(puzzle, rectangle);
    write_clues(puzzle);
}

/* Returns 1 if runs of cells match a clue, in which a star stands for any number of runs. */
static int is_match(const nonosat_block *run, int runs, const nonosat_block *block, int size)
{
    uint8_t fits[CELLS + 1][3 * CELLS + 1] = {{1}}; /* [run][block]: the runs and the blocks before these */
    for (int number = 0; number <= runs; number++)
        for (int at = 0; at < size; at++) {
            int here = fits[number][at], star = !block[at].colour;
            fits[number][at + 1] |= here && star;
            if (number == runs || !here)
                continue;
            fits[number + 1][at] |= star;
            fits[number + 1][at + 1] |=
                run[number].colour == block[at].colour && (!block[at].length || block[at].length == run[number].length);
        }
    return fits[runs][size];
}

/* Returns 1 if the cells have the givens and fill every line by its clue. */
static int is_solved(const Puzzle *puzzle, const uint8_t *cells)
{
    const nonosat_block *block = puzzle->blocks;
    const int *cell = puzzle->cells;
    for (int at = 0; at < puzzle->statement.cells; at++)
        if (puzzle->givens[at] >= 0 && puzzle->givens[at] != cells[at])
            return 0;
    for (int line = 0; line < puzzle->statement.lines; line++) {
        int runs = 0, length = 0, size = puzzle->sizes[line];
        nonosat_block run[CELLS];
        for (int at = 0; size >= 0 && at < puzzle->lengths[line]; at++) {
            int colour = cells[cell[at]], next = at + 1 < puzzle->lengths[line] ? cells[cell[at + 1]] : -1;
            length++;
            if (next == colour)
                continue;
            if (colour)
                run[runs++] = (nonosat_block){length, colour};
            length = 0;
        }
        if (size >= 0 && !is_match(run, runs, block, size))
            return 0;
        cell += puzzle->lengths[line];
        block += size > 0 ? size : 0;
    }
    return 1;
}

/* Calls a function for each solution; returns their number. */
static int solutions(const Puzzle *puzzle, uint8_t *pictures, int most)
{
    uint8_t cells[CELLS] = {0};
    int found = 0, number = puzzle->statement.cells;
    for (;;) {
        if (is_solved(puzzle, cells)) {
            if (found < most)
                memcpy(pictures + found * number, cells, number);
            found++;
        }
        int at = 0;
        while (at < number && ++cells[at] == puzzle->statement.colours)
            cells[at++] = 0;
        if (at == number)
            return found;
    }
}

/* Opens the puzzle and its board with the givens. Returns 0 or an error. */
static int open_puzzle(const Puzzle *stated, nonosat_puzzle **puzzle, nonosat_board **board)
{
    *board = NULL;
    int error = nonosat_puzzle_new(&stated->statement, puzzle);
    if (!error)
        error = nonosat_board_new(*puzzle, NULL, board);
    for (int cell = 0; cell < stated->statement.cells && !error; cell++)
        if (stated->givens[cell] >= 0)
            error = nonosat_board_fix(*board, cell, stated->givens[cell]);
    return error;
}

#endif
