#include "tools/epd/save.h"

#include "report/report.h"

int epd_save(const CommonArguments *wanted, const EpdReport *reports, int count) {
    (void)count;
    return report_save(
        "quorum epd", wanted,
        (Report){reports, epd_report_json(reports), epd_result_table(reports), epd_report_page});
}
