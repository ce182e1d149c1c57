#include "completion.h"
#include "form_word.h"

/* options='--option --other= ...': those that can be completed. */
static void put_options(FILE *out, const Argument *rows) {
    const Argument *const tables[] = {rows, PROGRAM_ROWS_OF_ARGP};
    const char *separator = "";
    fputs("options='", out);
    for (size_t i = 0; i < 2; i++) {
        for (const Argument *row = NULL; (row = program_next_row(tables[i], row));) {
            if (!row->name)
                continue;
            fprintf(out, "%s--%s%s", separator, row->name, row->value ? "=" : "");
            separator = " ";
        }
    }
    fputs("'\n", out);
}

/* The options after which a value follows: a file, or something else. */
static void put_options_with_value(FILE *out, const char *variable, const Argument *rows,
                                   bool files) {
    const char *separator = "";
    fprintf(out, "%s='", variable);
    for (const Argument *row = NULL; (row = program_next_row(rows, row));) {
        if (!row->value || form_is_file(row->value) != files)
            continue;
        if (row->letter != '\0')
            fprintf(out, "%s-%c", separator, row->letter);
        separator = row->letter != '\0' ? " " : separator;
        if (row->name)
            fprintf(out, "%s--%s", separator, row->name);
        separator = " ";
    }
    fputs("'\n", out);
}

static void put_words(FILE *out, const char *form) {
    fputs("words='", out);
    const char *word, *separator = "";
    size_t length;
    while ((word = form_next_literal(&form, &length))) {
        fprintf(out, "%s%.*s", separator, (int)length, word);
        separator = " ";
    }
    fputs("'\n", out);
}

static void put_arguments(FILE *out, const ArgumentParser *parser, const char *indent) {
    const char *form = parser->form ? parser->form : "";
    fputs(indent, out);
    put_options(out, parser->rows);
    fputs(indent, out);
    put_options_with_value(out, "file_options", parser->rows, true);
    fputs(indent, out);
    put_options_with_value(out, "value_options", parser->rows, false);
    fputs(indent, out);
    put_words(out, form);
    fprintf(out, "%sfiles=%s\n", indent, form_takes_files(form) ? "yes" : "");
}

static void put_commands(FILE *out, const Program *program) {
    fputs("    if ((COMP_CWORD == 1)); then\n        words='", out);
    for (size_t i = 0; i < program->command_count; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", program->commands[i]->name);
    fputs("'\n        options='--help --usage --version'\n    else\n", out);
    fputs("        case ${COMP_WORDS[1]} in\n", out);
    for (size_t i = 0; i < program->command_count; i++) {
        fprintf(out, "        %s)\n", program->commands[i]->name);
        put_arguments(out, program->commands[i]->parser, "            ");
        fputs("            ;;\n", out);
    }
    fputs("        esac\n    fi\n", out);
}

/* What follows from the variables; the values of --option=VALUE are words of their own to bash. */
static const char COMPLETE[] =
    "    if [[ $current == '=' ]]; then\n"
    "        current= assigned='='\n"
    "    elif [[ $previous == '=' ]]; then\n"
    "        previous=${COMP_WORDS[COMP_CWORD - 2]} assigned='='\n"
    "    fi\n"
    "    if [[ \" $value_options \" == *\" $previous\"?($assigned)\" \"* ]]; then\n"
    "        return\n"
    "    elif [[ \" $file_options \" == *\" $previous\"?($assigned)\" \"* ]]; then\n"
    "        words= files=yes\n"
    "    elif [[ $current == -* ]]; then\n"
    "        words=$options files=\n"
    "    fi\n"
    "    mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$current\")\n"
    "    if [[ ${COMPREPLY[0]} == *= ]]; then\n"
    "        compopt -o nospace 2>/dev/null\n"
    "    elif [[ $files ]]; then\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t -O ${#COMPREPLY[@]} COMPREPLY < <(compgen -f -- \"$current\")\n"
    "    fi\n"
    "}\n";

void completion_write_bash(FILE *out, const Program *program) {
    char function[64];
    snprintf(function, sizeof function, "_%s", program->name);
    for (char *c = function; *c != '\0'; c++)
        *c = *c == '-' ? '_' : *c;
    fprintf(out,
            "# Completion of %s's arguments for bash.\n\n"
            "%s() {\n"
            "    local current=${COMP_WORDS[COMP_CWORD]} previous=${COMP_WORDS[COMP_CWORD - 1]}\n"
            "    local options= file_options= value_options= words= files= assigned=\n",
            program->name, function);
    if (program->command_count > 0)
        put_commands(out, program);
    else
        put_arguments(out, program->parser, "    ");
    fprintf(out, "%scomplete -F %s %s\n", COMPLETE, function, program->name);
}
