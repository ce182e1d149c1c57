#pragma once

#include "search/score.h"

/* How a search tells what it finds: it calls, it never prints. Calls for one search come one at a
 * time (though from different threads) and none comes after best_move. What the pointers point to
 * is valid during the call only. A callback must not call back into the engine. A NULL function is
 * skipped, and what it would have been told is not worked out. A search on the caller's thread
 * (engine_think()) reports neither statistics nor current lines. */

/* One principal variation. */
typedef struct ReportLine {
    int depth;
    int selective_depth;
    Score score;
    Bound bound; /* BOUND_EXACT, BOUND_LOWER or BOUND_UPPER */
    int length;  /* of moves, at least 1 unless the root has no legal move */
    const Move *moves;
} ReportLine;

/* How far the search is. */
typedef struct SearchFigures {
    uint64_t nodes;          /* of all workers */
    uint64_t tablebase_hits; /* likewise */
    int64_t elapsed_us;
    /* Left 0 where the sink has neither iteration nor statistics: */
    int hash_full; /* permille of the table that this search has filled */
    int cpu_load;  /* permille of the processors allowed that this process has used meanwhile */
} SearchFigures;

typedef struct IterationReport {
    int line_count; /* the lines of MultiPV, best first */
    const ReportLine *lines;
    SearchFigures figures;
    bool is_last; /* the best move follows at once */
} IterationReport;

typedef struct CurrentMoveReport {
    int depth;
    Move move;
    int number; /* of the move in the order of search, from 1 */
} CurrentMoveReport;

/* Moves that can be played one after another from the root. */
typedef struct MoveLine {
    int length; /* at least 1 */
    const Move *moves;
} MoveLine;

typedef struct MoveLinesReport {
    int count;
    const MoveLine *lines;
} MoveLinesReport;

typedef struct BestMoveReport {
    Move best;   /* MOVE_NONE when the root has no legal move */
    Move ponder; /* expected reply, or MOVE_NONE: the line's, if it has more than one move */
    Score score;
    SearchFigures figures;
} BestMoveReport;

typedef struct ReportSink {
    void *context; /* first argument of every call */
    void (*iteration)(void *context, const IterationReport *report);
    /* After the first second. */
    void (*current_move)(void *context, const CurrentMoveReport *report);
    /* About once a second while the search goes on, from its first second on. */
    void (*statistics)(void *context, const SearchFigures *figures);
    /* Where every worker is, all of them in the order of their numbers: from the first second on,
     * once a second, but never more than 100 lines a second. */
    void (*current_lines)(void *context, const MoveLinesReport *report);
    /* Each root move but the best, followed by what refutes it if that is known: from the first
     * second on, after an iteration, but not twice a second, and when the search is stopped. */
    void (*refutations)(void *context, const MoveLinesReport *report);
    void (*message)(void *context, const char *text); /* one line for the user, no newline */
    /* The same, for debugging: why the search does what it does. */
    void (*decision)(void *context, const char *text);
    void (*best_move)(void *context, const BestMoveReport *report);
} ReportSink;
