#pragma once

#include <stdbool.h>

/* Files that are mapped into memory can be cut, written to or unreadable; whoever reads them then
 * gets SIGBUS, or SIGSEGV where it follows what it has read. */

/* Runs call(argument), and ends it where a signal of these two comes of what it does: false then,
 * and whatever it held or was about to change stays so. The first call takes the signals over;
 * those that come of anything else go to whoever had them before. Not within itself. Any thread. */
bool syzygy_guard_run(void (*call)(void *argument), void *argument);
