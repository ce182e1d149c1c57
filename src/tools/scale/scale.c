#include "tools/scale/scale.h"

#include <math.h>

#include "base/clock.h"
#include "base/format.h"
#include "cli/progress.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "machine/topology.h"
#include "report/report.h"
#include "tools/scale/arguments.h"
#include "tools/scale/journal.h"
#include "tools/scale/search.h"

#define NOTE_SIZE 64

/* How long the machine is watched before the start. */
#define WATCH_MS 500

/* A run while it goes on. */
typedef struct ScaleSession {
    ScaleReport *report;
    ScalePositions positions;
    RunJournal *journal; /* NULL without */
    bool has_lost;       /* what was to be in it */
    Progress progress;
    size_t steps;
    size_t done;
    char note[NOTE_SIZE];
} ScaleSession;

static void show_warnings(ScaleReport *report) {
    for (const char *warning; (warning = warnings_next(&report->warnings));)
        fprintf(stderr, "Warning: %s\n", warning);
}

static void on_step(void *context) {
    ScaleSession *session = context;
    session->done++;
    progress_update(&session->progress, (double)session->done / (double)session->steps, "%s",
                    session->note);
}

static void write_warning(void *context, const char *text) {
    (void)context;
    fprintf(stderr, "quorum scale: %s\n", text);
}

/* The bench also warms the processors up. */
static bool take_signature(ScaleReport *report) {
    BenchOptions options = bench_default_options();
    if (report->settings->signature_depth == 0)
        return true;
    options.depth = report->settings->signature_depth;
    options.network_of = report->settings->network_of;
    options.gives_up = stop_signals_arrived;
    options.gives_up_context = report->settings->signals;
    BenchResult result;
    if (!bench_search(&options, &(BenchSink){.warning = write_warning}, &result))
        return stop_signals_arrived(report->settings->signals);
    report->signature = result.given_up ? 0 : result.nodes;
    return true;
}

static ScaleMemoryWish memory_wish(const ScaleReport *report) {
    const ScaleSettings *settings = report->settings;
    return (ScaleMemoryWish){
        .bytes = settings->hash_mib << 20,
        .plan = report->cases[settings->thread_counts - 1].plan,
        .milliseconds = settings->memory_ms,
        .repeats = settings->repeats,
        .signals = settings->signals,
    };
}

static void on_memory(void *context, size_t first, int round) {
    ScaleSession *session = context;
    if (session->journal)
        run_journal_add(session->journal, scale_journal_memory(session->report, first, round),
                        &session->progress);
    on_step(session);
}

/* That memory cannot be measured does not keep the rest from being measured. */
static void measure_memory(ScaleSession *session) {
    ScaleReport *report = session->report;
    const ScaleMemoryWish wish = memory_wish(report);
    Reason error;
    snprintf(session->note, sizeof session->note, "memory");
    if (report->memory_count > 0 &&
        !scale_memory_measure(&wish, report->memory, report->memory_count, on_memory, session,
                              &error))
        warnings_add(&report->warnings, "%s", error.text);
}

static bool search_case(ScaleSession *session, ScaleCase *scale_case, ScaleRun *run) {
    return scale_case->guest ? scale_search_guest(session->report, scale_case, run,
                                                  &session->positions, on_step, session)
                             : scale_search(session->report, scale_case, run, &session->positions,
                                            on_step, session);
}

/* Makes the run unless it is made. One that a signal ends is not made, and comes to nothing. */
static bool measure_case(ScaleSession *session, size_t number, int round) {
    ScaleReport *report = session->report;
    ScaleCase *scale_case = &report->cases[number];
    ScaleRun *run = &scale_case->runs[round];
    const int warnings = report->warnings.count, faults = report->faults;
    if (run->is_done || stop_signals_arrived(report->settings->signals))
        return true;
    snprintf(session->note, sizeof session->note, "searches, %s, %d %s", scale_case->place,
             scale_case->threads, format_plural(scale_case->threads, "thread", "threads"));
    if (!search_case(session, scale_case, run))
        return false;
    run->is_done = !stop_signals_arrived(report->settings->signals);
    if (!run->is_done)
        *run = scale_empty_run();
    else if (session->journal)
        run_journal_add(session->journal,
                        scale_journal_run(report, number, round, warnings, faults),
                        &session->progress);
    return true;
}

/* Every second round goes backwards, so that no case always comes when the machine is warmest. */
static bool measure_cases(ScaleSession *session) {
    const size_t count = session->report->case_count;
    for (int round = 0; round < session->report->settings->repeats; round++) {
        for (size_t i = 0; i < count; i++) {
            if (!measure_case(session, round % 2 == 0 ? i : count - 1 - i, round))
                return false;
        }
    }
    return true;
}

