#include "team/feed.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

/* Lines come out as they went in, however many wait; nothing blocks. */

#define LINES 20000 /* more than a pipe holds */

static void lines_wait_for_room(void **state) {
    (void)state;
    static const char LINE[] = "position startpos moves e2e4";
    Feed feed;
    char bytes[8192];
    size_t wanted = LINES * sizeof LINE, got = 0;
    assert_true(feed_init(&feed));
    for (int i = 0; i < LINES; i++)
        feed_add(&feed, LINE, sizeof LINE - 1);
    assert_true(feed.length > 0);
    while (got < wanted) {
        const ssize_t size = read(feed.input_fd, bytes, sizeof bytes);
        assert_true(size > 0);
        for (ssize_t i = 0; i < size; i++, got++)
            assert_int_equal(bytes[i],
                             got % sizeof LINE == sizeof LINE - 1 ? '\n' : LINE[got % sizeof LINE]);
        feed_flush(&feed);
    }
    assert_int_equal(feed.length, 0);
    feed_destroy(&feed);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_wait_for_room),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
