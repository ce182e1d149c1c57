#pragma once

#include "chain/chain.h"
#include "chess/game.h"
#include "search/score.h"
#include "tables/syzygy.h"

/* Scores beyond it say next to nothing about who plays better, and take half of all positions where
 * games go on. */
#define ADJUDICATION_WIN_SCORE 700

/* When a game is over: by the rules, by endgame tables, or because both sides have agreed for a
 * while on how it will end. Owned by one thread. */
typedef struct Adjudication {
    int win_score;     /* centipawns with which a game counts as won, set by the caller */
    int decided_plies; /* that both sides have seen the same side win; negative for Black */
    int level_plies;   /* that neither side has seen any advantage */
} Adjudication;

/* Takes note of the score, from the view of the side to move, of the position before ply `ply` of
 * a game; true when the game is over, with *result set. */
bool adjudication_by_score(Adjudication *adjudication, Color side, int score, int ply,
                           GameResult *result);

/* Whether the score that a search has found for the position is what these tables say, so that the
 * game is over. NULL for no tables: it is not. Nor is one drawn in which somebody may still castle,
 * which tables know nothing of. */
bool adjudication_by_tables(const SyzygyTables *tables, const Position *position, Score score,
                            GameResult *result);

/* Whether the game has ended by the rules of chess: mate, stalemate, threefold repetition, fifty
 * moves or lack of material. */
bool adjudication_by_rules(const Game *game, GameResult *result);
