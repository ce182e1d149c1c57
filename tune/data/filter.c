#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "cli/arguments.h"
#include "data/commands.h"
#include "data/copy.h"

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
    CopyArguments copy;
    Conditions conditions;
} FilterArguments;

static void take_result(void *input, const char *text, const struct argp_state *state) {
    Conditions *conditions = &((FilterArguments *)input)->conditions;
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

#define CONDITION(member, most) INTO(FilterArguments, conditions.member), .maximum = (most)

static const Argument ROWS[] = {
    COPY_OUT_ROW,
    {"result", 0, "RESULT", "Games that ended white, drawn or black; may be given several times",
     .take = take_result},
    {"max-score", 0, "CP", "Games without a score beyond CP, either way",
     CONDITION(max_score, INT16_MAX)},
    {"max-start-score", 0, "CP", "Games whose first score is not beyond CP",
     CONDITION(max_start_score, INT16_MAX)},
    {"min-pieces", 0, "N", "Games with at least N pieces at the start", CONDITION(min_pieces, 32)},
    {"max-pieces", 0, "N", "Games with at most N pieces at the start", CONDITION(max_pieces, 32)},
    {"min-plies", 0, "N", "Games of at least N plies", CONDITION(min_plies, CHAIN_MAX_PLIES)},
    {"max-plies", 0, "N", "Games of at most N plies", CONDITION(max_plies, CHAIN_MAX_PLIES)},
    {0},
};

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = source_take_words,
    .check = copy_check,
    .form = "FILE...",
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

static int filter_command(int argc, char **argv) {
    FilterArguments arguments = {
        .conditions = {.any_result = true,
                       .max_score = INT_MAX,
                       .max_start_score = INT_MAX,
                       .max_pieces = INT_MAX,
                       .max_plies = INT_MAX},
    };
    arguments_parse(&PARSER, "quorum-data filter", argc, argv, &arguments);
    return copy_games(&arguments.copy, "quorum-data filter", meets_conditions,
                      &arguments.conditions);
}

const Command FILTER_COMMAND = {"filter", "copy the games that meet conditions", filter_command,
                                &PARSER};
