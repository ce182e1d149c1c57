#pragma once

#include "machine/plan.h"
#include "machine/thread_binding.h"
#include "search/worker.h"

/* A persistent set of threads, each with its own worker. Between tasks they sleep. All functions
 * are called by one thread at a time, except as said at pool_start(). */

#define POOL_MAX_WORKERS 1024

/* Of a thread that searches: enough for MAX_PLY nodes of an unoptimised build with sanitizers. */
#define POOL_STACK_BYTES ((size_t)16 << 20)

typedef struct Pool Pool;

/* What the workers are to do; called on each worker's own thread. */
typedef void PoolTask(Worker *worker, void *argument);

/* --- By its owner, one thread at a time. --- */

/* An empty pool; NULL without memory. */
Pool *pool_create(void);

/* While threads are started, gives_up(context) is asked before each and every few milliseconds by
 * the thread that waits. Once it says yes, no more are, but for a main thread. NULL: all that are
 * wanted. */
void pool_set_impatience(Pool *pool, bool (*gives_up)(void *context), void *context);

/* Whether gives_up() has said yes since it was set. */
bool pool_has_given_up(const Pool *pool);

/* Waits for the workers, then ends their threads. */
void pool_destroy(Pool *pool);

/* Starts or ends threads until there are `count` (1 to POOL_MAX_WORKERS), where `plan`, which is
 * for at least as many workers, puts them; with NULL they run, and have their memory, anywhere.
 * Each thread begins on its processors and creates its own worker. The first thread whose place in
 * the plan has changed is replaced, as are all after it; their workers have learned nothing.
 * Returns the number there are, which is less when the system gives no more or it was given up. The
 * plan is not kept.
 *
 * A main thread is kept until its successor has started. Where none can be started the old one
 * serves on, and where there is none yet, a guest: a worker without a thread, alone in the pool,
 * that does its tasks on the thread of who calls pool_start(). 0 only without memory for that. */
int pool_resize(Pool *pool, int count, const Plan *plan);

/* Whether the main thread is an old one or a guest, and pool_resize() would try to start another.
 */
bool pool_main_is_makeshift(const Pool *pool);

/* Whether a thread that was to be bound is not: the kernel refused. */
bool pool_binding_failed(const Pool *pool, int index);

/* The stack of a thread whose memory has a place; without address for another. */
const MemoryBlock *pool_stack(const Pool *pool, int index);

/* Waits until all workers are parked. */
void pool_wait(Pool *pool);

/* The same, but no later than clock_now_us() reaches deadline_us; false if some still work. */
bool pool_wait_until(Pool *pool, int64_t deadline_us);

/* --- By its owner, or by the main thread from its own task, to set the others to work. --- */

/* Sets the workers from index `first` to before `end` to work and returns. They must be parked. A
 * guest has done its task when this returns. */
void pool_start(Pool *pool, int first, int end, PoolTask *task, void *argument);

/* --- By any thread, between two calls of pool_resize(). --- */

int pool_size(const Pool *pool);

Worker *pool_worker(const Pool *pool, int index);

/* worker_untouched_bytes() of all, while they are parked. */
size_t pool_untouched_bytes(const Pool *pool);
