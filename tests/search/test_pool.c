#include <sys/resource.h>
#include <time.h>

#include "../chess/support.h"
#include "../own_process.h"
#include "base/clock.h"
#include "base/compiler.h"
#include "search/pool.h"

#define CROWD 64

/* What each worker's thread leaves when it runs a task. */
typedef struct Roll {
    _Atomic int calls[CROWD];
    pthread_t threads[CROWD];
    const Worker *workers[CROWD];
    Pool *pool;
} Roll;

static void answer(Worker *worker, void *argument) {
    Roll *roll = argument;
    atomic_fetch_add(&roll->calls[worker->index], 1);
    roll->threads[worker->index] = pthread_self();
    roll->workers[worker->index] = worker;
}

static Roll call_roll_of(Pool *pool, int first, int end) {
    Roll roll;
    memset(&roll, 0, sizeof roll);
    pool_start(pool, first, end, answer, &roll);
    pool_wait(pool);
    return roll;
}

static Roll call_roll(Pool *pool) {
    return call_roll_of(pool, 0, pool_size(pool));
}

/* Each worker from `first` to before `end` has answered once, on a thread of its own. */
static void expect_roll_of(const Pool *pool, const Roll *roll, int first, int end) {
    for (int i = 0; i < CROWD; i++) {
        const bool called = i >= first && i < end;
        assert_int_equal(atomic_load(&roll->calls[i]), called);
        if (!called)
            continue;
        assert_ptr_equal(roll->workers[i], pool_worker(pool, i));
        assert_false(pthread_equal(roll->threads[i], pthread_self()));
        for (int j = first; j < i; j++)
            assert_false(pthread_equal(roll->threads[i], roll->threads[j]));
    }
}

static void expect_roll(const Pool *pool, const Roll *roll) {
    expect_roll_of(pool, roll, 0, pool_size(pool));
}

static Pool *pool_of(int count) {
    Pool *pool = pool_create();
    assert_non_null(pool);
    assert_int_equal(pool_size(pool), 0);
    assert_int_equal(pool_resize(pool, count, NULL), count);
    return pool;
}

static void begins_empty(void **state) {
    (void)state;
    Pool *pool = pool_create();
    assert_non_null(pool);
    assert_int_equal(pool_size(pool), 0);
    pool_wait(pool);
    assert_true(pool_wait_until(pool, clock_now_us()));
    const Roll roll = call_roll(pool);
    expect_roll(pool, &roll);
    pool_destroy(pool);
    pool_destroy(NULL);
}

static void workers_know_their_place(void **state) {
    (void)state;
    Pool *pool = pool_of(CROWD);
    assert_int_equal(pool_size(pool), CROWD);
    for (int i = 0; i < CROWD; i++) {
        assert_int_equal(pool_worker(pool, i)->index, i);
        assert_int_equal((uintptr_t)pool_worker(pool, i) % CACHE_LINE, 0);
        for (int j = 0; j < i; j++)
            assert_ptr_not_equal(pool_worker(pool, i), pool_worker(pool, j));
    }
    pool_destroy(pool);
}

static void each_task_runs_once_a_worker(void **state) {
    (void)state;
    static const int SIZES[] = {1, 2, 3, CROWD};
    static const int ROUNDS[] = {2000, 2000, 1000, 100};
    for (int i = 0; i < (int)ARRAY_LENGTH(SIZES); i++) {
        Pool *pool = pool_of(SIZES[i]);
        const Roll before = call_roll(pool);
        for (int round = 0; round < ROUNDS[i]; round++) {
            const Roll roll = call_roll(pool);
            expect_roll(pool, &roll);
            /* The threads are kept. */
            for (int n = 0; n < SIZES[i]; n++)
                assert_true(pthread_equal(roll.threads[n], before.threads[n]));
        }
        pool_destroy(pool);
    }
}

static void a_part_of_the_workers_may_be_called(void **state) {
    (void)state;
    Pool *pool = pool_of(8);
    for (int round = 0; round < 200; round++) {
        const int first = round % 9;
        const int end = first + round % (9 - first);
        const Roll roll = call_roll_of(pool, first, end);
        expect_roll_of(pool, &roll, first, end);
    }
    pool_destroy(pool);
}

