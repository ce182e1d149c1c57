#include "uci/option.h"

#include <inttypes.h>
#include <string.h>

#include "base/named_values.h"

#define EMPTY "<empty>"

/* Cuts the next choice of a combo off the front of *rest. */
static bool next_choice(const char **rest, Text *choice) {
    if (**rest == '\0')
        return false;
    size_t length = strcspn(*rest, "|");
    *choice = (Text){*rest, length};
    *rest += length + ((*rest)[length] == '|');
    return true;
}

static void announce_choices(const Option *option, Writer *writer) {
    const char *rest = option->choices;
    Text choice;
    while (next_choice(&rest, &choice)) {
        writer_add(writer, text_of(" var "));
        writer_add(writer, choice);
    }
}

void option_announce(const Option *option, Writer *writer) {
    static const char *const TYPES[] = {"spin", "check", "button", "string", "combo"};
    writer_format(writer, "option name %s type %s", option->name, TYPES[option->type]);
    switch (option->type) {
    case OPTION_SPIN:
        writer_format(writer, " default %" PRId64 " min %" PRId64 " max %" PRId64, option->initial,
                      option->minimum, option->maximum);
        break;
    case OPTION_CHECK:
        writer_format(writer, " default %s", option->initial ? "true" : "false");
        break;
    case OPTION_BUTTON:
        break;
    case OPTION_STRING:
        writer_format(writer, " default %s",
                      option->initial_text[0] != '\0' ? option->initial_text : EMPTY);
        break;
    case OPTION_COMBO:
        writer_format(writer, " default %s", option->initial_text);
        announce_choices(option, writer);
        break;
    }
    writer_add(writer, text_of("\n"));
}

static bool read_check(Text text, int64_t *number) {
    static const char *const NAMES[] = {"false", "true"};
    int value;
    bool read = named_values_parse(NAMED_VALUES(NAMES), text, &value);
    if (read)
        *number = value;
    return read;
}

static bool read_spin(const Option *option, Text text, int64_t *number) {
    int64_t value;
    if (!text_parse_integer(text, &value) || value < option->minimum || value > option->maximum)
        return false;
    *number = value;
    return true;
}

static bool read_combo(const Option *option, Text text, OptionValue *value) {
    const char *rest = option->choices;
    Text choice;
    for (int index = 0; next_choice(&rest, &choice); index++) {
        if (text_same_words(text, choice)) {
            *value = (OptionValue){.number = index, .text = choice};
            return true;
        }
    }
    return false;
}

OptionValue option_initial_value(const Option *option) {
    OptionValue value = {option->initial,
                         text_of(option->initial_text ? option->initial_text : "")};
    if (option->type == OPTION_COMBO)
        read_combo(option, value.text, &value);
    return value;
}

bool option_read_value(const Option *option, bool given, Text text, OptionValue *value) {
    if (option->type == OPTION_BUTTON) /* some GUIs press it with `value true` */
        return !given || text_equals_ignoring_case(text, "true");
    if (!given)
        return false;
    switch (option->type) {
    case OPTION_SPIN:
        return read_spin(option, text, &value->number);
    case OPTION_CHECK:
        return read_check(text, &value->number);
    case OPTION_COMBO:
        return read_combo(option, text, value);
    default:
        value->text = text_equals(text, EMPTY) ? text_of("") : text;
        return true;
    }
}
