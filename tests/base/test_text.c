#include "base/text.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>

#include <cmocka.h>

static void cuts_tokens(void **state) {
    (void)state;
    Text rest = text_of(" \t go\v\fdepth\r\n 5 ");
    Text token;
    assert_true(text_next_token(&rest, &token) && text_equals(token, "go"));
    assert_true(text_next_token(&rest, &token) && text_equals(token, "depth"));
    assert_true(text_next_token(&rest, &token) && text_equals(token, "5"));
    assert_false(text_next_token(&rest, &token));
    assert_true(text_equals(token, "5"));
    assert_false(text_next_token(&rest, &token));
    rest = (Text){"a\0b c", 5};
    assert_true(text_next_token(&rest, &token));
    assert_int_equal(token.length, 3);
}

static void trims(void **state) {
    (void)state;
    assert_true(text_equals(text_trim(text_of("  a  b\t\n")), "a  b"));
    assert_true(text_equals(text_trim(text_of("a")), "a"));
    assert_int_equal(text_trim(text_of(" \r\n ")).length, 0);
    assert_int_equal(text_trim(text_of("")).length, 0);
}

static void compares(void **state) {
    (void)state;
    assert_true(text_equals((Text){"hash!", 4}, "hash"));
    assert_false(text_equals(text_of("Hash"), "hash"));
    assert_false(text_equals((Text){"has", 3}, "hash"));
    assert_false(text_equals((Text){"a\0", 2}, "a"));
    assert_true(text_equals_ignoring_case(text_of("TrUe"), "true"));
    assert_false(text_equals_ignoring_case(text_of("tru"), "true"));
    assert_false(text_equals_ignoring_case(text_of("@"), "`"));
    assert_true(text_same_words(text_of("clear \t HASH"), text_of(" Clear Hash ")));
    assert_false(text_same_words(text_of("Clear Hash now"), text_of("Clear Hash")));
    assert_false(text_same_words(text_of("Clear"), text_of("Clear Hash")));
    assert_false(text_same_words(text_of("ClearHash"), text_of("Clear Hash")));
    assert_true(text_same_words(text_of(""), text_of("  ")));
}

static void expect_integer(const char *text, int64_t expected) {
    int64_t value = 77;
    if (!text_parse_integer(text_of(text), &value) || value != expected)
        fail_msg("\"%s\" is read as %lld", text, (long long)value);
}

static void reads_integers(void **state) {
    (void)state;
    expect_integer("0", 0);
    expect_integer("-0", 0);
    expect_integer("+7", 7);
    expect_integer("-42", -42);
    expect_integer("0000000000000000000000000012", 12);
    expect_integer("9223372036854775806", INT64_MAX - 1);
    expect_integer("9223372036854775807", INT64_MAX);
    expect_integer("9223372036854775808", INT64_MAX);
    expect_integer("9223372036854775809", INT64_MAX);
    expect_integer("92233720368547758070", INT64_MAX);
    expect_integer("-9223372036854775807", -INT64_MAX);
    expect_integer("-9223372036854775808", INT64_MIN);
    expect_integer("-9223372036854775809", INT64_MIN);
    expect_integer("-99999999999999999999999", INT64_MIN);
    expect_integer("99999999999999999990", INT64_MAX);
}

static void refuses_integers_that_do_not_fit(void **state) {
    (void)state;
    int64_t value = 77;
    assert_false(text_parse_fitting_integer(text_of("9223372036854775808"), &value));
    assert_false(text_parse_fitting_integer(text_of("18446744073709551617"), &value));
    assert_false(text_parse_fitting_integer(text_of("-9223372036854775809"), &value));
    assert_false(text_parse_fitting_integer(text_of("-99999999999999999999"), &value));
    assert_false(text_parse_fitting_integer(text_of("5x"), &value));
    assert_int_equal(value, 77);
    assert_true(text_parse_fitting_integer(text_of("9223372036854775807"), &value));
    assert_int_equal(value, INT64_MAX);
    assert_true(text_parse_fitting_integer(text_of("-9223372036854775808"), &value));
    assert_int_equal(value, INT64_MIN);
    assert_true(text_parse_fitting_integer(text_of("000000000000000000000000012"), &value));
    assert_int_equal(value, 12);
}

static void refuses_other_text(void **state) {
    (void)state;
    static const char *const TEXTS[] = {
        "", "-", "+", "x", "5x", "x5", "--", "-+1", "1-", "1 2", "99999999999999999999x"};
    for (size_t i = 0; i < sizeof TEXTS / sizeof TEXTS[0]; i++) {
        int64_t value = 77;
        assert_false(text_parse_integer(text_of(TEXTS[i]), &value));
        assert_int_equal(value, 77);
    }
    int64_t value = 77;
    assert_false(text_parse_integer((Text){"5\0", 2}, &value));
    assert_true(text_parse_integer((Text){"56", 1}, &value));
    assert_int_equal(value, 5);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(cuts_tokens),
        cmocka_unit_test(trims),
        cmocka_unit_test(compares),
        cmocka_unit_test(reads_integers),
        cmocka_unit_test(refuses_integers_that_do_not_fit),
        cmocka_unit_test(refuses_other_text),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
