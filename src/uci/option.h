#pragma once

#include "uci/writer.h"

/* What kinds of options the protocol knows, how they are announced and how their values read. */

typedef enum OptionType {
    OPTION_SPIN,
    OPTION_CHECK,
    OPTION_BUTTON,
    OPTION_STRING,
    OPTION_COMBO
} OptionType;

/* number is for spin, 0 or 1 for check, the index of a combo's choice; text for string and combo.
 */
typedef struct OptionValue {
    int64_t number;
    Text text;
} OptionValue;

typedef struct Option {
    const char *name;
    OptionType type;
    int64_t initial; /* of spin and check */
    int64_t minimum;
    int64_t maximum;
    const char *initial_text; /* of string and combo */
    const char *choices;      /* of a combo, separated by | */
} Option;

/* Appends the `option` line, newline included, to the open block. */
void option_announce(const Option *option, Writer *writer);

/* The value an option has before it is set; meaningless for a button. */
OptionValue option_initial_value(const Option *option);

/* Reads the value of a `setoption`: given is false where the line has no `value`. False when it is
 * not one that the option can have; *value is then unchanged. A text value points into `text`, or
 * for a combo into the option. */
bool option_read_value(const Option *option, bool given, Text text, OptionValue *value);
