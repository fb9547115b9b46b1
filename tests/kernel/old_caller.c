/* A program compiled with an older nonosat.h, whose structs lack their last members; with -DNEWER, with a newer one,
   whose structs have more members. It declares what it uses itself and links with the current library. */

#include "require.h"

#include <stddef.h>
#include <stdint.h>
#include <string.h>

typedef struct puzzle puzzle;
typedef struct board board;
typedef struct search search;

#ifdef NEWER
#define LATER(...) __VA_ARGS__;
#else
#define LATER(...)
#endif

typedef struct {
    int length, colour;
} block;

typedef struct {
    size_t size;
    int colours, cells, lines, height, width;
    const int *line_lengths, *line_cells, *clue_sizes;
    const block *blocks;
    LATER(int64_t unknown)
} statement;

typedef struct {
    size_t size;
    int64_t conflicts, work;
    LATER(int no_learner; uint64_t seed; int (*tick)(void *); void *context; const uint8_t *hint; int64_t unknown)
} limits;

typedef struct {
    size_t size;
    int verdict, stopped, solutions, left;
    LATER(void *effort; int64_t unknown)
} answer;

typedef struct {
    size_t size;
    uint64_t seed;
    int most, no_learner;
    LATER(const void *schedule; double (*clock)(void); int64_t unknown)
} options;

typedef struct {
    size_t size;
    int stage, broken, open, found, complete;
    LATER(int64_t probes, conflicts, work; double propagate, probe, beliefs, seconds; int64_t unknown)
} effort;

typedef struct {
    size_t size;
    int64_t patience, credit;
    LATER(int64_t most, unknown)
} probing;

typedef struct {
    size_t size;
    int64_t probes;
    LATER(int broken, met; int64_t unknown)
} probed;

typedef struct {
    size_t size;
    int links, fewer;
    LATER(int64_t effort, unknown)
} nesting;

typedef struct {
    size_t size;
    int complete, found;
    LATER(int64_t nodes, probes, work; double progress; int64_t unknown)
} depth_effort;

typedef struct {
    int64_t *link;
    int links;
} chain;

int nonosat_puzzle_new(const statement *, puzzle **);
void nonosat_puzzle_free(puzzle *);
int nonosat_board_new(const puzzle *, const uint64_t *, board **);
void nonosat_board_free(board *);
int nonosat_check(board *, const limits *, answer *, uint8_t *);
int nonosat_propagate(board *, const int *, int, const void *, const void *, int *);
int nonosat_probe(board *, const probing *, const void *, probed *);
int nonosat_search_new(const board *, const options *, search **);
int nonosat_search_step(search *, int64_t, int64_t, const void *, const void *);
int nonosat_search_effort(const search *, effort *);
void nonosat_search_free(search *);
int nonosat_depth_new(const board *, void **);
int nonosat_depth_state(const void *, depth_effort *);
void nonosat_depth_free(void *);
int nonosat_nest(board *, int, int, const nesting *, const void *, int64_t *, chain *);
void nonosat_chain_free(chain *);

enum { INPUT = -3, UNIQUE = 1, COMPLETE = 3, FOUND = 2 };

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

static board *fresh(puzzle *of)
{
    board *made;
    REQUIRE(!nonosat_board_new(of, NULL, &made));
    return made;
}

static void check(puzzle *of)
{
    board *asked = fresh(of);
    uint8_t solutions[2 * 9];
    limits most = {.size = sizeof most, .work = 100000000};
    GUARDED(answer, result);
    REQUIRE(!nonosat_check(asked, &most, &result.own, solutions));
    REQUIRE(result.own.verdict == UNIQUE && result.own.solutions == 1 && !result.own.left && !memcmp(solutions, "\1\0\1\1\1\1\0\1\0", 9));
    REQUIRE_GUARDED(result);
#ifdef NEWER
    most.unknown = 1;
    REQUIRE(nonosat_check(asked, &most, &result.own, solutions) == INPUT && !result.own.solutions);
#endif
    most.size = 0;
    REQUIRE(nonosat_check(asked, &most, &result.own, solutions) == INPUT);
    most.size = (size_t)-1;
    REQUIRE(nonosat_check(asked, &most, &result.own, solutions) == INPUT);
    most.size = sizeof most;
    result.own.size = 0;
    REQUIRE(nonosat_check(asked, &most, &result.own, solutions) == INPUT);
    nonosat_board_free(asked);
}

static void step(puzzle *of)
{
    board *asked = fresh(of);
    search *made;
    options how = {.size = sizeof how, .most = 2};
    GUARDED(effort, spent);
    REQUIRE(!nonosat_search_new(asked, &how, &made));
    REQUIRE(nonosat_search_step(made, 1000, 1000000, NULL, NULL) == FOUND);
    REQUIRE(nonosat_search_step(made, 1000, 1000000, NULL, NULL) == COMPLETE);
    REQUIRE(!nonosat_search_effort(made, &spent.own) && spent.own.complete && spent.own.found == 1 && !spent.own.open);
    REQUIRE_GUARDED(spent);
    spent.own.size = 1;
    REQUIRE(nonosat_search_effort(made, &spent.own) == INPUT);
    nonosat_search_free(made);
    how.size = 0;
    REQUIRE(nonosat_search_new(asked, &how, &made) == INPUT && !made);
    nonosat_board_free(asked);
}

static void probe(puzzle *of)
{
    board *asked = fresh(of);
    probing how = {.size = sizeof how, .patience = 100, .credit = 100};
    nesting nested = {.size = sizeof nested, .links = 4, .fewer = 40};
    int64_t spent;
    chain found;
    void *tree;
    GUARDED(probed, result);
    GUARDED(depth_effort, state);
    REQUIRE(!nonosat_nest(asked, 0, 0, &nested, NULL, &spent, &found));
    nonosat_chain_free(&found);
    REQUIRE(!nonosat_propagate(asked, NULL, 0, NULL, NULL, &(int){0}));
    REQUIRE(!nonosat_probe(asked, &how, NULL, &result.own) && !result.own.probes);
    REQUIRE_GUARDED(result);
    REQUIRE(!nonosat_depth_new(asked, &tree) && !nonosat_depth_state(tree, &state.own) && !state.own.found);
    REQUIRE_GUARDED(state);
    nonosat_depth_free(tree);
    how.size = 0;
    REQUIRE(nonosat_probe(asked, &how, NULL, &result.own) == INPUT);
    nested.size = 0;
    REQUIRE(nonosat_nest(asked, 0, 0, &nested, NULL, &spent, &found) == INPUT);
    nonosat_board_free(asked);
}

int main(void)
{
    /* #.#, ###, .#. */
    const int sizes[] = {2, 1, 1, 1, 1, 1};
    const block blocks[] = {{1, 1}, {1, 1}, {3, 1}, {1, 1}, {2, 1}, {2, 1}, {2, 1}};
    statement stated = {.size = sizeof stated, .colours = 2, .cells = 9, .lines = 6, .height = 3, .width = 3, .clue_sizes = sizes, .blocks = blocks};
    puzzle *made;
    REQUIRE(!nonosat_puzzle_new(&stated, &made));
    check(made);
    step(made);
    probe(made);
    nonosat_puzzle_free(made);
    stated.size = 0;
    REQUIRE(nonosat_puzzle_new(&stated, &made) == INPUT && !made);
#ifdef NEWER
    stated.size = sizeof stated, stated.unknown = 1;
    REQUIRE(nonosat_puzzle_new(&stated, &made) == INPUT && !made);
#endif
    printf("answers as expected\n");
    return 0;
}
