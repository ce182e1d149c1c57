#pragma once

#include "cli/stop_signals.h"
#include "datagen/game_writer.h"
#include "datagen/player.h"

/* Plays games on that many threads, fewer where the system or the build gives no more, until the
 * output wants none or a stop signal arrives. False without memory, with nothing played. */
bool generate_games(const PlayerRules *rules, int threads, GameWriter *output,
                    const sigset_t *signals);
