#include "option_list.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static ListedOption *append(OptionList *list) {
    if (list->count == OPTION_LIST_LIMIT) {
        fprintf(stderr, "quorum-manual: more than %d options\n", OPTION_LIST_LIMIT);
        exit(EXIT_FAILURE);
    }
    ListedOption *option = &list->options[list->count++];
    *option = (ListedOption){0};
    return option;
}

static bool is_end(const struct argp_option *row) {
    return row->key == 0 && row->name == NULL && row->doc == NULL && row->group == 0;
}

static void add_row(OptionList *list, const struct argp_option *row) {
    ListedOption *option = append(list);
    option->letter = (char)(row->key > 0 && row->key < 128 && isgraph(row->key) ? row->key : 0);
    option->name = row->name;
    option->argument = row->arg;
    option->argument_optional = (row->flags & OPTION_ARG_OPTIONAL) != 0;
    option->text = row->doc;
}

/* Another name for the option above takes its argument and its text. */
static void add_alias(OptionList *list, const struct argp_option *row) {
    if (list->count == 0)
        return;
    const ListedOption original = list->options[list->count - 1];
    add_row(list, row);
    ListedOption *alias = &list->options[list->count - 1];
    alias->argument = original.argument;
    alias->argument_optional = original.argument_optional;
    alias->text = original.text;
}

static void add_parser(OptionList *list, const struct argp *parser) {
    for (const struct argp_option *row = parser->options; row != NULL && !is_end(row); row++) {
        if ((row->flags & OPTION_HIDDEN) != 0)
            continue;
        if ((row->flags & OPTION_ALIAS) != 0)
            add_alias(list, row);
        else
            add_row(list, row);
    }
    for (const struct argp_child *child = parser->children; child != NULL && child->argp != NULL;
         child++) {
        if (child->header != NULL && child->header[0] != '\0')
            append(list)->text = child->header;
        add_parser(list, child->argp);
    }
}

OptionList option_list(const struct argp *parser) {
    OptionList list = {.count = 0};
    if (parser != NULL)
        add_parser(&list, parser);
    return list;
}

OptionList option_list_of_argp(bool with_version) {
    OptionList list = {
        .options = {{'?', "help", NULL, false, "Explain the arguments"},
                    {0, "usage", NULL, false, "Show the form of the arguments"},
                    {'V', "version", NULL, false, "Print the version"}},
        .count = with_version ? 3 : 2,
    };
    return list;
}

bool argument_is_file(const char *argument) {
    static const char *const NAMES[] = {"FILE", "NET", "MACHINE"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strstr(argument, NAMES[i]) != NULL)
            return true;
    }
    const char *dot = strchr(argument, '.'); /* FILE..., A.json */
    return dot != NULL && isalpha((unsigned char)dot[1]);
}
