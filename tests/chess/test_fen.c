#include "support.h"

static void expect_text(const char *fen, const char *expected) {
    const Position position = position_of(fen);
    char text[FEN_SIZE];
    fen_format(&position, text);
    assert_string_equal(text, expected);
}

static void reads_every_field(void **state) {
    (void)state;
    const Position position = position_of("r3k2r/8/8/8/3Pp3/8/4N3/4K2R b Kkq d3 0 17");
    assert_int_equal(position_piece_on(&position, A8), BLACK_ROOK);
    assert_int_equal(position_piece_on(&position, E1), WHITE_KING);
    assert_int_equal(position_piece_on(&position, E2), WHITE_KNIGHT);
    assert_int_equal(position_piece_on(&position, A1), NO_PIECE);
    assert_int_equal(bb_count(position_occupied(&position)), 8);
    assert_int_equal(position_side(&position), BLACK);
    assert_int_equal(position.castling_rights, castling_right(WHITE, KING_SIDE) |
                                                   castling_right(BLACK, KING_SIDE) |
                                                   castling_right(BLACK, QUEEN_SIDE));
    assert_int_equal(position.castling_rook[castling_index(BLACK, QUEEN_SIDE)], A8);
    assert_int_equal(position.en_passant, D3);
    assert_int_equal(position.rule50, 0);
    assert_int_equal(position.fullmove, 17);
    assert_false(position.chess960);
    assert_true(position_is_consistent(&position));
}

static void writes_what_it_read(void **state) {
    (void)state;
    static const char *const FENS[] = {
        FEN_START,
        "4k3/8/8/8/8/8/8/4K3 b - - 99 320",
        "rnbqkbnr/qqqqqqqq/8/8/8/8/QQQQQQQQ/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/bbbbbbbb/8/8/8/8/BBBBBBBB/RNBQKBNR w KQkq - 0 1",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 400 500",
        "r1k1r3/8/8/8/8/8/8/1R1K2R1 b KQkq - 3 9",
        "r1r1k1rr/8/8/8/8/8/8/RR2K1RR w GBgc - 0 1",
        "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
        "4k3/8/8/8/6Pp/8/8/4K3 b - g3 0 2",
    };
    for (size_t i = 0; i < ARRAY_LENGTH(FENS); i++)
        expect_text(FENS[i], FENS[i]);
}

static void writes_a_letter_only_where_the_rook_is_not_outermost(void **state) {
    (void)state;
    expect_text("4k3/8/8/8/8/8/8/RR2K1RR w HA - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w KQ - 0 1");
    expect_text("4k3/8/8/8/8/8/8/RR2K1RR w BG - 0 1", "4k3/8/8/8/8/8/8/RR2K1RR w GB - 0 1");
    expect_text("1r2k1r1/8/8/8/8/8/8/4K3 w bg - 0 1", "1r2k1r1/8/8/8/8/8/8/4K3 w kq - 0 1");

    char text[FEN_SIZE];
    const Position start = position_of(FEN_START);
    fen_format_shredder(&start, text);
    assert_string_equal(text, "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w HAha - 0 1");
}

static void knows_when_rights_need_chess960(void **state) {
    (void)state;
    assert_false(position_of("r3k2r/8/8/8/8/8/8/R3K2R w HAha - 0 1").chess960);
    assert_true(position_of("4k3/8/8/8/8/8/8/R3K1R1 w KQ - 0 1").chess960);
    assert_true(position_of("4k3/8/8/8/8/8/8/R2K3R w KQ - 0 1").chess960);
    assert_false(position_of("1r2k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1").chess960);
    assert_true(position_of("4k3/8/8/8/8/8/8/R3KR1R w F - 0 1").chess960);
}

