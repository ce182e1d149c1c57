#include "support.h"

static bool list_has(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++)
        if (list->moves[i] == move)
            return true;
    return false;
}

/* A second opinion on a move that is pseudo-legal or not at all: plays it on a bare board of pieces
 * and looks whether the king is attacked. It shares only the attack tables with the generator. */
static bool leaves_king_safe(const Position *position, Move move) {
    const Color us = position_side(position);
    Position after = *position;
    const Piece piece = position_piece_on(position, move_from(move));
    const Bitboard from = bb_square(move_from(move));
    Bitboard to = bb_square(move_to(move));
    if (move_kind(move) == MOVE_CASTLING)
        return true;
    Bitboard gone = to;
    if (move_kind(move) == MOVE_EN_PASSANT)
        gone |= bb_square(move_to(move) ^ 8);
    for (int type = PAWN; type < PIECE_TYPES; type++)
        after.by_type[type] &= ~(from | gone);
    after.by_color[WHITE] &= ~(from | gone);
    after.by_color[BLACK] &= ~(from | gone);
    after.by_type[piece_type(piece)] |= to;
    after.by_color[us] |= to;
    const Bitboard attackers =
        position_attackers(&after, position_king(&after, us), position_occupied(&after));
    return (attackers & after.by_color[color_flip(us)]) == 0;
}

static void check_lists(const Position *position) {
    const MoveList all = moves_of(position);
    MoveList noisy = {.count = 0}, quiet = {.count = 0};
    movegen_noisy(position, &noisy);
    movegen_quiet(position, &quiet);
    assert_int_equal(movegen_count(position), all.count);
    assert_int_equal(noisy.count + quiet.count, all.count);
    for (int i = 0; i < all.count; i++) {
        const Move move = all.moves[i];
        const bool is_noisy = position_is_noisy(position, move);
        assert_int_equal(list_has(&noisy, move), is_noisy);
        assert_int_equal(list_has(&quiet, move), !is_noisy);
        assert_true(leaves_king_safe(position, move));
        for (int j = 0; j < i; j++)
            assert_int_not_equal(all.moves[j], move);
    }
}

static void lists_agree_with_each_other(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 140, 100, 11, check_lists);
}

/* The generators append: what the list held before stays. */
static void generators_append(void **state) {
    (void)state;
    const Position position = position_of(SHARP_FENS[0]);
    MoveList list = {.count = 1, .moves = {MOVE_NULL}};
    movegen_noisy(&position, &list);
    movegen_quiet(&position, &list);
    assert_int_equal(list.moves[0], MOVE_NULL);
    assert_int_equal(list.count, movegen_count(&position) + 1);
}

static void check_all_words(const Position *position) {
    static uint8_t legal[65536];
    memset(legal, 0, sizeof legal);
    const MoveList all = moves_of(position);
    for (int i = 0; i < all.count; i++)
        legal[all.moves[i]] = 1;
    for (int word = 0; word < 65536; word++) {
        if (movegen_is_legal(position, (Move)word) != legal[word]) {
            char fen[FEN_SIZE];
            fen_format(position, fen);
            fail_msg("%s: move 0x%04x: %s by the list", fen, (unsigned)word,
                     legal[word] ? "legal" : "illegal");
        }
    }
}

static void any_sixteen_bits_are_judged_as_the_list_does(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 14, 60, 12, check_all_words);
}

