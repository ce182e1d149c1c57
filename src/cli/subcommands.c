#include "cli/subcommands.h"

#include <stdio.h>
#include <string.h>

#include "cli/options.h"

static void print_help(const SubcommandProgram *program, FILE *stream) {
    fprintf(
        stream,
        "Usage: %s COMMAND [OPTION...] FILE...\n%s\n\nCommands (%s COMMAND --help says more):\n",
        program->name, program->purpose, program->name);
    for (size_t i = 0; i < program->count; i++)
        fprintf(stream, "  %-8s %s\n", program->commands[i].name, program->commands[i].summary);
    fprintf(stream,
            "\nThe exit code is 1 when %s, 2 when\nthe arguments or files cannot be used.\n",
            program->fault);
}

static int check_output(const SubcommandProgram *program, int code) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    fprintf(stderr, "%s: ", program->name);
    perror("standard output");
    return code == EXIT_DONE ? EXIT_FAULT : code;
}

int subcommands_main(const SubcommandProgram *program, int argc, char **argv) {
    if (argc < 2) {
        print_help(program, stderr);
        return EXIT_MISUSED;
    }
    if (strcmp(argv[1], "--help") == 0) {
        print_help(program, stdout);
        return check_output(program, EXIT_DONE);
    }
    for (size_t i = 0; i < program->count; i++) {
        if (strcmp(argv[1], program->commands[i].name) == 0)
            return check_output(program, program->commands[i].run(argc - 1, argv + 1));
    }
    fprintf(stderr, "%s: there is no command \"%s\"; try %s --help\n", program->name, argv[1],
            program->name);
    return EXIT_MISUSED;
}
