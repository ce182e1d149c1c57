#ifndef QUORUM_EVAL_TERMS_H
#define QUORUM_EVAL_TERMS_H

#include "chess/position.h"
#include "eval/weights.h"

/* The parts of evaluate(), for its own files only. Each returns the balance, White minus Black, and
 * runs one inlined body for both colours, so that neither can be treated differently. */

/* What the parts share. pieces_evaluate() completes the attack sets, which the later ones read. */
typedef struct EvalContext {
    const Position *position;
    Bitboard occupied;
    Bitboard attacks[COLORS][PIECE_TYPES];
    Bitboard attacks_all[COLORS];
    Bitboard attacks_twice[COLORS];
    Bitboard pawn_reach[COLORS]; /* what its pawns attack now or after moving forward */
    Bitboard mobility_area[COLORS];
    Bitboard king_zone[COLORS];
    Square king[COLORS];
    int danger[COLORS]; /* to the king of this colour, in units of danger_weights */
} EvalContext;

/* Notes what a piece, or all pawns at once, attack. */
ALWAYS_INLINE void context_add_attacks(EvalContext *context, Color color, PieceType type,
                                       Bitboard attacks) {
    context->attacks_twice[color] |= context->attacks_all[color] & attacks;
    context->attacks_all[color] |= attacks;
    context->attacks[color][type] |= attacks;
}

/* Squares, mobility, outposts, files and bishops of the pieces between pawn and king. */
Tapered pieces_evaluate(EvalContext *context);

/* Squares, structure and passed pawns. */
Tapered pawns_evaluate(const EvalContext *context);

/* The king's square, its shelter and the danger to it. */
Tapered king_evaluate(const EvalContext *context);

/* What may be won soon, and space. */
Tapered threats_evaluate(const EvalContext *context);

/* The same for one colour, from its own view: for evaluate_explain(). */
Tapered pieces_evaluate_color(EvalContext *context, Color us);
Tapered pawns_evaluate_color(const EvalContext *context, Color us);
Tapered king_evaluate_color(const EvalContext *context, Color us);
Tapered threats_evaluate_color(const EvalContext *context, Color us);

#define SCALE_FULL 64

/* How much of its advantage the side that stands better may hope to realise, of SCALE_FULL. */
int endgame_scale(const Position *position, Color strong);

/* Centipawns that guide `strong` to mate a bare king; 0 where it has none or cannot mate. */
int endgame_mating_bonus(const Position *position, Color strong);

#endif
