#pragma once

#include "chess/position.h"

/* What counting leaves needs of a position and no more: it fills one cache line, and a move writes
 * the next board in full, without branches. Everything here is pure; any thread. */

typedef struct PerftBoard {
    _Alignas(CACHE_LINE) Bitboard pawns;
    Bitboard knights;
    Bitboard diagonal; /* bishops and queens */
    Bitboard straight; /* rooks and queens */
    Bitboard kings;
    Bitboard by_color[COLORS];
    uint64_t state; /* castling rights, and from bit 8 the square behind a pawn that may be taken en
                       passant, 0 for none; the taking need not be legal */
} PerftBoard;

/* What is the same for a whole tree; by castling_index() where it is an array of four. */
typedef struct PerftRules {
    Bitboard path[COLORS * CASTLING_SIDES]; /* must be empty to castle */
    Bitboard way[COLORS * CASTLING_SIDES];  /* must be safe to castle */
    uint8_t rook[COLORS * CASTLING_SIDES];
    uint8_t kept[SQUARES]; /* castling rights that outlive a move from or to the square */
    uint64_t rooks;        /* from bit 32 on: which rooks may castle; 0 for those in the corners */
} PerftRules;

/* Sets both from a position, whose side to move the board does not hold. */
void perft_board_set(const Position *position, PerftBoard *board, PerftRules *rules);

ALWAYS_INLINE Bitboard perft_board_occupied(const PerftBoard *board) {
    return board->by_color[WHITE] | board->by_color[BLACK];
}

ALWAYS_INLINE Square perft_board_king(const PerftBoard *board, Color color) {
    return bb_first(board->kings & board->by_color[color]);
}

ALWAYS_INLINE Square perft_board_en_passant(const PerftBoard *board) {
    return (Square)(board->state >> 8);
}

ALWAYS_INLINE bool perft_board_may_castle(const PerftBoard *board, int index) {
    return board->state >> index & 1;
}

/* Writes the board after a move to `to`, still without the moved piece among the sets of its type.
 * Field by field: a copy made of wide loads would wait for the narrow stores before it. */
ALWAYS_INLINE void perft_board_clear_target(const PerftBoard *board, const PerftRules *rules,
                                            Color us, Square from, Square to, PerftBoard *next) {
    Bitboard kept = ~bb_square(to);
    next->pawns = board->pawns & kept;
    next->knights = board->knights & kept;
    next->diagonal = board->diagonal & kept;
    next->straight = board->straight & kept;
    next->kings = board->kings;
    next->by_color[us] = board->by_color[us] ^ (bb_square(from) | bb_square(to));
    next->by_color[color_flip(us)] = board->by_color[color_flip(us)] & kept;
    next->state = board->state & rules->kept[from] & rules->kept[to];
}
