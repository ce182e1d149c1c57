#pragma once

#include "chess/position.h"

/* What the network is told of men beside their places, as boards. Attacks and defences are those
 * of the rules without regard to pins; nothing is seen through a man. Ahead is where a side's pawns
 * go. */

/* Each trait is a set of men of both sides. */
typedef enum Trait {
    /* Men that an enemy pawn attacks; those that an enemy of each other type attacks follow, to
     * TRAIT_ATTACKED + KING. */
    TRAIT_ATTACKED,
    /* Alone between their king and an enemy slider of its line. */
    TRAIT_PINNED = TRAIT_ATTACKED + PIECE_TYPES,

    /* Pawns. */
    TRAIT_PASSED,    /* no pawn ahead on its file, and no enemy pawn on those beside it */
    TRAIT_ISOLATED,  /* no pawn of its own on the files beside it */
    TRAIT_OPPOSED,   /* an enemy pawn ahead on its file */
    TRAIT_FREE,      /* passed, and no man ahead on its file */
    TRAIT_UNSTOPPED, /* free, and no enemy attacks a square ahead on its file */
    TRAIT_SUPPORTED, /* a pawn of its own attacks it */

    /* Passed pawns. The stop is the square before it. */
    TRAIT_OUTRUNS,  /* the enemy king is further from where it promotes than it is */
    TRAIT_ESCORTED, /* its king is on the stop or beside it */
    TRAIT_FACED,    /* the enemy king is */
    TRAIT_BACKED,   /* a rook of its own sees it from behind */
    TRAIT_CHASED,   /* an enemy rook does */
    TRAIT_DISTANT,  /* its king is further from the stop than the enemy's */

    /* Others. */
    TRAIT_HALF_OPEN, /* rooks on a file without pawns of their own */
    TRAIT_OPEN,      /* and without any */
    TRAIT_OUTPOST, /* knights and bishops that a pawn of their own attacks and no enemy pawn can */
    TRAITS
} Trait;

/* So many, the first, say by what a man is attacked. */
#define TRAITS_OF_ATTACKERS ((int)PIECE_TYPES)

typedef struct Traits {
    /* What hangs, or might: men that a lesser enemy attacks (a pawn a knight, bishop, rook or
     * queen, a knight or bishop a rook or queen, a rook a queen), or that any enemy attacks and no
     * man of their own side defends, as pawns and kings can only be. */
    Bitboard loose;
    Bitboard of[TRAITS];
} Traits;

/* Of both sides, from the sets of all men of each type and of each colour. A side may lack any man
 * but not more. Pure; any thread, after chess_init(). */
void traits_find_all(const Bitboard by_type[PIECE_TYPES], const Bitboard by_color[COLORS],
                     Traits *traits);

/* The same, but of the traits only those before TRAITS_OF_ATTACKERS; nobody has the others. */
void traits_find_attacked(const Bitboard by_type[PIECE_TYPES], const Bitboard by_color[COLORS],
                          Traits *traits);
