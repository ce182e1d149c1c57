#include "search/pool.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/scheduling.h"

/* How often somebody who waits is asked whether to go on. */
#define PATIENCE_US 10000

typedef struct PoolThread {
    pthread_t handle;
    bool is_guest; /* there is no thread: worker 0 runs on that of who calls it */
    bool is_over;  /* it is to end; guarded by the pool's lock */
    Pool *pool;
    int index;
    uint64_t round; /* of the last task that this thread has seen */
    Worker *worker;
    int *processors; /* that it is to be bound to; none if it is free to roam */
    int processor_count;
    int node; /* of its memory, -1 for where it is touched */
    bool binding_failed;
    MemoryBlock stack;
} PoolThread;

/* One condition wakes all but the main thread: a thread woken by name would compete with the one
 * that still wakes others. The main thread often works alone. */
struct Pool {
    int count;
    PoolThread *threads[POOL_MAX_WORKERS];
    bool main_is_makeshift;          /* see pool_main_is_makeshift() */
    bool (*gives_up)(void *context); /* see pool_set_impatience() */
    void *gives_up_context;
    _Atomic bool given_up;
    pthread_mutex_t lock;
    pthread_cond_t wake_main;
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
    return thread->index == 0 ? &pool->wake_main : &pool->wake_others;
}

static void wake(Pool *pool, int first, int end) {
    if (first == 0)
        pthread_cond_signal(&pool->wake_main);
    if (end > 1)
        pthread_cond_broadcast(&pool->wake_others);
}

