#include "team/follower.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "team/bells.h"
#include "team/sharing.h"
#include "team/tags.h"

static Outbox *on_begin(void *context, const SearchLimits *limits, TranspositionTable *table,
                        int workers) {
    Team *team = context;
    (void)limits;
    team->partners.first_worker = team->rank * workers; /* those before it have as many */
    pthread_mutex_lock(&team->lock);
    team->search++;
    team->searching = true;
    team->network = engine_network_id(team->engine);
    bell_ring(team->bells.own);
    pthread_mutex_unlock(&team->lock);
    return exchange_begin(&team->exchange, table, sharing_name(team, table), workers,
                          team->network);
}

static void on_stop(void *context) {
    Team *team = context;
    exchange_stop(&team->exchange);
    pthread_mutex_lock(&team->lock);
    team->searching = false;
    team->quiet_us = clock_now_us();
    pthread_mutex_unlock(&team->lock);
}

void follower_set_partners(Team *team) {
    team->partners = (SearchPartners){
        .context = team,
        .sharers = team->sharing.count,
        .share_table = sharing_take_part,
        .begin = on_begin,
        .stop = on_stop,
    };
}

static void on_iteration(void *context, const IterationReport *report) {
    Team *team = context;
    SearchNews news;
    pthread_mutex_lock(&team->lock);
    const uint32_t search = team->search;
    const uint64_t network = team->network;
    pthread_mutex_unlock(&team->lock);
    news_fill(&news, search, network, report);
    if (report->is_last) /* the leader waits for it */
        bells_send(team, 0, TAG_NEWS, &news, news_size(&news));
    else
        cluster_send(team->cluster, 0, TAG_NEWS, &news, news_size(&news));
}

static void on_current_lines(void *context, const MoveLinesReport *report) {
    Team *team = context;
    char *bytes = malloc(NEWS_LINES_SIZE);
    if (!bytes)
        return;
    pthread_mutex_lock(&team->lock);
    const uint32_t search = team->search;
    pthread_mutex_unlock(&team->lock);
    const size_t head = sizeof search;
    memcpy(bytes, &search, head);
    const size_t size = news_write_lines(report, bytes + head, NEWS_LINES_SIZE - head);
    cluster_send(team->cluster, 0, TAG_LINES, bytes, head + size);
    free(bytes);
}

static void on_best_move(void *context, const BestMoveReport *report) {
    const Team *team = context;
    team->own_sink.best_move(team->own_sink.context, report);
}

ReportSink follower_sink(Team *team) {
    return (ReportSink){.context = team,
                        .iteration = on_iteration,
                        .current_lines = team->own_sink.current_lines ? on_current_lines : NULL,
                        .best_move = on_best_move};
}

void follower_receive(Team *team, const ClusterMessage *message) {
    if (message->tag == TAG_LINE)
        feed_add(&team->feed, message->bytes, message->size);
    if (message->tag != TAG_PARTED)
        return;
    pthread_mutex_lock(&team->lock);
    team->all_have_parted = true;
    pthread_cond_broadcast(&team->change);
    pthread_mutex_unlock(&team->lock);
}

void follower_send_count(Team *team) {
    pthread_mutex_lock(&team->lock);
    CountNews news = {.search = team->search};
    const bool searching = team->searching;
    pthread_mutex_unlock(&team->lock);
    if (!searching)
        return;
    news.nodes = engine_nodes(team->engine);
    cluster_send(team->cluster, 0, TAG_COUNT, &news, sizeof news);
}

void follower_send_ready(Team *team) {
    const ReadyNews news = news_of_engine(team->engine);
    bells_send(team, 0, TAG_READY, &news, sizeof news);
}
