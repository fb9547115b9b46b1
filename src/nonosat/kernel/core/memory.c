/* Memory of the kernel. */

#include "kernel.h"

#include <string.h>

void *room(size_t number, size_t size)
{
    return number < PTRDIFF_MAX / size - 1 ? calloc(number + 1, size) : NULL;
}

int grown(void *items, size_t size, ptrdiff_t wanted, ptrdiff_t *capacity)
{
    if (wanted <= *capacity)
        return 0;
    void *old;
    memcpy(&old, items, sizeof old);
    ptrdiff_t more = wanted > 8 ? 2 * wanted : 16;
    void *memory = realloc(old, size * more);
    if (!memory)
        return -1;
    memcpy(items, &memory, sizeof memory);
    *capacity = more;
    return 0;
}
