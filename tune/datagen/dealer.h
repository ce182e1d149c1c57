#pragma once

#include "datagen/settings.h"
#include "play/series.h"

/* Games that other ranks play for the first one. */

typedef enum DealerTag { DEALER_IDENTITY, DEALER_NUMBER, DEALER_GAME, DEALER_END } DealerTag;

/* DEALER_GAME, from who has played it. */
typedef struct DealtGame {
    uint64_t number;
    PlayStatus status; /* PLAY_DONE or PLAY_NO_OPENING */
    ChainGame game;
} DealtGame;

/* Whether all ranks have the same settings, which the description tells; else the first one has in
 * *error what differs. Called by all. */
bool dealer_agree(const Settings *settings, const char *description, Reason *error);

/* Deals games to the other ranks and takes them in: the deal() of a series. `settings` are a
 * Settings. */
void dealer_deal(void *settings, Series *series);

/* Tells the others that no more games are wanted. */
void dealer_end(Cluster *cluster);
