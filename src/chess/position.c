#include "chess/position.h"

#include <assert.h>
#include <pthread.h>

#include "chess/zobrist.h"

static void fill_tables(void) {
    attacks_init();
    zobrist_init();
}

void chess_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_tables);
}

Bitboard position_attackers(const Position *position, Square square, Bitboard occupied) {
    Bitboard queens = position->by_type[QUEEN];
    return (attacks_pawn(BLACK, square) & position_pieces(position, WHITE, PAWN)) |
           (attacks_pawn(WHITE, square) & position_pieces(position, BLACK, PAWN)) |
           (attacks_knight(square) & position->by_type[KNIGHT]) |
           (attacks_bishop(square, occupied) & (position->by_type[BISHOP] | queens)) |
           (attacks_rook(square, occupied) & (position->by_type[ROOK] | queens)) |
           (attacks_king(square) & position->by_type[KING]);
}

/* What the pieces of a type, which are not pawns, attack. */
ALWAYS_INLINE Bitboard attacked_by(const Position *position, Color by, PieceType type,
                                   Bitboard occupied) {
    Bitboard attacked = 0;
    for (Bitboard pieces = position_pieces(position, by, type); pieces;)
        attacked |= attacks_piece(type, bb_pop(&pieces), occupied);
    return attacked;
}

Threats position_threats(const Position *position) {
    const Color by = color_flip(position_side(position));
    const Bitboard occupied = position_occupied(position);
    Threats threats = {.by_pawns = bb_pawn_attacks(by, position_pieces(position, by, PAWN))};
    threats.by_minors = threats.by_pawns | attacked_by(position, by, KNIGHT, occupied) |
                        attacked_by(position, by, BISHOP, occupied);
    threats.by_rooks = threats.by_minors | attacked_by(position, by, ROOK, occupied);
    threats.by_any = threats.by_rooks | attacked_by(position, by, QUEEN, occupied) |
                     attacks_king(position_king(position, by));
    return threats;
}

/* Sets checkers and pinned of the side to move. */
ALWAYS_INLINE void find_checkers_and_pins(Position *position, Color us) {
    Color them = color_flip(us);
    Square king = position_king(position, us);
    Bitboard occupied = position_occupied(position);
    Bitboard checkers = (attacks_pawn(us, king) & position_pieces(position, them, PAWN)) |
                        (attacks_knight(king) & position_pieces(position, them, KNIGHT));
    Bitboard pinned = 0;
    Bitboard sliders = position_snipers(position, king, position->by_color[them]);
    while (sliders) {
        Square slider = bb_pop(&sliders);
        Bitboard between = attacks_between(king, slider) & occupied;
        if (!between)
            checkers |= bb_square(slider);
        else if (!bb_several(between))
            pinned |= between;
    }
    position->checkers = checkers;
    position->pinned = pinned & position->by_color[us];
}

ALWAYS_INLINE void key_toggle(Position *position, Piece piece, Square square) {
    uint64_t random = zobrist_tables.piece[piece][square];
    position->key ^= random;
    if (piece_type(piece) == PAWN)
        position->pawn_key ^= random;
    else
        position->non_pawn_key[piece_color(piece)] ^= random;
}

ALWAYS_INLINE void put_piece(Position *position, Piece piece, Square square, bool keyed) {
    position->by_type[piece_type(piece)] |= bb_square(square);
    position->by_color[piece_color(piece)] |= bb_square(square);
    position->board[square] = (uint8_t)piece;
    if (keyed)
        key_toggle(position, piece, square);
}

ALWAYS_INLINE void take_piece(Position *position, Piece piece, Square square, bool keyed) {
    position->by_type[piece_type(piece)] ^= bb_square(square);
    position->by_color[piece_color(piece)] ^= bb_square(square);
    position->board[square] = NO_PIECE;
    if (keyed)
        key_toggle(position, piece, square);
}

ALWAYS_INLINE void move_piece(Position *position, Piece piece, Square from, Square to, bool keyed) {
    Bitboard both = bb_square(from) | bb_square(to);
    position->by_type[piece_type(piece)] ^= both;
    position->by_color[piece_color(piece)] ^= both;
    position->board[from] = NO_PIECE;
    position->board[to] = (uint8_t)piece;
    if (keyed) {
        key_toggle(position, piece, from);
        key_toggle(position, piece, to);
    }
}

