#include "uci/opponent.h"

#include "../chess/support.h"

static void assert_description(const char *text, const char *expected) {
    Opponent opponent = {.title = ""};
    char line[OPPONENT_LINE_SIZE];
    assert_true(opponent_parse(text_of(text), &opponent));
    opponent_describe(&opponent, line);
    assert_string_equal(line, expected);
}

static void the_form_is_read(void **state) {
    (void)state;
    assert_description("GM 2800 human Garry Kasparov", "GM Garry Kasparov, Elo 2800, human");
    assert_description("none none computer Shredder", "Shredder, no Elo, computer");
    assert_description("  wgm   none\thuman  A  B ", "WGM A  B, no Elo, human");
    assert_description("NONE 0 Computer x\001y", "x?y, no Elo, computer");
    assert_description("none 9999 human X", "X, Elo 9999, human");
    assert_description("", "nobody named");
}

static void other_forms_change_nothing(void **state) {
    (void)state;
    static const char *const BAD[] = {
        "GM",
        "GM 2800",
        "GM 2800 human",
        "GM 2800 Garry Kasparov",
        "2800 human X",
        "GM x human Y",
        "GM -5 human Y",
        "GM 10000 human Y",
        "GM 99999999999 human Y",
        "CM 2000 human X",
        "none none robot Z",
        "Garry Kasparov",
    };
    Opponent opponent;
    assert_true(opponent_parse(text_of("IM 2400 human Somebody"), &opponent));
    for (size_t i = 0; i < ARRAY_LENGTH(BAD); i++)
        assert_false(opponent_parse(text_of(BAD[i]), &opponent));
    assert_string_equal(opponent.title, "IM");
    assert_string_equal(opponent.name, "Somebody");
    assert_int_equal(opponent.elo, 2400);
    assert_int_equal(opponent.kind, OPPONENT_HUMAN);
}

static void a_long_name_is_cut(void **state) {
    (void)state;
    char text[1000] = "GM 2800 human ";
    for (size_t i = strlen(text); i < sizeof text - 1; i++)
        text[i] = 'x';
    text[sizeof text - 1] = '\0';
    Opponent opponent;
    assert_true(opponent_parse(text_of(text), &opponent));
    assert_int_equal(strlen(opponent.name), OPPONENT_NAME_SIZE - 1);
    char line[OPPONENT_LINE_SIZE];
    opponent_describe(&opponent, line);
    assert_true(strlen(line) < sizeof line);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_form_is_read),
        cmocka_unit_test(other_forms_change_nothing),
        cmocka_unit_test(a_long_name_is_cut),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
