#include "base/embed.h"

/* See polyglot_key.c. */
EMBED_FILE(polyglot_randoms);
