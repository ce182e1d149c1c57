#include <math.h>

#include "../nnue/support.h"
#include "train/dataset.h"
#include "train/foresight.h"
#include "train/logistic.h"
#include "train/permutation.h"
#include "train_support.h"

static int by_value(const void *a, const void *b) {
    return *(const uint16_t *)a - *(const uint16_t *)b;
}

static void expect_same_features(FeatureList *one, FeatureList *other) {
    assert_int_equal(one->count, other->count);
    const size_t count = (size_t)one->count;
    qsort(one->indexes, count, sizeof one->indexes[0], by_value);
    qsort(other->indexes, count, sizeof other->indexes[0], by_value);
    assert_memory_equal(one->indexes, other->indexes, count * sizeof one->indexes[0]);
}

static void expect_packing(const Position *position) {
    PackedPosition packed;
    packed_from_position(position, -1234, 2, &packed);
    assert_int_equal(packed.score, -1234);
    assert_int_equal(packed.outcome, 2);
    assert_int_equal(packed.bucket, feature_bucket(bb_count(position_occupied(position))));
    const Color side = position_side(position);
    for (int i = 0; i < ALL_SETS_COUNT; i++) {
        const FeatureSets sets = ALL_SETS[i];
        FeaturePair pair;
        FeatureList lists[COLORS];
        packed_features(&packed, sets, &pair);
        feature_list(sets, position, lists);
        expect_same_features(&pair.own, &lists[side]);
        expect_same_features(&pair.other, &lists[color_flip(side)]);
    }
}

/* The trainer keeps positions in a form of its own, seen by the side to move. */
static void packs_what_the_engine_sees(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 50, 100, 1, expect_packing);
}

static void orders_everything_once(void **state) {
    (void)state;
    static const uint64_t COUNTS[] = {1, 2, 3, 5, 100, 1023, 1024, 1025, 4097, 100000};
    for (size_t i = 0; i < sizeof COUNTS / sizeof COUNTS[0]; i++) {
        const uint64_t count = COUNTS[i];
        uint8_t *seen = calloc(count, 1);
        assert_non_null(seen);
        Permutation order, other;
        permutation_begin(&order, count, 7);
        permutation_begin(&other, count, 8);
        uint64_t fixed = 0, same = 0;
        for (uint64_t place = 0; place < count; place++) {
            const uint64_t element = permutation_at(&order, place);
            assert_true(element < count);
            assert_int_equal(seen[element]++, 0);
            fixed += element == place;
            same += element == permutation_at(&other, place);
        }
        if (count >= 1000) {
            assert_true(fixed < 20);
            assert_true(same < 20);
        }
        free(seen);
    }
}

/* Outcomes drawn with a known K give it back, whatever the bounds of nodes beside them. */
static void fits_k(void **state) {
    (void)state;
    static const double KS[] = {80, 250, 900};
    const Position position = position_of(FEN_START);
    for (int i = 0; i < 3; i++) {
        PositionStore store = {0};
        uint64_t seed = 4;
        for (int n = 0; n < 60000; n++) {
            const int score = random_below(&seed, 2001) - 1000;
            const double expected = logistic_expectation(score, KS[i]);
            const bool wins = (double)(random_next(&seed) >> 11) * 0x1p-53 < expected;
            PackedPosition packed;
            packed_from_position(&position, score, wins ? 2 : 0, &packed);
            assert_true(store_add(&store, &packed));
            packed.outcome = 2;
            packed.kind = PACKED_OF_TREE;
            assert_true(store_add(&store, &packed));
        }
        const double k = logistic_fit(&store);
        if (fabs(k / KS[i] - 1) > 0.04)
            fail_msg("fitted %.1f instead of %.1f", k, KS[i]);
        store_clear(&store);
    }
}

