#pragma once

#include <stdbool.h>

/* Takes the lock of an open file, without waiting; it is given back when the file is closed. False
 * where another process has it. File systems of clusters may have no locks: there everybody has
 * them. Any thread. */
bool file_lock_take(int file);
