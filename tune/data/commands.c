#include "data/commands.h"

#include "base/compiler.h"

static const Command COMMANDS[] = {
    {"stats", "count games, results, scores and pieces", stats_command, &STATS_PARSER},
    {"verify", "read everything and name what is damaged", verify_command, &VERIFY_PARSER},
    {"text", "print positions as lines of text", text_command, &TEXT_PARSER},
    {"merge", "put the games of several files into one", merge_command, &MERGE_PARSER},
    {"filter", "copy the games that meet conditions", filter_command, &FILTER_PARSER},
};

const CommandProgram DATA_PROGRAM = {
    .name = "quorum-data",
    .doc = "Works on files of games in chain format, which quorum-datagen writes.\vThe exit code "
           "is 1 when data is damaged, 2 when the arguments or files cannot "
           "be used or output is lost.",
    .commands = COMMANDS,
    .count = ARRAY_LENGTH(COMMANDS),
};
