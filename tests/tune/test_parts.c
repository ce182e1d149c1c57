/* The small parts: numbers as bytes, packed positions, the filter, openings and adjudication. */

#include "support.h"

#include "chain/bytes.h"
#include "chain/filter.h"
#include "chain/packed_position.h"
#include "play/adjudication.h"
#include "play/book.h"
#include "play/opening.h"

static void test_varints(void **state) {
    (void)state;
    static const uint32_t NUMBERS[] = {0,     1,        127,      128,       16383,
                                       16384, 1U << 21, 1U << 28, UINT32_MAX};
    for (size_t i = 0; i < ARRAY_LENGTH(NUMBERS); i++) {
        uint8_t bytes[VARINT_MAX];
        size_t length = bytes_put_varint(bytes, NUMBERS[i]);
        assert_in_range(length, 1, VARINT_MAX);
        for (size_t cut = 0; cut < length; cut++) {
            ByteCursor cursor = {bytes, bytes + cut};
            uint32_t value;
            assert_false(bytes_get_varint(&cursor, &value));
        }
        ByteCursor cursor = {bytes, bytes + length};
        uint32_t value;
        assert_true(bytes_get_varint(&cursor, &value));
        assert_int_equal(value, NUMBERS[i]);
        assert_int_equal(bytes_left(&cursor), 0);
    }
    const uint8_t too_large[] = {0xFF, 0xFF, 0xFF, 0xFF, 0x1F};
    ByteCursor cursor = {too_large, too_large + sizeof too_large};
    uint32_t value;
    assert_false(bytes_get_varint(&cursor, &value));
    for (int32_t number = -70000; number <= 70000; number++)
        assert_int_equal(bytes_unzigzag(bytes_zigzag(number)), number);
    assert_int_equal(bytes_unzigzag(bytes_zigzag(INT32_MIN)), INT32_MIN);
    assert_int_equal(bytes_zigzag(-1), 1);
}

static void check_packed(const Position *position) {
    uint8_t bytes[PACKED_POSITION_MAX];
    size_t length = packed_position_write(position, bytes);
    assert_in_range(length, 12, 36);
    ByteCursor cursor = {bytes, bytes + length};
    Position read;
    assert_true(packed_position_read(&cursor, &read));
    assert_int_equal(bytes_left(&cursor), 0);
    char expected[FEN_SIZE], found[FEN_SIZE];
    fen_format_shredder(position, expected);
    fen_format_shredder(&read, found);
    assert_string_equal(found, expected);
    assert_int_equal(read.chess960, position->chess960);
    assert_int_equal(read.key, position->key);
    for (size_t cut = 0; cut < length; cut++) {
        cursor = (ByteCursor){bytes, bytes + cut};
        assert_false(packed_position_read(&cursor, &read));
    }
}

static void test_packed_positions(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 80, 11, check_packed);
}

static void assert_no_packed(const Position *position) {
    uint8_t bytes[PACKED_POSITION_MAX];
    ByteCursor cursor = {bytes, bytes + packed_position_write(position, bytes)};
    Position read;
    assert_false(packed_position_read(&cursor, &read));
}

/* An en-passant square that nobody can use, and a right by a rook of the other side. */
static void test_packed_positions_that_cannot_be(void **state) {
    (void)state;
    Position passed = position_of("4k3/8/8/3p4/8/8/8/4K3 w - - 0 2");
    passed.en_passant = D6;
    assert_no_packed(&passed);
    Position castling = position_of("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1");
    castling.castling_rights = castling_right(WHITE, KING_SIDE);
    castling.castling_rook[castling_index(WHITE, KING_SIDE)] = A1;
    assert_no_packed(&castling);
}

static void test_filter(void **state) {
    (void)state;
    Position start = position_of(FEN_START);
    Move quiet = move_of(&start, "g1f3");
    assert_true(filter_keeps(&start, quiet, 0));
    assert_true(filter_keeps(&start, quiet, -1999));
    assert_false(filter_keeps(&start, quiet, 2000));
    assert_false(filter_keeps(&start, quiet, -2000));
    Position check = position_of("4k3/8/8/8/8/8/4r3/4K2R w K - 0 1");
    assert_false(filter_keeps(&check, move_of(&check, "e1d1"), 0));
    Position capture = position_of("4k3/8/8/3pP3/8/8/8/R3K2R w KQ d6 0 1");
    assert_false(filter_keeps(&capture, move_of(&capture, "e5d6"), 0));
    assert_true(filter_keeps(&capture, move_of(&capture, "e1g1"), 0));
    Position promotion = position_of("8/P3k3/8/8/8/8/8/4K3 w - - 0 1");
    assert_false(filter_keeps(&promotion, move_of(&promotion, "a7a8n"), 0));
    assert_true(filter_keeps(&promotion, move_of(&promotion, "e1e2"), 0));
}

