#include <ctype.h>

#include "nnue/reference.h"
#include "support.h"

static Network *shared_network;
static int visited, distinct_scores, last_score;

/* The board of a FEN with each row written backwards, or with the rows in reverse and the colours
 * exchanged; without castling rights and en passant, which the network does not see. */
static Position reflected(const Position *position, bool by_files) {
    char text[FEN_SIZE], fen[FEN_SIZE] = "", row[16];
    fen_format(position, text);
    text[strcspn(text, " ")] = '\0';
    const char *rows[RANKS];
    int count = 0;
    for (char *part = strtok(text, "/"); part; part = strtok(NULL, "/"))
        rows[count++] = part;
    assert_int_equal(count, RANKS);
    for (int i = 0; i < RANKS; i++) {
        const char *source = rows[by_files ? i : RANKS - 1 - i];
        const size_t length = strlen(source);
        for (size_t k = 0; k < length; k++) {
            const char c = source[by_files ? length - 1 - k : k];
            row[k] = by_files                    ? c
                     : isupper((unsigned char)c) ? (char)tolower((unsigned char)c)
                                                 : (char)toupper((unsigned char)c);
        }
        row[length] = '\0';
        strcat(fen, row);
        strcat(fen, i < RANKS - 1 ? "/" : "");
    }
    const bool white = (position_side(position) == WHITE) == by_files;
    strcat(fen, white ? " w - - 0 1" : " b - - 0 1");
    return position_of(fen);
}

static void expect_symmetry(const Position *position) {
    const int score = reference_evaluate(shared_network, position);
    const Position flipped = reflected(position, false), mirrored = reflected(position, true);
    assert_int_equal(reference_evaluate(shared_network, &flipped), score);
    assert_int_equal(reference_evaluate(shared_network, &mirrored), score);
    visited++;
    distinct_scores += score != last_score;
    last_score = score;
}

static void sees_no_colours_and_no_wings(void **state) {
    (void)state;
    for (int i = 0; i < ALL_SETS_COUNT; i++) {
        visited = distinct_scores = 0;
        shared_network = random_network(128, ALL_SETS[i], 1);
        visit_playouts(SHARP_FENS, 70, 100, 2, expect_symmetry);
        assert_true(visited > 3000);
        assert_true(distinct_scores > visited / 2);
        network_destroy(shared_network);
    }
}

/* A network that counts each side's own pawns: `pawn` in an accumulator whose partner is 1. */
static Network *pawn_counter(int pawn) {
    Network *network = network_create(64, ALL_SETS[0]);
    assert_non_null(network);
    network->scale = 1000;
    network->feature_biases[32] = NETWORK_ACTIVATION_ONE;
    for (Square square = 0; square < SQUARES; square++)
        network->feature_weights[(PAWN * SQUARES + square) * 64] = (int16_t)pawn;
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++) {
        int8_t *weights = network->hidden1_weights + bucket * NETWORK_HIDDEN1 * 64;
        weights[0] = NETWORK_HIDDEN1_ONE / 2;
        weights[32] = -NETWORK_HIDDEN1_ONE / 2;
        NetworkHead *head = &network->heads[bucket];
        head->hidden2_weights[0][0] = NETWORK_TAIL_ONE;
        head->hidden2_weights[1][NETWORK_HIDDEN1] = NETWORK_TAIL_ONE;
        head->output_weights[0] = NETWORK_TAIL_ONE;
    }
    return network;
}

static int score_of(const Network *network, const char *fen) {
    const Position position = position_of(fen);
    return reference_evaluate(network, &position);
}

