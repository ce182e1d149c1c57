#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "data/commands.h"
#include "data/copy.h"
#include "data/source_options.h"

typedef struct Conditions {
    bool any_result; /* no --result was given */
    bool results[GAME_WHITE_WINS + 1];
    int max_score; /* of any position, either way */
    int max_start_score;
    int min_pieces; /* at the start */
    int max_pieces;
    int min_plies;
    int max_plies;
} Conditions;

typedef struct FilterArguments {
    Source source;
    const char *out_path;
    Conditions conditions;
} FilterArguments;

enum {
    KEY_RESULT = 256,
    KEY_MAX_SCORE,
    KEY_MAX_START_SCORE,
    KEY_MIN_PIECES,
    KEY_MAX_PIECES,
    KEY_MIN_PLIES,
    KEY_MAX_PLIES
};

static const struct argp_option OPTIONS[] = {
    {"out", 'o', "FILE", 0, "Write this file, which must not exist yet", 0},
    {"result", KEY_RESULT, "RESULT", 0,
     "Games that ended white, drawn or black; may be given several times", 0},
    {"max-score", KEY_MAX_SCORE, "CP", 0, "Games without a score beyond CP, either way", 0},
    {"max-start-score", KEY_MAX_START_SCORE, "CP", 0, "Games whose first score is not beyond CP",
     0},
    {"min-pieces", KEY_MIN_PIECES, "N", 0, "Games with at least N pieces at the start", 0},
    {"max-pieces", KEY_MAX_PIECES, "N", 0, "Games with at most N pieces at the start", 0},
    {"min-plies", KEY_MIN_PLIES, "N", 0, "Games of at least N plies", 0},
    {"max-plies", KEY_MAX_PLIES, "N", 0, "Games of at most N plies", 0},
    {0},
};

static void add_result(Conditions *conditions, const char *text, const struct argp_state *state) {
    static const char *const NAMES[] = {"black", "drawn", "white"};
    conditions->any_result = false;
    for (int result = GAME_BLACK_WINS; result <= GAME_WHITE_WINS; result++) {
        if (strcmp(text, NAMES[result]) == 0) {
            conditions->results[result] = true;
            return;
        }
    }
    argp_error(state, "--result must be white, drawn or black, not '%s'", text);
}

#define CONDITION(option, member, most)                                                            \
    ARGUMENT(option, FilterArguments, conditions.member, .maximum = (most))

static const Argument LIST[] = {
    ARGUMENT('o', FilterArguments, out_path),
    CONDITION(KEY_MAX_SCORE, max_score, INT16_MAX),
    CONDITION(KEY_MAX_START_SCORE, max_start_score, INT16_MAX),
    CONDITION(KEY_MIN_PIECES, min_pieces, 32),
    CONDITION(KEY_MAX_PIECES, max_pieces, 32),
    CONDITION(KEY_MIN_PLIES, min_plies, CHAIN_MAX_PLIES),
    CONDITION(KEY_MAX_PLIES, max_plies, CHAIN_MAX_PLIES),
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    FilterArguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->source;
        break;
    case KEY_RESULT:
        add_result(&arguments->conditions, value, state);
        break;
    case ARGP_KEY_END:
        if (!arguments->out_path)
            argp_error(state, "--out is needed");
        break;
    default:
        return arguments_take(LIST, OPTIONS, key, value, state) ? 0 : ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_child CHILDREN[] = {{&SOURCE_OPTIONS, 0, NULL, 0}, {0}};

const struct argp FILTER_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .args_doc = "FILE...",
    .children = CHILDREN,
    .doc = "Copies the games that meet all conditions. Games are copied whole: which of their "
           "positions are learned from is the trainer's choice.",
};

static int highest_score(const ChainGame *game) {
    int highest = 0;
    for (int ply = 0; ply < game->ply_count; ply++) {
        int size = abs((int)game->scores[ply]);
        highest = size > highest ? size : highest;
    }
    return highest;
}

static bool meets_conditions(const ChainGame *game, const void *context) {
    const Conditions *conditions = context;
    int pieces = bb_count(position_occupied(&game->start));
    int start_score = game->ply_count > 0 ? abs((int)game->scores[0]) : 0;
    return (conditions->any_result || conditions->results[game->result]) &&
           pieces >= conditions->min_pieces && pieces <= conditions->max_pieces &&
           game->ply_count >= conditions->min_plies && game->ply_count <= conditions->max_plies &&
           start_score <= conditions->max_start_score &&
           highest_score(game) <= conditions->max_score;
}

int filter_command(int argc, char **argv) {
    FilterArguments arguments = {
        .conditions = {.any_result = true,
                       .max_score = INT_MAX,
                       .max_start_score = INT_MAX,
                       .max_pieces = INT_MAX,
                       .max_plies = INT_MAX},
    };
    arguments_parse(&FILTER_PARSER, "quorum-data filter", argc, argv, &arguments);
    return copy_games(&arguments.source, arguments.out_path, "quorum-data filter", meets_conditions,
                      &arguments.conditions);
}
