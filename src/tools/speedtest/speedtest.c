#include "tools/speedtest/speedtest.h"

#include "cli/arguments.h"
#include "cli/output.h"
#include "cli/stop_signals.h"
#include "compare/side_by_side.h"
#include "engine/engine.h"
#include "guest/guest_list.h"
#include "report/report.h"
#include "tools/speedtest/journal.h"
#include "tools/speedtest/report.h"
#include "tools/speedtest/run.h"

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
    RESUME_ROW(SpeedtestArguments),
    GUEST_LIST_ROWS(SpeedtestArguments, guests),
    OUTPUTS_HEADING,
    OUTPUT_ROW(SpeedtestArguments, json, "Everything, as JSON"),
    {0},
};

static void check(void *input, const struct argp_state *state) {
    const SpeedtestArguments *arguments = input;
    guest_list_check(&arguments->guests, &arguments->common, true, state);
}

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_words,
    .check = check,
    .form = "[THREADS [HASH [SECONDS]]]",
    .doc = "Plays through stretches of games, searching each move as in a game, and prints nodes "
           "per second and how sure they are. The order of the options does not matter.\vThe exit "
           "code is 1 when an engine failed, 2 when the arguments or a file cannot be used, 128 "
           "and its number when a signal ends it: what is done is reported.",
};

/* A measurement while it goes on. */
typedef struct SpeedtestSession {
    SpeedtestOptions options;
    SpeedtestWriter writer; /* without write_line in silence */
    Progress *progress;     /* NULL for none */
    const char *resume;     /* the file of a journal; NULL for none, as without progress */
    SpeedtestSignature signature;
    SpeedtestResult result; /* to be freed */
    bool has_lost;          /* what was to be in the journal */
} SpeedtestSession;

/* Measures, with what a journal has of it. */
static bool measure_result(SpeedtestSession *session, Reason *error) {
    RunJournal *journal = NULL;
    if (!speedtest_result_begin(&session->options, &session->result))
        return reason_set(error, "not enough memory");
    if (session->resume) {
        journal =
            speedtest_journal_open(session->resume, &session->result, &session->signature, error);
        if (!journal)
            return false;
    }
    if (session->writer.write_line)
        speedtest_report_write_setup(&session->writer, &session->options, &session->signature);
    const bool good = speedtest_run(&session->result, journal, session->progress, error);
    session->has_lost = !run_journal_close(journal);
    return good;
}

/* The same, and writes what is done. */
static bool measure(SpeedtestSession *session, Reason *error) {
    SpeedtestOptions *options = &session->options;
    speedtest_options_complete(options);
    if (!options->guest && !speedtest_signature_take(options->network_of, &session->signature))
        return reason_set(error, "not enough memory");
    const bool good = measure_result(session, error);
    if (session->progress)
        progress_clear(session->progress);
    if (good && session->writer.write_line && session->result.extent.done > 0)
        speedtest_report_write_result(&session->writer, &session->result);
    return good;
}

bool speedtest_write(const SpeedtestOptions *options,
                     void (*write_line)(void *context, const char *line), void *context,
                     Reason *error) {
    SpeedtestSession session = {.options = *options, .writer = {write_line, context}};
    bool good = measure(&session, error);
    if (good && report_is_cut_short(session.result.extent))
        good = reason_set(error, "stopped");
    speedtest_result_free(&session.result);
    return good;
}

/* The runs of a command: one, or one for each engine. */
typedef struct SpeedtestWork {
    const SpeedtestArguments *arguments;
    json_t *runs[GUEST_LIST_MAX];
    int wanted;
    int done;          /* of them so many have something to report */
    bool is_cut_short; /* the last of these */
    bool has_lost;     /* what was to be in a journal */
    int faults;
} SpeedtestWork;