static void test_chess960_positions(void **state) {
    (void)state;
    char fen[FEN_SIZE];
    Position usual = opening_chess960(518);
    fen_format(&usual, fen);
    assert_string_equal(fen, FEN_START);
    /* The ends of Scharnagl's table. */
    Position first = opening_chess960(0), last = opening_chess960(959);
    fen_format(&first, fen);
    assert_memory_equal(fen, "bbqnnrkr/", 9);
    fen_format(&last, fen);
    assert_memory_equal(fen, "rkrnnqbb/", 9);
    uint64_t keys[960];
    for (int i = 0; i < 960; i++) {
        Position position = opening_chess960(i);
        assert_int_equal(position.castling_rights, ALL_CASTLING_RIGHTS);
        assert_int_equal(movegen_count(&position) > 17, true);
        keys[i] = position.key;
        for (int j = 0; j < i; j++)
            assert_int_not_equal(keys[j], keys[i]);
    }
}

static void test_openings(void **state) {
    (void)state;
    const OpeningRules rules = {
        .random_plies = 8, .chess960_percent = 30, .endgame_percent = 20, .balance = 250};
    uint64_t random = 5;
    int kinds[3] = {0};
    for (int i = 0; i < 3000; i++) {
        OpeningKind kind = opening_draw_kind(&rules, &random);
        kinds[kind]++;
        Opening opening;
        if (!opening_draw(&rules, kind, &random, &opening))
            continue;
        assert_true(position_is_consistent(&opening.position));
        assert_true(movegen_count(&opening.position) > 0);
        assert_false(position_is_material_draw(&opening.position));
        int men = bb_count(position_occupied(&opening.position));
        if (kind == OPENING_ENDGAME) {
            assert_in_range(men, 3, 8);
            assert_int_equal(opening.score_limit, 1000);
        } else {
            assert_in_range(men, 22, 32);
            int plies = 2 * opening.position.fullmove - 2 + opening.position.side_to_move;
            assert_in_range(plies, 6, 10);
            assert_int_equal(opening.score_limit, 250);
        }
    }
    assert_in_range(kinds[OPENING_CHESS960], 800, 1000);
    assert_in_range(kinds[OPENING_ENDGAME], 500, 700);
}

static void test_book(void **state) {
    (void)state;
    char path[32];
    Reason error = {""};
    Book book;
    make_temporary(path);
    static const char GOOD[] = "# a comment\n\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 1\r\n"
                               "  4k3/8/8/8/8/8/4P3/4K3 b - - bm Kd8; id \"two\";\n" FEN_START;
    write_bytes(path, (const uint8_t *)GOOD, sizeof GOOD - 1);
    assert_true(book_load(&book, path, &error));
    assert_int_equal(book.count, 3);
    Position second = book_position(&book, 1), third = book_position(&book, 2);
    assert_int_equal(second.side_to_move, BLACK);
    assert_int_equal(third.key, position_of(FEN_START).key);
    book_free(&book);
    static const char BAD[] = FEN_START "\n4k3/8/8/8/8/8/4P3/4K2x w - - 0 1\n";
    write_bytes(path, (const uint8_t *)BAD, sizeof BAD - 1);
    assert_false(book_load(&book, path, &error));
    assert_non_null(strstr(error.text, "line 2, column 22"));
    write_bytes(path, (const uint8_t *)"\n#\n", 3);
    assert_false(book_load(&book, path, &error));
    assert_non_null(strstr(error.text, "no position"));
    unlink(path);
    assert_false(book_load(&book, path, &error));
}

static void test_adjudication_by_tables(void **state) {
    (void)state;
    const SyzygyTables tables = {.men = 4};
    const Position five = position_of("8/5k2/8/3pp3/3P4/8/3K4/8 b - - 0 1");
    const Position four = position_of("8/5k2/8/3p4/3P4/8/3K4/8 b - - 0 1");
    GameResult result;
    assert_false(adjudication_by_tables(NULL, &four, SCORE_TABLEBASE, &result));
    assert_false(adjudication_by_tables(&tables, &five, 0, &result));
    assert_false(adjudication_by_tables(&tables, &five, 1000, &result));
    assert_false(adjudication_by_tables(&tables, &four, score_mate_in(3), &result));
    assert_true(adjudication_by_tables(&tables, &five, SCORE_TABLEBASE_BOUND, &result));
    assert_int_equal(result, GAME_BLACK_WINS);
    assert_true(adjudication_by_tables(&tables, &five, -SCORE_TABLEBASE, &result));
    assert_int_equal(result, GAME_WHITE_WINS);
    assert_true(adjudication_by_tables(&tables, &four, 0, &result));
    assert_int_equal(result, GAME_DRAWN);
    /* Tables know of no castling. */
    const Position castling = position_of("4k3/8/8/8/8/8/7r/R3K3 w Q - 0 1");
    assert_false(adjudication_by_tables(&tables, &castling, 0, &result));
    assert_true(adjudication_by_tables(&tables, &castling, SCORE_TABLEBASE, &result));
    assert_int_equal(result, GAME_WHITE_WINS);
}

