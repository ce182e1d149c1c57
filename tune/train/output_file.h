#ifndef QUORUM_TRAIN_OUTPUT_FILE_H
#define QUORUM_TRAIN_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>

/* Puts bytes into a file that either keeps its old contents or has all of the new, whatever happens
 * in between: they go to PATH.new, which then takes the file's place. False on failure, with the
 * reason in *error. */
bool output_file_replace(const char *path, const void *bytes, size_t size, char *error,
                         size_t error_size);

#endif
