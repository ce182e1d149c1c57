#include "tools/speedtest/games.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "base/text.h"
#include "chess/fen.h"
#include "chess/game.h"
#include "chess/movegen.h"
#include "chess/notation.h"

/* Every move is legal, and no position that is searched is the end of the game or a repetition. */
static void moves_are_legal(void **state) {
    (void)state;
    for (int i = 0; i < SPEEDTEST_GAMES; i++) {
        const SpeedtestGame *entry = &SPEEDTEST_GAME_LIST[i];
        Position position;
        FenError error;
        assert_true(fen_parse(entry->fen, &position, &error));
        Game game;
        game_begin(&game, &position);
        int plies = 0;
        Text rest = text_of(entry->moves);
        Text token;
        while (text_next_token(&rest, &token)) {
            Move move = notation_parse_coordinate(&game.position, token.data, (int)token.length);
            assert_int_not_equal(move, MOVE_NONE);
            game_play(&game, move);
            plies++;
            assert_true(movegen_count(&game.position) > 1);
            assert_int_equal(game_occurrences(&game), 1);
        }
        assert_int_equal(plies, 2 * (SPEEDTEST_SEARCHES - 1));
    }
}

static void titles_differ(void **state) {
    (void)state;
    for (int i = 0; i < SPEEDTEST_GAMES; i++) {
        for (int j = 0; j < i; j++)
            assert_string_not_equal(SPEEDTEST_GAME_LIST[i].title, SPEEDTEST_GAME_LIST[j].title);
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(moves_are_legal),
        cmocka_unit_test(titles_differ),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
