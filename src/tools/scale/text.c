#include <inttypes.h>
#include <math.h>

#include "base/format.h"
#include "base/version.h"
#include "tools/scale/report.h"

static const char *or_unknown(const char *text) {
    return text[0] != '\0' ? text : "not told";
}

static void print_machine(const ScaleReport *report, FILE *file) {
    const Machine *machine = report->machine;
    const ScaleSystem *system = &report->system;
    const ScaleSettings *settings = report->settings;
    fprintf(file, "Machine    %d %s, %d level 3 %s, %d %s, %d %s of which %d may be used\n",
            machine->node_count, format_plural(machine->node_count, "node", "nodes"),
            machine->l3_count, format_plural(machine->l3_count, "group", "groups"),
            machine->core_count, format_plural(machine->core_count, "core", "cores"),
            machine->pu_count, format_plural(machine->pu_count, "processor", "processors"),
            report->cases[0].plan->pu_count);
    fprintf(file, "Kernel     %s; governor %s; load %.2f, busy %.0f %% before the start\n",
            or_unknown(system->kernel), or_unknown(system->governor), system->load,
            100 * fmax(system->busy, 0));
    fprintf(file,
            "Pages      transparent: %s; reserved: %" PRId64 " of 2 MiB (%" PRId64
            " free), %" PRId64 " of 1 GiB (%" PRId64 " free)\n",
            or_unknown(system->transparent_pages), system->huge_pages, system->huge_pages_free,
            system->gigantic_pages, system->gigantic_pages_free);
    fprintf(file, "Measured   %d %s, %d %s, table of %zu MiB", report->positions,
            format_plural(report->positions, "position", "positions"), settings->repeats,
            format_plural(settings->repeats, "round", "rounds"), settings->hash_mib);
    if (settings->movetime_ms > 0)
        fprintf(file, "; %" PRId64 " ms each", settings->movetime_ms);
    if (settings->depth > 0)
        fprintf(file, "; to depth %d", settings->depth);
    fprintf(file, "\nProgram    Quorum " QUORUM_VERSION);
    if (report->signature > 0)
        fprintf(file, ", bench to depth %d: %" PRIu64 " nodes", settings->signature_depth,
                report->signature);
    if (settings->guests->count == 0)
        fprintf(file, ", network %016" PRIx64, report->network_id);
    fprintf(file, "\n");
}

static void print_cases(const ScaleReport *report, FILE *file) {
    size_t counts = (size_t)report->settings->thread_counts;
    for (size_t i = 0; i < report->case_count; i += counts) {
        fprintf(file, "\nPlace: %s\n", report->cases[i].place);
        table_write_text(scale_case_table(report), TABLE_TEXT, i, counts, file);
    }
}

static void print_comparison(const ScaleReport *report, FILE *file) {
    const Table table = scale_comparison_table(report);
    if (table.row_count == 0)
        return;
    fprintf(file, "\nCompared with as many threads in the first place: %s\n",
            report->cases[0].place);
    table_write_text(table, SCALE_COMPARISON, 0, table.row_count, file);
}

static void print_memory(const ScaleReport *report, FILE *file) {
    if (report->memory_count == 0)
        return;
    fprintf(file, "\nTable of %zu MiB\n", report->settings->hash_mib);
    table_write_text(scale_memory_table(report), TABLE_TEXT, 0, report->memory_count, file);
}

void scale_write_text(const ScaleReport *report, FILE *file) {
    report_write_extent(report->extent, "measurements", file);
    print_machine(report, file);
    print_cases(report, file);
    print_comparison(report, file);
    print_memory(report, file);
    fprintf(file,
            "\nFigures are medians. Intervals hold the true median with %.1f %% probability.\n"
            "Speedups, efficiency (speedup for each thread) and overhead (nodes to the depth more "
            "than\none thread's) are of the same round's one thread; CPU is the processor time "
            "that threads got.\nTimes and nodes to a depth are geometric means over the "
            "positions.\n",
            100 * report->confidence);
}
