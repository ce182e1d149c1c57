#include "base/reason.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

static void is_one_line(void **state) {
    (void)state;
    Reason reason;
    reason_set(&reason, "%s: near '%s'", "a\r\nb", "\t\x1B[2J\x7F");
    assert_string_equal(reason.text, "a??b: near '??[2J?'");
    reason_set(&reason, "caf\xC3\xA9");
    assert_string_equal(reason.text, "caf\xC3\xA9");
}

static void is_cut(void **state) {
    (void)state;
    Reason reason;
    reason_set(&reason, "%*s", (int)sizeof reason.text + 9, "x");
    assert_int_equal(strlen(reason.text), sizeof reason.text - 1);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(is_one_line),
        cmocka_unit_test(is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
