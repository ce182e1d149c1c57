#include "report/utf8.h"

#include <stdlib.h>

/* Length of the UTF-8 sequence at the front of the text, 0 when there is none: overlong forms,
 * surrogates and what lies beyond U+10FFFF are not valid. */
static size_t sequence_length(Text text) {
    static const uint32_t LEAST[] = {0, 0, 0x80, 0x800, 0x10000};
    unsigned char lead = (unsigned char)text.data[0];
    if (lead < 0x80)
        return 1;
    size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
    if (lead < 0xC0 || lead > 0xF4 || text.length < length)
        return 0;
    uint32_t code = lead & (0x7Fu >> length);
    for (size_t i = 1; i < length; i++) {
        unsigned char next = (unsigned char)text.data[i];
        if (next >> 6 != 2)
            return 0;
        code = code << 6 | (next & 0x3Fu);
    }
    bool surrogate = code >= 0xD800 && code <= 0xDFFF;
    return code >= LEAST[length] && code <= 0x10FFFF && !surrogate ? length : 0;
}

static bool is_utf8(Text text) {
    while (text.length > 0) {
        size_t length = sequence_length(text);
        if (length == 0)
            return false;
        text = (Text){text.data + length, text.length - length};
    }
    return true;
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
