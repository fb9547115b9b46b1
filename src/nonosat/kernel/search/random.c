/* M. Matsumoto and T. Nishimura, "Mersenne Twister" (ACM TOMACS 8, 1998), seeded by an array of words. */

#include "random.h"

enum { STATE = 624, SHIFT = 397 };

static void refill(Twister *twister)
{
    uint32_t *state = twister->state;
    for (int at = 0; at < STATE; at++) {
        uint32_t y = (state[at] & 0x80000000u) | (state[(at + 1) % STATE] & 0x7fffffffu);
        state[at] = state[(at + SHIFT) % STATE] ^ y >> 1 ^ (y & 1 ? 0x9908b0dfu : 0);
    }
    twister->at = 0;
}

uint32_t next_random(Twister *twister)
{
    if (twister->at >= STATE)
        refill(twister);
    uint32_t y = twister->state[twister->at++];
    y ^= y >> 11;
    y ^= y << 7 & 0x9d2c5680u;
    y ^= y << 15 & 0xefc60000u;
    return y ^ y >> 18;
}

/* Mixes a word into the next one; returns the index of the one after that. */
static int mix(uint32_t *state, int at, uint32_t factor, uint32_t sum)
{
    state[at] = (state[at] ^ (state[at - 1] ^ state[at - 1] >> 30) * factor) + sum;
    if (at + 1 < STATE)
        return at + 1;
    state[0] = state[STATE - 1];
    return 1;
}

void seed_twister(Twister *twister, uint64_t seed, uint32_t round)
{
    uint32_t key[3] = {(uint32_t)seed, (uint32_t)(seed >> 32), round}, *state = twister->state;
    int keys = round ? 3 : key[1] ? 2 : 1, at = 1;
    state[0] = 19650218u;
    for (int next = 1; next < STATE; next++)
        state[next] = 1812433253u * (state[next - 1] ^ state[next - 1] >> 30) + (uint32_t)next;
    for (int word = 0; word < STATE; word++)
        at = mix(state, at, 1664525u, key[word % keys] + (uint32_t)(word % keys));
    for (int left = STATE - 1; left; left--)
        at = mix(state, at, 1566083941u, 0u - (uint32_t)at);
    state[0] = 0x80000000u;
    twister->at = STATE;
}