static bool make_run(SpeedtestWork *work, int number, Reason *error) {
    const SpeedtestArguments *arguments = work->arguments;
    const GuestList *guests = &arguments->guests;
    Progress progress;
    SpeedtestSession session = {
        .options = arguments->options,
        .writer.write_line =
            common_arguments_want_text(&arguments->common) ? output_print_line : NULL,
        .progress = &progress,
        .resume = arguments->common.resume,
    };
    if (guests->count > 0) {
        session.options.guest = &guests->wishes[number];
        session.options.guest_name = guests->names[number];
        session.options.grace_ms = guests->grace_ms;
    }
    progress_begin(&progress, 0, false);
    const bool good = measure(&session, error);
    if (good && session.result.extent.done > 0) {
        work->is_cut_short = report_is_cut_short(session.result.extent);
        work->faults += session.result.faults;
        work->has_lost |= session.has_lost;
        work->runs[work->done++] = speedtest_report_json(&session.result, &session.signature);
    }
    speedtest_result_free(&session.result);
    return good;
}

static int conclude(const SpeedtestWork *work) {
    const CommonArguments *common = &work->arguments->common;
    const bool cut_short = work->done < work->wanted || work->is_cut_short;
    int code = work->wanted > 1
                   ? side_by_side_save("quorum speedtest", common, work->runs, work->done,
                                       (Table){.row_count = 0}, cut_short)
                   : report_save("quorum speedtest", common, (Report){.json = work->runs[0]});
    if (work->has_lost)
        code = COMMAND_MISUSED;
    return code == COMMAND_OK && work->faults > 0 ? COMMAND_FAILED : code;
}

/* Makes the runs, or as much of them as there is time for before a signal, or until an engine
 * cannot be started: what is done by then is saved. */
static int make_runs(const SpeedtestArguments *arguments, StopSignals *signals) {
    Reason error;
    bool good = true;
    SpeedtestWork work = {.arguments = arguments,
                          .wanted = arguments->guests.count > 0 ? arguments->guests.count : 1};
    for (int i = 0; good && i < work.wanted && !stop_signals_arrived(signals); i++)
        good = make_run(&work, i, &error);
    if (stop_signals_release(signals) && good && work.done == 0)
        good = reason_set(&error, REPORT_OF_NOTHING);
    const int code = good ? COMMAND_OK : command_misused("quorum speedtest", error.text);
    const int concluded = work.done > 0 ? conclude(&work) : COMMAND_OK;
    return good ? concluded : code;
}

/* With what is asked of all engines. */
static bool greet_guests(SpeedtestArguments *arguments, Reason *error) {
    SpeedtestOptions *options = &arguments->options;
    speedtest_options_complete(options);
    const GuestTerms terms = {options->threads, options->hash_mib, arguments->guests.grace_ms,
                              options->gives_up, options->gives_up_context};
    return guest_list_greet(&arguments->guests, &terms, error);
}

static int speedtest_command(int argc, char **argv) {
    SpeedtestArguments arguments = {.guests = {.grace_ms = GUEST_LIST_DEFAULT_GRACE_MS}};
    arguments_complete_json(argc, argv);
    arguments_parse(&PARSER, "quorum speedtest", argc, argv, &arguments);
    Reason error;
    Engine *holder = NULL;
    StopSignals signals;
    /* Before there are engines, whose threads would let them in. */
    stop_signals_block(&signals);
    arguments.options.gives_up = stop_signals_arrived;
    arguments.options.gives_up_context = &signals;
    if (report_check(&arguments.common, NULL, 0, &error))
        holder = engine_create_holder(arguments.common.eval_file, &error);
    arguments.options.network_of = holder;
    const int code = holder && greet_guests(&arguments, &error)
                         ? make_runs(&arguments, &signals)
                         : command_misused("quorum speedtest", error.text);
    engine_destroy(holder);
    return stop_signals_code(&signals, code);
}

const Command SPEEDTEST_COMMAND = {"speedtest",
                                   "measure nodes per second in games, on all processors",
                                   speedtest_command, &PARSER};