/* Kings and rooks that still have a right to castle. */
static Bitboard find_castling_squares(const Position *position) {
    Bitboard squares = 0;
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        if (position->castling_rights >> i & 1)
            squares |= bb_square(position->castling_rook[i]) |
                       bb_square(position_king(position, (Color)(i / CASTLING_SIDES)));
    }
    return squares;
}

static void find_castling_paths(Position *position) {
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        position->castling_path[i] = 0;
        if (!(position->castling_rights >> i & 1))
            continue;
        Color color = (Color)(i / CASTLING_SIDES);
        CastlingSide side = (CastlingSide)(i % CASTLING_SIDES);
        Square king = position_king(position, color);
        Square rook = position->castling_rook[i];
        Square king_target = castling_king_target(color, side);
        Square rook_target = castling_rook_target(color, side);
        Bitboard path = attacks_between(king, king_target) | bb_square(king_target) |
                        attacks_between(rook, rook_target) | bb_square(rook_target);
        position->castling_path[i] = path & ~(bb_square(king) | bb_square(rook));
    }
}

/* The part of the key that the rights to castle make up. */
static uint64_t castling_key(const Position *position) {
    uint64_t key = 0;
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        if (position->castling_rights >> i & 1)
            key ^= zobrist_tables.castling_rook[position->castling_rook[i]];
    }
    return key;
}

/* Ends the rights of kings and rooks that stand on the touched squares. Called before they move. */
static void end_castling_rights(Position *position, Bitboard touched, bool keyed) {
    CastlingRights rights = position->castling_rights;
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        Square king = position_king(position, (Color)(i / CASTLING_SIDES));
        if (touched & (bb_square(position->castling_rook[i]) | bb_square(king)))
            rights &= (CastlingRights) ~(1 << i);
    }
    if (keyed)
        position->key ^= castling_key(position);
    position->castling_rights = rights;
    if (keyed)
        position->key ^= castling_key(position);
    position->castling_squares = find_castling_squares(position);
}

static void move_castling(Position *position, Color us, Square king, Square rook, bool keyed) {
    CastlingSide side = castling_side(king, rook);
    take_piece(position, piece_make(us, KING), king, keyed);
    take_piece(position, piece_make(us, ROOK), rook, keyed);
    put_piece(position, piece_make(us, KING), castling_king_target(us, side), keyed);
    put_piece(position, piece_make(us, ROOK), castling_rook_target(us, side), keyed);
}

bool position_en_passant_is_safe(const Position *position, Square from, Square to) {
    Color us = position_side(position);
    Bitboard captured = bb_square(to ^ 8);
    Bitboard enemies = position->by_color[color_flip(us)] & ~captured;
    Bitboard occupied = (position_occupied(position) ^ bb_square(from) ^ captured) | bb_square(to);
    return !(position_attackers(position, position_king(position, us), occupied) & enemies);
}

/* After a double push to `to`: notes the square behind the pawn if the side now to move can take
 * there. */
static void set_en_passant(Position *position, Color us, Square to, bool keyed) {
    Square behind = to ^ 8;
    Bitboard takers = attacks_pawn(color_flip(us), behind) & position_pieces(position, us, PAWN);
    while (takers) {
        if (position_en_passant_is_safe(position, bb_pop(&takers), behind)) {
            position->en_passant = (uint8_t)behind;
            if (keyed)
                position->key ^= zobrist_tables.en_passant_file[square_file(behind)];
            return;
        }
    }
}

ALWAYS_INLINE void clear_en_passant(Position *position, Square square, bool keyed) {
    if (keyed && square != NO_SQUARE)
        position->key ^= zobrist_tables.en_passant_file[square_file(square)];
    position->en_passant = NO_SQUARE;
}

ALWAYS_INLINE void capture_piece(Position *position, Piece captured, Square square, bool keyed) {
    take_piece(position, captured, square, keyed);
    if (keyed)
        position->material_key -= zobrist_tables.material[captured];
    position->rule50 = 0;
}

