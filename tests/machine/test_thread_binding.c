/* cmocka.h wants the four standard headers before it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <unistd.h>

#include "machine/memory_block.h"
#include "machine/memory_residency.h"
#include "machine/thread_binding.h"

#define MOST_PROCESSORS 8192
#define NO_PROCESSOR    (1 << 19)

typedef struct Visit {
    int processors[MOST_PROCESSORS];
    int count;
    int processor;
    int node;
    const char *frame;
} Visit;

static void *look_around(void *argument) {
    Visit *visit = argument;
    visit->frame = __builtin_frame_address(0);
    visit->count = binding_read(0, visit->processors, MOST_PROCESSORS);
    binding_where(&visit->processor, &visit->node);
    return NULL;
}

static Visit *visit_of(const ThreadPlace *place, BindingResult expected) {
    static Visit visit;
    visit = (Visit){.processor = -1};
    pthread_t thread;
    assert_int_equal(binding_create_thread(&thread, place, look_around, &visit), expected);
    assert_int_equal(pthread_join(thread, NULL), 0);
    return &visit;
}

static int allowed(int *processors) {
    int count = binding_read(0, processors, MOST_PROCESSORS);
    assert_in_range(count, 1, MOST_PROCESSORS);
    return count;
}

static void tells_the_processors_in_order(void **state) {
    (void)state;
    int processors[MOST_PROCESSORS], first;
    int count = allowed(processors);
    for (int i = 1; i < count; i++)
        assert_true(processors[i] > processors[i - 1]);
    assert_int_equal(binding_read(0, &first, 1), count);
    assert_int_equal(first, processors[0]);
    assert_int_equal(binding_read(gettid(), processors, MOST_PROCESSORS), count);
}

static void threads_begin_where_they_belong(void **state) {
    (void)state;
    int processors[MOST_PROCESSORS];
    int count = allowed(processors);
    for (int i = 0; i < count && i < 64; i++) {
        ThreadPlace place = {.processors = &processors[i], .count = 1};
        const Visit *visit = visit_of(&place, BINDING_DONE);
        assert_int_equal(visit->count, 1);
        assert_int_equal(visit->processors[0], processors[i]);
        assert_int_equal(visit->processor, processors[i]);
        assert_true(visit->node >= 0);
    }
    ThreadPlace anywhere = {.stack_bytes = (size_t)1 << 20};
    assert_int_equal(visit_of(&anywhere, BINDING_DONE)->count, count);
}

static void a_refused_thread_runs_all_the_same(void **state) {
    (void)state;
    int processors[MOST_PROCESSORS];
    int count = allowed(processors);
    const int wrong[] = {NO_PROCESSOR, -1, 1 << 30};
    for (int i = 0; i < 3; i++) {
        ThreadPlace place = {.processors = &wrong[i], .count = 1};
        assert_int_equal(visit_of(&place, BINDING_UNBOUND)->count, count);
    }
    assert_int_equal(allowed(processors), count);
}

static void processors_that_are_not_allowed_are_left_out(void **state) {
    (void)state;
    int processors[MOST_PROCESSORS];
    allowed(processors);
    const int mixed[] = {NO_PROCESSOR, processors[0]};
    ThreadPlace place = {.processors = mixed, .count = 2};
    const Visit *visit = visit_of(&place, BINDING_DONE);
    assert_int_equal(visit->count, 1);
    assert_int_equal(visit->processors[0], processors[0]);
}

static void bind_self(const int *processors, int count) {
    cpu_set_t *set = CPU_ALLOC(MOST_PROCESSORS);
    assert_non_null(set);
    CPU_ZERO_S(CPU_ALLOC_SIZE(MOST_PROCESSORS), set);
    for (int i = 0; i < count; i++)
        CPU_SET_S((size_t)processors[i], CPU_ALLOC_SIZE(MOST_PROCESSORS), set);
    assert_int_equal(sched_setaffinity(0, CPU_ALLOC_SIZE(MOST_PROCESSORS), set), 0);
    CPU_FREE(set);
}

static void where_a_thread_runs_is_known(void **state) {
    (void)state;
    int processors[MOST_PROCESSORS], now[MOST_PROCESSORS], processor, node;
    int count = allowed(processors);
    int last = processors[count - 1];
    bind_self(&last, 1);
    assert_int_equal(allowed(now), 1);
    binding_where(&processor, &node);
    assert_int_equal(processor, last);
    bind_self(processors, count);
    assert_int_equal(allowed(now), count);
}

static void a_stack_can_be_brought_along(void **state) {
    (void)state;
    MemoryBlock stack;
    MemoryWish wish = {.pages = PAGES_PLAIN};
    assert_true(memory_block_map(&stack, (size_t)4 << 20, &wish));
    ThreadPlace place = {.stack = stack.address, .stack_bytes = stack.bytes};
    const Visit *visit = visit_of(&place, BINDING_DONE);
    const char *first = stack.address;
    MemoryResidency residency;
    assert_true(memory_residency_read(stack.address, stack.bytes, &residency));
    assert_true(memory_residency_total(&residency) > 0);
    assert_true(memory_residency_total(&residency) < stack.bytes);
    assert_true(visit->frame >= first && visit->frame < first + stack.bytes);
    memory_block_unmap(&stack);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tells_the_processors_in_order),
        cmocka_unit_test(threads_begin_where_they_belong),
        cmocka_unit_test(a_refused_thread_runs_all_the_same),
        cmocka_unit_test(processors_that_are_not_allowed_are_left_out),
        cmocka_unit_test(where_a_thread_runs_is_known),
        cmocka_unit_test(a_stack_can_be_brought_along),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
