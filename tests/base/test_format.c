#include "base/format.h"

#include <setjmp.h>
#include <stdarg.h>
#include <string.h>

#include <cmocka.h>

static void ranges(void **state) {
    (void)state;
    const int values[] = {0, 1, 2, 3, 8, 10, 11};
    char text[64];
    format_ranges(values, ARRAY_LENGTH(values), text, sizeof text);
    assert_string_equal(text, "0-3,8,10-11");
    format_ranges(values, 0, text, sizeof text);
    assert_string_equal(text, "");
}

/* In any size that has room for the dots the text is whole, or it is the first ranges and dots. */
static void what_has_no_room_is_dots(void **state) {
    (void)state;
    const int values[] = {0, 1, 2, 3, 8, 10, 11};
    const char *const texts[] = {"...",       "0-3,...",     "0-3,...",    "0-3,8,...",
                                 "0-3,8,...", "0-3,8,10-11", "0-3,8,10-11"};
    const size_t rooms[] = {4, 8, 9, 10, 11, 12, 13};
    for (size_t i = 0; i < ARRAY_LENGTH(rooms); i++) {
        char text[16];
        memset(text, 'x', sizeof text);
        format_ranges(values, ARRAY_LENGTH(values), text, rooms[i]);
        assert_string_equal(text, texts[i]);
        assert_int_equal(text[rooms[i]], 'x');
    }
}

static void the_word_for_one(void **state) {
    (void)state;
    assert_string_equal(format_plural(1, "entry", "entries"), "entry");
    const int64_t others[] = {0, 2, -1, INT64_MAX, INT64_MIN};
    for (size_t i = 0; i < ARRAY_LENGTH(others); i++)
        assert_string_equal(format_plural(others[i], "entry", "entries"), "entries");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ranges),
        cmocka_unit_test(what_has_no_room_is_dots),
        cmocka_unit_test(the_word_for_one),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
