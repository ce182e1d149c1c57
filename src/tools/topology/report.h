#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdio.h>

#include "engine/placement_report.h"
#include "machine/plan.h"
#include "report/html.h"

/* What `quorum topology` shows, and the forms it can take. */

typedef struct TopologyReport {
    const char *source; /* file or description as UTF-8, NULL for this machine */
    const Machine *machine;
    const NumaPolicy *policy;
    ThreadPlacement placement;
    HistoryScope scope;
    const Plan *plan;
    const int *history_group_of; /* of each worker, see history_groups_assign(); NULL for more
                                    threads than an engine can have */
    int history_group_count;
    const int *affinity; /* processors that this process may run on; NULL if nobody tells */
    int affinity_count;
    const PlacementReport *obtained; /* of an engine that was started so; NULL for another machine,
                                        or more threads than an engine can have */
} TopologyReport;

/* To a stream that its caller checks for errors. */
void topology_write_text(const TopologyReport *report, FILE *file);

/* One JSON object; NULL without memory. */
json_t *topology_json(const TopologyReport *report);

/* A picture that stands alone: packages, nodes, level 3 groups and cores as boxes, with the threads
 * in them. To a stream that its caller checks for errors; false without memory. */
bool topology_write_svg(const TopologyReport *report, FILE *file);

/* Fills a page about a TopologyReport, the picture on it; see Report.page. */
void topology_page(const void *report, const json_t *json, HtmlPage *page);
