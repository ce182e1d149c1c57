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

/* An option in one row: what --help, the manual and completion say of it, and where its value goes,
 * which is a member of what the parser's input points to. A row with neither name nor letter is a
 * heading over those that follow. */
typedef struct Argument {
    const char *name;  /* behind --; NULL without */
    char letter;       /* behind -; 0 without */
    const char *value; /* the name of its value; NULL for a flag */
    const char
        *text; /* NULL: shown nowhere, an earlier spelling that is read for one more release */
    enum {
        ARGUMENT_INT,
        ARGUMENT_INTEGER,  /* int64_t */
        ARGUMENT_UNSIGNED, /* uint64_t or size_t */
        ARGUMENT_REAL,     /* double */
        ARGUMENT_FLAG,     /* bool, which becomes true */
        ARGUMENT_TEXT      /* const char * */
    } kind;                /* these two by INTO() */
    size_t offset;
    int64_t minimum; /* of whole numbers */
    int64_t maximum;
    double least; /* of real ones */
    double most;
    bool once;      /* a whole number, 0 at first, that may not be given again */
    bool is_output; /* the text must not be empty */
    /* In place of all that where it is no plain member: reads the value (NULL for a flag). It is
     * called with the member at the offset: without one with all of the input. */
    void (*take)(void *member, const char *value, const struct argp_state *state);
} Argument;

/* How the member lies there: INTO(Settings, nodes). */
#define INTO(type, member)                                                                         \
    .kind = _Generic(((type *)0)->member,                                                          \
        int: ARGUMENT_INT,                                                                         \
        int64_t: ARGUMENT_INTEGER,                                                                 \
        uint64_t: ARGUMENT_UNSIGNED,                                                               \
        double: ARGUMENT_REAL,                                                                     \
        bool: ARGUMENT_FLAG,                                                                       \
        const char *: ARGUMENT_TEXT),                                                              \
    .offset = offsetof(type, member)

/* Most rows of a parser. */
#define ARGUMENTS_MAX 64

/* How a command or program reads its arguments, and what manual and completion are made from. */
typedef struct ArgumentParser {
    const Argument *rows; /* ended by {0}; NULL for none */
    const char *form;     /* of the words that are no options, as argp's args_doc */
    const char *doc;      /* as argp's */
    /* Reads those words, all at once and after the options, or that there is none (count 0). NULL:
     * a word is an error. */
    void (*take_words)(void *input, int count, char **words, const struct argp_state *state);
    void (*check)(void *input, const struct argp_state *state); /* at the end; NULL: nothing is */
} ArgumentParser;

/* Reads the arguments into *input, with the command's full name ("quorum perft") in messages and
 * COMMAND_MISUSED as the exit code of bad ones. */
void arguments_parse(const ArgumentParser *parser, const char *full_name, int argc, char **argv,
                     void *input);

/* Earlier releases took `--json` without FILE for stdout: a --json that stands before an option, a
 * number or nothing becomes --json=-. Until the next release. */
void arguments_complete_json(int argc, char **argv);

/* What the options that many commands have ask for. */
typedef struct CommonArguments {
    const char *eval_file; /* NULL for the program's own network */
    const char *json;      /* NULL for none, like the next two; "-" for stdout */
    const char *csv;
    const char *html;
    const char *resume; /* where what is done is kept, NULL for nowhere */
} CommonArguments;

/* Their rows; `common` is the member of the type that is a CommonArguments. */
#define THREADS_ROW(type, member, limit, help)                                                     \
    { "threads", 't', "N", help, INTO(type, member), .minimum = 1, .maximum = (limit) }
#define HASH_ROW(type, member, limit, help)                                                        \
    { "hash", 'm', "MIB", help, INTO(type, member), .minimum = 1, .maximum = (limit) }
#define EVAL_FILE_ROW(type)                                                                        \
    {                                                                                              \
        "eval-file", 0, "FILE", "Evaluate with the network in FILE (the program's own)",           \
            INTO(type, common.eval_file)                                                           \
    }
#define RESUME_ROW(type)                                                                           \
    {                                                                                              \
        "resume", 0, "FILE", "Keep what is done in FILE, and go on from there when it exists",     \
            INTO(type, common.resume)                                                              \
    }
#define OUTPUTS_HEADING                                                                            \
    { .text = "What is written besides the text, FILE - being stdout in its place:" }
#define OUTPUT_ROW(type, name, help)                                                               \
    { #name, 0, "FILE", help, INTO(type, common.name), .is_output = true }

/* Asked before the work: whether json, csv and html can be written; see outputs_check() in
 * cli/output.h. Of the inputs eval_file and resume need not be named. */
bool common_arguments_check(const CommonArguments *common, const char *const *inputs,
                            size_t input_count, Reason *error);

/* Whether none of them takes stdout from the text. */
bool common_arguments_want_text(const CommonArguments *common);
