#include "tools/scale/arguments.h"

#include <string.h>

#include "base/integers.h"
#include "engine/bench.h"
#include "engine/bench_positions.h"
#include "engine/engine.h"

#define MAX_DEPTH        100
#define MAX_MILLISECONDS 3600000
#define MAX_REPEATS      1000
#define MAX_WORD         32

/* What has another default with --engine. */
#define NOT_GIVEN (-1)

/* In ascending order, each once. */
static void add_threads(ScaleSettings *settings, int threads) {
    int *numbers = settings->threads, count = settings->thread_counts, at = 0;
    while (at < count && numbers[at] < threads)
        at++;
    if (count == SCALE_MAX_COUNTS || (at < count && numbers[at] == threads))
        return;
    memmove(&numbers[at + 1], &numbers[at], (size_t)(count - at) * sizeof *numbers);
    numbers[at] = threads;
    settings->thread_counts++;
}

/* 1, 2, 4 and so on, and the last number itself. */
static void set_threads_up_to(ScaleSettings *settings, int most) {
    settings->thread_counts = 0;
    for (int threads = 1; threads < most; threads *= 2)
        add_threads(settings, threads);
    add_threads(settings, most);
}

/* Cuts the next of several words with commas between off the front; a word that does not fit is cut
 * short, and fits nothing then. False when none is left. */
static bool next_word(const char **list, char word[MAX_WORD]) {
    if (!*list)
        return false;
    size_t length = strcspn(*list, ",");
    snprintf(word, MAX_WORD, "%.*s", (int)size_min(length, MAX_WORD), *list);
    *list = (*list)[length] == ',' ? *list + length + 1 : NULL;
    return true;
}

static void take_threads(void *input, const char *list, const struct argp_state *state) {
    ScaleSettings *settings = &((ScaleArguments *)input)->settings;
    char word[MAX_WORD];
    bool several = strchr(list, ',');
    settings->thread_counts = 0;
    if (several)
        add_threads(settings, 1);
    for (int given = 1; next_word(&list, word); given++) {
        int number = (int)argument_require_integer(state, "--threads", word, 1, ENGINE_MAX_THREADS);
        if (several && given == SCALE_MAX_COUNTS)
            argp_error(state, "--threads has more than %d numbers", SCALE_MAX_COUNTS - 1);
        if (several)
            add_threads(settings, number);
        else
            set_threads_up_to(settings, number);
    }
}

static void add_choice(ScaleChoices *choices, int value) {
    for (int i = 0; i < choices->count; i++) {
        if (choices->values[i] == value)
            return;
    }
    choices->values[choices->count++] = value;
}

/* Reads a list of names, of which `all` is each; `known` lists them for a message. */
static void take_choices(ScaleChoices *choices, NamedValues names, const char *list,
                         const char *option, const char *known, const struct argp_state *state) {
    char word[MAX_WORD];
    choices->count = 0;
    while (next_word(&list, word)) {
        int value = 0;
        if (strcmp(word, "all") == 0) {
            for (int i = 0; i < names.count; i++)
                add_choice(choices, i);
        } else if (named_values_parse(names, text_of(word), &value)) {
            add_choice(choices, value);
        } else {
            argp_error(state, "--%s: \"%s\" is not one of %s, all", option, word, known);
        }
    }
}

static void take_placements(void *input, const char *list, const struct argp_state *state) {
    take_choices(&((ScaleArguments *)input)->settings.placements, PLACEMENT_NAMES, list,
                 "placement", "auto, compact, scatter, cores, none", state);
}

static void take_scopes(void *input, const char *list, const struct argp_state *state) {
    take_choices(&((ScaleArguments *)input)->settings.scopes, HISTORY_SCOPE_NAMES, list,
                 "history-scope", "thread, l3, node", state);
}

static void take_policy(void *input, const char *value, const struct argp_state *state) {
    ScaleSettings *settings = &((ScaleArguments *)input)->settings;
    Reason error;
    if (settings->policy_count == SCALE_MAX_POLICIES)
        argp_error(state, "--policy may be given %d times", SCALE_MAX_POLICIES);
    else if (!numa_policy_parse(text_of(value), &settings->policies[settings->policy_count],
                                &error))
        argp_error(state, "--policy: %s", error.text);
    else
        settings->policy_count++;
}

#define NUMBER(member, low, high)                                                                  \
    INTO(ScaleArguments, settings.member), .minimum = (low), .maximum = (high)

