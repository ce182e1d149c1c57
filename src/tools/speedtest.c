#include "tools/speedtest.h"

#include <stdio.h>
#include <string.h>

#include "engine/engine.h"
#include "tools/arguments.h"
#include "tools/commands.h"
#include "tools/network.h"
#include "tools/progress.h"
#include "tools/report.h"
#include "tools/speedtest_report.h"

#define MESSAGE_SIZE 512

typedef struct SpeedtestArguments {
    SpeedtestOptions options;
    const char *eval_file; /* NULL without */
    bool json;
    const char *json_path; /* NULL: JSON goes to stdout, in place of the text */
} SpeedtestArguments;

enum { OPTION_JSON = 256, OPTION_EVAL_FILE };

static const struct argp_option OPTIONS[] = {
    {"threads", 't', "N", 0, "Search with N threads (as many as there are processors)", 0},
    {"hash", 'm', "MB", 0,
     "Table of MB mebibytes (128 for each thread, but at most half of the free memory)", 0},
    {"seconds", 's', "N", 0, "Measure for N seconds (150)", 0},
    {NETWORK_OPTION_NAME, OPTION_EVAL_FILE, "FILE", 0, NETWORK_OPTION_HELP, 0},
    {"json", OPTION_JSON, "FILE", OPTION_ARG_OPTIONAL,
     "Write JSON to FILE, too; without FILE, JSON instead of text", 0},
    {0},
};

/* FILE may be a word of its own, unlike argp's optional values, if it cannot be a number. */
static void take_json(SpeedtestArguments *arguments, const char *value, struct argp_state *state) {
    int64_t number;
    arguments->json = true;
    if (value == NULL && state->next < state->argc) {
        const char *next = state->argv[state->next];
        if (next[0] != '-' && !argument_parse_integer(next, INT64_MIN, INT64_MAX, &number)) {
            value = next;
            state->next++;
        }
    }
    if (value != NULL && value[0] == '\0')
        argp_error(state, "--json: the name of the file is empty");
    arguments->json_path = value;
}

static error_t parse_option(int key, char *value, struct argp_state *state) {
    SpeedtestArguments *arguments = state->input;
    char error[MESSAGE_SIZE];
    switch (key) {
    case 't':
        arguments->options.threads =
            (int)argument_require_integer(state, "--threads", value, 1, ENGINE_MAX_THREADS);
        break;
    case 'm':
        arguments->options.hash_mib =
            (size_t)argument_require_integer(state, "--hash", value, 1, ENGINE_MAX_HASH_MIB);
        break;
    case 's':
        arguments->options.seconds =
            (int)argument_require_integer(state, "--seconds", value, 1, SPEEDTEST_MAX_SECONDS);
        break;
    case OPTION_EVAL_FILE:
        arguments->eval_file = value;
        break;
    case OPTION_JSON:
        take_json(arguments, value, state);
        break;
    case ARGP_KEY_ARGS:
        if (!speedtest_options_parse(state->argc - state->next, state->argv + state->next,
                                     &arguments->options, error, sizeof(error)))
            argp_error(state, "%s", error);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp SPEEDTEST_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .args_doc = "[THREADS [HASH [SECONDS]]]",
    .doc = "Plays through stretches of games, searching each move as in a game, and prints nodes "
           "per second and how sure they are. The order of the options does not matter.",
};

/* Measures; without write_line in silence. On true the result is to be freed. */
static bool measure(SpeedtestOptions options, const SpeedtestWriter *writer,
                    const SpeedtestObserver *observer, SpeedtestSignature *signature,
                    SpeedtestResult *result, char *error, size_t error_size) {
    speedtest_options_complete(&options);
    if (!speedtest_signature_take(options.network_of, signature)) {
        snprintf(error, error_size, "not enough memory");
        return false;
    }
    if (writer->write_line != NULL)
        speedtest_report_write_setup(writer, &options, signature);
    if (!speedtest_run(&options, observer, result, error, error_size))
        return false;
    if (writer->write_line != NULL)
        speedtest_report_write_result(writer, result);
    return true;
}

bool speedtest_write(const SpeedtestOptions *options,
                     void (*write_line)(void *context, const char *line), void *context,
                     char *error, size_t error_size) {
    const SpeedtestWriter writer = {write_line, context};
    const SpeedtestObserver observer = {0};
    SpeedtestSignature signature;
    SpeedtestResult result;
    if (!measure(*options, &writer, &observer, &signature, &result, error, error_size))
        return false;
    speedtest_result_free(&result);
    return true;
}

static void print_line(void *context, const char *line) {
    (void)context;
    puts(line);
    fflush(stdout);
}

static bool save_json(const SpeedtestArguments *arguments, const SpeedtestResult *result,
                      const SpeedtestSignature *signature, char *error, size_t error_size) {
    json_t *report = speedtest_report_json(result, signature);
    bool saved = report != NULL;
    if (!saved)
        snprintf(error, error_size, "not enough memory for the report");
    else if (arguments->json_path != NULL)
        saved = report_save_json(report, arguments->json_path, error, error_size);
    else {
        json_dumpf(report, stdout, JSON_INDENT(2) | JSON_REAL_PRECISION(15));
        putchar('\n');
    }
    json_decref(report);
    return saved;
}

/* The last search takes the bar away again. */
static void show_progress(void *context, int done, int total) {
    progress_update(context, (size_t)done, "searches");
    if (done == total)
        progress_clear(context);
}

static bool run(const SpeedtestArguments *arguments, char *error, size_t error_size) {
    bool text = !arguments->json || arguments->json_path != NULL;
    Progress progress;
    const SpeedtestWriter writer = {text ? print_line : NULL, NULL};
    const SpeedtestObserver observer = {show_progress, &progress};
    SpeedtestSignature signature;
    SpeedtestResult result;
    progress_begin(&progress, 0, SPEEDTEST_TOTAL_SEARCHES);
    if (!report_check_file(arguments->json_path, error, error_size) ||
        !measure(arguments->options, &writer, &observer, &signature, &result, error, error_size))
        return false;
    bool saved = !arguments->json || save_json(arguments, &result, &signature, error, error_size);
    speedtest_result_free(&result);
    return saved;
}

int speedtest_command(int argc, char **argv) {
    SpeedtestArguments arguments = {0};
    arguments_parse(&SPEEDTEST_PARSER, "quorum speedtest", argc, argv, &arguments);
    char error[MESSAGE_SIZE];
    Engine *holder = network_holder(arguments.eval_file, error, sizeof(error));
    arguments.options.network_of = holder;
    bool measured = holder != NULL && run(&arguments, error, sizeof(error));
    if (!measured)
        fprintf(stderr, "quorum speedtest: %s\n", error);
    engine_destroy(holder);
    return measured ? COMMAND_OK : COMMAND_MISUSED;
}
