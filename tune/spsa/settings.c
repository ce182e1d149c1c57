#include "spsa/settings.h"

#include "base/compiler.h"
#include "cli/command.h"
#include "cli/output.h"
#include "spsa/spsa.h"

#define MAX_ITERATIONS  10000000
#define MAX_PAIRS       100000
#define MAX_MOVETIME_MS 3600000
#define MAX_CLOCK       ((int64_t)SPSA_CLOCK_MS * SEARCH_NODES_TIME_MOST)

/* An opening whose first search says more, either way, teaches little: one side wins both games of
 * the pair as White, or as Black. */
#define BALANCED_SCORE 120

/* Before the games that are to show there. */
static void check_files(const SpsaSettings *settings, const struct argp_state *state) {
    const char *const inputs[] = {settings->journal_path, settings->play.openings_path};
    Reason error;
    if (!common_arguments_want_text(&settings->play.common))
        argp_error(state, "--csv and --html need names of files");
    if (!common_arguments_check(&settings->play.common, inputs, ARRAY_LENGTH(inputs), &error))
        argp_failure(state, COMMAND_MISUSED, 0, "%s", error.text);
}

static void choose_pace(SpsaSettings *settings, const struct argp_state *state) {
    int given = 0;
    for (int pace = 0; pace < PACES; pace++) {
        if (settings->paces[pace] == 0)
            continue;
        settings->pace = (MovePace)pace;
        given++;
    }
    if (given > 1)
        argp_error(state, "--nodes, --exact-nodes, --movetime and --clock exclude each other");
    if (given == 0)
        settings->paces[PACE_SOFT_NODES] = 2000;
    if (settings->pace == PACE_CLOCK)
        settings->play.nodes_time = (int)(settings->paces[PACE_CLOCK] / SPSA_CLOCK_MS);
    else if (settings->increment > 0)
        argp_error(state, "--increment is for games with a --clock");
}

static void check(void *input, const struct argp_state *state) {
    SpsaSettings *settings = input;
    choose_pace(settings, state);
    if (!settings->journal_path)
        argp_error(state, "--journal is needed");
    if (output_is_stdout(settings->journal_path))
        argp_error(state, "--journal needs the name of a file");
    if (settings->iterations == 0)
        argp_error(state, "--iterations is needed");
    play_settings_check(&settings->play, state);
    check_files(settings, state);
}

#define NUMBER(member, low, high) INTO(SpsaSettings, member), .minimum = (low), .maximum = (high)

static const Argument ROWS[] = {
    {.text = "The run:"},
    {"journal", 'j', "FILE", "Keep the results here; continue a run that it holds",
     INTO(SpsaSettings, journal_path)},
    {"iterations", 'i', "N", "End after N iterations", NUMBER(iterations, 1, MAX_ITERATIONS)},
    {"pairs", 'p', "N", "Play N pairs of games in each (8)", NUMBER(pairs, 1, MAX_PAIRS)},
    {"ahead", 'a', "N", "Begin as many iterations before the results of one are known (1)",
     NUMBER(ahead, 0, SPSA_MAX_AHEAD)},
    {"seed", 's', "S", "Another seed gives other games and perturbations (1)",
     PLAY_NUMBER(seed, 0, INT64_MAX)},
    PLAY_THREADS_ROW("Play N pairs at a time (1)"),
    OUTPUT_ROW(PlaySettings, csv, "The parameters after each iteration, every minute and at last"),
    OUTPUT_ROW(PlaySettings, html, "A page with charts of them, likewise"),
    {"plot", 0, "FILE", NULL, INTO(PlaySettings, common.html), .is_output = true},
    {.text = "The parameters:"},
    {"only", 0, "NAMES", "Tune these, with commas between them, not all", INTO(SpsaSettings, only)},
    {"step", 0, "PERCENT",
     "Perturb each by this share of its range in the end, at least by a half (5)",
     INTO(SpsaSettings, step_percent), .least = 0.1, .most = 50},
    {"rate", 'r', "X", "Steps that a won game moves a parameter in the end (0.002)",
     INTO(SpsaSettings, rate), .least = 1e-6, .most = 1},
    {.text = "The games:"},
    {"nodes", 'n', "N", "A search begins no new iteration after N nodes (2000)",
     NUMBER(paces[PACE_SOFT_NODES], 1, PLAY_MAX_NODES)},
    {"exact-nodes", 0, "N", "In place of --nodes: a search ends after N nodes",
     NUMBER(paces[PACE_NODES], 1, PLAY_MAX_NODES)},
    {"movetime", 0, "MS", "In place of --nodes: a search ends after MS milliseconds",
     NUMBER(paces[PACE_TIME], 1, MAX_MOVETIME_MS)},
    {"clock", 0, "N",
     "In place of --nodes: each side has N nodes for a game, which its clock takes for time",
     NUMBER(paces[PACE_CLOCK], SPSA_CLOCK_MS, MAX_CLOCK)},
    {"increment", 0, "N", "With --clock: N more nodes for each move (0)",
     NUMBER(increment, 1, MAX_CLOCK)},
    PLAY_OPENING_ROWS("pairs"),
    PLAY_ENGINE_ROWS("Mebibytes of each engine's table (4)"),
    {0},
};

const ArgumentParser SPSA_PARSER = {
    .rows = ROWS,
    .check = check,
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
        .play = {.threads = 1,
                 .hash_mib = 4,
                 .seed = 1,
                 .opening = {.random_plies = 8, .balance = BALANCED_SCORE}},
    };
    arguments_parse(&SPSA_PARSER, "quorum-spsa", argc, argv, settings);
}
