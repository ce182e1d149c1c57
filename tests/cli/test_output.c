/* What a check of outputs leaves behind. */

#include "cli/output.h"

#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define NAME  "quorum-checked"
#define TIMES 50

static int enter_folder(void **state) {
    static char folder[] = "/tmp/quorum-output-XXXXXX";
    *state = mkdtemp(folder);
    return *state ? chdir(folder) : -1;
}

static int leave_folder(void **state) {
    unlink(NAME);
    return chdir("/") == 0 ? rmdir(*state) : -1;
}

static void check_for_ever(void) {
    const char *outputs[] = {NAME};
    Reason error;
    while (outputs_check(outputs, 1, NULL, 0, &error)) {
    }
    _exit(1);
}

static void a_signal_leaves_no_file(void **state) {
    (void)state;
    for (int i = 0; i < TIMES; i++) {
        const pid_t child = fork();
        assert_true(child >= 0);
        if (child == 0)
            check_for_ever();
        /* Another moment each time. */
        nanosleep(&(struct timespec){.tv_nsec = 2000000 + 7919 * i}, NULL);
        kill(child, SIGTERM);
        int status;
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status));
        assert_int_equal(WTERMSIG(status), SIGTERM);
        assert_int_not_equal(access(NAME, F_OK), 0);
    }
}

static void a_check_holds_no_signal_back(void **state) {
    (void)state;
    const char *outputs[] = {NAME};
    Reason error;
    sigset_t held;
    assert_true(outputs_check(outputs, 1, NULL, 0, &error));
    assert_int_equal(pthread_sigmask(SIG_BLOCK, NULL, &held), 0);
    assert_false(sigismember(&held, SIGTERM));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_leaves_no_file),
        cmocka_unit_test(a_check_holds_no_signal_back),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
