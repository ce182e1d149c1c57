#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "chess/position.h"
#include "tools/commands.h"
#include "uci/uci.h"

static int print_version(void) {
    puts("Quorum " QUORUM_VERSION);
    return COMMAND_OK;
}

static int print_help(void) {
    puts("Usage: quorum [COMMAND [ARGUMENT...]]\n"
         "Without a command Quorum speaks the Universal Chess Interface on stdin and stdout.\n\n"
         "Commands (quorum COMMAND --help says more):");
    size_t count;
    const Command *commands = command_list(&count);
    for (size_t i = 0; i < count; i++)
        printf("  %-12s %s\n", commands[i].name, commands[i].summary);
    puts("\nOptions:\n"
         "  --help       print this\n"
         "  --version    print the version");
    return COMMAND_OK;
}

int main(int argc, char **argv) {
    chess_init();
    if (argc < 2)
        return uci_loop(STDIN_FILENO, STDOUT_FILENO);
    if (strcmp(argv[1], "--help") == 0)
        return print_help();
    if (strcmp(argv[1], "--version") == 0)
        return print_version();
    const Command *command = command_find(argv[1]);
    if (command)
        return command->run(argc - 1, argv + 1);
    fprintf(stderr, "quorum: there is no command \"%s\"; try quorum --help\n", argv[1]);
    return COMMAND_MISUSED;
}
