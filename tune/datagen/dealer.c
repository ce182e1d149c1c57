#include "datagen/dealer.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "base/version.h"
#include "cluster/identity.h"

/* Games that each thread of a rank has before it: one to play, one to go on with. */
#define GAMES_HELD 2

/* Between two looks for games that have been played; they take much longer. */
#define NAP_NS 1000000

bool dealer_agree(const Settings *settings, const char *description, Reason *error) {
    char text[CHAIN_DESCRIPTION_SIZE + 256];
    snprintf(text, sizeof text, "version " QUORUM_VERSION "\n%s\n--threads %d", description,
             settings->play.threads);
    return identity_agree(settings->cluster, DEALER_IDENTITY, text, error);
}

/* Gives each rank as many numbers as it may hold. */
static void hand_out(const Settings *settings, Series *series, int *held) {
    const int most = settings->play.threads * GAMES_HELD;
    for (int rank = 1; rank < cluster_size(settings->cluster); rank++) {
        uint64_t number;
        while (held[rank] < most && series_try_take(series, &number)) {
            cluster_send(settings->cluster, rank, DEALER_NUMBER, &number, sizeof number);
            held[rank]++;
        }
    }
}

/* Takes in what has been played; false when there was nothing. */
static bool take_in(const Settings *settings, Series *series, int *held, ClusterMessage *message) {
    DealtGame game;
    if (!cluster_receive(settings->cluster, CLUSTER_ANY, DEALER_GAME, message) ||
        message->size != sizeof game)
        return false;
    memcpy(&game, message->bytes, sizeof game);
    held[message->rank]--;
    if (game.status == PLAY_DONE)
        series_hand_in(series, game.number, &game.game);
    else
        series_lack_openings(series);
    return true;
}

void dealer_deal(void *settings, Series *series) {
    const struct timespec nap = {.tv_nsec = NAP_NS};
    const Settings *own = settings;
    ClusterMessage message = {0};
    int *held = calloc((size_t)cluster_size(own->cluster), sizeof *held);
    while (held && !series_is_over(series)) { /* without memory the first rank plays alone */
        hand_out(own, series, held);
        if (!take_in(own, series, held, &message))
            nanosleep(&nap, NULL);
    }
    cluster_message_free(&message);
    free(held);
}

void dealer_end(Cluster *cluster) {
    for (int rank = 1; rank < cluster_size(cluster); rank++)
        cluster_send(cluster, rank, DEALER_END, NULL, 0);
}
