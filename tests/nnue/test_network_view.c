#include "nnue/network_view.h"
#include "nnue/reference.h"
#include "support.h"

static Network *network;
static PackedNetwork *packed;
static int pieces_seen;

static FeatureList list_without(const Position *position, Color side, Square square) {
    const FeatureView view =
        feature_view(network->king_buckets, side, position_king(position, side));
    const int gone = feature_index(side, view, position_piece_on(position, square), square);
    FeatureList all, rest = {0};
    feature_list(network->king_buckets, position, side, &all);
    for (int i = 0; i < all.count; i++)
        if (all.indexes[i] != gone)
            rest.indexes[rest.count++] = all.indexes[i];
    assert_int_equal(rest.count, all.count - 1);
    return rest;
}

static void expect_values(const Position *position) {
    NetworkView view;
    network_view(packed, position, &view);
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
    network = random_network(64, NETWORK_KING_BUCKETS_MAX, 21);
    packed = packed_network_create(network, kernel_best());
    assert_non_null(packed);
    visit_playouts(SHARP_FENS, 14, 40, 6, expect_values);
    assert_true(pieces_seen > 3000);
    packed_network_release(packed);
    network_destroy(network);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(values_each_piece_by_its_absence),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