/* Moves a pawn; what stood on `to` has been taken. */
ALWAYS_INLINE void move_pawn(Position *position, Color us, Move move, bool keyed) {
    Square from = move_from(move);
    Square to = move_to(move);
    Piece pawn = piece_make(us, PAWN);
    position->rule50 = 0;
    if (move_kind(move) == MOVE_PROMOTION) {
        Piece promoted = piece_make(us, move_promotion(move));
        take_piece(position, pawn, from, keyed);
        put_piece(position, promoted, to, keyed);
        if (keyed)
            position->material_key +=
                zobrist_tables.material[promoted] - zobrist_tables.material[pawn];
        return;
    }
    if (move_kind(move) == MOVE_EN_PASSANT)
        capture_piece(position, piece_make(color_flip(us), PAWN), to ^ 8, keyed);
    move_piece(position, pawn, from, to, keyed);
}

/* What does not change by the move is read from the source: the copy has only just been written,
 * and a narrow load waits for the wide stores. */
ALWAYS_INLINE void make_move(const Position *restrict source, Position *restrict position,
                             Move move, Color us, bool keyed) {
    Color them = color_flip(us);
    Square from = move_from(move);
    Square to = move_to(move);
    Piece piece = position_piece_on(source, from);
    Piece captured = position_piece_on(source, to);
    *position = *source;
    position->rule50 = (uint16_t)(source->rule50 + 1);
    position->plies_from_null = (uint16_t)(source->plies_from_null + 1);
    position->fullmove = (uint16_t)(source->fullmove + us);
    clear_en_passant(position, source->en_passant, keyed);

    Bitboard touched = bb_square(from) | bb_square(to);
    if (UNLIKELY(touched & source->castling_squares))
        end_castling_rights(position, touched, keyed);

    if (UNLIKELY(move_kind(move) == MOVE_CASTLING)) {
        move_castling(position, us, from, to, keyed);
    } else {
        if (captured != NO_PIECE)
            capture_piece(position, captured, to, keyed);
        if (piece_type(piece) == PAWN)
            move_pawn(position, us, move, keyed);
        else
            move_piece(position, piece, from, to, keyed);
    }

    position->side_to_move = (uint8_t)them;
    if (keyed)
        position->key ^= zobrist_tables.black_to_move;
    if (piece_type(piece) == PAWN && (from ^ to) == 16)
        set_en_passant(position, them, to, keyed);
    find_checkers_and_pins(position, them);
    assert(!keyed || position_is_consistent(position));
}

void position_make(const Position *restrict from, Position *restrict to, Move move) {
    if (position_side(from) == WHITE)
        make_move(from, to, move, WHITE, true);
    else
        make_move(from, to, move, BLACK, true);
}

void position_make_unkeyed(const Position *restrict from, Position *restrict to, Move move) {
    if (position_side(from) == WHITE)
        make_move(from, to, move, WHITE, false);
    else
        make_move(from, to, move, BLACK, false);
}

uint64_t position_key_after(const Position *position, Move move) {
    Square from = move_from(move);
    Square to = move_to(move);
    Piece piece = position_piece_on(position, from);
    Piece captured = position_piece_on(position, to);
    uint64_t key = position->key ^ zobrist_tables.black_to_move;
    return key ^ zobrist_tables.piece[piece][from] ^ zobrist_tables.piece[piece][to] ^
           zobrist_tables.piece[captured][to];
}

void position_make_null(const Position *restrict from, Position *restrict to) {
    assert(!position_in_check(from));
    *to = *from;
    clear_en_passant(to, from->en_passant, true);
    to->rule50++;
    to->plies_from_null = 0;
    to->side_to_move ^= 1;
    to->key ^= zobrist_tables.black_to_move;
    find_checkers_and_pins(to, position_side(to));
}

static void compute_keys(Position *position) {
    position->key = position->pawn_key = position->material_key = 0;
    position->non_pawn_key[WHITE] = position->non_pawn_key[BLACK] = 0;
    for (Square square = A1; square <= H8; square++) {
        Piece piece = position_piece_on(position, square);
        if (piece != NO_PIECE) {
            key_toggle(position, piece, square);
            position->material_key += zobrist_tables.material[piece];
        }
    }
    position->key ^= castling_key(position);
    if (position->en_passant != NO_SQUARE)
        position->key ^= zobrist_tables.en_passant_file[square_file(position->en_passant)];
    if (position_side(position) == BLACK)
        position->key ^= zobrist_tables.black_to_move;
}

