#include "tables/polyglot_key.h"

#include <endian.h>
#include <string.h>

#include "tables/polyglot_randoms.h"

static uint64_t random_number(int index) {
    uint64_t bytes;
    memcpy(&bytes, polyglot_randoms + 8 * index, sizeof bytes);
    return be64toh(bytes);
}

/* The format counts black pawn, white pawn, black knight ... */
static int row_of(Piece piece) {
    return 2 * (int)piece_type(piece) + (piece_color(piece) == WHITE);
}

uint64_t polyglot_key(const Position *position) {
    uint64_t key = 0;
    Bitboard occupied = position_occupied(position);
    while (occupied) {
        Square square = bb_pop(&occupied);
        key ^= random_number(64 * row_of(position_piece_on(position, square)) + square);
    }
    /* White's king side, its queen side, then Black's: the order of castling_index(). */
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        if (position->castling_rights >> i & 1)
            key ^= random_number(POLYGLOT_CASTLING + i);
    }
    if (position->en_passant != NO_SQUARE)
        key ^= random_number(POLYGLOT_EN_PASSANT + square_file(position->en_passant));
    if (position_side(position) == WHITE)
        key ^= random_number(POLYGLOT_TURN);
    return key;
}
