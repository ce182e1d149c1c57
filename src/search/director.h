#pragma once

#include "search/pool.h"

/* Conducts one search after another from `go` to the best move: wakes the workers, watches the
 * clock, obeys stop and ponderhit, holds the vote and reports. It sleeps in between and searches
 * nothing itself, so that it is scheduled at once even when there are far more workers than
 * processors. One owner calls everything but director_stop(), director_ponderhit(),
 * director_is_searching() and director_nodes(), which any thread may call. */
typedef struct Director Director;

/* A director of the pool's workers; NULL without memory or thread. */
Director *director_create(Pool *pool);

/* Stops a search that runs, waits for its end and frees the director, not the pool. */
void director_destroy(Director *director);

/* Waits for the search before to end, begins a new one and returns. */
void director_go(Director *director, const SearchSetup *setup, const SearchLimits *limits,
                 const ReportSink *sink);

/* The same with the main worker on the calling thread; returns after the best move. */
void director_think(Director *director, const SearchSetup *setup, const SearchLimits *limits,
                    const ReportSink *sink);

/* These two return at once; where nothing runs, or ponders, they do nothing. The first ends the
 * search, the second lets our clock begin. */
void director_stop(Director *director);
void director_ponderhit(Director *director);

/* Whether a search has begun that has not ended: its best move may have been reported by then. */
bool director_is_searching(Director *director);

/* To be called when the next search belongs to another game: clocks that count nodes begin anew.
 * Waits for a search that runs. */
void director_new_game(Director *director);

/* Waits until the search has ended and every worker is parked. */
void director_wait(Director *director);

/* The same, but not beyond a point of clock_now_us(): false then. */
bool director_wait_until(Director *director, int64_t deadline_us);

/* Nodes of the current or last search. */
uint64_t director_nodes(Director *director);
