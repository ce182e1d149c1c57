#include "uci/debug_log.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#define LINES       20000
#define TIME_LENGTH 27 /* 2026-11-21T12:00:00.000000Z */

static void *write_lines(void *log) {
    for (int i = 0; i < LINES; i++)
        debug_log_lines(log, LOG_OUTPUT, text_of("readyok\n"));
    return NULL;
}

static void times_do_not_fall(void **state) {
    (void)state;
    char path[] = "/tmp/quorum-log-XXXXXX";
    close(mkstemp(path));
    DebugLog log;
    pthread_t other;
    debug_log_init(&log);
    assert_int_equal(debug_log_open(&log, path), 0);
    assert_int_equal(pthread_create(&other, NULL, write_lines, &log), 0);
    for (int i = 0; i < LINES; i++)
        debug_log_lines(&log, LOG_INPUT, text_of("isready"));
    pthread_join(other, NULL);
    debug_log_free(&log);
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    char line[100], last[TIME_LENGTH + 1] = "";
    int count = 0;
    for (; fgets(line, sizeof line, file); count++) {
        assert_true(strncmp(line, last, TIME_LENGTH) >= 0);
        memcpy(last, line, TIME_LENGTH);
    }
    fclose(file);
    unlink(path);
    assert_int_equal(count, 2 * LINES);
}

int main(void) {
    const struct CMUnitTest tests[] = {cmocka_unit_test(times_do_not_fall)};
    return cmocka_run_group_tests(tests, NULL, NULL);
}
