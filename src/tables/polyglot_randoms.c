#include "tables/polyglot_randoms.h"

#include "base/embed.h"

EMBED_FILE(polyglot_randoms);
