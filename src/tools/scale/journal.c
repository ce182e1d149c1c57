#include "tools/scale/journal.h"

#include <math.h>

#include "engine/bench_positions.h"

#define FORMAT_VERSION 1

static json_t *places_json(const ScaleReport *report) {
    json_t *places = json_array();
    for (size_t i = 0; i < report->case_count; i += (size_t)report->settings->thread_counts)
        json_array_append_new(places, json_string(report->cases[i].place));
    return places;
}

static json_t *make_identity(const ScaleReport *report) {
    const bool is_own = report->settings->guests->count == 0;
    return json_pack("{s:o, s:o, s:o, s:o, s:o}", "settings", scale_settings_json(report), "places",
                     places_json(report), "engines", scale_engines_json(report->settings->guests),
                     "network", is_own ? report_network_json(report->network_id) : json_null(),
                     "machine", report_processors_json());
}

json_t *scale_journal_run(const ScaleReport *report, size_t number, int round, int warnings,
                          int faults) {
    const ScaleCase *scale_case = &report->cases[number];
    json_t *line = scale_run_json(&scale_case->runs[round]);
    json_t *told = json_array();
    for (int i = warnings; i < report->warnings.count; i++)
        json_array_append_new(told, json_string(report->warnings.texts[i]));
    json_t *own = json_pack("{s:I, s:i, s:i, s:I, s:o, s:o, s:i}", "case", (json_int_t)number,
                            "round", round, "threads_started", scale_case->threads_started,
                            "hash_mib", (json_int_t)scale_case->hash_mib, "obtained",
                            scale_case->obtained ? json_incref(scale_case->obtained) : json_null(),
                            "warnings", told, "faults", report->faults - faults);
    json_object_update_new(line, own);
    return line;
}

/* A number, or NAN where it is not known. Of others, ratios would have no place in a chart. */
static bool read_number(const json_t *value, double *number) {
    *number = json_is_null(value) ? NAN : json_number_value(value);
    return json_is_null(value) ||
           (json_is_number(value) &&
            (*number == 0 || (*number >= 1.0 / RUN_JOURNAL_MOST && *number <= RUN_JOURNAL_MOST)));
}

static bool read_run(ScaleReport *report, json_t *line, int round) {
    int64_t number, threads, hash_mib, faults;
    ScaleRun run = {.is_done = true};
    json_t *obtained = json_object_get(line, "obtained");
    const json_t *told = json_object_get(line, "warnings");
    if (!run_journal_integer(line, "case", 0, (int64_t)report->case_count - 1, &number) ||
        !run_journal_integer(line, "threads_started", 0, ENGINE_MAX_THREADS, &threads) ||
        !run_journal_integer(line, "hash_mib", 0, ENGINE_MAX_HASH_MIB, &hash_mib) ||
        !run_journal_integer(line, "faults", 0, 1 + 2 * BENCH_POSITION_COUNT, &faults))
        return false;
#define MEASURE(name, key)                                                                         \
    if (!read_number(json_object_get(line, key), &run.name))                                       \
        return false;
    SCALE_MEASURES(MEASURE)
#undef MEASURE
    ScaleCase *scale_case = &report->cases[number];
    if (round >= scale_case->repeats || scale_case->runs[round].is_done)
        return true;
    scale_case->runs[round] = run;
    scale_case->threads_started = (int)threads;
    scale_case->hash_mib = (size_t)hash_mib;
    json_decref(scale_case->obtained);
    scale_case->obtained = json_is_object(obtained) ? json_incref(obtained) : NULL;
    report->faults += (int)faults;
    for (size_t i = 0; i < json_array_size(told); i++) {
        const char *text = json_string_value(json_array_get(told, i));
        if (text)
            warnings_add(&report->warnings, "%s", text);
    }
    return true;
}

json_t *scale_journal_memory(const ScaleReport *report, size_t first, int round) {
    json_t *rows = json_array();
    for (size_t i = first; i < first + report->memory_rows; i++) {
        const ScaleMemory *row = &report->memory[i];
        json_t *values = json_array(), *bytes = json_array();
        for (int probe = 0; probe < SCALE_PROBES; probe++) {
            const double value = *scale_memory_value(row, probe, report->settings->repeats, round);
            json_array_append_new(values, isfinite(value) ? json_real(value) : json_null());
        }
        for (int kind = 0; row->pages_known && kind < PAGE_KINDS; kind++)
            json_array_append_new(bytes, json_integer((json_int_t)row->bytes_by_kind[kind]));
        json_array_append_new(rows, json_pack("{s:o, s:I, s:I, s:o}", "values", values, "bytes",
                                              (json_int_t)row->bytes, "shortfalls",
                                              (json_int_t)row->shortfalls, "bytes_by_kind", bytes));
    }
    return json_pack("{s:I, s:i, s:o}", "memory", (json_int_t)first, "round", round, "rows", rows);
}

static bool read_memory_row(const json_t *line, ScaleMemory *row, int repeats, int round) {
    const json_t *values = json_object_get(line, "values");
    const json_t *bytes = json_object_get(line, "bytes_by_kind");
    int64_t all, shortfalls;
    if (!run_journal_integer(line, "bytes", 0, INT64_MAX, &all) ||
        !run_journal_integer(line, "shortfalls", 0, INT32_MAX, &shortfalls) ||
        json_array_size(values) != SCALE_PROBES)
        return false;
    for (int probe = 0; probe < SCALE_PROBES; probe++) {
        double *value = scale_memory_value(row, probe, repeats, round);
        if (!read_number(json_array_get(values, (size_t)probe), value))
            return false;
    }
    row->bytes = (size_t)all;
    row->shortfalls = (unsigned)shortfalls;
    row->pages_known = json_array_size(bytes) == PAGE_KINDS;
    for (size_t kind = 0; row->pages_known && kind < PAGE_KINDS; kind++)
        row->bytes_by_kind[kind] = (size_t)json_integer_value(json_array_get(bytes, kind));
    return true;
}

/* Kinds of pages of which none are reserved any more do no harm, nor do rounds beyond those that
 * are wanted now. */
static bool read_memory(ScaleReport *report, const json_t *line, int round) {
    const json_t *rows = json_object_get(line, "rows");
    int64_t first;
    if (!run_journal_integer(line, "memory", 0, INT32_MAX, &first) || report->memory_rows == 0 ||
        first % (int64_t)report->memory_rows != 0 || json_array_size(rows) != report->memory_rows)
        return false;
    if ((size_t)first >= report->memory_count || round >= report->settings->repeats)
        return true;
    for (size_t i = 0; i < report->memory_rows; i++) {
        if (!read_memory_row(json_array_get(rows, i), &report->memory[(size_t)first + i],
                             report->settings->repeats, round))
            return false;
    }
    return true;
}

static bool take_line(void *context, json_t *line, Reason *reason) {
    ScaleReport *report = context;
    int64_t round;
    return (run_journal_integer(line, "round", 0, INT32_MAX, &round) &&
            (json_object_get(line, "memory") ? read_memory(report, line, (int)round)
                                             : read_run(report, line, (int)round))) ||
           reason_set(reason, "a measurement of no such run");
}

RunJournal *scale_journal_open(const char *path, ScaleReport *report, Reason *error) {
    const RunJournalPlan plan = {"scale", FORMAT_VERSION, make_identity(report), take_line, report};
    return run_journal_open(path, plan, error);
}
