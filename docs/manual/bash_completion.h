#pragma once

#include <stdio.h>

#include "program.h"

/* Writes the file that teaches bash to complete the arguments of a program: commands, options,
 * files and fixed words. It needs nothing but bash 4. */
void bash_completion_write(FILE *out, const Program *program);
