/* A program compiled with an older nonosat.h, whose structs lack their last members, or with a newer one, whose structs have more:
   `tests/helpers/older_header.py` writes both from the header, as caller.h. It is linked with the current library. */

#include "caller.h"
#include "require.h"

#include <string.h>

/* A struct for results, followed by guard bytes that must not be written. */
#define GUARDED(type, name)                                                                                                     \
    struct {                                                                                                                    \
        type own;                                                                                                               \
        unsigned char behind[64];                                                                                               \
    } name;                                                                                                                     \
    memset(&name, 0xa5, sizeof name);                                                                                           \
    memset(&name.own, 0, sizeof name.own);                                                                                      \
    name.own.size = sizeof name.own

#define REQUIRE_GUARDED(name)                                                                                                   \
    for (size_t at = 0; at < sizeof name.behind; at++)                                                                          \
        REQUIRE(name.behind[at] == 0xa5);                                                                                       \
    REQUIRE(name.own.size == sizeof name.own)

static nonosat_board *fresh(nonosat_puzzle *of)
{
    nonosat_board *made;
    REQUIRE(!nonosat_board_new(of, NULL, &made));
    return made;
}

static void check(nonosat_puzzle *of)
{
    nonosat_board *asked = fresh(of);
    uint8_t solutions[2 * 9];
    nonosat_limits most = {.size = sizeof most, .work = 100000000};
    GUARDED(nonosat_answer, result);
    REQUIRE(!nonosat_check(asked, &most, &result.own, solutions));
    REQUIRE(result.own.verdict == NONOSAT_UNIQUE && result.own.solutions == 1 && !result.own.left && !memcmp(solutions, "\1\0\1\1\1\1\0\1\0", 9));
    REQUIRE_GUARDED(result);
#ifdef NEWER
    most.unknown = 1;
    REQUIRE(nonosat_check(asked, &most, &result.own, solutions) == NONOSAT_INPUT && !result.own.solutions);
#endif
    most.size = 0;
    REQUIRE(nonosat_check(asked, &most, &result.own, solutions) == NONOSAT_INPUT);
    most.size = (size_t)-1;
    REQUIRE(nonosat_check(asked, &most, &result.own, solutions) == NONOSAT_INPUT);
    most.size = sizeof most;
    result.own.size = 0;
    REQUIRE(nonosat_check(asked, &most, &result.own, solutions) == NONOSAT_INPUT);
    nonosat_board_free(asked);
}

static void step(nonosat_puzzle *of)
{
    nonosat_board *asked = fresh(of);
    nonosat_search *made;
    nonosat_options how = {.size = sizeof how, .most = 2};
    GUARDED(nonosat_effort, spent);
    REQUIRE(!nonosat_search_new(asked, &how, &made));
    REQUIRE(nonosat_search_step(made, 1000, 1000000, NULL, NULL) == NONOSAT_FOUND);
    REQUIRE(nonosat_search_step(made, 1000, 1000000, NULL, NULL) == NONOSAT_COMPLETE);
    REQUIRE(!nonosat_search_effort(made, &spent.own) && spent.own.complete && spent.own.found == 1 && !spent.own.open);
    REQUIRE_GUARDED(spent);
    spent.own.size = 1;
    REQUIRE(nonosat_search_effort(made, &spent.own) == NONOSAT_INPUT);
    nonosat_search_free(made);
    how.size = 0;
    REQUIRE(nonosat_search_new(asked, &how, &made) == NONOSAT_INPUT && !made);
    nonosat_board_free(asked);
}

static void probe(nonosat_puzzle *of)
{
    nonosat_board *asked = fresh(of);
    nonosat_probing how = {.size = sizeof how, .patience = 100, .credit = 100};
    nonosat_nesting nested = {.size = sizeof nested, .links = 4, .fewer = 40};
    int64_t spent;
    nonosat_chain found;
    nonosat_depth *tree;
    GUARDED(nonosat_probed, result);
    GUARDED(nonosat_depth_effort, state);
    REQUIRE(!nonosat_nest(asked, 0, 0, &nested, NULL, &spent, &found));
    nonosat_chain_free(&found);
    REQUIRE(!nonosat_propagate(asked, NULL, 0, NULL, NULL, &(int){0}));
    REQUIRE(!nonosat_probe(asked, &how, NULL, &result.own) && !result.own.probes);
    REQUIRE_GUARDED(result);
    REQUIRE(!nonosat_depth_new(asked, &tree) && !nonosat_depth_state(tree, &state.own) && !state.own.found);
    REQUIRE_GUARDED(state);
    nonosat_depth_free(tree);
    how.size = 0;
    REQUIRE(nonosat_probe(asked, &how, NULL, &result.own) == NONOSAT_INPUT);
    nested.size = 0;
    REQUIRE(nonosat_nest(asked, 0, 0, &nested, NULL, &spent, &found) == NONOSAT_INPUT);
    nonosat_board_free(asked);
}

int main(void)
{
    /* #.#, ###, .#. */
    const int sizes[] = {2, 1, 1, 1, 1, 1};
    const nonosat_block blocks[] = {{1, 1}, {1, 1}, {3, 1}, {1, 1}, {2, 1}, {2, 1}, {2, 1}};
    nonosat_statement stated = {.size = sizeof stated, .colours = 2, .cells = 9, .lines = 6, .height = 3, .width = 3, .clue_sizes = sizes, .blocks = blocks};
    nonosat_puzzle *made;
    REQUIRE(!nonosat_puzzle_new(&stated, &made));
    check(made);
    step(made);
    probe(made);
    nonosat_puzzle_free(made);
    stated.size = 0;
    REQUIRE(nonosat_puzzle_new(&stated, &made) == NONOSAT_INPUT && !made);
#ifdef NEWER
    stated.size = sizeof stated, stated.unknown = 1;
    REQUIRE(nonosat_puzzle_new(&stated, &made) == NONOSAT_INPUT && !made);
#endif
    printf("answers as expected\n");
    return 0;
}
