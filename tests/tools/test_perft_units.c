/* A perft cut into units: the parts make up the whole, merged or not. */

#include "tools/perft/units.h"

#include <setjmp.h>
#include <stdarg.h>

#include <cmocka.h>

#include "chess/fen.h"
#include "chess/perft.h"

static uint64_t sum_of_units(const char *fen, int depth, size_t wanted, bool merge,
                             size_t *unit_count) {
    Position position;
    FenError error;
    assert_true(fen_parse(fen, &position, &error));
    PerftUnits units;
    assert_true(perft_units_create(&units, &position, depth, wanted, merge));
    uint64_t sum = 0;
    for (size_t i = 0; i < units.count; i++)
        sum += units.units[i].times * perft_count(&units.units[i].position, units.depth, NULL);
    *unit_count = units.count;
    perft_units_destroy(&units);
    return sum;
}

static void units_make_up_the_whole(void **state) {
    (void)state;
    size_t count;
    assert_int_equal(sum_of_units(FEN_START, 0, 100, false, &count), 1);
    assert_int_equal(sum_of_units(FEN_START, 1, 100, false, &count), 20);
    assert_int_equal(sum_of_units(FEN_START, 5, 100, false, &count), 4865609);
    assert_int_equal(count, 400);
    assert_int_equal(sum_of_units("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1", 6, 100, false, &count), 0);
}

/* In the rook ending many lines of two moves each lead to one position. */
static void merged_units_are_fewer_and_count_the_same(void **state) {
    (void)state;
    const char *fen = "4k3/8/8/8/8/8/8/4K2R w K - 0 1";
    size_t apart, merged;
    uint64_t leaves = sum_of_units(fen, 6, 5000, false, &apart);
    assert_int_equal(sum_of_units(fen, 6, 5000, true, &merged), leaves);
    assert_int_equal(leaves, 764643);
    assert_true(merged < apart);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(units_make_up_the_whole),
        cmocka_unit_test(merged_units_are_fewer_and_count_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
