#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "base/reason.h"
#include "base/warnings.h"
#include "cli/stop_signals.h"
#include "engine/engine.h"
#include "guest/guest_list.h"
#include "machine/plan.h"
#include "report/report.h"
#include "tools/scale/figures.h"
#include "tools/scale/memory.h"
#include "tools/scale/system.h"

/* What `quorum scale` is asked, finds out, and writes. */

#define SCALE_MAX_COUNTS   64 /* of threads */
#define SCALE_MAX_POLICIES 8

typedef struct ScaleChoices {
    int values[PLACEMENT_COUNT]; /* of an enumeration of no more, each once */
    int count;
} ScaleChoices;

typedef struct ScaleSettings {
    int threads[SCALE_MAX_COUNTS]; /* ascending, the first is 1 */
    int thread_counts;
    NumaPolicy policies[SCALE_MAX_POLICIES];
    int policy_count;
    ScaleChoices placements; /* each a ThreadPlacement */
    ScaleChoices scopes;     /* each a HistoryScope */
    size_t hash_mib;
    int64_t movetime_ms; /* of a position when speed is measured; 0: it is not */
    int depth;           /* in plies that the time is taken to; 0: it is not */
    int positions;
    int repeats;
    int64_t memory_ms;        /* of one measurement of memory; 0: none */
    int signature_depth;      /* of the bench whose nodes are recorded; 0: none */
    const Engine *network_of; /* whose network all engines use */
    const GuestList *guests;  /* in the places of all others, if there are any */
    StopSignals *signals;     /* one of them ends the run early */
} ScaleSettings;

/* Threads in a place. The runs of a case go with the runs of its base that have the same number:
 * they were made in the same round. */
typedef struct ScaleCase {
    const NumaPolicy *policy;
    ThreadPlacement placement;
    HistoryScope scope;
    const GuestWish *guest; /* NULL: our own engine; else place and scope mean nothing */
    const char *guest_name;
    int threads;
    size_t base;  /* the case of one thread in the same place */
    size_t first; /* that of as many threads in the first place */
    char *policy_text;
    char *place; /* policy, placement and scope of histories, for people */
    Plan *plan;
    size_t hash_mib; /* these three as the engine got them */
    int threads_started;
    json_t *obtained; /* and what the kernel says of threads and table; NULL: not known */
    ScaleRun *runs;
    int repeats; /* as many as runs */
    Estimate figures[SCALE_FIGURE_COUNT];
} ScaleCase;

typedef struct ScaleReport {
    const ScaleSettings *settings;
    Machine *machine;
    ScaleSystem system;
    ScaleCase *cases; /* place by place, threads ascending */
    size_t case_count;
    ScaleMemory *memory;
    size_t memory_count;
    size_t memory_rows;  /* of these so many are measured at once */
    ReportExtent extent; /* runs of cases, and measurements of memory */
    double confidence;   /* that an interval holds the true median, of that with the fewest runs */
    int positions;       /* really searched */
    uint64_t signature;  /* 0 without */
    uint64_t network_id;
    double seconds;
    int faults; /* searches in which a guest failed */
    Warnings warnings;
} ScaleReport;

/* A run of which nothing is measured yet. */
ScaleRun scale_empty_run(void);

/* Fills the cases with what is to be measured and how it is planned. False without memory, or for a
 * policy that cannot be followed; error says why. */
bool scale_make_cases(ScaleReport *report, Reason *error);

/* Warn of what makes figures doubtful: what can be known before anything is measured, as that the
 * machine is busy or smaller than asked, and what the figures themselves tell. */
void scale_check_before(ScaleReport *report);
void scale_check_after(ScaleReport *report);

/* How much is done of the measurements of memory, and of these and the runs of all cases. */
ReportExtent scale_memory_extent(const ScaleReport *report);
ReportExtent scale_extent(const ScaleReport *report);

/* Works the estimates out of the runs that are done. False without memory. */
bool scale_summarise(ScaleReport *report);

/* Frees all but the settings. */
void scale_report_free(ScaleReport *report);

/* What is known of each case, of those in places after the first, and of memory. They lie in the
 * report. */
Table scale_case_table(const ScaleReport *report);
Table scale_comparison_table(const ScaleReport *report);
Table scale_memory_table(const ScaleReport *report);

/* To a stream that its caller checks for errors. */
void scale_write_text(const ScaleReport *report, FILE *file);

/* NULL without memory. */
json_t *scale_report_json(const ScaleReport *report);

/* What decides how a run of a case comes out; the engines, if they are others; and what a run has
 * measured. NULL without memory. */
json_t *scale_settings_json(const ScaleReport *report);
json_t *scale_engines_json(const GuestList *guests);
json_t *scale_run_json(const ScaleRun *run);

/* Fills a page about a ScaleReport; see Report.page. */
void scale_page(const void *report, const json_t *json, HtmlPage *page);
