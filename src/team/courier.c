#include "team/courier.h"

#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/integers.h"
#include "base/scheduling.h"
#include "team/bells.h"
#include "team/follower.h"
#include "team/leader.h"
#include "team/sharing.h"
#include "team/tags.h"

/* From one look for messages to the next: MPI has no other way to wait that leaves the processor to
 * those that search. Where bells ring for what is urgent, there is time for the rest. */
#define NAP_RUNG_US      10000
#define NAP_HURRIED_US   100
#define NAP_EXPECTANT_US 1000
#define NAP_SETTLED_US   4000
#define NAP_IDLE_US      5000

/* So long after a search the next one is expected at any time. */
#define EXPECTANT_US 1000000

#define COUNT_INTERVAL_US 10000
#define ALIVE_INTERVAL_US 500000

/* A rank that has not been heard for so long is lost. A follower is more patient: without its
 * leader it ends. */
#define LEADER_PATIENCE_US   4000000
#define FOLLOWER_PATIENCE_US 12000000

/* What one look can add to a rank's silence: it may be this process that has been asleep. */
#define MOST_SILENCE_US 50000

/* What the thread itself remembers; by clock_now_us(). */
typedef struct Courier {
    Team *team;
    ClusterMessage message;
    int64_t looked_us;
    int64_t counted_us;
    int64_t alive_us;
} Courier;

static void note_heard(Team *team, int rank) {
    pthread_mutex_lock(&team->lock);
    team->members[rank].silence_us = 0;
    pthread_mutex_unlock(&team->lock);
}

static void receive_all(Courier *courier) {
    Team *team = courier->team;
    while (cluster_receive(team->cluster, CLUSTER_ANY, CLUSTER_ANY, &courier->message)) {
        note_heard(team, courier->message.rank);
        if (courier->message.tag == TAG_ENTRIES)
            exchange_receive(&team->exchange, &courier->message);
        else if (courier->message.tag == TAG_NAME)
            exchange_receive_name(&team->exchange, &courier->message);
        else if (courier->message.tag == TAG_TABLE)
            sharing_receive(team, &courier->message);
        else if (team->rank == 0)
            leader_receive(team, &courier->message);
        else
            follower_receive(team, &courier->message);
    }
}

/* A rank has been silent for so much longer. Returns whether it is lost from now on. */
static bool add_silence(Team *team, int rank, int64_t passed_us, int64_t patience_us) {
    pthread_mutex_lock(&team->lock);
    Member *member = &team->members[rank];
    member->silence_us += passed_us;
    const bool is_new = !member->lost && member->silence_us > patience_us;
    if (is_new) {
        member->lost = true;
        pthread_cond_broadcast(&team->change);
    }
    pthread_mutex_unlock(&team->lock);
    if (is_new)
        exchange_lose(&team->exchange, rank);
    return is_new;
}

static void say_lost(Team *team, int rank) {
    char text[100];
    snprintf(text, sizeof text, "cluster: rank %d is lost: the search goes on without it", rank);
    team->say(team->say_context, text);
}

static void watch_followers(Team *team, int64_t passed_us) {
    for (int rank = 1; rank < team->size; rank++) {
        if (!add_silence(team, rank, passed_us, LEADER_PATIENCE_US))
            continue;
        /* Should it only sleep, it is not to search for ever: nothing else is sent to it. */
        bells_send(team, rank, TAG_LINE, "stop", strlen("stop"));
        say_lost(team, rank);
    }
}

/* Without a leader a follower quits, and waits for it no longer if it is about to. */
static void watch_leader(Team *team, int64_t passed_us) {
    if (add_silence(team, 0, passed_us, FOLLOWER_PATIENCE_US)) {
        feed_add(&team->feed, "stop", strlen("stop"));
        feed_add(&team->feed, "quit", strlen("quit"));
    }
}

/* A lost rank may only have been asleep: without a sign of its leader it would end all others. */
static void send_alive(Team *team) {
    const int first = team->rank > 0 ? 0 : 1;
    const int end = team->rank > 0 ? 1 : team->size;
    for (int rank = first; rank < end; rank++) {
        if (cluster_unsent(team->cluster, rank) < TEAM_MOST_UNSENT)
            cluster_send(team->cluster, rank, TAG_ALIVE, NULL, 0);
    }
}

static void watch(Courier *courier, int64_t now) {
    Team *team = courier->team;
    const int64_t silence = int64_min(now - courier->looked_us, MOST_SILENCE_US);
    courier->looked_us = now;
    if (team->rank == 0)
        watch_followers(team, silence);
    else
        watch_leader(team, silence);
    if (now - courier->alive_us >= ALIVE_INTERVAL_US) {
        courier->alive_us = now;
        send_alive(team);
    }
}

/* Sleeps until the next look is due, or somebody is in a hurry. Whether it goes on. */
static bool nap(Team *team) {
    const int64_t now = clock_now_us();
    const bool others_ring = bells_suffice(team) && team->feed.length == 0;
    pthread_mutex_lock(&team->lock);
    const bool rung = others_ring && !(team->searching && exchange_is_wanted(&team->exchange));
    const bool settled = team->searching && exchange_is_settled(&team->exchange);
    const bool expectant = team->searching || now - team->quiet_us < EXPECTANT_US;
    const int64_t nap_us = rung            ? NAP_RUNG_US
                           : team->hurried ? NAP_HURRIED_US
                           : settled       ? NAP_SETTLED_US
                           : expectant     ? NAP_EXPECTANT_US
                                           : NAP_IDLE_US;
    pthread_mutex_unlock(&team->lock);
    bell_await(team->bells.own, now + nap_us);
    pthread_mutex_lock(&team->lock);
    const bool goes_on = !team->quitting;
    pthread_mutex_unlock(&team->lock);
    return goes_on;
}

static void *courier_main(void *argument) {
    Courier courier = {.team = argument, .looked_us = clock_now_us()};
    Team *team = courier.team;
    scheduling_prefer(TURNS_SHORT);
    do {
        const int64_t now = clock_now_us();
        receive_all(&courier);
        exchange_send(&team->exchange);
        if (team->rank > 0) {
            feed_flush(&team->feed);
            if (now - courier.counted_us >= COUNT_INTERVAL_US &&
                cluster_unsent(team->cluster, 0) < TEAM_MOST_UNSENT) {
                courier.counted_us = now;
                follower_send_count(team);
            }
        }
        watch(&courier, now);
    } while (nap(team));
    cluster_message_free(&courier.message);
    return NULL;
}

bool courier_start(Team *team) {
    team->quitting = false;
    team->has_courier = pthread_create(&team->courier, NULL, courier_main, team) == 0;
    return team->has_courier;
}

void courier_stop(Team *team) {
    if (!team->has_courier)
        return;
    pthread_mutex_lock(&team->lock);
    team->quitting = true;
    bell_ring(team->bells.own);
    pthread_mutex_unlock(&team->lock);
    pthread_join(team->courier, NULL);
    team->has_courier = false;
}
