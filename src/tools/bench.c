#include "tools/bench.h"

#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/text.h"
#include "chess/notation.h"
#include "engine/engine.h"
#include "tools/arguments.h"
#include "tools/bench_positions.h"
#include "tools/commands.h"
#include "tools/network.h"

#define LINE_SIZE    128
#define MESSAGE_SIZE 512

BenchOptions bench_default_options(void) {
    return (BenchOptions){.depth = 13, .threads = 1, .hash_mib = 16};
}

bool bench_parse_options(int count, char *const *words, BenchOptions *options, char *error,
                         size_t error_size) {
    static const struct {
        const char *name;
        int64_t maximum;
    } FIELDS[] = {
        {"depth", BENCH_MAX_DEPTH},
        {"threads", ENGINE_MAX_THREADS},
        {"hash", ENGINE_MAX_HASH_MIB},
    };
    int64_t values[] = {options->depth, options->threads, (int64_t)options->hash_mib};
    if (count > (int)ARRAY_LENGTH(FIELDS)) {
        snprintf(error, error_size, "'%s' is one word too many", words[ARRAY_LENGTH(FIELDS)]);
        return false;
    }
    for (int i = 0; i < count; i++) {
        if (!argument_parse_integer(words[i], 1, FIELDS[i].maximum, &values[i])) {
            snprintf(error, error_size, "%s must be a number from 1 to %" PRId64 ", not '%s'",
                     FIELDS[i].name, FIELDS[i].maximum, words[i]);
            return false;
        }
    }
    options->depth = (int)values[0];
    options->threads = (int)values[1];
    options->hash_mib = (size_t)values[2];
    return true;
}

static void count_best_move(void *context, const BestMoveReport *report) {
    *(BestMoveReport *)context = *report;
}

/* The table of positions is part of the program: a bad one is a bug, which the unit test finds. */
void bench_set_position(Engine *engine, int index) {
    const BenchPosition *position = &BENCH_POSITIONS[index];
    FenError error;
    engine_set_chess960(engine, position->chess960);
    engine_set_position(engine, position->fen, &error);
    Text rest = text_of(position->moves);
    Text move;
    while (text_next_token(&rest, &move))
        engine_play(engine, move.data, (int)move.length);
}

static uint64_t search_position(Engine *engine, int index, int depth,
                                void (*write_line)(void *context, const char *line),
                                void *context) {
    bench_set_position(engine, index);
    BestMoveReport result = {.best = MOVE_NONE};
    const ReportSink sink = {.context = &result, .best_move = count_best_move};
    const SearchLimits limits = {.depth = depth, .start_us = clock_now_us()};
    engine_think(engine, &limits, &sink);

    char move[COORDINATE_SIZE];
    char line[LINE_SIZE];
    notation_coordinate(result.best, BENCH_POSITIONS[index].chess960, move);
    snprintf(line, sizeof(line), "%2d/%d %10" PRIu64 " nodes, best %s", index + 1,
             BENCH_POSITION_COUNT, result.nodes, move);
    write_line(context, line);
    return result.nodes;
}

bool bench_run(const BenchOptions *options, void (*write_line)(void *context, const char *line),
               void *context) {
    Engine *engine = engine_create();
    if (engine == NULL)
        return false;
    if (options->network_of != NULL)
        engine_share_network(engine, options->network_of);
    engine_set_threads(engine, options->threads);
    engine_set_hash(engine, options->hash_mib);
    engine_new_game(engine);
    if (!engine_prepare(engine) || engine_hash(engine) != options->hash_mib) {
        engine_destroy(engine);
        return false;
    }
    for (const char *warning = engine_next_warning(engine); warning != NULL;
         warning = engine_next_warning(engine))
        fprintf(stderr, "quorum bench: %s\n", warning);
    bool progress = isatty(STDERR_FILENO) && !isatty(STDOUT_FILENO);
    uint64_t nodes = 0;
    int64_t start_us = clock_now_us();
    for (int i = 0; i < BENCH_POSITION_COUNT; i++) {
        if (progress)
            fprintf(stderr, "\r\033[KPosition %d of %d", i + 1, BENCH_POSITION_COUNT);
        nodes += search_position(engine, i, options->depth, write_line, context);
    }
    int64_t elapsed_us = clock_now_us() - start_us;
    if (progress)
        fprintf(stderr, "\r\033[K");
    engine_destroy(engine);

    char line[LINE_SIZE];
    snprintf(line, sizeof(line), "Total time (ms) : %" PRId64, elapsed_us / 1000);
    write_line(context, line);
    snprintf(line, sizeof(line), "Nodes searched  : %" PRIu64, nodes);
    write_line(context, line);
    snprintf(line, sizeof(line), "Nodes/second    : %.0f",
             elapsed_us > 0 ? (double)nodes * 1e6 / (double)elapsed_us : 0);
    write_line(context, line);
    return true;
}

typedef struct BenchArguments {
    BenchOptions options;
    const char *eval_file; /* NULL without */
} BenchArguments;

enum { OPTION_EVAL_FILE = 256 };

static const struct argp_option OPTIONS[] = {
    {NETWORK_OPTION_NAME, OPTION_EVAL_FILE, "FILE", 0, NETWORK_OPTION_HELP, 0},
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    BenchArguments *arguments = state->input;
    char error[LINE_SIZE];
    switch (key) {
    case OPTION_EVAL_FILE:
        arguments->eval_file = value;
        return 0;
    case ARGP_KEY_ARGS:
        if (!bench_parse_options(state->argc - state->next, state->argv + state->next,
                                 &arguments->options, error, sizeof(error)))
            argp_error(state, "%s", error);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

const struct argp BENCH_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .args_doc = "[DEPTH [THREADS [HASH]]]",
    .doc = "Searches fixed positions to DEPTH plies with THREADS threads and a table of HASH "
           "MiB, as one game. With one thread the number of nodes is always the same: the "
           "signature of the search.",
};

static void print_line(void *context, const char *line) {
    (void)context;
    puts(line);
    fflush(stdout);
}

int bench_command(int argc, char **argv) {
    BenchArguments arguments = {.options = bench_default_options()};
    arguments_parse(&BENCH_PARSER, "quorum bench", argc, argv, &arguments);
    char error[MESSAGE_SIZE];
    Engine *holder = network_holder(arguments.eval_file, error, sizeof(error));
    if (holder == NULL) {
        fprintf(stderr, "quorum bench: %s\n", error);
        return COMMAND_MISUSED;
    }
    arguments.options.network_of = holder;
    bool run = bench_run(&arguments.options, print_line, NULL);
    engine_destroy(holder);
    if (!run)
        fprintf(stderr, "quorum bench: not enough memory\n");
    return run ? COMMAND_OK : COMMAND_MISUSED;
}
