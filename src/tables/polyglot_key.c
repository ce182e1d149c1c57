#include "tables/polyglot_key.h"

#include <endian.h>
#include <string.h>

/* The random numbers that the format of Polyglot's books prescribes (F. Letouzey, 2004): the same
 * in every program that reads or writes one. */

#define POLYGLOT_CASTLING   768 /* after 12 x 64 for pieces on squares */
#define POLYGLOT_EN_PASSANT 772
#define POLYGLOT_TURN       780
#define POLYGLOT_RANDOMS    781

/* The bytes of polyglot_randoms.bin, in polyglot_randoms.c: eight for each number, as in a book the
 * highest first. */
extern const unsigned char polyglot_randoms[8 * POLYGLOT_RANDOMS];

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
