#include "cli/command.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/version.h"

static const char *program_name;

/* argp prints and exits, too. */
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
    fprintf(stderr, "%s: output is lost%s%s\n", program_name, reason != 0 ? ": " : "",
            reason != 0 ? strerror(reason) : "");
    _exit(COMMAND_MISUSED);
}

/* What is opened later does not become a standard file that is closed: it would be read as input,
 * or printed on. Opened for the other direction, it fails as a closed one does. */
static void keep_files(void) {
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow cannot be written, and ends no process */
    static const int MODES[] = {O_WRONLY, O_RDONLY, O_RDONLY};
    for (int i = STDIN_FILENO; i <= STDERR_FILENO; i++) {
        if (fcntl(i, F_GETFD) < 0 && open("/dev/null", MODES[i]) != i)
            return; /* nothing can be opened, and so nothing is taken for it */
    }
}

void command_begin(const char *name) {
    keep_files();
    program_name = name;
    argp_program_version = "Quorum " QUORUM_VERSION;
    argp_err_exit_status = COMMAND_MISUSED;
    atexit(check_stdout);
}

int command_misused(const char *name, const char *why) {
    fprintf(stderr, "%s: %s\n", name, why);
    return COMMAND_MISUSED;
}

void command_read_arguments(const struct argp *parser, int argc, char **argv, unsigned flags,
                            void *input) {
    if (argc > 1 && strcmp(argv[1], "-h") == 0)
        argv[1] = "--help";
    const error_t failure = argp_parse(parser, argc, argv, flags, NULL, input);
    if (failure == 0)
        return;
    exit(command_misused(argv[0], strerror(failure)));
}

/* What the command line asks for. */
typedef struct Invocation {
    const CommandProgram *program;
    const Command *command; /* NULL without */
    int word;               /* where the first word stands in argv, argc without */
} Invocation;

static const Command *find_command(const CommandProgram *program, const char *name) {
    for (size_t i = 0; i < program->count; i++) {
        if (strcmp(program->commands[i]->name, name) == 0)
            return program->commands[i];
    }
    return NULL;
}

/* The first word is the command, and what follows is for it to read. */
static error_t parse_word(int key, char *value, struct argp_state *state) {
    Invocation *invocation = state->input;
    const CommandProgram *program = invocation->program;
    switch (key) {
    case ARGP_KEY_ARG:
        invocation->command = find_command(program, value);
        if (!invocation->command && !(program->accepts && program->accepts(value)))
            argp_error(state, "there is no command \"%s\"", value);
        invocation->word = state->next - 1;
        state->next = state->argc;
        return 0;
    case ARGP_KEY_NO_ARGS:
        if (!program->without)
            argp_state_help(state, stderr,
                            (ARGP_HELP_STD_HELP & ~ARGP_HELP_EXIT_OK) | ARGP_HELP_EXIT_ERR);
        return 0;
    default:
        return ARGP_ERR_UNKNOWN;
    }
}

/* The list of commands for --help, to be freed by argp; NULL when memory is exhausted. */
static char *list_commands(const CommandProgram *program) {
    char *list;
    size_t size;
    FILE *stream = open_memstream(&list, &size);
    if (!stream)
        return NULL;
    fprintf(stream, "Commands (%s COMMAND --help says more):\n", program->name);
    for (size_t i = 0; i < program->count; i++)
        fprintf(stream, "  %-12s %s\n", program->commands[i]->name, program->commands[i]->summary);
    return fclose(stream) == 0 ? list : NULL;
}

static char *extend_help(int key, const char *text, void *input) {
    const Invocation *invocation = input;
    return key == ARGP_KEY_HELP_EXTRA ? list_commands(invocation->program) : (char *)text;
}

int command_main(const CommandProgram *program, int argc, char **argv) {
    keep_files();
    if (argc < 2 && program->without)
        return program->without(0, argv);
    Invocation invocation = {.program = program, .word = argc};
    const struct argp parser = {
        .parser = parse_word,
        .args_doc = program->without ? "[COMMAND [ARGUMENT...]]" : "COMMAND [ARGUMENT...]",
        .doc = program->doc,
        .help_filter = extend_help,
    };
    command_begin(program->name);
    char *nothing[] = {(char *)program->name, NULL};
    char **words = argc > 0 ? argv : nothing;
    words[0] = nothing[0]; /* as in all other messages, wherever the program lies */
    command_read_arguments(&parser, argc > 0 ? argc : 1, words, ARGP_IN_ORDER, &invocation);
    if (!invocation.command)
        return program->without(argc - invocation.word, argv + invocation.word);
    return invocation.command->run(argc - invocation.word, argv + invocation.word);
}
