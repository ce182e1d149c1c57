#pragma once

#include <stdio.h>

#include "program.h"

/* Writes the file that teaches bash to complete the arguments of a program: commands, options,
 * files and fixed words. It needs nothing but bash 4. */
void completion_write_bash(FILE *out, const Program *program);

/* The same for zsh, which also shows what commands and options mean: a function for its fpath. */
void completion_write_zsh(FILE *out, const Program *program);
