#include "cli/arguments.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "base/compiler.h"
#include "base/text.h"
#include "cli/command.h"
#include "cli/output.h"

#define OPTION_NAME_SIZE 64

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

double argument_require_number(const struct argp_state *state, const char *name, const char *text,
                               double minimum, double maximum) {
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= minimum && value <= maximum))
        argp_error(state, "%s must be a number from %g to %g, not '%s'", name, minimum, maximum,
                   text);
    return value;
}

bool arguments_take(const Argument *list, const struct argp_option *options, int key, char *value,
                    const struct argp_state *state) {
    const Argument *row = list;
    while (row->key != 0 && row->key != key)
        row++;
    if (row->key == 0)
        return false;
    char name[OPTION_NAME_SIZE];
    while (options->key != key)
        options++;
    snprintf(name, sizeof name, "--%s", options->name);
    char *member = (char *)state->input + row->offset;
    int64_t number = 0;
    if (row->kind <= ARGUMENT_UNSIGNED)
        number = argument_require_integer(state, name, value, row->minimum, row->maximum);
    if (row->kind == ARGUMENT_INT)
        *(int *)member = (int)number;
    else if (row->kind == ARGUMENT_INTEGER)
        *(int64_t *)member = number;
    else if (row->kind == ARGUMENT_UNSIGNED)
        *(uint64_t *)member = (uint64_t)number;
    else if (row->kind == ARGUMENT_REAL)
        *(double *)member = argument_require_number(state, name, value, row->least, row->most);
    else if (row->kind == ARGUMENT_FLAG)
        *(bool *)member = true;
    else
        *(const char **)member = value;
    return true;
}

void arguments_parse(const struct argp *parser, const char *full_name, int argc, char **argv,
                     void *input) {
    argp_err_exit_status = COMMAND_MISUSED;
    char *own_name = argv[0];
    argv[0] = (char *)full_name;
    argp_parse(parser, argc, argv, 0, NULL, input);
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

static void take_number(const struct argp_state *state, const char *name, const char *value,
                        int64_t limit, int64_t *number) {
    const CommonArguments *common = state->input;
    if (common->once && *number != 0)
        argp_error(state, "%s is given twice", name);
    *number = argument_require_integer(state, name, value, 1, limit);
}

static void take_output(const struct argp_state *state, const char **output, char *value) {
    if (value[0] == '\0')
        argp_error(state, "the name of an output is empty");
    *output = value;
}

error_t common_arguments_parse(int key, char *value, struct argp_state *state) {
    CommonArguments *common = state->input;
    switch (key) {
    case 't':
        take_number(state, "--threads", value, common->threads_limit, &common->threads);
        break;
    case 'm':
        take_number(state, "--hash", value, common->hash_limit, &common->hash_mib);
        break;
    case COMMON_KEY_EVAL_FILE:
        common->eval_file = value;
        break;
    case COMMON_KEY_JSON:
        take_output(state, &common->json, value);
        break;
    case COMMON_KEY_CSV:
        take_output(state, &common->csv, value);
        break;
    case COMMON_KEY_HTML:
        take_output(state, &common->html, value);
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

bool common_arguments_check(const CommonArguments *common, const char *const *inputs,
                            size_t input_count, Reason *error) {
    const char *const outputs[] = {common->json, common->csv, common->html};
    return outputs_check(outputs, ARRAY_LENGTH(outputs), inputs, input_count, error) &&
           outputs_check(outputs, ARRAY_LENGTH(outputs), &common->eval_file, 1, error);
}

bool common_arguments_want_text(const CommonArguments *common) {
    return !output_is_stdout(common->json) && !output_is_stdout(common->csv) &&
           !output_is_stdout(common->html);
}
