#ifndef QUORUM_SUITE_ENDING_H
#define QUORUM_SUITE_ENDING_H

#include "chess/position.h"
#include "suite/theme.h"

/* Endings by what stands on the board. Pure; any thread. */

/* Neither side has more than one piece beside king and pawns. */
bool ending_is_one(const Position *position);

/* Which ending it is: of pawns, of minor pieces, rooks or queens alone, or mixed. */
Theme ending_theme(const Position *position);

#endif
