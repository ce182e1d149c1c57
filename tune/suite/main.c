#include <stdio.h>
#include <string.h>

#include "chess/position.h"
#include "common/options.h"
#include "suite/commands.h"

static void print_help(FILE *stream) {
    fputs("Usage: quorum-suite COMMAND [OPTION...] FILE...\n"
          "Makes test suites out of games in chain format, which quorum-datagen writes.\n\n"
          "Commands (quorum-suite COMMAND --help says more):\n",
          stream);
    size_t count;
    const SuiteCommand *commands = suite_command_list(&count);
    for (size_t i = 0; i < count; i++)
        fprintf(stream, "  %-8s %s\n", commands[i].name, commands[i].summary);
    fputs(
        "\nThe exit code is 1 when data is damaged or cannot be written, or a check fails, 2 when "
        "the\narguments or files cannot be used.\n",
        stream);
}

/* What was printed must have arrived. */
static int check_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    perror("quorum-suite: standard output");
    return code == EXIT_DONE ? EXIT_FAULT : code;
}

int main(int argc, char **argv) {
    chess_init();
    if (argc < 2) {
        print_help(stderr);
        return EXIT_MISUSED;
    }
    if (strcmp(argv[1], "--help") == 0) {
        print_help(stdout);
        return check_output(EXIT_DONE);
    }
    size_t count;
    const SuiteCommand *commands = suite_command_list(&count);
    for (size_t i = 0; i < count; i++) {
        if (strcmp(argv[1], commands[i].name) == 0)
            return check_output(commands[i].run(argc - 1, argv + 1));
    }
    fprintf(stderr, "quorum-suite: there is no command \"%s\"; try quorum-suite --help\n", argv[1]);
    return EXIT_MISUSED;
}
