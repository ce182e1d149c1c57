#include "tables/polyglot_key.h"

#include "tables/polyglot_randoms.h"

/* The format counts black pawn, white pawn, black knight ... */
static int row_of(Piece piece) {
    return 2 * (int)piece_type(piece) + (piece_color(piece) == WHITE);
}

uint64_t polyglot_key(const Position *position) {
    uint64_t key = 0;
    Bitboard occupied = position_occupied(position);
    while (occupied) {
        Square square = bb_pop(&occupied);
        key ^= polyglot_randoms[64 * row_of(position_piece_on(position, square)) + square];
    }
    /* White's king side, its queen side, then Black's: the order of castling_index(). */
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        if (position->castling_rights >> i & 1)
            key ^= polyglot_randoms[POLYGLOT_CASTLING + i];
    }
    if (position->en_passant != NO_SQUARE)
        key ^= polyglot_randoms[POLYGLOT_EN_PASSANT + square_file(position->en_passant)];
    if (position_side(position) == WHITE)
        key ^= polyglot_randoms[POLYGLOT_TURN];
    return key;
}
