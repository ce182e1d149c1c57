#include "chess/perft.h"
#include "chess/perft_kernel.h"
#include "support.h"

typedef struct PerftCase {
    const char *fen;
    int depth;
    uint64_t count;
} PerftCase;

/* A few lines of epd/perft.epd, one for each kind of rule; Stockfish 15.1 counted them. */
static const PerftCase CASES[] = {
    {FEN_START, 4, 197281},
    {"r3k2r/8/3B4/8/8/3b4/8/R3K2R w KQkq - 0 1", 3, 32895},
    {"r3k2r/1P4P1/8/8/8/8/1p4p1/R3K2R w KQkq - 0 1", 4, 764007},
    {"8/8/8/8/k3p2R/8/3P4/4K3 w - - 0 1", 5, 177048},
    {"7k/6b1/8/3pP3/2pP4/2K5/8/8 w - d6 0 1", 5, 17722},
    {"4r1k1/8/8/2PpP3/8/8/8/4K3 w - d6 0 1", 5, 100228},
    {"4k3/8/8/8/4N3/8/8/K3R3 w - - 0 1", 5, 198289},
    {"3r3k/6b1/8/q7/8/2N5/3BP3/2RKQ3 w - - 0 1", 4, 487972},
    {"qqqqkqqq/8/8/8/8/8/8/QQQQKQQQ w - - 0 1", 3, 578938},
    {"rk6/8/8/8/8/8/8/RK6 w Aa - 0 1", 5, 303169},
    {"1r1k3r/8/8/8/8/8/8/qR1K3R w HBhb - 0 1", 4, 439358},
    {"5rkr/8/8/8/8/8/8/RKR5 w CAhf - 0 1", 4, 231664},
    {"rb1knrbn/p1pp1p1p/1p2p1p1/5B2/NPP3PP/8/P2qPP2/Q1B1RKR1 w GEfa - 0 9", 3, 43284},
    {"nrkrbn1b/3pN1p1/ppp2q2/2P1pp1p/1P5P/1N3P2/P2PP1P1/1RKRB1QB b DBdb - 3 9", 4, 66235},
    {"5k2/5P2/5K2/8/8/8/8/8 b - - 0 1", 3, 0},
    {"R5k1/5ppp/8/8/8/8/8/4K3 b - - 0 1", 1, 0},
};

static void expect_count(const PerftCase *test, PerftTable *table) {
    const Position position = position_of(test->fen);
    const uint64_t count = perft_count(&position, test->depth, table);
    if (count != test->count)
        fail_msg("%s: depth %d has %llu leaves, not %llu", test->fen, test->depth,
                 (unsigned long long)count, (unsigned long long)test->count);
}

static void counts_without_a_table(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
        expect_count(&CASES[i], NULL);
}

static void every_kernel_counts_the_same(void **state) {
    (void)state;
    const PerftKernel *kernels[PERFT_KERNELS_MAX];
    const int kernel_count = perft_kernel_list(kernels);
    assert_in_range(kernel_count, 1, PERFT_KERNELS_MAX);
    assert_string_equal(kernels[kernel_count - 1]->name, "portable");
    PerftTable *table = perft_table_create(1);
    assert_non_null(table);
    for (int n = 0; n < 2 * kernel_count; n++) {
        const PerftKernel *kernel = kernels[n / 2];
        PerftTree tree = {.table = n % 2 ? table : NULL};
        for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
            const Position position = position_of(CASES[i].fen);
            if (CASES[i].depth < 2)
                continue;
            PerftBoard board;
            perft_board_set(&position, &board, &tree.rules);
            if (kernel->count(&board, position_side(&position), CASES[i].depth, &tree) !=
                CASES[i].count)
                fail_msg("%s: wrong count below %s", kernel->name, CASES[i].fen);
        }
        print_message("           %s\n", kernel->name);
    }
    perft_table_destroy(table);
}

/* Twice with one small table: entries are overwritten the first time and met again the second. */
static void counts_the_same_with_a_table(void **state) {
    (void)state;
    PerftTable *table = perft_table_create(1);
    assert_non_null(table);
    for (int round = 0; round < 2; round++)
        for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++)
            expect_count(&CASES[i], table);
    perft_table_destroy(table);
}

