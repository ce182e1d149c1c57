#pragma once

#include "chain/chain.h"

/* A search of a few hundred nodes errs; the searches of the next plies, which begin where it ended,
 * know better. Their average is nearer to what a deep search would say (TD(lambda): R. Sutton,
 * 1988; in chess J. Baxter, A. Tridgell and L. Weaver, 1998). */

/* The scores of a game, each averaged with those that came after it, all seen from the side to
 * move: the one k plies later counts lambda^k times as much as its own, 0 <= lambda < 1. What is
 * averaged is the expected outcome that a score stands for. With lambda 0 they stay as they are.
 * Any thread. */
void foresight_scores(const ChainGame *game, double lambda, int16_t scores[CHAIN_MAX_PLIES]);
