#include "tools/epd/save.h"

#include <stdlib.h>
#include <string.h>

#include "compare/side_by_side.h"
#include "report/report.h"

static int save_one(const CommonArguments *outputs, const EpdReport *report) {
    return report_save("quorum epd", outputs,
                       (Report){.subject = report,
                                .json = epd_report_json(report),
                                .rows = epd_result_table(report),
                                .cut_short = report_is_cut_short(report->extent),
                                .page = epd_report_page});
}

/* The results of all runs, one after the other, for the caller to free. */
static EpdResult *join_results(const EpdReport *reports, int count, size_t *total) {
    *total = 0;
    EpdResult *results = calloc((size_t)count * reports[0].run->suite->count + 1, sizeof *results);
    for (int i = 0; results && i < count; i++) {
        memcpy(&results[*total], reports[i].results, reports[i].count * sizeof *results);
        *total += reports[i].count;
    }
    return results;
}

int epd_save(const CommonArguments *outputs, const EpdReport *reports, int count, int wanted) {
    if (wanted == 1)
        return save_one(outputs, reports);
    json_t *runs[SIDES_MAX];
    for (int i = 0; i < count; i++)
        runs[i] = epd_report_json(&reports[i]);
    size_t total;
    EpdResult *results = join_results(reports, count, &total);
    const bool cut_short = count < wanted || report_is_cut_short(reports[count - 1].extent);
    const int code = side_by_side_save("quorum epd", outputs, runs, count,
                                       epd_engine_table(results, total), cut_short);
    free(results);
    return code;
}
