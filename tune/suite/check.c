#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#ifdef _OPENMP
#include <omp.h>
#endif

#include "cli/meter.h"
#include "cli/options.h"
#include "cli/stop_signals.h"
#include "suite/collection.h"
#include "suite/commands.h"
#include "suite/examiner.h"
#include "suite/resource_options.h"

#define MAX_NODES   1000000000000
#define PROOF_BYTES ((size_t)16 << 20)

enum { KEY_NODES = 256, KEY_PROOF, KEY_EXPECT };

typedef struct CheckSettings {
    ExaminerRules rules;
    uint64_t nodes; /* 0 for those of the entry */
    int expect;     /* percent of the searches */
    ResourceSettings resources;
    char *const *files;
    int file_count;
} CheckSettings;

static const struct argp_option OPTIONS[] = {
    {"nodes", KEY_NODES, "N", 0, "Search N nodes (as many as the positions' acn says)", 0},
    {"expect", KEY_EXPECT, "PERCENT", 0, "Share of the searches that must find the move (100)", 0},
    {"proof", KEY_PROOF, "N", 0, "Nodes for the proof of each length of a mate (4000000)", 0},
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    CheckSettings *settings = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &settings->resources;
        break;
    case KEY_NODES:
        settings->nodes = (uint64_t)options_require_integer(state, "--nodes", value, 1, MAX_NODES);
        break;
    case KEY_EXPECT:
        settings->expect = (int)options_require_integer(state, "--expect", value, 0, 100);
        break;
    case KEY_PROOF:
        settings->rules.mating.nodes =
            (uint64_t)options_require_integer(state, "--proof", value, 1, MAX_NODES);
        break;
    case ARGP_KEY_ARGS:
        settings->files = state->argv + state->next;
        settings->file_count = state->argc - state->next;
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a FILE of positions is needed");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_child CHILDREN[] = {{&RESOURCE_OPTIONS, 0, NULL, 0}, {0}};

const struct argp CHECK_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .args_doc = "FILE...",
    .children = CHILDREN,
    .doc = "Repeats what has confirmed the positions of suites: the proofs of mate, the questions "
           "to endgame tables where --syzygy has the position, and for each position a search that "
           "must find the best move. Names what does not hold."
           "\vThe exit code is 1 when a proof or the tables contradict, or fewer searches than "
           "expected find the move. Searches depend on the evaluation: another one than that which "
           "the suites were made with can prefer other moves.",
};

typedef struct Check {
    const CheckSettings *settings;
    const Collection *collection;
    const sigset_t *signals;
    _Atomic bool stopped;
    _Atomic size_t done;
    Examiner **examiners;
    Recheck *results; /* of each item */
    Meter meter;
} Check;

static bool must_stop(void *context) {
    Check *this = context;
    if (!atomic_load_explicit(&this->stopped, memory_order_relaxed) &&
        stop_signals_arrived(this->signals))
        atomic_store_explicit(&this->stopped, true, memory_order_relaxed);
    return atomic_load_explicit(&this->stopped, memory_order_relaxed);
}

static int this_thread(void) {
#ifdef _OPENMP
    return omp_get_thread_num();
#else
    return 0;
#endif
}

static void describe(const void *context, char *text, size_t size) {
    const Check *this = context;
    snprintf(text, size, "%zu positions", atomic_load_explicit(&this->done, memory_order_relaxed));
}

static void check_item(Check *this, size_t index) {
    const SuiteEntry *entry = &this->collection->items[index].entry;
    uint64_t nodes = this->settings->nodes > 0 ? this->settings->nodes : entry->nodes;
    this->results[index] =
        examiner_recheck(this->examiners[this_thread()], entry, nodes, must_stop, this);
    size_t done = atomic_fetch_add_explicit(&this->done, 1, memory_order_relaxed) + 1;
    if (this_thread() == 0)
        meter_update(&this->meter, (double)done / (double)this->collection->count, describe, this);
}

