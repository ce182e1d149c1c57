#pragma once

#include <jansson.h>

#include "report/report.h"
#include "report/table.h"
#include "tools/epd/score.h"

/* What the JSON of a run says that it is. */
#define EPD_FORMAT         "quorum-epd"
#define EPD_FORMAT_VERSION 1

/* A run that is over, for its reports. */
typedef struct EpdReport {
    const EpdRun *run;
    ReportExtent extent; /* attempts */
    EpdResult *results;  /* one for each entry at which an attempt is done */
    size_t count;
    EpdTotals totals;
    EpdThemes themes;
    double seconds; /* that the run took, with the sessions that it goes on from */
} EpdReport;

/* Works out what follows from the attempts that are done. False without memory. */
bool epd_report_complete(EpdReport *report);
void epd_report_free(EpdReport *report);

/* Where a page shows the points of the results, if there are any. */
#define EPD_PAGE_POINTS TABLE_OWN

/* The results, and the lines left out. They lie in the report. */
Table epd_result_table(const EpdReport *report);
Table epd_notice_table(const EpdReport *report);

/* The whole run as JSON; docs/epd.md describes it. NULL without memory. */
json_t *epd_report_json(const EpdReport *report);

/* So many results of several engines, the first column being the engine. */
Table epd_engine_table(const EpdResult *results, size_t count);

/* Fills a page about an EpdReport; see Report.page. */
void epd_report_page(const void *report, const json_t *json, HtmlPage *page);
