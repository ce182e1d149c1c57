#include "chess/setup.h"

#include <string.h>

#define PIECES_MAX 16
#define PAWNS_MAX  8

static const char *const COLOR_NAMES[COLORS] = {"White", "Black"};

void setup_begin(Position *position) {
    memset(position, 0, sizeof *position);
    memset(position->board, NO_PIECE, sizeof position->board);
    position->en_passant = NO_SQUARE;
}

bool setup_put(Position *position, Piece piece, Square square, Reason *why) {
    const PieceType type = piece_type(piece);
    const Color color = piece_color(piece);
    const int rank = square_rank(square);
    if (type == PAWN && (rank == RANK_1 || rank == RANK_8))
        return reason_set(why, "a pawn stands on rank %d", rank + 1);
    if (type == KING && position_pieces(position, color, KING) != 0)
        return reason_set(why, "%s has a second king", COLOR_NAMES[color]);
    if (type == PAWN && bb_count(position_pieces(position, color, PAWN)) == PAWNS_MAX)
        return reason_set(why, "%s has more than %d pawns", COLOR_NAMES[color], PAWNS_MAX);
    if (bb_count(position->by_color[color]) == PIECES_MAX)
        return reason_set(why, "%s has more than %d pieces", COLOR_NAMES[color], PIECES_MAX);
    position->board[square] = (uint8_t)piece;
    position->by_type[type] |= bb_square(square);
    position->by_color[color] |= bb_square(square);
    return true;
}

bool setup_has_kings(const Position *position, Reason *why) {
    for (Color color = WHITE; color < COLORS; color++)
        if (position_pieces(position, color, KING) == 0)
            return reason_set(why, "%s has no king", COLOR_NAMES[color]);
    return true;
}

bool setup_side(Position *position, Color side, Reason *why) {
    if (!setup_has_kings(position, why))
        return false;
    const Color waiting = color_flip(side);
    const Bitboard attackers =
        position_attackers(position, position_king(position, waiting), position_occupied(position));
    position->side_to_move = (uint8_t)side;
    return !(attackers & position->by_color[side]) ||
           reason_set(why, "%s is to move but could take %s's king", COLOR_NAMES[side],
                      COLOR_NAMES[waiting]);
}

bool setup_castling(Position *position, Color color, Square rook, Reason *why) {
    const Square king = position_king(position, color);
    const int king_file = square_file(king);
    if (rank_relative(color, square_rank(king)) != RANK_1)
        return reason_set(why, ", but %s's king has left its back rank", COLOR_NAMES[color]);
    if (king_file == FILE_A || king_file == FILE_H)
        return reason_set(why, ", but %s's king stands in a corner, where no king starts",
                          COLOR_NAMES[color]);
    if (rook == NO_SQUARE || position_piece_on(position, rook) != piece_make(color, ROOK))
        return reason_set(why, ", but %s has no rook there", COLOR_NAMES[color]);
    const CastlingSide side = castling_side(king, rook);
    const int index = castling_index(color, side);
    if (position->castling_rights & castling_right(color, side))
        return reason_set(why, position->castling_rook[index] == rook
                                   ? " is given twice"
                                   : " is a second one on the same side");
    position->castling_rights |= castling_right(color, side);
    position->castling_rook[index] = (uint8_t)rook;
    if (king_file != FILE_E || rook != castling_corner(color, side))
        position->chess960 = true;
    return true;
}

bool setup_en_passant(Position *position, Square square, Reason *why) {
    const Color side = position_side(position), other = color_flip(side);
    const char name[] = {(char)('a' + square_file(square)), (char)('1' + square_rank(square)), 0};
    if (rank_relative(side, square_rank(square)) != RANK_6)
        return reason_set(why, "with %s to move an en-passant square is on rank %d",
                          COLOR_NAMES[side], rank_relative(side, RANK_6) + 1);
    const Square pawn = square ^ 8;
    const Square origin = square_relative(side, square_relative(side, square) + 8);
    if (position_piece_on(position, square) != NO_PIECE)
        return reason_set(why, "the en-passant square %s is occupied", name);
    if (position_piece_on(position, pawn) != piece_make(other, PAWN))
        return reason_set(why, "no pawn of %s has just passed the en-passant square %s",
                          COLOR_NAMES[other], name);
    if (position_piece_on(position, origin) != NO_PIECE)
        return reason_set(
            why, "the pawn cannot have passed %s: the square it started from is occupied", name);
    position->en_passant = (uint8_t)square;
    return true;
}

/* An en-passant square that no pawn can use is not part of the position: two positions that differ
 * in nothing else are the same for repetition. */
static void settle_en_passant(Position *position) {
    const Square square = position->en_passant;
    position->en_passant = NO_SQUARE;
    position_refresh(position);
    if (square == NO_SQUARE)
        return;
    const Color side = position_side(position);
    Bitboard takers =
        attacks_pawn(color_flip(side), square) & position_pieces(position, side, PAWN);
    while (takers) {
        if (position_en_passant_is_safe(position, bb_pop(&takers), square)) {
            position->en_passant = (uint8_t)square;
            position_refresh(position);
            return;
        }
    }
}

static uint16_t counter(uint32_t value) {
    return (uint16_t)(value < SETUP_COUNTER_MAX ? value : SETUP_COUNTER_MAX);
}

void setup_finish(Position *position, uint32_t rule50, uint32_t fullmove) {
    settle_en_passant(position);
    position->rule50 = counter(rule50);
    position->fullmove = counter(fullmove > 0 ? fullmove : 1);
}
