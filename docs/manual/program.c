#include "program.h"

#include "tools/commands.h"
#ifdef QUORUM_HAVE_TUNE
#include "data/commands.h"
#include "datagen/settings.h"
#include "spsa/settings.h"
#include "train/command.h"
#endif

const Argument PROGRAM_ROWS_OF_ARGP[] = {
    {.name = "help", .letter = '?', .text = "Explain the arguments"},
    {.name = "usage", .text = "Show the form of the arguments"},
    {.name = "version", .letter = 'V', .text = "Print the version"},
    {0},
};

size_t program_list(Program programs[PROGRAM_LIMIT]) {
    size_t count = 0;
    Program *engine = &programs[count++];
    *engine = (Program){.name = "quorum", .speaks_uci = true};
    engine->commands = command_list(&engine->command_count);
#ifdef QUORUM_HAVE_MPI
    Program *cluster = &programs[count++];
    *cluster = (Program){.name = "quorum-mpi"};
    cluster->commands = command_list(&cluster->command_count);
#endif
#ifdef QUORUM_HAVE_TUNE
    programs[count++] = (Program){.name = DATA_PROGRAM.name,
                                  .commands = DATA_PROGRAM.commands,
                                  .command_count = DATA_PROGRAM.count};
    programs[count++] = (Program){.name = "quorum-datagen", .parser = &DATAGEN_PARSER};
#ifdef QUORUM_HAVE_MPI
    programs[count++] = (Program){.name = "quorum-datagen-mpi", .parser = &DATAGEN_PARSER};
#endif
    programs[count++] = (Program){.name = "quorum-spsa", .parser = &SPSA_PARSER};
#ifdef QUORUM_HAVE_MPI
    programs[count++] = (Program){.name = "quorum-spsa-mpi", .parser = &SPSA_PARSER};
#endif
    programs[count++] = (Program){.name = "quorum-train", .parser = &TRAIN_PARSER};
#endif
    return count;
}

bool program_row_is_option(const Argument *row) {
    return row->name || row->letter != '\0';
}

const Argument *program_next_row(const Argument *rows, const Argument *row) {
    if (!rows)
        return NULL;
    for (row = row ? row + 1 : rows; program_row_is_option(row) || row->text; row++) {
        if (row->text)
            return row;
    }
    return NULL;
}
