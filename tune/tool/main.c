#include <stdio.h>
#include <string.h>

#include "chess/position.h"
#include "common/options.h"
#include "tool/commands.h"

typedef struct Command {
    const char *name;
    const char *summary;
    int (*run)(int argc, char **argv);
} Command;

static const Command COMMANDS[] = {
    {"stats", "count games, results, scores and pieces", stats_command},
    {"verify", "read everything and name what is damaged", verify_command},
    {"text", "print positions as lines of text", text_command},
    {"merge", "put the games of several files into one", merge_command},
    {"filter", "copy the games that meet conditions", filter_command},
};

static void print_help(FILE *stream) {
    fputs("Usage: quorum-data COMMAND [OPTION...] FILE...\n"
          "Works on files of games in chain format, which quorum-datagen writes.\n\n"
          "Commands (quorum-data COMMAND --help says more):\n",
          stream);
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++)
        fprintf(stream, "  %-8s %s\n", COMMANDS[i].name, COMMANDS[i].summary);
    fputs("\nThe exit code is 1 when data is damaged or cannot be written, 2 when the arguments or "
          "files\ncannot be used.\n",
          stream);
}

/* What was printed must have arrived. */
static int check_output(int code) {
    if (fflush(stdout) == 0 && !ferror(stdout))
        return code;
    perror("quorum-data: standard output");
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
    for (size_t i = 0; i < sizeof COMMANDS / sizeof COMMANDS[0]; i++) {
        if (strcmp(argv[1], COMMANDS[i].name) == 0)
            return check_output(COMMANDS[i].run(argc - 1, argv + 1));
    }
    fprintf(stderr, "quorum-data: there is no command \"%s\"; try quorum-data --help\n", argv[1]);
    return EXIT_MISUSED;
}
