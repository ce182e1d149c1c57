#pragma once

#include <argp.h>
#include <stdbool.h>
#include <stddef.h>

#define OPTION_LIST_LIMIT 64

/* An option, or a heading between options: that has text and neither letter nor name. */
typedef struct ListedOption {
    char letter;          /* 0 without */
    const char *name;     /* NULL without */
    const char *argument; /* NULL for an option without a value */
    bool argument_optional;
    const char *text;
    int group;
} ListedOption;

typedef struct OptionList {
    ListedOption options[OPTION_LIST_LIMIT];
    size_t count;
} OptionList;

/* The options of a parser and of its children that are not hidden, in the order of their groups and
 * then of the tables. NULL has none. The process ends with a message when there are more than
 * OPTION_LIST_LIMIT. */
OptionList option_list(const struct argp *parser);

/* Those that argp itself adds to every parser. */
OptionList option_list_of_argp(void);

/* Whether the argument of that name is a file to read or write. */
bool option_argument_is_file(const char *argument);
