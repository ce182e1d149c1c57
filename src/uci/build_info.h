#pragma once

#include "uci/writer.h"

/* Appends to the open block, a line each: version, compiler, processor and instruction set that the
 * program was built for, build type and options, and the checks that are built in. */
void build_info_write(Writer *writer);
