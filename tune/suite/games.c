#include "suite/games.h"

#include <stdio.h>

bool games_open(Games *games, char *const *paths, int count, char *error, size_t error_size) {
    *games = (Games){.paths = paths, .count = count};
    for (int i = 0; i < count; i++) {
        ChainSurvey survey;
        if (!chain_survey(paths[i], &survey, error, error_size))
            return false;
        games->total += survey.games;
    }
    return true;
}

/* Opens the current file; false when it has gone. */
static bool open_current(Games *games) {
    char error[512];
    games->reader = chain_reader_open(games->paths[games->current], error, sizeof error);
    if (!games->reader)
        fprintf(stderr, "quorum-suite: %s\n", error);
    games->damages += games->reader == NULL;
    return games->reader != NULL;
}

bool games_next(Games *games, ChainGame *game) {
    while (games->current < games->count) {
        if (!games->reader && !open_current(games)) {
            games->current++;
            continue;
        }
        switch (chain_reader_next(games->reader, game)) {
        case CHAIN_GAME:
            games->number++;
            return true;
        case CHAIN_DAMAGED:
            fprintf(stderr, "quorum-suite: %s: %s\n", games->paths[games->current],
                    chain_reader_message(games->reader));
            games->damages++;
            break;
        case CHAIN_END:
            games_close(games);
            games->current++;
            break;
        }
    }
    return false;
}

void games_close(Games *games) {
    chain_reader_close(games->reader);
    games->reader = NULL;
}
