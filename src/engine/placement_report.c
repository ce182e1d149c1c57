#include "engine/placement_report.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/integers.h"
#include "machine/quota.h"
#include "machine/thread_binding.h"

/* Ranges of the address space, each with the sum it counts for. */
typedef struct Survey {
    MemoryRange *ranges;
    MemoryResidency **sums;
    int count;
} Survey;

static void survey_add(Survey *survey, const MemoryBlock *block, MemoryResidency *sum) {
    if (!block->address)
        return;
    survey->ranges[survey->count] = (MemoryRange){block->address, block->bytes};
    survey->sums[survey->count++] = sum;
}

/* Asks about all of them at once. False without memory. */
static bool survey_take(const Survey *survey) {
    MemoryResidency *found = calloc((size_t)survey->count + 1, sizeof *found);
    if (!found)
        return false;
    memory_residency_read_all(survey->ranges, survey->count, found);
    for (int i = 0; i < survey->count; i++)
        memory_residency_add(survey->sums[i], &found[i]);
    free(found);
    return true;
}

/* On the worker's own thread. Without memory the list is empty, as if the kernel did not tell. */
static void describe_thread(Worker *worker, void *argument) {
    PlacedThread *thread = &((PlacedThread *)argument)[worker->index];
    thread->task = gettid();
    binding_where(&thread->processor, &thread->node);
    int count = binding_read(0, NULL, 0);
    thread->processors = calloc((size_t)count + 1, sizeof *thread->processors);
    if (!thread->processors)
        return;
    int found = binding_read(0, thread->processors, count);
    thread->processor_count = int_min(found, count);
}

static void compare_with_plan(PlacedThread *thread, const Plan *plan, int index) {
    thread->memory_node = plan && plan->places_memory ? plan->workers[index].memory_node : -1;
    thread->is_planned = plan && plan->binding != PLAN_UNBOUND;
    if (!thread->is_planned)
        return;
    const PlanSet *set = &plan->sets[plan->workers[index].set];
    thread->is_as_planned =
        thread->processor_count == set->pu_count &&
        memcmp(thread->processors, set->pus, (size_t)set->pu_count * sizeof(int)) == 0;
}

/* Begins a sum as one of which all is known. */
static void begin_sum(MemoryResidency *sum) {
    *sum = (MemoryResidency){.pages_known = true, .nodes_known = true};
}

static PlacedBlock block_of(const MemoryBlock *block, int wished_node) {
    PlacedBlock placed = {.wished_node = wished_node, .bytes = block->bytes};
    begin_sum(&placed.memory);
    return placed;
}

static void list_block(PlacedBlock *blocks, int *count, Survey *survey, const MemoryBlock *memory,
                       int wished_node) {
    if (!memory->address)
        return;
    PlacedBlock *block = &blocks[(*count)++];
    *block = block_of(memory, wished_node);
    survey_add(survey, memory, &block->memory);
}

/* Everything but what the threads themselves have said. False without memory. */
static bool list_memory(PlacementReport *report, Survey *survey, const Preparation *preparation) {
    const TranspositionTable *table = preparation->table;
    const NodeNetworks *networks = &preparation->networks;
    const HistoryGroups *histories = &preparation->histories;
    size_t most =
        3 * (size_t)report->thread_count + (size_t)networks->count + (size_t)histories->count + 2;
    survey->ranges = calloc(most, sizeof *survey->ranges);
    survey->sums = calloc(most, sizeof *survey->sums);
    report->networks = calloc((size_t)networks->count + 1, sizeof *report->networks);
    report->histories = calloc((size_t)histories->count + 1, sizeof *report->histories);
    if (!survey->ranges || !survey->sums || !report->networks || !report->histories)
        return false;
    for (int i = 0; i < report->thread_count; i++) {
        const Worker *worker = pool_worker(preparation->pool, i);
        MemoryResidency *sum = &report->threads[i].memory;
        begin_sum(sum);
        survey_add(survey, &worker->memory, sum);
        survey_add(survey, &worker->accumulators.memory, sum);
        survey_add(survey, pool_stack(preparation->pool, i), sum);
    }
    if (table) {
        report->has_table = true;
        report->table = block_of(tt_memory(table), -1);
        report->table_owners = tt_memory(table)->owners;
        report->table_nodes = tt_memory(table)->wish.nodes;
        survey_add(survey, tt_memory(table), &report->table.memory);
    }
    if (networks->count == 0)
        list_block(report->networks, &report->network_count, survey, &preparation->network->memory,
                   -1);
    for (int i = 0; i < networks->count; i++)
        list_block(report->networks, &report->network_count, survey,
                   &networks->copies[i].network->memory, networks->copies[i].node);
    for (int i = 0; i < histories->count; i++)
        list_block(report->histories, &report->history_count, survey, &histories->groups[i].memory,
                   histories->groups[i].node);
    return survey_take(survey);
}

PlacementReport *placement_report_create(const Preparation *preparation) {
    Pool *pool = preparation->pool;
    const Plan *plan = preparation->executor.plan;
    PlacementReport *report = calloc(1, sizeof *report);
    if (!report)
        return NULL;
    int count = pool_size(pool);
    report->binding = plan ? plan->binding : PLAN_UNBOUND;
    report->quota_milli = quota_read_milli("");
    report->threads = calloc((size_t)count + 1, sizeof *report->threads);
    if (report->threads) {
        report->thread_count = count;
        pool_start(pool, 0, count, describe_thread, report->threads);
        pool_wait(pool);
        for (int i = 0; i < count; i++)
            compare_with_plan(&report->threads[i], plan, i);
    }
    Survey survey = {0};
    bool complete = report->threads && list_memory(report, &survey, preparation);
    free(survey.ranges);
    free(survey.sums);
    if (!complete) {
        placement_report_destroy(report);
        return NULL;
    }
    return report;
}

void placement_report_destroy(PlacementReport *report) {
    if (!report)
        return;
    for (int i = 0; i < report->thread_count; i++)
        free(report->threads[i].processors);
    free(report->threads);
    free(report->networks);
    free(report->histories);
    free(report);
}
