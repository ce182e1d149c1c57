#include <stdlib.h>

#include "base/format.h"
#include "report/report.h"
#include "tools/topology/report.h"

/* Processors that a cell names before it says how many there are. */
#define NAMED_PROCESSORS 16

/* A thread as a row. */
typedef struct Row {
    int number; /* from 1 */
    const PlanWorker *worker;
    const PlanSet *set;
    const PlacedThread *placed; /* NULL: not started */
    int history_group;          /* -1: none is shared */
} Row;

static void read_processors(const void *row, TableValue *value) {
    const PlanSet *set = ((const Row *)row)->set;
    size_t length = 0;
    for (int i = 0; i < set->pu_count && i < NAMED_PROCESSORS; i++)
        format_append(value->room, sizeof value->room, &length, i > 0 ? ", %d" : "%d", set->pus[i]);
    if (set->pu_count > NAMED_PROCESSORS)
        format_append(value->room, sizeof value->room, &length, " ... (%d)", set->pu_count);
    table_set_text(value, value->room);
}

static void set_index(TableValue *value, int index) {
    if (index >= 0) {
        value->kind = TABLE_INTEGER;
        value->integer = index;
    }
}

static void read_l3(const void *row, TableValue *value) {
    set_index(value, ((const Row *)row)->set->l3);
}

static void read_core(const void *row, TableValue *value) {
    set_index(value, ((const Row *)row)->set->core);
}

static void read_group(const void *row, TableValue *value) {
    set_index(value, ((const Row *)row)->history_group);
}

static void read_ran_on(const void *row, TableValue *value) {
    const PlacedThread *placed = ((const Row *)row)->placed;
    set_index(value, placed ? placed->processor : -1);
}

static void read_as_planned(const void *row, TableValue *value) {
    const PlacedThread *placed = ((const Row *)row)->placed;
    if (!placed || !placed->is_planned)
        return;
    value->kind = TABLE_VERDICT;
    value->integer = placed->is_as_planned;
}

static const Column COLUMNS[] = {
    {NULL, "Thread", .views = TABLE_PAGE, MEMBER(Row, number)},
    {NULL, "Processors", .views = TABLE_PAGE, .read = read_processors, .style = HTML_NAME},
    {NULL, "Core", .views = TABLE_PAGE, .read = read_core, .style = HTML_NUMBER},
    {NULL, "Level 3 group", .views = TABLE_PAGE, .read = read_l3, .style = HTML_NUMBER},
    {NULL, "Node", .views = TABLE_PAGE, MEMBER_BEHIND(Row, worker, PlanWorker, node)},
    {NULL, "Memory of node", .views = TABLE_PAGE,
     MEMBER_BEHIND(Row, worker, PlanWorker, memory_node)},
    {NULL, "Histories of group", .views = TABLE_PAGE, .read = read_group, .style = HTML_NUMBER},
    {NULL, "Ran on", .views = TABLE_PAGE, .read = read_ran_on, .style = HTML_NUMBER},
    {NULL, "As planned", .views = TABLE_PAGE, .read = read_as_planned},
};

static void add_threads(HtmlPage *page, const TopologyReport *report) {
    const Plan *plan = report->plan;
    const PlacementReport *obtained = report->obtained;
    Row *rows = calloc((size_t)plan->worker_count + 1, sizeof *rows);
    for (int i = 0; rows && i < plan->worker_count; i++)
        rows[i] = (Row){i + 1, &plan->workers[i], &plan->sets[plan->workers[i].set],
                        obtained && i < obtained->thread_count ? &obtained->threads[i] : NULL,
                        report->history_group_of ? report->history_group_of[i] : -1};
    html_section(page, "Threads");
    table_add_to_page(TABLE(COLUMNS, rows, rows ? (size_t)plan->worker_count : 0), TABLE_PAGE,
                      page);
    page->lost |= !rows;
    free(rows);
}

static void add_machine(HtmlPage *page, const TopologyReport *report) {
    const Machine *machine = report->machine;
    html_figures_begin(page);
    html_fact(page, "Packages", "%d", machine->package_count);
    html_fact(page, "Nodes", "%d", machine->node_count);
    html_fact(page, "Level 3 groups", "%d", machine->l3_count);
    html_fact(page, "Cores", "%d", machine->core_count);
    html_fact(page, "Processors", "%d", machine->pu_count);
    html_fact(page, "Threads", "%d", report->plan->worker_count);
    html_facts_end(page);
    html_paragraph(page, "Placement %s; threads are bound to %s.",
                   placement_name(report->placement), plan_binding_name(report->plan->binding));
    for (int i = 0; i < report->plan->warnings.count; i++)
        html_paragraph(page, "Warning: %s", report->plan->warnings.texts[i]);
}

void topology_page(const void *subject, const json_t *json, HtmlPage *page) {
    const TopologyReport *report = subject;
    html_begin(page, "Quorum: topology");
    html_subtitle_begin(page);
    if (report->source)
        html_subtitle(page, "%s", report->source);
    report_end_subtitle(json, page);
    add_machine(page, report);
    html_section(page, "The machine and its threads");
    page->lost |= page->out && !topology_write_svg(report, page->out);
    add_threads(page, report);
    html_facts_begin(page, "How it was found");
    report_end_facts(json, page);
}
