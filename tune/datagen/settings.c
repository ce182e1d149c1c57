#include "datagen/settings.h"

#include <inttypes.h>
#include <stdio.h>

#include "cli/output.h"
#include "datagen/tree.h"
#include "play/adjudication.h"

#define MAX_SCORE SCORE_MATE

static void check(void *input, const struct argp_state *state) {
    const Settings *settings = input;
    if (settings->positions == 0)
        argp_error(state, "--positions is needed");
    if (!settings->out_path)
        argp_error(state, "--out is needed");
    if (output_is_stdout(settings->out_path))
        argp_error(state, "--out needs the name of a file");
    if (settings->tree_nodes > 0 && (settings->sitting > 1 || settings->start_nodes > 0))
        argp_error(state, "--tree-nodes excludes --sitting and --start-in-tree");
    play_settings_check(&settings->play, state);
}

#define NUMBER(member, low, high) INTO(Settings, member), .minimum = (low), .maximum = (high)

static const Argument ROWS[] = {
    {"positions", 'p', "N", "End when the file holds N positions that the standard filter keeps",
     NUMBER(positions, 1, INT64_MAX)},
    {"nodes", 'n', "N", "A search begins no new iteration after N nodes (500)",
     NUMBER(nodes, 1, PLAY_MAX_NODES)},
    {"seed", 's', "S", "Another seed gives other games (1)", PLAY_NUMBER(seed, 0, INT64_MAX)},
    {"out", 'o', "FILE", "Write or continue this file", INTO(Settings, out_path)},
    PLAY_OPENING_ROWS("games"),
    {"endgame", 0, "PERCENT", "Share of games from a few men on random squares (0)",
     PLAY_NUMBER(opening.endgame_percent, 0, 100)},
    {"balance", 0, "CP",
     "Drop openings, but for those endgames, with a higher score for either side (300)",
     PLAY_NUMBER(opening.balance, 0, MAX_SCORE)},
    {"start-in-tree", 0, "N",
     "Begin up to 8 games of a sitting at nodes of a search of N nodes from an opening, 0: each "
     "with its opening (0)",
     NUMBER(start_nodes, 0, PLAY_MAX_NODES)},
    {"win-score", 0, "CP", "Games are won when both sides see this score for 4 plies (700)",
     NUMBER(end.win_score, 1, MAX_SCORE)},
    {"plies", 0, "N", "Give games up as drawn after N plies, 0 for never (0)",
     NUMBER(end.plies, 0, CHAIN_MAX_PLIES)},
    {"sitting", 0, "N", "Play N games in a row and forget nothing between them (1)",
     NUMBER(sitting, 1, SITTING_MOST)},
    {"tree-nodes", 0, "N", "Write N nodes of each game's searches, not the game, 0 for none (0)",
     NUMBER(tree_nodes, 0, TREE_NODES_MOST)},
    {"tree-depth", 0, "D", "With --tree-nodes: only nodes of this depth and more (5)",
     NUMBER(tree_depth, 1, MAX_PLY)},
    {"syzygy-path", 0, "DIRS", "Search with the endgame tables in these directories",
     INTO(Settings, play.syzygy_path)},
    PLAY_THREADS_ROW("Play N games at a time (1)"),
    PLAY_ENGINE_ROWS("Mebibytes of each thread's table (2)"),
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
        .play = {.seed = 1,
                 .threads = 1,
                 .hash_mib = 2,
                 .opening = {.random_plies = 8, .balance = OPENING_BALANCE}},
        .nodes = 500,
        .end = {.win_score = ADJUDICATION_WIN_SCORE},
        .sitting = 1,
        .tree_depth = 5,
    };
    arguments_parse(&DATAGEN_PARSER, "quorum-datagen", argc, argv, settings);
}

void settings_describe(const Settings *settings, char text[CHAIN_DESCRIPTION_SIZE]) {
    const PlaySettings *play = &settings->play;
    const OpeningRules *opening = &play->opening;
    char book[32] = "none";
    if (opening->book)
        snprintf(book, sizeof book, "%016" PRIx64, opening->book->content);
    char plies[32] = "";
    if (settings->end.plies > 0)
        snprintf(plies, sizeof plies, " plies=%d", settings->end.plies);
    char sitting[32] = "";
    if (settings->sitting > 1)
        snprintf(sitting, sizeof sitting, " sitting=%d", settings->sitting);
    char start[48] = "";
    if (settings->start_nodes > 0)
        snprintf(start, sizeof start, " start-in-tree=%" PRIu64, settings->start_nodes);
    char tree[48] = "";
    if (settings->tree_nodes > 0)
        snprintf(tree, sizeof tree, " tree=%d/%d", settings->tree_nodes, settings->tree_depth);
    char tables[48] = "";
    if (play->syzygy_path) {
        const SyzygyTables *syzygy = engine_syzygy_tables(play->evaluation);
        snprintf(tables, sizeof tables, " tables=%d/%d", syzygy->wdl_count, syzygy->men);
    }
    snprintf(text, CHAIN_DESCRIPTION_SIZE,
             "quorum-datagen network=%016" PRIx64 " nodes=%" PRIu64 " seed=%" PRIu64
             " random-plies=%d chess960=%d endgame=%d balance=%d win-score=%d hash=%d "
             "openings=%s%s%s%s%s%s",
             engine_network_id(play->evaluation), settings->nodes, play->seed,
             opening->random_plies, opening->chess960_percent, opening->endgame_percent,
             opening->balance, settings->end.win_score, play->hash_mib, book, plies, sitting, start,
             tables, tree);
}
