#include "cli/output_file.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool write_whole(const char *path, const void *bytes, size_t size) {
    FILE *file = fopen(path, "wbe");
    if (!file)
        return false;
    bool done =
        fwrite(bytes, 1, size, file) == size && fflush(file) == 0 && fsync(fileno(file)) == 0;
    const int reason = errno;
    done = fclose(file) == 0 && done;
    if (!done)
        errno = reason;
    return done;
}

bool output_file_replace(const char *path, const void *bytes, size_t size, char *error,
                         size_t error_size) {
    char *fresh = NULL;
    if (asprintf(&fresh, "%s.new", path) < 0) {
        snprintf(error, error_size, "not enough memory");
        return false;
    }
    const bool done = write_whole(fresh, bytes, size) && rename(fresh, path) == 0;
    if (!done) {
        snprintf(error, error_size, "cannot write %s: %s", path, strerror(errno));
        unlink(fresh);
    }
    free(fresh);
    return done;
}

bool output_text_begin(OutputText *output, char *error, size_t error_size) {
    *output = (OutputText){0};
    output->stream = open_memstream(&output->text, &output->size);
    if (!output->stream)
        snprintf(error, error_size, "not enough memory");
    return output->stream != NULL;
}

bool output_text_end(OutputText *output, const char *path, char *error, size_t error_size) {
    const bool complete = fclose(output->stream) == 0;
    if (!complete)
        snprintf(error, error_size, "not enough memory");
    const bool done =
        complete && output_file_replace(path, output->text, output->size, error, error_size);
    free(output->text);
    return done;
}
