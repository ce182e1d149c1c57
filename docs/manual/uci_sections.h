#pragma once

#include <stdio.h>

/* The commands and options of the protocol in a manual page, from the tables of uci/. */

void uci_sections_commands(FILE *out);

/* What an option means is said by `page`, the text of docs/uci.md, in the table whose first column
 * names it. An option that the table lacks is shown without. */
void uci_sections_options(FILE *out, const char *page);
