#include "eval/evaluate.h"

#include "eval/terms.h"

ALWAYS_INLINE void context_fill_color(EvalContext *context, Color us) {
    const Position *position = context->position;
    Square king = position_king(position, us);
    Bitboard pawn_attacks = bb_pawn_attacks(us, position_pieces(position, us, PAWN));
    context->king[us] = king;
    context_add_attacks(context, us, KING, attacks_king(king));
    context->attacks_twice[us] |= bb_pawn_attacks_east(us, position_pieces(position, us, PAWN)) &
                                  bb_pawn_attacks_west(us, position_pieces(position, us, PAWN));
    context_add_attacks(context, us, PAWN, pawn_attacks);
    context->pawn_reach[us] = bb_fill_forward(us, pawn_attacks);
    Bitboard zone = attacks_king(king) | bb_square(king);
    context->king_zone[us] = zone | bb_forward(us, zone);
}

ALWAYS_INLINE void context_fill(EvalContext *context, const Position *position) {
    *context = (EvalContext){.position = position, .occupied = position_occupied(position)};
    for (Color us = WHITE; us < COLORS; us++)
        context_fill_color(context, us);
    for (Color us = WHITE; us < COLORS; us++) {
        Color them = color_flip(us);
        Bitboard blocked =
            position_pieces(position, us, PAWN) & bb_forward(them, context->occupied);
        context->mobility_area[us] =
            ~(context->attacks[them][PAWN] | blocked | position_pieces(position, us, KING));
    }
}

static const int PHASE_OF[KING] = {0, 1, 1, 2, 4};

/* Adds the piece values and weighs both halves by the game phase, which falls from PHASE_MAX to 0
 * as pieces leave the board. Full integers, since many queens would leave no room in 16 bits. */
static int blend(const Position *position, Tapered balance) {
    int middlegame = tapered_middlegame(balance);
    int endgame = tapered_endgame(balance);
    int phase = 0;
    for (PieceType type = PAWN; type < KING; type++) {
        int white = bb_count(position_pieces(position, WHITE, type));
        int black = bb_count(position_pieces(position, BLACK, type));
        middlegame += tapered_middlegame(eval_weights.material[type]) * (white - black);
        endgame += tapered_endgame(eval_weights.material[type]) * (white - black);
        phase += PHASE_OF[type] * (white + black);
    }
    if (phase > PHASE_MAX)
        phase = PHASE_MAX;
    return (middlegame * phase + endgame * (PHASE_MAX - phase)) / PHASE_MAX;
}

int evaluate(const Position *position) {
    EvalContext context;
    context_fill(&context, position);
    Tapered balance = pieces_evaluate(&context);
    balance += pawns_evaluate(&context);
    balance += king_evaluate(&context);
    balance += threats_evaluate(&context);
    bool white_moves = position_side(position) == WHITE;
    balance += white_moves ? eval_weights.tempo : -eval_weights.tempo;

    int score = blend(position, balance);
    score = score * endgame_scale(position, score > 0 ? WHITE : BLACK) / SCALE_FULL;
    score += endgame_mating_bonus(position, WHITE) - endgame_mating_bonus(position, BLACK);
    if (score >= EVALUATE_BOUND)
        score = EVALUATE_BOUND - 1;
    if (score <= -EVALUATE_BOUND)
        score = 1 - EVALUATE_BOUND;
    return white_moves ? score : -score;
}

static int phase_of(const Position *position) {
    int phase = 0;
    for (PieceType type = PAWN; type < KING; type++)
        phase += PHASE_OF[type] * bb_count(position->by_type[type]);
    return phase < PHASE_MAX ? phase : PHASE_MAX;
}

static void explain_term(EvaluationTerm *term, const char *title, Tapered white, Tapered black) {
    *term = (EvaluationTerm){title,
                             {tapered_middlegame(white), tapered_middlegame(black)},
                             {tapered_endgame(white), tapered_endgame(black)}};
}

/* In full integers, like blend(). */
static void explain_material(EvaluationTerm *term, const Position *position) {
    *term = (EvaluationTerm){.title = "Material"};
    for (Color us = WHITE; us < COLORS; us++) {
        for (PieceType type = PAWN; type < KING; type++) {
            int count = bb_count(position_pieces(position, us, type));
            term->middlegame[us] += tapered_middlegame(eval_weights.material[type]) * count;
            term->endgame[us] += tapered_endgame(eval_weights.material[type]) * count;
        }
    }
}

void evaluate_explain(const Position *position, Evaluation *evaluation) {
    EvalContext context;
    context_fill(&context, position);
    bool white_moves = position_side(position) == WHITE;
    EvaluationTerm *terms = evaluation->terms;
    explain_material(&terms[0], position);
    Tapered white = pieces_evaluate_color(&context, WHITE);
    explain_term(&terms[1], "Pieces", white, pieces_evaluate_color(&context, BLACK));
    explain_term(&terms[2], "Pawns", pawns_evaluate_color(&context, WHITE),
                 pawns_evaluate_color(&context, BLACK));
    explain_term(&terms[3], "King", king_evaluate_color(&context, WHITE),
                 king_evaluate_color(&context, BLACK));
    explain_term(&terms[4], "Threats and space", threats_evaluate_color(&context, WHITE),
                 threats_evaluate_color(&context, BLACK));
    explain_term(&terms[5], "Tempo", white_moves ? eval_weights.tempo : 0,
                 white_moves ? 0 : eval_weights.tempo);

    evaluation->total = white_moves ? evaluate(position) : -evaluate(position);
    evaluation->phase = phase_of(position);
    evaluation->full_phase = PHASE_MAX;
    int balance = 0;
    for (int i = 0; i < EVALUATION_TERMS; i++)
        balance += (terms[i].middlegame[WHITE] - terms[i].middlegame[BLACK]) * evaluation->phase +
                   (terms[i].endgame[WHITE] - terms[i].endgame[BLACK]) *
                       (PHASE_MAX - evaluation->phase);
    evaluation->scale = endgame_scale(position, balance / PHASE_MAX > 0 ? WHITE : BLACK);
    evaluation->full_scale = SCALE_FULL;
    evaluation->mating_bonus =
        endgame_mating_bonus(position, WHITE) - endgame_mating_bonus(position, BLACK);
}
