#include "tools/speedtest/speedtest.h"

#include <stdio.h>
#include <string.h>

#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "engine/engine.h"
#include "engine/network_holder.h"
#include "report/report.h"
#include "tools/speedtest/report.h"

typedef struct SpeedtestArguments {
    CommonArguments common;
    SpeedtestOptions options;
} SpeedtestArguments;

static const struct argp_option OPTIONS[] = {
    {"seconds", 's', "N", 0, "Measure for N seconds (150)", 0},
    {0},
};

static const struct argp_child CHILDREN[] = {
    COMMON_ARGUMENTS(
        COMMON_THREADS("Search with N threads (as many as there are processors)", 0),
        COMMON_HASH("Table of MIB mebibytes (128 for each thread, but at most half of the free "
                    "memory)",
                    0),
        COMMON_EVAL_FILE(0), COMMON_OUTPUTS(1), COMMON_JSON("Everything, as JSON", 1)),
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    SpeedtestArguments *arguments = state->input;
    SpeedtestOptions *options = &arguments->options;
    Reason error;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->common;
        break;
    case 's':
        if (options->seconds != 0)
            argp_error(state, "--seconds is given twice");
        options->seconds =
            (int)argument_require_integer(state, "--seconds", value, 1, SPEEDTEST_MAX_SECONDS);
        break;
    case ARGP_KEY_ARGS:
        options->threads = (int)arguments->common.threads;
        options->hash_mib = (size_t)arguments->common.hash_mib;
        if (!speedtest_options_parse(state->argc - state->next, state->argv + state->next, options,
                                     &error))
            argp_error(state, "%s", error.text);
        break;
    case ARGP_KEY_NO_ARGS:
        options->threads = (int)arguments->common.threads;
        options->hash_mib = (size_t)arguments->common.hash_mib;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp SPEEDTEST_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .children = CHILDREN,
    .args_doc = "[THREADS [HASH [SECONDS]]]",
    .doc = "Plays through stretches of games, searching each move as in a game, and prints nodes "
           "per second and how sure they are. The order of the options does not matter.",
};

/* Measures; without write_line in silence. On true the result is to be freed. */
static bool measure(SpeedtestOptions options, const SpeedtestWriter *writer,
                    const SpeedtestObserver *observer, SpeedtestSignature *signature,
                    SpeedtestResult *result, Reason *error) {
    speedtest_options_complete(&options);
    if (!speedtest_signature_take(options.network_of, signature)) {
        reason_set(error, "not enough memory");
        return false;
    }
    if (writer->write_line)
        speedtest_report_write_setup(writer, &options, signature);
    if (!speedtest_run(&options, observer, result, error))
        return false;
    if (writer->write_line)
        speedtest_report_write_result(writer, result);
    return true;
}

bool speedtest_write(const SpeedtestOptions *options,
                     void (*write_line)(void *context, const char *line), void *context,
                     Reason *error) {
    const SpeedtestWriter writer = {write_line, context};
    const SpeedtestObserver observer = {0};
    SpeedtestSignature signature;
    SpeedtestResult result;
    if (!measure(*options, &writer, &observer, &signature, &result, error))
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
                      const SpeedtestSignature *signature, Reason *error) {
    json_t *report = speedtest_report_json(result, signature);
    bool saved = report_save_json(report, arguments->common.json, error);
    json_decref(report);
    return saved;
}

/* The last search takes the bar away again. */
static void show_progress(void *context, int done, int total) {
    progress_update(context, (double)done / total, "%d/%d searches", done, total);
    if (done == total)
        progress_clear(context);
}

static bool run(const SpeedtestArguments *arguments, Reason *error) {
    Progress progress;
    const SpeedtestWriter writer = {
        common_arguments_want_text(&arguments->common) ? print_line : NULL, NULL};
    const SpeedtestObserver observer = {show_progress, &progress};
    SpeedtestSignature signature;
    SpeedtestResult result;
    progress_begin(&progress, 0, false);
    if (!measure(arguments->options, &writer, &observer, &signature, &result, error))
        return false;
    bool saved = !arguments->common.json || save_json(arguments, &result, &signature, error);
    speedtest_result_free(&result);
    return saved;
}

int speedtest_command(int argc, char **argv) {
    SpeedtestArguments arguments = {.common = {.threads_limit = ENGINE_MAX_THREADS,
                                               .hash_limit = ENGINE_MAX_HASH_MIB,
                                               .once = true}};
    arguments_complete_json(argc, argv);
    arguments_parse(&SPEEDTEST_PARSER, "quorum speedtest", argc, argv, &arguments);
    Reason error;
    Engine *holder = NULL;
    if (common_arguments_check(&arguments.common, NULL, 0, &error))
        holder = network_holder(arguments.common.eval_file, &error);
    arguments.options.network_of = holder;
    bool measured = holder && run(&arguments, &error);
    engine_destroy(holder);
    return measured ? COMMAND_OK : command_misused("quorum speedtest", error.text);
}
