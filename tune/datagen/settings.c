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

enum { KEY_CHESS960 = 256, KEY_ENDGAME, KEY_RANDOM_PLIES, KEY_BALANCE, KEY_WIN_SCORE };

static const struct argp_option OPTIONS[] = {
    {"positions", 'p', "N", 0, "End when the file holds N positions that the standard filter keeps",
     0},
    {"nodes", 'n', "N", 0, "A search begins no new iteration after N nodes (500)", 0},
    {"seed", 's', "S", 0, "Another seed gives other games (1)", 0},
    {"out", 'o', "FILE", 0, "Write or continue this file", 0},
    {"openings", 'b', "FILE", 0, "Begin at positions of this file of FEN or EPD lines", 0},
    {"random-plies", KEY_RANDOM_PLIES, "N", 0,
     "Play N-2 to N+2 random moves first, none with 0 (8)", 0},
    {"chess960", KEY_CHESS960, "PERCENT", 0, "Share of games from Chess960's start positions (0)",
     0},
    {"endgame", KEY_ENDGAME, "PERCENT", 0, "Share of games from a few men on random squares (0)",
     0},
    {"balance", KEY_BALANCE, "CP", 0,
     "Drop openings, but for those endgames, with a higher score for either side (300)", 0},
    {"win-score", KEY_WIN_SCORE, "CP", 0,
     "Games are won when both sides see this score for 4 plies (700)", 0},
    {0},
};

static const struct argp_child CHILDREN[] = {
    COMMON_ARGUMENTS(COMMON_THREADS("Play N games at a time (1)", 0),
                     COMMON_HASH("Mebibytes of each thread's table (2)", 0), COMMON_EVAL_FILE(0),
                     COMMON_EARLIER("network", COMMON_KEY_EVAL_FILE)),
    {0},
};

static void check(Settings *settings, const struct argp_state *state) {
    settings->threads = (int)settings->common.threads;
    settings->rules.hash_mib = (int)settings->common.hash_mib;
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

#define NUMBER(option, member, least, most)                                                        \
    ARGUMENT(option, Settings, member, .minimum = (least), .maximum = (most))

static const Argument LIST[] = {
    NUMBER('p', positions, 1, INT64_MAX),
    NUMBER('n', rules.nodes, 1, MAX_NODES),
    NUMBER('s', rules.seed, 0, INT64_MAX),
    ARGUMENT('o', Settings, out_path),
    ARGUMENT('b', Settings, openings_path),
    NUMBER(KEY_RANDOM_PLIES, rules.opening.random_plies, 0, MAX_RANDOM_PLIES),
    NUMBER(KEY_CHESS960, rules.opening.chess960_percent, 0, 100),
    NUMBER(KEY_ENDGAME, rules.opening.endgame_percent, 0, 100),
    NUMBER(KEY_BALANCE, rules.opening.balance, 0, MAX_SCORE),
    NUMBER(KEY_WIN_SCORE, rules.win_score, 1, MAX_SCORE),
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    Settings *settings = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &settings->common;
        break;
    case ARGP_KEY_END:
        check(settings, state);
        break;
    default:
        return arguments_take(LIST, OPTIONS, key, value, state) ? 0 : ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp DATAGEN_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .children = CHILDREN,
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
                  .win_score = ADJUDICATION_WIN_SCORE,
                  .opening = {.random_plies = 8, .balance = OPENING_BALANCE}},
        .common = {.threads = 1,
                   .threads_limit = MAX_THREADS,
                   .hash_mib = 2,
                   .hash_limit = ENGINE_MAX_HASH_MIB},
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
