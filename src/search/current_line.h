#pragma once

#include <stdatomic.h>

#include "chess/game.h"
#include "search/report.h"

/* The line that a worker is at, copied when somebody asks for it: a search that nobody asks only
 * pays for a comparison with the number of requests.
 *
 * One thread asks all workers by counting up a number of requests; each worker answers the latest
 * request once. While the reader looks at an answer, a worker may finish one to the request before
 * and give one to the last request, so that with three places what is read stays as it is until the
 * reader asks again, without a lock. */
#define CURRENT_LINE_PLACES 3

typedef struct CurrentLine {
    _Atomic uint32_t answers; /* the last one lies in place answers % CURRENT_LINE_PLACES */
    uint32_t answered;        /* latest request seen; the worker's own */
    int lengths[CURRENT_LINE_PLACES];
    Move moves[CURRENT_LINE_PLACES][MAX_PLY + 1];
} CurrentLine;

/* Forgets all answers. While the worker is parked and nobody reads. */
void current_line_reset(CurrentLine *line);

/* Asks again. By the reading thread, which is done with what it has read. */
void current_line_ask(_Atomic uint32_t *requests);

/* Whether there is a request that the worker has not answered. By the worker's thread. */
static inline bool current_line_is_asked(const CurrentLine *line,
                                         const _Atomic uint32_t *requests) {
    return atomic_load_explicit(requests, memory_order_relaxed) != line->answered;
}

/* Answers the latest request with at least one move. By the worker's thread, after
 * current_line_is_asked(). */
void current_line_answer(CurrentLine *line, const _Atomic uint32_t *requests, const Move *moves,
                         int length);

/* The last answer; false when there is none yet. Valid until the next current_line_ask(). By the
 * reading thread. */
bool current_line_read(const CurrentLine *line, MoveLine *answer);
