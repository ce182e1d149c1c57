#include "data/source_options.h"

#include <stdlib.h>

#include "cli/command.h"

error_t source_options_parse(int key, char *value, struct argp_state *state) {
    Source *source = state->input;
    switch (key) {
    case ARGP_KEY_ARG:
        if (!source_add(source, value))
            argp_error(state, "more than %d files", SOURCE_MAX_FILES);
        break;
    case ARGP_KEY_END:
        if (source->count == 0)
            argp_error(state, "a FILE is needed");
        if (!source_check(source))
            exit(COMMAND_MISUSED);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp SOURCE_OPTIONS = {.parser = source_options_parse};