/* Worked out by hand from docs/network.md. */
static void computes_as_documented(void **state) {
    (void)state;
    static const char *const EIGHT = "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1";
    static const char *const NONE = "4k3/8/8/8/8/8/PPPPPPPP/4K3 b - - 0 1";
    Network *network = pawn_counter(80);
    /* 640 * 1020 >> 13 = 79; * 64 = 5056; * 1024 * 1000 / 16646400 = 311.02 */
    assert_int_equal(score_of(network, EIGHT), 311);
    assert_int_equal(score_of(network, NONE), 0);
    /* The square: 5056 * 5056 >> 14 = 1560; * 1024 * 1000 / 16646400 = 95.96, for both sides. */
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++)
        network->heads[bucket].output_weights[1] = -NETWORK_TAIL_ONE;
    assert_int_equal(score_of(network, NONE), -95);
    /* 311.02 - 95.96 */
    assert_int_equal(score_of(network, EIGHT), 215);
    network_destroy(network);
    /* Each activation stops at 1020, which makes 127 * 64 * 1024 * 1000 / 16646400 = 499.99, and
     * each sum at 16256. */
    network = pawn_counter(800);
    assert_int_equal(score_of(network, EIGHT), 499);
    for (int bucket = 0; bucket < NETWORK_OUTPUT_BUCKETS; bucket++)
        network->heads[bucket].hidden1_biases[0] = 9000;
    assert_int_equal(score_of(network, EIGHT), 999);
    network_destroy(network);
}

/* The pawn counter with its weights from that feature on and nowhere else: it counts the pawns that
 * have these. */
static Network *counter_from(const Network *all, FeatureSets sets, int feature) {
    Network *network = network_create(64, sets);
    assert_non_null(network);
    network->scale = all->scale;
    memcpy(network->feature_weights + feature * 64, all->feature_weights,
           (size_t)SQUARES * 64 * sizeof(int16_t));
    memcpy(network->feature_biases, all->feature_biases, 64 * sizeof(int16_t));
    memcpy(network->hidden1_weights, all->hidden1_weights,
           (size_t)NETWORK_OUTPUT_BUCKETS * NETWORK_HIDDEN1 * 64);
    memcpy(network->heads, all->heads, NETWORK_OUTPUT_BUCKETS * sizeof *network->heads);
    return network;
}

