#pragma once

/* What the trainer's tests share. */
#include "../chess/support.h"

#include <stdlib.h>
#include <unistd.h>

#include "train/store.h"

/* Centipawns of material for the side to move. */
static inline int material_of(const Position *position) {
    static const int VALUES[KING] = {100, 310, 330, 500, 950};
    int balance = 0;
    for (int type = PAWN; type < KING; type++)
        balance += VALUES[type] * (bb_count(position_pieces(position, WHITE, (PieceType)type)) -
                                   bb_count(position_pieces(position, BLACK, (PieceType)type)));
    return position_side(position) == WHITE ? balance : -balance;
}

/* Adds every eighth position or so of random games, scored by material alone, until there are
 * `count`. */
static inline void add_material_positions(PositionStore *store, size_t count, uint64_t seed) {
    while (store->count < count) {
        Position position = random_below(&seed, 2) ? position_of(FEN_START) : random_start(&seed);
        const int plies = 20 + random_below(&seed, 150);
        for (int ply = 0; ply < plies && store->count < count; ply++) {
            const MoveList list = moves_of(&position);
            if (list.count == 0)
                break;
            Position next;
            position_make(&position, &next, list.moves[random_below(&seed, list.count)]);
            position = next;
            if (random_below(&seed, 8) > 0)
                continue;
            const int score = material_of(&position);
            PackedPosition packed;
            packed_from_position(&position, score, score > 150 ? 2 : score < -150 ? 0 : 1, &packed);
            assert_true(store_add(store, &packed));
        }
    }
}

/* A file of its own in the working directory, whose name is left in path. */
static inline void make_train_file(char path[32]) {
    snprintf(path, 32, "train-test-XXXXXX");
    const int descriptor = mkstemp(path);
    assert_true(descriptor >= 0);
    close(descriptor);
}
