#include <argp.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
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

/* Ends a process whose output on stdout has not all arrived with COMMAND_MISUSED, however it was
 * about to exit: argp prints and exits, too. */
static void check_stdout(void) {
    errno = 0;
    bool lost = fflush(stdout) != 0 || ferror(stdout) != 0;
    int reason = errno;
    if (fclose(stdout) != 0 && errno != EBADF) { /* not one that was closed from the beginning */
        lost = true;
        reason = errno;
    }
    if (!lost)
        return;
    fprintf(stderr, "quorum: output is lost%s%s\n", reason != 0 ? ": " : "",
            reason != 0 ? strerror(reason) : "");
    _exit(COMMAND_MISUSED);
}

int main(int argc, char **argv) {
    chess_init();
    if (argc < 2)
        return uci_loop(STDIN_FILENO, STDOUT_FILENO);
    atexit(check_stdout);
    Invocation invocation = {0};
    char name[] = "quorum";
    argv[0] = name; /* as in all other messages, wherever the program lies */
    argp_program_version = "Quorum " QUORUM_VERSION;
    argp_err_exit_status = COMMAND_MISUSED;
    argp_parse(&PARSER, argc, argv, ARGP_IN_ORDER, NULL, &invocation);
    if (invocation.command == NULL)
        return uci_loop(STDIN_FILENO, STDOUT_FILENO);
    return invocation.command->run(argc - invocation.word, argv + invocation.word);
}
