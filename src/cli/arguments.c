#include "cli/arguments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"

#define OPTION_NAME_SIZE 64

/* Of options without a letter. */
#define FIRST_KEY 256

bool argument_parse_integer(const char *text, int64_t minimum, int64_t maximum, int64_t *value) {
    int64_t number;
    if (!text_parse_fitting_integer(text_of(text), &number) || number < minimum || number > maximum)
        return false;
    *value = number;
    return true;
}

int64_t argument_require_integer(const struct argp_state *state, const char *name, const char *text,
                                 int64_t minimum, int64_t maximum) {
    int64_t value = minimum;
    if (!argument_parse_integer(text, minimum, maximum, &value))
        argp_error(state, "%s must be a number from %" PRId64 " to %" PRId64 ", not '%s'", name,
                   minimum, maximum, text);
    return value;
}

/* The same for a number with or without decimals. */
static double require_number(const struct argp_state *state, const char *name, const char *text,
                             double minimum, double maximum) {
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= minimum && value <= maximum))
        argp_error(state, "%s must be a number from %g to %g, not '%s'", name, minimum, maximum,
                   text);
    return value;
}

static int key_of(const Argument *row, size_t index) {
    return row->letter != '\0' ? row->letter : FIRST_KEY + (int)index;
}

static bool is_row(const Argument *row) {
    return row->name || row->letter != '\0' || row->text;
}

static const Argument *find_row(const Argument *rows, int key) {
    for (size_t i = 0; rows && is_row(&rows[i]); i++) {
        if (key_of(&rows[i], i) == key)
            return &rows[i];
    }
    return NULL;
}

static int64_t take_integer(const Argument *row, int64_t before, const char *name,
                            const char *value, const struct argp_state *state) {
    if (row->once && before != 0)
        argp_error(state, "%s is given twice", name);
    return argument_require_integer(state, name, value, row->minimum, row->maximum);
}

static void take_member(const Argument *row, void *input, char *value,
                        const struct argp_state *state) {
    char name[OPTION_NAME_SIZE];
    char *member = (char *)input + row->offset;
    snprintf(name, sizeof name, "--%s", row->name);
    if (row->kind == ARGUMENT_INT)
        *(int *)member = (int)take_integer(row, *(int *)member, name, value, state);
    else if (row->kind == ARGUMENT_INTEGER || row->kind == ARGUMENT_UNSIGNED)
        *(int64_t *)member = take_integer(row, *(int64_t *)member, name, value, state);
    else if (row->kind == ARGUMENT_REAL)
        *(double *)member = require_number(state, name, value, row->least, row->most);
    else if (row->kind == ARGUMENT_FLAG)
        *(bool *)member = true;
    else if (row->is_output && value[0] == '\0')
        argp_error(state, "the name of an output is empty");
    else
        *(const char **)member = value;
}

/* What a parser of argp is given as its input. */
typedef struct Reading {
    const ArgumentParser *parser;
    void *input;
} Reading;

static error_t parse_argument(int key, char *value, struct argp_state *state) {
    const Reading *reading = state->input;
    const ArgumentParser *parser = reading->parser;
    const Argument *row = find_row(parser->rows, key);
    if (row && row->take)
        row->take((char *)reading->input + row->offset, value, state);
    else if (row)
        take_member(row, reading->input, value, state);
    else if (key == ARGP_KEY_ARGS && parser->take_words)
        parser->take_words(reading->input, state->argc - state->next, state->argv + state->next,
                           state);
    else if (key == ARGP_KEY_ARGS)
        argp_error(state, "'%s' is one argument too many", state->argv[state->next]);
    else if (key == ARGP_KEY_NO_ARGS && parser->take_words)
        parser->take_words(reading->input, 0, NULL, state);
    else if (key == ARGP_KEY_END && parser->check)
        parser->check(reading->input, state);
    else
        return ARGP_ERR_UNKNOWN;
    return 0;
}

/* The rows as argp wants them; a heading begins a group. */
static void list_options(const Argument *rows, struct argp_option options[ARGUMENTS_MAX + 1]) {
    int group = 0;
    for (size_t i = 0; rows && i < ARGUMENTS_MAX && is_row(&rows[i]); i++) {
        const Argument *row = &rows[i];
        bool is_heading = !row->name && row->letter == '\0';
        group += is_heading;
        options[i] = (struct argp_option){row->name,  is_heading ? 0 : key_of(row, i),
                                          row->value, row->text ? 0 : OPTION_HIDDEN,
                                          row->text,  group};
    }
}

void arguments_parse(const ArgumentParser *parser, const char *full_name, int argc, char **argv,
                     void *input) {
    struct argp_option options[ARGUMENTS_MAX + 1] = {0};
    list_options(parser->rows, options);
    /* Of an empty list the C library's help frees less than it takes. */
    const struct argp argp = {.options = parser->rows ? options : NULL,
                              .parser = parse_argument,
                              .args_doc = parser->form,
                              .doc = parser->doc};
    char *own_name = argv[0];
    argp_err_exit_status = COMMAND_MISUSED;
    argv[0] = (char *)full_name;
    command_read_arguments(&argp, argc, argv, 0, &(Reading){parser, input});
    argv[0] = own_name;
}

void arguments_complete_json(int argc, char **argv) {
    static char to_stdout[] = "--json=-";
    for (int i = 1; i < argc; i++) {
        const char *next = argv[i + 1];
        int64_t number;
        if (strcmp(argv[i], "--json") == 0 && (!next || (next[0] == '-' && next[1] != '\0') ||
                                               text_parse_integer(text_of(next), &number)))
            argv[i] = to_stdout;
    }
}

bool common_arguments_check(const CommonArguments *common, const char *const *inputs,
                            size_t input_count, Reason *error) {
    const char *const outputs[] = {common->json, common->csv, common->html};
    const char *const own_inputs[] = {common->eval_file, common->resume};
    if (output_is_stdout(common->resume))
        return reason_set(error, "--resume needs the name of a file");
    return outputs_check(outputs, ARRAY_LENGTH(outputs), inputs, input_count, error) &&
           outputs_check(outputs, ARRAY_LENGTH(outputs), own_inputs, 2, error);
}

bool common_arguments_want_text(const CommonArguments *common) {
    return !output_is_stdout(common->json) && !output_is_stdout(common->csv) &&
           !output_is_stdout(common->html);
}
