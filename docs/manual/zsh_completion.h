#pragma once

#include <stdio.h>

#include "program.h"

/* The same for zsh, which also shows what commands and options mean: a function for its fpath. */
void zsh_completion_write(FILE *out, const Program *program);
