#include "report/utf8.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

static void assert_copy(const char *text, const char *expected) {
    char *copy = utf8_copy(text_of(text));
    assert_string_equal(copy, expected);
    free(copy);
}

/* The first and the last of each length, and those beside what is none. */
static void characters_stay(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "",
        "a~",
        "\xC2\x80\xDF\xBF",
        "\xE0\xA0\x80\xEF\xBF\xBF",
        "\xED\x9F\xBF\xEE\x80\x80",
        "\xF0\x90\x80\x80\xF4\x8F\xBF\xBF",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++)
        assert_copy(TEXTS[i], TEXTS[i]);
}

static void what_is_none_is_latin1(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "\x80",             /* no beginning */
        "\xC3",             /* cut */
        "\xE2\x82",         /* cut */
        "\xF0\x9F\x98",     /* cut */
        "\xC3\xC3",         /* no second byte */
        "\xC1\xBF",         /* too long for what it says */
        "\xE0\x9F\xBF",     /* the same */
        "\xF0\x8F\xBF\xBF", /* the same */
        "\xED\xA0\x80",     /* a surrogate */
        "\xF4\x90\x80\x80", /* beyond the last */
        "\xF5\x80\x80\x80",
        "\xFF",
    };
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        char expected[16] = "", *out = expected;
        for (const char *at = TEXTS[i]; *at != '\0'; at++) {
            *out++ = (char)(0xC0 | (unsigned char)*at >> 6);
            *out++ = (char)(0x80 | (*at & 0x3F));
        }
        assert_copy(TEXTS[i], expected);
    }
    assert_copy("l\xE4ufe", "l\xC3\xA4ufe");
}

static void controls_are_blanks(void **state) {
    (void)state;
    assert_copy("a\tb\n\x7F", "a b  ");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(characters_stay),
        cmocka_unit_test(what_is_none_is_latin1),
        cmocka_unit_test(controls_are_blanks),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
