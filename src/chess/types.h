#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Colours, pieces and squares. All of it is plain data; every function is pure. */

typedef enum Color { WHITE, BLACK, COLORS } Color;

typedef enum PieceType {
    PAWN,
    KNIGHT,
    BISHOP,
    ROOK,
    QUEEN,
    KING,
    PIECE_TYPES,
    NO_PIECE_TYPE = PIECE_TYPES
} PieceType;

/* A piece is its type times two plus its colour, so that tables indexed by piece have 12 rows. */
typedef enum Piece {
    WHITE_PAWN,
    BLACK_PAWN,
    WHITE_KNIGHT,
    BLACK_KNIGHT,
    WHITE_BISHOP,
    BLACK_BISHOP,
    WHITE_ROOK,
    BLACK_ROOK,
    WHITE_QUEEN,
    BLACK_QUEEN,
    WHITE_KING,
    BLACK_KING,
    PIECES,
    NO_PIECE = PIECES
} Piece;

/* Square 0 is a1, 7 is h1, 63 is h8. */
typedef int Square;

/* clang-format off */
enum {
    A1, B1, C1, D1, E1, F1, G1, H1,
    A2, B2, C2, D2, E2, F2, G2, H2,
    A3, B3, C3, D3, E3, F3, G3, H3,
    A4, B4, C4, D4, E4, F4, G4, H4,
    A5, B5, C5, D5, E5, F5, G5, H5,
    A6, B6, C6, D6, E6, F6, G6, H6,
    A7, B7, C7, D7, E7, F7, G7, H7,
    A8, B8, C8, D8, E8, F8, G8, H8,
    SQUARES,
    NO_SQUARE = SQUARES
};
/* clang-format on */

enum { FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H, FILES };
enum { RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8, RANKS };

/* The side of the board a king castles to; not the side the rook starts on the screen. */
typedef enum CastlingSide { KING_SIDE, QUEEN_SIDE, CASTLING_SIDES } CastlingSide;

/* Four bits, one for each colour and side: see castling_right(). */
typedef uint8_t CastlingRights;

#define ALL_CASTLING_RIGHTS ((CastlingRights)15)

static inline Color color_flip(Color color) {
    return (Color)(color ^ 1);
}

static inline Piece piece_make(Color color, PieceType type) {
    return (Piece)(type * 2 + color);
}

static inline PieceType piece_type(Piece piece) {
    return (PieceType)(piece >> 1);
}

/* Meaningless for NO_PIECE. */
static inline Color piece_color(Piece piece) {
    return (Color)(piece & 1);
}

static inline Square square_make(int file, int rank) {
    return rank * 8 + file;
}

static inline int square_file(Square square) {
    return square & 7;
}

static inline int square_rank(Square square) {
    return square >> 3;
}

/* The square seen from the other side of the board: a1 and a8 change places. */
static inline Square square_flip(Square square) {
    return square ^ 56;
}

/* The square as color sees it: unchanged for White, flipped for Black. */
static inline Square square_relative(Color color, Square square) {
    return square ^ (56 * (int)color);
}

static inline int rank_relative(Color color, int rank) {
    return rank ^ (7 * (int)color);
}

/* Number of king steps between two squares, 0 to 7 (Chebyshev distance). */
static inline int square_distance(Square a, Square b) {
    int files = square_file(a) - square_file(b);
    int ranks = square_rank(a) - square_rank(b);
    files = files < 0 ? -files : files;
    ranks = ranks < 0 ? -ranks : ranks;
    return files > ranks ? files : ranks;
}

/* Index 0 to 3 of a right in tables of four: white king side, white queen side, then Black's. */
static inline int castling_index(Color color, CastlingSide side) {
    return (int)color * 2 + (int)side;
}

static inline CastlingRights castling_right(Color color, CastlingSide side) {
    return (CastlingRights)(1 << castling_index(color, side));
}
