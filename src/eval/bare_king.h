#pragma once

#include "chess/position.h"

/* Positions in which a side has nothing but its king. The network has seen few of them, because the
 * games that it learns from end when they are decided; how to mate is a matter of rules. */

/* No such position is worth as much, neither above nor below zero. */
#define BARE_KING_BOUND 20000

/* Whether a side has nothing but its king. Pure; any thread. */
static inline bool bare_king_applies(const Position *position) {
    return !bb_several(position->by_color[WHITE]) || !bb_several(position->by_color[BLACK]);
}

/* What such a position is worth in centipawns for the side to move, which may be in check. 0 where
 * the other side cannot win: without pawns and without the force to mate (a lone minor piece, two
 * knights, bishops that all go on one colour), or with nothing but pawns of one rook's file, and
 * bishops that do not go on its corner, where the bare king stands. Otherwise the usual points of
 * the pieces, and more the further pawns have come, or where a pawn has help. With the force to
 * mate, more the nearer the bare king is to an edge, or to a corner of the bishop's colour where
 * only bishop and knight can mate, and the nearer the other king has come. Pure and the same on
 * every machine; any thread. */
int bare_king_evaluate(const Position *position);
