#ifndef QUORUM_SUITE_ANALYST_H
#define QUORUM_SUITE_ANALYST_H

#include "engine/engine.h"

/* Searches positions with one thread, each as if it were the first: what it finds depends on the
 * position and the task alone. Owned by one thread, but analysts are created by one thread, one
 * after the other. */
typedef struct Analyst Analyst;

/* Moves of a principal variation that are kept. */
#define ANALYSIS_PLIES 16

typedef struct AnalysisTask {
    uint64_t nodes;
    bool compare;  /* search the two best moves */
    Move excluded; /* not searched; MOVE_NONE for none */
} AnalysisTask;

typedef struct Analysis {
    Move best; /* MOVE_NONE when there is no move to search */
    Score score;
    int depth;
    uint64_t stable; /* nodes from which on the best move stayed the best */
    int length;      /* of the line, which the best move begins */
    Move line[ANALYSIS_PLIES];
    Move next; /* the second best where the task compares, else MOVE_NONE */
    Score next_score;
} Analysis;

/* An analyst with a table of so many MiB and the evaluation of an engine that outlives it. NULL
 * without memory. */
Analyst *analyst_create(const Engine *evaluation, size_t hash_mib);
void analyst_destroy(Analyst *analyst);

void analyst_search(Analyst *analyst, const Position *position, const AnalysisTask *task,
                    Analysis *analysis);

#endif
