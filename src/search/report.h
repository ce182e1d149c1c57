#ifndef QUORUM_SEARCH_REPORT_H
#define QUORUM_SEARCH_REPORT_H

#include "search/score.h"

/* How a search tells what it finds: it calls, it never prints. Calls for one search come one at a
 * time (though from different threads) and none comes after best_move. What the pointers point to
 * is valid during the call only. A callback must not call back into the engine. A NULL function is
 * skipped. */

/* One principal variation. */
typedef struct ReportLine {
    int depth;
    int selective_depth;
    Score score;
    Bound bound; /* BOUND_EXACT, BOUND_LOWER or BOUND_UPPER */
    int length;  /* of moves, at least 1 unless the root has no legal move */
    const Move *moves;
} ReportLine;

typedef struct IterationReport {
    int line_count; /* the lines of MultiPV, best first */
    const ReportLine *lines;
    uint64_t nodes; /* of all workers */
    int64_t elapsed_us;
    int hash_full; /* permille of the table that this search has filled */
} IterationReport;

typedef struct CurrentMoveReport {
    int depth;
    Move move;
    int number; /* of the move in the order of search, from 1 */
} CurrentMoveReport;

typedef struct BestMoveReport {
    Move best;   /* MOVE_NONE when the root has no legal move */
    Move ponder; /* expected reply, or MOVE_NONE */
    Score score;
    uint64_t nodes;
    int64_t elapsed_us;
} BestMoveReport;

typedef struct ReportSink {
    void *context; /* first argument of every call */
    void (*iteration)(void *context, const IterationReport *report);
    void (*current_move)(void *context, const CurrentMoveReport *report);
    void (*message)(void *context, const char *text); /* one line for the user, no newline */
    void (*best_move)(void *context, const BestMoveReport *report);
} ReportSink;

#endif