static void check_checks_and_keys(const Position *position) {
    assert_true(position_is_consistent(position));
    const MoveList all = moves_of(position);
    const CheckInfo checks = position_check_info(position);
    for (int i = 0; i < all.count; i++) {
        Position next, unkeyed;
        position_make(position, &next, all.moves[i]);
        position_make_unkeyed(position, &unkeyed, all.moves[i]);
        assert_true(position_is_consistent(&next));
        const Square king = position_king(&next, position_side(&next));
        const Bitboard attackers = position_attackers(&next, king, position_occupied(&next)) &
                                   next.by_color[position_side(position)];
        assert_true(next.checkers == attackers);
        assert_int_equal(position_gives_check(position, &checks, all.moves[i]), attackers != 0);
        assert_memory_equal(unkeyed.board, next.board, sizeof next.board);
        assert_true(unkeyed.checkers == next.checkers && unkeyed.pinned == next.pinned);
        assert_int_equal(unkeyed.castling_rights, next.castling_rights);
        assert_int_equal(unkeyed.en_passant, next.en_passant);
        const bool resets =
            position_captured_type(position, all.moves[i]) != NO_PIECE_TYPE ||
            piece_type(position_piece_on(position, move_from(all.moves[i]))) == PAWN;
        assert_int_equal(next.rule50, resets ? 0 : position->rule50 + 1);
        assert_int_equal(next.fullmove, position->fullmove + (position_side(position) == BLACK));
    }
}

static void checks_and_keys_stay_true_in_random_games(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 90, 13, check_checks_and_keys);
}

static void check_threats(const Position *position) {
    const Threats threats = position_threats(position);
    const Bitboard enemies = position->by_color[color_flip(position_side(position))];
    const Bitboard pawns = position->by_type[PAWN];
    const Bitboard minors = pawns | position->by_type[KNIGHT] | position->by_type[BISHOP];
    const Bitboard rooks = minors | position->by_type[ROOK];
    for (Square square = A1; square < SQUARES; square++) {
        const Bitboard attackers =
            position_attackers(position, square, position_occupied(position)) & enemies;
        assert_int_equal(bb_has(threats.by_pawns, square), (attackers & pawns) != 0);
        assert_int_equal(bb_has(threats.by_minors, square), (attackers & minors) != 0);
        assert_int_equal(bb_has(threats.by_rooks, square), (attackers & rooks) != 0);
        assert_int_equal(bb_has(threats.by_any, square), attackers != 0);
    }
}

static void threats_are_the_squares_with_attackers(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 14, 60, 16, check_threats);
}

static void check_keys_ahead(const Position *position) {
    const MoveList all = moves_of(position);
    for (int i = 0; i < all.count; i++) {
        const Move move = all.moves[i];
        Position next;
        position_make(position, &next, move);
        const bool only_moves_pieces =
            move_kind(move) != MOVE_CASTLING && move_kind(move) != MOVE_PROMOTION &&
            next.castling_rights == position->castling_rights && next.en_passant == NO_SQUARE &&
            position->en_passant == NO_SQUARE;
        assert_true(!only_moves_pieces || position_key_after(position, move) == next.key);
    }
}

static void keys_ahead_are_those_of_moves_made(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 90, 15, check_keys_ahead);
}

/* The same position made afresh from its FEN has the same keys. */
static void check_fresh_keys(const Position *position) {
    char fen[FEN_SIZE];
    fen_format(position, fen);
    const Position fresh = position_of(fen);
    assert_true(fresh.key == position->key);
    assert_true(fresh.pawn_key == position->pawn_key);
    assert_true(fresh.material_key == position->material_key);
    assert_true(fresh.non_pawn_key[WHITE] == position->non_pawn_key[WHITE]);
    assert_true(fresh.non_pawn_key[BLACK] == position->non_pawn_key[BLACK]);
}

static void keys_do_not_depend_on_history(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 150, 14, check_fresh_keys);
}

static uint64_t key_after(const char *fen, const char *moves) {
    const Position start = position_of(fen);
    return position_after(&start, moves).key;
}

static void transpositions_have_equal_keys(void **state) {
    (void)state;
    assert_true(key_after(FEN_START, "e2e4 e7e5 g1f3 b8c6") ==
                key_after(FEN_START, "g1f3 b8c6 e2e4 e7e5"));
    assert_true(key_after(FEN_START, "g1f3 g8f6 f3g1 f6g8") == position_of(FEN_START).key);
    /* A double step that no pawn can answer en passant is as good as two single ones. */
    const char *pawn = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
    assert_true(key_after(pawn, "e1d1 e8d8 d1d2 d8e8 d2e1 e8d8 e2e4") ==
                key_after(pawn, "e2e3 e8d8 e1d1 d8e8 d1e1 e8d8 e3e4"));
}

