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

static Exposure packed_exposure(const PackedPosition *packed, FeatureSets sets) {
    Exposure exposure;
    Bitboard by_type[PIECE_TYPES] = {0}, by_color[COLORS] = {0};
    int count = 0;
    for (Bitboard occupied = packed->occupied; occupied; count++) {
        const Bitboard man = bb_square(bb_pop(&occupied));
        by_type[nibble_at(packed, count) & 7] |= man;
        by_color[nibble_at(packed, count) >> 3] |= man;
    }
    feature_exposure(sets, by_type, by_color, &exposure);
    return exposure;
}

/* The side to move is White here, whichever it was in the game. */
void packed_features(const PackedPosition *packed, FeatureSets sets, FeaturePair *features) {
    const FeatureView own = feature_view(sets, WHITE, packed->own_king);
    const FeatureView other = feature_view(sets, BLACK, packed->other_king);
    const Exposure exposure = packed_exposure(packed, sets);
    int count = 0, active = bb_count(packed->occupied);
    for (Bitboard occupied = packed->occupied; occupied; count++) {
        const Square square = bb_pop(&occupied);
        const int nibble = nibble_at(packed, count), state = bb_has(exposure.loose, square);
        const Piece piece = piece_make((Color)(nibble >> 3), (PieceType)(nibble & 7));
        features->own.indexes[count] = (uint16_t)feature_index(WHITE, own, piece, square, state);
        features->other.indexes[count] =
            (uint16_t)feature_index(BLACK, other, piece, square, state);
        for (PieceType attacker = PAWN; attacker <= KING; attacker++) {
            if (!bb_has(exposure.attacked[attacker], square))
                continue;
            features->own.indexes[active] =
                (uint16_t)feature_attacked(WHITE, own, piece, square, attacker);
            features->other.indexes[active++] =
                (uint16_t)feature_attacked(BLACK, other, piece, square, attacker);
        }
    }
    features->own.count = features->other.count = active;
}
