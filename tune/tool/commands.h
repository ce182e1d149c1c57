#ifndef QUORUM_TUNE_COMMANDS_H
#define QUORUM_TUNE_COMMANDS_H

/* The commands of quorum-data. Each gets its own name as argv[0] and returns the exit code of the
 * program: EXIT_DONE, EXIT_FAULT where data is damaged or cannot be written, EXIT_MISUSED. */

int stats_command(int argc, char **argv);
int verify_command(int argc, char **argv);
int text_command(int argc, char **argv);
int merge_command(int argc, char **argv);
int filter_command(int argc, char **argv);

#endif
