#include "search/pool.h"

#include <stdlib.h>

#include "base/condition.h"
#include "base/scheduling.h"

/* Enough for MAX_PLY nodes of an unoptimised build with sanitizers. */
#define STACK_BYTES ((size_t)16 << 20)

typedef struct PoolThread {
    pthread_t handle;
    Pool *pool;
    int index;
    uint64_t round; /* of the last task that this thread has seen */
    Worker *worker;
} PoolThread;

/* One condition wakes all but the lead: a thread woken by name would compete with the one that
 * still wakes others. The lead often works alone. */
struct Pool {
    int count;
    PoolThread *threads[POOL_MAX_WORKERS];
    pthread_mutex_t lock;
    pthread_cond_t wake_lead;
    pthread_cond_t wake_others;
    uint64_t round; /* guarded by lock, like the next five */
    int wanted;     /* threads from this index on are to end */
    int first;      /* the threads from this index */
    int end;        /* to before this one are called to the task */
    PoolTask *task;
    void *argument;
    /* A lock of its own, so that who waits for the last thread does not queue with all the others.
     */
    pthread_mutex_t parked_lock;
    pthread_cond_t parked;
    _Atomic int working; /* threads that have not parked; the last one says so */
};

static void report_parked(Pool *pool) {
    if (atomic_fetch_sub(&pool->working, 1) > 1)
        return;
    pthread_mutex_lock(&pool->parked_lock);
    pthread_cond_broadcast(&pool->parked);
    pthread_mutex_unlock(&pool->parked_lock);
}

static pthread_cond_t *wake_of(Pool *pool, const PoolThread *thread) {
    return thread->index == 0 ? &pool->wake_lead : &pool->wake_others;
}

static void wake(Pool *pool, int first, int end) {
    if (first == 0)
        pthread_cond_signal(&pool->wake_lead);
    if (end > 1)
        pthread_cond_broadcast(&pool->wake_others);
}

/* Sleeps until there is a task for this thread; false when it is to end. */
static bool await_task(PoolThread *thread) {
    Pool *pool = thread->pool;
    pthread_mutex_lock(&pool->lock);
    bool called = false;
    while (!called && thread->index < pool->wanted) {
        if (thread->round == pool->round) {
            pthread_cond_wait(wake_of(pool, thread), &pool->lock);
        } else {
            thread->round = pool->round;
            called = thread->index >= pool->first && thread->index < pool->end;
        }
    }
    pthread_mutex_unlock(&pool->lock);
    return called;
}

static void *thread_main(void *argument) {
    PoolThread *thread = argument;
    Pool *pool = thread->pool;
    /* The lead's first ply is waited for: it does not queue behind the long turns of the others. */
    if (thread->index == 0)
        scheduling_prefer_neither();
    else
        scheduling_prefer_throughput();
    thread->worker = worker_create(thread->index);
    report_parked(pool);
    while (await_task(thread)) {
        pool->task(thread->worker, pool->argument);
        report_parked(pool);
    }
    worker_destroy(thread->worker);
    return NULL;
}

/* Ends the threads from index `count` on. All are parked. */
static void end_threads(Pool *pool, int count) {
    pthread_mutex_lock(&pool->lock);
    pool->wanted = count;
    wake(pool, count, pool->count);
    pthread_mutex_unlock(&pool->lock);
    while (pool->count > count) {
        PoolThread *thread = pool->threads[--pool->count];
        pthread_join(thread->handle, NULL);
        free(thread);
    }
}

/* Starts one more thread; false when the system refuses. The thread then makes its worker. */
static bool start_thread(Pool *pool) {
    PoolThread *thread = calloc(1, sizeof *thread);
    if (!thread)
        return false;
    thread->pool = pool;
    thread->index = pool->count;
    thread->round = pool->round;
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    atomic_fetch_add(&pool->working, 1);
    bool started = pthread_create(&thread->handle, &attributes, thread_main, thread) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) {
        report_parked(pool);
        free(thread);
        return false;
    }
    pool->threads[pool->count++] = thread;
    return true;
}

Pool *pool_create(void) {
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_mutex_init(&pool->parked_lock, NULL);
    condition_init(&pool->wake_lead);
    condition_init(&pool->wake_others);
    condition_init(&pool->parked);
    return pool;
}

void pool_destroy(Pool *pool) {
    if (!pool)
        return;
    pool_wait(pool);
    end_threads(pool, 0);
    condition_destroy(&pool->wake_lead);
    condition_destroy(&pool->wake_others);
    condition_destroy(&pool->parked);
    pthread_mutex_destroy(&pool->parked_lock);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int pool_resize(Pool *pool, int count) {
    pool_wait(pool);
    end_threads(pool, pool->count < count ? pool->count : count);
    pthread_mutex_lock(&pool->lock); /* those that stay may still be looking at it */
    pool->wanted = count;
    pthread_mutex_unlock(&pool->lock);
    while (pool->count < count && start_thread(pool))
        continue;
    pool_wait(pool);
    /* A thread that got no memory for its worker is of no use. */
    int useful = 0;
    while (useful < pool->count && pool->threads[useful]->worker)
        useful++;
    end_threads(pool, useful);
    return pool->count;
}

int pool_size(const Pool *pool) {
    return pool->count;
}

Worker *pool_worker(const Pool *pool, int index) {
    return pool->threads[index]->worker;
}

void pool_start(Pool *pool, int first, int end, PoolTask *task, void *argument) {
    if (first >= end)
        return;
    pthread_mutex_lock(&pool->lock);
    pool->task = task;
    pool->argument = argument;
    pool->first = first;
    pool->end = end;
    pool->round++;
    atomic_fetch_add(&pool->working, end - first);
    wake(pool, first, end);
    pthread_mutex_unlock(&pool->lock);
}

void pool_wait(Pool *pool) {
    pthread_mutex_lock(&pool->parked_lock);
    while (atomic_load(&pool->working) > 0)
        pthread_cond_wait(&pool->parked, &pool->parked_lock);
    pthread_mutex_unlock(&pool->parked_lock);
}

bool pool_wait_until(Pool *pool, int64_t deadline_us) {
    pthread_mutex_lock(&pool->parked_lock);
    bool in_time = true;
    while (atomic_load(&pool->working) > 0 && in_time)
        in_time = condition_wait_until(&pool->parked, &pool->parked_lock, deadline_us);
    bool parked = atomic_load(&pool->working) == 0;
    pthread_mutex_unlock(&pool->parked_lock);
    return parked;
}
