#include "uci/option.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

static const Option SPIN = {.name = "Selectivity", .type = OPTION_SPIN, .initial = 2, .maximum = 4};
static const Option CHECK = {.name = "Nullmove", .type = OPTION_CHECK, .initial = true};
static const Option BUTTON = {.name = "Clear Hash", .type = OPTION_BUTTON};
static const Option PATH = {.name = "Table Path", .type = OPTION_STRING, .initial_text = ""};
static const Option STYLE = {.name = "Style",
                             .type = OPTION_COMBO,
                             .initial_text = "Normal",
                             .choices = "Solid|Normal|Very Risky"};

static void expect_announcement(const Option *option, const char *expected) {
    int ends[2];
    assert_int_equal(pipe(ends), 0);
    Writer writer;
    assert_true(writer_init(&writer, ends[1], -1, NULL));
    writer_begin(&writer);
    option_announce(option, &writer);
    writer_end(&writer);
    writer_free(&writer);
    close(ends[1]);
    char text[200] = "";
    assert_true(read(ends[0], text, sizeof text - 1) > 0);
    close(ends[0]);
    assert_string_equal(text, expected);
}

static void announces_every_type(void **state) {
    (void)state;
    expect_announcement(&SPIN, "option name Selectivity type spin default 2 min 0 max 4\n");
    expect_announcement(&CHECK, "option name Nullmove type check default true\n");
    expect_announcement(&BUTTON, "option name Clear Hash type button\n");
    expect_announcement(&PATH, "option name Table Path type string default <empty>\n");
    expect_announcement(&STYLE, "option name Style type combo default Normal"
                                " var Solid var Normal var Very Risky\n");
}

static void expect_text(const Option *option, const char *input, const char *expected) {
    OptionValue value = {0};
    assert_true(option_read_value(option, true, text_of(input), &value));
    if (!text_equals(value.text, expected))
        fail_msg("\"%s\" is read as \"%.*s\"", input, (int)value.text.length, value.text.data);
}

static void reads_texts(void **state) {
    (void)state;
    expect_text(&PATH, "c:\\chess\\tb\\4;c:\\chess tables\\5",
                "c:\\chess\\tb\\4;c:\\chess tables\\5");
    expect_text(&PATH, "<empty>", "");
    expect_text(&PATH, "", "");
    expect_text(&STYLE, "normal", "Normal");
    expect_text(&STYLE, "VERY  risky", "Very Risky");
    expect_text(&STYLE, "Solid", "Solid");
}

static void reads_numbers(void **state) {
    (void)state;
    OptionValue value = {0};
    assert_true(option_read_value(&SPIN, true, text_of("4"), &value) && value.number == 4);
    assert_true(option_read_value(&SPIN, true, text_of("0"), &value) && value.number == 0);
    assert_true(option_read_value(&CHECK, true, text_of("True"), &value) && value.number == 1);
    assert_true(option_read_value(&CHECK, true, text_of("false"), &value) && value.number == 0);
    assert_true(option_read_value(&BUTTON, false, text_of(""), &value));
    assert_true(option_read_value(&BUTTON, true, text_of("true"), &value));
}

static void refuses_other_values(void **state) {
    (void)state;
    const struct {
        const Option *option;
        bool given;
        const char *text;
    } bad[] = {{&SPIN, true, "5"},       {&SPIN, true, "-1"}, {&SPIN, true, ""},
               {&SPIN, true, "two"},     {&SPIN, false, ""},  {&CHECK, true, "yes"},
               {&CHECK, true, ""},       {&CHECK, false, ""}, {&STYLE, true, "Risky"},
               {&STYLE, true, "Sol"},    {&STYLE, true, ""},  {&STYLE, true, "Solid|Normal"},
               {&BUTTON, true, "false"}, {&PATH, false, "x"}};
    for (size_t i = 0; i < sizeof bad / sizeof bad[0]; i++) {
        OptionValue value = {.number = 77, .text = {"kept", 4}};
        assert_false(option_read_value(bad[i].option, bad[i].given, text_of(bad[i].text), &value));
        assert_int_equal(value.number, 77);
        assert_true(text_equals(value.text, "kept"));
    }
}

static void knows_initial_values(void **state) {
    (void)state;
    assert_int_equal(option_initial_value(&SPIN).number, 2);
    assert_int_equal(option_initial_value(&CHECK).number, 1);
    assert_true(text_equals(option_initial_value(&PATH).text, ""));
    assert_true(text_equals(option_initial_value(&STYLE).text, "Normal"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(announces_every_type), cmocka_unit_test(reads_texts),
        cmocka_unit_test(reads_numbers),        cmocka_unit_test(refuses_other_values),
        cmocka_unit_test(knows_initial_values),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
