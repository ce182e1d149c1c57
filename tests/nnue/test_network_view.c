#include "nnue/packed_network.h"
#include "nnue/reference.h"
#include "support.h"

static Network *network;
static PackedNetwork *packed;
static int pieces_seen;

/* What is known of others may change without the piece. */
static FeatureList list_without(const Position *position, Color side, Square square) {
    const FeatureView view = feature_view(network->sets, side, position_king(position, side));
    Bitboard by_type[PIECE_TYPES], by_color[COLORS];
    for (int type = 0; type < PIECE_TYPES; type++)
        by_type[type] = position->by_type[type] & ~bb_square(square);
    for (int color = 0; color < COLORS; color++)
        by_color[color] = position->by_color[color] & ~bb_square(square);
    Traits traits;
    feature_traits(network->sets, by_type, by_color, &traits);
    const FeatureScene scene = {position->board, by_color[WHITE] | by_color[BLACK], &traits};
    FeatureList rest;
    feature_list_side(&scene, side, view, &rest);
    return rest;
}

static void expect_values(const Position *position) {
    NetworkView view;
    packed_network_view(packed, position, &view);
    const Color side = position_side(position);
    const int sign = side == WHITE ? 1 : -1;
    const int pieces = bb_count(position_occupied(position));
    assert_int_equal(view.score, reference_evaluate(network, position));
    assert_int_equal(view.bucket, feature_bucket(pieces));
    for (Square square = A1; square <= H8; square++) {
        const Piece piece = position_piece_on(position, square);
        if (piece == NO_PIECE || piece_type(piece) == KING) {
            assert_int_equal(view.values[square], 0);
            continue;
        }
        const FeatureList own = list_without(position, side, square);
        const FeatureList other = list_without(position, color_flip(side), square);
        const int rest =
            reference_evaluate_features(network, &own, &other, feature_bucket(pieces - 1));
        assert_int_equal(view.values[square], sign * (view.score - rest));
        pieces_seen++;
    }
}

static void values_each_piece_by_its_absence(void **state) {
    (void)state;
    for (int i = 1; i < ALL_SETS_COUNT; i += 2) { /* with all king buckets */
        network = random_network(64, ALL_SETS[i], 21);
        packed = packed_network_create(network, kernel_best());
        assert_non_null(packed);
        pieces_seen = 0;
        visit_playouts(SHARP_FENS, 14, 40, 6, expect_values);
        assert_true(pieces_seen > 3000);
        packed_network_release(packed);
        network_destroy(network);
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_each_piece_by_its_absence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