/* Sleeps until there is a task for this thread; false when it is to end. */
static bool await_task(PoolThread *thread) {
    Pool *pool = thread->pool;
    pthread_mutex_lock(&pool->lock);
    bool called = false;
    while (!called && !thread->is_over && thread->index < pool->wanted) {
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
    /* The main thread's first ply is waited for: the others' long turns are not to delay it. */
    scheduling_prefer(thread->index == 0 ? TURNS_USUAL : TURNS_LONG);
    if (thread->index == 0 || !atomic_load(&pool->given_up))
        thread->worker = worker_create(thread->index, thread->node);
    report_parked(pool);
    while (await_task(thread)) {
        pool->task(thread->worker, pool->argument);
        report_parked(pool);
    }
    worker_destroy(thread->worker);
    return NULL;
}

static void free_thread(PoolThread *thread) {
    memory_block_unmap(&thread->stack);
    free(thread->processors);
    free(thread);
}

/* Waits for a thread that has been told to end. */
static void join_thread(PoolThread *thread) {
    if (thread->is_guest)
        worker_destroy(thread->worker);
    else
        pthread_join(thread->handle, NULL);
    free_thread(thread);
}

/* Ends the threads from index `count` on. All are parked. */
static void end_threads(Pool *pool, int count) {
    pthread_mutex_lock(&pool->lock);
    pool->wanted = count;
    wake(pool, count, pool->count);
    pthread_mutex_unlock(&pool->lock);
    while (pool->count > count)
        join_thread(pool->threads[--pool->count]);
}

/* Ends a main thread while there is another. */
static void end_main_thread(Pool *pool, PoolThread *thread) {
    pthread_mutex_lock(&pool->lock);
    thread->is_over = true;
    pthread_cond_broadcast(&pool->wake_main);
    pthread_mutex_unlock(&pool->lock);
    join_thread(thread);
}

/* The processors that the plan binds a worker to; NULL if it is free to roam. */
static const PlanSet *planned_set(const Plan *plan, int index) {
    return plan && plan->binding != PLAN_UNBOUND ? &plan->sets[plan->workers[index].set] : NULL;
}

static int planned_node(const Plan *plan, int index) {
    return plan && plan->places_memory ? plan->workers[index].memory_node : -1;
}

static bool is_in_place(const PoolThread *thread, const Plan *plan) {
    const PlanSet *set = planned_set(plan, thread->index);
    int count = set ? set->pu_count : 0;
    if (thread->is_guest)
        return false;
    return thread->node == planned_node(plan, thread->index) && thread->processor_count == count &&
           (count == 0 || memcmp(thread->processors, set->pus, (size_t)count * sizeof(int)) == 0);
}

/* A thread that has not been started yet; NULL without memory. */
static PoolThread *make_thread(Pool *pool, const Plan *plan) {
    PoolThread *thread = calloc(1, sizeof *thread);
    if (!thread)
        return NULL;
    thread->pool = pool;
    thread->index = pool->count;
    thread->round = pool->round;
    thread->node = planned_node(plan, thread->index);
    const PlanSet *set = planned_set(plan, thread->index);
    if (!set)
        return thread;
    size_t bytes = (size_t)set->pu_count * sizeof(int);
    thread->processors = malloc(bytes);
    if (!thread->processors) {
        free(thread);
        return NULL;
    }
    memcpy(thread->processors, set->pus, bytes);
    thread->processor_count = set->pu_count;
    return thread;
}

/* A stack on the thread's node. It shares no page with another's, and is preferred there because
 * the C library, and so who starts the thread, touches it first. */
static void place_stack(PoolThread *thread) {
    if (thread->node < 0)
        return;
    MemoryWish wish = {.pages = PAGES_PLAIN, .policy = NODES_PREFERRED};
    node_set_add(&wish.nodes, thread->node);
    memory_block_map(&thread->stack, POOL_STACK_BYTES, &wish);
}

/* Starts one more thread; false when the system refuses. The thread then makes its worker. */
static bool start_thread(Pool *pool, const Plan *plan) {
    PoolThread *thread = make_thread(pool, plan);
    if (!thread)
        return false;
    place_stack(thread);
    ThreadPlace place = {.processors = thread->processors,
                         .count = thread->processor_count,
                         .stack = thread->stack.address,
                         .stack_bytes =
                             thread->stack.address ? thread->stack.bytes : POOL_STACK_BYTES};
    atomic_fetch_add(&pool->working, 1);
    BindingResult result = binding_create_thread(&thread->handle, &place, thread_main, thread);
    if (result == BINDING_NO_THREAD) {
        report_parked(pool);
        free_thread(thread);
        return false;
    }
    thread->binding_failed = result == BINDING_UNBOUND;
    pool->threads[pool->count++] = thread;
    return true;
}

/* A worker 0 without a thread; false without memory. */
static bool invite_guest(Pool *pool) {
    PoolThread *guest = make_thread(pool, NULL);
    if (!guest)
        return false;
    guest->is_guest = true;
    guest->worker = worker_create(0, -1);
    if (!guest->worker) {
        free_thread(guest);
        return false;
    }
    pool->threads[pool->count++] = guest;
    return true;
}

/* Starts another main thread. The old one, if there is any, goes on where the system refuses, and
 * without any the next best is a guest. */
static void replace_main_thread(Pool *pool, const Plan *plan) {
    end_threads(pool, 1);
    PoolThread *old = pool->count > 0 ? pool->threads[0] : NULL;
    pool->count = 0;
    if (start_thread(pool, plan))
        pool_wait(pool);
    if (pool->count > 0 && !pool->threads[0]->worker)
        end_main_thread(pool, pool->threads[--pool->count]);
    pool->main_is_makeshift = pool->count == 0;
    if (pool->count == 0 && old)
        pool->threads[pool->count++] = old;
    else if (pool->count == 0)
        invite_guest(pool);
    else if (old)
        end_main_thread(pool, old);
}

Pool *pool_create(void) {
    Pool *pool = calloc(1, sizeof *pool);
    if (!pool)
        return NULL;
    pthread_mutex_init(&pool->lock, NULL);
    pthread_mutex_init(&pool->parked_lock, NULL);
    condition_init(&pool->wake_main);
    condition_init(&pool->wake_others);
    condition_init(&pool->parked);
    return pool;
}

void pool_set_impatience(Pool *pool, bool (*gives_up)(void *context), void *context) {
    pool->gives_up = gives_up;
    pool->gives_up_context = context;
    atomic_store(&pool->given_up, false);
}

bool pool_has_given_up(const Pool *pool) {
    return atomic_load(&pool->given_up);
}

/* Asks, unless it is known. */
static bool gives_up(Pool *pool) {
    if (!atomic_load(&pool->given_up) && pool->gives_up && pool->gives_up(pool->gives_up_context))
        atomic_store(&pool->given_up, true);
    return atomic_load(&pool->given_up);
}

void pool_destroy(Pool *pool) {
    if (!pool)
        return;
    pool_wait(pool);
    end_threads(pool, 0);
    pthread_cond_destroy(&pool->wake_main);
    pthread_cond_destroy(&pool->wake_others);
    pthread_cond_destroy(&pool->parked);
    pthread_mutex_destroy(&pool->parked_lock);
    pthread_mutex_destroy(&pool->lock);
    free(pool);
}

int pool_resize(Pool *pool, int count, const Plan *plan) {
    pool_wait(pool);
    int kept = 0;
    while (kept < pool->count && kept < count && is_in_place(pool->threads[kept], plan))
        kept++;
    pool->main_is_makeshift = false;
    if (kept == 0)
        replace_main_thread(pool, plan);
    else
        end_threads(pool, kept);
    pthread_mutex_lock(&pool->lock); /* those that stay may still be looking at it */
    pool->wanted = count;
    pthread_mutex_unlock(&pool->lock);
    while (!pool->main_is_makeshift && pool->count < count && !gives_up(pool) &&
           start_thread(pool, plan))
        continue;
    while (!pool_wait_until(pool, clock_now_us() + PATIENCE_US))
        gives_up(pool);
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

size_t pool_untouched_bytes(const Pool *pool) {
    size_t bytes = 0;
    for (int i = 0; i < pool->count; i++)
        bytes += worker_untouched_bytes(pool_worker(pool, i));
    return bytes;
}

bool pool_main_is_makeshift(const Pool *pool) {
    return pool->main_is_makeshift;
}

Worker *pool_worker(const Pool *pool, int index) {
    return pool->threads[index]->worker;
}

bool pool_binding_failed(const Pool *pool, int index) {
    return pool->threads[index]->binding_failed;
}

const MemoryBlock *pool_stack(const Pool *pool, int index) {
    return &pool->threads[index]->stack;
}

void pool_start(Pool *pool, int first, int end, PoolTask *task, void *argument) {
    if (first >= end)
        return;
    if (first == 0 && pool->threads[0]->is_guest) { /* which is alone */
        task(pool_worker(pool, 0), argument);
        return;
    }
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
    pool_wait_until(pool, INT64_MAX);
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
