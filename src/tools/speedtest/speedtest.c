#include "tools/speedtest/speedtest.h"

#include <stdio.h>
#include <string.h>

#include "base/text.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/output.h"
#include "cli/progress.h"
#include "engine/engine.h"
#include "engine/network_holder.h"
#include "report/report.h"
#include "tools/speedtest/report.h"

#define MESSAGE_SIZE 512

typedef struct SpeedtestArguments {
    SpeedtestOptions options;
    const char *eval_file; /* NULL without */
    const char *json;      /* NULL without */
} SpeedtestArguments;

enum { OPTION_JSON = 256, OPTION_EVAL_FILE };

static const struct argp_option OPTIONS[] = {
    {"threads", 't', "N", 0, "Search with N threads (as many as there are processors)", 0},
    {"hash", 'm', "MB", 0,
     "Table of MB mebibytes (128 for each thread, but at most half of the free memory)", 0},
    {"seconds", 's', "N", 0, "Measure for N seconds (150)", 0},
    {NETWORK_OPTION_NAME, OPTION_EVAL_FILE, "FILE", 0, NETWORK_OPTION_HELP, 0},
    {"json", OPTION_JSON, "FILE", OPTION_ARG_OPTIONAL,
     "Write JSON to FILE, too; without FILE, or with -, JSON on stdout in place of the text", 0},
    {0},
};

/* FILE may be a word of its own, unlike argp's optional values, if it cannot be a number. */
static void take_json(SpeedtestArguments *arguments, const char *value, struct argp_state *state) {
    int64_t number;
    if (value == NULL && state->next < state->argc) {
        const char *next = state->argv[state->next];
        if ((next[0] != '-' || output_is_stdout(next)) &&
            !text_parse_integer(text_of(next), &number)) {
            value = next;
            state->next++;
        }
    }
    if (value != NULL && value[0] == '\0')
        argp_error(state, "--json: the name of the file is empty");
    arguments->json = value != NULL ? value : "-";
}

/* A number that may be given once; `before` is 0 until then. */
static int64_t take_number(const struct argp_state *state, const char *name, const char *value,
                           int64_t maximum, int64_t before) {
    if (before != 0)
        argp_error(state, "%s is given twice", name);
    return argument_require_integer(state, name, value, 1, maximum);
}

static error_t parse_option(int key, char *value, struct argp_state *state) {
    SpeedtestArguments *arguments = state->input;
    SpeedtestOptions *options = &arguments->options;
    char error[MESSAGE_SIZE];
    switch (key) {
    case 't':
        options->threads =
            (int)take_number(state, "--threads", value, ENGINE_MAX_THREADS, options->threads);
        break;
    case 'm':
        options->hash_mib = (size_t)take_number(state, "--hash", value, ENGINE_MAX_HASH_MIB,
                                                (int64_t)options->hash_mib);
        break;
    case 's':
        options->seconds =
            (int)take_number(state, "--seconds", value, SPEEDTEST_MAX_SECONDS, options->seconds);
        break;
    case OPTION_EVAL_FILE:
        arguments->eval_file = value;
        break;
    case OPTION_JSON:
        take_json(arguments, value, state);
        break;
    case ARGP_KEY_ARGS:
        if (!speedtest_options_parse(state->argc - state->next, state->argv + state->next, options,
                                     error, sizeof(error)))
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
    bool saved = report_save_json(report, arguments->json, error, error_size);
    json_decref(report);
    return saved;
}

/* The last search takes the bar away again. */
static void show_progress(void *context, int done, int total) {
    progress_update(context, (double)done / total, "%d/%d searches", done, total);
    if (done == total)
        progress_clear(context);
}

static bool run(const SpeedtestArguments *arguments, char *error, size_t error_size) {
    Progress progress;
    const SpeedtestWriter writer = {output_is_stdout(arguments->json) ? NULL : print_line, NULL};
    const SpeedtestObserver observer = {show_progress, &progress};
    SpeedtestSignature signature;
    SpeedtestResult result;
    progress_begin(&progress, 0, false);
    if (!measure(arguments->options, &writer, &observer, &signature, &result, error, error_size))
        return false;
    bool saved =
        arguments->json == NULL || save_json(arguments, &result, &signature, error, error_size);
    speedtest_result_free(&result);
    return saved;
}

int speedtest_command(int argc, char **argv) {
    SpeedtestArguments arguments = {0};
    arguments_parse(&SPEEDTEST_PARSER, "quorum speedtest", argc, argv, &arguments);
    char error[MESSAGE_SIZE];
    Engine *holder = NULL;
    if (outputs_check(&arguments.json, 1, &arguments.eval_file, 1, error, sizeof(error)))
        holder = network_holder(arguments.eval_file, error, sizeof(error));
    arguments.options.network_of = holder;
    bool measured = holder != NULL && run(&arguments, error, sizeof(error));
    if (!measured)
        fprintf(stderr, "quorum speedtest: %s\n", error);
    engine_destroy(holder);
    return measured ? COMMAND_OK : COMMAND_MISUSED;
}
