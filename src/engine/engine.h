#ifndef QUORUM_ENGINE_ENGINE_H
#define QUORUM_ENGINE_ENGINE_H

#include <stddef.h>

#include "chess/fen.h"
#include "search/limits.h"
#include "search/report.h"

/* The embeddable engine: everything a front end needs, nothing about text protocols. Several
 * engines live side by side in one process. All functions of one engine are called by one thread
 * (its owner), or by several under the caller's own lock, except engine_stop(), engine_ponderhit()
 * and engine_nodes(), which any thread may call at any time. */

#define ENGINE_MAX_THREADS         1024
#define ENGINE_MAX_HASH_MIB        33554432
#define ENGINE_DEFAULT_HASH_MIB    16
#define ENGINE_MAX_MULTIPV         500
#define ENGINE_MAX_OVERHEAD_MS     10000
#define ENGINE_DEFAULT_OVERHEAD_MS 10

typedef struct Engine Engine;

/* A new engine at the start position: one thread, default hash, not yet allocated. Memory for the
 * table and threads is taken at the first engine_prepare() or search. NULL only when memory is
 * exhausted. */
Engine *engine_create(void);

/* Stops and waits for a search that runs, then frees everything. */
void engine_destroy(Engine *engine);

/* Each of these waits for a running search to end first. Values out of range are clamped. */
void engine_set_hash(Engine *engine, size_t mib);
void engine_set_threads(Engine *engine, int threads);
void engine_set_multipv(Engine *engine, int lines);
void engine_set_move_overhead(Engine *engine, int milliseconds);
void engine_set_chess960(Engine *engine, bool chess960);
/* Ponder is on: the time manager may spend a little more, as half of it will be returned. */
void engine_set_ponder(Engine *engine, bool ponder);

/* Empties the table. */
void engine_clear_hash(Engine *engine);

/* Forgets all that was learned: table and histories. */
void engine_new_game(Engine *engine);

/* Allocates and clears what has been asked for and not yet made; idempotent. False when the table
 * could not be had at the size asked for: it is then smaller, and engine_hash() says how large. */
bool engine_prepare(Engine *engine);
size_t engine_hash(const Engine *engine);
int engine_threads(const Engine *engine);

/* Sets the root; on false nothing has changed and *error says why. */
bool engine_set_position(Engine *engine, const char *fen, FenError *error);

/* Plays a move on the root: the text is UCI's coordinate notation. False, and no change, for an
 * illegal one. Repetition counts across these moves. */
bool engine_play(Engine *engine, const char *move, int length);

/* The root as it stands. */
const Position *engine_position(const Engine *engine);

/* Begins a search and returns once it has begun. The sink (copied) is called from the engine's
 * threads; best_move is its last call, exactly one a search. A search already running is waited
 * for. */
void engine_go(Engine *engine, const SearchLimits *limits, const ReportSink *sink);

/* Runs a search on the calling thread (the other workers on theirs) and returns after best_move. */
void engine_think(Engine *engine, const SearchLimits *limits, const ReportSink *sink);

/* Ends the running search as soon as possible; without one, does nothing. Returns at once. */
void engine_stop(Engine *engine);

/* A ponder search becomes a normal one: our clock starts to run now, and what has been thought
 * already counts as thought. Without one, does nothing. */
void engine_ponderhit(Engine *engine);

/* Whether a search runs (best_move not yet reported). */
bool engine_is_searching(Engine *engine);

/* Blocks until no search runs. */
void engine_wait(Engine *engine);

/* Nodes of the current or last search, all workers. */
uint64_t engine_nodes(Engine *engine);

#endif
