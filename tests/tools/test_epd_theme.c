/* Themes from the ids of known suites, and text that is not UTF-8. */

/* clang-format off */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <cmocka.h>
/* clang-format on */

#include <stdlib.h>

#include "base/compiler.h"
#include "report/utf8.h"
#include "tools/epd/theme.h"

static void themes_of_known_suites(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"STS(v1.0) Undermine.001", "STS(v1.0) Undermine"},
        {"WAC.300", "WAC"},
        {"E_E_T 002 - B vs B", "B vs B"},
        {"PET017: bishop vs knight", "bishop vs knight"},
        {"28.5.IQ.1121", "5.IQ"},
        {"L.Kaufman CCR Test No.1", "L.Kaufman CCR Test No"},
        {"test 1", "test"},
        {"17", ""},
        {"", ""},
        {"2 - 3", ""},
        {"endgame", "endgame"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        Text theme = epd_theme(text_of(CASES[i][0]));
        if (!text_equals(theme, CASES[i][1]))
            fail_msg("'%s': theme '%.*s'", CASES[i][0], (int)theme.length, theme.data);
    }
}

static void copies_are_valid_utf8(void **state) {
    (void)state;
    static const char *const CASES[][2] = {
        {"plain", "plain"},
        {"M\xC3\xBCller \xE2\x99\x9A \xF0\x9F\x98\x80",
         "M\xC3\xBCller \xE2\x99\x9A \xF0\x9F\x98\x80"},
        {"M\xFCller", "M\xC3\xBCller"},
        {"tab\there", "tab here"},
        {"\xC0\xAF", "\xC3\x80\xC2\xAF"},
        {"\xED\xA0\x80", "\xC3\xAD\xC2\xA0\xC2\x80"},
        {"\xF4\x90\x80\x80", "\xC3\xB4\xC2\x90\xC2\x80\xC2\x80"},
        {"cut \xE2\x99", "cut \xC3\xA2\xC2\x99"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        char *copy = utf8_copy(text_of(CASES[i][0]));
        assert_string_equal(copy, CASES[i][1]);
        free(copy);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(themes_of_known_suites),
        cmocka_unit_test(copies_are_valid_utf8),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
