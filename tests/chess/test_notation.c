#include "chess/notation.h"
#include "support.h"

/* A busy position for White: many ways to write each move, and many ambiguities. Knights on b1, b3,
 * f3 (d2 from all three); rooks on a1, h1; a pawn on e7 and one on b2. */
#define KNIGHTS_FEN "4k3/8/8/8/8/1N3N2/1P6/RN2K2R w KQ - 0 1"

/* En passant on d6, captures of pawns, and a bishop that can go where the b-pawn cannot. */
#define BISHOP_FEN "4k3/8/8/2npP3/1P1r4/1BP5/8/4K3 w - d6 0 1"

#define PROMOTION_FEN "3r3k/4P3/8/8/8/8/8/K7 w - - 0 1"

static SanStatus parse(const char *fen, const char *san, Move *move) {
    const Position position = position_of(fen);
    return notation_parse_san(&position, san, (int)strlen(san), move);
}

static void expect_san(const char *fen, const char *san, const char *coordinate) {
    Move move;
    const SanStatus status = parse(fen, san, &move);
    if (status != SAN_OK)
        fail_msg("\"%s\" in %s: status %d", san, fen, (int)status);
    char text[COORDINATE_SIZE];
    notation_coordinate(move, false, text);
    if (strcmp(text, coordinate) != 0)
        fail_msg("\"%s\" in %s read as %s", san, fen, text);
}

static void expect_status(const char *fen, const char *san, SanStatus expected) {
    Move move = move_make(A1, A2);
    const SanStatus status = parse(fen, san, &move);
    if (status != expected)
        fail_msg("\"%s\" in %s: status %d, not %d", san, fen, (int)status, (int)expected);
    assert_int_equal(move, MOVE_NONE);
}

static void writes_coordinates(void **state) {
    (void)state;
    static const struct {
        Move move;
        bool chess960;
        const char *text;
    } MOVES[] = {
        {MOVE_NONE, false, "0000"},
        {MOVE_NULL, true, "0000"},
        {(Move)(E2 | E4 << 6), false, "e2e4"},
        {(Move)(E1 | H1 << 6 | MOVE_CASTLING << 14), false, "e1g1"},
        {(Move)(E1 | H1 << 6 | MOVE_CASTLING << 14), true, "e1h1"},
        {(Move)(E8 | A8 << 6 | MOVE_CASTLING << 14), false, "e8c8"},
        {(Move)(B1 | A1 << 6 | MOVE_CASTLING << 14), true, "b1a1"},
    };
    char text[COORDINATE_SIZE];
    for (size_t i = 0; i < ARRAY_LENGTH(MOVES); i++) {
        notation_coordinate(MOVES[i].move, MOVES[i].chess960, text);
        assert_string_equal(text, MOVES[i].text);
    }
    static const char LETTERS[] = "nbrq";
    for (PieceType type = KNIGHT; type <= QUEEN; type++) {
        notation_coordinate(move_make_promotion(A7, B8, type), false, text);
        assert_memory_equal(text, "a7b8", 4);
        assert_int_equal(text[4], LETTERS[type - KNIGHT]);
        assert_int_equal(text[5], '\0');
    }
}

static Move coordinate(const char *fen, const char *text) {
    const Position position = position_of(fen);
    return notation_parse_coordinate(&position, text, (int)strlen(text));
}

static void reads_coordinates(void **state) {
    (void)state;
    assert_int_equal(coordinate(FEN_START, "e2e4"), move_make(E2, E4));
    assert_int_equal(coordinate(PROMOTION_FEN, "e7e8q"), move_make_promotion(E7, E8, QUEEN));
    assert_int_equal(coordinate(PROMOTION_FEN, "e7d8N"), move_make_promotion(E7, D8, KNIGHT));
    assert_int_equal(coordinate(BISHOP_FEN, "e5d6"), move_make_kind(E5, D6, MOVE_EN_PASSANT));
    static const char *const BAD[] = {"",      "e2",     "e2e",   "e2e5",  "e7e5", "e2e4q",
                                      "e2-e4", "E2E4",   "e2e44", "i2i4",  "e0e4", "0000",
                                      "e1e1",  "e2e4  ", "e2e4 ", "e2e3k", "e9e4", "a1a2"};
    for (size_t i = 0; i < ARRAY_LENGTH(BAD); i++)
        assert_int_equal(coordinate(FEN_START, BAD[i]), MOVE_NONE);
    static const char *const BAD_PROMOTIONS[] = {"e7e8", "e7e8k", "e7e8p", "e7e8x", "e7e8qq"};
    for (size_t i = 0; i < ARRAY_LENGTH(BAD_PROMOTIONS); i++)
        assert_int_equal(coordinate(PROMOTION_FEN, BAD_PROMOTIONS[i]), MOVE_NONE);
}

