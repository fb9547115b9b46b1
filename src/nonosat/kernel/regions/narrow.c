/* Leaves frontiers out: all but the best, or all but a random sample. */

#include "regions.h"

/* The scores of the frontiers of `next`: base-2 logarithms of their numbers, and of what their begun segments promise. */
static void rate(const Sweep *sweep, double *score)
{
    const Frontier *next = &sweep->next;
    for (ptrdiff_t at = 0; at < next->size; at++)
        score[at] = sweep->how.is_sampled ? log2(share_of(next, at)) : logarithm_of(next->count + at * next->limbs, next->limbs);
    if (!sweep->region.weights)
        return;
    for (int segment = 0; segment < sweep->region.segments; segment++) {
        if (sweep->position[segment] < 0)
            continue;
        const Field *field = sweep->field + segment;
        const double *weight = sweep->region.weights + sweep->weight[sweep->position[segment]];
        const word *key = next->key + field->word;
        for (ptrdiff_t at = 0; at < next->size; at++)
            score[at] += weight[key[at * sweep->words] >> field->shift & field->mask];
    }
}

/* Reorders numbers so that the greatest `number` come first; returns the least of these (C. A. R. Hoare's selection). */
static double select_greatest(double *item, ptrdiff_t items, ptrdiff_t number)
{
    ptrdiff_t low = 0, high = items - 1, wanted = number - 1;
    while (low < high) {
        double pivot = item[low + (high - low) / 2];
        ptrdiff_t left = low, right = high;
        while (left <= right) {
            while (item[left] > pivot)
                left++;
            while (item[right] < pivot)
                right--;
            if (left > right)
                break;
            double other = item[left];
            item[left++] = item[right];
            item[right--] = other;
        }
        if (wanted <= right)
            high = right;
        else if (wanted >= left)
            low = left;
        else
            break;
    }
    return item[wanted];
}

static void move(Sweep *sweep, ptrdiff_t from, ptrdiff_t to)
{
    Frontier *next = &sweep->next;
    memmove(next->key + to * sweep->words, next->key + from * sweep->words, sizeof *next->key * sweep->words);
    memmove(next->count + to * next->limbs, next->count + from * next->limbs, sizeof *next->count * next->limbs);
}

/* Keeps the best frontiers, and those of the witnesses. */
static int keep_best(Sweep *sweep, double *score, ptrdiff_t number)
{
    Frontier *next = &sweep->next;
    double *item = alloc((size_t)next->size, sizeof *item);
    if (!item)
        return fail(&sweep->error, NONOSAT_MEMORY);
    memcpy(item, score, (size_t)next->size * sizeof *item);
    double least = select_greatest(item, next->size, number);
    ptrdiff_t equal = number, kept = 0;
    for (ptrdiff_t at = 0; at < number; at++)
        equal -= item[at] > least;
    free_memory(item);
    for (int witness = 0; witness < sweep->how.witnesses; witness++) {
        uint32_t slot = *find(next, sweep->path + (ptrdiff_t)witness * sweep->words, sweep->words);
        if (slot)
            score[slot - 1] = INFINITY;
    }
    for (ptrdiff_t at = 0; at < next->size; at++)
        if (score[at] > least || (score[at] == least && equal-- > 0))
            move(sweep, at, kept++);
    next->size = kept;
    return 0;
}

/* A random number from 0 to 1, by S. Vigna's splitmix64. */
static double uniform(Sweep *sweep)
{
    uint64_t x = sweep->random += 0x9e3779b97f4a7c15u;
    x = (x ^ x >> 30) * 0xbf58476d1ce4e5b9u;
    x = (x ^ x >> 27) * 0x94d049bb133111ebu;
    return (double)((x ^ x >> 31) >> 11) * 0x1p-53;
}

/* The number t for which the sum of min(1, score / t) is `number`, nearly: any t serves. */
static double threshold_of(const double *score, ptrdiff_t items, ptrdiff_t number)
{
    double threshold = 0;
    for (ptrdiff_t at = 0; at < items; at++)
        threshold += score[at] / (double)number;
    for (int round = 0; round < 50; round++) {
        double light = 0;
        ptrdiff_t heavy = 0;
        for (ptrdiff_t at = 0; at < items; at++)
            if (score[at] < threshold)
                light += score[at];
            else
                heavy++;
        double lower = heavy < number ? light / (double)(number - heavy) : threshold;
        if (!(lower < threshold * .999999))
            break;
        threshold = lower;
    }
    return threshold;
}

/* Keeps each frontier with probability min(1, score / t) and divides its number by that; t is such that `number` are expected. A systematic
   sample, which varies less than independent choices. A score too small for a double is 0: its frontier is never kept, which
   can only make the expected result smaller. */
static void keep_sample(Sweep *sweep, double *score, ptrdiff_t number)
{
    Frontier *next = &sweep->next;
    double best = score[0];
    for (ptrdiff_t at = 1; at < next->size; at++)
        best = score[at] > best ? score[at] : best;
    for (ptrdiff_t at = 0; at < next->size; at++)
        score[at] = exp2(score[at] - best);
    double threshold = threshold_of(score, next->size, number), position = uniform(sweep);
    ptrdiff_t kept = 0;
    for (ptrdiff_t at = 0; at < next->size; at++) {
        double share = share_of(next, at);
        if (score[at] < threshold) {
            double before = floor(position);
            position += score[at] / threshold;
            if (floor(position) == before)
                continue;
            share *= threshold / score[at];
        }
        move(sweep, at, kept);
        set_share(next, kept++, share);
    }
    next->size = kept;
}

void scale_down(Sweep *sweep)
{
    Frontier *next = &sweep->next;
    double most = 0;
    for (ptrdiff_t at = 0; at < next->size; at++)
        most = share_of(next, at) > most ? share_of(next, at) : most;
    if (most < 1e100)
        return;
    sweep->scale += log2(most);
    for (ptrdiff_t at = 0; at < next->size; at++)
        set_share(next, at, share_of(next, at) / most);
}

int narrow_frontier(Sweep *sweep)
{
    ptrdiff_t number = sweep->how.width > 1 ? (ptrdiff_t)(sweep->how.width / 2) : 1;
    double *score = alloc((size_t)sweep->next.size, sizeof *score);
    if (!score)
        return fail(&sweep->error, NONOSAT_MEMORY);
    rate(sweep, score);
    if (sweep->how.is_sampled)
        keep_sample(sweep, score, number);
    else
        keep_best(sweep, score, number);
    free_memory(score);
    return sweep->error ? -1 : 0;
}
