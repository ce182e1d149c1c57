#include "search/histories.h"

#include <string.h>

/* Weights of the correction tables in 1/128 of a centipawn per unit. */
#define PAWN_CORRECTION_WEIGHT  7
#define PIECE_CORRECTION_WEIGHT 6
#define MOVE_CORRECTION_WEIGHT  6

void histories_clear(Histories *histories) {
    memset(histories, 0, sizeof *histories);
}

static size_t correction_index(uint64_t key) {
    return key % CORRECTION_ENTRIES;
}

Score histories_correction(const Histories *histories, const Position *position, Piece last_piece,
                           Square last_to) {
    Color us = position_side(position);
    size_t white = correction_index(position->non_pawn_key[WHITE]);
    size_t black = correction_index(position->non_pawn_key[BLACK]);
    int pawns = histories->pawn_correction[us][correction_index(position->pawn_key)];
    int pieces = histories->piece_correction[us][WHITE][white] +
                 histories->piece_correction[us][BLACK][black];
    int move = histories->move_correction[last_piece][last_to];
    return (PAWN_CORRECTION_WEIGHT * pawns + PIECE_CORRECTION_WEIGHT * pieces +
            MOVE_CORRECTION_WEIGHT * move) /
           128;
}

void histories_learn_correction(Histories *histories, const Position *position, Piece last_piece,
                                Square last_to, Score score, Score evaluation, int depth) {
    Color us = position_side(position);
    int bonus = (score - evaluation) * depth / 8;
    bonus = bonus > CORRECTION_LIMIT / 4 ? CORRECTION_LIMIT / 4 : bonus;
    bonus = bonus < -CORRECTION_LIMIT / 4 ? -CORRECTION_LIMIT / 4 : bonus;
    size_t pawns = correction_index(position->pawn_key);
    history_add(&histories->pawn_correction[us][pawns], bonus, CORRECTION_LIMIT);
    for (int color = WHITE; color < COLORS; color++) {
        size_t pieces = correction_index(position->non_pawn_key[color]);
        history_add(&histories->piece_correction[us][color][pieces], bonus, CORRECTION_LIMIT);
    }
    history_add(&histories->move_correction[last_piece][last_to], bonus, CORRECTION_LIMIT);
}
