#include "tools/perft/perft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "report/report.h"
#include "tools/perft/report.h"

#define MAX_DEPTH    99
#define MAX_HASH_MIB 33554432

typedef struct PerftArguments {
    CommonArguments common;
    int depth; /* -1 until given */
    char fen[256];
    bool divide;
    const char *suite; /* NULL without */
    bool mpi;
    uint64_t max_leaves;
} PerftArguments;

enum { OPTION_MPI = 256 };

static const struct argp_option OPTIONS[] = {
    {NULL, 0, NULL, 0, "What is counted, and how:", 1},
    {"divide", 'd', NULL, 0, "Print the count under each move", 1},
    {"suite", 's', "FILE", 0, "Check the counts of a file of lines 'FEN ;D1 20 ;D2 400 ...'", 1},
    {"max-leaves", 'l', "N", 0, "Leave out counts of the suite above N", 1},
    {"mpi", OPTION_MPI, NULL, 0, "Count with all processes that mpirun has started", 1},
    {0},
};

static const struct argp_child CHILDREN[] = {
    COMMON_ARGUMENTS(COMMON_THREADS("Count with N threads (1)", 1),
                     COMMON_HASH("Remember counts of subtrees in MIB mebibytes (none)", 1),
                     COMMON_OUTPUTS(2), COMMON_JSON("The result, as JSON", 2),
                     COMMON_CSV("A row for each move, or each count of the suite", 2),
                     COMMON_HTML("A page with table and chart", 2)),
    {0},
};

/* Takes the next word of the FEN, or all of it. */
static void append_fen(PerftArguments *arguments, const char *word,
                       const struct argp_state *state) {
    size_t used = strlen(arguments->fen);
    const char *separator = used > 0 ? " " : "";
    size_t room = sizeof arguments->fen - used;
    if ((size_t)snprintf(arguments->fen + used, room, "%s%s", separator, word) >= room)
        argp_error(state, "the FEN is too long");
}

static void check_arguments(const PerftArguments *arguments, const struct argp_state *state) {
    if (!arguments->suite) {
        if (arguments->depth < 0)
            argp_error(state, "DEPTH or --suite is needed");
        if (arguments->max_leaves != UINT64_MAX)
            argp_error(state, "--max-leaves goes with --suite");
    } else if (arguments->depth >= 0 || arguments->divide || arguments->mpi) {
        argp_error(state, "--suite goes without DEPTH, FEN, --divide and --mpi");
    }
    if (arguments->mpi && arguments->divide)
        argp_error(state, "--mpi goes without --divide");
    if (arguments->mpi && !perft_mpi_available())
        argp_error(state, "this build has no MPI, --mpi cannot be used");
    /* How Open MPI tells its ranks that it lets them outlive a lost one. */
    if (arguments->mpi && getenv("OMPI_MCA_orte_enable_recovery"))
        argp_error(state, "--mpi goes without --enable-recovery of mpirun: nobody takes over what "
                          "a lost rank was to count");
}

static const Argument LIST[] = {
    ARGUMENT('d', PerftArguments, divide),
    ARGUMENT('s', PerftArguments, suite),
    ARGUMENT('l', PerftArguments, max_leaves, .minimum = 1, .maximum = INT64_MAX),
    ARGUMENT(OPTION_MPI, PerftArguments, mpi),
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    PerftArguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->common;
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
        return arguments_take(LIST, OPTIONS, key, value, state) ? 0 : ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp PERFT_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .children = CHILDREN,
    .args_doc = "DEPTH [FEN|startpos]\n--suite=FILE",
    .doc = "Counts the legal move sequences of DEPTH plies from a position (the start position "
           "when none is given), or checks a file of known counts.\vThe FEN may be one argument or "
           "several. A suite - is stdin. The exit code is 1 when a count of the suite is wrong, 2 "
           "when the arguments or the file cannot be used or no count is checked.",
};

/* In the order of the moves' texts, which no change of the generator touches. */
static void print_divide(const PerftSingle *single) {
    PerftMove moves[MAX_MOVES];
    int count = perft_list_moves(single, moves);
    for (int i = 0; i < count; i++)
        printf("%s: %" PRIu64 "\n", moves[i].text, moves[i].leaves);
    printf("\n");
}

/* Sets what is to be counted, and how. On false a message is on stderr. */
static bool read_position(const PerftArguments *arguments, PerftSingle *single) {
    const char *fen = arguments->fen;
    if (fen[0] == '\0' || strcmp(fen, "startpos") == 0)
        fen = FEN_START;
    FenError error;
    single->depth = arguments->depth;
    single->threads = (int)arguments->common.threads;
    single->hash_mib = (size_t)arguments->common.hash_mib;
    if (fen_parse(fen, &single->position, &error))
        return true;
    fprintf(stderr, "quorum perft: column %d of the FEN: %s\n", error.column, error.message);
    return false;
}

