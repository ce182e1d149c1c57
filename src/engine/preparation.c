#include "engine/preparation.h"

#include <string.h>

#include "base/clock.h"
#include "base/integers.h"
#include "machine/quota.h"

/* Of the memory that is free, the table may take this much, in percent. */
#define TABLE_MEMORY_SHARE 90

bool preparation_begin(Preparation *preparation) {
    preparation->pool = pool_create();
    preparation->reserve = tt_create_reserve();
    return preparation->pool && preparation->reserve;
}

/* Processes of this machine, this one among them, that ask for a table at the same time. */
static int sharers(const Preparation *preparation) {
    const SearchPartners *partners = preparation->partners;
    return partners ? int_max(partners->sharers, 1) : 1;
}

static void drop_table(Preparation *preparation) {
    if (preparation->table != preparation->reserve)
        tt_destroy(preparation->table);
    preparation->table = NULL;
}

void preparation_end(Preparation *preparation) {
    pool_destroy(preparation->pool);
    drop_table(preparation);
    tt_destroy(preparation->reserve);
    node_networks_clear(&preparation->networks);
    history_groups_release(&preparation->histories);
    executor_clear(&preparation->executor);
}

void preparation_set_network(Preparation *preparation, const PackedNetwork *network) {
    node_networks_clear(&preparation->networks);
    preparation->networks_are_current = false;
    preparation->network = network;
    /* Others may not have it: who shares the next table has the same. All ask for it, those that
     * have one of their own, too. */
    if (preparation->table && sharers(preparation) > 1)
        drop_table(preparation);
}

void preparation_set_history_scope(Preparation *preparation, HistoryScope scope) {
    if (scope == preparation->history_scope)
        return;
    preparation->history_scope = scope;
    preparation->histories_are_current = false;
    preparation->forget_histories = true;
}

/* MiB of reserved pages that nobody has taken. */
static size_t reserved_mib(PageKind kind) {
    PagePool pages = memory_pages_pool(kind, WHOLE_MACHINE);
    return pages.free < pages.promised
               ? 0
               : (pages.free - pages.promised) * (memory_pages_size(kind) >> 20);
}

/* Until the next search asks for a better one. */
static void use_reserve(Preparation *preparation) {
    drop_table(preparation);
    preparation->table = preparation->reserve;
    tt_clear_part(preparation->table, 0, 1);
    preparation->table_wanted_mib = 0;
    preparation->populate_table = preparation->zero_table = false;
}

/* Bytes of ordinary memory that the table has, which are free for the next one. */
static size_t table_takes(const Preparation *preparation) {
    if (!preparation->table || preparation->table == preparation->reserve ||
        tt_memory(preparation->table)->pages >= PAGES_HUGE)
        return 0;
    return tt_memory(preparation->table)->bytes;
}

size_t preparation_most_hash(const Preparation *preparation) {
    const size_t free = quota_memory_available() + table_takes(preparation);
    const size_t meant = pool_untouched_bytes(preparation->pool) * (size_t)sharers(preparation);
    return size_max((free > meant ? free - meant : 0) / 100 * TABLE_MEMORY_SHARE >> 20, 1);
}

/* The table that there is now is to be populated before the next search. */
static void note_new_table(Preparation *preparation, NodeSet nodes) {
    preparation->table_wanted_mib = preparation->hash_mib;
    preparation->table_nodes = nodes;
    preparation->populate_table = preparation->table;
    preparation->zero_table = false;
}

/* One in common with partners; false where there is none. */
static bool make_shared_table(Preparation *preparation) {
    const SearchPartners *partners = preparation->partners;
    const NodeSet nodes = executor_nodes(&preparation->executor);
    const MemoryWish wish = {
        .pages = PAGES_TRANSPARENT, .policy = NODES_INTERLEAVED, .nodes = nodes};
    TableShare share;
    if (!partners || !partners->share_table)
        return false;
    drop_table(preparation);
    if (partners->share_table(partners->context, preparation->hash_mib, &share))
        preparation->table = tt_create_shared(preparation->hash_mib, &share, &wish);
    if (preparation->table)
        note_new_table(preparation, nodes);
    return preparation->table;
}