static void what_differs_has_a_different_key(void **state) {
    (void)state;
    const char *rights = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
    /* The same squares, but the right is gone. */
    assert_true(key_after(rights, "h1h2 h8h7 h2h1 h7h8") != position_of(rights).key);
    assert_true(key_after(rights, "e1e2 e8e7 e2e1 e7e8") != position_of(rights).key);
    /* The same board with and without the right to take en passant. */
    assert_true(position_of("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1").key !=
                position_of("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1").key);
    assert_true(position_of("4k3/8/8/8/8/8/8/4K3 w - - 0 1").key !=
                position_of("4k3/8/8/8/8/8/8/4K3 b - - 0 1").key);
    assert_true(position_of("4k3/8/8/8/8/8/3N4/4K3 w - - 0 1").key !=
                position_of("4k3/8/8/8/8/8/3B4/4K3 w - - 0 1").key);
}

static void keys_of_parts_cover_those_parts(void **state) {
    (void)state;
    const Position start = position_of("4k3/pp6/8/8/8/8/PP6/1N2K3 w - - 0 1");
    const Position knight = position_after(&start, "b1c3");
    const Position pawn = position_after(&start, "a2a3");
    assert_true(knight.pawn_key == start.pawn_key);
    assert_true(knight.material_key == start.material_key);
    assert_true(knight.non_pawn_key[WHITE] != start.non_pawn_key[WHITE]);
    assert_true(knight.non_pawn_key[BLACK] == start.non_pawn_key[BLACK]);
    assert_true(pawn.pawn_key != start.pawn_key);
    assert_true(pawn.non_pawn_key[WHITE] == start.non_pawn_key[WHITE]);
    const Position fewer = position_of("4k3/pp6/8/8/8/8/P7/1N2K3 w - - 0 1");
    const Position moved = position_of("4k3/1p6/p7/8/8/N7/P7/4K3 w - - 0 1");
    assert_true(fewer.material_key != start.material_key);
    assert_true(fewer.material_key == moved.material_key);
}

static void check_null_move(const Position *position) {
    if (position_in_check(position))
        return;
    Position passed;
    position_make_null(position, &passed);
    assert_true(position_is_consistent(&passed));
    assert_int_equal(position_side(&passed), color_flip(position_side(position)));
    assert_int_equal(passed.en_passant, NO_SQUARE);
    assert_int_equal(passed.plies_from_null, 0);
    assert_int_equal(passed.castling_rights, position->castling_rights);
    assert_memory_equal(passed.board, position->board, sizeof passed.board);
    assert_true(passed.key != position->key);
    assert_true(passed.pawn_key == position->pawn_key);
    Position back;
    position_make_null(&passed, &back);
    if (position->en_passant == NO_SQUARE)
        assert_true(back.key == position->key);
    else
        assert_true(back.key != position->key);
}

static void null_moves_pass_the_turn_and_no_more(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 120, 15, check_null_move);
}

typedef struct CastlingCase {
    const char *fen;
    const char *move; /* king takes rook */
    bool legal;
} CastlingCase;

