#include "suite/strategy.h"

#include "chess/see.h"

/* Pieces whose values differ by no more are traded for each other. */
#define SAME_VALUE 50

static PieceType moved_type(const Position *position, Move move) {
    return piece_type(position_piece_on(position, move_from(move)));
}

bool strategy_is_exchange(const Line *line) {
    if (!line_takes(line, 0) || !line_takes(line, 1) ||
        move_to(line->moves[0]) != move_to(line->moves[1]))
        return false;
    int given = SEE_VALUE[moved_type(&line->positions[0], line->moves[0])];
    int taken = SEE_VALUE[position_captured_type(&line->positions[0], line->moves[0])];
    return given - taken <= SAME_VALUE && taken - given <= SAME_VALUE;
}

bool strategy_is_pawn_break(const Position *position, Move move) {
    Color side = position_side(position);
    Bitboard enemies = position_pieces(position, color_flip(side), PAWN);
    return moved_type(position, move) == PAWN && (attacks_pawn(side, move_to(move)) & enemies) != 0;
}

/* The squares from which enemy pawns attack the square or could come to do so. */
static Bitboard pawn_attack_span(Color side, Square square) {
    Bitboard files = bb_square(square);
    return bb_fill_forward(side, bb_forward(side, bb_east(files) | bb_west(files)));
}

bool strategy_is_outpost(const Position *position, Move move) {
    Color side = position_side(position);
    Square to = move_to(move);
    int rank = rank_relative(side, square_rank(to));
    Bitboard guards = attacks_pawn(color_flip(side), to) & position_pieces(position, side, PAWN);
    Bitboard attackers =
        pawn_attack_span(side, to) & position_pieces(position, color_flip(side), PAWN);
    return moved_type(position, move) == KNIGHT && rank >= RANK_4 && rank <= RANK_6 && guards &&
           !attackers;
}

bool strategy_takes_open_file(const Position *position, Move move) {
    Bitboard pawns = position_pieces(position, position_side(position), PAWN);
    return moved_type(position, move) == ROOK && !(pawns & bb_file(square_file(move_to(move)))) &&
           square_file(move_from(move)) != square_file(move_to(move));
}

bool strategy_is_king_safety(const Position *position, Move move) {
    Bitboard queens = position->by_type[QUEEN];
    return move_kind(move) == MOVE_CASTLING ||
           (moved_type(position, move) == KING && (queens & position->by_color[WHITE]) &&
            (queens & position->by_color[BLACK]));
}

static Theme theme_of_quiet_move(const Position *position, Move move) {
    switch (moved_type(position, move)) {
    case PAWN:
        return strategy_is_pawn_break(position, move) ? THEME_PAWN_BREAK : THEME_PAWN_ADVANCE;
    case KNIGHT:
        return strategy_is_outpost(position, move) ? THEME_OUTPOST : THEME_KNIGHT;
    case BISHOP:
        return THEME_BISHOP;
    case ROOK:
        return strategy_takes_open_file(position, move) ? THEME_OPEN_FILE : THEME_ROOK;
    case QUEEN:
        return THEME_QUEEN;
    default:
        return THEME_NONE;
    }
}

Theme strategy_theme(const Line *line) {
    if (line->length == 0)
        return THEME_NONE;
    const Position *position = &line->positions[0];
    Move move = line->moves[0];
    if (line_takes(line, 0) || move_kind(move) == MOVE_PROMOTION)
        return strategy_is_exchange(line) ? THEME_EXCHANGE : THEME_NONE;
    if (strategy_is_king_safety(position, move))
        return THEME_KING_SAFETY;
    return theme_of_quiet_move(position, move);
}
