#include "tools/commands.h"

#include <string.h>

#include "base/compiler.h"
#include "tools/bench.h"
#include "tools/perft.h"

static const Command COMMANDS[] = {
    {"bench", "search fixed positions; nodes are the signature of the search", bench_command},
    {"perft", "count the move tree of a position, or check a file of counts", perft_command},
};

const Command *command_find(const char *name) {
    for (size_t i = 0; i < ARRAY_LENGTH(COMMANDS); i++) {
        if (strcmp(COMMANDS[i].name, name) == 0)
            return &COMMANDS[i];
    }
    return NULL;
}

const Command *command_list(size_t *count) {
    *count = ARRAY_LENGTH(COMMANDS);
    return COMMANDS;
}
