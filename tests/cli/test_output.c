/* What a check of outputs leaves behind, and a file while it is written. */

#include "cli/output.h"

#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#define NAME  "quorum-checked"
#define OTHER "quorum-other"
#define FRESH "quorum-fresh"
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

/* Whether another program puts the file there at the moment when it is to be made. */
static bool another_makes_it;

/* Whether another program puts a new file in the place of NAME when a file is to be made. */
static bool another_replaces_name;

/* In place of the C library's. */
int open(const char *path, int flags, ...) {
    va_list arguments;
    va_start(arguments, flags);
    const mode_t mode = flags & O_CREAT ? (mode_t)va_arg(arguments, int) : 0;
    va_end(arguments);
    if (another_makes_it && flags & O_CREAT) {
        another_makes_it = false;
        close(openat(AT_FDCWD, path, O_WRONLY | O_CREAT, mode));
    }
    if (another_replaces_name && flags & O_CREAT && strcmp(path, NAME) != 0) {
        another_replaces_name = false;
        close(openat(AT_FDCWD, FRESH, O_WRONLY | O_CREAT, mode));
        assert_int_equal(rename(FRESH, NAME), 0);
    }
    return openat(AT_FDCWD, path, flags, mode);
}

/* A run that is about to begin must not remove what one that ends puts there. */
static void a_check_leaves_what_another_makes(void **state) {
    (void)state;
    const char *outputs[] = {NAME};
    Reason error;
    another_makes_it = true;
    assert_true(outputs_check(outputs, 1, NULL, 0, &error));
    assert_false(another_makes_it);
    assert_int_equal(unlink(NAME), 0);
}

/* Nor take the file that it makes for one whose number has just become free. */
static void a_check_knows_files_that_are_replaced(void **state) {
    (void)state;
    const char *outputs[] = {NAME, OTHER};
    Reason error;
    assert_true(output_save(NAME, "old", 3, &error));
    another_replaces_name = true;
    assert_true(outputs_check(outputs, 2, NULL, 0, &error));
    assert_false(another_replaces_name);
    assert_int_not_equal(access(OTHER, F_OK), 0);
    assert_int_equal(unlink(NAME), 0);
}

/* Nor remove what another run has put in the place of the file that it made. */
static void a_check_leaves_what_replaces_its_file(void **state) {
    (void)state;
    const char *outputs[] = {NAME, OTHER};
    Reason error;
    another_replaces_name = true;
    assert_true(outputs_check(outputs, 2, NULL, 0, &error));
    assert_false(another_replaces_name);
    assert_int_equal(unlink(NAME), 0);
}

/* A link that leads nowhere is no file that another program has made. */
static void a_check_leaves_links(void **state) {
    (void)state;
    const char *outputs[] = {NAME};
    Reason error;
    assert_int_equal(symlink(OTHER, NAME), 0);
    assert_true(outputs_check(outputs, 1, NULL, 0, &error));
    assert_int_not_equal(access(OTHER, F_OK), 0);
    assert_int_equal(unlink(NAME), 0);
}

static void assert_contents(const char *wanted) {
    char text[8] = "";
    FILE *file = fopen(NAME, "r");
    assert_non_null(file);
    assert_non_null(fgets(text, sizeof text, file));
    fclose(file);
    assert_string_equal(text, wanted);
}

/* Each process of a container may have the number of one that was killed in the middle. */
static void contents_stay_beside_what_was_left(void **state) {
    (void)state;
    char left[2][64];
    Reason error;
    Output output;
    snprintf(left[0], sizeof left[0], NAME ".%ld.new", (long)getpid());
    snprintf(left[1], sizeof left[1], NAME ".%ld-0.new", (long)getpid());
    assert_true(output_save(NAME, "old", 3, &error));
    for (int i = 0; i < 2; i++)
        assert_true(output_save(left[i], "left", 4, &error));
    assert_true(output_open(&output, NAME, &error));
    fputs("new", output.stream);
    fflush(output.stream);
    assert_contents("old");
    assert_true(output_close(&output, &error));
    assert_contents("new");
    for (int i = 0; i < 2; i++)
        assert_int_equal(unlink(left[i]), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_signal_leaves_no_file),
        cmocka_unit_test(a_check_holds_no_signal_back),
        cmocka_unit_test(a_check_leaves_what_another_makes),
        cmocka_unit_test(a_check_knows_files_that_are_replaced),
        cmocka_unit_test(a_check_leaves_what_replaces_its_file),
        cmocka_unit_test(a_check_leaves_links),
        cmocka_unit_test(contents_stay_beside_what_was_left),
    };
    return cmocka_run_group_tests(tests, enter_folder, leave_folder);
}