static void resizes_up_and_down(void **state) {
    (void)state;
    Pool *pool = pool_of(1);
    uint64_t seed = 1;
    for (int round = 0; round < 60; round++) {
        const int before = pool_size(pool);
        const int wanted = round == 30 ? CROWD : 1 + random_below(&seed, 12);
        const Worker *kept[CROWD];
        for (int i = 0; i < before; i++)
            kept[i] = pool_worker(pool, i);
        assert_int_equal(pool_resize(pool, wanted, NULL), wanted);
        assert_int_equal(pool_size(pool), wanted);
        for (int i = 0; i < before && i < wanted; i++)
            assert_ptr_equal(pool_worker(pool, i), kept[i]);
        const Roll roll = call_roll(pool);
        expect_roll(pool, &roll);
    }
    pool_destroy(pool);
}

static void answer_and_call_others(Worker *worker, void *argument) {
    Roll *roll = argument;
    answer(worker, argument);
    pool_start(roll->pool, 1, pool_size(roll->pool), answer, argument);
}

static void main_thread_calls_the_others(void **state) {
    (void)state;
    Pool *pool = pool_of(8);
    for (int round = 0; round < 200; round++) {
        Roll roll;
        memset(&roll, 0, sizeof roll);
        roll.pool = pool;
        pool_start(pool, 0, 1, answer_and_call_others, &roll);
        pool_wait(pool);
        expect_roll(pool, &roll);
    }
    pool_destroy(pool);
}

static void learn_something(Worker *worker, void *argument) {
    (void)argument;
    worker->histories.butterfly[WHITE][0][0][E2][E4] = (int16_t)(worker->index + 1);
}

static void new_workers_have_learned_nothing(void **state) {
    (void)state;
    Pool *pool = pool_of(4);
    pool_start(pool, 0, pool_size(pool), learn_something, NULL);
    pool_wait(pool);
    pool_resize(pool, 2, NULL);
    pool_resize(pool, 6, NULL);
    for (int i = 0; i < 6; i++)
        assert_int_equal(pool_worker(pool, i)->histories.butterfly[WHITE][0][0][E2][E4],
                         i < 2 ? i + 1 : 0);
    pool_destroy(pool);
}

/* A task that lasts until it is released. */
typedef struct Gate {
    pthread_mutex_t lock;
    pthread_cond_t changed;
    bool open;
    _Atomic int passed;
} Gate;

static void wait_at_gate(Worker *worker, void *argument) {
    Gate *gate = argument;
    (void)worker;
    pthread_mutex_lock(&gate->lock);
    while (!gate->open)
        pthread_cond_wait(&gate->changed, &gate->lock);
    pthread_mutex_unlock(&gate->lock);
    atomic_fetch_add(&gate->passed, 1);
}

static void open_gate(Gate *gate) {
    pthread_mutex_lock(&gate->lock);
    gate->open = true;
    pthread_cond_broadcast(&gate->changed);
    pthread_mutex_unlock(&gate->lock);
}

#define CLOSED_GATE                                                                                \
    { .lock = PTHREAD_MUTEX_INITIALIZER, .changed = PTHREAD_COND_INITIALIZER }

static void waiting_ends_at_the_deadline(void **state) {
    (void)state;
    static const int SIZES[] = {1, 5, CROWD};
    for (int i = 0; i < (int)ARRAY_LENGTH(SIZES); i++) {
        Pool *pool = pool_of(SIZES[i]);
        Gate gate = CLOSED_GATE;
        assert_true(pool_wait_until(pool, 0)); /* all are parked already */
        pool_start(pool, 0, pool_size(pool), wait_at_gate, &gate);
        assert_false(pool_wait_until(pool, INT64_MIN));
        assert_false(pool_wait_until(pool, -1));
        assert_false(pool_wait_until(pool, 0));
        assert_false(pool_wait_until(pool, clock_now_us()));
        const int64_t deadline = clock_now_us() + 30000;
        assert_false(pool_wait_until(pool, deadline));
        assert_true(clock_now_us() >= deadline);
        assert_int_equal(atomic_load(&gate.passed), 0);
        open_gate(&gate);
        assert_true(pool_wait_until(pool, clock_now_us() + 60000000));
        assert_int_equal(atomic_load(&gate.passed), SIZES[i]);
        assert_true(pool_wait_until(pool, 0));
        pool_destroy(pool);
    }
}

static void *open_gate_later(void *argument) {
    const struct timespec pause = {0, 20000000};
    nanosleep(&pause, NULL);
    open_gate(argument);
    return NULL;
}

