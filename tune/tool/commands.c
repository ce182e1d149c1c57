#include "tool/commands.h"

#include "base/compiler.h"

static const DataCommand COMMANDS[] = {
    {"stats", "count games, results, scores and pieces", stats_command, &STATS_PARSER},
    {"verify", "read everything and name what is damaged", verify_command, &VERIFY_PARSER},
    {"text", "print positions as lines of text", text_command, &TEXT_PARSER},
    {"merge", "put the games of several files into one", merge_command, &MERGE_PARSER},
    {"filter", "copy the games that meet conditions", filter_command, &FILTER_PARSER},
};

const DataCommand *data_command_list(size_t *count) {
    *count = ARRAY_LENGTH(COMMANDS);
    return COMMANDS;
}
