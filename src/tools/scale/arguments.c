#include "tools/scale/arguments.h"

#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "engine/bench.h"
#include "engine/bench_positions.h"
#include "engine/engine.h"
#include "tools/scale/scale.h"

#define MAX_DEPTH        100
#define MAX_MILLISECONDS 3600000
#define MAX_REPEATS      1000
#define MAX_WORD         32

/* Options without a letter. */
enum {
    OPTION_SCOPE = 256,
    OPTION_MOVETIME,
    OPTION_DEPTH,
    OPTION_POSITIONS,
    OPTION_MEMORY,
    OPTION_SIGNATURE
};

static const struct argp_option OPTIONS[] = {
    {NULL, 0, NULL, 0, "What is compared:", 1},
    {"threads", 't', "N[,N...]", 0,
     "Numbers of threads, 1 always among them; one number alone: 1, 2, 4 ... up to it (the cores "
     "that may be used)",
     1},
    {"placement", 'l', "P[,P...]", 0,
     "ThreadPlacement: auto, compact, scatter, cores, none, or all of them (auto)", 1},
    {"policy", 'p', "P", 0,
     "NumaPolicy: auto, system, hardware, none or a list like 0-15,128-143:16-31 (auto); may be "
     "given several times",
     1},
    {"history-scope", OPTION_SCOPE, "S[,S...]", 0,
     "HistoryScope: thread, l3, node, or all of them (thread)", 1},
    {NULL, 0, NULL, 0, "How it is measured:", 2},
    {"movetime", OPTION_MOVETIME, "MS", 0,
     "Milliseconds of each search for nodes a second; 0: none (500)", 2},
    {"depth", OPTION_DEPTH, "N", 0, "Plies of each search for time to depth; 0: none (16)", 2},
    {"positions", OPTION_POSITIONS, "N", 0, "Positions of the bench that are searched (8)", 2},
    {"repeat", 'r', "N", 0,
     "Rounds over everything; from 6 on the intervals hold the median with 95 % probability (6)",
     2},
    {"memory", OPTION_MEMORY, "MS", 0, "Milliseconds of each measurement of memory; 0: none (100)",
     2},
    {"signature", OPTION_SIGNATURE, "N", 0,
     "Plies of the bench whose nodes are recorded; 0: none (13, as in `quorum bench`)", 2},
    {0},
};

static const struct argp_child CHILDREN[] = {
    COMMON_ARGUMENTS(COMMON_HASH("Mebibytes of the table (256)", 2), COMMON_EVAL_FILE(2),
                     COMMON_OUTPUTS(3), COMMON_JSON("Everything, as JSON", 3),
                     COMMON_CSV("A row for each number of threads in each place", 3),
                     COMMON_HTML("A page with tables and charts", 3),
                     COMMON_EARLIER("svg", COMMON_KEY_HTML)),
    {0},
};

static void add_threads(ScaleSettings *settings, int threads) {
    if (settings->thread_counts < SCALE_MAX_COUNTS)
        settings->threads[settings->thread_counts++] = threads;
}

/* 1, 2, 4 and so on, and the last number itself. */
static void set_threads_up_to(ScaleSettings *settings, int most) {
    settings->thread_counts = 0;
    for (int threads = 1; threads < most; threads *= 2)
        add_threads(settings, threads);
    add_threads(settings, most);
}

static int compare_integers(const void *a, const void *b) {
    return *(const int *)a - *(const int *)b;
}

/* In ascending order, each once. */
static void sort_threads(ScaleSettings *settings) {
    qsort(settings->threads, (size_t)settings->thread_counts, sizeof(int), compare_integers);
    int kept = 0;
    for (int i = 0; i < settings->thread_counts; i++) {
        if (kept == 0 || settings->threads[i] != settings->threads[kept - 1])
            settings->threads[kept++] = settings->threads[i];
    }
    settings->thread_counts = kept;
}

/* Cuts the next of several words with commas between off the front; a word that does not fit is cut
 * short, and fits nothing then. False when none is left. */
static bool next_word(const char **list, char word[MAX_WORD]) {
    if (!*list)
        return false;
    size_t length = strcspn(*list, ",");
    snprintf(word, MAX_WORD, "%.*s", (int)(length < MAX_WORD ? length : MAX_WORD), *list);
    *list = (*list)[length] == ',' ? *list + length + 1 : NULL;
    return true;
}

static void parse_threads(ScaleSettings *settings, const char *list, struct argp_state *state) {
    char word[MAX_WORD];
    bool several = strchr(list, ',');
    settings->thread_counts = 0;
    if (several)
        add_threads(settings, 1);
    while (next_word(&list, word)) {
        int number = (int)argument_require_integer(state, "--threads", word, 1, ENGINE_MAX_THREADS);
        if (several && settings->thread_counts == SCALE_MAX_COUNTS)
            argp_error(state, "--threads has more than %d numbers", SCALE_MAX_COUNTS - 1);
        if (several)
            add_threads(settings, number);
        else
            set_threads_up_to(settings, number);
    }
    sort_threads(settings);
}

static void add_placement(ScaleSettings *settings, ThreadPlacement placement) {
    for (int i = 0; i < settings->placement_count; i++) {
        if (settings->placements[i] == placement)
            return;
    }
    settings->placements[settings->placement_count++] = placement;
}

