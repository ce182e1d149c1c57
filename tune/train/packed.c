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

static int nibble_at(const PackedPosition *packed, int number) {
    return packed->pieces[number / 2] >> (number % 2 * 4) & 15;
}

/* The side to move is White here, whichever it was in the game. */
void packed_features(const PackedPosition *packed, FeatureSets sets, FeaturePair *features) {
    Bitboard by_type[PIECE_TYPES] = {0}, by_color[COLORS] = {0};
    uint8_t board[SQUARES];
    int count = 0;
    for (Bitboard occupied = packed->occupied; occupied; count++) {
        const Square square = bb_pop(&occupied);
        const int nibble = nibble_at(packed, count);
        by_type[nibble & 7] |= bb_square(square);
        by_color[nibble >> 3] |= bb_square(square);
        board[square] = (uint8_t)piece_make((Color)(nibble >> 3), (PieceType)(nibble & 7));
    }
    Traits traits;
    feature_traits(sets, by_type, by_color, &traits);
    const FeatureScene scene = {board, packed->occupied, &traits};
    const FeatureView views[COLORS] = {feature_view(sets, WHITE, packed->own_king),
                                       feature_view(sets, BLACK, packed->other_king)};
    feature_list_side(&scene, WHITE, views[WHITE], &features->own);
    feature_list_side(&scene, BLACK, views[BLACK], &features->other);
}
