#include "chain/packed_position.h"

#include "chess/setup.h"

#define FLAG_BLACK      1
#define FLAG_CHESS960   2
#define FLAG_EN_PASSANT 4
#define RIGHTS_SHIFT    4

static uint8_t flags_of(const Position *position) {
    unsigned flags = (unsigned)position->castling_rights << RIGHTS_SHIFT;
    if (position_side(position) == BLACK)
        flags |= FLAG_BLACK;
    if (position->chess960)
        flags |= FLAG_CHESS960;
    if (position->en_passant != NO_SQUARE)
        flags |= FLAG_EN_PASSANT;
    return (uint8_t)flags;
}

size_t packed_position_write(const Position *position, uint8_t to[PACKED_POSITION_MAX]) {
    uint8_t *at = to;
    *at++ = flags_of(position);
    Bitboard occupied = position_occupied(position);
    bytes_put(at, occupied, 8);
    at += 8;
    for (int i = 0; occupied; i++) {
        unsigned piece = (unsigned)position_piece_on(position, bb_pop(&occupied));
        if (i % 2 == 0)
            *at++ = (uint8_t)piece;
        else
            at[-1] |= (uint8_t)(piece << 4);
    }
    if (position->castling_rights) {
        unsigned files = 0;
        for (int i = 0; i < COLORS * CASTLING_SIDES; i++)
            files |= (unsigned)square_file(position->castling_rook[i]) << (3 * i);
        *at++ = (uint8_t)files;
        *at++ = (uint8_t)(files >> 8);
    }
    if (position->en_passant != NO_SQUARE)
        *at++ = position->en_passant;
    at += bytes_put_varint(at, position->rule50);
    at += bytes_put_varint(at, position->fullmove);
    return (size_t)(at - to);
}

/* False when the pieces end early or do not make a position. */
static bool read_board(ByteCursor *cursor, Position *position) {
    if (bytes_left(cursor) < 8)
        return false;
    Bitboard occupied = bytes_get(cursor->at, 8);
    cursor->at += 8;
    uint8_t pair = 0;
    Reason why;
    for (int i = 0; occupied; i++) {
        if (i % 2 == 0 && !bytes_get_byte(cursor, &pair))
            return false;
        int piece = i % 2 == 0 ? pair & 15 : pair >> 4;
        if (piece >= PIECES || !setup_put(position, (Piece)piece, bb_pop(&occupied), &why))
            return false;
    }
    return true;
}

/* The rights, each by its rook's file. */
static bool read_castling(ByteCursor *cursor, unsigned rights, Position *position) {
    if (rights == 0)
        return true;
    if (bytes_left(cursor) < 2)
        return false;
    unsigned files = cursor->at[0] | (unsigned)cursor->at[1] << 8;
    cursor->at += 2;
    Reason why;
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        Color color = i < CASTLING_SIDES ? WHITE : BLACK;
        Square rook = square_relative(color, (Square)(files >> (3 * i) & 7));
        if (rights >> i & 1 && !setup_castling(position, color, rook, &why))
            return false;
    }
    return position->castling_rights == rights;
}

static bool read_en_passant(ByteCursor *cursor, Square *square, Position *position) {
    uint8_t byte;
    Reason why;
    if (!bytes_get_byte(cursor, &byte) || byte >= NO_SQUARE)
        return false;
    *square = byte;
    return setup_en_passant(position, byte, &why);
}

bool packed_position_read(ByteCursor *cursor, Position *position) {
    Square en_passant = NO_SQUARE;
    uint8_t flags;
    uint32_t rule50, fullmove;
    Reason why;
    setup_begin(position);
    if (!bytes_get_byte(cursor, &flags) || !read_board(cursor, position) ||
        !setup_side(position, flags & FLAG_BLACK ? BLACK : WHITE, &why) ||
        !read_castling(cursor, flags >> RIGHTS_SHIFT, position))
        return false;
    if (flags & FLAG_EN_PASSANT && !read_en_passant(cursor, &en_passant, position))
        return false;
    if (!bytes_get_varint(cursor, &rule50) || !bytes_get_varint(cursor, &fullmove))
        return false;
    setup_finish(position, rule50, fullmove);
    position->chess960 |= (flags & FLAG_CHESS960) != 0;
    return position->en_passant == en_passant;
}
