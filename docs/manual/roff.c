#include "roff.h"

#include <ctype.h>
#include <limits.h>
#include <string.h>

#include "form_word.h"

#define LINE_WIDTH 70 /* and room for what changes fonts */

/* A character that roff would read as something else, or print as another one. */
static void put(FILE *out, char c, bool literal) {
    static const char *const WRITTEN[UCHAR_MAX + 1] = {
        ['\\'] = "\\e", ['\''] = "\\(aq", ['"'] = "\\(dq", ['^'] = "\\(ha", ['~'] = "\\(ti"};
    const char *written = literal && c == '-' ? "\\-" : WRITTEN[(unsigned char)c];
    if (written)
        fputs(written, out);
    else
        fputc(c, out);
}

void roff_literal(FILE *out, const char *text, size_t length, bool bold) {
    if (bold)
        fputs("\\fB", out);
    for (size_t i = 0; i < length; i++)
        put(out, text[i], true);
    if (bold)
        fputs("\\fR", out);
}

/* Whether `arguments` has this name as a whole. */
static bool is_argument(const char *arguments, const char *name, size_t length) {
    if (!arguments)
        return false;
    const char *end = arguments + strlen(arguments);
    for (const char *at = arguments; at < end;) {
        size_t own = form_name_length(at, (size_t)(end - at));
        if (own == length && memcmp(at, name, length) == 0)
            return true;
        at += own > 0 ? own : 1;
    }
    return false;
}

/* One word of running text; *bold tells whether it stands between backquotes. */
static void put_word(FILE *out, const char *word, size_t length, const char *arguments,
                     bool *bold) {
    if (word[0] == '.' || word[0] == '\'')
        fputs("\\&", out);
    for (size_t i = 0; i < length;) {
        const size_t name = *bold ? 0 : form_name_length(word + i, length - i);
        const size_t option = *bold || name > 0 ? 0 : form_option_length(word + i, length - i);
        if (word[i] == '`') {
            *bold = !*bold;
            fputs(*bold ? "\\fB" : "\\fR", out);
            i++;
        } else if (option > 0) {
            roff_literal(out, word + i, option, true);
            i += option;
        } else if (name > 0) {
            const bool slanted =
                strspn(word + i, FORM_CAPITALS) >= name && is_argument(arguments, word + i, name);
            fprintf(out, slanted ? "\\fI%.*s\\fR" : "%.*s", (int)name, word + i);
            i += name;
        } else {
            put(out, word[i++], *bold);
        }
    }
}

static bool ends_sentence(const char *word, size_t length) {
    return length > 1 && strchr(".!?:", word[length - 1]);
}

void roff_text(FILE *out, const char *text, size_t length, const char *arguments) {
    bool bold = false;
    size_t column = 0;
    bool break_line = false;
    for (size_t i = 0; i < length;) {
        size_t end = i;
        while (end < length && !isspace((unsigned char)text[end]))
            end++;
        if (end > i) {
            if (column > 0 && (break_line || column + 1 + (end - i) > LINE_WIDTH)) {
                fputc('\n', out);
                column = 0;
            } else if (column > 0) {
                fputc(' ', out);
            }
            put_word(out, text + i, end - i, arguments, &bold);
            column += end - i + 1;
            break_line = ends_sentence(text + i, end - i);
        }
        i = end + 1;
    }
    fputs(bold ? "\\fR\n" : "\n", out);
}

void roff_form(FILE *out, const char *form, size_t length) {
    for (size_t i = 0; i < length;) {
        const size_t option = form_option_length(form + i, length - i);
        const size_t name = option > 0 ? 0 : form_name_length(form + i, length - i);
        if (option > 0)
            roff_literal(out, form + i, option, true);
        else if (name > 0)
            fprintf(out, form_is_placeholder(form + i, name) ? "\\fI%.*s\\fR" : "\\fB%.*s\\fR",
                    (int)name, form + i);
        else
            put(out, form[i], true);
        i += option + name > 0 ? option + name : 1;
    }
}
