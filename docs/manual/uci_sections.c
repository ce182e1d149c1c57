#include "uci_sections.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "roff.h"
#include "uci/commands.h"
#include "uci/options.h"

void uci_sections_commands(FILE *out) {
    const UciCommandHelp *help;
    for (size_t i = 0; (help = commands_row(i)); i++) {
        fputs(".TP\n", out);
        roff_literal(out, help->name, strlen(help->name), true);
        if (help->arguments[0] != '\0')
            fputc(' ', out);
        roff_literal(out, help->arguments, strlen(help->arguments), false);
        fputc('\n', out);
        roff_text(out, help->summary, strlen(help->summary), NULL);
    }
}

/* The last cell of the row that begins with `NAME`; its length in *length, 0 where there is none.
 */
static const char *find_meaning(const char *page, const char *name, size_t *length) {
    char head[128];
    const char *row = NULL;
    if ((size_t)snprintf(head, sizeof head, "\n| `%s` |", name) < sizeof head)
        row = strstr(page, head);
    if (!row) {
        *length = 0;
        return page;
    }
    const char *end = strchrnul(row + 1, '\n');
    while (end > row && (isspace((unsigned char)end[-1]) || end[-1] == '|'))
        end--;
    const char *start = end;
    while (start > row && start[-1] != '|')
        start--;
    *length = (size_t)(end - start);
    return start;
}

/* The length of what only the page itself can use: " (83)", the number of a rule, or a pointer to
 * another place in the page. */
static size_t reference_length(const char *text, size_t length) {
    static const char POINTER[] = ", see below";
    if (length >= sizeof POINTER - 1 && memcmp(text, POINTER, sizeof POINTER - 1) == 0)
        return sizeof POINTER - 1;
    size_t i = 2;
    if (length < 4 || memcmp(text, " (", 2) != 0 || !isdigit((unsigned char)text[2]))
        return 0;
    while (i < length && (isdigit((unsigned char)text[i]) || text[i] == ',' || text[i] == ' '))
        i++;
    return i < length && text[i] == ')' ? i + 1 : 0;
}

/* Where a link [TEXT](PLACE) begins, the length of its text; else 0. */
static size_t link_text_length(const char *text, size_t length, size_t *whole) {
    const char *middle = text[0] == '[' ? memmem(text, length, "](", 2) : NULL;
    const char *end = middle ? memchr(middle, ')', length - (size_t)(middle - text)) : NULL;
    if (!end)
        return 0;
    *whole = (size_t)(end - text) + 1;
    return (size_t)(middle - text) - 1;
}

static void put_markdown(FILE *out, const char *text, size_t length) {
    char *plain;
    size_t size;
    FILE *stream = open_memstream(&plain, &size);
    if (!stream)
        return;
    for (size_t i = 0; i < length;) {
        size_t whole = reference_length(text + i, length - i);
        const size_t link = whole > 0 ? 0 : link_text_length(text + i, length - i, &whole);
        if (whole == 0)
            fputc(text[i], stream);
        fwrite(text + i + 1, 1, link, stream);
        i += whole > 0 ? whole : 1;
    }
    if (fclose(stream) == 0) {
        roff_text(out, plain, size, NULL);
        free(plain);
    }
}

static void put_kind(FILE *out, const Option *option) {
    const char *text = option->initial_text;
    switch (option->type) {
    case OPTION_SPIN:
        fprintf(out, "%" PRId64 " to %" PRId64 ", at first %" PRId64, option->minimum,
                option->maximum, option->initial);
        break;
    case OPTION_CHECK:
        fprintf(out, "true or false, at first %s", option->initial ? "true" : "false");
        break;
    case OPTION_BUTTON:
        fputs("a button", out);
        break;
    case OPTION_STRING:
        fputs(text[0] == '\0' ? "text, empty at first" : "text, at first ", out);
        roff_literal(out, text, strlen(text), false);
        break;
    case OPTION_COMBO:
        for (const char *c = option->choices; *c != '\0'; c++)
            fputs(*c == '|' ? ", " : (char[]){*c, '\0'}, out);
        fputs("; at first ", out);
        roff_literal(out, text, strlen(text), false);
        break;
    }
}

void uci_sections_options(FILE *out, const char *page) {
    const Option *option;
    for (size_t i = 0; (option = options_row(i)); i++) {
        fputs(".TP\n", out);
        roff_literal(out, option->name, strlen(option->name), true);
        fputs(" (", out);
        put_kind(out, option);
        fputs(")\n", out);
        size_t length;
        const char *meaning = find_meaning(page, option->name, &length);
        put_markdown(out, meaning, length);
    }
}
