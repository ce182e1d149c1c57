/* Fuzz target: two reports of `quorum epd --json`, with a NUL between them, or one that is compared
 * with itself. */

#include <math.h>
#include <string.h>

#include "report/report.h"
#include "target.h"
#include "tools/epd/compare_runs.h"

static void tell(void *context, const char *line) {
    MUST(!strchr(line, '\n'));
    ++*(int *)context;
}

static void compare(const RunReport *a, const RunReport *b) {
    Comparison comparison;
    MUST(comparison_make(&comparison, a, b));
    MUST(comparison.count <= a->count && comparison.count <= b->count);
    MUST(comparison.solved_by_both + comparison.solved_by_a + comparison.solved_by_b +
             comparison.solved_by_neither ==
         comparison.count);
    MUST(comparison.solved_p >= 0 && comparison.solved_p <= 1 + 1e-9);
    MUST(comparison.time_p >= 0 && comparison.time_p <= 1 + 1e-9);
    MUST(!isnan(comparison.time_ratio) && comparison.time_ratio >= 0);
    int lines = 0;
    comparison_tell(&comparison, tell, &lines);
    MUST(lines > 0);
    HtmlPage page;
    Reason reason;
    comparison_page(&comparison, NULL, &page);
    MUST(html_save(&page, "/dev/null", &reason));
    comparison_free(&comparison);
}

static bool load(RunReport *report, const char *path, Reason *reason) {
    json_t *json = NULL;
    const bool good =
        report_load(path, &json, reason) && run_report_read(report, path, json, reason);
    json_decref(json);
    return good;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    const uint8_t *end = size > 0 ? memchr(data, '\0', size) : NULL;
    const size_t first = end ? (size_t)(end - data) : size;
    char path_a[TARGET_PATH], path_b[TARGET_PATH];
    const int file_a = target_file(data, first, path_a);
    const int file_b =
        end ? target_file(end + 1, size - first - 1, path_b) : target_file(data, size, path_b);
    RunReport a, b;
    Reason reason = {""};
    if (load(&a, path_a, &reason)) {
        if (load(&b, path_b, &reason)) {
            compare(&a, &b);
            run_report_free(&b);
        }
        run_report_free(&a);
    } else {
        MUST(reason.text[0] != '\0' && !strchr(reason.text, '\n'));
    }
    close(file_a);
    close(file_b);
    return 0;
}
