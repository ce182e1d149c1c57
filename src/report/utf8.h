#pragma once

#include "base/text.h"

/* A copy of the text as valid UTF-8 without control characters, for reports; the caller frees it.
 * Text that is not UTF-8 throughout is taken for Latin-1, a control character becomes a blank. NULL
 * without memory. Any thread. */
char *utf8_copy(Text text);

/* Letters of a text in UTF-8. Any thread. */
int utf8_length(const char *text);
