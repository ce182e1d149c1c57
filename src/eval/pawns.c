#include "eval/terms.h"

#define KING_DISTANCE_MAX 5

ALWAYS_INLINE Tapered pawn_structure(const EvalContext *context, Color us) {
    Color them = color_flip(us);
    Bitboard pawns = position_pieces(context->position, us, PAWN);
    Bitboard files = bb_fill_north(bb_fill_south(pawns));
    Bitboard isolated = pawns & ~(bb_east(files) | bb_west(files));
    Bitboard doubled = pawns & bb_fill_forward(them, bb_forward(them, pawns));
    /* A backward pawn cannot step forward safely, and no neighbour can come to help. */
    Bitboard bad_stops = context->attacks[them][PAWN] & ~context->pawn_reach[us];
    Bitboard backward = pawns & bb_forward(them, bad_stops) & ~isolated;
    Tapered score = eval_weights.pawn_isolated * bb_count(isolated) +
                    eval_weights.pawn_doubled * bb_count(doubled) +
                    eval_weights.pawn_backward * bb_count(backward);

    Bitboard supported = context->attacks[us][PAWN];
    Bitboard phalanx = bb_east(pawns) | bb_west(pawns);
    for (Bitboard rest = pawns; rest;) {
        Square square = bb_pop(&rest);
        int rank = rank_relative(us, square_rank(square));
        score += eval_weights.piece_square[PAWN][half_board_index(us, square)];
        score += eval_weights.pawn_supported[rank] * bb_has(supported, square);
        score += eval_weights.pawn_phalanx[rank] * bb_has(phalanx, square);
    }
    return score;
}

/* Whether the enemy king, which is alone but for pawns, cannot catch the pawn. */
ALWAYS_INLINE bool pawn_outruns_king(const EvalContext *context, Color us, Square square,
                                     Bitboard path) {
    const Position *position = context->position;
    Color them = color_flip(us);
    if (position_has_pieces(position, them) || (path & position->by_color[us]))
        return false;
    Square goal = square_make(square_file(square), rank_relative(us, RANK_8));
    int steps = bb_count(path) - (rank_relative(us, square_rank(square)) == RANK_2);
    int king_steps = square_distance(context->king[them], goal) - (position_side(position) == them);
    return steps < king_steps;
}

ALWAYS_INLINE Tapered passed_pawn(const EvalContext *context, Color us, Square square) {
    const Position *position = context->position;
    Color them = color_flip(us);
    int rank = rank_relative(us, square_rank(square));
    Bitboard ahead = bb_forward(us, bb_square(square));
    Bitboard path = bb_fill_forward(us, ahead);
    Square stop = bb_first(ahead);
    int own_distance = square_distance(context->king[us], stop);
    int enemy_distance = square_distance(context->king[them], stop);
    if (own_distance > KING_DISTANCE_MAX)
        own_distance = KING_DISTANCE_MAX;
    if (enemy_distance > KING_DISTANCE_MAX)
        enemy_distance = KING_DISTANCE_MAX;

    Tapered score = eval_weights.passed[rank];
    score += eval_weights.passed_own_king[rank] * own_distance;
    score += eval_weights.passed_enemy_king[rank] * enemy_distance;
    if (!(ahead & context->occupied)) {
        score += eval_weights.passed_free[rank];
        if (!(path & (context->attacks_all[them] | position->by_color[them])))
            score += eval_weights.passed_safe[rank];
    }
    Bitboard rooks_behind = position->by_type[ROOK] & attacks_rook(square, context->occupied) &
                            bb_fill_forward(them, bb_square(square));
    if (rooks_behind & position->by_color[us])
        score += eval_weights.passed_own_rook_behind;
    else if (rooks_behind)
        score += eval_weights.passed_enemy_rook_behind;
    if (pawn_outruns_king(context, us, square, path))
        score += eval_weights.passed_unstoppable;
    return score;
}

ALWAYS_INLINE Tapered pawns_of_color(const EvalContext *context, Color us) {
    Color them = color_flip(us);
    Bitboard pawns = position_pieces(context->position, us, PAWN);
    Bitboard enemies = position_pieces(context->position, them, PAWN);
    Bitboard barred = bb_fill_forward(them, bb_forward(them, enemies)) |
                      bb_fill_forward(them, bb_forward(them, pawns)) | context->pawn_reach[them];
    Tapered score = pawn_structure(context, us);
    for (Bitboard passed = pawns & ~barred; passed;)
        score += passed_pawn(context, us, bb_pop(&passed));
    return score;
}

Tapered pawns_evaluate(const EvalContext *context) {
    return pawns_of_color(context, WHITE) - pawns_of_color(context, BLACK);
}

Tapered pawns_evaluate_color(const EvalContext *context, Color us) {
    return us == WHITE ? pawns_of_color(context, WHITE) : pawns_of_color(context, BLACK);
}
