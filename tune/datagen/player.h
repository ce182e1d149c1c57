#pragma once

#include "chain/chain.h"
#include "play/opening.h"
#include "play/play.h"

/* Plays self-play games, with an engine of its own. Owned by one thread, but players are
 * created by one thread, one after the other. */
typedef struct Player Player;

typedef struct PlayerRules {
    uint64_t seed;  /* of the whole run */
    uint64_t nodes; /* after which a search begins no new iteration */
    int hash_mib;
    int win_score;            /* centipawns with which a game counts as won */
    const Engine *evaluation; /* an engine whose evaluation all players share */
    OpeningRules opening;
} PlayerRules;

/* NULL without memory. The rules must outlive the player. */
Player *player_create(const PlayerRules *rules);
void player_destroy(Player *player);

/* Plays the game of that number: the same one whoever plays it, for given rules. *kept is set to
 * the number of its plies that filter_keeps(). */
PlayStatus player_play(Player *player, uint64_t number, PlayMustStop *must_stop, void *context,
                       ChainGame *game, int *kept);
