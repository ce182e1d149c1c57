#include "suite/commands.h"

#include "base/compiler.h"

static const SuiteCommand COMMANDS[] = {
    {"find", "collect positions with one best move from games", find_command, &FIND_PARSER},
    {"select", "make suites of what has been collected", select_command, &SELECT_PARSER},
    {"check", "repeat the confirmation of suites", check_command, &CHECK_PARSER},
};

const SuiteCommand *suite_command_list(size_t *count) {
    *count = ARRAY_LENGTH(COMMANDS);
    return COMMANDS;
}
