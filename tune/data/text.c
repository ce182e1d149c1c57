#include <stdio.h>

#include "chain/filter.h"
#include "chess/fen.h"
#include "chess/notation.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "data/commands.h"
#include "data/labelled.h"
#include "data/source.h"

typedef struct TextArguments {
    Source source;
    bool kept_only;
    bool labelled;
    uint64_t lines_left;
} TextArguments;

static const Argument ROWS[] = {
    {"kept", 'k', NULL, "Only positions that the standard filter keeps",
     INTO(TextArguments, kept_only)},
    {"trainers", 't', NULL,
     "Print lines 'FEN | score | result' instead, which trainers have in common: score and result, "
     "1.0, 0.5 or 0.0, from White's side",
     INTO(TextArguments, labelled)},
    {"lines", 'n', "N", "Print N lines at most", INTO(TextArguments, lines_left), .minimum = 1,
     .maximum = INT64_MAX},
    {0},
};

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = source_take_words,
    .form = "FILE...",
    .doc = "Prints a line 'FEN ; score ; result ; move' for each position: the score in centipawns "
           "from the view of the side to move, the result as 1-0, 1/2-1/2 or 0-1, the move in "
           "UCI's notation. Nodes of search trees have no result, but say what the score is: = the "
           "value of the position, >= or <= a bound of it.",
};

/* Of a game, or of a node, whose winner has at least what the score says. */
static const char *result_text(const Position *position, const ChainGame *game, bool of_tree) {
    static const char *const RESULTS[] = {"0-1", "1/2-1/2", "1-0"};
    if (!of_tree)
        return RESULTS[game->result];
    if (game->result == GAME_DRAWN)
        return "=";
    const bool white_moves = position_side(position) == WHITE;
    return (game->result == GAME_WHITE_WINS) == white_moves ? ">=" : "<=";
}

static void print_position(const Position *position, const ChainGame *game, int ply, bool of_tree) {
    char fen[FEN_SIZE], move[COORDINATE_SIZE];
    fen_format(position, fen);
    notation_coordinate(game->moves[ply], position->chess960, move);
    printf("%s ; %d ; %s ; %s\n", fen, game->scores[ply], result_text(position, game, of_tree),
           move);
}

static void print_labelled(const Position *position, const ChainGame *game, int ply) {
    char line[LABELLED_SIZE];
    labelled_format(position, game->scores[ply], game->result, line);
    puts(line);
}

static void print_game(const ChainGame *game, TextArguments *arguments) {
    const bool of_tree = chain_is_of_tree(source_origin(&arguments->source));
    Position positions[2];
    positions[0] = game->start;
    for (int ply = 0; ply < game->ply_count && arguments->lines_left > 0; ply++) {
        const Position *position = &positions[ply % 2];
        const Move move = game->moves[ply];
        if (!arguments->kept_only || filter_keeps(position, move, game->scores[ply])) {
            if (arguments->labelled)
                print_labelled(position, game, ply);
            else
                print_position(position, game, ply, of_tree);
            arguments->lines_left--;
        }
        position_make(position, &positions[(ply + 1) % 2], move);
    }
}

/* The result of a node says which bound its score is. */
static int refuse_nodes(Source *source) {
    Reason reason;
    reason_set(&reason, "%s: --trainers: nodes of search trees have no result",
               source->paths[source->current]);
    source_end(source);
    return command_misused("quorum-data text", reason.text);
}

static int text_command(int argc, char **argv) {
    TextArguments arguments = {.lines_left = UINT64_MAX};
    arguments_parse(&PARSER, "quorum-data text", argc, argv, &arguments);
    ChainGame game;
    while (arguments.lines_left > 0 && !ferror(stdout) && source_next(&arguments.source, &game)) {
        if (arguments.labelled && chain_is_of_tree(source_origin(&arguments.source)))
            return refuse_nodes(&arguments.source);
        print_game(&game, &arguments);
    }
    return source_end(&arguments.source);
}

const Command TEXT_COMMAND = {"text", "print positions as lines of text", text_command, &PARSER};
