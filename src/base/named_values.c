#include "base/named_values.h"

bool named_values_parse(NamedValues values, Text text, int *value) {
    const Text word = text_trim(text);
    for (int i = 0; i < values.count; i++) {
        if (text_equals_ignoring_case(word, values.names[i])) {
            *value = i;
            return true;
        }
    }
    return false;
}

const char *named_values_name(NamedValues values, int value) {
    return values.names[value];
}
