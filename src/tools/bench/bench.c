#include "tools/bench/bench.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>

#include "cli/arguments.h"
#include "cli/output.h"
#include "engine/engine.h"
#include "report/report.h"
#include "tools/bench/report.h"

bool bench_parse_options(int count, char *const *words, BenchOptions *options, Reason *error) {
    static const struct {
        const char *name;
        int64_t maximum;
    } FIELDS[] = {
        {"depth", BENCH_MAX_DEPTH},
        {"threads", ENGINE_MAX_THREADS},
        {"hash", ENGINE_MAX_HASH_MIB},
    };
    int64_t values[] = {options->depth, options->threads, (int64_t)options->hash_mib};
    if (count > (int)ARRAY_LENGTH(FIELDS))
        return reason_set(error, "'%s' is one word too many", words[ARRAY_LENGTH(FIELDS)]);
    for (int i = 0; i < count; i++) {
        if (!argument_parse_integer(words[i], 1, FIELDS[i].maximum, &values[i]))
            return reason_set(error, "%s must be a number from 1 to %" PRId64 ", not '%s'",
                              FIELDS[i].name, FIELDS[i].maximum, words[i]);
    }
    options->depth = (int)values[0];
    options->threads = (int)values[1];
    options->hash_mib = (size_t)values[2];
    return true;
}

bool bench_run(const BenchOptions *options, void (*write_line)(void *context, const char *line),
               void *context) {
    const BenchWriter writer = {write_line, context};
    BenchFindings findings = {.options = *options, .repeats = 1};
    if (!bench_run_all(&findings, &writer))
        return false;
    if (!findings.given_up)
        bench_report_write(&findings, &writer);
    return true;
}

typedef struct BenchArguments {
    CommonArguments common;
    BenchOptions options;
    int threads; /* of --threads; 0 without, like the next */
    size_t hash_mib;
    int repeats;
} BenchArguments;

static const Argument ROWS[] = {
    THREADS_ROW(BenchArguments, threads, ENGINE_MAX_THREADS, "Search with N threads (1)"),
    HASH_ROW(BenchArguments, hash_mib, ENGINE_MAX_HASH_MIB, "Mebibytes of the table (16)"),
    {"repeat", 'r', "N", "Search everything N times, and print medians and spread (1)",
     INTO(BenchArguments, repeats), .minimum = 1, .maximum = BENCH_MAX_REPEATS},
    EVAL_FILE_ROW(BenchArguments),
    OUTPUTS_HEADING,
    OUTPUT_ROW(BenchArguments, json, "Everything, as JSON"),
    {0},
};

static void take_words(void *input, int count, char **words, const struct argp_state *state) {
    BenchArguments *arguments = input;
    Reason error;
    if ((arguments->threads > 0 && count > 1) || (arguments->hash_mib > 0 && count > 2))
        argp_error(state, "--threads or --hash is given twice");
    if (!bench_parse_options(count, words, &arguments->options, &error))
        argp_error(state, "%s", error.text);
}

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_words,
    .form = "[DEPTH [THREADS [HASH]]]",
    .doc =
        "Searches fixed positions to DEPTH plies (13) with THREADS threads (1) and a table of "
        "HASH MiB (16), as one game. With one thread the number of nodes is always the same: the "
        "signature of the search. The speed by processor time is hardly changed by other "
        "programs; a warning says that they have slowed the other one down.\vThe exit code is 1 "
        "when one thread did not search the same nodes each time, 2 when the arguments or a file "
        "cannot be used.",
};

static int run(const BenchArguments *arguments) {
    const BenchWriter writer = {
        common_arguments_want_text(&arguments->common) ? output_print_line : NULL, NULL};
    BenchFindings findings = {.options = arguments->options, .repeats = arguments->repeats};
    if (!bench_run_all(&findings, &writer))
        return command_misused("quorum bench", "not enough memory");
    bench_report_write(&findings, &writer);
    int code = COMMAND_OK;
    if (arguments->common.json)
        code = report_save("quorum bench", &arguments->common,
                           (Report){.json = bench_report_json(&findings)});
    if (findings.options.threads > 1 || !findings.summary.nodes_differ)
        return code;
    fputs("quorum bench: one thread did not search the same nodes each time\n", stderr);
    return code == COMMAND_OK ? COMMAND_FAILED : code;
}

static int bench_command(int argc, char **argv) {
    BenchArguments arguments = {.options = bench_default_options(), .repeats = 1};
    arguments_parse(&PARSER, "quorum bench", argc, argv, &arguments);
    if (arguments.threads > 0)
        arguments.options.threads = arguments.threads;
    if (arguments.hash_mib > 0)
        arguments.options.hash_mib = arguments.hash_mib;
    Reason error;
    Engine *holder = NULL;
    if (report_check(&arguments.common, NULL, 0, &error))
        holder = engine_create_holder(arguments.common.eval_file, &error);
    arguments.options.network_of = holder;
    const int code = holder ? run(&arguments) : command_misused("quorum bench", error.text);
    engine_destroy(holder);
    return code;
}

const Command BENCH_COMMAND = {"bench",
                               "search fixed positions; nodes are the signature of the search",
                               bench_command, &PARSER};
