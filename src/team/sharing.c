#include "team/sharing.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "search/tunables.h"
#include "team/bells.h"
#include "team/tags.h"

/* So long a rank waits for the first one of its machine, which obeys the same lines at the same
 * time. */
#define OFFER_WAIT_US 2000000

void sharing_begin(Team *team) {
    Sharing *sharing = &team->sharing;
    sharing->ranks = calloc((size_t)team->size, sizeof *sharing->ranks);
    if (!sharing->ranks)
        cluster_abort(team->cluster, EXIT_FAILURE); /* the others would wait for ever */
    const uint64_t realm = memory_share_realm();
    sharing->count =
        cluster_sharers(team->cluster, TAG_REALM, realm, &sharing->index, sharing->ranks);
    if (realm == 0)
        sharing->count = 1;
}

void sharing_end(Team *team) {
    memory_share_end(&team->sharing.made);
    free(team->sharing.ranks);
}

/* For the first one: makes the memory, if it may take so much, and tells the others. What was made
 * before goes: those who have it still are about to ask for this one. */
static void make_offer(Team *team, size_t mib, SharingOffer *offer) {
    Sharing *sharing = &team->sharing;
    const size_t bytes = tt_share_bytes(mib, sharing->count);
    memory_share_end(&sharing->made);
    *offer = (SharingOffer){.mib = mib, .network = engine_network_id(team->engine)};
    if (bytes >> 20 <= engine_most_hash(team->engine))
        memory_share_make(&offer->memory, "quorum-table", bytes);
    sharing->made = offer->memory;
    for (int i = 1; i < sharing->count; i++)
        bells_send(team, sharing->ranks[i], TAG_TABLE, offer, sizeof *offer);
}

static bool offer_fits(const SharingOffer *offer, size_t mib, uint64_t network) {
    return offer->mib == mib && offer->network == network;
}

/* The newest offer of that size and network which has not been taken, or NULL. The caller holds the
 * lock. */
static SharingOffer *find_offer(Sharing *sharing, size_t mib, uint64_t network) {
    for (int i = sharing->offer_count - 1; i >= 0; i--) {
        SharingOffer *offer = &sharing->offers[i];
        if (!offer->taken && offer_fits(offer, mib, network))
            return offer;
    }
    return NULL;
}

/* What the first one made last, if it fits, or NULL: who was late may have taken it before its
 * time, for an earlier wish of the same size. The caller holds the lock. */
static SharingOffer *find_last_offer(Sharing *sharing, size_t mib, uint64_t network) {
    if (sharing->offer_count == 0)
        return NULL;
    SharingOffer *last = &sharing->offers[sharing->offer_count - 1];
    return offer_fits(last, mib, network) ? last : NULL;
}

/* Takes an offer, and forgets older ones of its size: the next table is another one. The caller
 * holds the lock. */
static SharingOffer take_offer(Sharing *sharing, SharingOffer *offer) {
    offer->taken = true;
    const SharingOffer taken = *offer;
    const SharingOffer *end = sharing->offers + sharing->offer_count;
    SharingOffer *kept = sharing->offers;
    for (const SharingOffer *each = sharing->offers; each < end; each++) {
        if (each >= offer || each->mib != taken.mib)
            *kept++ = *each;
    }
    sharing->offer_count = (int)(kept - sharing->offers);
    return taken;
}

/* For the others: waits for what the first one has made. */
static void await_offer(Team *team, size_t mib, SharingOffer *offer) {
    Sharing *sharing = &team->sharing;
    const uint64_t network = engine_network_id(team->engine);
    const int64_t deadline = clock_now_us() + OFFER_WAIT_US;
    pthread_mutex_lock(&team->lock);
    team->hurried = true;
    bell_ring(team->bells.own);
    SharingOffer *found;
    while (!(found = find_offer(sharing, mib, network)) &&
           condition_wait_until(&team->change, &team->lock, deadline)) {
    }
    team->hurried = false;
    if (!found)
        found = find_last_offer(sharing, mib, network);
    *offer = found ? take_offer(sharing, found) : (SharingOffer){0};
    pthread_mutex_unlock(&team->lock);
}

bool sharing_take_part(void *context, size_t mib, TableShare *share) {
    Team *team = context;
    Sharing *sharing = &team->sharing;
    SharingOffer offer;
    if (sharing->count < 2 || !SHARED_TABLE)
        return false;
    if (sharing->index == 0)
        make_offer(team, mib, &offer);
    else
        await_offer(team, mib, &offer);
    if (offer.memory.bytes == 0)
        return false;
    *share = (TableShare){offer.memory, sharing->index, sharing->count};
    sharing->name = (uint64_t)(sharing->ranks[0] + 1) << 40 ^ offer.memory.inode;
    return true;
}

void sharing_receive(Team *team, const ClusterMessage *message) {
    Sharing *sharing = &team->sharing;
    if (message->size != sizeof(SharingOffer))
        return;
    pthread_mutex_lock(&team->lock);
    if (sharing->offer_count == OFFERS_KEPT) {
        sharing->offer_count--;
        memmove(sharing->offers, sharing->offers + 1, (OFFERS_KEPT - 1) * sizeof(SharingOffer));
    }
    memcpy(&sharing->offers[sharing->offer_count++], message->bytes, sizeof(SharingOffer));
    pthread_cond_broadcast(&team->change);
    pthread_mutex_unlock(&team->lock);
}

uint64_t sharing_name(const Team *team, const TranspositionTable *table) {
    return tt_is_shared(table) ? team->sharing.name : 0;
}