static void check_all(Check *this) {
    meter_begin(&this->meter, stderr, 0);
#ifdef _OPENMP
#pragma omp parallel for schedule(dynamic, 1) num_threads(this->settings->resources.threads)
#endif
    for (size_t i = 0; i < this->collection->count; i++)
        check_item(this, i);
    meter_clear(&this->meter);
}

/* Names what does not hold, and returns the exit code. */
static int report(const Check *this) {
    static const char *const REASONS[] = {
        [RECHECK_OTHER_MOVE] = "the search prefers another move",
        [RECHECK_NO_PROOF] = "mate or endgame tables do not confirm it",
    };
    size_t counts[RECHECK_STOPPED + 1] = {0};
    for (size_t i = 0; i < this->collection->count; i++) {
        const Item *item = &this->collection->items[i];
        Recheck result = this->results[i];
        counts[result]++;
        if (result == RECHECK_OTHER_MOVE || result == RECHECK_NO_PROOF)
            printf("%s:%ld: %s: %s\n", item->path, item->line, item->entry.id, REASONS[result]);
    }
    size_t searched = counts[RECHECK_HOLDS] + counts[RECHECK_OTHER_MOVE];
    printf("%zu positions: %zu hold, %zu searches prefer another move, %zu are not proved%s\n",
           this->collection->count, counts[RECHECK_HOLDS], counts[RECHECK_OTHER_MOVE],
           counts[RECHECK_NO_PROOF], counts[RECHECK_STOPPED] > 0 ? "; stopped before the end" : "");
    bool enough = 100 * counts[RECHECK_HOLDS] >= (size_t)this->settings->expect * searched;
    bool good = enough && counts[RECHECK_NO_PROOF] == 0 && counts[RECHECK_STOPPED] == 0;
    return good ? EXIT_DONE : EXIT_FAULT;
}

static int run_check(const CheckSettings *settings, const Collection *collection,
                     const sigset_t *signals) {
    Check this = {.settings = settings, .collection = collection, .signals = signals};
    this.results = calloc(collection->count + 1, sizeof *this.results);
    this.examiners = calloc((size_t)settings->resources.threads, sizeof(Examiner *));
    bool memory = this.results && this.examiners;
    for (int i = 0; memory && i < settings->resources.threads; i++) {
        this.examiners[i] = examiner_create(&settings->rules);
        memory = this.examiners[i] != NULL;
    }
    int code = EXIT_FAULT;
    if (memory) {
        check_all(&this);
        code = report(&this);
    } else {
        fprintf(stderr, "quorum-suite: not enough memory\n");
    }
    for (int i = 0; this.examiners && i < settings->resources.threads; i++)
        examiner_destroy(this.examiners[i]);
    free(this.examiners);
    free(this.results);
    return code;
}

int check_command(int argc, char **argv) {
    CheckSettings settings = {
        .rules = {.mating = {.nodes = 4000000, .bytes = PROOF_BYTES}},
        .resources = DEFAULT_RESOURCES,
        .expect = 100,
    };
    options_parse(&CHECK_PARSER, "quorum-suite check", argc, argv, &settings);
    char error[1024];
    Collection collection = {0};
    Resources resources = {0};
    bool usable = true;
    for (int i = 0; i < settings.file_count && usable; i++)
        usable = collection_read(&collection, settings.files[i], error, sizeof error);
    sigset_t signals;
    stop_signals_block(&signals);
    usable = usable && resources_load(&resources, &settings.resources, error, sizeof error);
    int code = EXIT_MISUSED;
    if (usable) {
        settings.rules.evaluation = resources.evaluation;
        settings.rules.tables = resources.tables;
        settings.rules.hash_mib = settings.resources.hash_mib;
        code = run_check(&settings, &collection, &signals);
    } else {
        fprintf(stderr, "quorum-suite: %s\n", error);
    }
    resources_free(&resources);
    collection_free(&collection);
    return code;
}
