#ifndef QUORUM_CLI_OUTPUT_FILE_H
#define QUORUM_CLI_OUTPUT_FILE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

/* Puts bytes into a file that either keeps its old contents or has all of the new, whatever happens
 * in between: they go to PATH.new, which then takes the file's place. False on failure, with the
 * reason in *error. */
bool output_file_replace(const char *path, const void *bytes, size_t size, char *error,
                         size_t error_size);

/* A text that is written to a stream first and then becomes a file by output_file_replace(). It may
 * not be copied while it is open. */
typedef struct OutputText {
    FILE *stream;
    char *text;
    size_t size;
} OutputText;

/* False without memory, with the reason in *error; otherwise output_text_end() must follow. */
bool output_text_begin(OutputText *output, char *error, size_t error_size);

/* False on failure, with the reason in *error. */
bool output_text_end(OutputText *output, const char *path, char *error, size_t error_size);

#endif
