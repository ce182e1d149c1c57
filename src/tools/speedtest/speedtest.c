#include "tools/speedtest/speedtest.h"

#include "cli/arguments.h"
#include "cli/output.h"
#include "compare/side_by_side.h"
#include "engine/engine.h"
#include "guest/guest_list.h"
#include "report/report.h"
#include "tools/speedtest/report.h"

typedef struct SpeedtestArguments {
    CommonArguments common;
    GuestList guests;
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
    GUEST_LIST_ROWS(SpeedtestArguments, guests),
    OUTPUTS_HEADING,
    OUTPUT_ROW(SpeedtestArguments, json, "Everything, as JSON"),
    {0},
};

static void check(void *input, const struct argp_state *state) {
    const SpeedtestArguments *arguments = input;
    if (arguments->guests.count > 0 && arguments->common.eval_file)
        argp_error(state, "--eval-file goes without --engine");
}

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_words,
    .check = check,
    .form = "[THREADS [HASH [SECONDS]]]",
    .doc = "Plays through stretches of games, searching each move as in a game, and prints nodes "
           "per second and how sure they are. The order of the options does not matter.",
};

/* Measures; without write_line in silence. On true the result is to be freed. */
static bool measure(SpeedtestOptions options, const SpeedtestWriter *writer, Progress *progress,
                    SpeedtestSignature *signature, SpeedtestResult *result, Reason *error) {
    speedtest_options_complete(&options);
    if (!options.guest && !speedtest_signature_take(options.network_of, signature))
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

/* Other engines, one after the other; several are compared. */
static int run_guests(SpeedtestArguments *arguments) {
    Reason error;
    GuestList *guests = &arguments->guests;
    json_t *runs[GUEST_LIST_MAX];
    int faults = 0;
    SpeedtestOptions options = arguments->options;
    speedtest_options_complete(&options);
    const GuestTerms terms = {
        .threads = options.threads, .hash_mib = options.hash_mib, .grace_ms = guests->grace_ms};
    if (!guest_list_greet(guests, &terms, &error))
        return command_misused("quorum speedtest", error.text);
    for (int i = 0; i < guests->count; i++) {
        SpeedtestSignature signature = {0};
        SpeedtestResult result;
        Progress progress;
        const SpeedtestWriter writer = {
            common_arguments_want_text(&arguments->common) ? output_print_line : NULL, NULL};
        options.guest = &guests->wishes[i];
        options.guest_name = guests->names[i];
        options.grace_ms = guests->grace_ms;
        progress_begin(&progress, 0, false);
        if (!measure(options, &writer, &progress, &signature, &result, &error)) {
            while (i > 0)
                json_decref(runs[--i]);
            return command_misused("quorum speedtest", error.text);
        }
        faults += result.faults;
        runs[i] = speedtest_report_json(&result, &signature);
        speedtest_result_free(&result);
    }
    int code = guests->count > 1
                   ? side_by_side_save("quorum speedtest", &arguments->common, runs, guests->count,
                                       (Table){.row_count = 0}, false)
                   : report_save("quorum speedtest", &arguments->common, (Report){.json = runs[0]});
    return code == COMMAND_OK && faults > 0 ? COMMAND_FAILED : code;
}

static int speedtest_command(int argc, char **argv) {
    SpeedtestArguments arguments = {.guests = {.grace_ms = GUEST_LIST_DEFAULT_GRACE_MS}};
    arguments_complete_json(argc, argv);
    arguments_parse(&PARSER, "quorum speedtest", argc, argv, &arguments);
    Reason error;
    Engine *holder = NULL;
    if (report_check(&arguments.common, NULL, 0, &error))
        holder = engine_create_holder(arguments.common.eval_file, &error);
    arguments.options.network_of = holder;
    int code = !holder                      ? command_misused("quorum speedtest", error.text)
               : arguments.guests.count > 0 ? run_guests(&arguments)
                                            : run(&arguments);
    engine_destroy(holder);
    return code;
}

const Command SPEEDTEST_COMMAND = {"speedtest",
                                   "measure nodes per second in games, on all processors",
                                   speedtest_command, &PARSER};
