#include "datagen/generate.h"

#include <stdlib.h>

typedef struct Run {
    GameWriter *output;
    const sigset_t *signals;
} Run;

static bool must_stop(void *context) {
    Run *run = context;
    if (stop_signals_arrived(run->signals))
        game_writer_stop(run->output);
    return game_writer_is_over(run->output);
}

/* What each thread does. */
static void play_games(Player *player, ChainGame *game, Run *run) {
    uint64_t number;
    while (game_writer_take(run->output, &number)) {
        int kept;
        PlayStatus status = player_play(player, number, must_stop, run, game, &kept);
        if (status == PLAY_DONE)
            game_writer_give(run->output, number, game, kept);
        if (status == PLAY_NO_OPENING)
            game_writer_fail(run->output, "no opening could be found that is not decided at once");
    }
}

bool generate_games(const PlayerRules *rules, int threads, GameWriter *output,
                    const sigset_t *signals) {
    Run run = {output, signals};
    Player **players = calloc((size_t)threads, sizeof(Player *));
    ChainGame *games = aligned_alloc(_Alignof(ChainGame), (size_t)threads * sizeof *games);
    bool complete = players && games;
    for (int i = 0; complete && i < threads; i++) {
        players[i] = player_create(rules);
        complete = players[i];
    }
    if (complete) {
#ifdef _OPENMP
#pragma omp parallel for num_threads(threads) schedule(static, 1)
#endif
        for (int i = 0; i < threads; i++)
            play_games(players[i], &games[i], &run);
    }
    for (int i = 0; players && i < threads; i++)
        player_destroy(players[i]);
    free(players);
    free(games);
    return complete;
}
