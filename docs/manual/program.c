#include "program.h"

#include <stdio.h>
#include <stdlib.h>

#include "tools/commands.h"
#ifdef QUORUM_HAVE_TUNE
#include "data/commands.h"
#include "datagen/settings.h"
#include "spsa/settings.h"
#include "train/command.h"
#endif

static void add_command(Program *program, const char *name, const char *summary,
                        const struct argp *parser) {
    if (program->command_count == PROGRAM_COMMAND_LIMIT) {
        fprintf(stderr, "quorum-manual: %s has more than %d commands\n", program->name,
                PROGRAM_COMMAND_LIMIT);
        exit(EXIT_FAILURE);
    }
    program->commands[program->command_count++] = (ProgramCommand){name, summary, parser};
}

static void describe_engine(Program *program) {
    *program = (Program){.name = "quorum", .speaks_uci = true};
    size_t count;
    const Command *commands = command_list(&count);
    for (size_t i = 0; i < count; i++)
        add_command(program, commands[i].name, commands[i].summary, commands[i].parser);
}

#ifdef QUORUM_HAVE_TUNE
static void describe_subcommands(Program *program, const CommandProgram *described) {
    *program = (Program){.name = described->name};
    for (size_t i = 0; i < described->count; i++) {
        const Command *command = &described->commands[i];
        add_command(program, command->name, command->summary, command->parser);
    }
}
#endif

size_t program_list(Program programs[PROGRAM_LIMIT]) {
    size_t count = 0;
    describe_engine(&programs[count++]);
#ifdef QUORUM_HAVE_TUNE
    describe_subcommands(&programs[count++], &DATA_PROGRAM);
    programs[count++] = (Program){.name = "quorum-datagen", .parser = &DATAGEN_PARSER};
    programs[count++] = (Program){.name = "quorum-spsa", .parser = &SPSA_PARSER};
    programs[count++] = (Program){.name = "quorum-train", .parser = &TRAIN_PARSER};
#endif
    return count;
}
