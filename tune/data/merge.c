#include <stdio.h>

#include "cli/arguments.h"
#include "data/commands.h"
#include "data/copy.h"
#include "data/source_options.h"

typedef struct MergeArguments {
    Source source;
    const char *out_path;
} MergeArguments;

static const struct argp_option OPTIONS[] = {
    {"out", 'o', "FILE", 0, "Write this file, which must not exist yet", 0},
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    MergeArguments *arguments = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &arguments->source;
        break;
    case 'o':
        arguments->out_path = value;
        break;
    case ARGP_KEY_END:
        if (!arguments->out_path)
            argp_error(state, "--out is needed");
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const struct argp_child CHILDREN[] = {{&SOURCE_OPTIONS, 0, NULL, 0}, {0}};

const struct argp MERGE_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .args_doc = "FILE...",
    .children = CHILDREN,
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
