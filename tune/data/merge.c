#include <stdio.h>

#include "cli/arguments.h"
#include "data/commands.h"
#include "data/copy.h"

typedef struct MergeArguments {
    Source source;
    const char *out_path;
} MergeArguments;

static const Argument ROWS[] = {
    {"out", 'o', "FILE", "Write this file, which must not exist yet",
     INTO(MergeArguments, out_path)},
    {0},
};

static void check(void *input, const struct argp_state *state) {
    if (!((const MergeArguments *)input)->out_path)
        argp_error(state, "--out is needed");
}

const ArgumentParser MERGE_PARSER = {
    .rows = ROWS,
    .take_words = source_take_words,
    .check = check,
    .form = "FILE...",
    .doc = "Puts the games of several files into one, in the order of the arguments. Damaged "
           "blocks are named and left out; the exit code is then 1. The result cannot be continued "
           "by quorum-datagen.",
};

int merge_command(int argc, char **argv) {
    MergeArguments arguments = {0};
    arguments_parse(&MERGE_PARSER, "quorum-data merge", argc, argv, &arguments);
    char description[CHAIN_DESCRIPTION_SIZE];
    snprintf(description, sizeof description, "quorum-data merge of %d files",
             arguments.source.count);
    return copy_games(&arguments.source, arguments.out_path, description, NULL, NULL);
}
