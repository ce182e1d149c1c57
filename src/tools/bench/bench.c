#include "tools/bench/bench.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <unistd.h>

#include "chess/notation.h"
#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "engine/bench_positions.h"
#include "engine/engine.h"

#define LINE_SIZE 128

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

/* Where a run's lines go. */
typedef struct BenchWriter {
    void (*write_line)(void *context, const char *line);
    void *context;
    bool shows; /* how far it is, on stderr */
    Progress progress;
} BenchWriter;

static void write_warning(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "quorum bench: %s\n", text);
}

static void show_progress(void *context, int index) {
    BenchWriter *writer = context;
    if (writer->shows)
        progress_update(&writer->progress, (double)index / BENCH_POSITION_COUNT,
                        "position %d of %d", index + 1, BENCH_POSITION_COUNT);
}

static void write_position(void *context, int index, const BestMoveReport *result) {
    const BenchWriter *writer = context;
    char move[COORDINATE_SIZE];
    char line[LINE_SIZE];
    notation_coordinate(result->best, BENCH_POSITIONS[index].chess960, move);
    snprintf(line, sizeof line, "%2d/%d %10" PRIu64 " nodes, best %s", index + 1,
             BENCH_POSITION_COUNT, result->figures.nodes, move);
    writer->write_line(writer->context, line);
}

bool bench_run(const BenchOptions *options, void (*write_line)(void *context, const char *line),
               void *context) {
    BenchWriter writer = {
        .write_line = write_line, .context = context, .shows = !isatty(STDOUT_FILENO)};
    progress_begin(&writer.progress, 0, false);
    const BenchSink sink = {.context = &writer,
                            .warning = write_warning,
                            .begin = show_progress,
                            .end = write_position};
    BenchResult result;
    if (!bench_search(options, &sink, &result))
        return false;
    progress_clear(&writer.progress);
    if (result.given_up)
        return true;

    char line[LINE_SIZE];
    snprintf(line, sizeof line, "Total time (ms) : %" PRId64, result.elapsed_us / 1000);
    write_line(context, line);
    snprintf(line, sizeof line, "Nodes searched  : %" PRIu64, result.nodes);
    write_line(context, line);
    snprintf(line, sizeof line, "Nodes/second    : %.0f",
             result.elapsed_us > 0 ? (double)result.nodes * 1e6 / (double)result.elapsed_us : 0);
    write_line(context, line);
    return true;
}

typedef struct BenchArguments {
    CommonArguments common;
    BenchOptions options;
    int threads; /* of --threads; 0 without, like the next */
    size_t hash_mib;
} BenchArguments;

static const Argument ROWS[] = {
    THREADS_ROW(BenchArguments, threads, ENGINE_MAX_THREADS, "Search with N threads (1)"),
    HASH_ROW(BenchArguments, hash_mib, ENGINE_MAX_HASH_MIB, "Mebibytes of the table (16)"),
    EVAL_FILE_ROW(BenchArguments),
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
    .doc = "Searches fixed positions to DEPTH plies with THREADS threads and a table of HASH "
           "MiB, as one game. With one thread the number of nodes is always the same: the "
           "signature of the search.",
};

static int bench_command(int argc, char **argv) {
    BenchArguments arguments = {.options = bench_default_options()};
    arguments_parse(&PARSER, "quorum bench", argc, argv, &arguments);
    if (arguments.threads > 0)
        arguments.options.threads = arguments.threads;
    if (arguments.hash_mib > 0)
        arguments.options.hash_mib = arguments.hash_mib;
    Reason error;
    Engine *holder = engine_create_holder(arguments.common.eval_file, &error);
    if (!holder)
        return command_misused("quorum bench", error.text);
    arguments.options.network_of = holder;
    bool run = bench_run(&arguments.options, output_print_line, NULL);
    engine_destroy(holder);
    return run ? COMMAND_OK : command_misused("quorum bench", "not enough memory");
}

const Command BENCH_COMMAND = {"bench",
                               "search fixed positions; nodes are the signature of the search",
                               bench_command, &PARSER};
