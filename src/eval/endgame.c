#include "eval/terms.h"

/* These few are rules, not weights: a tuner has too few games of the kind to learn them from. */
#define SCALE_BARE_BISHOPS     28 /* bishops on opposite colours and nothing else but pawns */
#define SCALE_OPPOSITE_BISHOPS 54
#define SCALE_NO_PAWNS         12
#define MATING_ADVANTAGE       400
#define MATING_EDGE            12
#define MATING_CORNER          25
#define MATING_APPROACH        6

/* Pieces counted in pawns, as in the beginner's book. */
static int piece_points(const Position *position, Color color) {
    return 3 * bb_count(position_pieces(position, color, KNIGHT)) +
           3 * bb_count(position_pieces(position, color, BISHOP)) +
           5 * bb_count(position_pieces(position, color, ROOK)) +
           9 * bb_count(position_pieces(position, color, QUEEN));
}

/* Whether the color has no pieces but bishops, besides king and pawns. */
static bool has_only_bishops(const Position *position, Color color) {
    Bitboard others =
        position->by_type[KNIGHT] | position->by_type[ROOK] | position->by_type[QUEEN];
    return !(position->by_color[color] & others);
}

static bool is_one_colored(Bitboard squares) {
    return !(squares & LIGHT_SQUARES_BB) || !(squares & DARK_SQUARES_BB);
}

/* Bishop and rook pawns whose promotion square the bishop does not control, with the enemy king
 * there: the king can never be driven out. */
static bool is_wrong_corner(const Position *position, Color strong) {
    Bitboard pawns = position_pieces(position, strong, PAWN);
    Bitboard bishops = position_pieces(position, strong, BISHOP);
    if (bishops == 0 || !has_only_bishops(position, strong))
        return false;
    if (!is_one_colored(bishops) || ((pawns & ~FILE_A_BB) && (pawns & ~FILE_H_BB)))
        return false;
    Square corner = square_relative(strong, pawns & FILE_A_BB ? A8 : H8);
    return !is_one_colored(bishops | bb_square(corner)) &&
           square_distance(position_king(position, color_flip(strong)), corner) <= 1;
}

int endgame_scale(const Position *position, Color strong) {
    Color weak = color_flip(strong);
    Bitboard pawns = position_pieces(position, strong, PAWN);
    Bitboard bishops = position->by_type[BISHOP];
    if (pawns == 0) {
        int own = piece_points(position, strong);
        int enemy = piece_points(position, weak);
        Bitboard knights = position_pieces(position, strong, KNIGHT);
        bool two_knights = own == 6 && bb_count(knights) == 2;
        bool lone_weak = bb_count(position->by_color[weak]) == 1;
        if (own <= 3 || (two_knights && lone_weak))
            return 0;
        if (own - enemy <= 3)
            return SCALE_NO_PAWNS;
    } else if (is_wrong_corner(position, strong)) {
        return 0;
    }
    if (bb_count(bishops) == 2 && bb_count(bishops & position->by_color[strong]) == 1 &&
        bb_count(bishops & LIGHT_SQUARES_BB) == 1) {
        bool bare = piece_points(position, strong) == 3 && piece_points(position, weak) == 3;
        return bare ? SCALE_BARE_BISHOPS : SCALE_OPPOSITE_BISHOPS;
    }
    return SCALE_FULL;
}

int endgame_mating_bonus(const Position *position, Color strong) {
    Color weak = color_flip(strong);
    if (bb_several(position->by_color[weak]))
        return 0;
    Bitboard knights = position_pieces(position, strong, KNIGHT);
    Bitboard bishops = position_pieces(position, strong, BISHOP);
    Bitboard majors =
        position_pieces(position, strong, ROOK) | position_pieces(position, strong, QUEEN);
    bool bishop_and_knight = bishops && knights;
    if (!majors && !bishop_and_knight && is_one_colored(bishops) && bb_count(knights) < 3)
        return 0;

    Square king = position_king(position, weak);
    int file = square_file(king);
    int rank = square_rank(king);
    int from_center = (file < 4 ? 3 - file : file - 4) + (rank < 4 ? 3 - rank : rank - 4);
    int bonus = MATING_ADVANTAGE + MATING_EDGE * from_center -
                MATING_APPROACH * square_distance(king, position_king(position, strong));
    if (!majors && is_one_colored(bishops) && bishop_and_knight) {
        /* Mate succeeds only in a corner of the bishop's colour. */
        int closeness = bishops & DARK_SQUARES_BB ? 7 - file - rank : file - rank;
        bonus += MATING_CORNER * (closeness < 0 ? -closeness : closeness);
    }
    return bonus;
}
