#include "play/settings.h"

void play_settings_check(const PlaySettings *settings, const struct argp_state *state) {
    const OpeningRules *opening = &settings->opening;
    const int drawn_percent = opening->chess960_percent + opening->endgame_percent;
    if (drawn_percent > 100)
        argp_error(state, "--chess960 and --endgame together exceed 100 percent");
    if (opening->random_plies == 0 && !settings->openings_path && drawn_percent < 100)
        argp_error(state, "--random-plies 0 from the start position plays the same game over and "
                          "over: add --openings");
}
