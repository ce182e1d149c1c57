#include "chess/see.h"

const int SEE_VALUE[PIECE_TYPES + 1] = {100, 325, 335, 500, 975, 0, 0};

/* What the move wins before any answer. */
static int immediate_gain(const Position *position, Move move) {
    int gain = SEE_VALUE[position_captured_type(position, move)];
    if (move_kind(move) == MOVE_PROMOTION)
        gain += SEE_VALUE[move_promotion(move)] - SEE_VALUE[PAWN];
    return gain;
}

/* Pieces of color that are pinned to their king by a slider that is still on the board: one on the
 * square of the exchange has been taken. */
static Bitboard pinned_pieces(const Position *position, Color color, Bitboard occupied,
                              Square exchange) {
    Square king = position_king(position, color);
    Bitboard enemies = position->by_color[color_flip(color)] & occupied & ~bb_square(exchange);
    return position_blockers(position, king, enemies, occupied) & position->by_color[color];
}

/* The least valuable type among the attackers. */
static PieceType least_valuable(const Position *position, Bitboard attackers) {
    PieceType type = PAWN;
    while (!(attackers & position->by_type[type]))
        type++;
    return type;
}

bool see_at_least(const Position *position, Move move, int threshold) {
    if (move_kind(move) == MOVE_CASTLING)
        return threshold <= 0;
    Square from = move_from(move);
    Square to = move_to(move);
    int balance = immediate_gain(position, move) - threshold;
    if (balance < 0)
        return false;
    PieceType on_square = move_kind(move) == MOVE_PROMOTION
                              ? move_promotion(move)
                              : piece_type(position_piece_on(position, from));
    balance -= SEE_VALUE[on_square];
    if (balance >= 0)
        return true;

    Bitboard occupied = (position_occupied(position) ^ bb_square(from)) | bb_square(to);
    if (move_kind(move) == MOVE_EN_PASSANT)
        occupied ^= bb_square(to ^ 8);
    Bitboard diagonal = position->by_type[BISHOP] | position->by_type[QUEEN];
    Bitboard straight = position->by_type[ROOK] | position->by_type[QUEEN];
    Bitboard attackers = position_attackers(position, to, occupied) & occupied;
    Color side = color_flip(position_side(position));

    /* Invariant: `side` is to take, and loses the exchange if it cannot or does not. */
    for (;;) {
        Bitboard ours = attackers & position->by_color[side];
        if (ours)
            ours &= ~pinned_pieces(position, side, occupied, to);
        if (!ours)
            break;
        PieceType type = least_valuable(position, ours);
        side = color_flip(side);
        /* The king takes only what is no longer defended. */
        if (type == KING && attackers & position->by_color[side])
            return side == position_side(position);
        balance = -balance - 1 - SEE_VALUE[type];
        if (balance >= 0)
            break;
        occupied ^= bb_square(bb_first(ours & position->by_type[type]));
        if (type == PAWN || type == BISHOP || type == QUEEN)
            attackers |= attacks_bishop(to, occupied) & diagonal;
        if (type == ROOK || type == QUEEN)
            attackers |= attacks_rook(to, occupied) & straight;
        attackers &= occupied;
    }
    return side != position_side(position);
}
