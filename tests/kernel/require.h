/* Ends a test at the first condition that is false. */

#ifndef REQUIRE_H
#define REQUIRE_H

#include <stdio.h>
#include <stdlib.h>

#define REQUIRE(condition)                                                                                                      \
    do {                                                                                                                        \
        if (!(condition)) {                                                                                                     \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #condition);                                                     \
            abort();                                                                                                            \
        }                                                                                                                       \
    } while (0)

#endif
