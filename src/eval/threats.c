#include "eval/terms.h"

/* Files c to f, and the three ranks in front of the own back rank. */
#define CENTER_FILES_BB 0x3C3C3C3C3C3C3C3CULL
#define WHITE_HOME_BB   0x00000000FFFFFF00ULL
#define BLACK_HOME_BB   0x00FFFFFF00000000ULL

/* Enemy pieces that a pawn would attack after a safe step forward. */
ALWAYS_INLINE Bitboard push_targets(const EvalContext *context, Color us) {
    Color them = color_flip(us);
    Bitboard empty = ~context->occupied;
    Bitboard third = bb_rank(rank_relative(us, RANK_3));
    Bitboard steps = bb_forward(us, position_pieces(context->position, us, PAWN)) & empty;
    steps |= bb_forward(us, steps & third) & empty;
    steps &= ~context->attacks[them][PAWN];
    steps &= context->attacks_all[us] | ~context->attacks_all[them];
    return bb_pawn_attacks(us, steps);
}

ALWAYS_INLINE Tapered threats_of_color(const EvalContext *context, Color us) {
    const Position *position = context->position;
    Color them = color_flip(us);
    const Bitboard *own = context->attacks[us];
    Bitboard by_minor = own[KNIGHT] | own[BISHOP];
    /* To attack what a pawn defends threatens nothing, unless it is worth more. */
    Bitboard undefended = ~context->attacks[them][PAWN];
    Bitboard pieces = position->by_color[them] & ~position->by_type[PAWN];

    Tapered score = 0;
    for (PieceType type = PAWN; type < KING; type++) {
        Bitboard targets = position_pieces(position, them, type);
        Bitboard worth_less = type <= BISHOP ? undefended : ~0ULL;
        Bitboard worth_less_than_rook = type <= ROOK ? undefended : ~0ULL;
        if (type != PAWN)
            score += eval_weights.threat_by_pawn[type] * bb_count(targets & own[PAWN]);
        score += eval_weights.threat_by_minor[type] * bb_count(targets & by_minor & worth_less);
        score += eval_weights.threat_by_rook[type] *
                 bb_count(targets & own[ROOK] & worth_less_than_rook);
    }
    Bitboard hanging = position->by_color[them] & ~context->attacks_all[them];
    score += eval_weights.threat_hanging * bb_count(hanging & context->attacks_all[us]);
    score += eval_weights.threat_by_king * bb_count(hanging & own[KING]);
    score +=
        eval_weights.threat_by_push * bb_count(push_targets(context, us) & pieces & ~own[PAWN]);

    Bitboard home = CENTER_FILES_BB & (us == WHITE ? WHITE_HOME_BB : BLACK_HOME_BB);
    Bitboard taken = position_pieces(position, us, PAWN) | context->attacks[them][PAWN];
    score += eval_weights.space * bb_count(home & ~taken);
    return score;
}

Tapered threats_evaluate(const EvalContext *context) {
    return threats_of_color(context, WHITE) - threats_of_color(context, BLACK);
}

Tapered threats_evaluate_color(const EvalContext *context, Color us) {
    return us == WHITE ? threats_of_color(context, WHITE) : threats_of_color(context, BLACK);
}