/* A game of some moves, each with its own score: the ply. */
static ChainGame *game_of(const char *fen, const char *moves, GameResult result) {
    ChainGame *game = aligned_alloc(_Alignof(ChainGame), sizeof *game);
    assert_non_null(game);
    game->start = position_of(fen);
    game->result = result;
    game->ply_count = 0;
    Position position = game->start;
    while (*moves) {
        const size_t length = strcspn(moves, " ");
        char text[8] = "";
        memcpy(text, moves, length);
        const Move move = move_of(&position, text);
        game->scores[game->ply_count] = (int16_t)game->ply_count;
        game->moves[game->ply_count++] = move;
        Position next;
        position_make(&position, &next, move);
        position = next;
        moves += length + (moves[length] == ' ');
    }
    return game;
}

static void filters_positions(void **state) {
    (void)state;
    /* e5xd4 and Nxd4 take; after Bb5+ Black is in check; the last move promotes. */
    ChainGame *game = game_of("rnbqkbnr/1Ppppppp/8/8/8/8/P1PPPPPP/RNBQKBNR w KQkq - 0 1",
                              "e2e4 e7e5 d2d4 e5d4 g1f3 d7d6 f3d4 a8a2 f1b5 c7c6 c1e3 h7h6 b7c8q",
                              GAME_BLACK_WINS);
    const DatasetFilter filters[] = {
        {.score_limit = 2000}, {.skip_plies = 5, .score_limit = 2000}, {.score_limit = 11}};
    static const int KEPT[3][8] = {
        {0, 1, 2, 4, 5, 8, 10, 11}, {5, 8, 10, 11}, {0, 1, 2, 4, 5, 8, 10}};
    static const size_t COUNTS[] = {8, 4, 7};
    for (int i = 0; i < 3; i++) {
        Dataset dataset = {0};
        assert_true(dataset_add_game(&dataset, game, &filters[i]));
        assert_int_equal(dataset.plies, 13);
        assert_int_equal(dataset.training.count, COUNTS[i]);
        for (size_t n = 0; n < COUNTS[i]; n++) {
            const PackedPosition *packed = store_at(&dataset.training, n);
            assert_int_equal(packed->score, KEPT[i][n]);
            assert_int_equal(packed->outcome, KEPT[i][n] % 2 == 0 ? 0 : 2);
        }
        dataset_clear(&dataset);
    }
    free(game);
}

/* A node is learnt from whatever plies of games are skipped, and never validates. */
static void takes_nodes_of_trees(void **state) {
    (void)state;
    const DatasetFilter filter = {
        .skip_plies = 8, .score_limit = 800, .max_clock = 20, .validation = 1};
    static const char *const FENS[] = {
        "4k3/7p/8/8/8/8/7P/4K2R b - - 17 30", "4k3/7p/8/8/8/8/7P/4K2R b - - 20 30",
        "4k3/8/8/8/8/8/4r3/4K3 w - - 0 30", "4k3/7p/8/8/8/8/7P/4K2R b - - 0 30"};
    static const char *const MOVES[] = {"e8e7", "e8e7", "e1e2", "e8e7"};
    Dataset dataset = {0};
    for (int i = 0; i < 4; i++) {
        ChainGame *game = game_of(FENS[i], MOVES[i], GAME_WHITE_WINS);
        game->scores[0] = i == 3 ? -800 : -799;
        assert_true(dataset_add_node(&dataset, game, &filter));
        free(game);
    }
    assert_int_equal(dataset.games, 4);
    assert_int_equal(dataset.validation.count, 0);
    assert_int_equal(dataset.training.count, 1); /* the clock, the check and the score */
    const PackedPosition *packed = store_at(&dataset.training, 0);
    assert_int_equal(packed->score, -799);
    assert_int_equal(packed->outcome, 0); /* Black has at most that */
    assert_int_equal(packed->kind, PACKED_OF_TREE);
    dataset_clear(&dataset);
}

/* A score after many quiet moves is damped. */
static void leaves_out_high_clocks(void **state) {
    (void)state;
    ChainGame *game = game_of("4k3/7p/8/8/8/8/7P/4K2R w - - 17 30",
                              "e1e2 e8e7 e2e3 e7e6 h2h4 e6e5 h1a1", GAME_WHITE_WINS);
    static const int LIMITS[] = {0, 19, 20, 21};
    static const size_t COUNTS[] = {7, 4, 5, 6};
    for (int i = 0; i < 4; i++) {
        const DatasetFilter filter = {.score_limit = 2000, .max_clock = LIMITS[i]};
        Dataset dataset = {0};
        assert_true(dataset_add_game(&dataset, game, &filter));
        assert_int_equal(dataset.training.count, COUNTS[i]);
        dataset_clear(&dataset);
    }
    free(game);
}