static void reads_castling_coordinates_in_both_forms(void **state) {
    (void)state;
    const Move king_side = move_make_kind(E1, H1, MOVE_CASTLING);
    const Move queen_side = move_make_kind(E1, A1, MOVE_CASTLING);
    const char *fen = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";
    assert_int_equal(coordinate(fen, "e1g1"), king_side);
    assert_int_equal(coordinate(fen, "e1h1"), king_side);
    assert_int_equal(coordinate(fen, "e1c1"), queen_side);
    assert_int_equal(coordinate(fen, "e1a1"), queen_side);
    assert_int_equal(coordinate(fen, "e1b1"), MOVE_NONE);

    /* From f1 the king can step to g1: that is what the squares say. */
    const char *beside = "4k3/8/8/8/8/8/8/5K1R w K - 0 1";
    assert_int_equal(coordinate(beside, "f1g1"), move_make(F1, G1));
    assert_int_equal(coordinate(beside, "f1h1"), move_make_kind(F1, H1, MOVE_CASTLING));
    /* The king stays on g1; only king takes rook can be written. */
    assert_int_equal(coordinate("4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1"),
                     move_make_kind(G1, H1, MOVE_CASTLING));
}

static void expect_written(const char *fen, const char *move, const char *san) {
    const Position position = position_of(fen);
    char text[SAN_SIZE];
    notation_san(&position, move_of(&position, move), text);
    assert_string_equal(text, san);
}

static void writes_san(void **state) {
    (void)state;
    expect_written(FEN_START, "e2e4", "e4");
    expect_written(FEN_START, "g1f3", "Nf3");
    expect_written(KNIGHTS_FEN, "f3d2", "Nfd2");
    expect_written(KNIGHTS_FEN, "b1d2", "N1d2");
    expect_written(KNIGHTS_FEN, "b3d2", "Nb3d2");
    expect_written(KNIGHTS_FEN, "b1c3", "Nc3");
    expect_written(KNIGHTS_FEN, "e1g1", "O-O");
    expect_written("r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8c8", "O-O-O");
    expect_written("r3k2r/8/8/8/8/8/8/3K4 b kq - 0 1", "e8c8", "O-O-O+");
    expect_written(BISHOP_FEN, "e5d6", "exd6");
    expect_written(BISHOP_FEN, "c3d4", "cxd4");
    expect_written(BISHOP_FEN, "b3d5", "Bxd5");
    expect_written(PROMOTION_FEN, "e7e8q", "e8=Q+");
    expect_written(PROMOTION_FEN, "e7d8b", "exd8=B");
}

/* Three queens in an angle: neither file nor rank alone tells the one in the corner. */
static void writes_full_disambiguation(void **state) {
    (void)state;
    const char *fen = "8/8/8/7k/Q2Q4/8/4K3/3Q4 w - - 0 1";
    expect_written(fen, "d4a1", "Qd4a1");
    expect_written(fen, "d1a1", "Q1a1");
    expect_written(fen, "a4a1", "Qaa1");
}

/* A pinned piece is no rival, a mate is marked, a stalemate is not. */
static void writes_what_the_rules_leave(void **state) {
    (void)state;
    expect_written("4r2k/8/8/8/8/4N3/8/N3K3 w - - 0 1", "a1c2", "Nc2");
    expect_written("6k1/5ppp/8/8/8/8/8/R3K3 w - - 0 1", "a1a8", "Ra8#");
    expect_written("k7/8/1K6/8/8/8/8/2Q5 w - - 0 1", "c1c7", "Qc7");
}

