#include "tools/epd/epd.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/format.h"
#include "base/processors.h"
#include "cli/arguments.h"
#include "cluster/dealer.h"
#include "guest/guest_list.h"
#include "report/report.h"
#include "tools/epd/console.h"
#include "tools/epd/journal.h"
#include "tools/epd/ranks.h"
#include "tools/epd/save.h"

#define MAX_DEPTH       (MAX_PLY - 1)
#define MAX_MATE        (MAX_PLY / 2)
#define MAX_MOVETIME_MS 86400000
#define MAX_ENGINES     1024
#define MAX_REPEAT      100000

/* Where no other limit is given. */
#define DEFAULT_MOVETIME_MS 1000

typedef struct EpdArguments {
    CommonArguments common;
    GuestList guests;
    EpdSettings settings;
    bool quiet;
    int64_t expect; /* solved positions, -1 when nothing is expected */
    bool expect_percent;
    char **files;
    int file_count;
} EpdArguments;

static void take_expect(void *input, const char *value, const struct argp_state *state) {
    EpdArguments *arguments = input;
    char number[32];
    size_t length = strlen(value);
    arguments->expect_percent = length > 0 && value[length - 1] == '%';
    snprintf(number, sizeof number, "%.*s", (int)(length - arguments->expect_percent), value);
    arguments->expect = argument_require_integer(state, "--expect", number, 0,
                                                 arguments->expect_percent ? 100 : INT32_MAX);
}

static void take_files(void *input, int count, char **words, const struct argp_state *state) {
    EpdArguments *arguments = input;
    if (count == 0)
        argp_error(state, "a FILE of positions is needed");
    arguments->files = words;
    arguments->file_count = count;
}

static void check(void *input, const struct argp_state *state) {
    const EpdArguments *arguments = input;
    guest_list_check(&arguments->guests, &arguments->common, true, state);
}

#define SETTING(member, limit) INTO(EpdArguments, settings.member), .minimum = 1, .maximum = (limit)

static const Argument ROWS[] = {
    {.text = "What ends a search, the first that is reached (one second):"},
    {"movetime", 0, "MS", "Milliseconds", SETTING(limits.movetime_ms, MAX_MOVETIME_MS)},
    {"nodes", 0, "N", "Nodes of all threads together", SETTING(limits.nodes, INT64_MAX)},
    {"depth", 0, "N", "Plies", SETTING(limits.depth, MAX_DEPTH)},
    {"mate", 0, "N", "A mate in N moves has been found or excluded",
     SETTING(limits.mate, MAX_MATE)},
    {"stable", 0, "N", "The answer has been right for N more plies",
     SETTING(limits.stable, MAX_DEPTH)},
    {.text = "How it is searched:"},
    {"concurrency", 'c', "N",
     "Engines at once, each with its table, and with cores of its own while there are enough (1)",
     SETTING(engines, MAX_ENGINES)},
    {"repeat", 0, "N", "Attempts at each position (1)", SETTING(repeat, MAX_REPEAT)},
    RESUME_ROW(EpdArguments),
    THREADS_ROW(EpdArguments, settings.threads, ENGINE_MAX_THREADS, "Threads of an engine (1)"),
    HASH_ROW(EpdArguments, settings.hash_mib, ENGINE_MAX_HASH_MIB,
             "Mebibytes of an engine's table (16)"),
    EVAL_FILE_ROW(EpdArguments),
    GUEST_LIST_ROWS(EpdArguments, guests),
    {.text = "What comes out:"},
    {"expect", 0, "N[%]",
     "Name what is not solved, with exit code 1, when that leaves less than N positions (or "
     "percent)",
     .take = take_expect},
    {"quiet", 'q', NULL, "No line for each position", INTO(EpdArguments, quiet)},
    OUTPUTS_HEADING,
    OUTPUT_ROW(EpdArguments, json, "Everything, as JSON"),
    OUTPUT_ROW(EpdArguments, csv, "A row for each position"),
    OUTPUT_ROW(EpdArguments, html, "A page with table and charts"),
    {0},
};

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_files,
    .check = check,
    .form = "FILE...",
    .doc = "Searches the positions of EPD files and counts the answers that are right: a best move "
           "(bm), no move to be avoided (am), a mate in so many moves (dm), points for moves (c0, "
           "or c7 and c8).\vEach position is searched as if it were the first. A line that cannot "
           "be used for sure is named on stderr and skipped. The exit code is 1 when fewer "
           "positions are solved than --expect says, and those that are not are named on stderr, "
           "or an engine failed; 2 when the arguments or a file cannot be used; 128 and its "
           "number when a signal ends it: what is done is reported. FILE - is stdin.",
};

