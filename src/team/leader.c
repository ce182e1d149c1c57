#include "team/leader.h"

#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/format.h"
#include "chess/notation.h"
#include "team/bells.h"
#include "team/sharing.h"
#include "team/tags.h"

/* So long the best move waits for the votes of followers that have been told to stop. What they
 * have told before counts if they are later. */
#define VOTES_WAIT_US 8000

/* `go`, the keywords of limits and all legal moves fit. */
#define GO_SIZE (64 + MAX_MOVES * (COORDINATE_SIZE + 1))

#define SAY_SIZE 256

void leader_send_line(Team *team, const char *line, size_t length) {
    for (int rank = 1; rank < team->size; rank++) {
        /* In one step: who is lost meanwhile has its `stop` sent after this. */
        pthread_mutex_lock(&team->lock);
        if (!team->members[rank].lost)
            bells_send(team, rank, TAG_LINE, line, length);
        pthread_mutex_unlock(&team->lock);
    }
}

/* The followers search until they are stopped, for what the leader searches: they know nothing of
 * clocks. */
static size_t write_go(const Team *team, const SearchLimits *limits, char text[GO_SIZE]) {
    const bool chess960 = engine_position(team->engine)->chess960;
    size_t length = (size_t)snprintf(text, GO_SIZE, "go infinite");
    if (limits->depth > 0)
        length += (size_t)snprintf(text + length, GO_SIZE - length, " depth %d", limits->depth);
    if (limits->search_move_count > 0)
        length += (size_t)snprintf(text + length, GO_SIZE - length, " searchmoves");
    for (int i = 0; i < limits->search_move_count; i++) {
        char move[COORDINATE_SIZE];
        notation_coordinate(limits->search_moves[i], chess960, move);
        length += (size_t)snprintf(text + length, GO_SIZE - length, " %s", move);
    }
    return length;
}

static void reset_counts(Team *team) {
    for (int i = 0; i < team->size - 1; i++) {
        atomic_store_explicit(&team->counts[i].nodes, 0, memory_order_relaxed);
        atomic_store_explicit(&team->counts[i].tablebase_hits, 0, memory_order_relaxed);
        atomic_store_explicit(&team->counts[i].hash_full, 0, memory_order_relaxed);
        team->members[i + 1].lines_size = 0;
    }
}

static Outbox *on_begin(void *context, const SearchLimits *limits, TranspositionTable *table,
                        int workers) {
    Team *team = context;
    char go[GO_SIZE];
    const size_t length = write_go(team, limits, go);
    pthread_mutex_lock(&team->lock);
    team->search++;
    team->searching = true;
    team->network = engine_network_id(team->engine);
    reset_counts(team);
    bell_ring(team->bells.own);
    pthread_mutex_unlock(&team->lock);
    leader_send_line(team, go, length);
    return exchange_begin(&team->exchange, table, sharing_name(team, table), workers,
                          team->network);
}

static void on_stop(void *context) {
    Team *team = context;
    leader_send_line(team, "stop", strlen("stop"));
    exchange_stop(&team->exchange);
    pthread_mutex_lock(&team->lock);
    team->searching = false;
    team->quiet_us = clock_now_us();
    pthread_mutex_unlock(&team->lock);
}

/* The caller holds the lock. */
static bool all_have_voted(const Team *team) {
    for (int rank = 1; rank < team->size; rank++) {
        if (!member_has_voted(&team->members[rank], team->search))
            return false;
    }
    return true;
}

static void on_vote(void *context, Ballot *ballots) {
    Team *team = context;
    const int64_t deadline = clock_now_us() + VOTES_WAIT_US;
    pthread_mutex_lock(&team->lock);
    team->hurried = true;
    bell_ring(team->bells.own);
    while (!all_have_voted(team) && condition_wait_until(&team->change, &team->lock, deadline)) {
    }
    team->hurried = false;
    for (int rank = 1; rank < team->size; rank++)
        ballots[rank - 1] = member_ballot(&team->members[rank], team->search);
    pthread_mutex_unlock(&team->lock);
}

static void on_line(void *context, int partner, PublishedLine *line) {
    Team *team = context;
    pthread_mutex_lock(&team->lock);
    *line = team->members[partner + 1].line;
    pthread_mutex_unlock(&team->lock);
}

static bool make_lines(Team *team, int most) {
    if (!team->lines) {
        team->lines = calloc((size_t)most, sizeof *team->lines);
        team->line_capacity = team->lines ? most : 0;
    }
    return team->lines;
}

