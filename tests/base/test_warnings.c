#include "base/warnings.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>

#include <cmocka.h>

static void each_is_told_once(void **state) {
    (void)state;
    Warnings warnings = {0};
    for (int i = 0; i < 3; i++)
        warnings_add(&warnings, "number %d", 7);
    assert_string_equal(warnings_next(&warnings), "number 7");
    assert_null(warnings_next(&warnings));
    warnings_add(&warnings, "number %d", 7);
    assert_null(warnings_next(&warnings));
}

static void new_ones_take_the_place_of_told_ones(void **state) {
    (void)state;
    Warnings warnings = {0};
    for (int i = 0; i < 3 * WARNINGS_MOST; i++) {
        warnings_add(&warnings, "number %d", i);
        assert_non_null(warnings_next(&warnings));
        assert_null(warnings_next(&warnings));
    }
}

/* All come in their order; where there is no room and nothing has been told, the newest is left
 * out. */
static void none_is_lost_before_it_is_told(void **state) {
    (void)state;
    char expected[32];
    Warnings warnings = {0};
    for (int i = 0; i < WARNINGS_MOST + 5; i++)
        warnings_add(&warnings, "number %d", i);
    assert_string_equal(warnings_next(&warnings), "number 0");
    warnings_add(&warnings, "the last");
    for (int i = 1; i < WARNINGS_MOST; i++) {
        snprintf(expected, sizeof expected, "number %d", i);
        assert_string_equal(warnings_next(&warnings), expected);
    }
    assert_string_equal(warnings_next(&warnings), "the last");
    assert_null(warnings_next(&warnings));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_is_told_once),
        cmocka_unit_test(new_ones_take_the_place_of_told_ones),
        cmocka_unit_test(none_is_lost_before_it_is_told),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
