#pragma once

#include "datagen/settings.h"

/* Plays the game of a number, always the same, whoever does. */
PlayStatus self_play_game(const Settings *settings, PlayTable *table, uint64_t number,
                          ChainGame *game);
