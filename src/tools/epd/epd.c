#include "tools/epd/epd.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/processors.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/output.h"
#include "engine/network_holder.h"
#include "report/report.h"
#include "tools/epd/console.h"
#include "tools/epd/journal.h"
#include "tools/epd/report.h"

#define MAX_DEPTH       (MAX_PLY - 1)
#define MAX_MATE        (MAX_PLY / 2)
#define MAX_MOVETIME_MS 86400000
#define MAX_ENGINES     1024
#define MAX_REPEAT      100000

/* Where no other limit is given. */
#define DEFAULT_MOVETIME_MS 1000

/* Options without a letter. */
enum {
    OPTION_MOVETIME = 256,
    OPTION_NODES,
    OPTION_DEPTH,
    OPTION_MATE,
    OPTION_STABLE,
    OPTION_REPEAT,
    OPTION_RESUME,
    OPTION_EXPECT
};

typedef struct EpdArguments {
    CommonArguments common;
    EpdSettings settings;
    bool quiet;
    int64_t expect; /* solved positions, -1 when nothing is expected */
    bool expect_percent;
    const char *resume; /* NULL without */
    char **files;
    int file_count;
} EpdArguments;

static const struct argp_option OPTIONS[] = {
    {NULL, 0, NULL, 0, "What ends a search, the first that is reached (one second):", 1},
    {"movetime", OPTION_MOVETIME, "MS", 0, "Milliseconds", 1},
    {"nodes", OPTION_NODES, "N", 0, "Nodes of all threads together", 1},
    {"depth", OPTION_DEPTH, "N", 0, "Plies", 1},
    {"mate", OPTION_MATE, "N", 0, "A mate in N moves has been found", 1},
    {"stable", OPTION_STABLE, "N", 0, "The answer has been right for N more plies", 1},
    {NULL, 0, NULL, 0, "How it is searched:", 2},
    {"concurrency", 'c', "N", 0,
     "Engines at once, each with its table, and with cores of its own while there are enough (1)",
     2},
    {"repeat", OPTION_REPEAT, "N", 0, "Attempts at each position (1)", 2},
    {"resume", OPTION_RESUME, "FILE", 0,
     "Keep what is done in FILE, and go on from there when it exists", 2},
    {NULL, 0, NULL, 0, "What comes out:", 3},
    {"expect", OPTION_EXPECT, "N[%]", 0,
     "Name what is not solved, with exit code 1, when that leaves less than N positions (or "
     "percent)",
     3},
    {"quiet", 'q', NULL, 0, "No line for each position", 3},
    {0},
};

static const struct argp_child CHILDREN[] = {
    COMMON_ARGUMENTS(COMMON_THREADS("Threads of an engine (1)", 2),
                     COMMON_HASH("Mebibytes of an engine's table (16)", 2), COMMON_EVAL_FILE(2),
                     COMMON_OUTPUTS(4), COMMON_JSON("Everything, as JSON", 4),
                     COMMON_CSV("A row for each position", 4),
                     COMMON_HTML("A page with table and charts", 4)),
    {0},
};

#define LIMIT(option, member, most)                                                                \
    ARGUMENT(option, EpdArguments, settings.limits.member, .minimum = 1, .maximum = (most))
#define SETTING(option, member, most)                                                              \
    ARGUMENT(option, EpdArguments, settings.member, .minimum = 1, .maximum = (most))

static const Argument LIST[] = {
    LIMIT(OPTION_MOVETIME, movetime_ms, MAX_MOVETIME_MS),
    LIMIT(OPTION_NODES, nodes, INT64_MAX),
    LIMIT(OPTION_DEPTH, depth, MAX_DEPTH),
    LIMIT(OPTION_MATE, mate, MAX_MATE),
    LIMIT(OPTION_STABLE, stable, MAX_DEPTH),
    SETTING('c', engines, MAX_ENGINES),
    SETTING(OPTION_REPEAT, repeat, MAX_REPEAT),
    ARGUMENT('q', EpdArguments, quiet),
    {0},
};

