#include "uci/option.h"

#include <inttypes.h>
#include <string.h>

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
    const bool is_true = text_same_words(text, text_of("true"));
    int64_t number;
    if (option->type == OPTION_BUTTON) /* some GUIs press it with `value true` */
        return !given || is_true;
    if (!given)
        return false;
    switch (option->type) {
    case OPTION_SPIN:
        if (!text_parse_integer(text, &number) || number < option->minimum ||
            number > option->maximum)
            return false;
        value->number = number;
        return true;
    case OPTION_CHECK:
        if (!is_true && !text_same_words(text, text_of("false")))
            return false;
        value->number = is_true;
        return true;
    case OPTION_COMBO:
        return read_combo(option, text, value);
    default:
        value->text = text_equals(text, EMPTY) ? text_of("") : text;
        return true;
    }
}