static void accepts_blanks_and_missing_counters(void **state) {
    (void)state;
    expect_text(" \t4k3/8/8/8/8/8/8/4K3   w -\t- 5 6 \r\n", "4k3/8/8/8/8/8/8/4K3 w - - 5 6");
    expect_text("4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    expect_text("4k3/8/8/8/8/8/8/4K3 w - - 7", "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
    expect_text("4k3/8/8/8/8/8/8/4K3 w - - 7 0", "4k3/8/8/8/8/8/8/4K3 w - - 7 1");
}

static void holds_counters_in_range(void **state) {
    (void)state;
    const Position position =
        position_of("4k3/8/8/8/8/8/8/4K3 w - - 99999999999999999999 99999999999999999999");
    assert_in_range(position.rule50, 100, 65000);
    assert_in_range(position.fullmove, 9999, 65000);
    /* Beyond 32 bits, too, where a number could come round to 0. */
    expect_text("4k3/8/8/8/8/8/8/4K3 w - - 4294967296 4294967297",
                "4k3/8/8/8/8/8/8/4K3 w - - 32767 32767");
}

static void drops_an_en_passant_square_that_no_pawn_can_use(void **state) {
    (void)state;
    /* No pawn beside it. */
    expect_text("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1",
                "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1");
    /* Both pawns leave the fifth rank, and the rook gives check. */
    expect_text("4k3/8/8/K2pP2r/8/8/8/8 w - d6 0 1", "4k3/8/8/K2pP2r/8/8/8/8 w - - 0 1");
    /* The capturing pawn is pinned on its file. */
    expect_text("4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1");
    /* One of two pawns is pinned; the other can take. */
    expect_text("4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", "4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1");
    /* Pinned along the diagonal of the capture. */
    expect_text("6k1/8/5b2/3pP3/3K4/8/8/8 w - d6 0 1", "6k1/8/5b2/3pP3/3K4/8/8/8 w - - 0 1");
    expect_text("1b4k1/8/8/3pP3/8/6K1/8/8 w - d6 0 1", "1b4k1/8/8/3pP3/8/6K1/8/8 w - d6 0 1");
}

typedef struct BadFen {
    const char *fen;
    int column;
    const char *reason; /* part of the message */
} BadFen;

static const BadFen BAD_FENS[] = {
    {"", 1, "board is missing"},
    {"   ", 4, "board is missing"},
    {"4k3/8/8/8/8/8/8/4K2x w - - 0 1", 20, "'x'"},
    {"4k3/8/8/8/8/8/8/4K2\x01 w - - 0 1", 20, "byte 0x01"},
    {"4k3/8/8/8/8/8/8/4K2\xe9 w - - 0 1", 20, "byte 0xe9"},
    {"4k3/8/8/8/8/8/8/4K0 w - - 0 1", 19, "'0'"},
    {"4k3/8/8/8/9/8/8/4K3 w - - 0 1", 11, "'9'"},
    {"4k3/8/8/8/8/7/8/4K3 w - - 0 1", 14, "rank 3 has only 7"},
    {"4k3/8/8/8/8/8/8/4K2 w - - 0 1", 20, "rank 1 has only 7"},
    {"4k3/8/8/7pp/8/8/8/4K3 w - - 0 1", 11, "rank 5 has more than eight"},
    {"4k3/8/8/p8/8/8/8/4K3 w - - 0 1", 10, "rank 5 has more than eight"},
    {"4k3/8/8/8/8/8/4K3 w - - 0 1", 18, "only 7 ranks"},
    {"4k3/8/8/8/8/8/8/8/4K3 w - - 0 1", 18, "more than eight ranks"},
    {"/4k3/8/8/8/8/8/8/4K3 w - - 0 1", 1, "rank 8 has only 0"},
    {"8/8/8/8/8/8/8/4K3 w - - 0 1", 1, "Black has no king"},
    {"  4k3/8/8/8/8/8/8/8 w - - 0 1", 3, "White has no king"},
    {"4k3/8/8/8/8/8/8/3KK3 w - - 0 1", 19, "second king"},
    {"4k2p/8/8/8/8/8/8/4K3 w - - 0 1", 4, "rank 8"},
    {"4k3/8/8/8/8/8/8/P3K3 w - - 0 1", 17, "rank 1"},
    {"4k3/8/8/8/8/P7/PPPPPPPP/4K3 w - - 0 1", 23, "White has more than 8 pawns"},
    {"rnbqkbnr/pppppppp/n7/8/8/8/8/4K3 w - - 0 1", 19, "Black has more than 16 pieces"},
    {"4k3/8/8/8/8/8/8/4K3", 20, "side to move is missing"},
    {"4k3/8/8/8/8/8/8/4K3 x - - 0 1", 21, "'x'"},
    {"4k3/8/8/8/8/8/8/4K3 W - - 0 1", 21, "'W'"},
    {"4k3/8/8/8/8/8/8/4K3 white - - 0 1", 21, "neither"},
    {"4k3/8/8/8/8/8/8/4K2r b - - 0 1", 22, "could take White's king"},
    {"8/8/8/8/8/3k4/4K3/8 w - - 0 1", 21, "could take"},
    {"4k3/8/8/8/8/8/8/4K3 w", 22, "castling field is missing"},
    {"4k3/8/8/8/8/8/8/4K3 w K - 0 1", 23, "no rook"},
    {"4k3/8/8/8/8/8/8/R3K3 w K - 0 1", 24, "no rook"},
    {"4k3/8/8/8/8/8/8/R3K3 w B - 0 1", 24, "no rook"},
    {"4k3/8/8/8/8/8/7R/4K3 w K - 0 1", 24, "no rook"},
    {"4k3/8/8/8/8/8/8/4K2r b Q - 0 1", 22, "could take"},
    {"4k3/8/8/8/8/8/4K3/7R w K - 0 1", 24, "left its back rank"},
    {"4k3/8/8/8/8/8/8/K6R w K - 0 1", 23, "corner"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KQkqK - 0 1", 31, "twice"},
    {"r3k2r/8/8/8/8/8/8/R3K2R w KH - 0 1", 28, "twice"},
    {"4k3/8/8/8/8/8/8/4KR1R w FH - 0 1", 26, "second one on the same side"},
    {"4k3/8/8/8/8/8/8/4K2R w - K - 0 1", 26, "en-passant field"},
    {"4k3/8/8/8/8/8/8/4K2R w -K - 0 1", 24, "'-'"},
    {"4k3/8/8/8/8/8/8/4K2R w x - 0 1", 24, "'x'"},
    {"4k3/8/8/8/8/8/8/4K3 w -", 24, "en-passant field is missing"},
    {"4k3/8/8/8/8/8/8/4K3 w - -0 1", 25, "neither '-' nor a square"},
    {"4k3/8/8/8/8/8/8/4K3 w - e9 0 1", 25, "neither '-' nor a square"},
    {"4k3/8/8/3pP3/8/8/8/4K3 w - d3 0 1", 29, "rank 6"},
    {"4k3/8/8/8/3pP3/8/8/4K3 b - e6 0 1", 29, "rank 3"},
    {"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6 0 1", 30, "occupied"},
    {"4k3/8/8/4P3/8/8/8/4K3 w - d6 0 1", 27, "no pawn of Black"},
    {"4k3/8/8/3PP3/8/8/8/4K3 w - d6 0 1", 28, "no pawn of Black"},
    {"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6 0 1", 30, "started from is occupied"},
    {"4k3/8/8/8/8/8/8/4K3 w - - -1 1", 27, "halfmove clock is negative"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 -5", 29, "move number is negative"},
    {"4k3/8/8/8/8/8/8/4K3 w - - x 1", 27, "'x'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 1.5 1", 28, "'.'"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", 31, "after the move number"},
    {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;", 31, "';'"},
};

static void explains_what_is_wrong_and_where(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(BAD_FENS); i++) {
        const BadFen *bad = &BAD_FENS[i];
        Position position = position_of(FEN_START);
        const Position before = position;
        FenError error = {0, ""};
        if (fen_parse(bad->fen, &position, &error))
            fail_msg("accepted: %s", bad->fen);
        if (error.column != bad->column || !strstr(error.message, bad->reason))
            fail_msg("%s: column %d: %s", bad->fen, error.column, error.message);
        assert_memory_equal(&position, &before, sizeof position);
    }
}

static void reads_the_beginning_of_a_longer_line(void **state) {
    (void)state;
    static const struct {
        const char *line, *rest, *fen;
    } LINES[] = {
        {"4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;", "bm Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 3 4 bm Kd2;", "bm Kd2;", "4k3/8/8/8/8/8/8/4K3 w - - 3 4"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 3 4 ;D1 5", ";D1 5", "4k3/8/8/8/8/8/8/4K3 w - - 3 4"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 3 4;D1 5", ";D1 5", "4k3/8/8/8/8/8/8/4K3 w - - 3 4"},
        {"4k3/8/8/8/8/8/8/4K3 w - -; D1 5", "; D1 5", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 3 moves", "3 moves", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - - 0 1 moves e1e2", "moves e1e2", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
        {"4k3/8/8/8/8/8/8/4K3 w - -  ", "", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(LINES); i++) {
        Position position;
        FenError error;
        const char *end = NULL;
        assert_true(fen_parse_prefix(LINES[i].line, &position, &error, &end));
        assert_string_equal(end, LINES[i].rest);
        char text[FEN_SIZE];
        fen_format(&position, text);
        assert_string_equal(text, LINES[i].fen);
    }
}

/* Reads a text that may be anything: either it is refused, with a column inside the text and the
 * position left alone, or it yields a sound position that is read back the same. */
static void expect_refused_or_sound(const char *text) {
    const Position before = position_of(FEN_START);
    Position position = before;
    FenError error = {0, ""};
    if (!fen_parse(text, &position, &error)) {
        assert_in_range(error.column, 1, strlen(text) + 1);
        assert_int_not_equal(error.message[0], '\0');
        assert_memory_equal(&position, &before, sizeof position);
        return;
    }
    assert_true(position_is_consistent(&position));
    char first[FEN_SIZE], second[FEN_SIZE];
    fen_format(&position, first);
    const Position again = position_of(first);
    fen_format(&again, second);
    assert_string_equal(first, second);
    assert_true(again.key == position.key);
    movegen_count(&position);
}

static void survives_damaged_texts(void **state) {
    (void)state;
    static const char ALPHABET[] = "KQRBNPkqrbnp12345678/ w-abcdefgh0 9\x80\x01";
    uint64_t seed = 20;
    for (int round = 0; round < 40000; round++) {
        const Position start =
            round % 2 ? random_start(&seed) : position_of(SHARP_FENS[round / 2 % 5]);
        char text[FEN_SIZE];
        fen_format(&start, text);
        const int length = (int)strlen(text);
        const int edits = 1 + random_below(&seed, 3);
        for (int edit = 0; edit < edits; edit++)
            text[random_below(&seed, length)] = ALPHABET[random_below(&seed, (int)sizeof ALPHABET)];
        expect_refused_or_sound(text);
    }
}

static void check_round_trip(const Position *position) {
    char text[FEN_SIZE], shredder[FEN_SIZE];
    fen_format(position, text);
    fen_format_shredder(position, shredder);
    const Position again = position_of(text);
    const Position from_shredder = position_of(shredder);
    assert_true(again.key == position->key && from_shredder.key == position->key);
    assert_memory_equal(again.board, position->board, sizeof again.board);
    assert_int_equal(again.rule50, position->rule50);
    assert_int_equal(again.fullmove, position->fullmove);
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        if (position->castling_rights >> i & 1) {
            assert_int_equal(again.castling_rook[i], position->castling_rook[i]);
            assert_int_equal(from_shredder.castling_rook[i], position->castling_rook[i]);
        }
    }
}

static void reads_back_positions_of_random_games(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 140, 120, 7, check_round_trip);
}

static void a_single_one_is_no_plural(void **state) {
    (void)state;
    Position position;
    FenError error;
    assert_false(fen_parse("4k3 w - - 0 1", &position, &error));
    assert_string_equal(error.message, "the board has only 1 rank");
    assert_false(fen_parse("k/8/8/8/8/8/8/4K3 w - - 0 1", &position, &error));
    assert_string_equal(error.message, "rank 8 has only 1 square");
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(reads_every_field),
        cmocka_unit_test(writes_what_it_read),
        cmocka_unit_test(writes_a_letter_only_where_the_rook_is_not_outermost),
        cmocka_unit_test(knows_when_rights_need_chess960),
        cmocka_unit_test(accepts_blanks_and_missing_counters),
        cmocka_unit_test(holds_counters_in_range),
        cmocka_unit_test(drops_an_en_passant_square_that_no_pawn_can_use),
        cmocka_unit_test(explains_what_is_wrong_and_where),
        cmocka_unit_test(a_single_one_is_no_plural),
        cmocka_unit_test(reads_the_beginning_of_a_longer_line),
        cmocka_unit_test(survives_damaged_texts),
        cmocka_unit_test(reads_back_positions_of_random_games),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