static int on_current_lines(void *context, MoveLine *lines, int most) {
    Team *team = context;
    int count = 0;
    if (!make_lines(team, most))
        return 0;
    pthread_mutex_lock(&team->lock);
    for (int rank = 1; rank < team->size; rank++) {
        const Member *member = &team->members[rank];
        size_t offset = 0;
        while (count < team->line_capacity && count < most &&
               news_read_line(member->lines, member->lines_size, &offset, team->lines[count].moves,
                              &lines[count].length)) {
            lines[count].moves = team->lines[count].moves;
            count++;
        }
    }
    pthread_mutex_unlock(&team->lock);
    return count;
}

void leader_set_partners(Team *team) {
    team->partners = (SearchPartners){
        .context = team,
        .count = team->size - 1,
        .partners = team->counts,
        .sharers = team->sharing.count,
        .share_table = sharing_take_part,
        .begin = on_begin,
        .stop = on_stop,
        .vote = on_vote,
        .line = on_line,
        .current_lines = on_current_lines,
    };
}

static void take_news(Team *team, Member *member, const ClusterMessage *message) {
    SearchNews news;
    if (!news_read(&news, message->bytes, message->size))
        return;
    if (member_note_news(member, &news, team->search, &team->counts[message->rank - 1]))
        member->is_fit = news.network == team->network;
}

static void take_count(const Team *team, const ClusterMessage *message) {
    CountNews news;
    if (message->size != sizeof news)
        return;
    memcpy(&news, message->bytes, sizeof news);
    if (news.search == team->search)
        member_count_nodes(&team->counts[message->rank - 1], news.nodes);
}

/* What comes late may be of another position. */
static void take_lines(const Team *team, Member *member, const ClusterMessage *message) {
    uint32_t search;
    if (message->size < sizeof search)
        return;
    memcpy(&search, message->bytes, sizeof search);
    if (search == team->search)
        member_note_lines(member, message->bytes + sizeof search, message->size - sizeof search);
}

static void take_ready(Member *member, const ClusterMessage *message) {
    if (message->size != sizeof member->ready)
        return;
    memcpy(&member->ready, message->bytes, sizeof member->ready);
    member->is_ready = true;
}

void leader_receive(Team *team, const ClusterMessage *message) {
    Member *member = &team->members[message->rank];
    pthread_mutex_lock(&team->lock);
    if (message->tag == TAG_NEWS)
        take_news(team, member, message);
    else if (message->tag == TAG_COUNT)
        take_count(team, message);
    else if (message->tag == TAG_READY)
        take_ready(member, message);
    else if (message->tag == TAG_LINES)
        take_lines(team, member, message);
    else if (message->tag == TAG_PARTED)
        member->has_parted = true;
    pthread_cond_broadcast(&team->change);
    pthread_mutex_unlock(&team->lock);
}

/* What a follower lacks that the leader has, "" for nothing. */
static void write_fault(const ReadyNews *own, const ReadyNews *other, char text[SAY_SIZE]) {
    text[0] = '\0';
    if (other->network != own->network)
        snprintf(text, SAY_SIZE,
                 "it evaluates by network %016" PRIx64 ", rank 0 by %016" PRIx64
                 ": what it finds is not used",
                 other->network, own->network);
    else if (other->threads != own->threads)
        snprintf(text, SAY_SIZE, "it has %d %s, rank 0 has %d", other->threads,
                 format_plural(other->threads, "thread", "threads"), own->threads);
    else if (other->hash_mib != own->hash_mib)
        snprintf(text, SAY_SIZE, "its table has %zu MiB, that of rank 0 %zu", other->hash_mib,
                 own->hash_mib);
    else if (other->tables != own->tables)
        snprintf(text, SAY_SIZE, "it has %d endgame %s, rank 0 has %d", other->tables,
                 format_plural(other->tables, "table", "tables"), own->tables);
}

void leader_judge_ready(Team *team) {
    const ReadyNews own = news_of_engine(team->engine);
    for (int rank = 1; rank < team->size; rank++) {
        char fault[SAY_SIZE], text[SAY_SIZE + 32];
        pthread_mutex_lock(&team->lock);
        Member *member = &team->members[rank];
        const bool answered = member->is_ready && !member->lost;
        if (answered)
            member->is_fit = member->ready.network == own.network;
        write_fault(&own, &member->ready, fault);
        pthread_mutex_unlock(&team->lock);
        if (!answered || fault[0] == '\0')
            continue;
        snprintf(text, sizeof text, "cluster: rank %d: %s", rank, fault);
        team->say(team->say_context, text);
    }
}