/* A table of `most_mib`, or the largest that fits into memory. */
static void make_table(Preparation *preparation, size_t most_mib) {
    const NodeSet nodes = executor_nodes(&preparation->executor);
    const MemoryWish wish = {.pages = PAGES_GIGANTIC, .policy = NODES_INTERLEAVED, .nodes = nodes};
    drop_table(preparation); /* what it has is free for the new one */
    /* The others measure the same memory at the same time. */
    size_t ordinary =
        size_max(preparation_most_hash(preparation) / (size_t)sharers(preparation), 1);
    size_t reserved = size_max(reserved_mib(PAGES_GIGANTIC), reserved_mib(PAGES_HUGE));
    size_t there = size_max(ordinary, reserved);
    size_t mib = size_max(size_min(most_mib, there), 1);
    preparation->table = tt_create(mib, &wish);
    if (preparation->table && mib > ordinary && tt_memory(preparation->table)->pages < PAGES_HUGE) {
        drop_table(preparation);
        mib = ordinary;
        preparation->table = tt_create(mib, &wish);
    }
    while (!preparation->table && mib > 1) {
        mib /= 2;
        preparation->table = tt_create(mib, &wish);
    }
    note_new_table(preparation, nodes);
    if (!preparation->table)
        use_reserve(preparation);
}

static void clear_task(Worker *worker, void *argument) {
    Preparation *preparation = argument;
    int workers = pool_size(preparation->pool);
    if (preparation->clear_groups)
        history_groups_forget_part(&preparation->histories, worker->index);
    if (preparation->zero_table)
        tt_clear_part(preparation->table, worker->index, workers);
    if (preparation->populate_table &&
        !tt_populate_part(preparation->table, worker->index, workers))
        atomic_store(&preparation->table_is_broken, true);
}

/* Has the workers do what is to be done before the next search. */
static void clear_memory(Preparation *preparation) {
    atomic_store(&preparation->table_is_broken, false);
    pool_start(preparation->pool, 0, pool_size(preparation->pool), clear_task, preparation);
    while (!pool_wait_until(preparation->pool, clock_now_us() + PATIENCE_US)) {
        if (!preparation->populate_table || !preparation->gives_up ||
            !preparation->gives_up(preparation->gives_up_context))
            continue;
        preparation->given_up = true;
        tt_abandon(preparation->table);
    }
    preparation->zeroings += preparation->zero_table || preparation->populate_table;
    preparation->clear_groups = preparation->zero_table = preparation->populate_table = false;
}

/* Says what is not as it was wanted of new threads. */
static void warn_of_threads(Preparation *preparation, int wanted) {
    Warnings *warnings = &preparation->executor.warnings;
    if (preparation->missing > 0)
        warnings_add(warnings, "the system gives only %d of %d threads", preparation->threads,
                     wanted);
    int unbound = 0;
    for (int i = 0; i < preparation->threads; i++) {
        unbound += pool_binding_failed(preparation->pool, i);
        executor_note_shortfalls(&preparation->executor, "memory of threads",
                                 &pool_worker(preparation->pool, i)->memory);
    }
    if (pool_main_is_makeshift(preparation->pool))
        warnings_add(warnings, "no new thread for the search can be had: another one searches");
    if (unbound > 0)
        warnings_add(warnings, "%d of %d threads could not be bound to their processors", unbound,
                     preparation->threads);
}

/* So long threads are made though the end has been asked for: a few are, whatever comes next. */
#define THREADS_US 200000

typedef struct Patience {
    const Preparation *preparation;
    int64_t until_us;
} Patience;

static bool is_impatient(void *context) {
    const Patience *patience = context;
    const Preparation *preparation = patience->preparation;
    return clock_now_us() > patience->until_us && preparation->gives_up &&
           preparation->gives_up(preparation->gives_up_context);
}

/* How many threads there are once the system has been asked for `wanted`. It is asked for a single
 * one where it has refused before: each may cost the time of a thread's beginning and end. */
static int resize_pool(Preparation *preparation, int wanted, bool refused_before) {
    Pool *pool = preparation->pool;
    const Plan *plan = preparation->executor.plan;
    const int more = pool_size(pool) + 1;
    Patience patience = {preparation, clock_now_us() + THREADS_US};
    pool_set_impatience(pool, is_impatient, &patience);
    if (!refused_before || more >= wanted || pool_resize(pool, more, plan) == more)
        pool_resize(pool, wanted, plan);
    preparation->given_up |= pool_has_given_up(pool);
    pool_set_impatience(pool, NULL, NULL);
    return pool_size(pool);
}

/* Starts the threads that the plan wants, where it wants them. True when any are new. */
static bool prepare_threads(Preparation *preparation) {
    Pool *pool = preparation->pool;
    const int before = pool_size(pool);
    const int wanted = preparation->threads + preparation->missing;
    const bool was_makeshift = pool_main_is_makeshift(pool);
    const bool planned = executor_prepare(&preparation->executor, wanted);
    if (!planned && before == wanted && !was_makeshift)
        return false;
    const bool again = !planned && (preparation->missing > 0 || was_makeshift);
    /* The plan for more serves the fewer that there are. */
    preparation->threads = resize_pool(preparation, wanted, again);
    preparation->missing = wanted - preparation->threads;
    if (again && preparation->threads == before && pool_main_is_makeshift(pool) == was_makeshift)
        return false;
    if (!preparation->given_up)
        warn_of_threads(preparation, wanted);
    return true;
}

