#include "tools/perft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "tools/arguments.h"
#include "tools/commands.h"
#include "tools/perft_parallel.h"
#include "tools/perft_suite.h"

#define MAX_DEPTH    99
#define MAX_HASH_MIB 33554432

typedef struct PerftArguments {
    int depth; /* -1 until given */
    char fen[256];
    bool divide;
    int threads;
    size_t hash_mib;   /* 0 for none */
    const char *suite; /* NULL without */
    bool has_max_leaves;
    uint64_t max_leaves;
} PerftArguments;

static const struct argp_option OPTIONS[] = {
    {"divide", 'd', NULL, 0, "Print the count under each move", 0},
    {"threads", 't', "N", 0, "Count with N threads (1)", 0},
    {"hash", 'm', "MB", 0, "Remember counts of subtrees in MB mebibytes (none)", 0},
    {"suite", 's', "FILE", 0, "Check the counts of a file of lines 'FEN ;D1 20 ;D2 400 ...'", 0},
    {"max-leaves", 'l', "N", 0, "Leave out counts of the suite above N", 0},
    {0},
};

/* Takes the next word of the FEN, or all of it. */
static void append_fen(PerftArguments *arguments, const char *word,
                       const struct argp_state *state) {
    size_t used = strlen(arguments->fen);
    const char *separator = used > 0 ? " " : "";
    size_t room = sizeof(arguments->fen) - used;
    if ((size_t)snprintf(arguments->fen + used, room, "%s%s", separator, word) >= room)
        argp_error(state, "the FEN is too long");
}

static void check_arguments(const PerftArguments *arguments, const struct argp_state *state) {
    if (arguments->suite == NULL) {
        if (arguments->depth < 0)
            argp_error(state, "DEPTH or --suite is needed");
        if (arguments->has_max_leaves)
            argp_error(state, "--max-leaves goes with --suite");
    } else if (arguments->depth >= 0 || arguments->divide) {
        argp_error(state, "--suite goes without DEPTH, FEN and --divide");
    }
}

static error_t parse_option(int key, char *value, struct argp_state *state) {
    PerftArguments *arguments = state->input;
    switch (key) {
    case 'd':
        arguments->divide = true;
        break;
    case 't':
        arguments->threads =
            (int)argument_require_integer(state, "--threads", value, 1, PERFT_MAX_THREADS);
        break;
    case 'm':
        arguments->hash_mib =
            (size_t)argument_require_integer(state, "--hash", value, 1, MAX_HASH_MIB);
        break;
    case 's':
        arguments->suite = value;
        break;
    case 'l':
        arguments->has_max_leaves = true;
        arguments->max_leaves =
            (uint64_t)argument_require_integer(state, "--max-leaves", value, 1, INT64_MAX);
        break;
    case ARGP_KEY_ARG:
        if (state->arg_num == 0)
            arguments->depth = (int)argument_require_integer(state, "DEPTH", value, 0, MAX_DEPTH);
        else
            append_fen(arguments, value, state);
        break;
    case ARGP_KEY_END:
        check_arguments(arguments, state);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .args_doc = "DEPTH [FEN|startpos]\n--suite=FILE",
    .doc = "Counts the legal move sequences of DEPTH plies from a position (the start position "
           "when none is given), or checks a file of known counts.\vThe FEN may be one argument or "
           "several. The exit code is 1 when a count of the suite is wrong, 2 when the arguments "
           "or the file cannot be used.",
};

typedef struct DivideLine {
    char move[COORDINATE_SIZE];
    uint64_t leaves;
} DivideLine;

static int compare_divide_lines(const void *a, const void *b) {
    return strcmp(((const DivideLine *)a)->move, ((const DivideLine *)b)->move);
}

/* In the order of the moves' texts, which no change of the generator touches. */
static void print_divide(const Position *position, const MoveList *moves,
                         const uint64_t counts[MAX_MOVES]) {
    DivideLine lines[MAX_MOVES];
    for (int i = 0; i < moves->count; i++) {
        notation_coordinate(moves->moves[i], position->chess960, lines[i].move);
        lines[i].leaves = counts[i];
    }
    qsort(lines, (size_t)moves->count, sizeof(lines[0]), compare_divide_lines);
    for (int i = 0; i < moves->count; i++)
        printf("%s: %" PRIu64 "\n", lines[i].move, lines[i].leaves);
    printf("\n");
}

static int run_single(const PerftArguments *arguments, PerftTable *table) {
    const char *fen = arguments->fen;
    if (fen[0] == '\0' || strcmp(fen, "startpos") == 0)
        fen = FEN_START;
    Position position;
    FenError error;
    if (!fen_parse(fen, &position, &error)) {
        fprintf(stderr, "quorum perft: column %d of the FEN: %s\n", error.column, error.message);
        return COMMAND_MISUSED;
    }
    int64_t start_us = clock_now_us();
    uint64_t leaves = 1;
    if (arguments->depth > 0) {
        MoveList moves;
        uint64_t counts[MAX_MOVES];
        leaves = perft_parallel_divide(&position, arguments->depth, arguments->threads, table,
                                       &moves, counts);
        if (arguments->divide)
            print_divide(&position, &moves, counts);
    }
    double seconds = (double)(clock_now_us() - start_us) / 1e6;
    printf("Nodes searched: %" PRIu64 "\n", leaves);
    printf("Time: %.3f s\n", seconds);
    printf("Leaves/second: %.0f\n", seconds > 0 ? (double)leaves / seconds : 0);
    return COMMAND_OK;
}

int perft_command(int argc, char **argv) {
    PerftArguments arguments = {.depth = -1, .threads = 1, .max_leaves = UINT64_MAX};
    arguments_parse(&PARSER, "quorum perft", argc, argv, &arguments);
    if (arguments.threads > 1 && !perft_parallel_available())
        fprintf(stderr, "quorum perft: built without OpenMP, counting with one thread\n");

    PerftTable *table = NULL;
    if (arguments.hash_mib > 0) {
        table = perft_table_create(arguments.hash_mib);
        if (table == NULL) {
            fprintf(stderr, "quorum perft: no memory for --hash %zu\n", arguments.hash_mib);
            return COMMAND_MISUSED;
        }
    }
    int code = arguments.suite != NULL ? perft_suite_run(arguments.suite, arguments.max_leaves,
                                                         arguments.threads, table)
                                       : run_single(&arguments, table);
    perft_table_destroy(table);
    return code;
}
