#pragma once

#include "base/compiler.h"
#include "base/text.h"

/* The names of an enumeration's values, as users write and read them: one table for both ways. */
typedef struct NamedValues {
    const char *const *names; /* in the order of the enumeration, which begins at 0 */
    int count;
} NamedValues;

#define NAMED_VALUES(table) ((NamedValues){(table), (int)ARRAY_LENGTH(table)})

/* Reads a name, in any case and with white space around it. On false *value is unchanged. */
bool named_values_parse(NamedValues values, Text text, int *value);

/* The name of a value that has one. */
const char *named_values_name(NamedValues values, int value);
