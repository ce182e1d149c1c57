#include "uci/wdl.h"

#include "../chess/support.h"

static void assert_permille(Wdl wdl) {
    assert_in_range(wdl.win, 0, 1000);
    assert_in_range(wdl.draw, 0, 1000);
    assert_in_range(wdl.loss, 0, 1000);
    assert_int_equal(wdl.win + wdl.draw + wdl.loss, 1000);
}

static void chances_are_fair_and_grow(void **state) {
    (void)state;
    for (int material = 0; material <= 110; material++) {
        Wdl before = wdl_of(-3000, material);
        for (Score score = -3000; score <= 3000; score += 10) {
            Wdl wdl = wdl_of(score, material);
            Wdl mirrored = wdl_of(-score, material);
            assert_permille(wdl);
            assert_int_equal(wdl.win, mirrored.loss);
            assert_true(wdl.win >= before.win && wdl.loss <= before.loss);
            before = wdl;
        }
        assert_int_equal(wdl_of(0, material).win, wdl_of(0, material).loss);
        assert_true(wdl_of(3000, material).win > 900);
    }
}

static void mates_are_certain(void **state) {
    (void)state;
    assert_int_equal(wdl_of(score_mate_in(5), 40).win, 1000);
    assert_int_equal(wdl_of(score_mated_in(4), 40).loss, 1000);
}

static void material_is_counted_in_pawns(void **state) {
    (void)state;
    Position position = position_of(FEN_START);
    assert_int_equal(wdl_material(&position), 78);
    position = position_of("8/8/4k3/8/8/4K3/4P3/8 w - - 0 1");
    assert_int_equal(wdl_material(&position), 1);
    position = position_of("q3k3/8/8/8/8/8/8/R3K2N w - - 0 1");
    assert_int_equal(wdl_material(&position), 17);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(chances_are_fair_and_grow),
        cmocka_unit_test(mates_are_certain),
        cmocka_unit_test(material_is_counted_in_pawns),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
