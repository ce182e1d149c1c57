#pragma once

/* The style sheet of every report. Series colours are those of M. Okabe and K. Ito (2008), which
 * colour-blind people can tell apart. */
extern const char *const HTML_STYLE;