static void parse_expect(EpdArguments *arguments, const char *value, struct argp_state *state) {
    char number[32];
    size_t length = strlen(value);
    arguments->expect_percent = length > 0 && value[length - 1] == '%';
    snprintf(number, sizeof number, "%.*s", (int)(length - arguments->expect_percent), value);
    arguments->expect = argument_require_integer(state, "--expect", number, 0,
                                                 arguments->expect_percent ? 100 : INT32_MAX);
}

static error_t parse_option(int key, char *value, struct argp_state *state) {
    EpdArguments *arguments = state->input;
    if (arguments_take(LIST, OPTIONS, key, value, state))
        return 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->common;
        break;
    case OPTION_RESUME:
        if (output_is_stdout(value))
            argp_error(state, "--resume needs the name of a file");
        arguments->resume = value;
        break;
    case OPTION_EXPECT:
        parse_expect(arguments, value, state);
        break;
    case ARGP_KEY_ARGS:
        arguments->files = state->argv + state->next;
        arguments->file_count = state->argc - state->next;
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a FILE of positions is needed");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp EPD_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .children = CHILDREN,
    .args_doc = "FILE...",
    .doc = "Searches the positions of EPD files and counts the answers that are right: a best move "
           "(bm), no move to be avoided (am), a mate in so many moves (dm), points for moves (c0, "
           "or c7 and c8).\vEach position is searched as if it were the first. A line that cannot "
           "be used for sure is named on stderr and skipped. The exit code is 1 when fewer "
           "positions are solved than --expect says, and those that are not are named on stderr; 2 "
           "when the arguments or a file cannot be used. FILE - is stdin.",
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
        fprintf(stderr, "%s:%ld: %s%s\n", notice->file, notice->line, notice->reason,
                notice->skipped ? "; skipped" : "; it counts nothing");
    }
    if (empty)
        reason_set(error, "%s: no position that could be searched", empty);
    return !empty;
}

/* A run while it goes on. */
typedef struct EpdSession {
    const EpdSuite *suite;
    const EpdSettings *settings;
    EpdAttempt *attempts;
    EpdPlaces places;
    EpdJournal *journal; /* NULL without */
    int64_t earlier_us;  /* that sessions before this one took */
    EpdConsole console;
} EpdSession;

static void on_finished(void *context, size_t index) {
    EpdSession *session = context;
    if (session->journal && !epd_journal_add(session->journal, session->suite, session->settings,
                                             index, &session->attempts[index])) {
        progress_clear(&session->console.progress);
        fprintf(stderr, "quorum epd: the journal is not kept any more: %s\n", strerror(errno));
        epd_journal_close(session->journal);
        session->journal = NULL;
    }
    epd_console_note(&session->console, index);
}

/* Before time is spent on what is to be written to them. */
static bool check_files(const EpdArguments *arguments, Reason *error) {
    return common_arguments_check(&arguments->common, (const char *const *)arguments->files,
                                  (size_t)arguments->file_count, error) &&
           common_arguments_check(&arguments->common, &arguments->resume, 1, error);
}

static void warn_of_crowding(const EpdSettings *settings) {
    int64_t wanted = (int64_t)settings->threads * settings->engines;
    if (wanted > processors_allowed())
        fprintf(stderr, "quorum epd: %lld threads on %d processors: times will say little\n",
                (long long)wanted, processors_allowed());
}

static bool run_session(EpdSession *session, const EpdArguments *arguments, Reason *error) {
    if (arguments->resume) {
        session->journal = epd_journal_open(arguments->resume, session->suite, session->settings,
                                            session->attempts, error);
        if (!session->journal)
            return false;
        session->earlier_us = epd_journal_earlier_us(session->journal);
    }
    epd_console_begin(&session->console, session->suite, session->attempts,
                      session->settings->repeat,
                      arguments->quiet || !common_arguments_want_text(&arguments->common));
    const char *fault = epd_run(session->suite, session->settings, session->attempts,
                                &session->places, on_finished, session);
    progress_clear(&session->console.progress);
    if (session->places == EPD_REFUSED)
        fprintf(stderr, "quorum epd: the kernel does not keep the engines' threads apart\n");
    epd_journal_close(session->journal);
    if (fault)
        reason_set(error, "%s", fault);
    return !fault;
}

