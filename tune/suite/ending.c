#include "suite/ending.h"

static Bitboard pieces_of(const Position *position, Color color) {
    return position->by_color[color] & ~(position->by_type[PAWN] | position->by_type[KING]);
}

bool ending_is_one(const Position *position) {
    return !bb_several(pieces_of(position, WHITE)) && !bb_several(pieces_of(position, BLACK));
}

Theme ending_theme(const Position *position) {
    Bitboard pieces = pieces_of(position, WHITE) | pieces_of(position, BLACK);
    if (!pieces)
        return THEME_PAWN_ENDING;
    if (!(pieces & ~(position->by_type[KNIGHT] | position->by_type[BISHOP])))
        return THEME_MINOR_ENDING;
    if (!(pieces & ~position->by_type[ROOK]))
        return THEME_ROOK_ENDING;
    if (!(pieces & ~position->by_type[QUEEN]))
        return THEME_QUEEN_ENDING;
    return THEME_MIXED_ENDING;
}