static void castles_when_the_rules_allow(void **state) {
    (void)state;
    static const CastlingCase CASES[] = {
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", true},
        {"4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", true},
        {"4k3/8/8/8/8/8/8/R3K2R w K - 0 1", "e1a1", false},
        {"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "e1h1", false},
        {"4k3/8/8/8/8/8/8/RN2K1NR w KQ - 0 1", "e1a1", false},
        {"4kr2/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false},  /* through check */
        {"4k1r1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1h1", false}, /* into check */
        {"4r1k1/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", false}, /* out of check */
        {"1r2k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", "e1a1", true},  /* only the rook is attacked */
        {"r3k2r/8/8/8/8/8/8/4K3 b kq - 0 1", "e8h8", true},
        /* Chess960: the king stands still, the rook jumps over it. */
        {"4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", true},
        {"4k3/8/8/8/8/8/8/2KR4 w D - 0 1", "c1d1", true},
        {"4k3/8/8/8/8/8/8/2KR1N2 w D - 0 1", "c1d1", false},
        {"4k3/8/8/8/8/8/8/RK6 w Q - 0 1", "b1a1", true},
        /* The rook on b1 alone shields c1, where the king goes, from the queen on a1. */
        {"4k3/8/8/8/8/8/8/qR1K4 w B - 0 1", "d1b1", false},
        {"4k3/8/8/8/8/8/8/1R1K4 w B - 0 1", "d1b1", true},
        /* A piece on the king's way, on the rook's way. */
        {"4k3/8/8/8/8/8/8/1R1N1K2 w B - 0 1", "f1b1", false},
        {"4k3/8/8/8/8/8/8/RN1K4 w A - 0 1", "d1a1", false},
        {"4k3/8/8/8/8/8/8/NR1K4 w B - 0 1", "d1b1", true},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        const CastlingCase *test = &CASES[i];
        const Position position = position_of(test->fen);
        const Square from = square_make(test->move[0] - 'a', test->move[1] - '1');
        const Square to = square_make(test->move[2] - 'a', test->move[3] - '1');
        const Move move = move_make_kind(from, to, MOVE_CASTLING);
        const MoveList list = moves_of(&position);
        if (list_has(&list, move) != test->legal ||
            movegen_is_legal(&position, move) != test->legal)
            fail_msg("%s: %s should be %s", test->fen, test->move,
                     test->legal ? "legal" : "illegal");
    }
}

static void castling_puts_king_and_rook_on_their_squares(void **state) {
    (void)state;
    static const struct {
        const char *fen, *move, *after;
    } CASES[] = {
        {"r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 1 1"},
        {"r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 0 1", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 1 2"},
        {"4k3/8/8/8/8/8/8/6KR w K - 0 1", "g1h1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/1KR5 w K - 0 1", "b1c1", "4k3/8/8/8/8/8/8/5RK1 b - - 1 1"},
        {"rk6/8/8/8/8/8/8/4K3 b q - 0 1", "b8a8", "2kr4/8/8/8/8/8/8/4K3 w - - 1 2"},
        {"4k3/8/8/8/8/8/8/3R1K2 w Q - 0 1", "f1d1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/2RK4 w Q - 0 1", "d1c1", "4k3/8/8/8/8/8/8/2KR4 b - - 1 1"},
        {"4k3/8/8/8/8/8/8/5RKR w H - 0 1", NULL, NULL},
    };
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        const Position start = position_of(CASES[i].fen);
        if (!CASES[i].move) {
            /* f1 is held by the other rook. */
            assert_false(movegen_is_legal(&start, move_make_kind(G1, H1, MOVE_CASTLING)));
            continue;
        }
        const Position after = position_after(&start, CASES[i].move);
        char text[FEN_SIZE];
        fen_format(&after, text);
        assert_string_equal(text, CASES[i].after);
    }
}

static void recognises_mate_and_stalemate(void **state) {
    (void)state;
    const Position mate = position_of("R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1");
    const Position stalemate = position_of("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1");
    assert_int_equal(movegen_count(&mate), 0);
    assert_true(position_in_check(&mate));
    assert_int_equal(movegen_count(&stalemate), 0);
    assert_false(position_in_check(&stalemate));
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lists_agree_with_each_other),
        cmocka_unit_test(generators_append),
        cmocka_unit_test(any_sixteen_bits_are_judged_as_the_list_does),
        cmocka_unit_test(checks_and_keys_stay_true_in_random_games),
        cmocka_unit_test(threats_are_the_squares_with_attackers),
        cmocka_unit_test(keys_ahead_are_those_of_moves_made),
        cmocka_unit_test(keys_do_not_depend_on_history),
        cmocka_unit_test(transpositions_have_equal_keys),
        cmocka_unit_test(what_differs_has_a_different_key),
        cmocka_unit_test(keys_of_parts_cover_those_parts),
        cmocka_unit_test(null_moves_pass_the_turn_and_no_more),
        cmocka_unit_test(castles_when_the_rules_allow),
        cmocka_unit_test(castling_puts_king_and_rook_on_their_squares),
        cmocka_unit_test(recognises_mate_and_stalemate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
