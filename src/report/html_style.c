#include "report/html_style.h"

#include "base/embed.h"

EMBED_FILE(HTML_STYLE);
