#include <stdio.h>

#include "cli/arguments.h"
#include "data/commands.h"
#include "data/copy.h"

static const Argument ROWS[] = {COPY_OUT_ROW, {0}};

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = source_take_words,
    .check = copy_check,
    .form = "FILE...",
    .doc = "Puts the games of several files into one, in the order of the arguments. Damaged "
           "blocks are named and left out; the exit code is then 1. The result cannot be continued "
           "by quorum-datagen.",
};

static int merge_command(int argc, char **argv) {
    CopyArguments arguments = {0};
    arguments_parse(&PARSER, "quorum-data merge", argc, argv, &arguments);
    char description[CHAIN_DESCRIPTION_SIZE];
    snprintf(description, sizeof description, "quorum-data merge of %d files",
             arguments.source.count);
    return copy_games(&arguments, description, NULL, NULL);
}

const Command MERGE_COMMAND = {"merge", "put the games of several files into one", merge_command,
                               &PARSER};
