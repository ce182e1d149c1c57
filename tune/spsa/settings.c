#include "spsa/settings.h"

#include "base/compiler.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "engine/engine.h"
#include "spsa/spsa.h"

#define MAX_ITERATIONS   10000000
#define MAX_PAIRS        100000
#define MAX_NODES        1000000000
#define MAX_MOVETIME_MS  3600000
#define MAX_RANDOM_PLIES 100
#define MAX_THREADS      4096

enum { KEY_CHESS960 = 256, KEY_EXACT_NODES, KEY_MOVETIME, KEY_ONLY, KEY_RANDOM_PLIES, KEY_STEP };

static const struct argp_option OPTIONS[] = {
    {0, 0, 0, 0, "The run:", 1},
    {"journal", 'j', "FILE", 0, "Keep the results here; continue a run that it holds", 0},
    {"iterations", 'i', "N", 0, "End after N iterations", 0},
    {"pairs", 'p', "N", 0, "Play N pairs of games in each (8)", 0},
    {"ahead", 'a', "N", 0, "Begin as many iterations before the results of one are known (1)", 0},
    {"seed", 's', "S", 0, "Another seed gives other games and perturbations (1)", 0},
    {0, 0, 0, 0, "The parameters:", 2},
    {"only", KEY_ONLY, "NAMES", 0, "Tune these, with commas between them, not all", 0},
    {"step", KEY_STEP, "PERCENT", 0,
     "Perturb each by this share of its range in the end, at least by a half (5)", 0},
    {"rate", 'r', "X", 0, "Steps that a won game moves a parameter in the end (0.002)", 0},
    {0, 0, 0, 0, "The games:", 3},
    {"nodes", 'n', "N", 0, "A search begins no new iteration after N nodes (2000)", 0},
    {"exact-nodes", KEY_EXACT_NODES, "N", 0, "A search ends after N nodes instead", 0},
    {"movetime", KEY_MOVETIME, "MS", 0, "A search ends after MS milliseconds instead", 0},
    {"openings", 'b', "FILE", 0, "Begin at positions of this file of FEN or EPD lines", 0},
    {"random-plies", KEY_RANDOM_PLIES, "N", 0,
     "Play N-2 to N+2 random moves first, none with 0 (8)", 0},
    {"chess960", KEY_CHESS960, "PERCENT", 0, "Share of pairs from Chess960's start positions (0)",
     0},
    {0},
};

static const struct argp_child CHILDREN[] = {
    COMMON_ARGUMENTS(COMMON_THREADS("Play N pairs at a time (1)", 1),
                     COMMON_CSV("The parameters after each iteration, every minute and at last", 1),
                     COMMON_HTML("A page with charts of them, likewise", 1),
                     COMMON_HASH("Mebibytes of each engine's table (4)", 3), COMMON_EVAL_FILE(3),
                     COMMON_EARLIER("network", COMMON_KEY_EVAL_FILE),
                     COMMON_EARLIER("plot", COMMON_KEY_HTML)),
    {0},
};

/* Before the games that are to show there. */
static void check_files(const SpsaSettings *settings, const struct argp_state *state) {
    const char *const inputs[] = {settings->journal_path, settings->openings_path};
    Reason error;
    if (!common_arguments_want_text(&settings->common))
        argp_error(state, "--csv and --html need names of files");
    if (!common_arguments_check(&settings->common, inputs, ARRAY_LENGTH(inputs), &error))
        argp_failure(state, COMMAND_MISUSED, 0, "%s", error.text);
}

static void check(SpsaSettings *settings, const struct argp_state *state) {
    settings->threads = (int)settings->common.threads;
    settings->hash_mib = (int)settings->common.hash_mib;
    if (!settings->journal_path)
        argp_error(state, "--journal is needed");
    if (settings->iterations == 0)
        argp_error(state, "--iterations is needed");
    if (settings->opening.random_plies == 0 && !settings->openings_path &&
        settings->opening.chess960_percent < 100)
        argp_error(state, "--random-plies 0 from the start position plays the same game over and "
                          "over: add --openings");
    check_files(settings, state);
}

static void set_pace(SpsaSettings *settings, const struct argp_state *state, MovePace pace,
                     const char *name, const char *value, int64_t most) {
    if (settings->pace_value != 0)
        argp_error(state, "--nodes, --exact-nodes and --movetime exclude each other");
    settings->pace = pace;
    settings->pace_value = argument_require_integer(state, name, value, 1, most);
}

#define NUMBER(option, member, least, most)                                                        \
    ARGUMENT(option, SpsaSettings, member, .minimum = (least), .maximum = (most))

static const Argument LIST[] = {
    ARGUMENT('j', SpsaSettings, journal_path),
    NUMBER('i', iterations, 1, MAX_ITERATIONS),
    NUMBER('p', pairs, 1, MAX_PAIRS),
    NUMBER('a', ahead, 0, SPSA_MAX_AHEAD),
    NUMBER('s', seed, 0, INT64_MAX),
    ARGUMENT(KEY_ONLY, SpsaSettings, only),
    ARGUMENT(KEY_STEP, SpsaSettings, step_percent, .least = 0.1, .most = 50),
    ARGUMENT('r', SpsaSettings, rate, .least = 1e-6, .most = 1),
    ARGUMENT('b', SpsaSettings, openings_path),
    NUMBER(KEY_RANDOM_PLIES, opening.random_plies, 0, MAX_RANDOM_PLIES),
    NUMBER(KEY_CHESS960, opening.chess960_percent, 0, 100),
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    SpsaSettings *settings = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &settings->common;
        break;
    case 'n':
        set_pace(settings, state, PACE_SOFT_NODES, "--nodes", value, MAX_NODES);
        break;
    case KEY_EXACT_NODES:
        set_pace(settings, state, PACE_NODES, "--exact-nodes", value, MAX_NODES);
        break;
    case KEY_MOVETIME:
        set_pace(settings, state, PACE_TIME, "--movetime", value, MAX_MOVETIME_MS);
        break;
    case ARGP_KEY_END:
        check(settings, state);
        break;
    default:
        return arguments_take(LIST, OPTIONS, key, value, state) ? 0 : ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp SPSA_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .children = CHILDREN,
    .doc = "Tunes the numbers of Quorum's search by games between perturbed versions of it."
           "\vThe same command continues a run where its journal ends. With a limit on nodes the "
           "same seed and options give the same result, whatever the number of threads and "
           "interruptions. SIGINT, SIGTERM and SIGHUP end the program in order. What it has found "
           "so far is printed as rows for src/search/tunables.h. The exit code is 1 when playing "
           "fails, 2 when the arguments or files cannot be used or output is lost.",
};

void spsa_settings_parse(SpsaSettings *settings, int argc, char **argv) {
    *settings = (SpsaSettings){
        .pairs = 8,
        .ahead = 1,
        .rate = 0.002,
        .step_percent = 5,
        .common = {.threads = 1,
                   .threads_limit = MAX_THREADS,
                   .hash_mib = 4,
                   .hash_limit = ENGINE_MAX_HASH_MIB},
        .seed = 1,
        .opening = {.random_plies = 8, .balance = OPENING_BALANCE},
    };
    arguments_parse(&SPSA_PARSER, "quorum-spsa", argc, argv, settings);
    if (settings->pace_value == 0)
        settings->pace_value = 2000;
}
