#include "search/pool.h"

#include <stdlib.h>

#include "base/condition.h"

/* Enough for MAX_PLY nodes of an unoptimised build with sanitizers. */
#define STACK_BYTES ((size_t)16 << 20)

typedef struct PoolThread {
    pthread_t handle;
    Pool *pool;
    int index;
    Worker *worker;
    pthread_mutex_t lock;
    pthread_cond_t wake;
    bool has_work; /* guarded by lock */
    bool quit;     /* guarded by lock */
} PoolThread;

struct Pool {
    int count;
    PoolThread *threads[POOL_MAX_WORKERS];
    PoolTask *task;
    void *argument;
    pthread_mutex_t lock;
    pthread_cond_t parked;
    _Atomic int working; /* threads that have not parked; the last one takes the lock to say so */
};

static void report_parked(Pool *pool) {
    if (atomic_fetch_sub(&pool->working, 1) > 1)
        return;
    pthread_mutex_lock(&pool->lock);
    pthread_cond_broadcast(&pool->parked);
    pthread_mutex_unlock(&pool->lock);
}

/* Sleeps until there is work; false when the thread is to end. */
static bool await_work(PoolThread *thread) {
    pthread_mutex_lock(&thread->lock);
    while (!thread->has_work && !thread->quit)
        pthread_cond_wait(&thread->wake, &thread->lock);
    bool work = thread->has_work;
    thread->has_work = false;
    pthread_mutex_unlock(&thread->lock);
    return work;
}

static void *thread_main(void *argument) {
    PoolThread *thread = argument;
    Pool *pool = thread->pool;
    thread->worker = worker_create(thread->index);
    report_parked(pool);
    while (await_work(thread)) {
        pool->task(thread->worker, pool->argument);
        report_parked(pool);
    }
    worker_destroy(thread->worker);
    return NULL;
}

static void free_thread(PoolThread *thread) {
    condition_destroy(&thread->wake);
    pthread_mutex_destroy(&thread->lock);
    free(thread);
}

static void end_thread(PoolThread *thread) {
    pthread_mutex_lock(&thread->lock);
    thread->quit = true;
    pthread_cond_signal(&thread->wake);
    pthread_mutex_unlock(&thread->lock);
    pthread_join(thread->handle, NULL);
    free_thread(thread);
}

/* Starts one more thread; false when the system refuses. The thread then makes its worker. */
static bool start_thread(Pool *pool) {
    PoolThread *thread = calloc(1, sizeof *thread);
    if (!thread)
        return false;
    thread->pool = pool;
    thread->index = pool->count;
    pthread_mutex_init(&thread->lock, NULL);
    condition_init(&thread->wake);
    pthread_attr_t attributes;
    pthread_attr_init(&attributes);
    pthread_attr_setstacksize(&attributes, STACK_BYTES);
    atomic_fetch_add(&pool->working, 1);
    bool started = pthread_create(&thread->handle, &attributes, thread_main, thread) == 0;
    pthread_attr_destroy(&attributes);
    if (!started) {
        report_parked(pool);
        free_thread(thread);
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
    condition_init(&pool->parked);
    return pool;
}

void pool_destroy(Pool *pool) {
    if (!pool)
        return;
    pool_wait(pool);
    while (pool->count > 0)
        end_thread(pool->threads[--pool->count]);
    condition_destroy(&pool->parked);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int pool_resize(Pool *pool, int count) {
    pool_wait(pool);
    while (pool->count > count)
        end_thread(pool->threads[--pool->count]);
    while (pool->count < count && start_thread(pool))
        continue;
    pool_wait(pool);
    /* A thread that got no memory for its worker is of no use. */
    for (int i = 0; i < pool->count; i++) {
        if (pool->threads[i]->worker)
            continue;
        while (pool->count > i)
            end_thread(pool->threads[--pool->count]);
    }
    return pool->count;
}

int pool_size(const Pool *pool) {
    return pool->count;
}

Worker *pool_worker(const Pool *pool, int index) {
    return pool->threads[index]->worker;
}

void pool_start(Pool *pool, int first, PoolTask *task, void *argument) {
    pool->task = task;
    pool->argument = argument;
    atomic_fetch_add(&pool->working, pool->count - first);
    for (int i = first; i < pool->count; i++) {
        PoolThread *thread = pool->threads[i];
        pthread_mutex_lock(&thread->lock);
        thread->has_work = true;
        pthread_cond_signal(&thread->wake);
        pthread_mutex_unlock(&thread->lock);
    }
}

void pool_wait(Pool *pool) {
    pthread_mutex_lock(&pool->lock);
    while (atomic_load(&pool->working) > 0)
        pthread_cond_wait(&pool->parked, &pool->lock);
    pthread_mutex_unlock(&pool->lock);
}

bool pool_wait_until(Pool *pool, int64_t deadline_us) {
    pthread_mutex_lock(&pool->lock);
    bool in_time = true;
    while (atomic_load(&pool->working) > 0 && in_time)
        in_time = condition_wait_until(&pool->parked, &pool->lock, deadline_us);
    bool parked = atomic_load(&pool->working) == 0;
    pthread_mutex_unlock(&pool->lock);
    return parked;
}
