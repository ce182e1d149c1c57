#include "tools/scale/scale.h"

#include <math.h>

#include "base/clock.h"
#include "cli/progress.h"
#include "engine/bench.h"
#include "engine/engine.h"
#include "machine/topology.h"
#include "report/report.h"
#include "tools/scale/arguments.h"
#include "tools/scale/search.h"

#define NOTE_SIZE 64

/* How long the machine is watched before the start. */
#define WATCH_MS 500

/* A run while it goes on. */
typedef struct ScaleSession {
    ScaleReport *report;
    ScalePositions positions;
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
    BenchResult result;
    if (!bench_search(&options, &(BenchSink){.warning = write_warning}, &result))
        return false;
    report->signature = result.nodes;
    return true;
}

static ScaleMemoryWish memory_wish(const ScaleReport *report) {
    const ScaleSettings *settings = report->settings;
    return (ScaleMemoryWish){
        .bytes = settings->hash_mib << 20,
        .plan = report->cases[settings->thread_counts - 1].plan,
        .milliseconds = settings->memory_ms,
        .repeats = settings->repeats,
    };
}

/* That memory cannot be measured does not keep the rest from being measured. */
static void measure_memory(ScaleSession *session) {
    ScaleReport *report = session->report;
    const ScaleMemoryWish wish = memory_wish(report);
    Reason error;
    snprintf(session->note, sizeof session->note, "memory");
    report->memory = scale_memory_measure(&wish, on_step, session, &report->memory_count, &error);
    if (!report->memory) {
        report->memory_count = 0;
        warnings_add(&report->warnings, "%s", error.text);
    }
}

static bool search_case(ScaleSession *session, ScaleCase *scale_case, ScaleRun *run) {
    return scale_case->guest ? scale_search_guest(session->report, scale_case, run,
                                                  &session->positions, on_step, session)
                             : scale_search(session->report, scale_case, run, &session->positions,
                                            on_step, session);
}

/* Every second round goes backwards, so that no case always comes when the machine is warmest. */
static bool measure_cases(ScaleSession *session) {
    ScaleReport *report = session->report;
    for (int round = 0; round < report->settings->repeats; round++) {
        for (size_t i = 0; i < report->case_count; i++) {
            size_t number = round % 2 == 0 ? i : report->case_count - 1 - i;
            ScaleCase *scale_case = &report->cases[number];
            snprintf(session->note, sizeof session->note, "searches, %s, %d threads",
                     scale_case->place, scale_case->threads);
            if (!search_case(session, scale_case, &scale_case->runs[round]))
                return false;
        }
    }
    return true;
}

static bool measure(ScaleSession *session) {
    ScaleReport *report = session->report;
    const ScaleSettings *settings = report->settings;
    bool memory = settings->memory_ms > 0;
    const ScaleMemoryWish wish = memory_wish(report);
    session->steps = memory ? (size_t)scale_memory_steps(&wish) : 0;
    session->steps += (size_t)settings->repeats * report->case_count *
                      (size_t)scale_search_steps(settings, &session->positions);
    if (!take_signature(report))
        return false;
    progress_begin(&session->progress, 0, false);
    if (memory)
        measure_memory(session);
    bool good = measure_cases(session);
    progress_clear(&session->progress);
    return good && scale_summarise(report);
}

/* With as many threads as they will have at most. */
static bool greet_guests(ScaleArguments *arguments, Reason *error) {
    const ScaleSettings *settings = &arguments->settings;
    const GuestTerms terms = {.threads = settings->threads[settings->thread_counts - 1],
                              .hash_mib = settings->hash_mib,
                              .grace_ms = arguments->guests.grace_ms};
    return guest_list_greet(&arguments->guests, &terms, error);
}

static int run(ScaleArguments *arguments, ScaleReport *report) {
    Reason error;
    ScaleSession session = {.report = report};
    if (!report_check(&arguments->common, NULL, 0, &error) || !greet_guests(arguments, &error) ||
        !scale_make_cases(report, &error))
        return command_misused("quorum scale", error.text);
    if (!scale_choose_positions(report->settings->positions,
                                report->settings->guests->lacks_chess960, &session.positions))
        return command_misused("quorum scale", "not enough memory");
    report->positions = session.positions.count;
    scale_system_read(report->machine, WATCH_MS, &report->system);
    scale_check_before(report);
    show_warnings(report);
    int64_t start_us = clock_now_us();
    if (!measure(&session))
        return command_misused("quorum scale", "not enough memory");
    report->seconds = (double)(clock_now_us() - start_us) / 1e6;
    scale_check_after(report);
    show_warnings(report);
    if (common_arguments_want_text(&arguments->common))
        scale_write_text(report, stdout);
    const int code = report_save(
        "quorum scale", &arguments->common,
        (Report){report, scale_report_json(report), scale_case_table(report), false, scale_page});
    return code == COMMAND_OK && report->faults > 0 ? COMMAND_FAILED : code;
}

static int scale_command(int argc, char **argv) {
    Reason error;
    Machine *machine = machine_load(&error);
    if (!machine)
        return command_misused("quorum scale", error.text);
    ScaleArguments arguments;
    int cores = machine_usable_cores(machine);
    scale_read_arguments(argc, argv, cores > 0 ? cores : 1, &arguments);
    ScaleReport report = {.settings = &arguments.settings, .machine = machine};
    Engine *holder = engine_create_holder(arguments.common.eval_file, &error);
    arguments.settings.network_of = holder;
    int code = holder ? run(&arguments, &report) : command_misused("quorum scale", error.text);
    engine_destroy(holder);
    scale_report_free(&report);
    scale_arguments_free(&arguments);
    return code;
}

const Command SCALE_COMMAND = {"scale", "measure how speed and search grow with threads",
                               scale_command, &SCALE_PARSER};