static void print_single(const PerftSingle *single) {
    printf("Nodes searched: %" PRIu64 "\n", single->leaves);
    printf("Time: %.3f s\n", single->seconds);
    printf("Leaves/second: %.0f\n",
           single->seconds > 0 ? (double)single->leaves / single->seconds : 0);
}

/* Before the counting, in the process that writes them. */
static bool check_files(const PerftArguments *arguments) {
    Reason error;
    if (common_arguments_check(&arguments->common, &arguments->suite, 1, &error))
        return true;
    command_misused("quorum perft", error.text);
    return false;
}

static int save_single(const CommonArguments *common, const PerftSingle *single) {
    PerftMove moves[MAX_MOVES];
    const Table rows = perft_move_table(moves, perft_list_moves(single, moves));
    json_t *json = perft_report_single(single);
    HtmlPage page;
    if (common->html)
        perft_single_page(single, json, &page);
    bool saved = report_save("quorum perft", common, json, &rows, &page);
    json_decref(json);
    return saved ? COMMAND_OK : COMMAND_MISUSED;
}

static bool save_suite(const CommonArguments *common, const PerftSuite *suite) {
    const Table rows = perft_suite_table(suite);
    json_t *json = perft_report_suite(suite);
    HtmlPage page;
    if (common->html)
        perft_suite_page(suite, json, &page);
    bool saved = report_save("quorum perft", common, json, &rows, &page);
    json_decref(json);
    return saved;
}

static int run_single(const PerftArguments *arguments, PerftTable *table) {
    PerftSingle single = {.leaves = 1};
    if (!read_position(arguments, &single))
        return COMMAND_MISUSED;
    int64_t start_us = clock_now_us();
    if (single.depth > 0)
        single.leaves = perft_parallel_divide(&single.position, single.depth, single.threads, table,
                                              &single.moves, single.counts);
    single.seconds = (double)(clock_now_us() - start_us) / 1e6;
    if (common_arguments_want_text(&arguments->common) && arguments->divide)
        print_divide(&single);
    if (common_arguments_want_text(&arguments->common))
        print_single(&single);
    return save_single(&arguments->common, &single);
}

static int run_mpi(const PerftArguments *arguments, PerftTable *table) {
    PerftSingle single = {.leaves = 0, .has_ranks = true};
    if (!read_position(arguments, &single))
        return COMMAND_MISUSED;
    int64_t start_us = clock_now_us();
    bool leads = perft_mpi_begin();
    int code = COMMAND_MISUSED;
    if (perft_mpi_agree(!leads || check_files(arguments))) {
        single.ranks = perft_mpi_count(&single.position, single.depth, single.threads, table);
        single.seconds = (double)(clock_now_us() - start_us) / 1e6;
        single.leaves = single.ranks.leaves;
        code = COMMAND_OK;
        if (leads && common_arguments_want_text(&arguments->common)) {
            printf("Ranks: %d, units: %zu\n", single.ranks.ranks, single.ranks.units);
            print_single(&single);
        }
        if (leads)
            code = save_single(&arguments->common, &single);
    }
    perft_mpi_end();
    return code;
}

static int run_suite(const PerftArguments *arguments, PerftTable *table) {
    PerftSuite suite;
    Reason error;
    int code = COMMAND_MISUSED;
    if (!perft_suite_read(&suite, arguments->suite, arguments->max_leaves, &error)) {
        command_misused("quorum perft", error.text);
    } else {
        perft_suite_count(&suite, (int)arguments->common.threads, table);
        size_t first = 0;
        code = perft_suite_next_wrong(&suite, &first) ? COMMAND_FAILED : COMMAND_OK;
        if (common_arguments_want_text(&arguments->common))
            perft_suite_print(&suite);
        if (!save_suite(&arguments->common, &suite))
            code = COMMAND_MISUSED;
    }
    perft_suite_free(&suite);
    return code;
}

int perft_command(int argc, char **argv) {
    PerftArguments arguments = {
        .common = {.threads = 1, .threads_limit = PERFT_MAX_THREADS, .hash_limit = MAX_HASH_MIB},
        .depth = -1,
        .max_leaves = UINT64_MAX,
    };
    arguments_parse(&PERFT_PARSER, "quorum perft", argc, argv, &arguments);
    if (arguments.common.threads > 1 && !perft_parallel_available())
        fprintf(stderr, "quorum perft: built without OpenMP, counting with one thread\n");

    if (!arguments.mpi && !check_files(&arguments))
        return COMMAND_MISUSED;
    PerftTable *table = NULL;
    size_t hash_mib = (size_t)arguments.common.hash_mib;
    if (hash_mib > 0) {
        table = perft_table_create(hash_mib);
        if (!table) {
            fprintf(stderr, "quorum perft: no memory for --hash %zu\n", hash_mib);
            return COMMAND_MISUSED;
        }
    }
    int code = arguments.suite ? run_suite(&arguments, table)
               : arguments.mpi ? run_mpi(&arguments, table)
                               : run_single(&arguments, table);
    perft_table_destroy(table);
    return code;
}
