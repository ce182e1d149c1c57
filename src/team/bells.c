#include "team/bells.h"

#include <stdlib.h>
#include <string.h>

#include "team/tags.h"

/* Rung and waited for by different processors. */
typedef struct HungBell {
    _Alignas(CACHE_LINE) Bell bell;
} HungBell;

/* The memory that the bells hang in, from the first rank of the machine; of no bytes where it has
 * none. */
static MemoryShare agree_on_memory(Team *team) {
    const Sharing *sharing = &team->sharing;
    MemoryShare share = {0};
    if (sharing->index > 0) {
        ClusterMessage message = {0};
        cluster_await(team->cluster, sharing->ranks[0], TAG_BELLS, &message);
        if (message.size == sizeof share)
            memcpy(&share, message.bytes, sizeof share);
        cluster_message_free(&message);
        return share;
    }
    memory_share_make(&share, "quorum-bells", (size_t)sharing->count * sizeof(HungBell));
    team->bells.made = share;
    for (int i = 1; i < sharing->count; i++)
        cluster_send(team->cluster, sharing->ranks[i], TAG_BELLS, &share, sizeof share);
    return share;
}

void bells_begin(Team *team) {
    Bells *bells = &team->bells;
    const Sharing *sharing = &team->sharing;
    static const MemoryWish WISH = {.pages = PAGES_PLAIN};
    if (sharing->count < 2)
        return;
    const MemoryShare share = agree_on_memory(team);
    bells->of = calloc((size_t)team->size, sizeof *bells->of);
    if (!bells->of || share.bytes == 0 ||
        !memory_block_map_shared(&bells->memory, &share, sharing->index, sharing->count, &WISH))
        return;
    HungBell *all = bells->memory.address;
    for (int i = 0; i < sharing->count; i++)
        bells->of[sharing->ranks[i]] = &all[i].bell;
    bells->own = &all[sharing->index].bell;
    bells->reach_all = sharing->count == team->size;
}

void bells_end(Team *team) {
    Bells *bells = &team->bells;
    memory_share_end(&bells->made);
    memory_block_unmap(&bells->memory);
    free(bells->of);
}

void bells_send(Team *team, int rank, int tag, const void *bytes, size_t size) {
    cluster_send(team->cluster, rank, tag, bytes, size);
    if (team->bells.of && team->bells.of[rank])
        bell_ring(team->bells.of[rank]);
}

bool bells_suffice(Team *team) {
    bool suffice = team->bells.reach_all;
    for (int rank = 0; suffice && rank < team->size; rank++)
        suffice = cluster_unsent(team->cluster, rank) == 0;
    return suffice;
}
