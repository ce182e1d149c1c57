#include "data/commands.h"

#include "base/compiler.h"

static const Command *const COMMANDS[] = {
    &STATS_COMMAND, &VERIFY_COMMAND, &TEXT_COMMAND,
    &MERGE_COMMAND, &FILTER_COMMAND, &IMPORT_COMMAND,
};

const CommandProgram DATA_PROGRAM = {
    .name = "quorum-data",
    .doc = "Works on files of games in chain format, which quorum-datagen writes.\vThe exit code "
           "is 1 when data is damaged, 2 when the arguments or files cannot "
           "be used or output is lost.",
    .commands = COMMANDS,
    .count = ARRAY_LENGTH(COMMANDS),
};