static const Argument ROWS[] = {
    {.text = "What is compared:"},
    {"threads", 't', "N[,N...]",
     "Numbers of threads, 1 always among them; one number alone: 1, 2, 4 ... up to it (the cores "
     "that may be used)",
     .take = take_threads},
    {"placement", 'l', "P[,P...]",
     "ThreadPlacement: auto, compact, scatter, cores, none, or all of them (auto)",
     .take = take_placements},
    {"policy", 'p', "P",
     "NumaPolicy: auto, system, hardware, none or a list like 0-15,128-143:16-31 (auto); may be "
     "given several times",
     .take = take_policy},
    {"history-scope", 0, "S[,S...]", "HistoryScope: thread, l3, node, or all of them (thread)",
     .take = take_scopes},
    {.text = "How it is measured:"},
    {"movetime", 0, "MS", "Milliseconds of each search for nodes a second; 0: none (500)",
     NUMBER(movetime_ms, 0, MAX_MILLISECONDS)},
    {"depth", 0, "N", "Plies of each search for time to depth; 0: none (20)",
     NUMBER(depth, 0, MAX_DEPTH)},
    {"positions", 0, "N",
     "Positions of the bench that are searched, at most the 40 of 12 men or more (8)",
     NUMBER(positions, 1, BENCH_POSITION_COUNT)},
    {"repeat", 'r', "N",
     "Rounds over everything; from 6 on the intervals hold the median with 95 % probability (6)",
     NUMBER(repeats, 1, MAX_REPEATS)},
    {"memory", 0, "MS", "Milliseconds of each measurement of memory; 0: none (100)",
     NUMBER(memory_ms, 0, MAX_MILLISECONDS)},
    {"signature", 0, "N",
     "Plies of the bench whose nodes are recorded; 0: none (13, as in `quorum bench`)",
     NUMBER(signature_depth, 0, BENCH_MAX_DEPTH)},
    HASH_ROW(ScaleArguments, settings.hash_mib, ENGINE_MAX_HASH_MIB,
             "Mebibytes of the table (256)"),
    EVAL_FILE_ROW(ScaleArguments),
    RESUME_ROW(ScaleArguments),
    GUEST_LIST_ROWS(ScaleArguments, guests),
    OUTPUTS_HEADING,
    OUTPUT_ROW(ScaleArguments, json, "Everything, as JSON"),
    OUTPUT_ROW(ScaleArguments, csv, "A row for each number of threads in each place"),
    OUTPUT_ROW(ScaleArguments, html, "A page with tables and charts"),
    {"svg", 0, "FILE", NULL, INTO(ScaleArguments, common.html), .is_output = true},
    {0},
};

static void check(void *input, const struct argp_state *state) {
    const ScaleArguments *arguments = input;
    const ScaleSettings *settings = &arguments->settings;
    guest_list_check(&arguments->guests, &arguments->common, false, state);
    if (arguments->guests.count == 0)
        return;
    if (settings->policy_count + settings->placements.count + settings->scopes.count > 0)
        argp_error(state, "--policy, --placement and --history-scope go without --engine");
    if (settings->signature_depth > 0)
        argp_error(state, "--signature goes without --engine");
    if (settings->memory_ms > 0)
        argp_error(state, "--memory goes without --engine");
}

static void set_defaults(ScaleSettings *settings) {
    const bool is_own = settings->guests->count == 0;
    if (settings->memory_ms == NOT_GIVEN)
        settings->memory_ms = is_own ? 100 : 0;
    if (settings->signature_depth == NOT_GIVEN)
        settings->signature_depth = is_own ? 13 : 0;
    if (settings->placements.count == 0)
        add_choice(&settings->placements, PLACEMENT_AUTO);
    if (settings->scopes.count == 0)
        add_choice(&settings->scopes, HISTORIES_OF_THREAD);
    if (settings->policy_count == 0)
        settings->policies[settings->policy_count++] = (NumaPolicy){.kind = NUMA_POLICY_AUTO};
}

const ArgumentParser SCALE_PARSER = {
    .rows = ROWS,
    .check = check,
    .doc = "Measures how nodes per second, time to depth and nodes to depth change with the number "
           "of threads and with where they run, and how fast the memory of the table is. All of it "
           "is measured in rounds, one after the other, so that what disturbs the machine for a "
           "while disturbs everything alike; each round compares with one thread in the same "
           "place.\vThe machine should do nothing else; if it does, a warning says so. The exit "
           "code is 1 when an engine failed, 2 when the arguments or a file cannot be used, 128 "
           "and its number when a signal ends it: what is done is reported.",
};

void scale_read_arguments(int argc, char **argv, int cores, ScaleArguments *arguments) {
    *arguments = (ScaleArguments){
        .guests = {.grace_ms = GUEST_LIST_DEFAULT_GRACE_MS},
        .settings = {.hash_mib = 256,
                     .movetime_ms = 500,
                     .depth = 20,
                     .positions = 8,
                     .repeats = 6,
                     .memory_ms = NOT_GIVEN,
                     .signature_depth = NOT_GIVEN},
    };
    ScaleSettings *settings = &arguments->settings;
    set_threads_up_to(settings, int_min(cores, ENGINE_MAX_THREADS));
    settings->guests = &arguments->guests;
    arguments_parse(&SCALE_PARSER, "quorum scale", argc, argv, arguments);
    set_defaults(settings);
}

void scale_arguments_free(ScaleArguments *arguments) {
    for (int i = 0; i < arguments->settings.policy_count; i++)
        numa_policy_clear(&arguments->settings.policies[i]);
}
