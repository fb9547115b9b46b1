/* Structs of callers that were compiled with another version of nonosat.h: shorter or longer ones, as Linux' copy_struct_from_user reads them.

   A new member comes last, and begins at the size that the struct had before: not in its padding, which old callers need not have set. */

#include "kernel.h"

#include <string.h>

enum { LARGEST = 4096 }; /* bytes; a greater size means that the member was not set */

static size_t size_of(const void *given)
{
    size_t size = 0;
    if (!given)
        return 0;
    memcpy(&size, given, sizeof size);
    return size < sizeof size || size > LARGEST ? 0 : size;
}

int read_struct(void *own, size_t own_size, const void *given)
{
    size_t size = given ? size_of(given) : own_size;
    if (!size)
        return NONOSAT_INPUT;
    if (!given) {
        memset(own, 0, own_size);
        memcpy(own, &own_size, sizeof own_size);
        return NONOSAT_OK;
    }
    for (size_t at = own_size; at < size; at++)
        if (((const unsigned char *)given)[at])
            return NONOSAT_INPUT;
    memset(own, 0, own_size);
    memcpy(own, given, size < own_size ? size : own_size);
    memcpy(own, &own_size, sizeof own_size);
    return NONOSAT_OK;
}

int write_struct(void *given, const void *own, size_t own_size)
{
    size_t size = size_of(given);
    if (!size)
        return NONOSAT_INPUT;
    memcpy(given, own, size < own_size ? size : own_size);
    memcpy(given, &size, sizeof size);
    if (size > own_size)
        memset((unsigned char *)given + own_size, 0, size - own_size);
    return NONOSAT_OK;
}
