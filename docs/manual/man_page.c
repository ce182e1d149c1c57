#include "man_page.h"

#include <ctype.h>
#include <string.h>

#include "base/version.h"
#include "roff.h"
#include "uci_sections.h"

static void put_name(FILE *out, const Program *program, const char *command) {
    roff_literal(out, program->name, strlen(program->name), true);
    if (command) {
        fputc(' ', out);
        roff_literal(out, command, strlen(command), true);
    }
}

/* A line for each form of the arguments, which args_doc separates by line ends. */
static void put_forms(FILE *out, const Program *program, const char *command,
                      const ArgumentParser *parser) {
    const char *form = parser->form ? parser->form : "";
    const bool has_options = program_next_row(parser->rows, NULL);
    for (;;) {
        const size_t length = strcspn(form, "\n");
        put_name(out, program, command);
        if (has_options)
            fputs(" [\\fIOPTION\\fR...]", out);
        if (length > 0)
            fputc(' ', out);
        roff_form(out, form, length);
        fputs("\n.br\n", out);
        if (form[length] == '\0')
            break;
        form += length + 1;
    }
}

static void put_synopsis(FILE *out, const Program *program) {
    if (program->speaks_uci) {
        put_name(out, program, NULL);
        fputs("\n.br\n", out);
    }
    for (size_t i = 0; i < program->command_count; i++)
        put_forms(out, program, program->commands[i]->name, program->commands[i]->parser);
    if (program->command_count == 0)
        put_forms(out, program, NULL, program->parser);
    put_name(out, program, NULL);
    fputs(" \\fB\\-\\-help\\fR|\\fB\\-\\-usage\\fR|\\fB\\-\\-version\\fR\n", out);
}

/* -l, --long=ARGUMENT */
static void put_option(FILE *out, const Argument *row) {
    fputs(".TP\n", out);
    if (row->letter != '\0') {
        fprintf(out, "\\fB\\-%c\\fR", row->letter);
        fputs(row->name ? ", " : "", out);
    }
    if (row->name) {
        fputs("\\fB\\-\\-", out);
        roff_literal(out, row->name, strlen(row->name), false);
        fputs("\\fR", out);
    }
    if (row->value) {
        fputc('=', out);
        roff_form(out, row->value, strlen(row->value));
    }
    fputc('\n', out);
    roff_text(out, row->text, strlen(row->text), row->value);
}

static void put_options(FILE *out, const Argument *rows) {
    for (const Argument *row = NULL; (row = program_next_row(rows, row));) {
        if (program_row_is_option(row)) {
            put_option(out, row);
        } else {
            fputs(".PP\n", out);
            roff_text(out, row->text, strlen(row->text), NULL);
        }
    }
}

/* The part of a parser's text that argp shows above the options, or that below them. */
static void put_doc(FILE *out, const ArgumentParser *parser, bool below) {
    const char *doc = parser->doc;
    size_t length = strcspn(doc, "\v");
    if (below) {
        doc += doc[length] == '\0' ? length : length + 1;
        length = strlen(doc);
    }
    if (length == 0)
        return;
    fputs(below ? ".PP\n" : "", out);
    roff_text(out, doc, length, parser->form);
}

static void put_command(FILE *out, const Program *program, const Command *command) {
    fputs(".SS ", out);
    roff_literal(out, command->name, strlen(command->name), false);
    fputc('\n', out);
    put_forms(out, program, command->name, command->parser);
    fputs(".PP\n", out);
    put_doc(out, command->parser, false);
    put_options(out, command->parser->rows);
    put_doc(out, command->parser, true);
}

static void put_all_options(FILE *out, const Program *program) {
    static const ArgumentParser NONE = {.doc = ""};
    const ArgumentParser *parser = program->parser ? program->parser : &NONE;
    put_doc(out, parser, false);
    put_options(out, parser->rows);
    if (program->command_count > 0)
        fputs("Every command has these options, too:\n", out);
    put_options(out, PROGRAM_ROWS_OF_ARGP);
    put_doc(out, parser, true);
}

static void put_title(FILE *out, const Program *program, const char *date, size_t date_length) {
    fputs(".TH ", out);
    for (const char *c = program->name; *c != '\0'; c++)
        fputc(toupper((unsigned char)*c), out);
    fprintf(out, " 6 \"%.*s\" \"Quorum " QUORUM_VERSION "\" \"Games\"\n", (int)date_length, date);
}

static bool is_line(const char *prose, size_t length, const char *line) {
    return strlen(line) == length && memcmp(prose, line, length) == 0;
}

bool man_page_write(FILE *out, const Program *program, const char *prose, const char *uci_page) {
    while (*prose != '\0') {
        const size_t length = strcspn(prose, "\n");
        static const char TITLE[] = "%TITLE ";
        if (prose[0] != '%') {
            fprintf(out, "%.*s\n", (int)length, prose);
        } else if (length > sizeof TITLE && strncmp(prose, TITLE, sizeof TITLE - 1) == 0) {
            put_title(out, program, prose + sizeof TITLE - 1, length - sizeof TITLE);
        } else if (is_line(prose, length, "%SYNOPSIS%")) {
            put_synopsis(out, program);
        } else if (is_line(prose, length, "%COMMANDS%")) {
            for (size_t i = 0; i < program->command_count; i++)
                put_command(out, program, program->commands[i]);
        } else if (is_line(prose, length, "%OPTIONS%")) {
            put_all_options(out, program);
        } else if (is_line(prose, length, "%UCI COMMANDS%")) {
            uci_sections_commands(out);
        } else if (is_line(prose, length, "%UCI OPTIONS%")) {
            uci_sections_options(out, uci_page);
        } else {
            fprintf(stderr, "quorum-manual: %s: what is '%.*s'?\n", program->name, (int)length,
                    prose);
            return false;
        }
        prose += prose[length] == '\0' ? length : length + 1;
    }
    return true;
}