static void test_adjudication_by_score(void **state) {
    (void)state;
    GameResult result;
    Adjudication black_wins = {.win_score = 2000};
    assert_false(adjudication_by_score(&black_wins, WHITE, -2000, 0, &result));
    assert_false(adjudication_by_score(&black_wins, BLACK, 2500, 1, &result));
    assert_false(adjudication_by_score(&black_wins, WHITE, -1999, 2, &result)); /* begins anew */
    for (int ply = 3; ply < 6; ply++)
        assert_false(adjudication_by_score(&black_wins, ply % 2 ? BLACK : WHITE,
                                           ply % 2 ? 3000 : -3000, ply, &result));
    assert_true(adjudication_by_score(&black_wins, WHITE, -31990, 6, &result));
    assert_int_equal(result, GAME_BLACK_WINS);

    /* Who turns a game round has it as soon, whichever side that is. */
    for (int sign = -1; sign <= 1; sign += 2) {
        Adjudication turned = {.win_score = 2000};
        for (int ply = 0; ply < 6; ply++)
            assert_false(adjudication_by_score(&turned, WHITE, (ply < 3 ? -2000 : 2000) * sign, ply,
                                               &result));
        assert_true(adjudication_by_score(&turned, WHITE, 2000 * sign, 6, &result));
        assert_int_equal(result, sign > 0 ? GAME_WHITE_WINS : GAME_BLACK_WINS);
    }

    Adjudication both_claim = {.win_score = 2000};
    for (int ply = 0; ply < 20; ply++)
        assert_false(
            adjudication_by_score(&both_claim, ply % 2 ? BLACK : WHITE, 3000, ply, &result));

    Adjudication level = {.win_score = 2000};
    for (int ply = 0; ply < 80; ply++)
        assert_false(adjudication_by_score(&level, ply % 2 ? BLACK : WHITE, 8, ply, &result));
    assert_true(adjudication_by_score(&level, WHITE, -8, 80, &result));
    assert_int_equal(result, GAME_DRAWN);
    Adjudication uneven = {.win_score = 2000};
    for (int ply = 0; ply < 499; ply++)
        assert_false(adjudication_by_score(&uneven, WHITE, 9, ply, &result));
    assert_true(adjudication_by_score(&uneven, WHITE, 9, 499, &result));
}

static void assert_ruled(const char *fen, bool over, GameResult expected) {
    Position position = position_of(fen);
    Game game;
    GameResult result;
    game_begin(&game, &position);
    assert_int_equal(adjudication_by_rules(&game, &result), over);
    if (over)
        assert_int_equal(result, expected);
}

static void test_adjudication_by_rules(void **state) {
    (void)state;
    assert_ruled("7k/5QQ1/8/8/8/8/8/K7 b - - 0 1", true, GAME_WHITE_WINS);
    assert_ruled("k7/8/8/8/8/8/5qq1/7K w - - 100 90", true, GAME_BLACK_WINS);
    assert_ruled("7k/5Q2/8/8/8/8/8/K7 b - - 0 1", true, GAME_DRAWN);
    assert_ruled("7k/8/8/8/8/8/8/KQ6 b - - 100 90", true, GAME_DRAWN);
    assert_ruled("7k/8/8/8/8/8/8/KQ6 b - - 99 90", false, GAME_DRAWN);
    assert_ruled("7k/8/8/8/8/8/8/KB6 b - - 0 1", true, GAME_DRAWN);
    static const char *const SHUFFLE[] = {"g1f3", "g8f6", "f3g1", "f6g8"};
    Position start = position_of(FEN_START);
    Game game;
    GameResult result;
    game_begin(&game, &start);
    for (int i = 0; i < 8; i++) {
        assert_false(adjudication_by_rules(&game, &result));
        game_play(&game, move_of(&game.position, SHUFFLE[i % 4]));
    }
    assert_true(adjudication_by_rules(&game, &result)); /* the start stands for the third time */
    assert_int_equal(result, GAME_DRAWN);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_varints),
        cmocka_unit_test(test_packed_positions),
        cmocka_unit_test(test_packed_positions_that_cannot_be),
        cmocka_unit_test(test_filter),
        cmocka_unit_test(test_chess960_positions),
        cmocka_unit_test(test_openings),
        cmocka_unit_test(test_book),
        cmocka_unit_test(test_adjudication_by_tables),
        cmocka_unit_test(test_adjudication_by_score),
        cmocka_unit_test(test_adjudication_by_rules),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