/* Writes what has been asked for. */
static bool save_reports(const CommonArguments *common, const EpdReport *report) {
    json_t *json = epd_report_json(report);
    const Table results = epd_result_table(report);
    HtmlPage page;
    if (common->html)
        epd_report_page(report, json, &page);
    bool saved = report_save("quorum epd", common, json, &results, &page);
    json_decref(json);
    return saved;
}

static bool is_as_expected(const EpdArguments *arguments, const EpdTotals *totals) {
    if (arguments->expect_percent)
        return totals->solved * 100 >= totals->total * (size_t)arguments->expect;
    return (int64_t)totals->solved >= arguments->expect;
}

/* Summary, reports and exit code of a run that is complete. */
static int conclude(const EpdArguments *arguments, const EpdSession *session, double seconds) {
    EpdReport report = {
        .suite = session->suite,
        .settings = session->settings,
        .attempts = session->attempts,
        .places = session->places,
        .seconds = seconds,
    };
    if (!epd_report_complete(&report))
        return command_misused("quorum epd", "not enough memory");
    if (common_arguments_want_text(&arguments->common))
        epd_console_summary(session->suite, &report.totals, seconds);
    int code = COMMAND_OK;
    if (!save_reports(&arguments->common, &report)) {
        code = COMMAND_MISUSED;
    } else if (!is_as_expected(arguments, &report.totals)) {
        epd_console_name_unsolved(session->suite, report.results);
        fprintf(stderr, "quorum epd: fewer positions are solved than expected\n");
        code = COMMAND_FAILED;
    }
    epd_report_free(&report);
    return code;
}

static int run_suite(const EpdArguments *arguments, const EpdSuite *suite) {
    EpdSession session = {.suite = suite, .settings = &arguments->settings};
    Reason error;
    size_t repeat = (size_t)arguments->settings.repeat;
    session.attempts = calloc(suite->count * repeat, sizeof(EpdAttempt));
    if (!session.attempts)
        return command_misused("quorum epd", "not enough memory");
    warn_of_crowding(&arguments->settings);
    int64_t start_us = clock_now_us();
    bool complete = run_session(&session, arguments, &error);
    double seconds = (double)(session.earlier_us + clock_now_us() - start_us) / 1e6;
    int code = complete ? conclude(arguments, &session, seconds)
                        : command_misused("quorum epd", error.text);
    free(session.attempts);
    return code;
}

int epd_command(int argc, char **argv) {
    EpdArguments arguments = {
        .common = {.threads = 1,
                   .threads_limit = ENGINE_MAX_THREADS,
                   .hash_mib = ENGINE_DEFAULT_HASH_MIB,
                   .hash_limit = ENGINE_MAX_HASH_MIB},
        .settings = {.engines = 1, .repeat = 1},
        .expect = -1,
    };
    arguments_parse(&EPD_PARSER, "quorum epd", argc, argv, &arguments);
    arguments.settings.threads = (int)arguments.common.threads;
    arguments.settings.hash_mib = (size_t)arguments.common.hash_mib;
    EpdLimits *limits = &arguments.settings.limits;
    if (limits->movetime_ms == 0 && limits->nodes == 0 && limits->depth == 0)
        limits->movetime_ms = DEFAULT_MOVETIME_MS;
    Reason error;
    Engine *holder = network_holder(arguments.common.eval_file, &error);
    if (!holder || !check_files(&arguments, &error)) {
        engine_destroy(holder);
        return command_misused("quorum epd", error.text);
    }
    arguments.settings.network_of = holder;
    EpdSuite suite = {.count = 0};
    int code = read_files(&arguments, &suite, &error) ? run_suite(&arguments, &suite)
                                                      : command_misused("quorum epd", error.text);
    epd_suite_free(&suite);
    engine_destroy(holder);
    return code;
}