static void prepare_networks(Preparation *preparation) {
    NodeSet nodes = executor_nodes(&preparation->executor);
    const Plan *plan = node_set_count(&nodes) > 0 ? preparation->executor.plan : NULL;
    if (!node_networks_make(&preparation->networks, preparation->network, plan,
                            preparation->threads))
        warnings_add(&preparation->executor.warnings, "no memory for a network on each node");
    preparation->networks_are_current = true;
}

static void populate_histories(Worker *worker, void *argument) {
    Preparation *preparation = argument;
    if (!history_groups_populate_part(&preparation->histories, worker->index))
        atomic_store(&preparation->histories_are_broken, true);
}

static void prepare_histories(Preparation *preparation) {
    HistoryGroups *groups = &preparation->histories;
    const Executor *executor = &preparation->executor;
    bool made = history_groups_make(groups, preparation->history_scope, executor->plan,
                                    executor->machine, preparation->threads);
    atomic_store(&preparation->histories_are_broken, false);
    if (groups->count > 0) {
        pool_start(preparation->pool, 0, pool_size(preparation->pool), populate_histories,
                   preparation);
        pool_wait(preparation->pool);
    }
    if (!made || atomic_load(&preparation->histories_are_broken)) {
        history_groups_release(groups);
        warnings_add(&preparation->executor.warnings, "no memory for histories that threads share");
    }
    for (int i = 0; i < groups->count; i++)
        executor_note_shortfalls(&preparation->executor, "shared histories",
                                 &groups->groups[i].memory);
    preparation->histories_are_current = true;
}

/* Those that groups share are new or cleared by their members, all at once. */
static void forget_histories(Preparation *preparation, bool groups_are_new) {
    for (int i = 0; i < pool_size(preparation->pool); i++)
        worker_forget(pool_worker(preparation->pool, i));
    preparation->clear_groups = preparation->histories.count > 0 && !groups_are_new;
    preparation->forget_histories = false;
}

static void prepare_table(Preparation *preparation) {
    if (!make_shared_table(preparation))
        make_table(preparation, preparation->hash_mib);
    while (preparation->table != preparation->reserve) {
        clear_memory(preparation);
        executor_note_shortfalls(&preparation->executor, "table", tt_memory(preparation->table));
        size_t mib = tt_size(preparation->table);
        if (!atomic_load(&preparation->table_is_broken) || preparation->given_up)
            return;
        if (mib > 1)
            make_table(preparation, mib / 2);
        else
            use_reserve(preparation);
    }
}

/* Whether there is memory by now for a table that had to be smaller than was wished: before a new
 * game, for what is in it goes, and to make one takes long. Not where others would have to ask at
 * the same time. */
static bool may_grow(const Preparation *preparation) {
    return preparation->forget_table && sharers(preparation) == 1 &&
           tt_size(preparation->table) < preparation->hash_mib &&
           preparation->hash_mib <= preparation_most_hash(preparation);
}

/* Whether the table has the size and the nodes that it is to have, or can be given them where it
 * is. One that is shared stays where it is: others search by it. */
static bool table_is_current(Preparation *preparation) {
    NodeSet nodes = executor_nodes(&preparation->executor);
    if (!preparation->table || (!tt_is_shared(preparation->table) &&
                                memcmp(&nodes, &preparation->table_nodes, sizeof nodes) != 0))
        return false;
    if (preparation->table_wanted_mib == preparation->hash_mib)
        return !may_grow(preparation);
    /* One of its own might do, but others ask for one in common. */
    if (sharers(preparation) > 1 || !tt_refit(preparation->table, preparation->hash_mib))
        return false;
    preparation->table_wanted_mib = preparation->hash_mib;
    preparation->forget_table = false;
    return true;
}

bool preparation_make(Preparation *preparation) {
    bool placed = prepare_threads(preparation);
    if (placed || !preparation->networks_are_current)
        prepare_networks(preparation);
    const bool histories_are_new = placed || !preparation->histories_are_current;
    if (histories_are_new)
        prepare_histories(preparation);
    placed = histories_are_new;
    if (preparation->forget_histories)
        forget_histories(preparation, histories_are_new);
    if (!table_is_current(preparation)) {
        preparation->forget_table = false;
        prepare_table(preparation);
        placed = true;
    }
    if (preparation->forget_table && preparation->table)
        preparation->zero_table = !tt_forget(preparation->table);
    preparation->forget_table = false;
    if (preparation->zero_table || preparation->clear_groups)
        clear_memory(preparation);
    preparation->placements += placed;
    return preparation_hash(preparation) == preparation->hash_mib;
}

size_t preparation_hash(const Preparation *preparation) {
    return preparation->table ? tt_size(preparation->table) : 0;
}