/* Reads all files and names the lines that are left out. Each file has to hold a position. */
static bool read_files(const EpdArguments *arguments, EpdSuite *suite, Reason *error) {
    const char *empty = NULL;
    for (int i = 0; i < arguments->file_count; i++) {
        size_t count = suite->count;
        if (!epd_suite_read(suite, arguments->files[i], error))
            return false;
        if (suite->count == count && !empty)
            empty = suite->files[suite->file_count - 1];
    }
    for (size_t i = 0; i < suite->notice_count; i++) {
        const EpdNotice *notice = &suite->notices[i];
        fprintf(stderr, "%s:%ld: %s%s\n", notice->file, (long)notice->line, notice->reason,
                notice->skipped ? "; skipped" : "; it counts nothing");
    }
    if (empty)
        return reason_set(error, "%s: no position that could be searched", empty);
    return true;
}

/* A run while it goes on. */
typedef struct EpdSession {
    EpdRun run;
    bool refused;        /* see epd_run() */
    RunJournal *journal; /* NULL without */
    bool has_lost;       /* what was to be in it */
    int64_t elapsed_us;  /* with sessions before this one */
    EpdConsole console;
} EpdSession;

static void on_finished(void *context, size_t index) {
    EpdSession *session = context;
    if (session->journal)
        run_journal_add(session->journal, epd_journal_line(&session->run, index),
                        &session->console.progress);
    epd_console_note(&session->console, index);
}

/* Before time is spent on what is to be written to them. */
static bool check_files(const EpdArguments *arguments, Reason *error) {
    return report_check(&arguments->common, (const char *const *)arguments->files,
                        (size_t)arguments->file_count, error);
}

static bool check_ranks(const EpdArguments *arguments, Reason *error) {
    if (arguments->guests.count > 0 && cluster_size(arguments->settings.cluster) > 1)
        return reason_set(error, "--engine goes with one process, not with several of mpirun");
    return dealer_is_possible(error);
}

static void warn_of_crowding(const EpdSettings *settings) {
    int64_t wanted = (int64_t)settings->threads * settings->engines * settings->sharers;
    if (wanted > processors_allowed())
        fprintf(stderr, "quorum epd: %lld threads on %d %s: times will say little\n",
                (long long)wanted, processors_allowed(),
                format_plural(processors_allowed(), "processor", "processors"));
}

static void warn_of_refusal(bool refused) {
    if (refused)
        fprintf(stderr, "quorum epd: the kernel does not keep the engines' threads apart\n");
}

static bool run_session(EpdSession *session, const EpdArguments *arguments, Reason *error) {
    const int64_t start_us = clock_now_us();
    if (arguments->common.resume) {
        session->journal = epd_journal_open(arguments->common.resume, &session->run, error);
        if (!session->journal)
            return false;
    }
    epd_console_begin(&session->console, &session->run,
                      arguments->quiet || !common_arguments_want_text(&arguments->common));
    const bool complete = epd_run(&session->run, &session->refused, on_finished, session, error);
    epd_console_end(&session->console);
    warn_of_refusal(session->refused);
    session->elapsed_us =
        session->journal ? run_journal_us(session->journal) : clock_now_us() - start_us;
    session->has_lost = !run_journal_close(session->journal);
    return complete;
}

