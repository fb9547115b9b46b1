/* The Mersenne Twister, seeded as Python does it: the numbers are those of Random(seed + (round << 64)).randbytes(...). */

#ifndef NONOSAT_RANDOM_H
#define NONOSAT_RANDOM_H

#include <stdint.h>

typedef struct {
    uint32_t state[624];
    int at;
} Twister;

void seed_twister(Twister *twister, uint64_t seed, uint32_t round);
uint32_t next_random(Twister *twister);

#endif
