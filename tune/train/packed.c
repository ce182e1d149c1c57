#include "train/packed.h"

#include <string.h>

_Static_assert(sizeof(PackedPosition) == 32, "positions fill memory by the million");

void packed_from_position(const Position *position, int score, int outcome,
                          PackedPosition *packed) {
    const Color side = position_side(position);
    memset(packed, 0, sizeof *packed);
    packed->score = (int16_t)score;
    packed->outcome = (uint8_t)outcome;
    packed->own_king = (uint8_t)square_relative(side, position_king(position, side));
    packed->other_king = (uint8_t)square_relative(side, position_king(position, color_flip(side)));
    int count = 0;
    for (Square square = 0; square < SQUARES; square++) {
        const Piece piece = position_piece_on(position, square_relative(side, square));
        if (piece == NO_PIECE)
            continue;
        const int nibble = (int)piece_type(piece) | (piece_color(piece) == side ? 0 : 8);
        packed->occupied |= bb_square(square);
        packed->pieces[count / 2] |= (uint8_t)(nibble << (count % 2 * 4));
        count++;
    }
    packed->bucket = (uint8_t)feature_bucket(count);
}

/* The side to move is White here, whichever it was in the game. */
void packed_features(const PackedPosition *packed, int king_buckets, FeaturePair *features) {
    const FeatureView own = feature_view(king_buckets, WHITE, packed->own_king);
    const FeatureView other = feature_view(king_buckets, BLACK, packed->other_king);
    int count = 0;
    for (Bitboard occupied = packed->occupied; occupied; count++) {
        const Square square = bb_pop(&occupied);
        const int nibble = packed->pieces[count / 2] >> (count % 2 * 4) & 15;
        const Piece piece = piece_make((Color)(nibble >> 3), (PieceType)(nibble & 7));
        features->own[count] = (uint16_t)feature_index(WHITE, own, piece, square);
        features->other[count] = (uint16_t)feature_index(BLACK, other, piece, square);
    }
    features->count = count;
}