/* Loose pawns only, of each side. */
static void tells_loose_men_apart(void **state) {
    (void)state;
    Network *all = pawn_counter(80), *loose = counter_from(all, ALL_SETS[2], NETWORK_FEATURES);
    /* None; both of White's; the one that is attacked and not defended. */
    assert_int_equal(score_of(loose, "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), 0);
    assert_int_equal(score_of(loose, "4k3/8/8/8/8/r1P4P/8/K5nr w - - 0 1"),
                     score_of(all, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"));
    assert_int_equal(score_of(loose, "4k3/8/8/8/7r/2P4P/1P6/K5n1 w - - 0 1"),
                     score_of(all, "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"));
    network_destroy(all);
    network_destroy(loose);
}

/* Those that a rook attacks, which they have beside those of their places. */
static void sees_attackers(void **state) {
    (void)state;
    const int rooks = (feature_sets_of_places(ALL_SETS[4]) + ROOK) * NETWORK_FEATURES;
    Network *all = pawn_counter(80), *attacked = counter_from(all, ALL_SETS[4], rooks);
    /* Two that rooks attack, one of them both rooks, and one that only a pawn does; three that
     * rooks attack, and one that only a knight does; none. */
    assert_int_equal(score_of(attacked, "4k3/8/8/8/r1P1p3/1P1P2n1/2r2P2/4K3 w - - 0 1"),
                     score_of(all, "4k3/8/8/8/8/8/PP6/4K3 w - - 0 1"));
    assert_int_equal(score_of(attacked, "4k3/8/8/8/r1P2p2/1P4n1/1r3P1P/4K3 w - - 0 1"),
                     score_of(all, "4k3/8/8/8/8/8/PPP5/4K3 w - - 0 1"));
    assert_int_equal(score_of(attacked, "4k3/8/8/8/2P1p2b/1P1P4/5P2/4K3 w - - 0 1"), 0);
    network_destroy(all);
    network_destroy(attacked);
}

static void chooses_the_bucket_by_pieces(void **state) {
    (void)state;
    assert_int_equal(feature_bucket(2), 0);
    assert_int_equal(feature_bucket(5), 0);
    assert_int_equal(feature_bucket(6), 1);
    assert_int_equal(feature_bucket(29), 6);
    assert_int_equal(feature_bucket(30), 7);
    assert_int_equal(feature_bucket(32), 7);
    Network *network = network_create(64, ALL_SETS[0]);
    assert_non_null(network);
    network->scale = 100;
    network->heads[7].output_bias = NETWORK_OUTPUT_ONE;
    network->heads[0].output_bias = -3 * NETWORK_OUTPUT_ONE;
    assert_int_equal(score_of(network, FEN_START), 100);
    assert_int_equal(score_of(network, "4k3/8/8/8/8/8/8/R3K3 b - - 0 1"), -300);
    assert_int_equal(score_of(network, "4k3/8/8/8/8/8/PPPPPPPP/4K3 w - - 0 1"), 0);
    network_destroy(network);
}

/* The squares of the king that share a bucket, as White sees them from its side. */
static void gives_each_king_its_bucket(void **state) {
    (void)state;
    static const char *const BUCKETS = "00111100"
                                       "22222222"
                                       "33333333"
                                       "33333333"
                                       "33333333"
                                       "33333333"
                                       "33333333"
                                       "33333333";
    for (Square king = A1; king <= H8; king++) {
        const int expected = BUCKETS[king] - '0';
        for (int i = 0; i < ALL_SETS_COUNT; i++) {
            const FeatureSets sets = ALL_SETS[i];
            const int bucket = sets.king_buckets > 1 ? expected : 0;
            assert_int_equal(feature_view(sets, WHITE, king).king_bucket, bucket);
            assert_int_equal(feature_view(sets, BLACK, king ^ 56).king_bucket, bucket);
            assert_int_equal(feature_view(sets, WHITE, king).set, bucket * sets.states);
        }
    }
    const FeatureView view = feature_view(ALL_SETS[1], WHITE, E2);
    assert_int_equal(feature_index(WHITE, view, piece_make(BLACK, PAWN), E4, 0),
                     2 * NETWORK_FEATURES + 6 * SQUARES + D4);
    const FeatureView wide = feature_view(ALL_SETS[3], WHITE, E2);
    assert_int_equal(feature_index(WHITE, wide, piece_make(BLACK, PAWN), E4, 0),
                     2 * 2 * NETWORK_FEATURES + 6 * SQUARES + D4);
    assert_int_equal(feature_index(WHITE, wide, piece_make(BLACK, PAWN), E4, 1),
                     (2 * 2 + 1) * NETWORK_FEATURES + 6 * SQUARES + D4);
    const FeatureView widest = feature_view(ALL_SETS[5], WHITE, E2);
    assert_int_equal(feature_index(WHITE, widest, piece_make(BLACK, PAWN), E4, 1),
                     (2 * 2 + 1) * NETWORK_FEATURES + 6 * SQUARES + D4);
    assert_int_equal(feature_attacked(WHITE, widest, piece_make(BLACK, PAWN), E4, BISHOP),
                     (8 + 2) * NETWORK_FEATURES + 6 * SQUARES + D4);
    assert_int_equal(feature_attacked(BLACK, feature_view(ALL_SETS[4], BLACK, A8),
                                      piece_make(BLACK, PAWN), E7, KING),
                     (2 + 5) * NETWORK_FEATURES + E2);
}

static void expect_bounded(const Position *position) {
    assert_in_range(reference_evaluate(shared_network, position) + NETWORK_SCORE_BOUND, 0,
                    2 * NETWORK_SCORE_BOUND);
}

/* The largest weights that are still safe; sanitizers see an overflow. */
static void never_overflows(void **state) {
    (void)state;
    Reason reason;
    shared_network = network_create(64, ALL_SETS[2]);
    assert_non_null(shared_network);
    for (uint64_t seed = 1; seed <= 4; seed++) {
        randomise_network(shared_network, &(uint64_t){seed}, 992, 127, 4000);
        for (int i = 0; i < 2 * NETWORK_FEATURES * 64; i += 2)
            shared_network->feature_weights[i] = seed % 2 ? 992 : -992;
        shared_network->scale = NETWORK_SCALE_MAX;
        if (!network_is_safe(shared_network, &reason))
            fail_msg("%s", reason.text);
        visit_playouts(SHARP_FENS, 10, 60, seed, expect_bounded);
    }
    network_destroy(shared_network);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sees_no_colours_and_no_wings),
        cmocka_unit_test(computes_as_documented),
        cmocka_unit_test(tells_loose_men_apart),
        cmocka_unit_test(sees_attackers),
        cmocka_unit_test(chooses_the_bucket_by_pieces),
        cmocka_unit_test(gives_each_king_its_bucket),
        cmocka_unit_test(never_overflows),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
