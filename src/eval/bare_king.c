#include "eval/bare_king.h"

/* In centipawns, by PieceType. */
static const int PIECE_POINTS[KING] = {100, 300, 300, 500, 900};

#define PAWN_STEP        20  /* for each rank that a pawn has come forward */
#define PAWN_HELPED      200 /* for pawns that have another man beside the king to help */
#define MATING_ADVANTAGE 400 /* for the force to mate, whatever it is */
#define MATING_EDGE      20  /* for each step of the bare king away from the centre */
#define MATING_CORNER    100 /* for each step towards a corner of the bishop's colour */
#define MATING_APPROACH  25  /* less, for each step between the kings */

static int material(const Position *position, Color strong) {
    int points = 0;
    for (PieceType type = PAWN; type < KING; type++)
        points += PIECE_POINTS[type] * bb_count(position_pieces(position, strong, type));
    return points;
}

static int pawn_progress(const Position *position, Color strong) {
    int steps = 0;
    Bitboard pawns = position_pieces(position, strong, PAWN);
    while (pawns)
        steps += rank_relative(strong, square_rank(bb_pop(&pawns))) - RANK_2;
    return PAWN_STEP * steps;
}

static bool is_one_colored(Bitboard squares) {
    return !(squares & LIGHT_SQUARES_BB) || !(squares & DARK_SQUARES_BB);
}

/* Whether bishop and knight is all there is to mate with. */
static bool has_bishop_and_knight(const Position *position, Color strong) {
    const Bitboard bishops = position_pieces(position, strong, BISHOP);
    return bishops && position_pieces(position, strong, KNIGHT) && is_one_colored(bishops) &&
           !position_pieces(position, strong, ROOK) && !position_pieces(position, strong, QUEEN);
}

/* Whether the pieces can mate without the help of pawns. */
static bool can_mate(const Position *position, Color strong) {
    return position_pieces(position, strong, ROOK) || position_pieces(position, strong, QUEEN) ||
           !is_one_colored(position_pieces(position, strong, BISHOP)) ||
           has_bishop_and_knight(position, strong) ||
           bb_count(position_pieces(position, strong, KNIGHT)) > 2;
}

/* Whether there is nothing but pawns of one rook's file and bishops that do not go on the square
 * where these promote, and the bare king is there: it can never be driven out. */
static bool is_wrong_corner(const Position *position, Color strong) {
    const Bitboard pawns = position_pieces(position, strong, PAWN);
    const Bitboard bishops = position_pieces(position, strong, BISHOP);
    const Bitboard king = position_pieces(position, strong, KING);
    if (position->by_color[strong] != (pawns | bishops | king) ||
        ((pawns & ~FILE_A_BB) && (pawns & ~FILE_H_BB)))
        return false;
    const Square corner = square_relative(strong, pawns & FILE_A_BB ? A8 : H8);
    const Bitboard its_color =
        bb_has(LIGHT_SQUARES_BB, corner) ? LIGHT_SQUARES_BB : DARK_SQUARES_BB;
    return !(bishops & its_color) &&
           square_distance(position_king(position, color_flip(strong)), corner) <= 1;
}

/* Where the kings stand, for a side that can mate. */
static int mating_progress(const Position *position, Color strong) {
    const Square king = position_king(position, color_flip(strong));
    const int file = square_file(king), rank = square_rank(king);
    const int from_center = (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
    int progress = MATING_EDGE * from_center -
                   MATING_APPROACH * square_distance(king, position_king(position, strong));
    if (has_bishop_and_knight(position, strong)) {
        const bool dark = position_pieces(position, strong, BISHOP) & DARK_SQUARES_BB;
        const int diagonal = dark ? 7 - file - rank : file - rank; /* 0 between the corners */
        progress += MATING_CORNER * (diagonal < 0 ? -diagonal : diagonal);
    }
    return progress;
}

/* From the view of the side with more than a king. */
static int strong_score(const Position *position, Color strong) {
    const bool mates = can_mate(position, strong);
    const Bitboard pawns = position_pieces(position, strong, PAWN);
    if (!mates && (!pawns || is_wrong_corner(position, strong)))
        return 0;
    const int score = material(position, strong) + pawn_progress(position, strong);
    if (mates)
        return score + MATING_ADVANTAGE + mating_progress(position, strong);
    return bb_count(position->by_color[strong]) > 2 ? score + PAWN_HELPED : score;
}

int bare_king_evaluate(const Position *position) {
    const Color strong = bb_several(position->by_color[WHITE]) ? WHITE : BLACK;
    const int score = strong_score(position, strong);
    return position_side(position) == strong ? score : -score;
}
