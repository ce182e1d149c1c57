#pragma once

#include "datagen/settings.h"

/* Plays games for the first rank until it wants no more; an exit code. */
int player_play(const Settings *settings);
