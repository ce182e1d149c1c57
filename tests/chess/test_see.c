#include "chess/see.h"
#include "support.h"

#define P SEE_VALUE[PAWN]
#define N SEE_VALUE[KNIGHT]
#define B SEE_VALUE[BISHOP]
#define R SEE_VALUE[ROOK]
#define Q SEE_VALUE[QUEEN]

/* The exchange is worth exactly `value`. */
static void expect_exchange(const char *fen, const char *text, int value) {
    const Position position = position_of(fen);
    const Move move = move_of(&position, text);
    const bool reached = see_at_least(&position, move, value);
    const bool exceeded = see_at_least(&position, move, value + 1);
    if (!reached || exceeded)
        fail_msg("%s in %s is worth %s %d", text, fen, reached ? "more than" : "less than", value);
}

static void weighs_simple_captures(void **state) {
    (void)state;
    /* Free pawn; pawn held by a pawn; held by a pawn, with a second rook behind the first. */
    expect_exchange("4k3/8/8/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", P);
    expect_exchange("4k3/8/2p5/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", P - R);
    expect_exchange("4k3/8/2p5/3p4/8/8/3R4/3RK3 w - - 0 1", "d2d5", P - R + P);
    expect_exchange("4k3/8/2p5/3n4/8/8/8/3RK3 w - - 0 1", "d1d5", N - R);
    expect_exchange("4k3/8/2p5/3q4/8/8/8/3RK3 w - - 0 1", "d1d5", Q - R);
    /* The same seen by Black. */
    expect_exchange("3rk3/8/8/8/3P4/2P5/8/4K3 b - - 0 1", "d8d4", P - R);
}

static void weighs_quiet_moves(void **state) {
    (void)state;
    expect_exchange("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", 0);
    expect_exchange("4k3/8/8/4p3/8/5N2/8/4K3 w - - 0 1", "f3d4", -N);
    expect_exchange("4k3/8/8/4p3/8/2P2N2/8/4K3 w - - 0 1", "f3d4", P - N);
    /* The bishop may take on e4 but would be taken by the pawn. */
    expect_exchange("4k3/8/8/8/8/3P4/4P1b1/4K3 w - - 0 1", "e2e4", 0);
}

static void lets_either_side_stop(void **state) {
    (void)state;
    /* Nxd5 Nxd5 Bxd5, and Black keeps his queen off: the rook behind White's queen would come. */
    expect_exchange("3r2k1/3q4/5n2/3p4/8/2N5/3Q2B1/3R2K1 w - - 0 1", "c3d5", P);
    /* Without White's rook the last capture is Black's: White stops after Nxd5. */
    expect_exchange("3r2k1/3q4/5n2/3p4/8/2N5/3Q2B1/6K1 w - - 0 1", "c3d5", P - N);
    /* Rook takes rook, rook takes back: even. */
    expect_exchange("3rk3/8/8/8/8/8/8/3RK3 w - - 0 1", "d1d8", 0);
}

static void sees_through_pieces(void **state) {
    (void)state;
    /* Queen behind bishop on the diagonal, both against a pawn held by a bishop. */
    expect_exchange("7k/8/2b5/3p4/8/5B2/6Q1/6K1 w - - 0 1", "f3d5", P);
    /* The queen in front: she falls first. */
    expect_exchange("7k/8/2b5/3p4/8/5Q2/6B1/6K1 w - - 0 1", "f3d5", P - Q + B);
    /* A pawn in front of the bishop opens its diagonal when it takes. */
    expect_exchange("6k1/8/4p3/3p4/4P3/5B2/8/6K1 w - - 0 1", "e4d5", P);
    expect_exchange("3r2k1/8/8/3n4/4P3/5B2/8/6K1 w - - 0 1", "e4d5", N);
}

static void leaves_pinned_pieces_where_they_are(void **state) {
    (void)state;
    /* The knight on f6 may not retake while the bishop on g5 pins it to the king on e7. */
    expect_exchange("8/4k3/5n2/3p2B1/8/8/8/3RK3 w - - 0 1", "d1d5", P);
    expect_exchange("8/4k3/5n2/3p4/8/8/8/3RK3 w - - 0 1", "d1d5", P - R);
    /* White's own second attacker is pinned: after dxc4 the bishop cannot retake. */
    expect_exchange("4r1k1/8/8/3p4/2p5/8/3NB3/4K3 w - - 0 1", "d2c4", P - N);
    expect_exchange("6k1/8/8/3p4/2p5/8/3NB3/4K3 w - - 0 1", "d2c4", P - N + P);
}

