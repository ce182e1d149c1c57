#pragma once

#include "chess/attacks.h"
#include "chess/bitboard.h"
#include "chess/move.h"

/* A chess position. It is copied, never unmade: position_make() reads one and writes the next, so a
 * line is an array of positions. A valid position has one king a side, no pawn on the first or last
 * rank, and the side that has just moved is not in check; setup.h and the functions below yield no
 * other. A position is owned by one thread; several may read it. */
typedef struct Position {
    _Alignas(CACHE_LINE) Bitboard by_type[PIECE_TYPES];
    Bitboard by_color[COLORS];
    uint8_t board[SQUARES]; /* Piece on each square, or NO_PIECE */

    uint64_t key;          /* Zobrist key of the whole position, side to move included */
    uint64_t pawn_key;     /* of the pawns alone */
    uint64_t material_key; /* of how many of each piece stand, not of where */
    uint64_t non_pawn_key[COLORS];
    Bitboard checkers; /* enemy pieces that attack the king of the side to move */
    Bitboard pinned;   /* pieces of the side to move that are pinned to their king */
    uint8_t side_to_move;
    uint8_t
        en_passant; /* square behind a pawn that can legally be taken en passant, or NO_SQUARE */
    CastlingRights castling_rights;
    bool chess960;                                  /* castling is written king takes rook */
    uint8_t castling_rook[COLORS * CASTLING_SIDES]; /* start squares, by castling_index(); 0 without
                                                       a right */
    Bitboard castling_squares; /* kings and rooks whose move or loss ends a right */

    /* Squares that must be empty, but for the king and rook themselves; by castling_index(). */
    Bitboard castling_path[COLORS * CASTLING_SIDES];

    uint16_t rule50;          /* plies since a capture or pawn move */
    uint16_t plies_from_null; /* plies since a null move or the root of the game */
    uint16_t fullmove;        /* move number as in FEN, from 1 */
} Position;

/* Fills every constant table of this floor, once; later calls return at once. Any thread. Each
 * program calls it before anything else of src/chess/. */
void chess_init(void);

/* Writes to *to the position after a legal move. The two must not overlap. */
void position_make(const Position *restrict from, Position *restrict to, Move move);

/* The same without the keys, which are left stale: for perft. */
void position_make_unkeyed(const Position *restrict from, Position *restrict to, Move move);

/* The key after a legal move, without making it: to fetch memory ahead. Another one where the move
 * does more than to put a piece on a square: castling, promotion, and where a right to castle or an
 * en-passant square comes or goes. Any key after a move that is not legal. */
uint64_t position_key_after(const Position *position, Move move);

/* Passes the turn. The side to move must not be in check. */
void position_make_null(const Position *restrict from, Position *restrict to);

/* Sets keys, checkers and pinned from the pieces, side to move, rights and en-passant square. */
void position_refresh(Position *position);

/* Whether the pawn of the side to move on `from` may take en passant on `to` without leaving its
 * king in check. The caller has made sure that the geometry is right. */
bool position_en_passant_is_safe(const Position *position, Square from, Square to);

/* Recomputes everything that is kept incrementally and compares; false on any difference. */
bool position_is_consistent(const Position *position);

/* Whether an earlier position with this key stands on the board again is the business of game.h;
 * this one is about the pieces alone: neither side can mate by any sequence of legal moves (bare
 * kings, one minor piece, or bishops all on one colour). */
bool position_is_material_draw(const Position *position);

/* Pieces of both colours that attack a square, given the occupied squares. */
Bitboard position_attackers(const Position *position, Square square, Bitboard occupied);

/* Squares that the enemy of the side to move attacks, by the least of its pieces that does: each
 * set holds those before it. */
typedef struct Threats {
    Bitboard by_pawns;
    Bitboard by_minors; /* or pawns */
    Bitboard by_rooks;  /* or minor pieces or pawns */
    Bitboard by_any;
} Threats;

Threats position_threats(const Position *position);

/* How the side to move may give check: worked out once for all its moves (as in Stockfish). */
typedef struct CheckInfo {
    Square king;          /* of the enemy */
    CheckSquares squares; /* from where a man of each type attacks it */
    Bitboard shields;     /* men that alone stand between it and a slider of their own */
} CheckInfo;

