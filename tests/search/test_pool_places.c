#include "../chess/support.h"
#include "base/compiler.h"
#include "search/pool.h"

/* Where the threads of a pool run, by plans that are made up here. */

#define MOST_PROCESSORS 8192
#define NO_PROCESSOR    (1 << 19)
#define CROWD           6

/* A plan of one set of processors. */
typedef struct SmallPlan {
    PlanSet set;
    PlanWorker workers[CROWD];
    Plan plan;
} SmallPlan;

static Plan *plan_on(SmallPlan *small, int *processors, int count) {
    *small = (SmallPlan){.set = {.pus = processors, .pu_count = count},
                         .plan = {.binding = PLAN_BOUND_NODE,
                                  .places_memory = true,
                                  .set_count = 1,
                                  .worker_count = CROWD}};
    small->plan.sets = &small->set;
    small->plan.workers = small->workers;
    const NodeSet nodes = memory_pages_nodes();
    for (int i = 0; i < CROWD; i++)
        small->workers[i].memory_node = node_set_next(&nodes, 0);
    return &small->plan;
}

typedef struct Seen {
    int processors[MOST_PROCESSORS];
    int count;
    const char *frame;
    pthread_t thread;
} Seen;

static void look(Worker *worker, void *argument) {
    Seen *seen = &((Seen *)argument)[worker->index];
    seen->count = binding_read(0, seen->processors, MOST_PROCESSORS);
    seen->frame = __builtin_frame_address(0);
    seen->thread = pthread_self();
}

static Seen *look_around(Pool *pool) {
    static Seen seen[CROWD];
    memset(seen, 0, sizeof seen);
    pool_start(pool, 0, pool_size(pool), look, seen);
    pool_wait(pool);
    return seen;
}

static Pool *pool_with(int count, const Plan *plan) {
    Pool *pool = pool_create();
    assert_non_null(pool);
    assert_int_equal(pool_resize(pool, count, plan), count);
    return pool;
}

static void threads_are_where_the_plan_says(void **state) {
    (void)state;
    static int processors[MOST_PROCESSORS];
    const int count = binding_read(0, processors, MOST_PROCESSORS);
    for (int i = 0; i < count && i < 4; i++) {
        SmallPlan small;
        Pool *pool = pool_with(CROWD, plan_on(&small, &processors[i], 1));
        const Seen *seen = look_around(pool);
        for (int n = 0; n < CROWD; n++) {
            assert_false(pool_binding_failed(pool, n));
            assert_int_equal(seen[n].count, 1);
            assert_int_equal(seen[n].processors[0], processors[i]);
            const MemoryBlock *stack = pool_stack(pool, n);
            assert_true(seen[n].frame > (const char *)stack->address);
            assert_true(seen[n].frame < (const char *)stack->address + stack->bytes);
            assert_int_equal(pool_worker(pool, n)->memory.wish.policy, NODES_PREFERRED);
        }
        pool_destroy(pool);
    }
}

static void without_a_plan_they_roam(void **state) {
    (void)state;
    static int processors[MOST_PROCESSORS];
    const int count = binding_read(0, processors, MOST_PROCESSORS);
    SmallPlan small;
    Plan *unbound = plan_on(&small, processors, 1);
    unbound->binding = PLAN_UNBOUND;
    unbound->places_memory = false;
    for (int planned = 0; planned < 2; planned++) {
        Pool *pool = pool_with(CROWD, planned ? unbound : NULL);
        const Seen *seen = look_around(pool);
        for (int n = 0; n < CROWD; n++) {
            assert_false(pool_binding_failed(pool, n));
            assert_int_equal(seen[n].count, count);
            assert_null(pool_stack(pool, n)->address);
            assert_int_equal(pool_worker(pool, n)->memory.wish.policy, NODES_FIRST_TOUCH);
        }
        pool_destroy(pool);
    }
}

static void a_refused_bind_is_lived_with(void **state) {
    (void)state;
    static int processors[MOST_PROCESSORS];
    const int count = binding_read(0, processors, MOST_PROCESSORS);
    int nowhere = NO_PROCESSOR;
    SmallPlan small;
    Pool *pool = pool_with(2, plan_on(&small, &nowhere, 1));
    const Seen *seen = look_around(pool);
    for (int n = 0; n < 2; n++) {
        assert_true(pool_binding_failed(pool, n));
        assert_int_equal(seen[n].count, count);
    }
    pool_destroy(pool);
}

/* Whether the threads before `first` are those of before, and the others are not. */
static void expect_kept(const pthread_t *before, const Seen *seen, int first, int count) {
    for (int n = 0; n < count; n++)
        assert_int_equal(pthread_equal(before[n], seen[n].thread) != 0, n < first);
}

static void remember(const Seen *seen, pthread_t *threads) {
    for (int n = 0; n < CROWD; n++)
        threads[n] = seen[n].thread;
}

static void only_misplaced_threads_are_replaced(void **state) {
    (void)state;
    static int processors[MOST_PROCESSORS];
    const int count = binding_read(0, processors, MOST_PROCESSORS);
    SmallPlan small, other;
    const Plan *plan = plan_on(&small, processors, 1);
    Pool *pool = pool_with(3, plan);
    pthread_t before[CROWD];
    remember(look_around(pool), before);
    assert_int_equal(pool_resize(pool, 4, plan), 4);
    expect_kept(before, look_around(pool), 3, 3);

    remember(look_around(pool), before);
    Plan *changed = plan_on(&other, processors, 1);
    PlanSet sets[2] = {other.set, {.pus = processors, .pu_count = count}};
    changed->sets = sets;
    other.workers[2].set = 1;
    assert_int_equal(pool_resize(pool, 4, changed), 4);
    const Seen *seen = look_around(pool);
    assert_int_equal(seen[2].count, count);
    assert_int_equal(seen[3].count, 1);
    if (count > 1) {
        for (int n = 0; n < 2; n++)
            assert_true(pthread_equal(before[n], seen[n].thread));
    }
    assert_int_equal(pool_resize(pool, 4, NULL), 4);
    assert_int_equal(look_around(pool)[0].count, count);
    pool_destroy(pool);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(threads_are_where_the_plan_says),
        cmocka_unit_test(without_a_plan_they_roam),
        cmocka_unit_test(a_refused_bind_is_lived_with),
        cmocka_unit_test(only_misplaced_threads_are_replaced),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
