#include "engine/history_groups.h"

#include <stdlib.h>
#include <string.h>

#include "base/integers.h"

/* Whether two workers are in one group. */
static bool share(HistoryScope scope, const Plan *plan, const Machine *machine, int one,
                  int other) {
    if (scope == HISTORIES_OF_THREAD || !plan)
        return scope != HISTORIES_OF_THREAD;
    const PlanWorker *workers = plan->workers;
    if (workers[one].node != workers[other].node)
        return false;
    return scope == HISTORIES_OF_NODE ||
           machine->pus[workers[one].seat].l3 == machine->pus[workers[other].seat].l3;
}

int history_groups_assign(HistoryScope scope, const Plan *plan, const Machine *machine, int workers,
                          int *group_of) {
    int firsts[POOL_MAX_WORKERS]; /* the first worker of each group */
    int count = 0;
    for (int worker = 0; worker < workers; worker++) {
        int group = 0;
        while (group < count && !share(scope, plan, machine, firsts[group], worker))
            group++;
        if (group == count)
            firsts[count++] = worker;
        group_of[worker] = group;
    }
    return count;
}

void history_groups_release(HistoryGroups *groups) {
    for (int i = 0; i < groups->count; i++)
        memory_block_unmap(&groups->groups[i].memory);
    free(groups->groups);
    *groups = (HistoryGroups){0};
}

/* Transparent pages: those that are reserved are for the table. */
static bool map_group(HistoryGroup *group) {
    MemoryWish wish = {.pages = PAGES_TRANSPARENT, .policy = NODES_FIRST_TOUCH};
    if (group->node >= 0) {
        wish.policy = NODES_PREFERRED;
        node_set_add(&wish.nodes, group->node);
    }
    const size_t bytes = size_max(shared_histories_bytes(group->members), HUGE_PAGE_BYTES);
    return memory_block_map(&group->memory, bytes, &wish);
}

/* Without memory yet. */
static bool list_members(HistoryGroups *groups, HistoryScope scope, const Plan *plan,
                         const Machine *machine, int workers) {
    int count = history_groups_assign(scope, plan, machine, workers, groups->group_of);
    groups->groups = calloc((size_t)count, sizeof *groups->groups);
    if (!groups->groups)
        return false;
    groups->count = count;
    for (int worker = 0; worker < workers; worker++) {
        HistoryGroup *group = &groups->groups[groups->group_of[worker]];
        groups->rank_of[worker] = group->members++;
        group->node = plan && plan->places_memory ? plan->workers[worker].memory_node : -1;
    }
    return true;
}

bool history_groups_make(HistoryGroups *groups, HistoryScope scope, const Plan *plan,
                         const Machine *machine, int workers) {
    history_groups_release(groups);
    if (scope == HISTORIES_OF_THREAD)
        return true;
    bool complete = list_members(groups, scope, plan, machine, workers);
    for (int i = 0; i < groups->count && complete; i++) {
        HistoryGroup *group = &groups->groups[i];
        complete = group->members == 1 || map_group(group);
    }
    if (!complete) {
        history_groups_release(groups);
        return false;
    }
    for (int worker = 0; worker < workers; worker++) {
        const HistoryGroup *group = &groups->groups[groups->group_of[worker]];
        groups->by_worker[worker] = (HistoryShare){group->memory.address, group->members};
    }
    return true;
}

/* The group that shares memory with the worker, or NULL. */
static HistoryGroup *group_of(const HistoryGroups *groups, int worker) {
    if (!groups->by_worker[worker].tables)
        return NULL;
    return &groups->groups[groups->group_of[worker]];
}

bool history_groups_populate_part(const HistoryGroups *groups, int worker) {
    HistoryGroup *group = group_of(groups, worker);
    return !group || memory_block_populate(&group->memory, groups->rank_of[worker], group->members);
}

void history_groups_forget_part(const HistoryGroups *groups, int worker) {
    const HistoryGroup *group = group_of(groups, worker);
    if (!group)
        return;
    void *start;
    size_t bytes =
        memory_block_slice(&group->memory, groups->rank_of[worker], group->members, &start);
    memset(start, 0, bytes);
}
