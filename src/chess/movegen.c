#include "chess/movegen.h"

#include <stddef.h>

/* One generator serves listing and counting: every helper takes the same Sink, and `list` of it is
 * a compile-time NULL when only the number is wanted. */
typedef struct Sink {
    MoveList *list; /* NULL: count only */
    int count;
} Sink;

typedef enum Selection { SELECT_ALL, SELECT_NOISY, SELECT_QUIET } Selection;

ALWAYS_INLINE void emit(Sink *sink, Move move) {
    if (sink->list)
        sink->list->moves[sink->list->count++] = move;
    else
        sink->count++;
}

ALWAYS_INLINE void emit_targets(Sink *sink, Square from, Bitboard targets) {
    if (!sink->list) {
        sink->count += bb_count(targets);
        return;
    }
    while (targets)
        emit(sink, move_make(from, bb_pop(&targets)));
}

/* Pawn moves whose origin is a fixed step behind the destination. */
ALWAYS_INLINE void emit_pawns(Sink *sink, Bitboard targets, int step) {
    if (!sink->list) {
        sink->count += bb_count(targets);
        return;
    }
    while (targets) {
        Square to = bb_pop(&targets);
        emit(sink, move_make(to - step, to));
    }
}

ALWAYS_INLINE void emit_promotions(Sink *sink, Bitboard targets, int step, bool queen,
                                   bool lesser) {
    if (!sink->list) {
        sink->count += bb_count(targets) * ((queen ? 1 : 0) + (lesser ? 3 : 0));
        return;
    }
    while (targets) {
        Square to = bb_pop(&targets);
        Square from = to - step;
        if (queen)
            emit(sink, move_make_promotion(from, to, QUEEN));
        if (lesser) {
            emit(sink, move_make_promotion(from, to, ROOK));
            emit(sink, move_make_promotion(from, to, BISHOP));
            emit(sink, move_make_promotion(from, to, KNIGHT));
        }
    }
}

/* Moves of a set of pawns onto the target squares. */
ALWAYS_INLINE void generate_pawn_set(const Position *position, Sink *sink, Color us,
                                     Selection selection, Bitboard pawns, Bitboard targets) {
    const int up = us == WHITE ? 8 : -8;
    const Bitboard last_rank = bb_rank(rank_relative(us, RANK_8));
    Bitboard empty = ~position_occupied(position);
    Bitboard enemies = position->by_color[color_flip(us)];
    Bitboard single = bb_forward(us, pawns) & empty;
    Bitboard promotions = single & targets & last_rank;

    if (selection != SELECT_NOISY) {
        Bitboard third = single & bb_rank(rank_relative(us, RANK_3));
        emit_pawns(sink, single & targets & ~last_rank, up);
        emit_pawns(sink, bb_forward(us, third) & empty & targets, 2 * up);
    }
    if (promotions)
        emit_promotions(sink, promotions, up, selection != SELECT_QUIET, selection != SELECT_NOISY);
    if (selection != SELECT_QUIET) {
        Bitboard east = bb_pawn_attacks_east(us, pawns) & enemies & targets;
        Bitboard west = bb_pawn_attacks_west(us, pawns) & enemies & targets;
        emit_pawns(sink, east & ~last_rank, up + 1);
        emit_pawns(sink, west & ~last_rank, up - 1);
        if ((east | west) & last_rank) {
            emit_promotions(sink, east & last_rank, up + 1, true, true);
            emit_promotions(sink, west & last_rank, up - 1, true, true);
        }
    }
}

static void generate_en_passant(const Position *position, Sink *sink, Color us) {
    Square target = position->en_passant;
    Bitboard takers = attacks_pawn(color_flip(us), target) & position_pieces(position, us, PAWN);
    while (takers) {
        Square from = bb_pop(&takers);
        if (position_en_passant_is_safe(position, from, target))
            emit(sink, move_make_kind(from, target, MOVE_EN_PASSANT));
    }
}

ALWAYS_INLINE void generate_pawns(const Position *position, Sink *sink, Color us,
                                  Selection selection, Bitboard targets) {
    Bitboard pawns = position_pieces(position, us, PAWN);
    Bitboard pinned = pawns & position->pinned;
    generate_pawn_set(position, sink, us, selection, pawns & ~pinned, targets);
    if (UNLIKELY(pinned)) {
        Square king = position_king(position, us);
        do {
            Square from = bb_pop(&pinned);
            generate_pawn_set(position, sink, us, selection, bb_square(from),
                              targets & attacks_line(king, from));
        } while (pinned);
    }
    if (selection != SELECT_QUIET && position->en_passant != NO_SQUARE) {
        /* A plain Sink of its own: the helper is not inlined and its address would escape. */
        Sink rare = *sink;
        generate_en_passant(position, &rare, us);
        sink->count = rare.count;
    }
}