static void begin_progress(ScaleSession *session) {
    const ScaleReport *report = session->report;
    const size_t searches = (size_t)scale_search_steps(report->settings, &session->positions);
    const ReportExtent all = scale_extent(report), memory = scale_memory_extent(report);
    session->steps = memory.wanted + (all.wanted - memory.wanted) * searches;
    session->done = memory.done + (all.done - memory.done) * searches;
    progress_begin(&session->progress, (double)session->done / (double)session->steps, false);
}

static bool measure(ScaleSession *session) {
    ScaleReport *report = session->report;
    if (!take_signature(report))
        return false;
    begin_progress(session);
    measure_memory(session);
    bool good = measure_cases(session);
    progress_clear(&session->progress);
    return good && scale_summarise(report);
}

/* What a signal ended before anything was done has nothing to say. */
static int conclude(const ScaleArguments *arguments, const ScaleSession *session) {
    ScaleReport *report = session->report;
    if (report->extent.done == 0)
        return command_misused("quorum scale", REPORT_OF_NOTHING);
    scale_check_after(report);
    show_warnings(report);
    if (common_arguments_want_text(&arguments->common))
        scale_write_text(report, stdout);
    int code = report_save("quorum scale", &arguments->common,
                           (Report){.subject = report,
                                    .json = scale_report_json(report),
                                    .rows = scale_case_table(report),
                                    .cut_short = report_is_cut_short(report->extent),
                                    .page = scale_page});
    if (session->has_lost)
        code = COMMAND_MISUSED;
    return code == COMMAND_OK && report->faults > 0 ? COMMAND_FAILED : code;
}

/* With as many threads as they will have at most. */
static bool greet_guests(ScaleArguments *arguments, Reason *error) {
    const ScaleSettings *settings = &arguments->settings;
    const GuestTerms terms = {.threads = settings->threads[settings->thread_counts - 1],
                              .hash_mib = settings->hash_mib,
                              .grace_ms = arguments->guests.grace_ms,
                              .gives_up = stop_signals_arrived,
                              .gives_up_context = arguments->settings.signals};
    return guest_list_greet(&arguments->guests, &terms, error);
}

/* Everything that is to be measured, with what a journal has of it. */
static bool begin(ScaleSession *session, ScaleArguments *arguments, Reason *error) {
    ScaleReport *report = session->report;
    const ScaleSettings *settings = report->settings;
    if (!report_check(&arguments->common, NULL, 0, error) || !greet_guests(arguments, error) ||
        !scale_make_cases(report, error))
        return false;
    const ScaleMemoryWish wish = memory_wish(report);
    if (settings->memory_ms > 0)
        report->memory = scale_memory_list(&wish, &report->memory_count, &report->memory_rows);
    if (!scale_choose_positions(settings->positions, settings->guests->lacks_chess960,
                                &session->positions) ||
        (settings->memory_ms > 0 && !report->memory))
        return reason_set(error, "not enough memory");
    report->positions = session->positions.count;
    if (arguments->common.resume)
        session->journal = scale_journal_open(arguments->common.resume, report, error);
    return session->journal || !arguments->common.resume;
}

static int run(ScaleArguments *arguments, ScaleReport *report) {
    Reason error;
    ScaleSession session = {.report = report};
    if (!begin(&session, arguments, &error))
        return command_misused("quorum scale", error.text);
    scale_system_read(report->machine, WATCH_MS, &report->system);
    scale_check_before(report);
    show_warnings(report);
    int64_t start_us = clock_now_us();
    const bool good = measure(&session);
    const int64_t elapsed_us =
        session.journal ? run_journal_us(session.journal) : clock_now_us() - start_us;
    report->seconds = (double)elapsed_us / 1e6;
    session.has_lost = !run_journal_close(session.journal);
    stop_signals_release(report->settings->signals);
    return good ? conclude(arguments, &session)
                : command_misused("quorum scale", "not enough memory");
}

static int scale_command(int argc, char **argv) {
    Reason error;
    Machine *machine = machine_load(&error);
    if (!machine)
        return command_misused("quorum scale", error.text);
    ScaleArguments arguments;
    int cores = machine_usable_cores(machine);
    scale_read_arguments(argc, argv, cores > 0 ? cores : 1, &arguments);
    StopSignals signals;
    /* Before there are engines, whose threads would let them in. */
    stop_signals_block(&signals);
    arguments.settings.signals = &signals;
    ScaleReport report = {.settings = &arguments.settings, .machine = machine};
    Engine *holder = engine_create_holder(arguments.common.eval_file, &error);
    arguments.settings.network_of = holder;
    report.network_id = holder ? engine_network_id(holder) : 0;
    int code = holder ? run(&arguments, &report) : command_misused("quorum scale", error.text);
    engine_destroy(holder);
    scale_report_free(&report);
    scale_arguments_free(&arguments);
    return stop_signals_code(&signals, code);
}

const Command SCALE_COMMAND = {"scale", "measure how speed and search grow with threads",
                               scale_command, &SCALE_PARSER};
