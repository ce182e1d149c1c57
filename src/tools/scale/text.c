#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "tools/scale/report.h"

#define CELL_SIZE 64
#define GIB       (1024.0 * 1024 * 1024)

/* A number of so many decimals, or "-" for what was not measured; right-aligned in its column. */
static void print_number(FILE *file, int width, double value, int decimals, const char *unit) {
    char cell[CELL_SIZE] = "-";
    if (isfinite(value))
        snprintf(cell, sizeof(cell), "%.*f%s", decimals, value, unit);
    fprintf(file, "%*s", width, cell);
}

static void print_interval(FILE *file, int width, const ScaleEstimate *estimate, double factor,
                           int decimals) {
    char cell[CELL_SIZE] = "";
    if (isfinite(estimate->median))
        snprintf(cell, sizeof(cell), "[%.*f, %.*f]", decimals, factor * estimate->low, decimals,
                 factor * estimate->high);
    fprintf(file, " %-*s", width, cell);
}

static const char *or_unknown(const char *text) {
    return text[0] != '\0' ? text : "not told";
}

static void print_machine(const ScaleReport *report, FILE *file) {
    const Machine *machine = report->machine;
    const ScaleSystem *system = &report->system;
    const ScaleSettings *settings = report->settings;
    fprintf(file,
            "Machine    %d nodes, %d level 3 groups, %d cores, %d processors of which %d may be "
            "used\n",
            machine->node_count, machine->l3_count, machine->core_count, machine->pu_count,
            report->cases[0].plan->pu_count);
    fprintf(file, "Kernel     %s; governor %s; load %.2f, busy %.0f %% before the start\n",
            or_unknown(system->kernel), or_unknown(system->governor), system->load,
            100 * fmax(system->busy, 0));
    fprintf(file,
            "Pages      transparent: %s; set aside: %" PRId64 " of 2 MiB (%" PRId64
            " free), %" PRId64 " of 1 GiB (%" PRId64 " free)\n",
            or_unknown(system->transparent_pages), system->huge_pages, system->huge_pages_free,
            system->gigantic_pages, system->gigantic_pages_free);
    fprintf(file, "Measured   %d positions, %d rounds, table of %zu MiB", report->positions,
            settings->repeats, settings->hash_mib);
    if (settings->movetime_ms > 0)
        fprintf(file, "; %" PRId64 " ms each", settings->movetime_ms);
    if (settings->depth > 0)
        fprintf(file, "; to depth %d", settings->depth);
    fprintf(file, "\nProgram    Quorum " QUORUM_VERSION);
    if (settings->signature_depth > 0)
        fprintf(file, ", bench to depth %d: %" PRIu64 " nodes", settings->signature_depth,
                report->signature);
    fprintf(file, ", network %016" PRIx64 "\n", report->network_id);
}

static void print_case(const ScaleCase *scale_case, FILE *file) {
    fprintf(file, "%8d", scale_case->threads);
    print_number(file, 12, scale_case->speed.median, 0, "");
    print_interval(file, 20, &scale_case->speed, 1, 0);
    print_number(file, 8, scale_case->speedup.median, 3, "");
    print_number(file, 11, scale_case->efficiency.median, 3, "");
    print_interval(file, 14, &scale_case->efficiency, 1, 3);
    print_number(file, 6, 100 * scale_case->processor_share.median, 0, " %");
    print_number(file, 13, scale_case->depth_ms.median, 1, "");
    print_number(file, 8, scale_case->depth_speedup.median, 2, "");
    print_number(file, 9, 100 * scale_case->overhead.median, 1, " %");
    fprintf(file, "  %s\n", plan_binding_name(scale_case->plan->binding));
}

static void print_cases(const ScaleReport *report, FILE *file) {
    for (size_t i = 0; i < report->case_count; i++) {
        const ScaleCase *scale_case = &report->cases[i];
        if (scale_case->base == i)
            fprintf(file, "\nPlace: %s\n%8s%12s %-20s%8s%11s %-14s%6s%13s%8s%9s  %s\n",
                    scale_case->place, "threads", "nodes/s", "interval", "speedup", "efficiency",
                    "interval", "CPU", "ms to depth", "speedup", "overhead", "bound to");
        print_case(scale_case, file);
    }
}

static void print_memory(const ScaleReport *report, FILE *file) {
    if (report->memory_count == 0)
        return;
    fprintf(file, "\nTable of %zu MiB\n%-20s%8s%9s %-16s%12s%12s%13s\n", report->settings->hash_mib,
            "largest pages", "threads", "ns/read", "interval", "Mreads/s", "clear GiB/s",
            "touch GiB/s");
    for (size_t i = 0; i < report->memory_count; i++) {
        const ScaleMemory *memory = &report->memory[i];
        fprintf(file, "%-20s%8d", memory_pages_name(memory->pages), memory->threads);
        print_number(file, 9, memory->latency_ns.median, 1, "");
        print_interval(file, 16, &memory->latency_ns, 1, 1);
        print_number(file, 12, memory->reads_per_second.median / 1e6, 1, "");
        print_number(file, 12, memory->clear_bytes_per_second.median / GIB, 2, "");
        print_number(file, 13, memory->touch_bytes_per_second.median / GIB, 2, "");
        fprintf(file, "\n");
    }
}

void scale_write_text(const ScaleReport *report, FILE *file) {
    print_machine(report, file);
    print_cases(report, file);
    print_memory(report, file);
    fprintf(file,
            "\nFigures are medians. Intervals hold the true median with %.1f %% probability.\n"
            "Speedups, efficiency (speedup for each thread) and overhead (nodes to the depth more "
            "than\none thread's) are of the same round's one thread; CPU is the processor time "
            "that threads got.\nTimes and nodes to a depth are geometric means over the "
            "positions.\n",
            100 * scale_confidence((size_t)report->settings->repeats));
}
