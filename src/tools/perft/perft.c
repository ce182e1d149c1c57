#include "tools/perft/perft.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "chess/fen.h"
#include "cli/arguments.h"
#include "cluster/dealer.h"
#include "compare/side_by_side.h"
#include "engine/engine.h"
#include "guest/guest_list.h"
#include "report/report.h"
#include "tools/perft/report.h"

#define TAG_READY 0

typedef struct PerftArguments {
    CommonArguments common;
    GuestList guests;
    int threads;
    size_t hash_mib; /* 0 without a table */
    int depth;       /* -1 until given */
    char fen[256];
    bool divide;
    const char *suite; /* NULL without */
    bool mpi;
    uint64_t max_leaves;
} PerftArguments;

/* Takes the next word of the FEN, or all of it. */
static void append_fen(PerftArguments *arguments, const char *word,
                       const struct argp_state *state) {
    size_t used = strlen(arguments->fen);
    const char *separator = used > 0 ? " " : "";
    size_t room = sizeof arguments->fen - used;
    if ((size_t)snprintf(arguments->fen + used, room, "%s%s", separator, word) >= room)
        argp_error(state, "the FEN is too long");
}

static void check(void *input, const struct argp_state *state) {
    const PerftArguments *arguments = input;
    Reason error;
    if (!arguments->suite) {
        if (arguments->depth < 0)
            argp_error(state, "DEPTH or --suite is needed");
        if (arguments->max_leaves != UINT64_MAX)
            argp_error(state, "--max-leaves goes with --suite");
        if (arguments->guests.count > 0)
            argp_error(state, "--engine goes with --suite");
    } else if (arguments->depth >= 0 || arguments->divide || arguments->mpi) {
        argp_error(state, "--suite goes without DEPTH, FEN, --divide and --mpi");
    }
    if (arguments->guests.count > 1 && arguments->common.csv)
        argp_error(state, "--csv goes with one --engine");
    if (arguments->mpi && arguments->divide)
        argp_error(state, "--mpi goes without --divide");
    if (arguments->mpi && !cluster_available())
        argp_error(state, "--mpi is for quorum-mpi, which is built where MPI is installed");
    if (arguments->mpi && !dealer_is_possible(&error))
        argp_error(state, "%s", error.text);
}

static void take_words(void *input, int count, char **words, const struct argp_state *state) {
    PerftArguments *arguments = input;
    if (count > 0)
        arguments->depth =
            (int)argument_require_integer(state, "DEPTH", words[0], 0, PERFT_MAX_DEPTH);
    for (int i = 1; i < count; i++)
        append_fen(arguments, words[i], state);
    if (count > 1 && arguments->fen[0] == '\0')
        argp_error(state, "the FEN is empty");
}

static const Argument ROWS[] = {
    {.text = "What is counted, and how:"},
    {"divide", 'd', NULL, "Print the count under each move", INTO(PerftArguments, divide)},
    {"suite", 's', "FILE", "Check the counts of a file of lines 'FEN ;D1 20 ;D2 400 ...'",
     INTO(PerftArguments, suite)},
    {"max-leaves", 'l', "N", "Leave out counts of the suite above N",
     INTO(PerftArguments, max_leaves), .minimum = 1, .maximum = INT64_MAX},
    {"mpi", 0, NULL, "Count with all processes that mpirun has started, by quorum-mpi",
     INTO(PerftArguments, mpi)},
    THREADS_ROW(PerftArguments, threads, ENGINE_MAX_THREADS, "Count with N threads (1)"),
    HASH_ROW(PerftArguments, hash_mib, ENGINE_MAX_HASH_MIB,
             "Remember counts of subtrees in MIB mebibytes (none)"),
    GUEST_LIST_ROWS(PerftArguments, guests),
    OUTPUTS_HEADING,
    OUTPUT_ROW(PerftArguments, json, "The result, as JSON"),
    OUTPUT_ROW(PerftArguments, csv, "A row for each move, or each count of the suite"),
    OUTPUT_ROW(PerftArguments, html, "A page with table and chart"),
    {0},
};

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_words,
    .check = check,
    .form = "DEPTH [FEN|startpos]\n--suite=FILE",
    .doc =
        "Counts the legal move sequences of DEPTH plies from a position (the start position "
        "when none is given), or checks a file of known counts.\vThe FEN may be one argument or "
        "several. A suite - is stdin. The exit code is 1 when a count of the suite is wrong, or "
        "an engine failed, 2 "
        "when the arguments or the file cannot be used or no count is checked, 128 and its number "
        "when a signal ends the suite: the counts that are done are reported.",
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
    single->threads = arguments->threads;
    single->hash_mib = arguments->hash_mib;
    if (fen_parse(fen, &single->position, &error))
        return true;
    fprintf(stderr, "quorum perft: column %d of the FEN: %s\n", error.column, error.message);
    return false;
}

static void print_single(const PerftSingle *single) {
    printf("Nodes searched: %" PRIu64 "\n", single->leaves);
    printf("Time: %.3f s\n", single->seconds);
    printf("Leaves/second: %.0f\n", perft_speed(single->leaves, single->seconds));
}

/* Before the counting, in the process that writes them. */
static bool check_files(const PerftArguments *arguments) {
    Reason error;
    if (report_check(&arguments->common, &arguments->suite, 1, &error))
        return true;
    command_misused("quorum perft", error.text);
    return false;
}

