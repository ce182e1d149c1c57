#include "nnue/accumulators.h"
#include "nnue/reference.h"
#include "support.h"

/* What the walks have been through. */
typedef struct Census {
    int evaluations, null_moves, unmade;
    int kinds[4]; /* of moves, by MoveKind */
    int captures, king_crossings, king_steps, chess960;
    int loosened; /* men that a move elsewhere made loose or safe */
    int attacked; /* likewise attacked by rooks or no more */
} Census;

typedef struct Walk {
    const Network *network;
    Accumulators *accumulators;
    Position positions[ACCUMULATORS_PLIES];
    int ply;
    uint64_t seed;
    Census *census;
} Walk;

static void expect_fresh(Walk *walk) {
    const Position *position = &walk->positions[walk->ply];
    const int score = accumulators_evaluate(walk->accumulators, walk->positions, walk->ply);
    const int expected = reference_evaluate(walk->network, position);
    if (score != expected) {
        char fen[FEN_SIZE];
        fen_format(position, fen);
        fail_msg("%s at ply %d: %d instead of %d for %s", walk->accumulators->network->kernel->name,
                 walk->ply, score, expected, fen);
    }
    walk->census->evaluations++;
}

static void count_move(Walk *walk, Move move) {
    const Position *position = &walk->positions[walk->ply];
    const Color side = position_side(position);
    const Position *next = position + 1;
    const FeatureSets sets = walk->network->sets;
    const FeatureView before = feature_view(sets, side, position_king(position, side));
    const FeatureView after = feature_view(sets, side, position_king(next, side));
    const Bitboard stayed = position->by_color[WHITE] & next->by_color[WHITE];
    Traits old, new;
    feature_traits(sets, position->by_type, position->by_color, &old);
    feature_traits(sets, next->by_type, next->by_color, &new);
    walk->census->loosened += bb_count((old.loose ^ new.loose) & stayed);
    walk->census->attacked += bb_count((old.attacked[ROOK] ^ new.attacked[ROOK]) & stayed);
    walk->census->kinds[move_kind(move)]++;
    walk->census->captures += position_captured_type(position, move) != NO_PIECE_TYPE;
    walk->census->king_crossings += before.orientation != after.orientation;
    walk->census->king_steps += before.king_bucket != after.king_bucket;
    walk->census->chess960 += position->chess960;
}

/* A random move, now and then a null move; false when there is none. */
static bool step_down(Walk *walk) {
    Position *position = &walk->positions[walk->ply];
    if (random_below(&walk->seed, 8) == 0 && !position_in_check(position)) {
        position_make_null(position, position + 1);
        walk->census->null_moves++;
    } else {
        const MoveList list = moves_of(position);
        if (list.count == 0)
            return false;
        Move move = list.moves[random_below(&walk->seed, list.count)];
        for (int i = 0; i < list.count; i++) /* what is rare shall not be */
            if (move_kind(list.moves[i]) != MOVE_NORMAL && random_below(&walk->seed, 3) == 0)
                move = list.moves[i];
        position_make(position, position + 1, move);
        count_move(walk, move);
    }
    accumulators_forget(walk->accumulators, ++walk->ply);
    return true;
}

/* Goes down and up at random as a search does and evaluates at some of the stops. */
static void wander(Walk *walk, int steps) {
    for (int i = 0; i < steps; i++) {
        const bool may_descend = walk->ply + 1 < ACCUMULATORS_PLIES;
        if (!may_descend || random_below(&walk->seed, 20) < 7 || !step_down(walk)) {
            const int up = 1 + random_below(&walk->seed, 5);
            walk->ply = walk->ply > up ? walk->ply - up : 0;
            walk->census->unmade++;
        }
        if (random_below(&walk->seed, 3) > 0)
            expect_fresh(walk);
    }
}

static Position random_root(uint64_t *seed) {
    const int source = random_below(seed, 8);
    return source == 0   ? position_of(FEN_START)
           : source <= 2 ? random_start(seed)
                         : position_of(SHARP_FENS[source - 3]);
}

/* Walks from many roots, as one search after another with the same memory. */
static void wander_about(const Network *network, const Kernel *kernel, int roots, Census *census) {
    PackedNetwork *packed = packed_network_create(network, kernel);
    assert_non_null(packed);
    static Accumulators accumulators;
    static Walk walk;
    walk = (Walk){.network = network,
                  .accumulators = &accumulators,
                  .seed = (uint64_t)network->width,
                  .census = census};
    for (int root = 0; root < roots; root++) {
        accumulators_begin(&accumulators, packed);
        walk.positions[0] = random_root(&walk.seed);
        walk.ply = 0;
        wander(&walk, 400);
    }
    accumulators_free(&accumulators);
    packed_network_release(packed);
}

static void equals_full_refresh_after_any_moves(void **state) {
    (void)state;
    const Kernel *kernels[KERNELS_MAX];
    const int count = kernel_list(kernels);
    for (int i = 0; i < count; i++) {
        Census census = {0};
        for (int number = 0; number < ALL_SETS_COUNT; number++) {
            static const int WIDTHS[] = {64, 128, 256, 512, 192, 256};
            const int width = WIDTHS[number];
            Network *network = random_network(width, ALL_SETS[number], (uint64_t)width);
            wander_about(network, kernels[i], width == 256 ? 40 : 10, &census);
            network_destroy(network);
        }
        assert_true(census.evaluations > 10000);
        assert_true(census.null_moves > 500 && census.unmade > 5000);
        assert_true(census.captures > 500 && census.king_crossings > 100);
        assert_true(census.king_steps > 100 && census.loosened > 1000 && census.attacked > 500);
        assert_true(census.kinds[MOVE_PROMOTION] > 100 && census.kinds[MOVE_EN_PASSANT] > 20);
        assert_true(census.kinds[MOVE_CASTLING] > 100 && census.chess960 > 500);
    }
}

/* Another network must not meet what an earlier one has left. */
static void begins_anew_with_another_network(void **state) {
    (void)state;
    static Accumulators accumulators;
    static const int WIDTHS[] = {128, 128, 64, 256, 256, 256, 256};
    static const int SETS[] = {0, 0, 0, 3, 5, 2, 1};
    Position position = position_of(SHARP_FENS[0]);
    for (uint64_t i = 0; i < 7; i++) {
        Network *network = random_network(WIDTHS[i], ALL_SETS[SETS[i]], i + 1);
        PackedNetwork *packed = packed_network_create(network, kernel_best());
        assert_non_null(packed);
        accumulators_begin(&accumulators, packed);
        assert_int_equal(accumulators_evaluate(&accumulators, &position, 0),
                         reference_evaluate(network, &position));
        packed_network_release(packed);
        network_destroy(network);
    }
    accumulators_free(&accumulators);
}

static void does_without_memory(void **state) {
    (void)state;
    static Accumulators accumulators;
    Network *network = random_network(64, ALL_SETS[5], 3);
    PackedNetwork *packed = packed_network_create(network, kernel_best());
    assert_non_null(packed);
    accumulators_begin(&accumulators, packed);
    accumulators_free(&accumulators);
    for (int i = 0; SHARP_FENS[i]; i++) {
        Position position = position_of(SHARP_FENS[i]);
        assert_int_equal(accumulators_evaluate(&accumulators, &position, 0),
                         reference_evaluate(network, &position));
    }
    packed_network_release(packed);
    network_destroy(network);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(equals_full_refresh_after_any_moves),
        cmocka_unit_test(begins_anew_with_another_network),
        cmocka_unit_test(does_without_memory),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
