#pragma once

#include "play/series.h"

/* What main() of a program that plays games does once it has read its arguments: loads book and
 * network, holds back the signals that end the program, begins the cluster, calls work() with the
 * settings, and tells the other ranks that no more games are wanted. Returns the exit code; what
 * cannot be used is said on stderr after the program's name. Main thread. */
int play_program(const char *name, PlaySettings *settings, int (*work)(PlaySettings *settings));

/* Whether all ranks have the same version, number of threads, and description of what is played;
 * else rank 0 says what differs. Called by all. */
bool play_agree(const char *name, const PlaySettings *settings, const char *description);

/* What the ranks but rank 0 then do: play the games of the plan for it. Returns the exit code, or
 * ends all ranks where it cannot. */
int play_follow(const char *name, const SeriesPlan *plan);
