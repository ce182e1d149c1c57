#include "team/team.h"
#include "engine/engine_insider.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/memory.h"
#include "base/processors.h"
#include "cluster/identity.h"
#include "team/bells.h"
#include "team/courier.h"
#include "team/follower.h"
#include "team/leader.h"
#include "team/sharing.h"
#include "team/tags.h"

static bool allocate(Team *team) {
    const size_t ranks = (size_t)team->size;
    team->members = calloc(ranks, sizeof *team->members);
    team->counts = memory_allocate(_Alignof(Partner), ranks * sizeof *team->counts);
    if (team->counts)
        memset(team->counts, 0, ranks * sizeof *team->counts);
    for (int rank = 0; team->members && rank < team->size; rank++)
        team->members[rank].is_fit = true;
    const bool exchanges = exchange_init(&team->exchange, team->cluster);
    return team->members && team->counts && exchanges && feed_init(&team->feed);
}

Team *team_create(Reason *reason) {
    Team *team = calloc(1, sizeof *team);
    Cluster *cluster = team ? cluster_begin(reason) : NULL;
    if (!team)
        reason_set(reason, "not enough memory");
    if (cluster && cluster_size(cluster) > PARTNERS_MAX + 1) {
        reason_set(reason, "%d ranks are too many: %d at most", cluster_size(cluster),
                   PARTNERS_MAX + 1);
        cluster_end(cluster);
        cluster = NULL;
    }
    if (!cluster) {
        free(team);
        return NULL;
    }
    team->cluster = cluster;
    team->rank = cluster_rank(cluster);
    team->size = cluster_size(cluster);
    team->bells.own = &team->bells.alone;
    pthread_mutex_init(&team->lock, NULL);
    condition_init(&team->change);
    if (allocate(team))
        return team;
    reason_set(reason, "not enough memory");
    cluster_abort(cluster, EXIT_FAILURE);
}

void team_give_up(Team *team) {
    cluster_abort(team->cluster, EXIT_FAILURE);
}

bool team_is_alone(const Team *team) {
    return team->size == 1;
}

bool team_leads(const Team *team) {
    return team->rank == 0;
}

int team_input(const Team *team) {
    return team->feed.input_fd;
}

/* Ranks that may run on the same processors of a machine share these; those that mpirun has kept
 * apart already do not. */
static void share_machine(Team *team) {
    int index;
    const int count =
        cluster_sharers(team->cluster, TAG_PROCESSORS, processors_fingerprint(), &index, NULL);
    if (count > 1)
        engine_set_share(team->engine, index, count);
}

bool team_join(Team *team, Engine *engine, const char *identity,
               void (*say)(void *context, const char *text), void *context, Reason *reason) {
    if (!identity_agree(team->cluster, TAG_IDENTITY, identity, reason))
        return false;
    cluster_outlive(team->cluster);
    team->engine = engine;
    team->say = say;
    team->say_context = context;
    share_machine(team);
    sharing_begin(team);
    bells_begin(team);
    if (team->rank == 0)
        leader_set_partners(team);
    else
        follower_set_partners(team);
    engine_set_partners(engine, &team->partners);
    return true;
}

bool team_listen(Team *team) {
    return courier_start(team);
}

/* Whether nobody has to be waited for any more. The caller holds the lock. */
static bool is_over(const Team *team) {
    if (team->rank > 0)
        return team->all_have_parted || team->members[0].lost;
    for (int rank = 1; rank < team->size; rank++) {
        if (!team->members[rank].has_parted && !team->members[rank].lost)
            return false;
    }
    return true;
}

/* Waits until all ranks are here. The couriers tell who is lost meanwhile: MPI would wait for
 * those, too, and for ever. */
static void part_together(Team *team) {
    if (!team->has_courier)
        return;
    if (team->rank > 0)
        bells_send(team, 0, TAG_PARTED, NULL, 0);
    pthread_mutex_lock(&team->lock);
    team->hurried = true;
    bell_ring(team->bells.own);
    while (!is_over(team))
        pthread_cond_wait(&team->change, &team->lock);
    pthread_mutex_unlock(&team->lock);
    for (int rank = 1; rank < team->size && team->rank == 0; rank++)
        bells_send(team, rank, TAG_PARTED, NULL, 0);
}

void team_part(Team *team) {
    if (!team->engine)
        return;
    if (team->rank == 0)
        leader_send_line(team, "quit", strlen("quit"));
    engine_set_partners(team->engine, NULL);
    part_together(team);
    courier_stop(team);
    team->engine = NULL;
}

int team_destroy(Team *team, int code) {
    bool lost = false;
    for (int rank = 0; rank < team->size; rank++) {
        lost |= team->members[rank].lost;
        member_free(&team->members[rank]);
    }
    if (lost)
        cluster_abort(team->cluster, EXIT_FAILURE);
    cluster_end(team->cluster);
    exchange_destroy(&team->exchange);
    sharing_end(team);
    bells_end(team);
    feed_destroy(&team->feed);
    pthread_cond_destroy(&team->change);
    pthread_mutex_destroy(&team->lock);
    free(team->members);
    memory_free(team->counts);
    free(team->lines);
    free(team);
    return code;
}

void team_forward(Team *team, Text line) {
    if (team->rank == 0)
        leader_send_line(team, line.data, line.length);
}

void team_ask_ready(Team *team) {
    if (team->rank > 0)
        return;
    pthread_mutex_lock(&team->lock);
    for (int rank = 1; rank < team->size; rank++)
        team->members[rank].is_ready = false;
    team->hurried = true;
    pthread_mutex_unlock(&team->lock);
    leader_send_line(team, "isready", strlen("isready"));
}

/* The caller holds the lock. */
static bool all_are_ready(const Team *team) {
    for (int rank = 1; rank < team->size; rank++) {
        const Member *member = &team->members[rank];
        if (!member->is_ready && !member->has_parted && !member->lost)
            return false;
    }
    return true;
}

bool team_await_ready(Team *team, int64_t most_us) {
    if (team->rank > 0) {
        follower_send_ready(team);
        return true;
    }
    const int64_t deadline = clock_now_us() + most_us;
    pthread_mutex_lock(&team->lock);
    while (!all_are_ready(team) && condition_wait_until(&team->change, &team->lock, deadline)) {
    }
    const bool ready = all_are_ready(team);
    team->hurried = !ready;
    pthread_mutex_unlock(&team->lock);
    if (ready)
        leader_judge_ready(team);
    return ready;
}

ReportSink team_sink(Team *team, const ReportSink *sink) {
    if (team->rank == 0)
        return *sink;
    team->own_sink = *sink;
    return follower_sink(team);
}
