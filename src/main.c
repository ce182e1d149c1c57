#include <argp.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "chess/position.h"
#include "tools/commands.h"
#include "uci/uci.h"

/* What the command line asks for: a command with its arguments, or UCI. */
typedef struct Invocation {
    const Command *command; /* NULL without */
    int word;               /* where it stands in argv */
} Invocation;

/* The first word is the command, and what follows is for it to read. */
static error_t parse_word(int key, char *value, struct argp_state *state) {
    if (key != ARGP_KEY_ARG)
        return ARGP_ERR_UNKNOWN;
    Invocation *invocation = state->input;
    invocation->command = command_find(value);
    if (invocation->command == NULL)
        argp_error(state, "there is no command \"%s\"", value);
    invocation->word = state->next - 1;
    state->next = state->argc;
    return 0;
}

/* The list of commands for --help, to be freed by argp; NULL when memory is exhausted. */
static char *list_commands(void) {
    char *list;
    size_t size;
    FILE *stream = open_memstream(&list, &size);
    if (stream == NULL)
        return NULL;
    fputs("Commands (quorum COMMAND --help says more):\n", stream);
    size_t count;
    const Command *commands = command_list(&count);
    for (size_t i = 0; i < count; i++)
        fprintf(stream, "  %-12s %s\n", commands[i].name, commands[i].summary);
    return fclose(stream) == 0 ? list : NULL;
}

static char *extend_help(int key, const char *text, void *input) {
    (void)input;
    return key == ARGP_KEY_HELP_EXTRA ? list_commands() : (char *)text;
}

static const struct argp PARSER = {
    .parser = parse_word,
    .args_doc = "[COMMAND [ARGUMENT...]]",
    .doc = "Without a command Quorum speaks the Universal Chess Interface on stdin and stdout.",
    .help_filter = extend_help,
};

int main(int argc, char **argv) {
    chess_init();
    if (argc < 2)
        return uci_loop(STDIN_FILENO, STDOUT_FILENO);
    Invocation invocation = {0};
    argp_program_version = "Quorum " QUORUM_VERSION;
    argp_err_exit_status = COMMAND_MISUSED;
    argp_parse(&PARSER, argc, argv, ARGP_IN_ORDER, NULL, &invocation);
    if (invocation.command == NULL)
        return uci_loop(STDIN_FILENO, STDOUT_FILENO);
    return invocation.command->run(argc - invocation.word, argv + invocation.word);
}
