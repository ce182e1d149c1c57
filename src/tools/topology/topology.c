#include "tools/topology/topology.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/arguments.h"
#include "cli/output.h"
#include "engine/engine_insider.h"
#include "engine/history_groups.h"
#include "machine/thread_binding.h"
#include "machine/topology.h"
#include "report/report.h"
#include "report/utf8.h"
#include "tools/topology/report.h"

typedef struct TopologyArguments {
    CommonArguments common;
    int threads; /* 0: as many as there are cores to use */
    size_t hash_mib;
    NumaPolicy policy;
    int placement;      /* a ThreadPlacement */
    int scope;          /* a HistoryScope */
    const char *source; /* NULL: this machine */
    const char *svg;    /* NULL without */
} TopologyArguments;

static void take_policy(void *input, const char *value, const struct argp_state *state) {
    TopologyArguments *arguments = input;
    Reason error;
    numa_policy_clear(&arguments->policy);
    if (!numa_policy_parse(text_of(value), &arguments->policy, &error))
        argp_error(state, "--policy: %s", error.text);
}

static void take_placement(void *input, const char *value, const struct argp_state *state) {
    if (!named_values_parse(PLACEMENT_NAMES, text_of(value),
                            &((TopologyArguments *)input)->placement))
        argp_error(state, "--placement: \"%s\" is not one of auto, compact, scatter, cores, none",
                   value);
}

static void take_scope(void *input, const char *value, const struct argp_state *state) {
    if (!named_values_parse(HISTORY_SCOPE_NAMES, text_of(value),
                            &((TopologyArguments *)input)->scope))
        argp_error(state, "--history-scope: \"%s\" is not one of thread, l3, node", value);
}

static void take_json_to_stdout(void *input, const char *value, const struct argp_state *state) {
    (void)value, (void)state;
    ((TopologyArguments *)input)->common.json = "-";
}

static const Argument ROWS[] = {
    {"policy", 'p', "P",
     "NumaPolicy: auto, system, hardware, none or a list like 0-15,128-143:16-31 (auto)",
     .take = take_policy},
    {"placement", 'l', "P", "ThreadPlacement: auto, compact, scatter, cores or none (auto)",
     .take = take_placement},
    {"history-scope", 0, "S",
     "HistoryScope: which threads share histories, thread, l3 or node (thread)",
     .take = take_scope},
    {"from", 'f', "MACHINE",
     "Plan for another machine: a file of `lstopo FILE.xml`, or a description like "
     "\"package:2 l3:2 core:4 pu:2\"",
     INTO(TopologyArguments, source)},
    {.letter = 'j', .take = take_json_to_stdout}, /* --json - of an earlier release */
    THREADS_ROW(TopologyArguments, threads, PLAN_MAX_WORKERS,
                "Plan for N threads (as many as there are cores to use)"),
    HASH_ROW(TopologyArguments, hash_mib, ENGINE_MAX_HASH_MIB,
             "Size of the table that is made to see where it lies (16)"),
    OUTPUTS_HEADING,
    {"svg", 's', "FILE", "A picture of the machine and its threads", INTO(TopologyArguments, svg)},
    OUTPUT_ROW(TopologyArguments, json, "Everything, as JSON"),
    OUTPUT_ROW(TopologyArguments, html, "A page with picture and table"),
    {0},
};

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .doc = "Shows the processors, caches and memory nodes of a machine, and where the engine's "
           "threads would run on it. On this machine the threads are started and the table is "
           "made, to ask the kernel where they really are.\vThe exit code is 2 when the arguments "
           "or the description "
           "cannot be used.",
};

/* Before the threads are started. */
static bool check_files(const TopologyArguments *arguments, Reason *error) {
    const char *const outputs[] = {arguments->common.json, arguments->common.html, arguments->svg};
    return report_check(&arguments->common, NULL, 0, error) &&
           outputs_check(outputs, ARRAY_LENGTH(outputs), &arguments->source, 1, error);
}

static bool save_svg(const TopologyReport *report, const char *path, Reason *error) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    bool painted = stream && topology_write_svg(report, stream);
    if (stream)
        painted = fclose(stream) == 0 && painted;
    const bool saved = painted ? output_save(path, text, size, error)
                               : reason_set(error, "%s: not enough memory for the picture", path);
    free(text);
    return saved;
}

static int write_report(const TopologyReport *report, const TopologyArguments *arguments) {
    Reason error;
    if (arguments->svg && !save_svg(report, arguments->svg, &error))
        return command_misused("quorum topology", error.text);
    if (common_arguments_want_text(&arguments->common) && !output_is_stdout(arguments->svg))
        topology_write_text(report, stdout);
    return report_save("quorum topology", &arguments->common,
                       (Report){report, topology_json(report), .page = topology_page});
}

