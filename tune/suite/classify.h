#ifndef QUORUM_SUITE_CLASSIFY_H
#define QUORUM_SUITE_CLASSIFY_H

#include "search/score.h"
#include "suite/line.h"
#include "suite/theme.h"

/* What a search has found out about a position and its best move. */
typedef struct Evidence {
    Line line;      /* that the best move begins */
    Score best;     /* of that move, from the view of the side to move */
    Score next;     /* of the best of the other moves */
    bool tablebase; /* endgame tables say that every other move throws away win or draw */
} Evidence;

/* The theme of the position; THEME_NONE when it is not clear enough for any. Mates are told by
 * proof and not here. Pure; any thread.
 *
 *   endgame     endgame tables say that every other move loses half a point or more; or an ending
 *               is won (200 or more) by this move and at most drawish (80) by the next, or held
 *   tactical    the best move wins something (100 or more), by 150 or more better than the next,
 *               which does not win as well (300); or it holds
 *   positional  the game is level (-200 to 200), the best move is better by 40 to 120, and its line
 *               wins no material
 *
 * A move holds when it is worth -100 to 60 and the next one -200 or less. All in centipawns. */
Theme classify(const Evidence *evidence);

#endif
