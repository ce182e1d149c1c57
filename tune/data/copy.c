#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "data/commands.h"
#include "data/source.h"
#include "data/target.h"

/* The commands that copy games into a new file, each with its origin: `merge` takes all of them,
 * `filter` those that meet conditions. */

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

static const Conditions ANY = {.any_result = true,
                               .max_score = INT_MAX,
                               .max_start_score = INT_MAX,
                               .max_pieces = INT_MAX,
                               .max_plies = INT_MAX};

typedef struct CopyArguments {
    Source source;
    const char *out_path;
    Conditions conditions;
} CopyArguments;

static void check(void *input, const struct argp_state *state) {
    if (!((const CopyArguments *)input)->out_path)
        argp_error(state, "--out is needed");
}

static int highest_score(const ChainGame *game) {
    int highest = 0;
    for (int ply = 0; ply < game->ply_count; ply++) {
        int size = abs((int)game->scores[ply]);
        highest = size > highest ? size : highest;
    }
    return highest;
}

static bool meets_conditions(const ChainGame *game, const Conditions *conditions) {
    int pieces = bb_count(position_occupied(&game->start));
    int start_score = game->ply_count > 0 ? abs((int)game->scores[0]) : 0;
    return (conditions->any_result || conditions->results[game->result]) &&
           pieces >= conditions->min_pieces && pieces <= conditions->max_pieces &&
           game->ply_count >= conditions->min_plies && game->ply_count <= conditions->max_plies &&
           start_score <= conditions->max_start_score &&
           highest_score(game) <= conditions->max_score;
}

/* False when something could not be written. */
static bool write_games(CopyArguments *arguments, ChainWriter *writer, uint64_t *read,
                        uint64_t *written) {
    Source *source = &arguments->source;
    ChainGame game;
    while (source_next(source, &game)) {
        ++*read;
        if (!meets_conditions(&game, &arguments->conditions))
            continue;
        ChainOrigin origin = source_origin(source);
        if (!chain_writer_set_origin(writer, &origin) || !chain_writer_add(writer, &game))
            return false;
        ++*written;
    }
    return true;
}

/* Writes the games that are wanted to a file that must not exist yet, and prints their number.
 * Returns the exit code of the program. */
static int copy_games(CopyArguments *arguments, const char *description) {
    const char *out_path = arguments->out_path;
    Target target;
    if (!target_open(&target, out_path, description))
        return COMMAND_MISUSED;
    uint64_t read = 0, written = 0;
    const bool good = write_games(arguments, target.writer, &read, &written);
    const int reason = errno;
    const int source_code = source_end(&arguments->source);
    errno = reason;
    const int code = target_close(&target, good);
    if (code != COMMAND_OK)
        return code;
    printf("%s: %" PRIu64 " of %" PRIu64 " %s\n", out_path, written, read,
           format_plural((int64_t)read, "game", "games"));
    return source_code;
}

static const Argument MERGE_ROWS[] = {TARGET_ROW(CopyArguments, out_path), {0}};

static const ArgumentParser MERGE_PARSER = {
    .rows = MERGE_ROWS,
    .take_words = source_take_words,
    .check = check,
    .form = "FILE...",
    .doc = "Puts the games of several files into one, in the order of the arguments. Damaged "
           "blocks are named and left out; the exit code is then 1. The result cannot be continued "
           "by quorum-datagen.",
};

static int merge_command(int argc, char **argv) {
    CopyArguments arguments = {.conditions = ANY};
    arguments_parse(&MERGE_PARSER, "quorum-data merge", argc, argv, &arguments);
    char description[CHAIN_DESCRIPTION_SIZE];
    snprintf(description, sizeof description, "quorum-data merge of %d files",
             arguments.source.count);
    return copy_games(&arguments, description);
}

const Command MERGE_COMMAND = {"merge", "put the games of several files into one", merge_command,
                               &MERGE_PARSER};

static void take_result(void *input, const char *text, const struct argp_state *state) {
    Conditions *conditions = &((CopyArguments *)input)->conditions;
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

#define CONDITION(member, most) INTO(CopyArguments, conditions.member), .maximum = (most)

static const Argument FILTER_ROWS[] = {
    TARGET_ROW(CopyArguments, out_path),
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

static const ArgumentParser FILTER_PARSER = {
    .rows = FILTER_ROWS,
    .take_words = source_take_words,
    .check = check,
    .form = "FILE...",
    .doc = "Copies the games that meet all conditions. Games are copied whole: which of their "
           "positions are learned from is the trainer's choice.",
};

static int filter_command(int argc, char **argv) {
    CopyArguments arguments = {.conditions = ANY};
    arguments_parse(&FILTER_PARSER, "quorum-data filter", argc, argv, &arguments);
    return copy_games(&arguments, "quorum-data filter");
}

const Command FILTER_COMMAND = {"filter", "copy the games that meet conditions", filter_command,
                                &FILTER_PARSER};
