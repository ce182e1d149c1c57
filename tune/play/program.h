#pragma once

#include "play/settings.h"

/* What main() of a program that plays games does once it has read its arguments: loads book and
 * network, holds back the signals that end the program, and calls work() with the settings. Returns
 * the exit code; what cannot be used is said on stderr after the program's name. Main thread. */
int play_program(const char *name, PlaySettings *settings, int (*work)(PlaySettings *settings));
