#pragma once

#include <stdbool.h>

/* Files that are mapped into memory can be cut, written to or unreadable; whoever reads them then
 * gets SIGBUS, and SIGSEGV or SIGABRT where it follows what it has read. On Windows the system's
 * exceptions take the place of the first two, and a file that is mapped cannot be cut. */

/* Runs call(argument). If it raises one of these signals the call is abandoned and false returned;
 * locks it held stay held, and what it was changing stays half changed. The first call installs
 * handlers; signals raised by anything else go to the handlers before. Not reentrant. Any thread.
 */
bool guard_run(void (*call)(void *argument), void *argument);

/* Abandons the calls that run now on all threads; does nothing on Windows. Any thread, but not from
 * within such a call. */
void guard_break(void);

/* The same as guard_run() for a call that may also overflow its stack, on a thread that may block
 * the signals. */
bool guard_run_deep(void (*call)(void *argument), void *argument);

/* Lets the signals through to the calling thread, where one that is blocked would end the process:
 * threads inherit what a program blocks. Returns those that were, for guard_restore(). */
unsigned guard_admit(void);

/* Blocks them again. */
void guard_restore(unsigned blocked);
