#include "tools/bench/run.h"

#include <inttypes.h>
#include <stdio.h>
#include <unistd.h>

#include "base/format.h"
#include "base/integers.h"
#include "base/processors.h"
#include "cli/progress.h"

#define LINE_SIZE 160

/* What the calls of a BenchSink need. */
typedef struct Run {
    BenchFindings *findings;
    const BenchWriter *writer;
    bool shows; /* how far it is, on stderr */
    Progress progress;
} Run;

static void tell_warnings(BenchFindings *findings) {
    for (const char *warning; (warning = warnings_next(&findings->warnings));)
        fprintf(stderr, "quorum bench: %s\n", warning);
}

static void take_warning(void *context, const char *text) {
    BenchFindings *findings = ((Run *)context)->findings;
    warnings_add(&findings->warnings, "%s", text);
    tell_warnings(findings);
}

static void show_progress(void *context, int index) {
    Run *run = context;
    const int before = run->findings->run_count * BENCH_POSITION_COUNT + index;
    const int all = run->findings->repeats * BENCH_POSITION_COUNT;
    if (run->shows)
        progress_update(&run->progress, (double)before / all, "position %d of %d", before + 1, all);
}

static void take_position(void *context, int index, const BestMoveReport *result) {
    const Run *run = context;
    BenchPositionFound *position = &run->findings->positions[index];
    position->nodes = result->figures.nodes;
    notation_coordinate(result->best, BENCH_POSITIONS[index].chess960, position->best);
    if (run->findings->run_count > 0 || !run->writer->write_line)
        return;
    char line[LINE_SIZE];
    snprintf(line, sizeof line, "%2d/%d %10" PRIu64 " nodes, best %s", index + 1,
             BENCH_POSITION_COUNT, position->nodes, position->best);
    run->writer->write_line(run->writer->context, line);
}

static void write_run(const BenchFindings *findings, const BenchWriter *writer) {
    const BenchFigures *figures = &findings->runs[findings->run_count - 1];
    char line[LINE_SIZE];
    snprintf(line, sizeof line,
             "Run %-11d : %" PRIu64 " nodes, %.0f nodes/second, %.0f by processor time (%.1f %%)",
             findings->run_count, figures->nodes, figures->speed, figures->processor_speed,
             figures->share);
    if (findings->repeats > 1 && writer->write_line)
        writer->write_line(writer->context, line);
}

static void warn_of_little_time(BenchFindings *findings) {
    const int processors = findings->processors;
    if (findings->summary.slowed)
        warnings_add(&findings->warnings,
                     "had only %.1f %% of the time of %d %s: other programs ran, or there was "
                     "little to do; only the speed by processor time can be compared",
                     findings->summary.share, processors,
                     format_plural(processors, "processor", "processors"));
    tell_warnings(findings);
}

bool bench_run_all(BenchFindings *findings, const BenchWriter *writer) {
    Run run = {.findings = findings, .writer = writer, .shows = !isatty(STDOUT_FILENO)};
    const BenchSink sink = {
        .context = &run, .warning = take_warning, .begin = show_progress, .end = take_position};
    findings->processors = int_min(findings->options.threads, processors_allowed());
    progress_begin(&run.progress, 0, false);
    while (findings->run_count < findings->repeats && !findings->given_up) {
        BenchResult result;
        if (!bench_search(&findings->options, &sink, &result))
            return false;
        progress_clear(&run.progress);
        findings->given_up = result.given_up;
        findings->runs[findings->run_count++] = bench_figures(&result, findings->processors);
        if (!findings->given_up)
            write_run(findings, writer);
    }
    if (!findings->given_up) {
        findings->summary = bench_summarize(findings->runs, findings->run_count);
        warn_of_little_time(findings);
    }
    return true;
}