/* What went wrong. The plan's own warnings are in the report. */
static void tell_warnings(Engine *engine, const Plan *plan) {
    for (const char *warning; (warning = engine_next_warning(engine));) {
        bool planned = false;
        for (int i = 0; i < plan->warnings.count && !planned; i++)
            planned = strcmp(warning, plan->warnings.texts[i]) == 0;
        if (!planned)
            fprintf(stderr, "quorum topology: %s\n", warning);
    }
}

/* Starts an engine and asks where it is; NULL without memory. */
static PlacementReport *place_engine(const TopologyArguments *arguments, const Plan *plan) {
    size_t hash_mib = arguments->hash_mib;
    Engine *engine = engine_create();
    PlacementReport *report = NULL;
    if (engine) {
        engine_set_threads(engine, plan->worker_count);
        engine_set_hash(engine, hash_mib);
        engine_set_thread_placement(engine, (ThreadPlacement)arguments->placement);
        engine_set_history_scope(engine, (HistoryScope)arguments->scope);
        if (engine_set_numa_policy(engine, &arguments->policy))
            report = engine_placement_report(engine);
        if (report && engine_hash(engine) != hash_mib)
            fprintf(stderr, "quorum topology: a table of %zu MiB cannot be had, this one has %zu\n",
                    hash_mib, engine_hash(engine));
        tell_warnings(engine, plan);
    }
    engine_destroy(engine);
    return report;
}

/* As an engine would do it, which makes no plan under policy `none`; 0 for more threads than it can
 * have. */
static int group_histories(const TopologyArguments *arguments, const Machine *machine,
                           const Plan *plan, int *group_of) {
    if (plan->worker_count > POOL_MAX_WORKERS)
        return 0;
    bool planned = arguments->policy.kind != NUMA_POLICY_NONE;
    return history_groups_assign((HistoryScope)arguments->scope, planned ? plan : NULL, machine,
                                 plan->worker_count, group_of);
}

/* Processors that this process may run on, in an array to free; NULL if the kernel does not tell.
 */
static int *read_affinity(int *count) {
    *count = binding_read(getpid(), NULL, 0);
    int *processors = calloc((size_t)*count + 1, sizeof *processors);
    if (!processors || *count == 0) {
        free(processors);
        return NULL;
    }
    int now = binding_read(getpid(), processors, *count);
    *count = now < *count ? now : *count;
    return processors;
}

static int run(const TopologyArguments *arguments) {
    Reason error;
    Machine *machine =
        arguments->source ? machine_load_from(arguments->source, &error) : machine_load(&error);
    if (!machine)
        return command_misused("quorum topology", error.text);
    int threads = arguments->threads;
    if (threads == 0)
        threads = machine_usable_cores(machine);
    Plan *plan = plan_create(machine, &arguments->policy, (ThreadPlacement)arguments->placement,
                             threads, &error);
    int code = COMMAND_MISUSED;
    if (!plan) {
        command_misused("quorum topology", error.text);
    } else {
        PlacementReport *obtained = NULL;
        int history_group_of[POOL_MAX_WORKERS], affinity_count;
        int *affinity = read_affinity(&affinity_count);
        int history_groups = group_histories(arguments, machine, plan, history_group_of);
        if (machine->is_this_system && threads <= ENGINE_MAX_THREADS)
            obtained = place_engine(arguments, plan);
        else if (machine->is_this_system)
            fprintf(stderr,
                    "quorum topology: none of the threads is started: an engine has at most %d\n",
                    ENGINE_MAX_THREADS);
        char *source = arguments->source ? utf8_copy(text_of(arguments->source)) : NULL;
        const TopologyReport report = {
            .source = source ? source : arguments->source,
            .machine = machine,
            .policy = &arguments->policy,
            .placement = (ThreadPlacement)arguments->placement,
            .scope = (HistoryScope)arguments->scope,
            .plan = plan,
            .history_group_of = history_groups > 0 ? history_group_of : NULL,
            .history_group_count = history_groups,
            .affinity = affinity,
            .affinity_count = affinity_count,
            .obtained = obtained,
        };
        code = write_report(&report, arguments);
        placement_report_destroy(obtained);
        free(affinity);
        free(source);
    }
    plan_destroy(plan);
    machine_destroy(machine);
    return code;
}

static int topology_command(int argc, char **argv) {
    TopologyArguments arguments = {
        .hash_mib = ENGINE_DEFAULT_HASH_MIB,
        .placement = PLACEMENT_AUTO,
    };
    arguments_complete_json(argc, argv);
    arguments_parse(&PARSER, "quorum topology", argc, argv, &arguments);
    Reason error;
    int code = check_files(&arguments, &error) ? run(&arguments)
                                               : command_misused("quorum topology", error.text);
    numa_policy_clear(&arguments.policy);
    return code;
}

const Command TOPOLOGY_COMMAND = {"topology", "show a machine and where threads would run on it",
                                  topology_command, &PARSER};