/* All positions of a game fall on one side, always the same, and the sides have the sizes asked
 * for. */
static void splits_by_game(void **state) {
    (void)state;
    const DatasetFilter filter = {.score_limit = 2000, .validation = 0.25};
    Dataset first = {0}, second = {0};
    uint64_t seed = 9;
    int validated = 0;
    for (int i = 0; i < 800; i++) {
        ChainGame *game = game_of(FEN_START, "", GAME_DRAWN);
        Position position = game->start;
        for (int ply = 0; ply < 12; ply++) {
            const MoveList list = moves_of(&position);
            if (list.count == 0)
                break;
            const Move move = list.moves[random_below(&seed, list.count)];
            Position next;
            game->moves[ply] = move;
            game->scores[ply] = 0;
            position_make(&position, &next, move);
            position = next;
            game->ply_count = ply + 1;
        }
        const size_t training = first.training.count, validation = first.validation.count;
        assert_true(dataset_add_game(&first, game, &filter));
        assert_true(dataset_add_game(&second, game, &filter));
        const bool trains = first.training.count > training;
        const bool validates = first.validation.count > validation;
        assert_true(trains != validates);
        validated += validates;
        free(game);
    }
    assert_in_range(validated, 150, 250);
    assert_int_equal(first.validation.count, second.validation.count);
    assert_true(first.validation.fingerprint == second.validation.fingerprint);
    assert_true(first.training.fingerprint == second.training.fingerprint);
    dataset_clear(&first);
    dataset_clear(&second);
}

static ChainGame *game_of_scores(const int *scores, int count) {
    ChainGame *game = game_of(FEN_START, "", GAME_DRAWN);
    for (int ply = 0; ply < count; ply++)
        game->scores[ply] = (int16_t)scores[ply];
    game->ply_count = count;
    return game;
}

static double expected(double score) {
    return logistic_expectation(score, 200);
}

static void averages_scores_with_later_ones(void **state) {
    (void)state;
    static const int SCORES[] = {40, -10, 120, 31990, -31990};
    ChainGame *game = game_of_scores(SCORES, 5);
    int16_t scores[CHAIN_MAX_PLIES];
    foresight_scores(game, 0, scores);
    for (int ply = 0; ply < 5; ply++)
        assert_int_equal(scores[ply], SCORES[ply]);
    foresight_scores(game, 0.5, scores);
    assert_int_equal(scores[4], -2000);
    assert_int_equal(scores[3], 2000);
    /* White is mated, as both sides say. */
    const double mean = (expected(40) + 0.5 * expected(10) + 0.25 * expected(120) +
                         0.125 * expected(-2000) + 0.0625 * expected(-2000)) /
                        1.9375;
    assert_true(fabs(expected(scores[0]) - mean) < 0.001);
    free(game);
}

/* Where both sides agree there is nothing to average, from either view. */
static void agreed_scores_stay(void **state) {
    (void)state;
    for (int score = -1900; score <= 1900; score += 95) {
        const int scores[] = {score, -score, score, -score, score};
        ChainGame *game = game_of_scores(scores, 5);
        int16_t averaged[CHAIN_MAX_PLIES];
        foresight_scores(game, 0.7, averaged);
        for (int ply = 0; ply < 5; ply++)
            assert_int_equal(averaged[ply], scores[ply]);
        free(game);
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(packs_what_the_engine_sees),
        cmocka_unit_test(orders_everything_once),
        cmocka_unit_test(fits_k),
        cmocka_unit_test(filters_positions),
        cmocka_unit_test(takes_nodes_of_trees),
        cmocka_unit_test(leaves_out_high_clocks),
        cmocka_unit_test(splits_by_game),
        cmocka_unit_test(averages_scores_with_later_ones),
        cmocka_unit_test(agreed_scores_stay),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
