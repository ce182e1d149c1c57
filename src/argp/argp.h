#pragma once

#include <stdio.h>

/* What the command line needs of GNU's argp, for C libraries that have none; CMake picks. The names
 * and meanings are those of that library. Main thread only. */

typedef int error_t;

#define ARGP_ERR_UNKNOWN    7
#define ARGP_KEY_ARG        0         /* with ARGP_IN_ORDER: the first word */
#define ARGP_KEY_ARGS       0x1000006 /* all words; state->next is the first */
#define ARGP_KEY_END        0x1000001
#define ARGP_KEY_NO_ARGS    0x1000002
#define ARGP_KEY_HELP_EXTRA 0x2000005
#define ARGP_IN_ORDER       8
#define ARGP_HELP_EXIT_ERR  0x100
#define ARGP_HELP_EXIT_OK   0x200
#define ARGP_HELP_STD_HELP  (0x7a | ARGP_HELP_EXIT_OK)
#define OPTION_HIDDEN       2

struct argp_option {
    const char *name;
    int key;
    const char *arg;
    int flags;
    const char *doc; /* of a row without name and key: a heading */
    int group;
};

struct argp_state;

struct argp {
    const struct argp_option *options;
    error_t (*parser)(int key, char *arg, struct argp_state *state);
    const char *args_doc;
    const char *doc;
    char *(*help_filter)(int key, const char *text, void *input); /* for ARGP_KEY_HELP_EXTRA */
};

struct argp_state {
    const struct argp *root_argp;
    int argc;
    char **argv;
    int next;
    void *input;
    char *name;
};

extern const char *argp_program_version;
extern error_t argp_err_exit_status;

/* Reads the options, then the words. Ends the process for --help, --usage, --version and faults.
 * Returns 0, or what the parser returned. */
error_t argp_parse(const struct argp *argp, int argc, char **argv, unsigned flags, int *index,
                   void *input);

/* Says on stderr what is wrong with the arguments, and ends the process. */
void argp_error(const struct argp_state *state, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same of something else, with that status; `number` is 0. */
void argp_failure(const struct argp_state *state, int status, int number, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Prints the help and ends the process. */
void argp_state_help(const struct argp_state *state, FILE *stream, unsigned flags);
