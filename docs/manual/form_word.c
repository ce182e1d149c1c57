#include "form_word.h"

#include <ctype.h>
#include <stdio.h>
#include <string.h>

size_t form_name_length(const char *text, size_t length) {
    size_t i = 0;
    while (i < length &&
           (isalnum((unsigned char)text[i]) ||
            (text[i] == '.' && i > 0 && i + 1 < length && isalnum((unsigned char)text[i + 1]))))
        i++;
    return i;
}

size_t form_option_length(const char *text, size_t length) {
    if (length < 3 || memcmp(text, "--", 2) != 0 || !isalpha((unsigned char)text[2]))
        return 0;
    size_t i = 2;
    while (i < length && (isalnum((unsigned char)text[i]) || (text[i] == '-' && i + 1 < length &&
                                                              isalnum((unsigned char)text[i + 1]))))
        i++;
    return i;
}

bool form_is_placeholder(const char *name, size_t length) {
    return strcspn(name, FORM_CAPITALS) < length;
}

/* The next name that is neither an option nor its value. */
static const char *next_name(const char **form, size_t *length) {
    const char *at = *form;
    while (*at != '\0') {
        const size_t rest = strlen(at);
        const size_t option = form_option_length(at, rest);
        const size_t name = option > 0 ? 0 : form_name_length(at, rest);
        if (name > 0) {
            *form = at + name;
            *length = name;
            return at;
        }
        at += option > 0 ? option : 1;
        if (option > 0 && *at == '=')
            at += 1 + form_name_length(at + 1, strlen(at + 1));
    }
    *form = at;
    return NULL;
}

bool form_is_file(const char *name) {
    static const char *const NAMES[] = {"FILE", "NET", "MACHINE"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strstr(name, NAMES[i]))
            return true;
    }
    const char *dot = strchr(name, '.'); /* FILE..., A.json */
    return dot && isalpha((unsigned char)dot[1]);
}

bool form_takes_files(const char *form) {
    const char *name;
    size_t length;
    while ((name = next_name(&form, &length))) {
        char word[64];
        snprintf(word, sizeof word, "%.*s", (int)length, name);
        if (form_is_placeholder(name, length) && form_is_file(word))
            return true;
    }
    return false;
}

const char *form_next_literal(const char **form, size_t *length) {
    const char *name;
    while ((name = next_name(form, length))) {
        if (!form_is_placeholder(name, *length))
            break;
    }
    return name;
}
