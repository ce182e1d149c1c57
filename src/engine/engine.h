#pragma once

#include <stddef.h>

#include "base/reason.h"
#include "chess/fen.h"
#include "machine/policy.h"
#include "nnue/network_view.h"
#include "search/history_scope.h"
#include "search/limits.h"
#include "search/options.h"
#include "search/report.h"
#include "search/scaling.h"
#include "tables/syzygy.h"

/* The embeddable engine: everything a front end needs, nothing about text protocols. Several
 * engines live side by side in one process. All functions of one engine are called by one thread
 * (its owner), or by several under the caller's own lock, except engine_stop(), engine_ponderhit(),
 * engine_is_searching() and engine_nodes(), which any thread may call at any time. */

#define ENGINE_MAX_THREADS        1024
#define ENGINE_MAX_HASH_MIB       33554432
#define ENGINE_DEFAULT_HASH_MIB   16
#define ENGINE_MAX_POSITION_VALUE 10000

typedef struct Engine Engine;

/* A new engine at the start position: one thread, default hash, not yet allocated. Calls
 * chess_init() itself. Memory for the table and threads is taken at the first engine_prepare() or
 * search. NULL only when memory is exhausted. */
Engine *engine_create(void);

/* An engine that only holds the network of a file, for others to take with engine_share_network().
 * With path NULL its network is the program's own. NULL, with the reason (a line) in error: the
 * file holds no network that can be used, or there is no memory. */
Engine *engine_create_holder(const char *path, Reason *error);

/* Stops and waits for a search that runs, then frees everything. */
void engine_destroy(Engine *engine);

/* Each of these waits for a running search to end first. Values out of range are clamped. */
void engine_set_hash(Engine *engine, size_t mib);
void engine_set_threads(Engine *engine, int threads);
/* One of those that searches read, see search/options.h. What was searched by another rule of the
 * endgame tables is forgotten, as by engine_new_game(). */
void engine_set_option(Engine *engine, SearchOption option, int value);
void engine_set_chess960(Engine *engine, bool chess960);
/* Where the threads run, see machine/policy.h; at first both are `auto`. The policy is copied;
 * false without memory, and nothing changes. */
bool engine_set_numa_policy(Engine *engine, const NumaPolicy *policy);
void engine_set_thread_placement(Engine *engine, ThreadPlacement placement);
/* The engine is number `index` (from 0) of `count` with as many threads that run side by side and
 * are to be kept apart: no two sit on one core while another is free. At first it is one of one. */
void engine_set_share(Engine *engine, int index, int count);
/* Which threads share histories, as their seats in the plan have it; at first none. Without a plan
 * (one thread, or policy `none`) all sit together. A change forgets histories. */
void engine_set_history_scope(Engine *engine, HistoryScope scope);
/* What the next search reads. */
const SearchOptions *engine_options(const Engine *engine);

/* The network that evaluates positions. At first it is the one that the program carries. A change
 * forgets all that was learned. */

/* Loads one from a file. On false the engine goes on with what it had, and *reason says
 * why. */
bool engine_load_network(Engine *engine, const char *path, Reason *reason);

/* Goes back to the one at first. */
void engine_reset_network(Engine *engine);

/* Uses what another engine uses, in the same memory. */
void engine_share_network(Engine *engine, const Engine *source);

/* The id of its file. */
uint64_t engine_network_id(const Engine *engine);

/* How the network sees the root. */
void engine_network_view(const Engine *engine, NetworkView *view);

/* MiB that a table of the engine's may take now, most of what is free. While no search runs. */
size_t engine_most_hash(const Engine *engine);

/* What a search takes of the root's evaluation, before its corrections. */
Scaling engine_scaling(const Engine *engine);

/* Endgame tables in the directories of a path, separated by colons; "" for none, as at first. On
 * false there are none, and *reason says why. All engines of a process that
 * use tables at the same time use the same path. Every table is looked at, which takes a while
 * where there are many of them on a slow disk. The same path again looks only whether a file has
 * come, gone or been replaced. What was searched with another path or other files is forgotten, as
 * by engine_new_game(). */
bool engine_set_syzygy_path(Engine *engine, const char *path, Reason *reason);
/* The tables in use; NULL for none. */
const SyzygyTables *engine_syzygy_tables(const Engine *engine);

/* An opening book in Polyglot's format; "" for none, as at first. On false there is none, and
 * *reason says why. */
bool engine_set_book(Engine *engine, const char *path, Reason *reason);
/* Whether moves are played from the book: at once, by engine_go() itself, in place of a search that
 * is for a move to play. Not in analysis, `infinite`, `ponder` and `mate`. At first they are not.
 */
