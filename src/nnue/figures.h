#pragma once

#include "nnue/architecture.h"
#include "nnue/reach.h"

/* Figures of a side's men, as hand-crafted evaluations had them: bytes from 0 to
 * NETWORK_INPUT_MAX, each so much a unit and at most NETWORK_INPUT_MAX, or that for what is true.
 * The ring is the squares beside the king, ahead is where the side's pawns go. A side without a
 * king has nothing that is said of kings. */

typedef enum Figure {
    /* The king in danger. */
    FIGURE_PRESSED, /* enemies attack three squares of the ring; the next two: four, five */
    FIGURE_BARED = FIGURE_PRESSED + 3, /* and one that only the king defends; the next two: two,
                                        * three */
    FIGURE_CHECKED = FIGURE_BARED + 3, /* an enemy knight could check it from a square that no man
                                        * of the side attacks; the next three: bishop, rook, queen
                                        */
    FIGURE_STUCK = FIGURE_CHECKED + 4, /* it has no step to a square that no enemy attacks; the next
                                        * one: one at most */

    /* Mobility: squares that knights attack, without those of own men and those that enemy pawns
     * attack; the next three: bishops, rooks, queens. */
    FIGURE_MOBILITY = FIGURE_STUCK + 2,

    /* Passed pawns: without a pawn ahead on their file and an enemy pawn on those beside it. The
     * stop is the square before it. */
    FIGURE_PASSED = FIGURE_MOBILITY + 4,
    FIGURE_FREE,          /* those without a man ahead on their file */
    FIGURE_UNSTOPPED,     /* and without a square ahead that an enemy attacks */
    FIGURE_OUTRUNS,       /* those from whose promotion the enemy king is further than they are */
    FIGURE_ESCORTED,      /* those whose king is on the stop or beside it */
    FIGURE_FACED,         /* those whose enemy king is */
    FIGURE_FURTHEST,      /* the rank of the furthest passed pawn, from 1 before its first step */
    FIGURE_FURTHEST_FREE, /* of the furthest free one */

    /* Others. */
    FIGURE_HALF_OPEN, /* rooks on a file without own pawns */
    FIGURE_OPEN,      /* and without any */
    FIGURE_OUTPOSTS,  /* knights and bishops that an own pawn attacks and no enemy pawn ever can */
    FIGURE_PINNED,    /* men alone between the king and an enemy slider of their line */
    FIGURE_ISOLATED,  /* pawns without own pawns on the files beside them */
    FIGURE_SUPPORTED, /* pawns that an own pawn attacks */
    FIGURE_LOOSE,     /* loose men (traits.h) */
    FIGURE_CONTROL,   /* squares that the side attacks and the enemy does not */
    FIGURES
} Figure;

_Static_assert(FIGURES == NETWORK_FIGURES, "all are inputs");

/* Those of a side, given what it and the enemy reach and which of its men are loose. Finds them
 * zeroed. Any thread, after chess_init(). */
void figures_find(const Bitboard by_type[PIECE_TYPES], const Reach *own, const Reach *enemy,
                  Bitboard loose, uint8_t figures[NETWORK_FIGURES]);
