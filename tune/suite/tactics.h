#ifndef QUORUM_SUITE_TACTICS_H
#define QUORUM_SUITE_TACTICS_H

#include "suite/line.h"
#include "suite/theme.h"

/* Rules that tell what a line wins by. Each looks at the first moves of a line that is known to win
 * something; a line of no move has none of the motifs. Pure; any thread. */

/* The line's side promotes a pawn with one of its first three moves. */
bool tactics_is_promotion(const Line *line);

/* What takes the piece on the square of the first move has guarded the square on which the line
 * takes next, and guards it no more. */
bool tactics_is_deflection(const Line *line);

/* The exchange on the square of the first move loses a pawn or more. */
bool tactics_is_sacrifice(const Line *line);

/* The first move opens the line of another piece, which then attacks a piece or gives check; check
 * it is, or one of the two takes something next. */
bool tactics_is_discovery(const Line *line);

/* The piece moved attacks two or more of: the king, pieces worth more than itself and pieces that
 * nothing guards; and takes one of them next. Pawns are not counted. */
bool tactics_is_fork(const Line *line);

/* The piece moved, a slider, attacks a piece through which it would attack the king or one worth
 * more; and takes the one in front next, or with the move after. */
bool tactics_is_pin(const Line *line);

/* The piece moved, a slider, attacks the king or a piece through which it would attack one worth
 * less, but no pawn; and takes the one behind next. */
bool tactics_is_skewer(const Line *line);

/* The first of the motifs above, in that order, that the line has; where it has none, whether it
 * begins with a check, a capture or a quiet move. The line must have a move. */
Theme tactics_theme(const Line *line);

#endif
