#include "tools/bench/report.h"

#include "base/format.h"
#include "report/report.h"
#include "report/table.h"

#define HEADING_WIDTH 15

/* Scripts that look for a number before "nodes" are to find none here. */
static void read_processor_time(const void *row, TableValue *value) {
    const BenchFindings *findings = row;
    table_format_text(value, "%.1f %% of %d %s; nodes by a second of it: %.0f",
                      findings->summary.share, findings->processors,
                      format_plural(findings->processors, "processor", "processors"),
                      findings->summary.processor_speed.median);
}

/* How far apart the runs are, in percent of the median. */
static double width_of(const Estimate *speed) {
    return speed->median > 0 ? 100 * (speed->high - speed->low) / speed->median : 0;
}

static void read_spread(const void *row, TableValue *value) {
    const BenchFindings *findings = row;
    const Estimate *speed = &findings->summary.speed;
    const Estimate *processor = &findings->summary.processor_speed;
    if (findings->repeats > 1)
        table_format_text(value,
                          "%.1f %% (%.0f to %.0f nodes/second), by processor time %.1f %% (%.0f to "
                          "%.0f)",
                          width_of(speed), speed->low, speed->high, width_of(processor),
                          processor->low, processor->high);
}

static void read_total_ms(const void *row, TableValue *value) {
    value->kind = TABLE_INTEGER;
    value->integer = ((const BenchFindings *)row)->summary.elapsed_us / 1000;
}

static void read_network(const void *row, TableValue *value) {
    const Engine *holder = ((const BenchFindings *)row)->options.network_of;
    table_set_json(value, report_network_json(engine_network_id(holder)));
}

static const Column RUN_COLUMNS[] = {
    {"nodes", .views = TABLE_JSON, MEMBER(BenchFigures, nodes)},
    {"elapsed_ms", .views = TABLE_JSON, MEMBER_TIME(BenchFigures, elapsed_us)},
    {"processor_ms", .views = TABLE_JSON, MEMBER_TIME(BenchFigures, processor_us)},
    {"processor_percent", .views = TABLE_JSON, MEMBER(BenchFigures, share)},
    {"nps", .views = TABLE_JSON, MEMBER(BenchFigures, speed)},
    {"processor_nps", .views = TABLE_JSON, MEMBER(BenchFigures, processor_speed)},
};

static void read_runs(const void *row, TableValue *value) {
    const BenchFindings *findings = row;
    table_set_json(value,
                   table_json(TABLE(RUN_COLUMNS, findings->runs, (size_t)findings->run_count)));
}

static const Column POSITION_COLUMNS[] = {
    {"nodes", .views = TABLE_JSON, MEMBER(BenchPositionFound, nodes)},
    {"best", .views = TABLE_JSON, MEMBER_WORD(BenchPositionFound, best)},
};

static void read_positions(const void *row, TableValue *value) {
    const BenchFindings *findings = row;
    table_set_json(value,
                   table_json(TABLE(POSITION_COLUMNS, findings->positions, BENCH_POSITION_COUNT)));
}

static void read_warnings(const void *row, TableValue *value) {
    table_set_json(value, report_warnings(&((const BenchFindings *)row)->warnings));
}

#define FOUND(member)      MEMBER(BenchFindings, member)
#define FOUND_TIME(member) MEMBER_TIME(BenchFindings, member)
#define COLUMN(key, ...)                                                                           \
    { key, .views = TABLE_JSON, __VA_ARGS__ }
#define LINE(heading, ...)                                                                         \
    { NULL, heading, .views = TABLE_TEXT, __VA_ARGS__ }
#define BOTH(key, heading, ...)                                                                    \
    { key, heading, .views = TABLE_TEXT | TABLE_JSON, __VA_ARGS__ }

static const Column COLUMNS[] = {
    COLUMN("depth", FOUND(options.depth)),
    COLUMN("threads", FOUND(options.threads)),
    COLUMN("hash_mib", FOUND(options.hash_mib)),
    COLUMN("network", .read = read_network),
    COLUMN("processors", FOUND(processors)),
    COLUMN("elapsed_ms", FOUND_TIME(summary.elapsed_us)),
    COLUMN("processor_ms", FOUND_TIME(summary.processor_us)),
    COLUMN("processor_percent", FOUND(summary.share)),
    COLUMN("processor_nps", FOUND(summary.processor_speed)),
    LINE("Spread", .read = read_spread),
    LINE("Processor time", .read = read_processor_time),
    LINE("Total time (ms)", .read = read_total_ms),
    BOTH("nodes", "Nodes searched", FOUND(summary.nodes)),
    BOTH("nps", "Nodes/second", FOUND(summary.speed)),
    COLUMN("runs", .read = read_runs),
    COLUMN("positions", .read = read_positions),
    COLUMN("warnings", .read = read_warnings),
};

void bench_report_write(const BenchFindings *findings, const BenchWriter *writer) {
    if (writer->write_line)
        table_tell_facts(TABLE(COLUMNS, findings, 1), TABLE_TEXT, HEADING_WIDTH, writer->write_line,
                         writer->context);
}

json_t *bench_report_json(const BenchFindings *findings) {
    return report_join("quorum-bench", 1,
                       table_row_json(TABLE(COLUMNS, findings, 1), TABLE_JSON, findings));
}
