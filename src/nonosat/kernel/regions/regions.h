/* Shared by the files of this folder: a sweep over a region. */

#ifndef NONOSAT_REGIONS_H
#define NONOSAT_REGIONS_H

#include "../core/kernel.h"

#include <math.h>
#include <string.h>

/* Bits of a frontier that hold the state of a segment. */
typedef struct {
    int word, shift;
    word mask; /* 0 for a segment with one state everywhere */
} Field;

/* What a cell does to one of its segments. */
typedef struct {
    Field field;
    const int *table; /* [state][option]: the state after the cell; -1: no completion */
    const int *row;   /* that of the frontier at hand */
    int ends;         /* 1 if it is the segment's last cell */
} Part;

/* Frontiers, each with its number: `limbs` words, or a double in a sample. `slot` is a hash table of indices, 0 where it is free,
   of a power of 2 of slots, at most half of them in use. */
typedef struct {
    int limbs;
    ptrdiff_t size, keys_size, counts_size, slots;
    word *key;
    word *count;
    uint32_t *slot;
} Frontier;

typedef struct {
    nonosat_region region;
    nonosat_sweeping how;
    const nonosat_tick *tick;
    int words;          /* of a frontier */
    ptrdiff_t *table;   /* [place]: where its rows begin in the region's `table` */
    ptrdiff_t *weight;  /* [place]: where its states begin in the region's `weights` */
    Field *field;       /* [segment], once it is begun */
    int *segment_of;    /* [place] */
    int *at_cell;       /* [cells + 1]: where its places begin in `place` */
    int *place;         /* places of the cells in order; a place is a cell of a segment */
    int *position;      /* [segment]: its place that comes next, -1 before it begins and after it ends */
    word *taken;        /* bits in use */
    Part *part;         /* of the current cell */
    word *path;         /* [witness][word]: its frontier */
    Frontier now, next;
    double scale;       /* base-2 logarithm of a factor of all numbers of a sample */
    uint64_t random;
    int exact;          /* 0 if frontiers were left out */
    int error;
} Sweep;

/* ---- region.c ---- */

/* Checks and prepares the region of a sweep. */
int read_region(Sweep *sweep);

/* Determines the parts of a cell, and gives segments that begin there their bits. */
void read_parts(Sweep *sweep, int cell);

/* Frees the bits of segments that the cell ends, and notes where the others go on. */
void leave_cell(Sweep *sweep, int cell);

/* ---- narrow.c ---- */

/* Narrows `next` to half of the width. */
int narrow_frontier(Sweep *sweep);

/* Scales the numbers of a sample down before they exceed a double's range. */
void scale_down(Sweep *sweep);

/* ---- numbers and frontiers ---- */

static inline int bit_length(word number) { return number ? highest_bit(number) + 1 : 0; }

static inline word hash_of(const word *key, int words)
{
    word hash = 0;
    for (int at = 0; at < words; at++) {
        hash = (hash ^ key[at]) * 0x9e3779b97f4a7c15u;
        hash ^= hash >> 29;
    }
    return hash * 0xbf58476d1ce4e5b9u >> 20;
}

/* The slot of a frontier, or the free one where it belongs. */
static inline uint32_t *find(const Frontier *frontier, const word *key, int words)
{
    word at = hash_of(key, words);
    for (;; at++) {
        uint32_t *slot = frontier->slot + (at & (word)(frontier->slots - 1));
        if (!*slot || !memcmp(frontier->key + (ptrdiff_t)(*slot - 1) * words, key, sizeof *key * words))
            return slot;
    }
}

static inline double share_of(const Frontier *frontier, ptrdiff_t at)
{
    double share;
    memcpy(&share, frontier->count + at, sizeof share);
    return share;
}

static inline void set_share(Frontier *frontier, ptrdiff_t at, double share) { memcpy(frontier->count + at, &share, sizeof share); }

static inline double logarithm_of(const word *number, int limbs)
{
    while (limbs > 1 && !number[limbs - 1])
        limbs--;
    double top = (double)number[limbs - 1] * 0x1p64 + (limbs > 1 ? (double)number[limbs - 2] : 0);
    return log2(top) + WORD * (limbs - 2.0);
}

#endif
