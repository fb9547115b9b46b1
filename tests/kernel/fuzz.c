/* A fuzzer for nonosat.h: bytes become a statement, a board, and calls in any order. With clang: -fsanitize=fuzzer,address,undefined.
   With any other compiler -DALONE makes a program that draws the bytes. */

#include "puzzles.h"

typedef struct {
    const uint8_t *data;
    size_t left;
} Bytes;

static int next(Bytes *bytes) { return bytes->left ? (bytes->left--, *bytes->data++) : 0; }

/* A number, mostly small, sometimes out of range. */
static int number(Bytes *bytes, int below)
{
    int byte = next(bytes);
    return byte == 255 ? -1 : byte == 254 ? 1 << 30 : byte % below;
}

static void call(Bytes *bytes, nonosat_puzzle *puzzle, nonosat_board *board, nonosat_learner **learner, nonosat_search **search)
{
    int lines = nonosat_puzzle_lines(puzzle), cells = nonosat_puzzle_cells(puzzle), broken, least;
    nonosat_chain chain = {0};
    nonosat_probing probing = {sizeof probing, next(bytes), number(bytes, 200) * 10LL, next(bytes) % 3, next(bytes)};
    nonosat_probed probed = {.size = sizeof probed};
    nonosat_answer answer = {.size = sizeof answer};
    nonosat_limits limits = {.size = sizeof limits, .conflicts = next(bytes), .work = 1 + next(bytes) * 100, .no_learner = next(bytes) % 4 == 0};
    nonosat_nesting nesting = {sizeof nesting, number(bytes, 5), number(bytes, 30), next(bytes) % 5};
    nonosat_schedule schedule = {sizeof schedule, next(bytes) % 4, next(bytes) % 8, next(bytes), next(bytes), 1 + next(bytes) % 5, 1 + next(bytes), next(bytes)};
    nonosat_options options = {.size = sizeof options, .seed = next(bytes), .most = next(bytes) % 4, .no_learner = next(bytes) % 2, .schedule = &schedule};
    int line = number(bytes, 8), cell = number(bytes, CELLS), colour = number(bytes, 4);
    int64_t spent, links[] = {line, cell, -1, -2 - cell};
    uint8_t picture[2 * 256];
    memset(picture, 0, sizeof picture);
    for (int at = 0; at < cells && at < 256; at++)
        picture[at] = (uint8_t)(next(bytes) % 3);
    switch (next(bytes) % 14) {
    case 0:
        nonosat_board_fix(board, cell, colour);
        break;
    case 1:
        nonosat_propagate(board, &line, 1, NULL, NULL, &broken);
        break;
    case 2:
        nonosat_propagate(board, NULL, 0, NULL, NULL, &broken);
        break;
    case 3:
        nonosat_probe(board, &probing, NULL, &probed);
        break;
    case 4:
        nonosat_check(board, &limits, &answer, picture);
        break;
    case 5:
        nonosat_refute(board, cell, colour, number(bytes, 5), next(bytes), NULL, &least, &chain);
        break;
    case 6:
        nonosat_derive(board, cell, colour, NULL, &chain);
        break;
    case 7:
        nonosat_shorten(board, cell, colour, links, 4, NULL, &chain);
        break;
    case 8:
        nonosat_nest(board, cell, colour, &nesting, NULL, &spent, &chain);
        break;
    case 9:
        nonosat_learner_free(*learner);
        nonosat_learner_new(board, next(bytes) % 2, learner);
        break;
    case 10:
        if (*learner) {
            nonosat_learn(*learner, next(bytes), next(bytes) * 10, next(bytes) % 4, NULL);
            nonosat_learner_narrow(*learner, board);
            nonosat_learner_exclude(*learner, picture);
        }
        break;
    case 11:
        nonosat_search_free(*search);
        nonosat_search_new(board, &options, search);
        break;
    case 12:
        if (*search) {
            nonosat_search_step(*search, next(bytes), next(bytes) * 100, NULL, NULL);
            nonosat_search_turn(*search);
            nonosat_search_exclude(*search, picture);
        }
        break;
    default:
        if (lines > 0)
            nonosat_stalled(puzzle, picture, next(bytes) % 18, NULL, picture + 256);
    }
    nonosat_chain_free(&chain);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    Bytes bytes = {data, size};
    static Puzzle stated;
    nonosat_puzzle *puzzle;
    nonosat_board *board;
    nonosat_learner *learner = NULL;
    nonosat_search *search = NULL;
    state = 1 + (uint64_t)next(&bytes) * 256 + next(&bytes);
    make(&stated, next(&bytes) % 2);
    if (!(next(&bytes) % 8)) { /* an invalid member */
        stated.sizes[0] = number(&bytes, 4) % 30;
        stated.blocks[0].length = number(&bytes, 20);
        stated.blocks[0].colour = number(&bytes, 4);
        if (stated.statement.line_cells)
            stated.cells[0] = number(&bytes, CELLS);
    }
    if (!open_puzzle(&stated, &puzzle, &board))
        while (bytes.left)
            call(&bytes, puzzle, board, &learner, &search);
    nonosat_search_free(search);
    nonosat_learner_free(learner);
    nonosat_board_free(board);
    nonosat_puzzle_free(puzzle);
    return 0;
}

#ifdef ALONE
int main(int arguments, char **argument)
{
    uint8_t data[400];
    uint64_t drawn = 88172645463325252u;
    for (long run = arguments > 1 ? atol(argument[1]) : 2000; run > 0; run--) {
        for (size_t at = 0; at < sizeof data; at++) {
            drawn ^= drawn << 13;
            drawn ^= drawn >> 7;
            drawn ^= drawn << 17;
            data[at] = (uint8_t)(drawn >> 32);
        }
        LLVMFuzzerTestOneInput(data, 20 + drawn % (sizeof data - 20));
    }
    puts("fuzzer: no fault");
    return 0;
}
#endif
