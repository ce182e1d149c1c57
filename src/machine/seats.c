#include "machine/seats.h"

#include <stdlib.h>
#include <string.h>

#include "base/integers.h"

/* The list's node of each OS index, -1 for those it does not name. */
static int *nodes_of_list(const NumaPolicy *policy) {
    int *nodes = malloc((NUMA_POLICY_MAX_PU + 1) * sizeof *nodes);
    if (!nodes)
        return NULL;
    memset(nodes, -1, (NUMA_POLICY_MAX_PU + 1) * sizeof *nodes);
    for (int i = 0; i < policy->range_count; i++) {
        for (int pu = policy->ranges[i].first; pu <= policy->ranges[i].last; pu++)
            nodes[pu] = policy->ranges[i].node;
    }
    return nodes;
}

static void add_pu(Seats *seats, const Machine *machine, int index, int node) {
    int core = machine->pus[index].core, rank = 0;
    if (seats->count > 0) {
        const SeatPu *last = &seats->pus[seats->count - 1];
        if (machine->pus[last->index].core == core)
            rank = last->rank + 1;
    }
    seats->core_count += rank == 0;
    seats->pus[seats->count++] = (SeatPu){index, node, rank};
}

/* What the list names is struck from `nodes` where it is used; the rest cannot be. */
static void add_listed(Seats *seats, const Machine *machine, int *nodes) {
    for (int i = 0; i < machine->pu_count; i++) {
        const MachinePu *pu = &machine->pus[i];
        if (!pu->allowed || pu->os_index > NUMA_POLICY_MAX_PU || nodes[pu->os_index] < 0)
            continue;
        add_pu(seats, machine, i, nodes[pu->os_index]);
        nodes[pu->os_index] = -1;
    }
    for (int pu = NUMA_POLICY_MAX_PU; pu >= 0; pu--) {
        if (nodes[pu] >= 0) {
            seats->unusable++;
            seats->first_unusable = pu;
        }
    }
}

static bool find_usable(const Machine *machine, const NumaPolicy *policy, Seats *seats) {
    seats->pus = calloc((size_t)machine->pu_count, sizeof *seats->pus);
    if (!seats->pus)
        return false;
    if (policy->kind == NUMA_POLICY_LIST) {
        int *nodes = nodes_of_list(policy);
        if (!nodes)
            return false;
        seats->node_count = policy->node_count;
        add_listed(seats, machine, nodes);
        free(nodes);
        return true;
    }
    seats->node_count = machine->node_count;
    for (int i = 0; i < machine->pu_count; i++) {
        if (machine->pus[i].allowed || policy->kind == NUMA_POLICY_HARDWARE)
            add_pu(seats, machine, i, machine->pus[i].node);
    }
    return true;
}

/* What items are dealt from in turn: nodes, or level 3 groups. */
typedef struct Bucket {
    int load; /* items dealt from it so far, in this deal and before */
    int used; /* in this deal */
    int size; /* items that this deal has in it */
    int next; /* where to look for the next of them */
} Bucket;

/* Which bucket gives next: the one farthest below its share, in whole items rounded to the nearest
 * (A. Sainte-Lague, 1910); of several, the one that has given least so far. */
static int next_bucket(const Bucket *buckets, int count) {
    int best = -1;
    for (int i = 0; i < count; i++) {
        const Bucket *bucket = &buckets[i];
        if (bucket->used == bucket->size)
            continue;
        if (best < 0) {
            best = i;
            continue;
        }
        int64_t left = (int64_t)(2 * bucket->used + 1) * buckets[best].size;
        int64_t right = (int64_t)(2 * buckets[best].used + 1) * bucket->size;
        if (left < right || (left == right && bucket->load < buckets[best].load))
            best = i;
    }
    return best;
}

/* Reorders items so that buckets give in turn, each in the order its own items have. bucket_of
 * holds the bucket of each item; `before` has room for all. */