static bool is_as_expected(const EpdArguments *arguments, const EpdTotals *totals) {
    if (arguments->expect_percent)
        return totals->solved * 100 >= totals->total * (size_t)arguments->expect;
    return (int64_t)totals->solved >= arguments->expect;
}

/* The runs of a command: one, or one for each engine. */
typedef struct EpdWork {
    const EpdArguments *arguments;
    const EpdSuite *suite;
    int count;
    int done; /* of them so many have something to report */
    EpdSettings settings[GUEST_LIST_MAX];
    EpdSession sessions[GUEST_LIST_MAX];
    EpdReport reports[GUEST_LIST_MAX];
} EpdWork;

/* Makes a run and prints its summary. */
static bool make_run(EpdWork *work, int number, Reason *error) {
    const EpdArguments *arguments = work->arguments;
    const bool wants_text = common_arguments_want_text(&arguments->common);
    EpdSession *session = &work->sessions[number];
    EpdReport *report = &work->reports[number];
    session->run.attempts = calloc(epd_run_size(&session->run), sizeof(EpdAttempt));
    if (!session->run.attempts)
        return reason_set(error, "not enough memory");
    if (wants_text && session->run.settings->guest)
        printf("Engine: %s\n", session->run.settings->guest_name);
    if (!run_session(session, arguments, error))
        return false;
    *report = (EpdReport){.run = &session->run, .seconds = (double)session->elapsed_us / 1e6};
    if (!epd_report_complete(report))
        return reason_set(error, "not enough memory");
    if (wants_text && report->extent.done > 0)
        epd_console_summary(report);
    work->done += report->extent.done > 0;
    return true;
}

/* What the exit code says of a run, and which positions it is for. */
static int judge(const EpdWork *work, const EpdReport *report) {
    if (report_is_cut_short(report->extent))
        return COMMAND_OK;
    if (!is_as_expected(work->arguments, &report->totals)) {
        const char *guest = report->run->settings->guest_name;
        epd_console_name_unsolved(report);
        fprintf(stderr, "quorum epd: %s%sfewer positions are solved than expected\n",
                guest ? guest : "", guest ? ": " : "");
        return COMMAND_FAILED;
    }
    return report->totals.faults > 0 ? COMMAND_FAILED : COMMAND_OK;
}

static int conclude(const EpdWork *work) {
    int code = epd_save(&work->arguments->common, work->reports, work->done, work->count);
    for (int i = 0; i < work->done; i++) {
        if (work->sessions[i].has_lost)
            code = COMMAND_MISUSED;
        const int judgement = judge(work, &work->reports[i]);
        code = code == COMMAND_OK ? judgement : code;
    }
    return code;
}

static void begin_work(EpdWork *work) {
    const GuestList *guests = &work->arguments->guests;
    work->count = guests->count > 0 ? guests->count : 1;
    for (int i = 0; i < work->count; i++) {
        work->settings[i] = work->arguments->settings;
        work->settings[i].grace_ms = guests->grace_ms;
        if (guests->count > 0) {
            work->settings[i].guest = &guests->wishes[i];
            work->settings[i].guest_name = guests->names[i];
        }
        work->sessions[i].run = (EpdRun){.suite = work->suite, .settings = &work->settings[i]};
    }
}

/* Makes the runs, or as much of them as there is time for before a signal, or until an engine
 * cannot be started: what is done by then is saved. */
