#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/movegen.h"
#include "chess/notation.h"
#include "engine/bench_positions.h"

static void test_every_position_is_sound(void **state) {
    (void)state;
    for (int i = 0; i < BENCH_POSITION_COUNT; i++) {
        Position position;
        FenError error;
        if (!fen_parse(BENCH_POSITIONS[i].fen, &position, &error))
            fail_msg("position %d: %s", i + 1, error.message);
        Text rest = text_of(BENCH_POSITIONS[i].moves);
        Text text;
        while (text_next_token(&rest, &text)) {
            Move move = notation_parse_coordinate(&position, text.data, (int)text.length);
            if (move == MOVE_NONE)
                fail_msg("position %d: %.*s", i + 1, (int)text.length, text.data);
            Position next;
            position_make(&position, &next, move);
            position = next;
        }
        assert_true(movegen_count(&position) > 0);
    }
}

static void test_no_position_occurs_twice(void **state) {
    (void)state;
    for (int i = 0; i < BENCH_POSITION_COUNT; i++) {
        for (int k = 0; k < i; k++) {
            const BenchPosition *a = &BENCH_POSITIONS[i];
            const BenchPosition *b = &BENCH_POSITIONS[k];
            assert_false(text_equals(text_of(a->fen), b->fen) &&
                         text_equals(text_of(a->moves), b->moves));
        }
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_every_position_is_sound),
        cmocka_unit_test(test_no_position_occurs_twice),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