/* One table for all depths of a position: a count belongs to its depth alone. */
static void a_table_keeps_depths_apart(void **state) {
    (void)state;
    PerftTable *table = perft_table_create(4);
    assert_non_null(table);
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        const Position position = position_of(CASES[i].fen);
        for (int depth = 0; depth <= 3; depth++)
            assert_int_equal(perft_count(&position, depth, table),
                             perft_count(&position, depth, NULL));
    }
    perft_table_destroy(table);
}

/* The same men, and rights with other rooks. */
static void a_table_keeps_rooks_apart(void **state) {
    (void)state;
    static const PerftCase ROOKS[] = {
        {"k7/8/8/8/8/8/8/4K1RR w G - 0 1", 2, 57},
        {"k7/8/8/8/8/8/8/4K1RR w H - 0 1", 2, 54},
        {"k7/8/8/8/8/8/8/4K1RR w - - 0 1", 2, 54},
    };
    PerftTable *table = perft_table_create(1);
    assert_non_null(table);
    for (int round = 0; round < 2; round++) {
        for (size_t i = 0; i < ARRAY_LENGTH(ROOKS); i++) {
            const Position position = position_of(ROOKS[i].fen);
            expect_count(&ROOKS[i], table);
            for (int depth = 3; depth <= 5; depth++)
                assert_int_equal(perft_count(&position, depth, table),
                                 perft_count(&position, depth, NULL));
        }
    }
    perft_table_destroy(table);
}

static void depth_nought_is_one_leaf(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        const Position position = position_of(CASES[i].fen);
        assert_int_equal(perft_count(&position, 0, NULL), 1);
        assert_int_equal(perft_count(&position, 1, NULL), movegen_count(&position));
    }
}

/* The leaves below a position are those below its successors together. */
static void check_sum(const Position *position) {
    const MoveList list = moves_of(position);
    uint64_t sum = 0;
    for (int i = 0; i < list.count; i++) {
        Position next;
        position_make(position, &next, list.moves[i]);
        sum += perft_count(&next, 1, NULL);
    }
    assert_int_equal(sum, perft_count(position, 2, NULL));
}

static void leaves_add_up(void **state) {
    (void)state;
    visit_playouts(SHARP_FENS, 28, 60, 17, check_sum);
}

/* Seen from the other side of the board there are as many leaves. */
static void colours_are_alike(void **state) {
    (void)state;
    for (size_t i = 0; i < ARRAY_LENGTH(CASES); i++) {
        const Position position = position_of(CASES[i].fen);
        Position mirrored = position;
        for (int type = PAWN; type < PIECE_TYPES; type++)
            mirrored.by_type[type] = __builtin_bswap64(position.by_type[type]);
        mirrored.by_color[WHITE] = __builtin_bswap64(position.by_color[BLACK]);
        mirrored.by_color[BLACK] = __builtin_bswap64(position.by_color[WHITE]);
        for (Square square = A1; square <= H8; square++) {
            const Piece piece = position_piece_on(&position, square_flip(square));
            mirrored.board[square] = (uint8_t)(piece == NO_PIECE ? NO_PIECE : piece ^ 1);
        }
        mirrored.side_to_move ^= 1;
        if (position.en_passant != NO_SQUARE)
            mirrored.en_passant = (uint8_t)square_flip(position.en_passant);
        mirrored.castling_rights =
            (CastlingRights)(position.castling_rights >> 2 | (position.castling_rights & 3) << 2);
        for (int index = 0; index < COLORS * CASTLING_SIDES; index++)
            mirrored.castling_rook[index] =
                (uint8_t)square_flip(position.castling_rook[index ^ CASTLING_SIDES]);
        position_refresh(&mirrored);
        assert_true(position_is_consistent(&mirrored));
        const int depth = CASES[i].depth < 3 ? CASES[i].depth : 3;
        assert_int_equal(perft_count(&mirrored, depth, NULL), perft_count(&position, depth, NULL));
    }
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(counts_without_a_table),
        cmocka_unit_test(every_kernel_counts_the_same),
        cmocka_unit_test(counts_the_same_with_a_table),
        cmocka_unit_test(a_table_keeps_depths_apart),
        cmocka_unit_test(a_table_keeps_rooks_apart),
        cmocka_unit_test(depth_nought_is_one_leaf),
        cmocka_unit_test(leaves_add_up),
        cmocka_unit_test(colours_are_alike),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
