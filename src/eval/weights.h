#ifndef QUORUM_EVAL_WEIGHTS_H
#define QUORUM_EVAL_WEIGHTS_H

#include "chess/types.h"

/* A middlegame and an endgame value in centipawns, packed so that one addition or multiplication
 * acts on both. Each half must stay within 16 bits. */
typedef int32_t Tapered;

/* Half the board, files d to a mirrored from e to h: index rank * 4 + distance from the edge. */
#define HALF_BOARD 32

#define PHASE_MAX 24

/* All weights of the linear part: name and dimensions. Every row has the same element type, so a
 * tuner may see the struct as one array. Ranks count from the side that owns the pawn; rank and
 * distance rows have a place for impossible values, which stay 0. */
#define EVAL_WEIGHTS(ROW)                                                                          \
    ROW(material, [KING])                                                                          \
    ROW(piece_square, [PIECE_TYPES][HALF_BOARD])                                                   \
    ROW(knight_mobility, [9]) /* by number of safe squares it attacks */                           \
    ROW(bishop_mobility, [14])                                                                     \
    ROW(rook_mobility, [15])                                                                       \
    ROW(queen_mobility, [28])                                                                      \
    ROW(bishop_pair, )                                                                             \
    ROW(bishop_pawn, )    /* for each own pawn on the bishop's colour */                           \
    ROW(knight_outpost, ) /* defended by a pawn, and no pawn can drive it away */                  \
    ROW(bishop_outpost, )                                                                          \
    ROW(rook_open_file, )                                                                          \
    ROW(rook_half_open_file, )                                                                     \
    ROW(pawn_doubled, )                                                                            \
    ROW(pawn_isolated, )                                                                           \
    ROW(pawn_backward, )                                                                           \
    ROW(pawn_supported, [RANKS])    /* defended by a pawn */                                       \
    ROW(pawn_phalanx, [RANKS])      /* beside a pawn */                                            \
    ROW(passed, [RANKS])            /* no enemy pawn ahead on its own or the next files */         \
    ROW(passed_free, [RANKS])       /* the square ahead is empty */                                \
    ROW(passed_safe, [RANKS])       /* and no square of its path is attacked */                    \
    ROW(passed_own_king, [RANKS])   /* times the distance from the square ahead, at most 5 */      \
    ROW(passed_enemy_king, [RANKS]) /* likewise */                                                 \
    ROW(passed_own_rook_behind, )                                                                  \
    ROW(passed_enemy_rook_behind, )                                                                \
    ROW(passed_unstoppable, )   /* it outruns a king that is alone */                              \
    ROW(shelter, [2][RANKS])    /* own pawn nearest the king: its own file, one beside it */       \
    ROW(storm, [2][RANKS])      /* rank of the foremost enemy pawn there: free, blocked */         \
    ROW(threat_by_pawn, [KING]) /* by the type that is attacked */                                 \
    ROW(threat_by_minor, [KING])                                                                   \
    ROW(threat_by_rook, [KING])                                                                    \
    ROW(threat_by_king, )                                                                          \
    ROW(threat_hanging, ) /* a piece attacked and not defended */                                  \
    ROW(threat_by_push, ) /* a pawn can step forward safely and attack a piece */                  \
    ROW(space, )          /* safe squares in the centre of the own half */                         \
    ROW(tempo, )

/* Weights of the danger to a king, in units whose square counts: see king.c. */
#define DANGER_WEIGHTS(ROW)                                                                        \
    ROW(attacker, [KING])   /* a piece that attacks the king's zone */                             \
    ROW(zone_hit, )         /* a square of the zone, for each piece that attacks it */             \
    ROW(weak_square, )      /* an attacked one that only king or queen defend */                   \
    ROW(safe_check, [KING]) /* pieces of this type can give check without being taken */           \
    ROW(bare_file, )        /* king's file or one beside it without an own pawn */                 \
    ROW(no_queen, )         /* the attacker has none */                                            \
    ROW(base, )

#define EVAL_FIELD(name, dimensions)   Tapered name dimensions;
#define DANGER_FIELD(name, dimensions) int32_t name dimensions;

typedef struct EvalWeights {
    EVAL_WEIGHTS(EVAL_FIELD)
} EvalWeights;

typedef struct DangerWeights {
    DANGER_WEIGHTS(DANGER_FIELD)
} DangerWeights;

#undef EVAL_FIELD
#undef DANGER_FIELD

extern const EvalWeights eval_weights;
extern const DangerWeights danger_weights;

#define TAPERED(middlegame, endgame) ((middlegame)*65536 + (endgame))

static inline int tapered_endgame(Tapered score) {
    return (int16_t)(uint16_t)(uint32_t)score;
}

/* The rounding undoes the borrow of a negative endgame half. */
static inline int tapered_middlegame(Tapered score) {
    return (int16_t)(uint16_t)(((uint32_t)score + 0x8000U) >> 16);
}

/* Place in piece_square of a piece of this colour. */
static inline int half_board_index(Color color, Square square) {
    int file = square_file(square);
    return rank_relative(color, square_rank(square)) * 4 + (file < 4 ? file : 7 - file);
}

#endif
