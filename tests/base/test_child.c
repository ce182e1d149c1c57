/* How a program that is started as a child has ended. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <signal.h>
#include <stdio.h>
#include <sys/wait.h>

#include "base/child.h"
#include "base/clock.h"

#define LONG_US 30000000

static Child *start(const char *command) {
    Reason error;
    Child *child = child_start(command, &error);
    assert_non_null(child);
    return child;
}

/* Also where the parent of this process has it ignore the ends of its children. */
static void it_is_told_how_a_child_ended(void **state) {
    (void)state;
    static const char *const ENDS[][2] = {
        {"sh -c 'exit 3'", "ended with code 3"},
        {"sh -c 'kill -KILL $$'", "was ended by signal 9 (Killed)"},
        {"true", "ended with code 0"},
    };
    void (*const WAYS[])(int) = {SIG_DFL, SIG_IGN};
    for (int way = 0; way < 2; way++) {
        for (int i = 0; i < (int)(sizeof ENDS / sizeof *ENDS); i++) {
            signal(SIGCHLD, WAYS[way]);
            Reason how;
            assert_true(child_end(start(ENDS[i][0]), clock_now_us() + LONG_US, &how));
            assert_string_equal(how.text, ENDS[i][1]);
        }
    }
    signal(SIGCHLD, SIG_DFL);
}

/* Somebody else has asked for the end of each child. */
static void what_is_not_known_is_not_told(void **state) {
    (void)state;
    Reason how;
    Child *child = start("true");
    assert_true(waitpid(-1, NULL, 0) > 0);
    assert_true(child_end(child, clock_now_us() + LONG_US, &how));
    assert_string_equal(how.text, "has ended");
}

/* A child begins with signals as a program from the shell does. */
static void a_child_need_not_ignore_what_we_do(void **state) {
    (void)state;
    static const int SIGNALS[] = {SIGCHLD, SIGPIPE, SIGXFSZ};
    for (int i = 0; i < 3; i++)
        signal(SIGNALS[i], SIG_IGN);
    Child *child = start("grep SigIgn /proc/self/status");
    char line[256] = "";
    size_t size = sizeof line - 1;
    assert_int_equal(child_read(child, line, &size, clock_now_us() + LONG_US), CHILD_BYTES);
    Reason how;
    assert_true(child_end(child, clock_now_us() + LONG_US, &how));
    for (int i = 0; i < 3; i++)
        signal(SIGNALS[i], SIG_DFL);
    unsigned long long ignored;
    assert_int_equal(sscanf(line, "SigIgn: %llx", &ignored), 1);
    for (int i = 0; i < 3; i++)
        assert_false(ignored >> (SIGNALS[i] - 1) & 1);
}

/* None is what was meant: what would stand behind the word is part of it. */
static void a_command_with_half_a_pair_of_quotation_marks_is_refused(void **state) {
    (void)state;
    static const char *const OPEN[] = {"echo 'a", "echo \"a", "'", "echo 'a' \"b'", "echo a'"};
    for (int i = 0; i < (int)(sizeof OPEN / sizeof *OPEN); i++) {
        Reason error;
        assert_null(child_start(OPEN[i], &error));
        assert_string_equal(error.text, "a quotation mark is not closed");
    }
    Reason how;
    assert_true(child_end(start("echo 'a\"' \"b'\""), clock_now_us() + LONG_US, &how));
    assert_string_equal(how.text, "ended with code 0");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_told_how_a_child_ended),
        cmocka_unit_test(a_command_with_half_a_pair_of_quotation_marks_is_refused),
        cmocka_unit_test(what_is_not_known_is_not_told),
        cmocka_unit_test(a_child_need_not_ignore_what_we_do),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
