/* Memory of the kernel, and texts about the library. */

#include "kernel.h"

#include <string.h>

static nonosat_memory memory = {calloc, realloc, free};

void nonosat_use_memory(const nonosat_memory *functions)
{
    memory = functions ? *functions : (nonosat_memory){calloc, realloc, free};
}

void free_memory(void *items) { memory.release(items); }

void *alloc(size_t number, size_t size)
{
    return number < PTRDIFF_MAX / size - 1 ? memory.allocate(number + 1, size) : NULL;
}

void *alloc_blank(uint64_t bytes)
{
    return bytes < PTRDIFF_MAX ? memory.resize(NULL, (size_t)bytes + 1) : NULL;
}

int grow_array(void *items, size_t size, ptrdiff_t wanted, ptrdiff_t *capacity)
{
    if (wanted <= *capacity)
        return 0;
    void *old;
    memcpy(&old, items, sizeof old);
    ptrdiff_t more = wanted > 8 || size > 64 ? 2 * wanted : 16;
    void *larger = memory.resize(old, size * more);
    if (!larger)
        return -1;
    memcpy(items, &larger, sizeof larger);
    *capacity = more;
    return 0;
}

const char *nonosat_version(void) { return NONOSAT_VERSION; }

const char *nonosat_errstr(int error)
{
    switch (error) {
    case NONOSAT_NO_FILLING:
        return "the line has no filling";
    case NONOSAT_MEMORY:
        return "out of memory";
    case NONOSAT_STOPPED:
        return "a tick or an observer has stopped the call";
    case NONOSAT_INPUT:
        return "an argument makes no sense";
    case NONOSAT_TOO_LARGE:
        return "the puzzle is beyond what the call can do";
    case NONOSAT_WRONG:
        return "a solution does not fit the clues, by a fault of this library";
    default:
        return error < 0 ? "unknown error" : "no error";
    }
}
