#pragma once

#include "chess/position.h"
#include "nnue/architecture.h"

/* What the network is told of men beside their places, as boards. Attacks and defences are those
 * of the rules without regard to pins; nothing is seen through a man. Ahead is where a side's pawns
 * go. */

/* Each trait is a set of men of both sides. */
typedef enum Trait {
    TRAIT_PINNED, /* alone between its king and an enemy slider of its line */

    /* Passed pawns: without a pawn ahead on their file and an enemy pawn on those beside it. The
     * stop is the square before it. */
    TRAIT_PASSED,
    TRAIT_FREE,      /* no man ahead on its file */
    TRAIT_UNSTOPPED, /* free, and no enemy attacks a square ahead on its file */
    TRAIT_OUTRUNS,   /* the enemy king is further from where it promotes than it is */
    TRAIT_ESCORTED,  /* its king is on the stop or beside it */
    TRAIT_FACED,     /* the enemy king is */

    /* Others. */
    TRAIT_HALF_OPEN, /* rooks on a file without pawns of their own */
    TRAIT_OPEN,      /* and without any */
    TRAIT_OUTPOST, /* knights and bishops that a pawn of their own attacks and no enemy pawn can */
    TRAITS
} Trait;

/* Those of a king, of which a side has but one, are bits. The ring is the squares beside it. */
typedef enum KingTrait {
    KING_PRESSED, /* enemies attack three squares of the ring; the next two: four, five */
    KING_BARED = KING_PRESSED + 3, /* and one that only it defends; the next two: two, three */
    KING_CHECKED = KING_BARED + 3, /* an enemy knight could check it from a square that no man of
                                    * its side attacks; the next three: bishop, rook, queen */
    KING_STUCK = KING_CHECKED + 4, /* it has no step to a square that no enemy attacks; the next
                                    * one: one at most */
    KING_TRAITS = KING_STUCK + 2
} KingTrait;

typedef struct Traits {
    /* What hangs, or might: men that a lesser enemy attacks (a pawn a knight, bishop, rook or
     * queen, a knight or bishop a rook or queen, a rook a queen), or that any enemy attacks and no
     * man of their own side defends, as pawns and kings can only be. */
    Bitboard loose;
    Bitboard of[TRAITS]; /* by Trait, or by PieceType those that an enemy of the type attacks */
    uint16_t of_king[COLORS]; /* bits by KingTrait */
    uint8_t king[COLORS];     /* where it stands, if of_king is not 0 */
} Traits;

/* Of both sides, from the sets of all men of each type and of each colour. A side may lack any man
 * but not more. Nobody has traits of another kind. Pure; any thread, after chess_init(). */
void traits_find(TraitKind kind, const Bitboard by_type[PIECE_TYPES],
                 const Bitboard by_color[COLORS], Traits *traits);
