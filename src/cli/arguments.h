#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/reason.h"

/* How the arguments of a command or program are read. Main thread only, but for what says more. */

/* Reads a whole word as a decimal number from minimum to maximum. On false *value is unchanged.
 * Any thread. */
bool argument_parse_integer(const char *text, int64_t minimum, int64_t maximum, int64_t *value);

/* The same inside an argp parser: a bad word ends the process with the message "NAME must be a
 * number from ... to ..." and COMMAND_MISUSED. */
int64_t argument_require_integer(const struct argp_state *state, const char *name, const char *text,
                                 int64_t minimum, int64_t maximum);

/* The same for a number with or without decimals. */
double argument_require_number(const struct argp_state *state, const char *name, const char *text,
                               double minimum, double maximum);

/* An option whose value goes into a member of what the parser's input points to. */
typedef struct Argument {
    int key; /* of the option; 0 ends a list */
    enum {
        ARGUMENT_INT,
        ARGUMENT_INTEGER,  /* int64_t */
        ARGUMENT_UNSIGNED, /* uint64_t or size_t */
        ARGUMENT_REAL,     /* double */
        ARGUMENT_FLAG,     /* bool, which becomes true */
        ARGUMENT_TEXT      /* const char * */
    } kind;
    size_t offset;
    int64_t minimum; /* of whole numbers */
    int64_t maximum;
    double least; /* of real ones */
    double most;
} Argument;

/* How the member lies there: ARGUMENT('n', Settings, nodes, .minimum = 1, .maximum = 100). */
#define ARGUMENT(option, type, member, ...)                                                          \
    {                                                                                                \
        .key = (option),                                                                           \
        .kind = _Generic(((type *)0)->member,                                                      \
            int: ARGUMENT_INT,                                                                     \
            int64_t: ARGUMENT_INTEGER,                                                             \
            uint64_t: ARGUMENT_UNSIGNED,                                                           \
            double: ARGUMENT_REAL,                                                                 \
            bool: ARGUMENT_FLAG,                                                                   \
            const char *: ARGUMENT_TEXT),                                                          \
        .offset = offsetof(type, member), __VA_ARGS__ \
    }

/* Sets the member that the option stands for, with argument_require_...() for numbers. The options
 * give the name. False when the key is not in the list. */
bool arguments_take(const Argument *list, const struct argp_option *options, int key, char *value,
                    const struct argp_state *state);

/* Runs argp with the command's full name ("quorum perft") in its messages and COMMAND_MISUSED as
 * the exit code of bad arguments. */
void arguments_parse(const struct argp *parser, const char *full_name, int argc, char **argv,
                     void *input);

/* Earlier releases took `--json` without FILE for stdout: a --json that stands before an option, a
 * number or nothing becomes --json=-. Until the next release. */
void arguments_complete_json(int argc, char **argv);

/* What the options that many commands have ask for; a command sets first what it does without. */
typedef struct CommonArguments {
    int64_t threads;
    int64_t threads_limit; /* the largest that it takes */
    int64_t hash_mib;
    int64_t hash_limit;
    bool once;             /* neither may be given again; they are 0 at first */
    const char *eval_file; /* NULL for the program's own network */
    const char *json;      /* NULL for none, like the next two; "-" for stdout */
    const char *csv;
    const char *html;
} CommonArguments;

/* Rows for an argp_child COMMON_ARGUMENTS(ROW, ROW ...), whose input is a CommonArguments. The
 * group is that of the command's own options beside which they stand. */
#define COMMON_THREADS(text, group)                                                                \
    { "threads", 't', "N", 0, text, group }
#define COMMON_HASH(text, group)                                                                   \
    { "hash", 'm', "MIB", 0, text, group }
#define COMMON_EVAL_FILE(group)                                                                    \
    {                                                                                              \
        "eval-file", COMMON_KEY_EVAL_FILE, "FILE", 0,                                              \
            "Evaluate with the network in FILE (the program's own)", group                         \
    }
#define COMMON_OUTPUTS(group)                                                                      \
    {                                                                                              \
        NULL, 0, NULL, 0,                                                                          \
            "What is written besides the text, FILE - being stdout in its place:", group           \
    }
#define COMMON_JSON(text, group)                                                                   \
    { "json", COMMON_KEY_JSON, "FILE", 0, text, group }
#define COMMON_CSV(text, group)                                                                    \
    { "csv", COMMON_KEY_CSV, "FILE", 0, text, group }
#define COMMON_HTML(text, group)                                                                   \
    { "html", COMMON_KEY_HTML, "FILE", 0, text, group }
/* An earlier name, read for one more release. */
#define COMMON_EARLIER(name, key)                                                                  \
    { name, key, "FILE", OPTION_HIDDEN, NULL, 0 }
#define COMMON_ARGUMENTS(...)                                                                      \
    {                                                                                              \
        &(const struct argp){.options = (const struct argp_option[]){__VA_ARGS__, {0}},            \
                             .parser = common_arguments_parse},                                    \
            0, NULL, 0                                                                             \
    }

enum {
    COMMON_KEY_EVAL_FILE = 512, /* beyond the keys of commands */
    COMMON_KEY_JSON,
    COMMON_KEY_CSV,
    COMMON_KEY_HTML
};

/* What reads the rows above. */
error_t common_arguments_parse(int key, char *value, struct argp_state *state);

/* Asked before the work: whether json, csv and html can be written; see outputs_check() in
 * cli/output.h. Of the inputs eval_file need not be named. */
bool common_arguments_check(const CommonArguments *common, const char *const *inputs,
                            size_t input_count, Reason *error);

/* Whether none of them takes stdout from the text. */
bool common_arguments_want_text(const CommonArguments *common);