static void reads_san_as_people_write_it(void **state) {
    (void)state;
    static const struct {
        const char *fen, *san, *move;
    } CASES[] = {
        {FEN_START, "e4", "e2e4"},           {FEN_START, "Nf3", "g1f3"},
        {FEN_START, "nf3", "g1f3"},          {FEN_START, " Nf3 ", "g1f3"},
        {FEN_START, "e4!?", "e2e4"},         {FEN_START, "e2-e4", "e2e4"},
        {FEN_START, "e2e4", "e2e4"},         {FEN_START, "Ng1-f3", "g1f3"},
        {FEN_START, "g1-f3", "g1f3"},        {FEN_START, "Ng1f3+?!", "g1f3"},
        {FEN_START, "Pe4", "e2e4"},          {KNIGHTS_FEN, "Nfd2", "f3d2"},
        {KNIGHTS_FEN, "Nfxd2", "f3d2"},      {KNIGHTS_FEN, "N1d2", "b1d2"},
        {KNIGHTS_FEN, "N1xd2", "b1d2"},      {KNIGHTS_FEN, "Nb3d2!", "b3d2"},
        {KNIGHTS_FEN, "Nb1d2", "b1d2"},      {KNIGHTS_FEN, "nb1d2", "b1d2"},
        {KNIGHTS_FEN, "Nb1c3", "b1c3"},      {KNIGHTS_FEN, "Nbc3", "b1c3"},
        {KNIGHTS_FEN, "O-O", "e1g1"},        {KNIGHTS_FEN, "O-O+", "e1g1"},
        {KNIGHTS_FEN, "0-0", "e1g1"},        {KNIGHTS_FEN, "0-0!!", "e1g1"},
        {KNIGHTS_FEN, "o-o", "e1g1"},        {KNIGHTS_FEN, "OO", "e1g1"},
        {KNIGHTS_FEN, "e1g1", "e1g1"},       {KNIGHTS_FEN, "e1h1", "e1g1"},
        {KNIGHTS_FEN, "Rg1", "h1g1"},        {KNIGHTS_FEN, "rf1", "h1f1"},
        {KNIGHTS_FEN, "ke2", "e1e2"},        {BISHOP_FEN, "exd6", "e5d6"},
        {BISHOP_FEN, "ed6", "e5d6"},         {BISHOP_FEN, "e5xd6", "e5d6"},
        {BISHOP_FEN, "exd6 e.p.", "e5d6"},   {BISHOP_FEN, "exd6e.p.", "e5d6"},
        {BISHOP_FEN, "exd6ep", "e5d6"},      {BISHOP_FEN, "exd6 e.p.+", "e5d6"},
        {BISHOP_FEN, "exd6+ e.p.", "e5d6"},  {BISHOP_FEN, "exd6!? e.p.", "e5d6"},
        {BISHOP_FEN, "e5:d6", "e5d6"},       {BISHOP_FEN, "bxc5", "b4c5"},
        {BISHOP_FEN, "Bxd5", "b3d5"},        {BISHOP_FEN, "b3xd5", "b3d5"},
        {BISHOP_FEN, "b5", "b4b5"},          {BISHOP_FEN, "bc5", "b4c5"},
        {BISHOP_FEN, "cd4", "c3d4"},         {BISHOP_FEN, "c4", "c3c4"},
        {PROMOTION_FEN, "e8=Q", "e7e8q"},    {PROMOTION_FEN, "e8=Q+", "e7e8q"},
        {PROMOTION_FEN, "e8Q", "e7e8q"},     {PROMOTION_FEN, "e8(Q)", "e7e8q"},
        {PROMOTION_FEN, "e8/Q", "e7e8q"},    {PROMOTION_FEN, "e8=(Q)", "e7e8q"},
        {PROMOTION_FEN, "e8q", "e7e8q"},     {PROMOTION_FEN, "e8=n", "e7e8n"},
        {PROMOTION_FEN, "e7e8q", "e7e8q"},   {PROMOTION_FEN, "e7-e8=R#", "e7e8r"},
        {PROMOTION_FEN, "exd8=B", "e7d8b"},  {PROMOTION_FEN, "ed8Q", "e7d8q"},
        {PROMOTION_FEN, "exd8(N)", "e7d8n"},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
        expect_san(CASES[i].fen, CASES[i].san, CASES[i].move);
}

static void tells_bad_san_apart(void **state) {
    (void)state;
    static const char *const MALFORMED[] = {
        "",       " ",      "+",     "e",       "x",        "e9",    "i4",
        "Zf3",    "Nf",     "--",    "O",       "O-",       "O--O",  "O-O-O-O",
        "-O-O",   "e4=K",   "e4=",   "e4=P",    "e4()",     "(Q)",   "=Q",
        "Nf3Nf3", "e2e4e6", "0000",  "null",    "e4xx",     "1-0",   "Nxxf3",
        "ep",     "e.p.",   "e4)",   "N1g1gf3", "e4e.p.x.", "\xe9",  "?!?!",
        "1.e4",   "Nf3\n",  "e4 e5", "(e4",     "N-",       "f3N?x", "Pawn takes everything on d5"};
    for (size_t i = 0; i < ARRAY_LENGTH(MALFORMED); i++)
        expect_status(FEN_START, MALFORMED[i], SAN_MALFORMED);
    static const char *const ILLEGAL[] = {"e5",  "Nd2",  "Ke2",   "O-O",  "0-0-0", "e4=Q", "Bb5",
                                          "bb5", "e2e5", "Nb1f3", "exd3", "d6",    "a1a1"};
    for (size_t i = 0; i < ARRAY_LENGTH(ILLEGAL); i++)
        expect_status(FEN_START, ILLEGAL[i], SAN_ILLEGAL);
    expect_status(KNIGHTS_FEN, "Nd2", SAN_AMBIGUOUS);
    expect_status(KNIGHTS_FEN, "Nbd2", SAN_AMBIGUOUS);
    expect_status(KNIGHTS_FEN, "N3d2", SAN_AMBIGUOUS);
    expect_status(PROMOTION_FEN, "e8", SAN_AMBIGUOUS);
    /* A pawn's capture names its file: d6 is no short way to write exd6. */
    expect_status(BISHOP_FEN, "d6", SAN_ILLEGAL);
    expect_status(BISHOP_FEN, "bxd5", SAN_ILLEGAL);
    expect_status(BISHOP_FEN, "bd5", SAN_ILLEGAL);
}

static void takes_b_for_the_pawn_and_never_for_a_bishop(void **state) {
    (void)state;
    const char *both = "4k3/8/8/2n5/1P6/B7/8/4K3 w - - 0 1";
    expect_status(both, "Bxc5", SAN_ILLEGAL);
    expect_san(both, "bxc5", "b4c5");
    const char *fen = "4k3/8/8/2n5/1P1B4/8/8/4K3 w - - 0 1";
    expect_san(fen, "bxc5", "b4c5");
    expect_san(fen, "Bxc5", "d4c5");
    expect_status("4k3/8/8/2n5/3B4/8/8/4K3 w - - 0 1", "bxc5", SAN_ILLEGAL);
}

static void ignores_what_lies_behind_the_length(void **state) {
    (void)state;
    const Position position = position_of(FEN_START);
    Move move;
    assert_int_equal(notation_parse_san(&position, "Nf3,e5", 3, &move), SAN_OK);
    assert_int_equal(move, move_make(G1, F3));
    assert_int_equal(notation_parse_coordinate(&position, "e2e4e7e5", 4), move_make(E2, E4));
}

/* Every legal move, written in each notation, is read back as itself; no two SANs are equal. */
static void check_notation(const Position *position) {
    const MoveList list = moves_of(position);
    char sans[MAX_MOVES][SAN_SIZE];
    for (int i = 0; i < list.count; i++) {
        const Move move = list.moves[i];
        char text[COORDINATE_SIZE];
        notation_coordinate(move, true, text);
        assert_int_equal(notation_parse_coordinate(position, text, (int)strlen(text)), move);
        if (!position->chess960) {
            notation_coordinate(move, false, text);
            assert_int_equal(notation_parse_coordinate(position, text, (int)strlen(text)), move);
        }
        notation_san(position, move, sans[i]);
        Move read = MOVE_NONE;
        assert_int_equal(notation_parse_san(position, sans[i], (int)strlen(sans[i]), &read),
                         SAN_OK);
        assert_int_equal(read, move);
        for (int j = 0; j < i; j++)
            assert_string_not_equal(sans[i], sans[j]);
        Position next;
        position_make(position, &next, move);
        const char last = sans[i][strlen(sans[i]) - 1];
        assert_int_equal(last == '+' || last == '#', position_in_check(&next));
        assert_int_equal(last == '#', position_in_check(&next) && moves_of(&next).count == 0);
    }
}

static void reads_back_every_move_of_random_games(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 42, 100, 31, check_notation);
}

