#include "report/utf8.h"

#include <jansson.h>
#include <stdlib.h>

/* The library for JSON, which takes nothing else, knows. */
static bool is_utf8(Text text) {
    json_t *string = json_stringn(text.data, text.length);
    json_decref(string);
    return string;
}

char *utf8_copy(Text text) {
    bool valid = is_utf8(text);
    char *copy = malloc(text.length * 2 + 1);
    if (!copy)
        return NULL;
    char *out = copy;
    for (size_t i = 0; i < text.length; i++) {
        unsigned char byte = (unsigned char)text.data[i];
        if (byte < 0x20 || byte == 0x7F) {
            *out++ = ' ';
        } else if (byte < 0x80 || valid) {
            *out++ = (char)byte;
        } else {
            *out++ = (char)(0xC0 | byte >> 6);
            *out++ = (char)(0x80 | (byte & 0x3F));
        }
    }
    *out = '\0';
    return copy;
}