static void deal(int *items, int count, const int *bucket_of, Bucket *buckets, int bucket_count,
                 int *before) {
    for (int i = 0; i < bucket_count; i++)
        buckets[i].used = buckets[i].size = buckets[i].next = 0;
    for (int i = 0; i < count; i++) {
        before[i] = items[i];
        buckets[bucket_of[items[i]]].size++;
    }
    for (int i = 0; i < count; i++) {
        const int best = next_bucket(buckets, bucket_count);
        Bucket *bucket = &buckets[best];
        while (bucket_of[before[bucket->next]] != best)
            bucket->next++;
        items[i] = before[bucket->next++];
        bucket->used++;
        bucket->load++;
    }
}

/* Room to deal in. Arrays by item are as long as Seats.pus. */
typedef struct Dealer {
    int *node_of; /* this and the next two in one block, */
    int *l3_of;
    int *before;
    Bucket *nodes; /* and these two */
    Bucket *l3s;
    int l3_count;
    int node_count;
    bool spread; /* over the level 3 groups of a node */
} Dealer;

/* Deals the PUs of one class, those of one rank and kind: first within the nodes, then among them.
 * A node's own PUs keep the order that the first deal gave them. */
static void deal_class(Dealer *dealer, int *items, int count) {
    if (dealer->spread)
        deal(items, count, dealer->l3_of, dealer->l3s, dealer->l3_count, dealer->before);
    deal(items, count, dealer->node_of, dealer->nodes, dealer->node_count, dealer->before);
}

/* What is dealt before what: first PUs of each core before others, then fast kinds of cores, then
 * PUs that have memory of their own. */
static int class_of(const Machine *machine, const SeatPu *pu) {
    const MachinePu *about = &machine->pus[pu->index];
    return 2 * (pu->rank * machine->kind_count + about->efficiency) + about->adopted;
}

static void deal_all(const Machine *machine, Seats *seats, Dealer *dealer) {
    int highest_rank = 0;
    for (int i = 0; i < seats->count; i++) {
        const SeatPu *pu = &seats->pus[i];
        dealer->node_of[i] = pu->node;
        dealer->l3_of[i] = machine->pus[pu->index].l3 + 1;
        highest_rank = int_max(highest_rank, pu->rank);
    }
    int dealt = 0;
    for (int turn = 0; turn < 2 * (highest_rank + 1) * machine->kind_count; turn++) {
        int *items = seats->order + dealt;
        int count = 0;
        for (int i = 0; i < seats->count; i++)
            if (class_of(machine, &seats->pus[i]) == turn)
                items[count++] = i;
        deal_class(dealer, items, count);
        dealt += count;
    }
    for (int i = 0; i < dealer->node_count; i++)
        seats->used_nodes += dealer->nodes[i].load > 0;
}

bool seats_deal(const Machine *machine, const NumaPolicy *policy, ThreadPlacement placement,
                Seats *seats) {
    *seats = (Seats){0};
    if (!find_usable(machine, policy, seats))
        return false;
    if (seats->count == 0)
        return true;
    Dealer dealer = {
        .l3_count =
            machine->l3_count + 1, /* PUs without a level 3 cache are a group of their own */
        .node_count = seats->node_count,
        .spread = placement != PLACEMENT_COMPACT,
    };
    size_t count = (size_t)seats->count;
    seats->order = calloc(count, sizeof(int));
    dealer.node_of = calloc(3 * count, sizeof(int));
    dealer.nodes = calloc((size_t)(dealer.node_count + dealer.l3_count), sizeof(Bucket));
    bool good = seats->order && dealer.node_of && dealer.nodes;
    if (good) {
        dealer.l3_of = dealer.node_of + count;
        dealer.before = dealer.l3_of + count;
        dealer.l3s = dealer.nodes + dealer.node_count;
        deal_all(machine, seats, &dealer);
    }
    free(dealer.node_of);
    free(dealer.nodes);
    return good;
}

void seats_clear(Seats *seats) {
    free(seats->pus);
    free(seats->order);
    *seats = (Seats){0};
}