void position_refresh(Position *position) {
    compute_keys(position);
    position->castling_squares = find_castling_squares(position);
    find_castling_paths(position);
    find_checkers_and_pins(position, position_side(position));
}

static bool board_matches_bitboards(const Position *position) {
    for (Square square = A1; square <= H8; square++) {
        Piece piece = position_piece_on(position, square);
        for (int other = 0; other < PIECES; other++) {
            Bitboard set =
                position_pieces(position, piece_color((Piece)other), piece_type((Piece)other));
            if (bb_has(set, square) != (other == (int)piece))
                return false;
        }
    }
    return true;
}

bool position_is_consistent(const Position *position) {
    Position fresh = *position;
    position_refresh(&fresh);
    return board_matches_bitboards(position) && fresh.key == position->key &&
           fresh.pawn_key == position->pawn_key && fresh.material_key == position->material_key &&
           fresh.non_pawn_key[WHITE] == position->non_pawn_key[WHITE] &&
           fresh.non_pawn_key[BLACK] == position->non_pawn_key[BLACK] &&
           fresh.checkers == position->checkers && fresh.pinned == position->pinned &&
           fresh.castling_squares == position->castling_squares;
}

bool position_is_material_draw(const Position *position) {
    if (position->by_type[PAWN] | position->by_type[ROOK] | position->by_type[QUEEN])
        return false;
    Bitboard bishops = position->by_type[BISHOP];
    Bitboard minors = bishops | position->by_type[KNIGHT];
    if (!bb_several(minors))
        return true;
    return minors == bishops && (!(bishops & LIGHT_SQUARES_BB) || !(bishops & DARK_SQUARES_BB));
}

/* Whether the rook (or king) of a castling move gives check from its new square. */
static bool castling_gives_check(const Position *position, Move move, Square enemy_king) {
    Color us = position_side(position);
    Square king = move_from(move);
    Square rook = move_to(move);
    CastlingSide side = castling_side(king, rook);
    Square king_target = castling_king_target(us, side);
    Square rook_target = castling_rook_target(us, side);
    Bitboard occupied = position_occupied(position) & ~(bb_square(king) | bb_square(rook));
    occupied |= bb_square(king_target) | bb_square(rook_target);
    Bitboard ours = position->by_color[us] & ~bb_square(rook);
    Bitboard queens = position->by_type[QUEEN];
    Bitboard rooks = ((position->by_type[ROOK] | queens) & ours) | bb_square(rook_target);
    Bitboard bishops = (position->by_type[BISHOP] | queens) & ours;
    return (attacks_rook(enemy_king, occupied) & rooks) ||
           (attacks_bishop(enemy_king, occupied) & bishops);
}

CheckInfo position_check_info(const Position *position) {
    const Color us = position_side(position);
    const Square king = position_king(position, color_flip(us));
    const Bitboard occupied = position_occupied(position);
    CheckInfo info = {.king = king, .squares = attacks_check_squares(us, king, occupied)};
    const Bitboard ours = position->by_color[us];
    info.shields = position_blockers(position, king, ours, occupied) & ours;
    return info;
}

bool position_special_gives_check(const Position *position, Move move) {
    Color us = position_side(position);
    Square from = move_from(move);
    Square to = move_to(move);
    Square enemy_king = position_king(position, color_flip(us));
    if (move_kind(move) == MOVE_CASTLING)
        return castling_gives_check(position, move, enemy_king);

    Bitboard occupied = (position_occupied(position) ^ bb_square(from)) | bb_square(to);
    PieceType type = PAWN;
    if (move_kind(move) == MOVE_PROMOTION)
        type = move_promotion(move);
    else
        occupied ^= bb_square(to ^ 8);
    Bitboard direct = type == PAWN ? attacks_pawn(us, to) : attacks_piece(type, to, occupied);
    if (bb_has(direct, enemy_king))
        return true;

    Bitboard sliders =
        position_snipers(position, enemy_king, position->by_color[us] & ~bb_square(from));
    while (sliders) {
        if (!(attacks_between(enemy_king, bb_pop(&sliders)) & occupied))
            return true;
    }
    return false;
}