static void frees_a_piece_when_its_pinner_has_gone(void **state) {
    (void)state;
    /* The rook on e6 leaves the file to retake on a6; then the bishop on e2 is free. */
    expect_exchange("6k1/8/p3r3/8/8/8/4B3/R3K3 w - - 0 1", "a1a6", P);
    /* The pinner itself is what White takes: if the queen takes back, the rook takes her. */
    expect_exchange("2q1r1k1/8/8/7B/8/8/4R3/4K3 w - - 0 1", "h5e8", R);
}

static void lets_the_king_take_only_what_is_free(void **state) {
    (void)state;
    expect_exchange("8/8/4k3/3p4/8/8/8/3R2K1 w - - 0 1", "d1d5", P - R);
    expect_exchange("8/8/4k3/3p4/8/8/3R4/3R2K1 w - - 0 1", "d2d5", P);
    /* White's king retakes on d5, unless the bishop on f7 is behind the pawn. */
    expect_exchange("7k/8/2p5/3p4/4K3/2N5/8/8 w - - 0 1", "c3d5", P - N + P);
    expect_exchange("7k/5b2/2p5/3p4/4K3/2N5/8/8 w - - 0 1", "c3d5", P - N);
    /* The king itself takes. */
    expect_exchange("7k/8/8/3p4/4K3/8/8/8 w - - 0 1", "e4d5", P);
}

static void weighs_en_passant(void **state) {
    (void)state;
    expect_exchange("4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", P);
    expect_exchange("4k3/2p5/8/3pP3/8/8/8/4K3 w - d6 0 1", "e5d6", 0);
    /* The pawn that vanishes from d5 was all that kept the rook on d2 from d6. */
    expect_exchange("4k3/8/8/3pP3/8/8/3r4/6K1 w - d6 0 1", "e5d6", 0);
}

static void weighs_promotions(void **state) {
    (void)state;
    expect_exchange("8/P6k/8/8/8/8/7K/8 w - - 0 1", "a7a8q", Q - P);
    expect_exchange("8/P6k/8/8/8/8/7K/8 w - - 0 1", "a7a8n", N - P);
    expect_exchange("7r/P6k/8/8/8/8/7K/8 w - - 0 1", "a7a8q", -P);
    expect_exchange("7r/P6k/8/8/8/8/7K/8 w - - 0 1", "a7a8n", -P);
    expect_exchange("r7/1P5k/8/8/4b3/8/7K/8 w - - 0 1", "b7a8q", R - P);
    expect_exchange("r7/1P5k/8/8/8/8/7K/8 w - - 0 1", "b7a8q", R + Q - P);
}

static void castling_is_even(void **state) {
    (void)state;
    expect_exchange("4k3/8/8/8/8/8/8/4K2R w K - 0 1", "e1h1", 0);
}

/* What reaches a threshold reaches every lower one. */
static void check_monotone(const Position *position) {
    const MoveList list = moves_of(position);
    for (int i = 0; i < list.count; i++) {
        bool reached = true;
        for (int threshold = -1200; threshold <= 2000; threshold += 25) {
            const bool now = see_at_least(position, list.moves[i], threshold);
            assert_true(reached || !now);
            reached = now;
        }
        assert_true(see_at_least(position, list.moves[i], -SEE_VALUE[QUEEN] - 1));
        assert_false(see_at_least(position, list.moves[i], 2 * SEE_VALUE[QUEEN]));
    }
}

static void thresholds_are_monotone(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 28, 80, 16, check_monotone);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(weighs_simple_captures),
        cmocka_unit_test(weighs_quiet_moves),
        cmocka_unit_test(lets_either_side_stop),
        cmocka_unit_test(sees_through_pieces),
        cmocka_unit_test(leaves_pinned_pieces_where_they_are),
        cmocka_unit_test(frees_a_piece_when_its_pinner_has_gone),
        cmocka_unit_test(lets_the_king_take_only_what_is_free),
        cmocka_unit_test(weighs_en_passant),
        cmocka_unit_test(weighs_promotions),
        cmocka_unit_test(castling_is_even),
        cmocka_unit_test(thresholds_are_monotone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
