#include <string.h>

#include "completion.h"
#include "form_word.h"

/* Text inside single quotes; zsh reads a few characters of it as the end of a part. */
static void put_quoted(FILE *out, const char *text, const char *special) {
    for (; *text != '\0'; text++) {
        if (*text == '\'')
            fputs("'\\''", out);
        else if (*text == '\\' || strchr(special, *text))
            fprintf(out, "\\%c", *text);
        else
            fputc(*text, out);
    }
}

static void put_explanation(FILE *out, const Argument *row) {
    fputc('[', out);
    put_quoted(out, row->text, "[]");
    fputc(']', out);
    if (row->value) {
        fputc(':', out);
        put_quoted(out, row->value, ":");
        fputs(form_is_file(row->value) ? ":_files" : ": ", out);
    }
}

/* One option, under each of its names; these say how a value follows. `alone` when nothing else
 * goes with it. */
static void put_option(FILE *out, const Argument *row, bool alone) {
    const bool both = row->letter != '\0' && row->name;
    const char *after_letter = row->value ? "+" : "", *after_name = row->value ? "=" : "";
    fputs("    '", out);
    if (alone)
        fputs("(- *)", out);
    else if (both)
        fprintf(out, "(-%c --%s)", row->letter, row->name);
    if (both)
        fprintf(out, "'{'-%c%s','--%s%s'}'", row->letter, after_letter, row->name, after_name);
    else if (row->name)
        fprintf(out, "--%s%s", row->name, after_name);
    else
        fprintf(out, "-%c%s", row->letter, after_letter);
    put_explanation(out, row);
    fputs("' \\\n", out);
}

static void put_options(FILE *out, const Argument *rows, bool alone) {
    for (const Argument *row = NULL; (row = program_next_row(rows, row));) {
        if (program_row_is_option(row))
            put_option(out, row, alone);
    }
}

/* What the arguments that are no options can be. */
static void put_operands(FILE *out, const char *form) {
    fputs("    '*:argument:", out);
    size_t length;
    const char *word = form_next_literal(&(const char *){form}, &length);
    if (form_takes_files(form)) {
        fputs("_files", out);
    } else if (word) {
        const char *separator = "(";
        while ((word = form_next_literal(&form, &length))) {
            fprintf(out, "%s%.*s", separator, (int)length, word);
            separator = " ";
        }
        fputc(')', out);
    } else {
        fputc(' ', out);
    }
    fputs("'\n", out);
}

static void put_arguments(FILE *out, const ArgumentParser *parser) {
    fputs("  _arguments -s -S \\\n", out);
    put_options(out, parser->rows, false);
    put_options(out, PROGRAM_ROWS_OF_ARGP, true);
    put_operands(out, parser->form ? parser->form : "");
}

static void put_dispatch(FILE *out, const Program *program) {
    fputs("  local curcontext=$curcontext state line\n"
          "  typeset -A opt_args\n"
          "  local -a commands=(\n",
          out);
    for (size_t i = 0; i < program->command_count; i++) {
        fprintf(out, "    '%s:", program->commands[i]->name);
        put_quoted(out, program->commands[i]->summary, ":");
        fputs("'\n", out);
    }
    fputs("  )\n  _arguments -C \\\n", out);
    put_options(out, PROGRAM_ROWS_OF_ARGP, true);
    fputs("    '1:command:->command' \\\n"
          "    '*::argument:->argument'\n"
          "  case $state in\n"
          "    command) _describe command commands ;;\n"
          "    argument)\n"
          "      case $words[1] in\n",
          out);
    for (size_t i = 0; i < program->command_count; i++)
        fprintf(out, "        %s) _%s_%s ;;\n", program->commands[i]->name, program->name,
                program->commands[i]->name);
    fputs("      esac ;;\n  esac\n", out);
}

void completion_write_zsh(FILE *out, const Program *program) {
    fprintf(out, "#compdef %s\n\n", program->name);
    for (size_t i = 0; i < program->command_count; i++) {
        fprintf(out, "_%s_%s() {\n", program->name, program->commands[i]->name);
        put_arguments(out, program->commands[i]->parser);
        fputs("}\n\n", out);
    }
    fprintf(out, "_%s() {\n", program->name);
    if (program->command_count > 0)
        put_dispatch(out, program);
    else
        put_arguments(out, program->parser);
    fprintf(out, "}\n\n_%s \"$@\"\n", program->name);
}
