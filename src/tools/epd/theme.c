#include "tools/epd/theme.h"

#include <string.h>

static bool is_digit(char letter) {
    return letter >= '0' && letter <= '9';
}

static bool is_separator(char letter) {
    return strchr(" \t.,:;#_-", letter);
}

/* What follows the last of the separators in the id; empty when there is none. */
static Text after(Text id, const char *separator) {
    size_t size = strlen(separator);
    for (size_t at = id.length; at > size; at--) {
        if (memcmp(id.data + at - size, separator, size) == 0)
            return text_trim((Text){id.data + at, id.length - at});
    }
    return (Text){id.data, 0};
}

static bool has_letter(Text text) {
    for (size_t i = 0; i < text.length; i++) {
        if (!is_digit(text.data[i]) && !is_separator(text.data[i]))
            return true;
    }
    return false;
}

static Text without_separators(Text text) {
    while (text.length > 0 && is_separator(text.data[text.length - 1]))
        text.length--;
    while (text.length > 0 && is_separator(text.data[0]))
        text = (Text){text.data + 1, text.length - 1};
    return text;
}

Text epd_theme(Text id) {
    Text described = after(id, ": ");
    if (!has_letter(described))
        described = after(id, " - ");
    if (has_letter(described))
        return described;
    Text rest = id;
    while (rest.length > 0 && is_digit(rest.data[rest.length - 1]))
        rest.length--;
    size_t digits = 0;
    while (digits < rest.length && is_digit(rest.data[digits]))
        digits++;
    if (digits < rest.length && is_separator(rest.data[digits]))
        rest = (Text){rest.data + digits, rest.length - digits};
    rest = without_separators(rest);
    return has_letter(rest) ? rest : (Text){id.data, 0};
}
