#include "suite/commands.h"

#include "base/compiler.h"

static const Subcommand COMMANDS[] = {
    {"find", "collect positions with one best move from games", find_command, &FIND_PARSER},
    {"select", "make suites of what has been collected", select_command, &SELECT_PARSER},
    {"check", "repeat the confirmation of suites", check_command, &CHECK_PARSER},
};

const SubcommandProgram SUITE_PROGRAM = {
    .name = "quorum-suite",
    .purpose = "Makes test suites out of games in chain format, which quorum-datagen writes.",
    .fault = "data is damaged or cannot be written, or a check fails",
    .commands = COMMANDS,
    .count = ARRAY_LENGTH(COMMANDS),
};