static void survives_random_texts(void **state) {
    (void)state;
    static const char ALPHABET[] = "KQRBNPabcdefgh12345678x=+#!?O-0()/:. ep";
    const Position position = position_of(SHARP_FENS[1]);
    uint64_t seed = 3;
    int understood = 0;
    for (int round = 0; round < 200000; round++) {
        char text[16];
        const int length = random_below(&seed, (int)sizeof text);
        for (int i = 0; i < length; i++)
            text[i] = ALPHABET[random_below(&seed, (int)sizeof ALPHABET)];
        Move move;
        const SanStatus status = notation_parse_san(&position, text, length, &move);
        assert_int_equal(status == SAN_OK, move != MOVE_NONE);
        if (status == SAN_OK) {
            assert_true(movegen_is_legal(&position, move));
            understood++;
        }
    }
    assert_int_not_equal(understood, 0);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(writes_coordinates),
        cmocka_unit_test(reads_coordinates),
        cmocka_unit_test(reads_castling_coordinates_in_both_forms),
        cmocka_unit_test(writes_san),
        cmocka_unit_test(writes_full_disambiguation),
        cmocka_unit_test(writes_what_the_rules_leave),
        cmocka_unit_test(reads_san_as_people_write_it),
        cmocka_unit_test(tells_bad_san_apart),
        cmocka_unit_test(takes_b_for_the_pawn_and_never_for_a_bishop),
        cmocka_unit_test(ignores_what_lies_behind_the_length),
        cmocka_unit_test(reads_back_every_move_of_random_games),
        cmocka_unit_test(survives_random_texts),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
