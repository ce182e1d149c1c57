#include "suite/find_settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "suite/commands.h"
#include "suite/resource_options.h"

#define MAX_NODES   1000000000000
#define PROOF_BYTES ((size_t)16 << 20)

enum { KEY_SHALLOW = 256, KEY_MIDDLE, KEY_SMALL, KEY_LARGE, KEY_PROOF, KEY_GAMES, KEY_WANT };

static const struct argp_option OPTIONS[] = {
    {"out", 'o', "FILE", 0, "Write or continue this file", 0},
    {"kinds", 'k', "LIST", 0,
     "Suites to look for, separated by commas: tactical, positional, endgame, mate (all)", 0},
    {"want", KEY_WANT, "N", 0, "End when there are N positions for each suite (1000000)", 0},
    {"games", KEY_GAMES, "N", 0, "Look at N games (all)", 0},
    {"seed", 's', "S", 0, "Another seed looks at other positions of the games (1)", 0},
    {"shallow", KEY_SHALLOW, "N", 0, "Nodes of the search that must miss the move (2000)", 0},
    {"middle", KEY_MIDDLE, "N", 0, "Nodes of the search that must disagree with it (50000)", 0},
    {"small", KEY_SMALL, "N", 0, "Nodes of the first search that confirms (200000)", 0},
    {"large", KEY_LARGE, "N", 0, "Nodes of the second one (5000000)", 0},
    {"proof", KEY_PROOF, "N", 0, "Nodes for the proof of each length of a mate (1000000)", 0},
    {0},
};

static void read_kinds(FindSettings *settings, const char *list, struct argp_state *state) {
    memset(settings->kinds, 0, sizeof settings->kinds);
    for (const char *at = list;; at++) {
        Text name = {at, strcspn(at, ",")};
        Kind kind = kind_parse(name);
        if (kind == KINDS)
            argp_error(state, "--kinds: there is no suite '%.*s'", (int)name.length, name.data);
        else
            settings->kinds[kind] = true;
        at += name.length;
        if (*at == '\0')
            return;
    }
}

static uint64_t read_nodes(const struct argp_state *state, const char *name, const char *value) {
    return (uint64_t)options_require_integer(state, name, value, 1, MAX_NODES);
}

static error_t parse_nodes(int key, const char *value, struct argp_state *state) {
    ExaminerRules *rules = &((FindSettings *)state->input)->rules;
    switch (key) {
    case KEY_SHALLOW:
        rules->shallow = read_nodes(state, "--shallow", value);
        return 0;
    case KEY_MIDDLE:
        rules->middle = read_nodes(state, "--middle", value);
        return 0;
    case KEY_SMALL:
        rules->small = read_nodes(state, "--small", value);
        return 0;
    case KEY_LARGE:
        rules->large = read_nodes(state, "--large", value);
        return 0;
    case KEY_PROOF:
        rules->mating.nodes = read_nodes(state, "--proof", value);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

static void check(const FindSettings *settings, const struct argp_state *state) {
    const ExaminerRules *rules = &settings->rules;
    if (!settings->out_path)
        argp_error(state, "--out is needed");
    if (rules->shallow >= rules->middle || rules->middle > rules->small ||
        rules->small >= rules->large)
        argp_error(state, "--shallow, --middle, --small and --large must grow");
}

static error_t parse_option(int key, char *value, struct argp_state *state) {
    FindSettings *settings = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &settings->resources;
        break;
    case 'o':
        settings->out_path = value;
        break;
    case 'k':
        read_kinds(settings, value, state);
        break;
    case KEY_WANT:
        settings->want = (uint64_t)options_require_integer(state, "--want", value, 1, INT64_MAX);
        break;
    case KEY_GAMES:
        settings->games = (uint64_t)options_require_integer(state, "--games", value, 1, INT64_MAX);
        break;
    case 's':
        settings->seed = (uint64_t)options_require_integer(state, "--seed", value, 0, INT64_MAX);
        break;
    case ARGP_KEY_ARGS:
        settings->files = state->argv + state->next;
        settings->file_count = state->argc - state->next;
        break;
    case ARGP_KEY_NO_ARGS:
        argp_error(state, "a FILE of games is needed");
        break;
    case ARGP_KEY_END:
        check(settings, state);
        break;
    default:
        return parse_nodes(key, value, state);
    }
    return 0;
}

static const struct argp_child CHILDREN[] = {{&RESOURCE_OPTIONS, 0, NULL, 0}, {0}};

const struct argp FIND_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .args_doc = "FILE...",
    .children = CHILDREN,
    .doc = "Looks through games in chain format for positions with one best move that is not easy "
           "to find, has two searches of different size confirm it, proves mates, and asks endgame "
           "tables where they have the position."
           "\vThe same files, seed and options find the same positions, whatever the number of "
           "threads. A file that exists is continued where it ends, and refused if other options "
           "made it; SIGINT, SIGTERM and SIGHUP end the program in order.",
};

void find_settings_parse(FindSettings *settings, int argc, char **argv) {
    *settings = (FindSettings){
        .rules = {.shallow = 2000,
                  .middle = 50000,
                  .small = 200000,
                  .large = 5000000,
                  .mating = {.nodes = 1000000, .bytes = PROOF_BYTES}},
        .kinds = {true, true, true, true},
        .seed = 1,
        .games = INT64_MAX,
        .want = 1000000,
        .resources = DEFAULT_RESOURCES,
    };
    options_parse(&FIND_PARSER, "quorum-suite find", argc, argv, settings);
}

void find_settings_describe(const FindSettings *settings, uint64_t network_id, char *text,
                            size_t size) {
    const ExaminerRules *rules = &settings->rules;
    FILE *stream = fmemopen(text, size, "w");
    if (!stream) {
        text[0] = '\0';
        return;
    }
    fprintf(stream,
            "# quorum-suite find network=%016" PRIx64 " seed=%" PRIu64 " shallow=%" PRIu64
            " middle=%" PRIu64 " small=%" PRIu64 " large=%" PRIu64 " proof=%" PRIu64
            " hash=%zu men=%d want=%" PRIu64 " kinds=",
            network_id, settings->seed, rules->shallow, rules->middle, rules->small, rules->large,
            rules->mating.nodes, settings->resources.hash_mib,
            rules->tables ? syzygy_men(rules->tables) : 0, settings->want);
    for (Kind kind = 0; kind < KINDS; kind++) {
        if (settings->kinds[kind])
            fprintf(stream, "%c", kind_name(kind)[0]);
    }
    for (int i = 0; i < settings->file_count; i++) {
        const char *slash = strrchr(settings->files[i], '/');
        fprintf(stream, " %s", slash ? slash + 1 : settings->files[i]);
    }
    fclose(stream);
    text[size - 1] = '\0';
}
