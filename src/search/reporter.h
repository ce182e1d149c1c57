#pragma once

#include <pthread.h>

#include "base/compiler.h"
#include "search/report.h"

/* Stands between a search and its sink, and keeps the sink's promises: one call at a time, and none
 * after the best move. Any thread may report. */
typedef struct Reporter {
    pthread_mutex_t lock;
    bool open;
    ReportSink sink; /* of the search that runs: a report that is NULL in it need not be made */
} Reporter;

void reporter_init(Reporter *reporter);
void reporter_destroy(Reporter *reporter);

/* Begins a search whose reports go to *sink, which is copied; NULL for nowhere. */
void reporter_open(Reporter *reporter, const ReportSink *sink);

/* Between the two no other thread reports. Nodes and time read after reporter_hold() are therefore
 * no less than those reported before. */
void reporter_hold(Reporter *reporter);
void reporter_release(Reporter *reporter);

/* Dropped when the reporter is closed; both while the caller holds it, from before the report's
 * figures are read. */
void reporter_iteration(Reporter *reporter, const IterationReport *report);
void reporter_statistics(Reporter *reporter, const SearchFigures *figures);

/* Each is dropped when the reporter is closed; the caller does not hold it. */
void reporter_current_move(Reporter *reporter, const CurrentMoveReport *report);
void reporter_current_lines(Reporter *reporter, const MoveLinesReport *report);
void reporter_refutations(Reporter *reporter, const MoveLinesReport *report);

/* The same; the text, up to 255 characters, is put together only if somebody listens. */
void reporter_message(Reporter *reporter, const char *format, ...) PRINTF_LIKE(2, 3);
void reporter_decision(Reporter *reporter, const char *format, ...) PRINTF_LIKE(2, 3);

/* The last word: a final iteration and the best move; then closes. The caller holds the reporter,
 * as above. */
void reporter_close(Reporter *reporter, const IterationReport *iteration,
                    const BestMoveReport *best_move);
