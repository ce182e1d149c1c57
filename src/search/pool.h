#ifndef QUORUM_SEARCH_POOL_H
#define QUORUM_SEARCH_POOL_H

#include "search/worker.h"

/* A persistent set of threads, each with its own worker. Between tasks they sleep. All functions
 * are called by one thread at a time,
 * except as said at pool_start(). */

#define POOL_MAX_WORKERS 1024

typedef struct Pool Pool;

/* What the workers are to do; called on each worker's own thread. */
typedef void PoolTask(Worker *worker, void *argument);

/* An empty pool; NULL without memory. */
Pool *pool_create(void);

/* Waits for the workers, then ends their threads. */
void pool_destroy(Pool *pool);

/* Starts or ends threads until there are `count` (1 to POOL_MAX_WORKERS). Each creates its own
 * worker. Returns the number there are, which is less when the system gives no more. */
int pool_resize(Pool *pool, int count);

int pool_size(const Pool *pool);
Worker *pool_worker(const Pool *pool, int index);

/* Sets the workers from index `first` to before `end` to work and returns. They must be parked. The
 * lead, worker 0, may call this from its own task to set the others to work. */
void pool_start(Pool *pool, int first, int end, PoolTask *task, void *argument);

/* Waits until all workers are parked. */
void pool_wait(Pool *pool);

/* The same, but no later than clock_now_us() reaches deadline_us; false if some still work. */
bool pool_wait_until(Pool *pool, int64_t deadline_us);

#endif
