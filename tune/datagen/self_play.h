#pragma once

#include "datagen/settings.h"
#include "datagen/tree.h"

/* Plays the game of a number, always the same, whoever does. */
PlayStatus self_play_game(const Settings *settings, PlayTable *table, uint64_t number,
                          ChainGame *game);

/* Plays it for the nodes of its searches. */
PlayStatus self_play_tree(const Settings *settings, PlayTable *table, uint64_t number,
                          TreeSample *sample);
