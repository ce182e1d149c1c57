#include "datagen/player.h"

#include <pthread.h>
#include <stdio.h>
#include <string.h>

#include "cli/command.h"
#include "datagen/dealer.h"
#include "datagen/self_play.h"

/* All threads but one may wait for the one that waits for a message. */
typedef struct Player {
    const Settings *settings;
    pthread_mutex_t lock; /* over what follows */
    ClusterMessage message;
    bool over;
} Player;

/* The number of the next game; false when no more are wanted. */
static bool await_number(Player *player, uint64_t *number) {
    pthread_mutex_lock(&player->lock);
    if (!player->over) {
        cluster_await(player->settings->cluster, 0, CLUSTER_ANY, &player->message);
        player->over = player->message.tag != DEALER_NUMBER;
    }
    const bool wanted = !player->over;
    if (wanted)
        memcpy(number, player->message.bytes, sizeof *number);
    pthread_mutex_unlock(&player->lock);
    return wanted;
}

/* The number is this rank's own: the first one knows the game by another. It is sent at once, for
 * those after it may be done before. */
static PlayStatus play_next(void *context, PlayTable *table, uint64_t own_number, void *result) {
    Player *player = context;
    DealtGame *dealt = result;
    (void)own_number;
    if (!await_number(player, &dealt->number))
        return PLAY_DONE;
    dealt->status = self_play_game(player->settings, table, dealt->number, &dealt->game);
    if (dealt->status == PLAY_STOPPED)
        return PLAY_STOPPED;
    cluster_send(player->settings->cluster, 0, DEALER_GAME, dealt, sizeof *dealt);
    return PLAY_DONE;
}

static bool goes_on(void *context, uint64_t own_number, const void *result) {
    Player *player = context;
    (void)own_number, (void)result;
    pthread_mutex_lock(&player->lock);
    const bool over = player->over;
    pthread_mutex_unlock(&player->lock);
    return !over;
}

int player_play(const Settings *settings) {
    Player player = {.settings = settings};
    Reason error;
    const SeriesPlan plan = {
        .settings = &settings->play,
        .limits = play_soft_limits(settings->nodes),
        .engines = 1,
        .end = UINT64_MAX,
        .round = 1,
        .window = settings->play.threads * 2,
        .result_size = sizeof(DealtGame),
        .play = play_next,
        .accept = goes_on,
        .context = &player,
    };
    pthread_mutex_init(&player.lock, NULL);
    const bool played = series_play(&plan, &error);
    pthread_mutex_destroy(&player.lock);
    cluster_message_free(&player.message);
    if (played)
        return COMMAND_OK;
    fprintf(stderr, "quorum-datagen: rank %d: %s\n", cluster_rank(settings->cluster), error.text);
    cluster_abort(settings->cluster, COMMAND_FAILED);
}
