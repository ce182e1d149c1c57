#pragma once

#include "chess/types.h"

/* A move in 16 bits: origin (6), destination (6), promotion piece (2), kind (2). Castling is
 * written as the king taking its own rook, which names the move in Chess960 too. */
typedef uint16_t Move;

typedef enum MoveKind {
    MOVE_NORMAL = 0,
    MOVE_PROMOTION = 1,
    MOVE_EN_PASSANT = 2,
    MOVE_CASTLING = 3
} MoveKind;

/* Neither is a move on the board: origin and destination are equal. */
#define MOVE_NONE ((Move)0)
#define MOVE_NULL ((Move)(B1 | B1 << 6))

/* No position of a game has more legal moves than 218 (Petrovic, 1964); of those that
 * position setup lets through, with up to 15 queens a side, none is known with more than 241. */
#define MAX_MOVES 256

typedef struct MoveList {
    int count;
    Move moves[MAX_MOVES];
} MoveList;

static inline bool move_list_contains(const MoveList *list, Move move) {
    for (int i = 0; i < list->count; i++) {
        if (list->moves[i] == move)
            return true;
    }
    return false;
}

static inline Move move_make(Square from, Square to) {
    return (Move)(from | to << 6);
}

/* kind is MOVE_NORMAL, MOVE_EN_PASSANT or MOVE_CASTLING. */
static inline Move move_make_kind(Square from, Square to, MoveKind kind) {
    return (Move)(from | to << 6 | (int)kind << 14);
}

/* piece is KNIGHT, BISHOP, ROOK or QUEEN. */
static inline Move move_make_promotion(Square from, Square to, PieceType piece) {
    return (Move)(from | to << 6 | ((int)piece - KNIGHT) << 12 | MOVE_PROMOTION << 14);
}

static inline Square move_from(Move move) {
    return move & 63;
}

static inline Square move_to(Move move) {
    return move >> 6 & 63;
}

static inline MoveKind move_kind(Move move) {
    return (MoveKind)(move >> 14);
}

/* Meaningful for promotions only. */
static inline PieceType move_promotion(Move move) {
    return (PieceType)((move >> 12 & 3) + KNIGHT);
}

/* False for MOVE_NONE and MOVE_NULL. */
static inline bool move_is_real(Move move) {
    return move_from(move) != move_to(move);
}
