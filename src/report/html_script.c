#include "base/embed.h"

/* The script of every page. */
EMBED_FILE(HTML_SCRIPT);
