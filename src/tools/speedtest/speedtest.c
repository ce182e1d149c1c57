#include "tools/speedtest/speedtest.h"

#include "cli/arguments.h"
#include "cli/output.h"
#include "engine/engine.h"
#include "report/report.h"
#include "tools/speedtest/report.h"

typedef struct SpeedtestArguments {
    CommonArguments common;
    SpeedtestOptions options;
} SpeedtestArguments;

static void take_words(void *input, int count, char **words, const struct argp_state *state) {
    Reason error;
    if (!speedtest_options_parse(count, words, &((SpeedtestArguments *)input)->options, &error))
        argp_error(state, "%s", error.text);
}

#define OPTION(member, limit)                                                                      \
    INTO(SpeedtestArguments, options.member), .minimum = 1, .maximum = (limit), .once = true

static const Argument ROWS[] = {
    {"seconds", 's', "N", "Measure for N seconds (150)", OPTION(seconds, SPEEDTEST_MAX_SECONDS)},
    {"threads", 't', "N", "Search with N threads (as many as there are processors)",
     OPTION(threads, ENGINE_MAX_THREADS)},
    {"hash", 'm', "MIB",
     "Table of MIB mebibytes (128 for each thread, but at most half of the free memory)",
     OPTION(hash_mib, ENGINE_MAX_HASH_MIB)},
    EVAL_FILE_ROW(SpeedtestArguments),
    OUTPUTS_HEADING,
    OUTPUT_ROW(SpeedtestArguments, json, "Everything, as JSON"),
    {0},
};

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_words,
    .form = "[THREADS [HASH [SECONDS]]]",
    .doc = "Plays through stretches of games, searching each move as in a game, and prints nodes "
           "per second and how sure they are. The order of the options does not matter.",
};

/* Measures; without write_line in silence. On true the result is to be freed. */
static bool measure(SpeedtestOptions options, const SpeedtestWriter *writer, Progress *progress,
                    SpeedtestSignature *signature, SpeedtestResult *result, Reason *error) {
    speedtest_options_complete(&options);
    if (!speedtest_signature_take(options.network_of, signature))
        return reason_set(error, "not enough memory");
    if (writer->write_line)
        speedtest_report_write_setup(writer, &options, signature);
    const bool done = speedtest_run(&options, progress, result, error);
    if (progress)
        progress_clear(progress);
    if (!done)
        return false;
    if (writer->write_line)
        speedtest_report_write_result(writer, result);
    return true;
}

bool speedtest_write(const SpeedtestOptions *options,
                     void (*write_line)(void *context, const char *line), void *context,
                     Reason *error) {
    const SpeedtestWriter writer = {write_line, context};
    SpeedtestSignature signature;
    SpeedtestResult result;
    if (!measure(*options, &writer, NULL, &signature, &result, error))
        return false;
    speedtest_result_free(&result);
    return true;
}

static int run(const SpeedtestArguments *arguments) {
    Reason error;
    Progress progress;
    const SpeedtestWriter writer = {
        common_arguments_want_text(&arguments->common) ? output_print_line : NULL, NULL};
    SpeedtestSignature signature;
    SpeedtestResult result;
    progress_begin(&progress, 0, false);
    if (!measure(arguments->options, &writer, &progress, &signature, &result, &error))
        return command_misused("quorum speedtest", error.text);
    int code = report_save("quorum speedtest", &arguments->common,
                           (Report){.json = speedtest_report_json(&result, &signature)});
    speedtest_result_free(&result);
    return code;
}

static int speedtest_command(int argc, char **argv) {
    SpeedtestArguments arguments = {0};
    arguments_complete_json(argc, argv);
    arguments_parse(&PARSER, "quorum speedtest", argc, argv, &arguments);
    Reason error;
    Engine *holder = NULL;
    if (report_check(&arguments.common, NULL, 0, &error))
        holder = engine_create_holder(arguments.common.eval_file, &error);
    arguments.options.network_of = holder;
    int code = holder ? run(&arguments) : command_misused("quorum speedtest", error.text);
    engine_destroy(holder);
    return code;
}

const Command SPEEDTEST_COMMAND = {"speedtest",
                                   "measure nodes per second in games, on all processors",
                                   speedtest_command, &PARSER};
