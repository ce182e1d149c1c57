#include "datagen/settings.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/arguments.h"
#include "engine/engine.h"
#include "play/adjudication.h"

#define MAX_NODES        1000000000
#define MAX_RANDOM_PLIES 100
#define MAX_THREADS      4096
#define MAX_SCORE        30000

static void check(void *input, const struct argp_state *state) {
    const Settings *settings = input;
    const OpeningRules *opening = &settings->rules.opening;
    if (settings->positions == 0)
        argp_error(state, "--positions is needed");
    if (!settings->out_path)
        argp_error(state, "--out is needed");
    if (opening->chess960_percent + opening->endgame_percent > 100)
        argp_error(state, "--chess960 and --endgame together exceed 100 percent");
    if (opening->random_plies == 0 && !settings->openings_path &&
        opening->chess960_percent + opening->endgame_percent < 100)
        argp_error(state, "--random-plies 0 from the start position plays the same game over and "
                          "over: add --openings");
}

#define NUMBER(member, low, high) INTO(Settings, member), .minimum = (low), .maximum = (high)

static const Argument ROWS[] = {
    {"positions", 'p', "N", "End when the file holds N positions that the standard filter keeps",
     NUMBER(positions, 1, INT64_MAX)},
    {"nodes", 'n', "N", "A search begins no new iteration after N nodes (500)",
     NUMBER(rules.nodes, 1, MAX_NODES)},
    {"seed", 's', "S", "Another seed gives other games (1)", NUMBER(rules.seed, 0, INT64_MAX)},
    {"out", 'o', "FILE", "Write or continue this file", INTO(Settings, out_path)},
    {"openings", 'b', "FILE", "Begin at positions of this file of FEN or EPD lines",
     INTO(Settings, openings_path)},
    {"random-plies", 0, "N", "Play N-2 to N+2 random moves first, none with 0 (8)",
     NUMBER(rules.opening.random_plies, 0, MAX_RANDOM_PLIES)},
    {"chess960", 0, "PERCENT", "Share of games from Chess960's start positions (0)",
     NUMBER(rules.opening.chess960_percent, 0, 100)},
    {"endgame", 0, "PERCENT", "Share of games from a few men on random squares (0)",
     NUMBER(rules.opening.endgame_percent, 0, 100)},
    {"balance", 0, "CP",
     "Drop openings, but for those endgames, with a higher score for either side (300)",
     NUMBER(rules.opening.balance, 0, MAX_SCORE)},
    {"win-score", 0, "CP", "Games are won when both sides see this score for 4 plies (700)",
     NUMBER(rules.win_score, 1, MAX_SCORE)},
    THREADS_ROW(Settings, threads, MAX_THREADS, "Play N games at a time (1)"),
    HASH_ROW(Settings, rules.hash_mib, ENGINE_MAX_HASH_MIB, "Mebibytes of each thread's table (2)"),
    EVAL_FILE_ROW(Settings),
    {"network", 0, "FILE", NULL, INTO(Settings, common.eval_file)},
    {0},
};

const ArgumentParser DATAGEN_PARSER = {
    .rows = ROWS,
    .check = check,
    .doc =
        "Writes self-play games as training data."
        "\vThe same seed and options give the same games, whatever the number of threads. A file "
        "that exists is continued where it ends, and refused if other options made it; SIGINT, "
        "SIGTERM and SIGHUP end the program in order. The exit code is 1 when "
        "playing fails, 2 when the arguments or files cannot be used or output is lost.",
};

void settings_parse(Settings *settings, int argc, char **argv) {
    *settings = (Settings){
        .rules = {.seed = 1,
                  .nodes = 500,
                  .hash_mib = 2,
                  .win_score = ADJUDICATION_WIN_SCORE,
                  .opening = {.random_plies = 8, .balance = OPENING_BALANCE}},
        .threads = 1,
    };
    arguments_parse(&DATAGEN_PARSER, "quorum-datagen", argc, argv, settings);
}

void settings_describe(const Settings *settings, uint64_t network_id,
                       char text[CHAIN_DESCRIPTION_SIZE]) {
    const PlayerRules *rules = &settings->rules;
    const OpeningRules *opening = &rules->opening;
    char book[32] = "none";
    if (opening->book)
        snprintf(book, sizeof book, "%016" PRIx64, opening->book->content);
    snprintf(text, CHAIN_DESCRIPTION_SIZE,
             "quorum-datagen network=%016" PRIx64 " nodes=%" PRIu64 " seed=%" PRIu64
             " random-plies=%d chess960=%d endgame=%d balance=%d win-score=%d hash=%d openings=%s",
             network_id, rules->nodes, rules->seed, opening->random_plies,
             opening->chess960_percent, opening->endgame_percent, opening->balance,
             rules->win_score, rules->hash_mib, book);
}