ALWAYS_INLINE void generate_sliders(Sink *sink, Bitboard pieces, Bitboard pinned, Square king,
                                    Bitboard occupied, Bitboard targets, bool diagonal) {
    Bitboard free = pieces & ~pinned;
    while (free) {
        Square from = bb_pop(&free);
        Bitboard attacks = diagonal ? attacks_bishop(from, occupied) : attacks_rook(from, occupied);
        emit_targets(sink, from, attacks & targets);
    }
    Bitboard bound = pieces & pinned;
    while (UNLIKELY(bound)) {
        Square from = bb_pop(&bound);
        Bitboard attacks = diagonal ? attacks_bishop(from, occupied) : attacks_rook(from, occupied);
        emit_targets(sink, from, attacks & targets & attacks_line(king, from));
    }
}

ALWAYS_INLINE void generate_pieces(const Position *position, Sink *sink, Color us,
                                   Bitboard targets) {
    Bitboard occupied = position_occupied(position);
    Bitboard pinned = position->pinned;
    Square king = position_king(position, us);
    Bitboard queens = position->by_type[QUEEN];

    Bitboard knights = position_pieces(position, us, KNIGHT) & ~pinned;
    while (knights) {
        Square from = bb_pop(&knights);
        emit_targets(sink, from, attacks_knight(from) & targets);
    }
    Bitboard diagonal = (position->by_type[BISHOP] | queens) & position->by_color[us];
    Bitboard straight = (position->by_type[ROOK] | queens) & position->by_color[us];
    generate_sliders(sink, diagonal, pinned, king, occupied, targets, true);
    generate_sliders(sink, straight, pinned, king, occupied, targets, false);
}

/* Whether a knight or slider of `them` attacks the square. */
ALWAYS_INLINE bool is_hit_by_pieces(const Position *position, Square square, Color them,
                                    Bitboard occupied) {
    Bitboard enemies = position->by_color[them];
    Bitboard queens = position->by_type[QUEEN];
    return (attacks_knight(square) & position->by_type[KNIGHT] & enemies) ||
           (attacks_bishop(square, occupied) & (position->by_type[BISHOP] | queens) & enemies) ||
           (attacks_rook(square, occupied) & (position->by_type[ROOK] | queens) & enemies);
}

/* Those of the squares on which a king of `us`, gone from its own square, would not be in check. */
ALWAYS_INLINE Bitboard safe_squares(const Position *position, Bitboard squares, Color us) {
    Color them = color_flip(us);
    Bitboard occupied = position_occupied(position) ^ position_pieces(position, us, KING);
    Bitboard safe = squares & ~attacks_king(position_king(position, them)) &
                    ~bb_pawn_attacks(them, position_pieces(position, them, PAWN));
    for (Bitboard rest = safe; rest;) {
        Square square = bb_pop(&rest);
        if (is_hit_by_pieces(position, square, them, occupied))
            safe ^= bb_square(square);
    }
    return safe;
}

ALWAYS_INLINE void generate_king(const Position *position, Sink *sink, Color us, Bitboard targets) {
    Square king = position_king(position, us);
    Bitboard squares = attacks_king(king) & targets;
    if (squares)
        emit_targets(sink, king, safe_squares(position, squares, us));
}

/* Whether the king's way is safe. The side to move has the right, is not in check, and nothing
 * stands in the way. */
static bool castling_is_safe(const Position *position, Color us, CastlingSide side) {
    Square king = position_king(position, us);
    Square target = castling_king_target(us, side);
    /* In Chess960 the rook may be all that shields the king's new square. */
    if (bb_has(position->pinned, position->castling_rook[castling_index(us, side)]))
        return false;
    Bitboard way = (attacks_between(king, target) | bb_square(target)) & ~bb_square(king);
    return safe_squares(position, way, us) == way;
}

ALWAYS_INLINE bool castling_is_open(const Position *position, Color us, CastlingSide side) {
    int index = castling_index(us, side);
    return position->castling_rights >> index & 1 &&
           !(position->castling_path[index] & position_occupied(position));
}

ALWAYS_INLINE void generate_castling(const Position *position, Sink *sink, Color us) {
    for (int i = KING_SIDE; i < CASTLING_SIDES; i++) {
        CastlingSide side = (CastlingSide)i;
        if (castling_is_open(position, us, side) && castling_is_safe(position, us, side))
            emit(sink,
                 move_make_kind(position_king(position, us),
                                position->castling_rook[castling_index(us, side)], MOVE_CASTLING));
    }
}

