#include "tools/epd/compare_runs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "report/report.h"
#include "report/statistics.h"
#include "tools/epd/report.h"

/* Shorter times count as this: less than a clock can tell on a busy machine. */
#define LEAST_MS 0.1

static bool read_result(json_t *object, RunResult *result, json_error_t *error) {
    int solved;
    json_int_t attempts, solved_attempts;
    json_t *stable;
    if (json_unpack_ex(object, error, 0, "{s:s, s:s, s:s, s:s, s:s, s:b, s:I, s:I, s:o, s:F}", "id",
                       &result->id, "fen", &result->fen, "theme", &result->theme, "expected",
                       &result->expected, "move", &result->move, "solved", &solved, "attempts",
                       &attempts, "solved_attempts", &solved_attempts, "stable_ms", &stable,
                       "points", &result->points) != 0)
        return false;
    if (attempts < 1 || solved_attempts < 0 || solved_attempts > attempts) {
        snprintf(error->text, sizeof error->text, "impossible numbers of attempts");
        return false;
    }
    result->solved = solved;
    result->attempts = (size_t)attempts;
    result->solved_attempts = (size_t)solved_attempts;
    result->stable_ms = json_is_number(stable) ? json_number_value(stable) : -1;
    return true;
}

static bool read_results(RunReport *report, Reason *error) {
    json_t *array = json_object_get(report->json, "results");
    report->count = json_array_size(array);
    report->results = calloc(report->count + 1, sizeof(RunResult));
    if (!json_is_array(array) || !report->results)
        return reason_set(error, "%s: %s", report->path,
                          json_is_array(array) ? "not enough memory" : "it has no results");
    for (size_t i = 0; i < report->count; i++) {
        json_error_t reason;
        if (!read_result(json_array_get(array, i), &report->results[i], &reason))
            return reason_set(error, "%s: result %zu: %s", report->path, i + 1, reason.text);
    }
    return true;
}

bool run_report_read(RunReport *report, const char *path, json_t *json, Reason *error) {
    *report = (RunReport){.path = path, .json = json_incref(json)};
    json_int_t version = json_integer_value(json_object_get(report->json, "format_version"));
    bool known =
        strcmp(report_text(json, "format"), EPD_FORMAT) == 0 && version == EPD_FORMAT_VERSION;
    bool read = known ? read_results(report, error)
                      : reason_set(error, "%s: not a report of 'quorum epd --json'", path);
    if (!read)
        run_report_free(report);
    return read;
}

void run_report_free(RunReport *report) {
    json_decref(report->json);
    free(report->results);
    *report = (RunReport){0};
}

static int compare_keys(const RunResult *a, const RunResult *b) {
    int order = strcmp(a->id, b->id);
    return order != 0 ? order : strcmp(a->fen, b->fen);
}

/* By id and FEN, then by place: the pointers are into one array. */
static int compare_results(const void *first, const void *second) {
    const RunResult *a = *(const RunResult *const *)first;
    const RunResult *b = *(const RunResult *const *)second;
    int order = compare_keys(a, b);
    return order != 0 ? order : (a > b) - (a < b);
}

static const RunResult **sorted_results(const RunReport *report) {
    const RunResult **sorted = calloc(report->count + 1, sizeof *sorted);
    for (size_t i = 0; sorted && i < report->count; i++)
        sorted[i] = &report->results[i];
    if (sorted)
        qsort(sorted, report->count, sizeof *sorted, compare_results);
    return sorted;
}

static int compare_pairs(const void *first, const void *second) {
    const RunPair *a = first;
    const RunPair *b = second;
    return (a->a > b->a) - (a->a < b->a);
}

static bool pair_results(Comparison *comparison) {
    const RunReport *a = comparison->a;
    const RunReport *b = comparison->b;
    const RunResult **of_a = sorted_results(a);
    const RunResult **of_b = sorted_results(b);
    comparison->pairs = calloc(a->count + 1, sizeof(RunPair));
    bool memory = of_a && of_b && comparison->pairs;
    for (size_t i = 0, j = 0; memory && i < a->count && j < b->count;) {
        int order = compare_keys(of_a[i], of_b[j]);
        if (order == 0)
            comparison->pairs[comparison->count++] = (RunPair){of_a[i], of_b[j]};
        i += order <= 0;
        j += order >= 0;
    }
    if (memory)
        qsort(comparison->pairs, comparison->count, sizeof(RunPair), compare_pairs);
    free(of_a);
    free(of_b);
    return memory;
}

/* Counts of a pair that both have solved; returns the logarithm of the ratio of the times. */
static double note_times(Comparison *comparison, const RunPair *pair) {
    double a = fmax(pair->a->stable_ms, LEAST_MS);
    double b = fmax(pair->b->stable_ms, LEAST_MS);
    comparison->faster_a += a < b;
    comparison->faster_b += b < a;
    return log(b / a);
}

bool comparison_make(Comparison *comparison, const RunReport *a, const RunReport *b) {
    *comparison = (Comparison){.a = a, .b = b};
    if (!pair_results(comparison)) {
        comparison_free(comparison);
        return false;
    }
    comparison->only_in_a = a->count - comparison->count;
    comparison->only_in_b = b->count - comparison->count;
    double ratios = 0;
    for (size_t i = 0; i < comparison->count; i++) {
        const RunPair *pair = &comparison->pairs[i];
        comparison->points_a += pair->a->points;
        comparison->points_b += pair->b->points;
        comparison->solved_by_a += pair->a->solved && !pair->b->solved;
        comparison->solved_by_b += pair->b->solved && !pair->a->solved;
        comparison->solved_by_neither += !pair->a->solved && !pair->b->solved;
        if (pair->a->solved && pair->b->solved) {
            comparison->solved_by_both++;
            ratios += note_times(comparison, pair);
        }
    }
    comparison->solved_p = statistics_sign_test(comparison->solved_by_a, comparison->solved_by_b);
    comparison->time_p = statistics_sign_test(comparison->faster_a, comparison->faster_b);
    if (comparison->solved_by_both > 0)
        comparison->time_ratio = exp(ratios / (double)comparison->solved_by_both);
    return true;
}

void comparison_free(Comparison *comparison) {
    free(comparison->pairs);
    *comparison = (Comparison){0};
}
