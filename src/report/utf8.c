#include "report/utf8.h"

#include <stdlib.h>

/* Bytes of the character that these begin with; 0 where it is none (The Unicode Standard, table
 * 3-7). */
static size_t character_size(const unsigned char *at, size_t left) {
    const unsigned char first = at[0];
    const size_t size = first < 0x80   ? 1
                        : first < 0xC2 ? 0
                        : first < 0xE0 ? 2
                        : first < 0xF0 ? 3
                        : first < 0xF5 ? 4
                                       : 0;
    if (size > left)
        return 0;
    for (size_t i = 1; i < size; i++) {
        if ((at[i] & 0xC0) != 0x80)
            return 0;
    }
    const bool is_none = (first == 0xE0 && at[1] < 0xA0) || (first == 0xED && at[1] >= 0xA0) ||
                         (first == 0xF0 && at[1] < 0x90) || (first == 0xF4 && at[1] >= 0x90);
    return is_none ? 0 : size;
}

static bool is_utf8(Text text) {
    size_t size = 1;
    for (size_t i = 0; i < text.length && size > 0; i += size)
        size = character_size((const unsigned char *)text.data + i, text.length - i);
    return size > 0;
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

int utf8_length(const char *text) {
    int length = 0;
    for (; *text != '\0'; text++)
        length += ((unsigned char)*text & 0xC0) != 0x80;
    return length;
}