static void waiting_ends_when_the_last_has_parked(void **state) {
    (void)state;
    Pool *pool = pool_of(7);
    for (int round = 0; round < 5; round++) {
        Gate gate = CLOSED_GATE;
        pthread_t opener;
        pool_start(pool, round, pool_size(pool), wait_at_gate, &gate);
        assert_int_equal(pthread_create(&opener, NULL, open_gate_later, &gate), 0);
        assert_true(pool_wait_until(pool, clock_now_us() + 60000000));
        assert_int_equal(atomic_load(&gate.passed), 7 - round);
        pthread_join(opener, NULL);
    }
    pool_destroy(pool);
}

static void ending_waits_for_the_work(void **state) {
    (void)state;
    for (int round = 0; round < 3; round++) {
        Pool *pool = pool_of(5);
        Gate gate = CLOSED_GATE;
        pthread_t opener;
        pool_start(pool, 0, pool_size(pool), wait_at_gate, &gate);
        assert_int_equal(pthread_create(&opener, NULL, open_gate_later, &gate), 0);
        if (round > 0) {
            assert_int_equal(pool_resize(pool, round, NULL), round);
            assert_int_equal(atomic_load(&gate.passed), 5);
        }
        pool_destroy(pool);
        assert_int_equal(atomic_load(&gate.passed), 5);
        pthread_join(opener, NULL);
    }
}

static void parked_workers_sleep(void **state) {
    (void)state;
    Pool *pool = pool_of(CROWD);
    call_roll(pool);
    const struct timespec pause = {0, 200000000};
    const int64_t before = processor_time_us();
    nanosleep(&pause, NULL);
    /* One that spins would take all of the 200 ms. */
    assert_true(processor_time_us() - before < 100000);
    pool_destroy(pool);
}

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
static void lives_with_fewer_threads_than_asked_for(void **state) {
    (void)state;
    print_message("SKIP: a sanitizer does not survive want of memory\n");
    skip();
}
#else
static void lives_with_fewer_threads_than_asked_for(void **state) {
    (void)state;
    Pool *pool = pool_of(1);
    struct rlimit before;
    getrlimit(RLIMIT_AS, &before);
    for (size_t mib = 40; mib <= 280; mib += 60) {
        pool_resize(pool, 1, NULL);
        const struct rlimit scarce = {address_space() + (mib << 20), before.rlim_max};
        assert_int_equal(setrlimit(RLIMIT_AS, &scarce), 0);
        const int size = pool_resize(pool, CROWD, NULL);
        assert_int_equal(setrlimit(RLIMIT_AS, &before), 0);
        assert_in_range(size, 1, CROWD - 1);
        assert_int_equal(pool_size(pool), size);
        const Roll roll = call_roll(pool);
        expect_roll(pool, &roll);
    }
    assert_int_equal(pool_resize(pool, CROWD, NULL), CROWD);
    pool_destroy(pool);
}
#endif

/* Says yes when it has been asked so often. */
static bool counts_down(void *context) {
    int *left = context;
    return --*left < 0;
}

static void making_threads_may_be_given_up(void **state) {
    (void)state;
    Pool *pool = pool_create();
    for (int patience = 0; patience < 20; patience += 5) {
        int left = patience;
        pool_set_impatience(pool, counts_down, &left);
        const int size = pool_resize(pool, CROWD, NULL);
        assert_true(pool_has_given_up(pool));
        assert_in_range(size, 1, patience + 1);
        assert_int_equal(pool_size(pool), size);
        const Roll roll = call_roll(pool);
        expect_roll(pool, &roll);
        pool_resize(pool, 1, NULL);
    }
    pool_set_impatience(pool, NULL, NULL);
    assert_false(pool_has_given_up(pool));
    assert_int_equal(pool_resize(pool, CROWD, NULL), CROWD);
    pool_destroy(pool);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(begins_empty),
        cmocka_unit_test(workers_know_their_place),
        cmocka_unit_test(each_task_runs_once_a_worker),
        cmocka_unit_test(a_part_of_the_workers_may_be_called),
        cmocka_unit_test(main_thread_calls_the_others),
        cmocka_unit_test(resizes_up_and_down),
        cmocka_unit_test(new_workers_have_learned_nothing),
        cmocka_unit_test(waiting_ends_at_the_deadline),
        cmocka_unit_test(waiting_ends_when_the_last_has_parked),
        cmocka_unit_test(ending_waits_for_the_work),
        cmocka_unit_test(parked_workers_sleep),
        cmocka_unit_test(lives_with_fewer_threads_than_asked_for),
        cmocka_unit_test(making_threads_may_be_given_up),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
