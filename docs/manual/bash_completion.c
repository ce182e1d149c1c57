#include "bash_completion.h"

#include <string.h>

#include "form_word.h"
#include "option_list.h"

/* name='--option --other= ...': the options that can be completed. */
static void put_options(FILE *out, const OptionList *list, const OptionList *more) {
    fputs("options='", out);
    const OptionList *const lists[] = {list, more};
    const char *separator = "";
    for (size_t i = 0; i < 2; i++) {
        for (size_t j = 0; j < lists[i]->count; j++) {
            const ListedOption *option = &lists[i]->options[j];
            if (!option->name)
                continue;
            fprintf(out, "%s--%s%s", separator, option->name,
                    option->argument && !option->argument_optional ? "=" : "");
            separator = " ";
        }
    }
    fputs("'\n", out);
}

/* The options after which a value follows: a file, or something else. One that may have a value has
 * it only behind a "=". */
static void put_options_with_value(FILE *out, const char *variable, const OptionList *list,
                                   bool files) {
    fprintf(out, "%s='", variable);
    const char *separator = "";
    for (size_t i = 0; i < list->count; i++) {
        const ListedOption *option = &list->options[i];
        if (!option->argument || option_argument_is_file(option->argument) != files)
            continue;
        const char *assigned = option->argument_optional ? "=" : "";
        if (option->letter != 0) {
            fprintf(out, "%s-%c%s", separator, option->letter, assigned);
            separator = " ";
        }
        if (option->name) {
            fprintf(out, "%s--%s%s", separator, option->name, assigned);
            separator = " ";
        }
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

static void put_arguments(FILE *out, const struct argp *parser, const char *indent) {
    const OptionList list = option_list(parser);
    const OptionList more = option_list_of_argp();
    const char *form = parser && parser->args_doc ? parser->args_doc : "";
    fputs(indent, out);
    put_options(out, &list, &more);
    fputs(indent, out);
    put_options_with_value(out, "file_options", &list, true);
    fputs(indent, out);
    put_options_with_value(out, "value_options", &list, false);
    fputs(indent, out);
    put_words(out, form);
    fprintf(out, "%sfiles=%s\n", indent, form_takes_files(form) ? "yes" : "");
}

static void put_commands(FILE *out, const Program *program) {
    fputs("    if ((COMP_CWORD == 1)); then\n        words='", out);
    for (size_t i = 0; i < program->command_count; i++)
        fprintf(out, "%s%s", i > 0 ? " " : "", program->commands[i].name);
    fputs("'\n        options='--help --usage --version'\n    else\n", out);
    fputs("        case ${COMP_WORDS[1]} in\n", out);
    for (size_t i = 0; i < program->command_count; i++) {
        fprintf(out, "        %s)\n", program->commands[i].name);
        put_arguments(out, program->commands[i].parser, "            ");
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

void bash_completion_write(FILE *out, const Program *program) {
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
