#ifndef QUORUM_SUITE_STRATEGY_H
#define QUORUM_SUITE_STRATEGY_H

#include "suite/line.h"
#include "suite/theme.h"

/* Rules that tell what a move does for the position where nothing is won by it. Pure; any thread.
 */

/* The first move takes, and is retaken on its square by the second: a trade of pieces of about the
 * same value. */
bool strategy_is_exchange(const Line *line);

/* A pawn move after which it and an enemy pawn attack each other. */
bool strategy_is_pawn_break(const Position *position, Move move);

/* A knight comes to the fourth to sixth rank, as its side sees it, where a pawn of its own guards
 * it and no enemy pawn can ever attack it. */
bool strategy_is_outpost(const Position *position, Move move);

/* A rook comes to a file without own pawns. */
bool strategy_takes_open_file(const Position *position, Move move);

/* Castling, or a king move while both sides have queens. */
bool strategy_is_king_safety(const Position *position, Move move);

/* THEME_NONE for a line whose first move takes without being an exchange, and for king moves
 * without queens. */
Theme strategy_theme(const Line *line);

#endif