static int save_single(const CommonArguments *common, const PerftSingle *single) {
    PerftMove moves[MAX_MOVES];
    const Table rows = perft_move_table(moves, perft_list_moves(single, moves));
    return report_save("quorum perft", common,
                       (Report){.subject = single,
                                .json = perft_report_single(single),
                                .rows = rows,
                                .page = perft_single_page});
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
    Reason error;
    Cluster *cluster = cluster_begin(&error);
    if (!cluster)
        return command_misused("quorum perft", error.text);
    const bool leads = cluster_rank(cluster) == 0;
    int code = COMMAND_MISUSED;
    if (cluster_decide(cluster, TAG_READY, !leads || check_files(arguments))) {
        single.ranks =
            perft_mpi_count(cluster, &single.position, single.depth, single.threads, table);
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
    cluster_end(cluster);
    return code;
}

static int judge(const PerftSuite *suite) {
    size_t first = 0;
    return perft_suite_next_wrong(suite, &first) || suite->faults > 0 ? COMMAND_FAILED : COMMAND_OK;
}

static int save_suite(const PerftArguments *arguments, PerftSuite *suite) {
    const int code = judge(suite);
    return report_save("quorum perft", &arguments->common,
                       (Report){.subject = suite,
                                .json = perft_report_suite(suite),
                                .rows = perft_suite_table(suite),
                                .cut_short = report_is_cut_short(suite->extent),
                                .page = perft_suite_page}) == COMMAND_OK
               ? code
               : COMMAND_MISUSED;
}

static bool greet_guests(PerftArguments *arguments, const GuestTerms *terms, Reason *error) {
    GuestList *guests = &arguments->guests;
    Reason reason;
    if (!guest_list_greet(guests, terms, error))
        return false;
    for (int i = 0; i < guests->count; i++) {
        if (!perft_suite_try_guest(&guests->wishes[i], terms, &reason))
            return reason_set(error, "%s: %s", guests->names[i], reason.text);
    }
    return true;
}

/* The counts of our own, or of each guest, one after the other; of what is done before a signal.
 * Those of several guests are compared. */
static int count_suite(PerftArguments *arguments, PerftSuite *suite, PerftTable *table,
                       StopSignals *signals) {
    GuestList *guests = &arguments->guests;
    const GuestTerms terms = {arguments->threads, arguments->hash_mib, guests->grace_ms,
                              stop_signals_arrived, signals};
    const int wanted = guests->count > 0 ? guests->count : 1;
    Reason error;
    json_t *runs[GUEST_LIST_MAX];
    int worst = COMMAND_OK, done = 0;
    if (!greet_guests(arguments, &terms, &error))
        return command_misused("quorum perft", error.text);
    for (int i = 0; i < wanted && !stop_signals_arrived(signals); i++) {
        if (guests->count > 0)
            perft_suite_count_guest(suite, &guests->wishes[i], guests->names[i], &terms);
        else
            perft_suite_count(suite, arguments->threads, table, signals);
        perft_suite_keep_done(suite);
        if (suite->count == 0)
            break;
        if (common_arguments_want_text(&arguments->common))
            perft_suite_print(suite);
        worst = judge(suite) == COMMAND_OK ? worst : COMMAND_FAILED;
        if (wanted > 1)
            runs[done] = perft_report_suite(suite);
        done++;
    }
    stop_signals_release(signals);
    if (done == 0)
        return command_misused("quorum perft", REPORT_OF_NOTHING);
    if (wanted == 1)
        return save_suite(arguments, suite);
    const bool cut_short = done < wanted || report_is_cut_short(suite->extent);
    const int code = side_by_side_save("quorum perft", &arguments->common, runs, done,
                                       (Table){.row_count = 0}, cut_short);
    return code == COMMAND_OK ? worst : code;
}

static int run_suite(PerftArguments *arguments, PerftTable *table) {
    PerftSuite suite;
    Reason error;
    int code = COMMAND_MISUSED;
    if (!perft_suite_read(&suite, arguments->suite, arguments->max_leaves, &error)) {
        command_misused("quorum perft", error.text);
    } else {
        StopSignals signals;
        stop_signals_block(&signals); /* before there are threads, which would let them in */
        code = stop_signals_code(&signals, count_suite(arguments, &suite, table, &signals));
    }
    perft_suite_free(&suite);
    return code;
}

static int perft_command(int argc, char **argv) {
    PerftArguments arguments = {
        .threads = 1,
        .depth = -1,
        .max_leaves = UINT64_MAX,
        .guests = {.grace_ms = GUEST_LIST_DEFAULT_GRACE_MS},
    };
    arguments_parse(&PARSER, "quorum perft", argc, argv, &arguments);
    if (arguments.threads > 1 && arguments.guests.count == 0 && !perft_parallel_available())
        fprintf(stderr, "quorum perft: built without OpenMP, counting with one thread\n");

    if (!arguments.mpi && !check_files(&arguments))
        return COMMAND_MISUSED;
    if (arguments.guests.count == 0 && !perft_parallel_allowed(arguments.threads))
        return command_misused("quorum perft", "the system refuses so many threads");
    PerftTable *table = NULL;
    if (arguments.hash_mib > 0 && arguments.guests.count == 0) {
        table = perft_table_create(arguments.hash_mib);
        if (!table) {
            fprintf(stderr, "quorum perft: no memory for --hash %zu\n", arguments.hash_mib);
            return COMMAND_MISUSED;
        }
    }
    int code = arguments.suite ? run_suite(&arguments, table)
               : arguments.mpi ? run_mpi(&arguments, table)
                               : run_single(&arguments, table);
    perft_table_destroy(table);
    return code;
}

const Command PERFT_COMMAND = {"perft",
                               "count the move tree of a position, or check a file of counts",
                               perft_command, &PARSER};