static int run_suite(const EpdArguments *arguments, const EpdSuite *suite) {
    StopSignals *signals = arguments->settings.signals;
    EpdWork work = {.arguments = arguments, .suite = suite};
    Reason error;
    begin_work(&work);
    warn_of_crowding(&arguments->settings);
    bool good = true;
    for (int i = 0; good && i < work.count && !stop_signals_arrived(signals); i++)
        good = make_run(&work, i, &error);
    if (stop_signals_release(signals) && good && work.done == 0)
        good = reason_set(&error, REPORT_OF_NOTHING);
    const int code = good ? COMMAND_OK : command_misused("quorum epd", error.text);
    const int concluded = work.done > 0 ? conclude(&work) : COMMAND_OK;
    for (int i = 0; i < work.count; i++) {
        epd_report_free(&work.reports[i]);
        epd_run_free(&work.sessions[i].run);
    }
    return good ? concluded : code;
}

/* Whether all engines that are named can be used. */
static bool greet_guests(EpdArguments *arguments, Reason *error) {
    const GuestTerms terms = {.threads = arguments->settings.threads,
                              .hash_mib = arguments->settings.hash_mib,
                              .grace_ms = arguments->guests.grace_ms,
                              .gives_up = stop_signals_arrived,
                              .gives_up_context = arguments->settings.signals};
    return guest_list_greet(&arguments->guests, &terms, error);
}

/* What rank 0 does once all are ready. */
static int lead(EpdArguments *arguments, const EpdSuite *suite) {
    Reason error;
    const int code = greet_guests(arguments, &error) ? run_suite(arguments, suite)
                                                     : command_misused("quorum epd", error.text);
    dealer_end(arguments->settings.cluster);
    return code;
}

/* What the others do. */
static int follow(const EpdSettings *settings) {
    Reason error;
    bool refused;
    if (!epd_ranks_follow(settings, &refused, &error)) {
        fprintf(stderr, "quorum epd: rank %d: %s\n", cluster_rank(settings->cluster), error.text);
        cluster_abort(settings->cluster, COMMAND_MISUSED);
    }
    warn_of_refusal(refused);
    return COMMAND_OK;
}

/* Rank 0 has the suite, its reports and the signals. */
static int take_part(EpdArguments *arguments) {
    EpdSettings *settings = &arguments->settings;
    const bool leads = cluster_rank(settings->cluster) == 0;
    Reason error;
    EpdSuite suite = {.count = 0};
    StopSignals signals = {.number = 0};
    Engine *holder = NULL;
    bool good = cluster_decide(settings->cluster, EPD_TAG_READY,
                               !leads || (check_ranks(arguments, &error) &&
                                          check_files(arguments, &error) &&
                                          read_files(arguments, &suite, &error)));
    if (good) {
        /* Before there are engines, whose threads would let them in. */
        stop_signals_block(&signals);
        settings->signals = &signals;
        holder = engine_create_holder(arguments->common.eval_file, &error);
        settings->network_of = holder;
        good = epd_ranks_join(settings, &error);
    }
    int code = COMMAND_MISUSED;
    if (leads)
        code = good ? lead(arguments, &suite) : command_misused("quorum epd", error.text);
    else if (good)
        code = follow(settings);
    epd_suite_free(&suite);
    engine_destroy(holder);
    return stop_signals_code(&signals, code);
}

static int epd_command(int argc, char **argv) {
    EpdArguments arguments = {
        .guests = {.grace_ms = GUEST_LIST_DEFAULT_GRACE_MS},
        .settings = {.threads = 1, .hash_mib = ENGINE_DEFAULT_HASH_MIB, .engines = 1, .repeat = 1},
        .expect = -1,
    };
    arguments_parse(&PARSER, "quorum epd", argc, argv, &arguments);
    EpdLimits *limits = &arguments.settings.limits;
    if (limits->movetime_ms == 0 && limits->nodes == 0 && limits->depth == 0)
        limits->movetime_ms = DEFAULT_MOVETIME_MS;
    Reason error;
    Cluster *cluster = arguments.settings.cluster = cluster_begin(&error);
    if (!cluster)
        return command_misused("quorum epd", error.text);
    const int code = take_part(&arguments);
    cluster_end(cluster);
    return code;
}

const Command EPD_COMMAND = {"epd", "search positions with known answers and count what is solved",
                             epd_command, &PARSER};
