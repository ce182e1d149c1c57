#include "data/commands.h"

#include "base/compiler.h"

static const Subcommand COMMANDS[] = {
    {"stats", "count games, results, scores and pieces", stats_command, &STATS_PARSER},
    {"verify", "read everything and name what is damaged", verify_command, &VERIFY_PARSER},
    {"text", "print positions as lines of text", text_command, &TEXT_PARSER},
    {"merge", "put the games of several files into one", merge_command, &MERGE_PARSER},
    {"filter", "copy the games that meet conditions", filter_command, &FILTER_PARSER},
};

const SubcommandProgram DATA_PROGRAM = {
    .name = "quorum-data",
    .purpose = "Works on files of games in chain format, which quorum-datagen writes.",
    .fault = "data is damaged or cannot be written",
    .commands = COMMANDS,
    .count = ARRAY_LENGTH(COMMANDS),
};
