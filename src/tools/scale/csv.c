#include <math.h>

#include "cli/output.h"
#include "report/csv.h"
#include "tools/scale/report.h"

static void add_number(CsvWriter *csv, double value) {
    if (isfinite(value))
        csv_field(csv, "%.9g", value);
    else
        csv_field(csv, "%s", "");
}

static void add_estimate(CsvWriter *csv, const ScaleEstimate *estimate) {
    add_number(csv, estimate->median);
    add_number(csv, estimate->low);
    add_number(csv, estimate->high);
}

static void add_case(CsvWriter *csv, const ScaleCase *scale_case) {
    csv_field(csv, "%s", scale_case->policy_text);
    csv_field(csv, "%s", placement_name(scale_case->placement));
    csv_field(csv, "%s", history_scope_name(scale_case->scope));
    csv_field(csv, "%d", scale_case->threads);
    csv_field(csv, "%s", plan_binding_name(scale_case->plan->binding));
    add_estimate(csv, &scale_case->speed);
    add_estimate(csv, &scale_case->speedup);
    add_estimate(csv, &scale_case->efficiency);
    add_estimate(csv, &scale_case->processor_share);
    add_estimate(csv, &scale_case->depth_ms);
    add_estimate(csv, &scale_case->depth_speedup);
    add_estimate(csv, &scale_case->depth_nodes);
    add_estimate(csv, &scale_case->overhead);
    csv_end_row(csv);
}

static void add_headings(CsvWriter *csv) {
    static const char *const ESTIMATES[] = {
        "nps",           "speedup",        "efficiency", "processor_share", "time_to_depth_ms",
        "depth_speedup", "nodes_to_depth", "overhead"};
    csv_field(csv, "policy");
    csv_field(csv, "placement");
    csv_field(csv, "history_scope");
    csv_field(csv, "threads");
    csv_field(csv, "binding");
    for (size_t i = 0; i < ARRAY_LENGTH(ESTIMATES); i++) {
        csv_field(csv, "%s", ESTIMATES[i]);
        csv_field(csv, "%s_low", ESTIMATES[i]);
        csv_field(csv, "%s_high", ESTIMATES[i]);
    }
    csv_end_row(csv);
}

bool scale_save_csv(const ScaleReport *report, const char *path, char *error, size_t error_size) {
    Output output;
    if (!output_open(&output, path, error, error_size))
        return false;
    CsvWriter csv = {.file = output.stream};
    add_headings(&csv);
    for (size_t i = 0; i < report->case_count; i++)
        add_case(&csv, &report->cases[i]);
    return output_close(&output, error, error_size);
}
