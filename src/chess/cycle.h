#pragma once

#include "chess/game.h"

/* Repetitions seen a move before they happen (M. van Kervinck, "The design and implementation of
 * the Rookie 2.0 chess program", 2002): the keys of two positions that one reversible move takes
 * into each other differ by a number that a table of all such moves holds. */

/* Fills the table, once; later calls return at once. After chess_init(). Any thread. */
void cycle_init(void);

/* Whether the side to move has a move to a position that would count as a repetition there, `ply`
 * plies below the root plus one: see game_is_repetition(). The position's key is the last of the
 * trail. Legality is not asked: such a move is legal unless its piece is pinned or the side in
 * check. Any thread. */
bool cycle_is_upcoming(const KeyTrail *trail, const Position *position, int ply);
