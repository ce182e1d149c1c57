#include "eval/terms.h"

/* Danger costs its square over DANGER_SQUARE in the middlegame: each attacker counts for more, the
 * more there are. In the endgame it costs its DANGER_LINEAR-th part. */
#define DANGER_SQUARE 512
#define DANGER_LINEAR 8
#define DANGER_MAX    1000

ALWAYS_INLINE Tapered king_shelter(const EvalContext *context, Color us, int *bare_files) {
    const Position *position = context->position;
    Color them = color_flip(us);
    Square king = context->king[us];
    /* Only pawns beside or ahead of the king shelter it or storm against it. */
    Bitboard ahead = bb_fill_forward(us, bb_rank(square_rank(king)));
    Bitboard own = position_pieces(position, us, PAWN) & ahead;
    Bitboard enemies = position_pieces(position, them, PAWN) & ahead;
    int center = square_file(king);
    center = center == FILE_A ? FILE_B : center == FILE_H ? FILE_G : center;

    Tapered score = 0;
    for (int file = center - 1; file <= center + 1; file++) {
        Bitboard own_here = own & bb_file(file);
        Bitboard enemies_here = enemies & bb_file(file);
        /* Relative rank of the pawn nearest to our back rank; 0 stands for none. */
        int own_rank = 0;
        int enemy_rank = 0;
        if (own_here)
            own_rank =
                us == WHITE ? square_rank(bb_first(own_here)) : __builtin_clzll(own_here) / 8;
        else
            ++*bare_files;
        if (enemies_here)
            enemy_rank = us == WHITE ? square_rank(bb_first(enemies_here))
                                     : __builtin_clzll(enemies_here) / 8;
        bool blocked = own_rank != 0 && enemy_rank == own_rank + 1;
        score += eval_weights.shelter[file != square_file(king)][own_rank];
        score += eval_weights.storm[blocked][enemy_rank];
    }
    return score;
}

/* Units for the squares from which the enemy can check, and be safe there. */
ALWAYS_INLINE int safe_checks(const EvalContext *context, Color us, Bitboard weak) {
    Color them = color_flip(us);
    const Bitboard *attacks = context->attacks[them];
    Square king = context->king[us];
    Bitboard occupied = context->occupied ^ position_pieces(context->position, us, QUEEN);
    Bitboard safe = ~context->position->by_color[them] &
                    (~context->attacks_all[us] | (weak & context->attacks_twice[them]));
    Bitboard lines = attacks_rook(king, occupied) & safe;
    Bitboard diagonals = attacks_bishop(king, occupied) & safe;
    const int32_t *weight = danger_weights.safe_check;
    return ((attacks_knight(king) & safe & attacks[KNIGHT]) != 0) * weight[KNIGHT] +
           ((diagonals & attacks[BISHOP]) != 0) * weight[BISHOP] +
           ((lines & attacks[ROOK]) != 0) * weight[ROOK] +
           (((lines | diagonals) & attacks[QUEEN]) != 0) * weight[QUEEN];
}

ALWAYS_INLINE Tapered king_danger(const EvalContext *context, Color us, int bare_files) {
    Color them = color_flip(us);
    const Bitboard *own = context->attacks[us];
    Bitboard weak = context->attacks_all[them] & ~context->attacks_twice[us] &
                    (~context->attacks_all[us] | own[KING] | own[QUEEN]);
    int danger = context->danger[us] + danger_weights.base;
    danger += danger_weights.weak_square * bb_count(weak & context->king_zone[us]);
    danger += danger_weights.bare_file * bare_files;
    danger += safe_checks(context, us, weak);
    if (!position_pieces(context->position, them, QUEEN))
        danger += danger_weights.no_queen;
    if (danger <= 0)
        return 0;
    if (danger > DANGER_MAX)
        danger = DANGER_MAX;
    return -TAPERED(danger * danger / DANGER_SQUARE, danger / DANGER_LINEAR);
}

ALWAYS_INLINE Tapered king_of_color(const EvalContext *context, Color us) {
    int bare_files = 0;
    Tapered score = eval_weights.piece_square[KING][half_board_index(us, context->king[us])];
    score += king_shelter(context, us, &bare_files);
    return score + king_danger(context, us, bare_files);
}

Tapered king_evaluate(const EvalContext *context) {
    return king_of_color(context, WHITE) - king_of_color(context, BLACK);
}

Tapered king_evaluate_color(const EvalContext *context, Color us) {
    return us == WHITE ? king_of_color(context, WHITE) : king_of_color(context, BLACK);
}