static void parse_placements(ScaleSettings *settings, const char *list, struct argp_state *state) {
    char word[MAX_WORD];
    settings->placement_count = 0;
    while (next_word(&list, word)) {
        ThreadPlacement placement = PLACEMENT_AUTO;
        if (strcmp(word, "all") == 0) {
            for (int i = 0; i < PLACEMENT_COUNT; i++)
                add_placement(settings, (ThreadPlacement)i);
        } else if (placement_parse(text_of(word), &placement)) {
            add_placement(settings, placement);
        } else {
            argp_error(state,
                       "--placement: \"%s\" is not one of auto, compact, scatter, cores, none, all",
                       word);
        }
    }
}

static void add_scope(ScaleSettings *settings, HistoryScope scope) {
    for (int i = 0; i < settings->scope_count; i++) {
        if (settings->scopes[i] == scope)
            return;
    }
    settings->scopes[settings->scope_count++] = scope;
}

static void parse_scopes(ScaleSettings *settings, const char *list, struct argp_state *state) {
    char word[MAX_WORD];
    settings->scope_count = 0;
    while (next_word(&list, word)) {
        HistoryScope scope = HISTORIES_OF_THREAD;
        if (strcmp(word, "all") == 0) {
            for (int i = 0; i < HISTORY_SCOPE_COUNT; i++)
                add_scope(settings, (HistoryScope)i);
        } else if (history_scope_parse(text_of(word), &scope)) {
            add_scope(settings, scope);
        } else {
            argp_error(state, "--history-scope: \"%s\" is not one of thread, l3, node, all", word);
        }
    }
}

static void parse_policy(ScaleSettings *settings, const char *value, struct argp_state *state) {
    Reason error;
    if (settings->policy_count == SCALE_MAX_POLICIES)
        argp_error(state, "--policy may be given %d times", SCALE_MAX_POLICIES);
    else if (!numa_policy_parse(text_of(value), &settings->policies[settings->policy_count],
                                &error))
        argp_error(state, "--policy: %s", error.text);
    else
        settings->policy_count++;
}

#define NUMBER(option, member, least, most)                                                        \
    ARGUMENT(option, ScaleArguments, settings.member, .minimum = (least), .maximum = (most))

static const Argument LIST[] = {
    NUMBER('r', repeats, 1, MAX_REPEATS),
    NUMBER(OPTION_MOVETIME, movetime_ms, 0, MAX_MILLISECONDS),
    NUMBER(OPTION_DEPTH, depth, 0, MAX_DEPTH),
    NUMBER(OPTION_POSITIONS, positions, 1, BENCH_POSITION_COUNT),
    NUMBER(OPTION_MEMORY, memory_ms, 0, MAX_MILLISECONDS),
    NUMBER(OPTION_SIGNATURE, signature_depth, 0, BENCH_MAX_DEPTH),
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    ScaleArguments *arguments = state->input;
    if (arguments_take(LIST, OPTIONS, key, value, state))
        return 0;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->common;
        break;
    case 't':
        parse_threads(&arguments->settings, value, state);
        break;
    case 'l':
        parse_placements(&arguments->settings, value, state);
        break;
    case 'p':
        parse_policy(&arguments->settings, value, state);
        break;
    case OPTION_SCOPE:
        parse_scopes(&arguments->settings, value, state);
        break;
    case ARGP_KEY_ARG:
        argp_error(state, "\"%s\" is one argument too many", value);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp SCALE_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .children = CHILDREN,
    .doc = "Measures how nodes per second, time to depth and nodes to depth change with the number "
           "of threads and with where they run, and how fast the memory of the table is. All of it "
           "is measured in rounds, one after the other, so that what disturbs the machine for a "
           "while disturbs everything alike; each round compares with one thread in the same "
           "place.\vThe machine should do nothing else; if it does, a warning says so. The exit "
           "code is 2 when the arguments cannot be used or a file cannot be written.",
};

void scale_read_arguments(int argc, char **argv, int cores, ScaleArguments *arguments) {
    *arguments = (ScaleArguments){
        .common = {.hash_mib = 256, .hash_limit = ENGINE_MAX_HASH_MIB},
        .settings = {.movetime_ms = 500,
                     .depth = 16,
                     .positions = 8,
                     .repeats = 6,
                     .memory_ms = 100,
                     .signature_depth = 13},
    };
    ScaleSettings *settings = &arguments->settings;
    set_threads_up_to(settings, cores < ENGINE_MAX_THREADS ? cores : ENGINE_MAX_THREADS);
    add_placement(settings, PLACEMENT_AUTO);
    add_scope(settings, HISTORIES_OF_THREAD);
    arguments_parse(&SCALE_PARSER, "quorum scale", argc, argv, arguments);
    settings->hash_mib = (size_t)arguments->common.hash_mib;
    if (settings->policy_count == 0)
        settings->policies[settings->policy_count++] = (NumaPolicy){.kind = NUMA_POLICY_AUTO};
}

void scale_arguments_free(ScaleArguments *arguments) {
    for (int i = 0; i < arguments->settings.policy_count; i++)
        numa_policy_clear(&arguments->settings.policies[i]);
}
