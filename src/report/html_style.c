#include "base/embed.h"

/* The style sheet of every page. */
EMBED_FILE(HTML_STYLE);
