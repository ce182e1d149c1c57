#include "chess/flip.h"

#include <string.h>

static Bitboard flip_ranks(Bitboard set) {
    return __builtin_bswap64(set);
}

static void flip_board(const Position *from, Position *to) {
    for (PieceType type = PAWN; type < PIECE_TYPES; type++)
        to->by_type[type] = flip_ranks(from->by_type[type]);
    for (Color color = WHITE; color < COLORS; color++)
        to->by_color[color] = flip_ranks(from->by_color[color_flip(color)]);
    for (Square square = A1; square <= H8; square++) {
        Piece piece = position_piece_on(from, square_flip(square));
        if (piece != NO_PIECE)
            piece = piece_make(color_flip(piece_color(piece)), piece_type(piece));
        to->board[square] = (uint8_t)piece;
    }
}

static void flip_castling(const Position *from, Position *to) {
    for (Color color = WHITE; color < COLORS; color++) {
        for (CastlingSide side = KING_SIDE; side < CASTLING_SIDES; side++) {
            Color old = color_flip(color);
            if (!(from->castling_rights & castling_right(old, side)))
                continue;
            to->castling_rights |= castling_right(color, side);
            to->castling_rook[castling_index(color, side)] =
                (uint8_t)square_flip(from->castling_rook[castling_index(old, side)]);
        }
    }
}

void position_flip(const Position *from, Position *to) {
    Position flipped;
    memset(&flipped, 0, sizeof flipped);
    flip_board(from, &flipped);
    flip_castling(from, &flipped);
    flipped.side_to_move = (uint8_t)color_flip(position_side(from));
    flipped.en_passant =
        from->en_passant == NO_SQUARE ? NO_SQUARE : (uint8_t)square_flip(from->en_passant);
    flipped.chess960 = from->chess960;
    flipped.rule50 = from->rule50;
    flipped.fullmove = from->fullmove;
    position_refresh(&flipped);
    *to = flipped;
}
