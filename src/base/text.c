#include "base/text.h"

#include <string.h>

#include "base/integers.h"

static bool is_space(char character) {
    return character == ' ' || (character >= '\t' && character <= '\r');
}

static char to_lower(char character) {
    return character >= 'A' && character <= 'Z' ? (char)(character - 'A' + 'a') : character;
}

static bool same_ignoring_case(Text a, Text b) {
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (to_lower(a.data[i]) != to_lower(b.data[i]))
            return false;
    return true;
}

Text text_of(const char *string) {
    return (Text){string, strlen(string)};
}

Text text_trim(Text text) {
    while (text.length > 0 && is_space(text.data[0])) {
        text.data++;
        text.length--;
    }
    while (text.length > 0 && is_space(text.data[text.length - 1]))
        text.length--;
    return text;
}

size_t text_mark_size(Text text) {
    static const char MARK[] = "\xEF\xBB\xBF";
    const size_t size = sizeof MARK - 1;
    return text.length >= size && memcmp(text.data, MARK, size) == 0 ? size : 0;
}

bool text_next_token(Text *rest, Text *token) {
    const char *end = rest->data + rest->length;
    const char *start = rest->data;
    while (start < end && is_space(*start))
        start++;
    const char *stop = start;
    while (stop < end && !is_space(*stop))
        stop++;
    *rest = (Text){stop, (size_t)(end - stop)};
    if (start == stop)
        return false;
    *token = (Text){start, (size_t)(stop - start)};
    return true;
}

bool text_equals(Text text, const char *string) {
    return text.length == strlen(string) && memcmp(text.data, string, text.length) == 0;
}

bool text_equals_ignoring_case(Text text, const char *string) {
    return same_ignoring_case(text, text_of(string));
}

void text_copy_visible(Text text, char *copy, size_t size) {
    const size_t length = size_min(text.length, size - 1);
    for (size_t i = 0; i < length; i++)
        copy[i] = text.data[i] >= ' ' && text.data[i] <= '~' ? text.data[i] : '?';
    copy[length] = '\0';
}

bool text_same_words(Text a, Text b) {
    Text word, other_word;
    while (text_next_token(&a, &word))
        if (!text_next_token(&b, &other_word) || !same_ignoring_case(word, other_word))
            return false;
    return !text_next_token(&b, &other_word);
}

/* Reads a decimal integer; what does not fit becomes INT64_MIN or INT64_MAX and sets *saturated. */
static bool scan_integer(Text text, int64_t *value, bool *saturated) {
    size_t i = 0;
    bool negative = false;
    if (text.length > 0 && (text.data[0] == '-' || text.data[0] == '+')) {
        negative = text.data[0] == '-';
        i++;
    }
    if (i == text.length)
        return false;
    /* Counted downwards, since the negative range is the larger one. */
    int64_t result = 0;
    *saturated = false;
    for (; i < text.length; i++) {
        if (text.data[i] < '0' || text.data[i] > '9')
            return false;
        int digit = text.data[i] - '0';
        if (result < (INT64_MIN + digit) / 10)
            *saturated = true;
        else
            result = result * 10 - digit;
    }
    if (!negative && result == INT64_MIN)
        *saturated = true;
    if (negative)
        *value = *saturated ? INT64_MIN : result;
    else
        *value = *saturated ? INT64_MAX : -result;
    return true;
}

bool text_parse_integer(Text text, int64_t *value) {
    bool saturated;
    return scan_integer(text, value, &saturated);
}

bool text_parse_fitting_integer(Text text, int64_t *value) {
    bool saturated;
    int64_t number;
    if (!scan_integer(text, &number, &saturated) || saturated)
        return false;
    *value = number;
    return true;
}