ALWAYS_INLINE void generate(const Position *position, Sink *sink, Color us, Selection selection) {
    Bitboard enemies = position->by_color[color_flip(us)];
    Bitboard occupied = position_occupied(position);
    Bitboard selected = selection == SELECT_NOISY   ? enemies
                        : selection == SELECT_QUIET ? ~occupied
                                                    : ~position->by_color[us];
    generate_king(position, sink, us, selected);

    Bitboard evasions = ~0ULL;
    if (UNLIKELY(position->checkers)) {
        if (bb_several(position->checkers))
            return;
        evasions = attacks_between(position_king(position, us), bb_first(position->checkers)) |
                   position->checkers;
    } else if (selection != SELECT_NOISY) {
        generate_castling(position, sink, us);
    }
    generate_pawns(position, sink, us, selection, evasions);
    generate_pieces(position, sink, us, selected & evasions);
}

ALWAYS_INLINE int generate_for_side(const Position *position, MoveList *list, Selection selection) {
    Sink sink = {list, 0};
    if (position_side(position) == WHITE)
        generate(position, &sink, WHITE, selection);
    else
        generate(position, &sink, BLACK, selection);
    return sink.count;
}

void movegen_all(const Position *position, MoveList *list) {
    generate_for_side(position, list, SELECT_ALL);
}

void movegen_noisy(const Position *position, MoveList *list) {
    generate_for_side(position, list, SELECT_NOISY);
}

void movegen_quiet(const Position *position, MoveList *list) {
    generate_for_side(position, list, SELECT_QUIET);
}

int movegen_count(const Position *position) {
    return generate_for_side(position, NULL, SELECT_ALL);
}

static bool castling_move_is_legal(const Position *position, Color us, Move move) {
    if (position_in_check(position) ||
        move != move_make_kind(move_from(move), move_to(move), MOVE_CASTLING))
        return false;
    for (int i = KING_SIDE; i < CASTLING_SIDES; i++) {
        CastlingSide side = (CastlingSide)i;
        if (castling_is_open(position, us, side) &&
            position->castling_rook[castling_index(us, side)] == move_to(move))
            return castling_is_safe(position, us, side);
    }
    return false;
}

/* Whether a pawn could go there if there were neither checks nor pins; not en passant. */
static bool pawn_can_reach(const Position *position, Color us, Square from, Square to) {
    Bitboard occupied = position_occupied(position);
    if (bb_has(attacks_pawn(us, from), to))
        return bb_has(position->by_color[color_flip(us)], to);
    int up = us == WHITE ? 8 : -8;
    if (to == from + up)
        return !bb_has(occupied, to);
    return to == from + 2 * up && square_rank(from) == rank_relative(us, RANK_2) &&
           !(occupied & (bb_square(to) | bb_square(from + up)));
}

/* A move that is neither castling nor en passant. */
static bool plain_move_is_legal(const Position *position, Color us, Move move) {
    Square from = move_from(move);
    Square to = move_to(move);
    Square king = position_king(position, us);
    PieceType type = piece_type(position_piece_on(position, from));
    bool promotes = type == PAWN && square_rank(to) == rank_relative(us, RANK_8);
    if (promotes != (move_kind(move) == MOVE_PROMOTION) || (!promotes && move >> 12))
        return false;
    if (bb_has(position->by_color[us], to))
        return false;
    if (type == PAWN ? !pawn_can_reach(position, us, from, to)
                     : !bb_has(attacks_piece(type, from, position_occupied(position)), to))
        return false;
    if (type == KING)
        return safe_squares(position, bb_square(to), us) != 0;
    if (bb_has(position->pinned, from) && !bb_has(attacks_line(king, from), to))
        return false;
    if (!position->checkers)
        return true;
    return !bb_several(position->checkers) &&
           bb_has(attacks_between(king, bb_first(position->checkers)) | position->checkers, to);
}

bool movegen_is_legal(const Position *position, Move move) {
    Color us = position_side(position);
    Square from = move_from(move);
    Square to = move_to(move);
    if (!bb_has(position->by_color[us], from))
        return false;
    if (move_kind(move) == MOVE_CASTLING)
        return from == position_king(position, us) && castling_move_is_legal(position, us, move);
    if (move_kind(move) == MOVE_EN_PASSANT)
        return to == position->en_passant && move == move_make_kind(from, to, MOVE_EN_PASSANT) &&
               position_piece_on(position, from) == piece_make(us, PAWN) &&
               bb_has(attacks_pawn(us, from), to) &&
               position_en_passant_is_safe(position, from, to);
    return plain_move_is_legal(position, us, move);
}
