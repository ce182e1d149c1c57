#include "cli/options.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/text.h"

int64_t options_require_integer(const struct argp_state *state, const char *name, const char *text,
                                int64_t minimum, int64_t maximum) {
    int64_t value = minimum;
    if (!text_parse_fitting_integer(text_of(text), &value) || value < minimum || value > maximum)
        argp_error(state, "%s must be a number from %" PRId64 " to %" PRId64 ", not '%s'", name,
                   minimum, maximum, text);
    return value;
}

double options_require_number(const struct argp_state *state, const char *name, const char *text,
                              double minimum, double maximum) {
    char *end;
    const double value = strtod(text, &end);
    if (end == text || *end || !(value >= minimum && value <= maximum))
        argp_error(state, "%s must be a number from %g to %g, not '%s'", name, minimum, maximum,
                   text);
    return value;
}

void options_parse(const struct argp *parser, const char *name, int argc, char **argv,
                   void *input) {
    argp_err_exit_status = EXIT_MISUSED;
    char *own_name = argv[0];
    argv[0] = (char *)name;
    argp_parse(parser, argc, argv, 0, NULL, input);
    argv[0] = own_name;
}
