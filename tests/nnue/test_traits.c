#include "nnue/traits.h"

#include "support.h"

static int visited, loose_seen, changed;

/* The rank of a man among those that attack more than their like: 0 for a pawn, 3 for a queen; a
 * king is lesser than none. */
static int rank_of(PieceType type) {
    static const int RANKS_OF[PIECE_TYPES] = {
        [PAWN] = 0, [KNIGHT] = 1, [BISHOP] = 1, [ROOK] = 2, [QUEEN] = 3, [KING] = 4};
    return RANKS_OF[type];
}

/* Man by man, as the header says it. */
static bool is_loose(const Position *position, Square square) {
    const Piece man = position_piece_on(position, square);
    const Color color = piece_color(man);
    const Bitboard all = position_attackers(position, square, position_occupied(position));
    Bitboard enemies = all & position->by_color[color_flip(color)];
    if (enemies && !(all & position->by_color[color]))
        return true;
    while (enemies) {
        const PieceType type = piece_type(position_piece_on(position, bb_pop(&enemies)));
        if (piece_type(man) != KING && rank_of(type) < rank_of(piece_type(man)))
            return true;
    }
    return false;
}

static Traits traits_of(bool with_attackers, const Position *position) {
    Traits traits;
    traits_find(with_attackers, position->by_type, position->by_color, &traits);
    return traits;
}

static void expect_loose(const Position *position) {
    const Bitboard loose = traits_of(false, position).loose;
    static Bitboard before;
    for (Square square = A1; square <= H8; square++) {
        const bool expected =
            position_piece_on(position, square) != NO_PIECE && is_loose(position, square);
        if (bb_has(loose, square) != expected) {
            char fen[FEN_SIZE];
            fen_format(position, fen);
            fail_msg("square %d of %s: %s", (int)square, fen, expected ? "loose" : "not loose");
        }
    }
    visited++;
    loose_seen += bb_count(loose);
    changed += loose != before;
    before = loose;
}

static void knows_loose_men_one_by_one(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 100, 3, expect_loose);
    assert_true(visited > 3000 && loose_seen > visited && changed > visited / 2);
}

/* The enemies of a colour that attack a square. */
static Bitboard enemies_at(const Position *position, Square square, Color color) {
    return position_attackers(position, square, position_occupied(position)) &
           position->by_color[color_flip(color)];
}

static int attacked_seen[PIECE_TYPES];

static void expect_attacked(const Position *position) {
    const Traits nothing = traits_of(false, position);
    const Traits traits = traits_of(true, position);
    assert_true(traits.loose == nothing.loose);
    for (PieceType type = PAWN; type <= KING; type++) {
        Bitboard expected = 0;
        for (Bitboard men = position_occupied(position); men;) {
            const Square square = bb_pop(&men);
            const Color color = piece_color(position_piece_on(position, square));
            if (enemies_at(position, square, color) & position->by_type[type])
                expected |= bb_square(square);
        }
        assert_true(traits.attacked[type] == expected && nothing.attacked[type] == 0);
        attacked_seen[type] += bb_count(expected);
    }
}

static void knows_attacked_men_one_by_one(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 70, 100, 4, expect_attacked);
    int sum = 0;
    for (int type = 0; type < PIECE_TYPES; type++) {
        assert_true(attacked_seen[type] >= 100);
        sum += attacked_seen[type];
    }
    assert_true(sum > 10000);
}

static void expect_in(const char *fen, const char *squares) {
    const Position position = position_of(fen);
    Bitboard expected = 0;
    for (const char *at = squares; *at; at += 2)
        expected |= bb_square((Square)((at[1] - '1') * 8 + at[0] - 'a'));
    const Bitboard loose = traits_of(false, &position).loose;
    if (loose != expected)
        fail_msg("%s: %#llx instead of %s", fen, (unsigned long long)loose, squares);
}

static void knows_what_hangs(void **state) {
    (void)state;
    expect_in(FEN_START, "");
    /* A defended knight that a pawn attacks, and the pawn, which nothing defends or attacks. */
    expect_in("4k3/8/8/4p3/3N4/2P5/8/4K3 w - - 0 1", "d4");
    /* A bishop and a pawn that attack each other, with a rook behind, which hides. */
    expect_in("4k3/8/8/3r4/4p3/5B2/4P3/4K3 w - - 0 1", "e4f3");
    /* A rook that a bishop attacks, though a pawn defends it. */
    expect_in("4k3/8/2p5/3r4/8/5B2/4P3/4K3 w - - 0 1", "d5");
    /* Rooks that attack each other, one of them defended. */
    expect_in("4k3/8/8/8/r6R/8/5N2/4K3 w - - 0 1", "a4h4");
    expect_in("4k3/8/8/8/r6R/6P1/8/4K3 w - - 0 1", "a4");
    /* A queen attacks defended men: none is lesser than she. */
    expect_in("4k3/3p4/4p3/8/8/3Q4/8/4K3 w - - 0 1", "");
    /* A king in check that a rook of its own stands by is not loose, one alone is. */
    expect_in("7k/8/8/R7/8/8/8/K3r3 w - - 0 1", "");
    expect_in("7k/8/8/8/8/8/8/K3r3 w - - 0 1", "a1");
}

/* A board with other men than a game can have, as when a piece is taken off it to be valued. */
static void does_without_kings(void **state) {
    (void)state;
    const Bitboard by_type[PIECE_TYPES] = {[KNIGHT] = bb_square(D4), [ROOK] = bb_square(F5)};
    const Bitboard by_color[COLORS] = {[WHITE] = bb_square(D4), [BLACK] = bb_square(F5)};
    Traits traits;
    traits_find(true, by_type, by_color, &traits);
    assert_true(traits.loose == bb_square(F5));
    assert_true(traits.attacked[KNIGHT] == bb_square(F5));
    assert_true(traits.attacked[ROOK] == 0);
    const Bitboard none[PIECE_TYPES] = {0}, nobody[COLORS] = {0};
    const Traits nothing = {0};
    traits_find(true, none, nobody, &traits);
    assert_memory_equal(&traits, &nothing, sizeof nothing);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(knows_loose_men_one_by_one),
        cmocka_unit_test(knows_attacked_men_one_by_one),
        cmocka_unit_test(knows_what_hangs),
        cmocka_unit_test(does_without_kings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
