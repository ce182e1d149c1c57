#include "eval/terms.h"

/* What a piece attacks, looking through the friends that would support it from behind. */
ALWAYS_INLINE Bitboard attacks_through(const EvalContext *context, Color us, PieceType type,
                                       Square square) {
    const Position *position = context->position;
    Bitboard occupied = context->occupied;
    if (type == BISHOP)
        occupied ^= position->by_type[QUEEN];
    else if (type == ROOK)
        occupied ^= position->by_type[QUEEN] ^ position_pieces(position, us, ROOK);
    return attacks_piece(type, square, occupied);
}

ALWAYS_INLINE Tapered minor_extra(const EvalContext *context, Color us, PieceType type,
                                  Square square) {
    Bitboard here = bb_square(square);
    Bitboard outposts = context->attacks[us][PAWN] & ~context->pawn_reach[color_flip(us)] &
                        (us == WHITE ? 0x0000FFFFFF000000ULL : 0x000000FFFFFF0000ULL);
    Tapered outpost = type == KNIGHT ? eval_weights.knight_outpost : eval_weights.bishop_outpost;
    Tapered score = here & outposts ? outpost : 0;
    if (type == BISHOP) {
        Bitboard same_color = here & LIGHT_SQUARES_BB ? LIGHT_SQUARES_BB : DARK_SQUARES_BB;
        Bitboard pawns = position_pieces(context->position, us, PAWN);
        score += eval_weights.bishop_pawn * bb_count(pawns & same_color);
    }
    return score;
}

ALWAYS_INLINE Tapered rook_extra(const EvalContext *context, Color us, Square square) {
    const Position *position = context->position;
    Bitboard file = bb_file(square_file(square));
    if (file & position_pieces(position, us, PAWN))
        return 0;
    return file & position->by_type[PAWN] ? eval_weights.rook_half_open_file
                                          : eval_weights.rook_open_file;
}

ALWAYS_INLINE Tapered pieces_of_type(EvalContext *context, Color us, PieceType type,
                                     const Tapered *mobility) {
    Color them = color_flip(us);
    Tapered score = 0;
    Bitboard pieces = position_pieces(context->position, us, type);
    while (pieces) {
        Square square = bb_pop(&pieces);
        Bitboard attacks = attacks_through(context, us, type, square);
        context_add_attacks(context, us, type, attacks);
        score += eval_weights.piece_square[type][half_board_index(us, square)];
        score += mobility[bb_count(attacks & context->mobility_area[us])];

        Bitboard hits = attacks & context->king_zone[them];
        context->danger[them] +=
            (hits != 0) * danger_weights.attacker[type] + bb_count(hits) * danger_weights.zone_hit;
        if (type == KNIGHT || type == BISHOP)
            score += minor_extra(context, us, type, square);
        else if (type == ROOK)
            score += rook_extra(context, us, square);
    }
    return score;
}

ALWAYS_INLINE Tapered pieces_of_color(EvalContext *context, Color us) {
    Tapered score = pieces_of_type(context, us, KNIGHT, eval_weights.knight_mobility);
    score += pieces_of_type(context, us, BISHOP, eval_weights.bishop_mobility);
    score += pieces_of_type(context, us, ROOK, eval_weights.rook_mobility);
    score += pieces_of_type(context, us, QUEEN, eval_weights.queen_mobility);
    Bitboard bishops = position_pieces(context->position, us, BISHOP);
    if ((bishops & LIGHT_SQUARES_BB) && (bishops & DARK_SQUARES_BB))
        score += eval_weights.bishop_pair;
    return score;
}

Tapered pieces_evaluate(EvalContext *context) {
    return pieces_of_color(context, WHITE) - pieces_of_color(context, BLACK);
}

Tapered pieces_evaluate_color(EvalContext *context, Color us) {
    return us == WHITE ? pieces_of_color(context, WHITE) : pieces_of_color(context, BLACK);
}