CheckInfo position_check_info(const Position *position);

/* Whether a legal move that promotes, castles or takes en passant gives check. */
bool position_special_gives_check(const Position *position, Move move);

ALWAYS_INLINE Bitboard position_occupied(const Position *position) {
    return position->by_color[WHITE] | position->by_color[BLACK];
}

ALWAYS_INLINE Bitboard position_pieces(const Position *position, Color color, PieceType type) {
    return position->by_color[color] & position->by_type[type];
}

ALWAYS_INLINE Square position_king(const Position *position, Color color) {
    return bb_first(position_pieces(position, color, KING));
}

ALWAYS_INLINE Piece position_piece_on(const Position *position, Square square) {
    return (Piece)position->board[square];
}

ALWAYS_INLINE Color position_side(const Position *position) {
    return (Color)position->side_to_move;
}

ALWAYS_INLINE bool position_in_check(const Position *position) {
    return position->checkers != 0;
}

/* Sliders among `enemies` that would attack the square on an empty board. */
ALWAYS_INLINE Bitboard position_snipers(const Position *position, Square square, Bitboard enemies) {
    Bitboard queens = position->by_type[QUEEN];
    return attacks_snipers(square, position->by_type[ROOK] | queens,
                           position->by_type[BISHOP] | queens) &
           enemies;
}

/* Men that alone stand between the square and a slider among `enemies`. */
ALWAYS_INLINE Bitboard position_blockers(const Position *position, Square square, Bitboard enemies,
                                         Bitboard occupied) {
    Bitboard blockers = 0;
    for (Bitboard snipers = position_snipers(position, square, enemies); snipers;) {
        const Bitboard between = attacks_between(square, bb_pop(&snipers)) & occupied;
        if (!bb_several(between))
            blockers |= between;
    }
    return blockers;
}

/* Whether color has more than king and pawns. */
ALWAYS_INLINE bool position_has_pieces(const Position *position, Color color) {
    return (position->by_color[color] & ~(position->by_type[PAWN] | position->by_type[KING])) != 0;
}

/* The piece that a move takes, NO_PIECE_TYPE for none. Castling takes nothing. */
ALWAYS_INLINE PieceType position_captured_type(const Position *position, Move move) {
    if (move_kind(move) == MOVE_EN_PASSANT)
        return PAWN;
    if (move_kind(move) == MOVE_CASTLING)
        return NO_PIECE_TYPE;
    return piece_type(position_piece_on(position, move_to(move)));
}

/* Captures, and promotions to a queen: what quiescence looks at. */
ALWAYS_INLINE bool position_is_noisy(const Position *position, Move move) {
    return position_captured_type(position, move) != NO_PIECE_TYPE ||
           (move_kind(move) == MOVE_PROMOTION && move_promotion(move) == QUEEN);
}

/* Whether a legal move gives check; `info` is of the position. */
ALWAYS_INLINE bool position_gives_check(const Position *position, const CheckInfo *info,
                                        Move move) {
    if (UNLIKELY(move_kind(move) != MOVE_NORMAL))
        return position_special_gives_check(position, move);
    const Square from = move_from(move), to = move_to(move);
    const PieceType type = piece_type(position_piece_on(position, from));
    return bb_has(info->squares.of[type], to) ||
           (bb_has(info->shields, from) && !bb_has(attacks_line(info->king, from), to));
}

/* The side on which a king castles with a rook. */
ALWAYS_INLINE CastlingSide castling_side(Square king, Square rook) {
    return rook > king ? KING_SIDE : QUEEN_SIDE;
}

/* Where the king ends when it castles: the c or g file of its back rank. */
ALWAYS_INLINE Square castling_king_target(Color color, CastlingSide side) {
    return square_relative(color, side == KING_SIDE ? G1 : C1);
}

/* Where the rook stands that may castle at the start of a game. */
ALWAYS_INLINE Square castling_corner(Color color, CastlingSide side) {
    return square_relative(color, side == KING_SIDE ? H1 : A1);
}

ALWAYS_INLINE Square castling_rook_target(Color color, CastlingSide side) {
    return square_relative(color, side == KING_SIDE ? F1 : D1);
}
