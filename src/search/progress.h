#pragma once

#include "search/worker.h"

/* Iterations whose scores are kept. */
#define RECENT_SCORES 5

/* How the iterations of a worker went, for the time manager. Zeroed before the first. */
typedef struct Progress {
    Move best;
    int stability; /* iterations that have kept it, not counting shallow ones */
    int changes;   /* of the best move, 1/1000, those of each iteration half those of the next */
    Score scores[RECENT_SCORES]; /* that of depth d at d % RECENT_SCORES */
} Progress;

/* Takes down the iteration that the worker has just ended. By its thread, after each. */
void progress_note(Progress *progress, Worker *worker);

/* What it all says of the time that the move needs. */
TimeSigns progress_signs(const Progress *progress, const Worker *worker);