void engine_set_own_book(Engine *engine, bool used);
/* Number of entries of the book, 0 without one. */
uint64_t engine_book_size(const Engine *engine);

/* Empties the table, in a time that does not depend on its size. */
void engine_clear_hash(Engine *engine);

/* Forgets all that was learned: table and histories. What is searched after it does not depend on
 * what was searched before. Takes no longer for a larger table. */
void engine_new_game(Engine *engine);

/* Allocates and clears what has been asked for and not yet made; idempotent. False when the table
 * could not be had at the size asked for: it is then smaller, and engine_hash() says how large (0:
 * less than a MiB). */
bool engine_prepare(Engine *engine);

/* MiB of the table that there is, whole ones. */
size_t engine_hash(const Engine *engine);

/* While many threads or a large table are made, or engine_think() searches, gives_up(context) is
 * asked every few milliseconds by the thread that waits. Once it says yes, as it then must for
 * ever, the search is stopped; threads are missing, the table stays unfinished, and the engine is
 * good only to be destroyed. NULL: all takes its time. */
void engine_set_impatience(Engine *engine, bool (*gives_up)(void *context), void *context);

/* How many threads there are: fewer than were asked for where the system gives no more; 0 without
 * memory for one. */
int engine_threads(const Engine *engine);

/* How often threads or memory have been placed anew. */
uint64_t engine_placements(const Engine *engine);

/* A sentence about threads and memory that did not go as they should, which the user has not been
 * told yet; NULL when there is none. Each comes once, or again after dozens of others. Valid until
 * the engine prepares anew, as it does for a search. */
const char *engine_next_warning(Engine *engine);

/* How often the engine has written zeros over a whole table, which takes long for a large one. */
uint64_t engine_zeroings(const Engine *engine);

/* Sets the root to a copy of a position; its game begins here. */
void engine_set_root(Engine *engine, const Position *position);

/* Plays a legal move on the root. Repetition counts across these moves. */
void engine_play_move(Engine *engine, Move move);

/* The root as it stands. */
const Position *engine_position(const Engine *engine);

/* How often the root has stood on the board of its game, this time included, among its last 128
 * positions. */
int engine_occurrences(const Engine *engine);

/* Swaps the colours of the root; its game begins here. */
void engine_flip(Engine *engine);

/* Gives a position a value in centipawns from White's view, at most ENGINE_MAX_POSITION_VALUE
 * either way (larger ones are clamped). Wherever a search meets it below the root, that is its
 * score, and it is not searched further. Positions are the same if pieces, side to move, castling
 * rights and en-passant square are; counters do not matter. False, with the reason in *error: a bad
 * FEN, a position whose game is over, or no memory. */
bool engine_set_position_value(Engine *engine, const char *fen, int white_centipawns,
                               FenError *error);

/* Takes a value back; a position without one stays as it is. False for a bad FEN. */
bool engine_remove_position_value(Engine *engine, const char *fen, FenError *error);
void engine_clear_position_values(Engine *engine);

/* The root's own value; false when it has none. */
bool engine_position_value(const Engine *engine, int *white_centipawns);

/* Begins a search and returns once it has begun. The sink (copied) is called from the engine's
 * threads, or by a move of the book on the caller's; best_move is its last call, exactly one a
 * search. A search already running is waited for. */
void engine_go(Engine *engine, const SearchLimits *limits, const ReportSink *sink);

/* Runs a search and returns after best_move. Unless threads are bound, somebody is impatient,
 * or stacks are limited to less than 2 MiB, the main worker runs on the calling thread, of whose
 * stack deep lines take most of a MiB. */
void engine_think(Engine *engine, const SearchLimits *limits, const ReportSink *sink);

/* The same, starting the clock now, for callers that only want the result. */
BestMoveReport engine_find(Engine *engine, SearchLimits limits);

/* Ends the running search as soon as possible; without one, does nothing. Returns at once. */
void engine_stop(Engine *engine);

/* A ponder search becomes a normal one: our clock starts to run now, and what has been thought
 * already counts as thought. Without one, does nothing. */
void engine_ponderhit(Engine *engine);

/* Whether a search runs; once it does not, best_move has returned. */
bool engine_is_searching(Engine *engine);

/* Blocks until no search runs. */
void engine_wait(Engine *engine);

/* Nodes of the current or last search, all workers. */
uint64_t engine_nodes(Engine *engine);

/* Nodes of the last search of one worker, 0 to engine_threads() - 1; while no search runs. */
uint64_t engine_worker_nodes(const Engine *engine, int worker);
