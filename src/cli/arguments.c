#include "cli/arguments.h"

#include <inttypes.h>

#include "base/text.h"
#include "cli/command.h"

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

void arguments_parse(const struct argp *parser, const char *full_name, int argc, char **argv,
                     void *input) {
    argp_err_exit_status = COMMAND_MISUSED;
    char *own_name = argv[0];
    argv[0] = (char *)full_name;
    argp_parse(parser, argc, argv, 0, NULL, input);
    argv[0] = own_name;
}
