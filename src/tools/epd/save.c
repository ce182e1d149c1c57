#include "tools/epd/save.h"

#include <stdlib.h>
#include <string.h>

#include "compare/side_by_side.h"
#include "report/report.h"

static int save_one(const CommonArguments *wanted, const EpdReport *report) {
    return report_save(
        "quorum epd", wanted,
        (Report){report, epd_report_json(report), epd_result_table(report), epd_report_page});
}

/* The results of all runs, one after the other, for the caller to free. */
static EpdResult *join_results(const EpdReport *reports, int count, size_t positions) {
    EpdResult *results = calloc((size_t)count * positions + 1, sizeof *results);
    for (int i = 0; results && i < count; i++)
        memcpy(&results[(size_t)i * positions], reports[i].results, positions * sizeof *results);
    return results;
}

int epd_save(const CommonArguments *wanted, const EpdReport *reports, int count) {
    if (count == 1)
        return save_one(wanted, reports);
    json_t *runs[SIDES_MAX];
    for (int i = 0; i < count; i++)
        runs[i] = epd_report_json(&reports[i]);
    const size_t positions = reports[0].run->suite->count;
    EpdResult *results = join_results(reports, count, positions);
    const int code = side_by_side_save("quorum epd", wanted, runs, count,
                                       epd_engine_table(results, (size_t)count * positions));
    free(results);
    return code;
}
