#include "chain/packed_position.h"

#include <stdio.h>
#include <string.h>

#include "chess/fen.h"

#define FLAG_BLACK      1
#define FLAG_CHESS960   2
#define FLAG_EN_PASSANT 4
#define RIGHTS_SHIFT    4

/* The longest text that unpacked fields can make, well above FEN_SIZE: whether they are a position
 * is for fen_parse() to say. */
#define TEXT_SIZE 160

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
    bytes_put_u64(at, occupied);
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

/* Board field of a FEN; false when the pieces end early or one does not exist. */
static bool read_board(ByteCursor *cursor, char text[TEXT_SIZE], size_t *length) {
    if (bytes_left(cursor) < 8)
        return false;
    Bitboard occupied = bytes_get_u64(cursor->at);
    cursor->at += 8;
    char letters[SQUARES];
    memset(letters, '1', sizeof letters);
    uint8_t pair = 0;
    for (int i = 0; occupied; i++) {
        if (i % 2 == 0 && !bytes_get_byte(cursor, &pair))
            return false;
        int piece = i % 2 == 0 ? pair & 15 : pair >> 4;
        if (piece >= PIECES)
            return false;
        letters[bb_pop(&occupied)] = "PpNnBbRrQqKk"[piece];
    }
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        memcpy(text + *length, letters + rank * FILES, FILES);
        *length += FILES;
        text[(*length)++] = rank > RANK_1 ? '/' : ' ';
    }
    return true;
}

/* Castling field, by the rooks' files. */
static bool read_castling(ByteCursor *cursor, unsigned rights, char text[TEXT_SIZE],
                          size_t *length) {
    if (rights == 0) {
        text[(*length)++] = '-';
        return true;
    }
    if (bytes_left(cursor) < 2)
        return false;
    unsigned files = cursor->at[0] | (unsigned)cursor->at[1] << 8;
    cursor->at += 2;
    for (int i = 0; i < COLORS * CASTLING_SIDES; i++) {
        if (rights >> i & 1)
            text[(*length)++] =
                (char)((i < CASTLING_SIDES ? 'A' : 'a') + (int)(files >> (3 * i) & 7));
    }
    return true;
}

bool packed_position_read(ByteCursor *cursor, Position *position) {
    char text[TEXT_SIZE];
    size_t length = 0;
    uint8_t flags;
    if (!bytes_get_byte(cursor, &flags) || !read_board(cursor, text, &length))
        return false;
    text[length++] = flags & FLAG_BLACK ? 'b' : 'w';
    text[length++] = ' ';
    unsigned rights = flags >> RIGHTS_SHIFT;
    if (!read_castling(cursor, rights, text, &length))
        return false;
    char en_passant[3] = "-";
    uint8_t square = NO_SQUARE;
    if (flags & FLAG_EN_PASSANT) {
        if (!bytes_get_byte(cursor, &square) || square >= NO_SQUARE)
            return false;
        en_passant[0] = (char)('a' + square_file(square));
        en_passant[1] = (char)('1' + square_rank(square));
    }
    uint32_t rule50, fullmove;
    if (!bytes_get_varint(cursor, &rule50) || !bytes_get_varint(cursor, &fullmove))
        return false;
    snprintf(text + length, sizeof text - length, " %s %lu %lu", en_passant, (unsigned long)rule50,
             (unsigned long)fullmove);
    FenError error;
    if (!fen_parse(text, position, &error) || position->castling_rights != rights ||
        position->en_passant != square)
        return false;
    position->chess960 |= (flags & FLAG_CHESS960) != 0;
    return true;
}
