#pragma once

#include <stdio.h>

#include "program.h"

/* Writes the manual page of a program: the text of `prose` with what the tables say in place of
 * these lines:
 *   %TITLE DATE%        the page's title, for a program of section 6
 *   %SYNOPSIS%          the forms of the command line
 *   %COMMANDS%          a subsection for each command, with its options
 *   %OPTIONS%           the options of the program, and those that every command has
 *   %UCI COMMANDS%      the commands of the protocol
 *   %UCI OPTIONS%       its options, explained as `uci_page` does, the text of docs/uci.md
 * False, with a message on stderr, when a line is none of them. */
bool man_page_write(FILE *out, const Program *program, const char *prose, const char *uci_page);
