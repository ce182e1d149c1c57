#include "option_list.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static bool is_end(const struct argp_option *row) {
    return row->key == 0 && !row->name && !row->doc && row->group == 0;
}

/* Puts it behind all of its group and of those before it. */
static ListedOption *append(OptionList *list, int group) {
    if (list->count == OPTION_LIST_LIMIT) {
        fprintf(stderr, "quorum-manual: more than %d options\n", OPTION_LIST_LIMIT);
        exit(EXIT_FAILURE);
    }
    ListedOption *option = &list->options[list->count++];
    for (; option > list->options && option[-1].group > group; option--)
        *option = option[-1];
    *option = (ListedOption){.group = group};
    return option;
}

static void add_row(OptionList *list, const struct argp_option *row, int group) {
    ListedOption *option = append(list, group);
    option->letter = (char)(row->key > 0 && row->key < 128 && isgraph(row->key) ? row->key : 0);
    option->name = row->name;
    option->argument = row->arg;
    option->argument_optional = (row->flags & OPTION_ARG_OPTIONAL) != 0;
    option->text = row->doc;
}

static void add_parser(OptionList *list, const struct argp *parser) {
    int group = 0; /* as argp numbers them: a heading begins the next one */
    for (const struct argp_option *row = parser->options; row && !is_end(row); row++) {
        group = row->group != 0 ? row->group : group + (!row->name && row->key == 0);
        if ((row->flags & OPTION_HIDDEN) == 0)
            add_row(list, row, group);
    }
    for (const struct argp_child *child = parser->children; child && child->argp; child++)
        add_parser(list, child->argp);
}

OptionList option_list(const struct argp *parser) {
    OptionList list = {.count = 0};
    if (parser)
        add_parser(&list, parser);
    return list;
}

OptionList option_list_of_argp(void) {
    OptionList list = {
        .options = {{'?', "help", NULL, false, "Explain the arguments", 0},
                    {0, "usage", NULL, false, "Show the form of the arguments", 0},
                    {'V', "version", NULL, false, "Print the version", 0}},
        .count = 3,
    };
    return list;
}

bool option_argument_is_file(const char *argument) {
    static const char *const NAMES[] = {"FILE", "NET", "MACHINE"};
    for (size_t i = 0; i < sizeof NAMES / sizeof NAMES[0]; i++) {
        if (strstr(argument, NAMES[i]))
            return true;
    }
    const char *dot = strchr(argument, '.'); /* FILE..., A.json */
    return dot && isalpha((unsigned char)dot[1]);
}
