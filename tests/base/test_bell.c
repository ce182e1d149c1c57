/* What wakes a thread of this process or of another. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <pthread.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/bell.h"
#include "base/clock.h"

#define LONG_US  10000000
#define SHORT_US 20000

/* How long it takes, in microseconds. */
static int64_t await(Bell *bell, int64_t most_us) {
    const int64_t begin = clock_now_us();
    bell_await(bell, begin + most_us);
    return clock_now_us() - begin;
}

static void it_is_heard_once(void **state) {
    (void)state;
    Bell bell = {0};
    bell_ring(&bell);
    bell_ring(&bell);
    assert_true(await(&bell, LONG_US) < LONG_US / 2);
    assert_true(await(&bell, SHORT_US) >= SHORT_US);
    assert_true(await(&bell, -1) < LONG_US / 2);
}

static void *ring_later(void *argument) {
    usleep(SHORT_US);
    bell_ring(argument);
    return NULL;
}

static void it_wakes_a_thread(void **state) {
    (void)state;
    Bell bell = {0};
    pthread_t thread;
    assert_int_equal(pthread_create(&thread, NULL, ring_later, &bell), 0);
    assert_true(await(&bell, LONG_US) < LONG_US / 2);
    pthread_join(thread, NULL);
}

/* Two processes ring for each other; neither ever waits for the time to pass. */
static void it_wakes_another_process(void **state) {
    (void)state;
    enum { ROUNDS = 2000 };
    Bell *bells =
        mmap(NULL, 2 * sizeof *bells, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    assert_true(bells != MAP_FAILED);
    const pid_t child = fork();
    for (int i = 0; i < ROUNDS; i++) {
        Bell *own = &bells[child == 0];
        if (child == 0) {
            if (await(own, LONG_US) >= LONG_US)
                _exit(1);
            bell_ring(&bells[0]);
            continue;
        }
        bell_ring(&bells[1]);
        assert_true(await(own, LONG_US) < LONG_US);
    }
    if (child == 0)
        _exit(0);
    int status;
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_int_equal(status, 0);
    munmap(bells, 2 * sizeof *bells);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_heard_once),
        cmocka_unit_test(it_wakes_a_thread),
        cmocka_unit_test(it_wakes_another_process),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
