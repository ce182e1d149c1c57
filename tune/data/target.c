#include "data/target.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/command.h"

static int refuse(const char *path, const char *why) {
    fprintf(stderr, "quorum-data: %s: %s\n", path, why);
    return COMMAND_MISUSED;
}

/* A link that leads nowhere is something, too. */
static bool is_there(const char *path) {
    struct stat status;
    if (lstat(path, &status) != 0)
        return false;
    fprintf(stderr, "quorum-data: %s exists already\n", path);
    return true;
}

/* Begins a file beside the one that is meant. False after a message. */
static bool begin(Target *target, const char *path) {
    Reason error;
    removal_prepare(&target->removal);
    const bool begun = output_open_fresh(&target->output, path, &error);
    if (!begun) {
        removal_release(&target->removal);
        command_misused("quorum-data", error.text);
        return false;
    }
    removal_begin(&target->removal, target->output.fresh);
    return true;
}

bool target_open(Target *target, const char *path, const char *description) {
    const ChainOrigin none = {0};
    if (output_is_stdout(path)) {
        command_misused("quorum-data", "--out needs the name of a file");
        return false;
    }
    if (is_there(path) || !begin(target, path))
        return false;
    target->writer = chain_writer_begin(fileno(target->output.stream), &none);
    if (target->writer && chain_writer_describe(target->writer, description))
        return true;
    const int reason = errno;
    target_discard(target);
    refuse(path, strerror(reason));
    return false;
}

void target_discard(Target *target) {
    chain_writer_close(target->writer);
    removal_end(&target->removal);
    output_discard(&target->output);
    removal_release(&target->removal);
}

/* Gives the whole file its name. */
static bool place(Target *target, Reason *error) {
    removal_end(&target->removal);
    const bool placed = output_close(&target->output, error);
    removal_release(&target->removal);
    return placed;
}

int target_close(Target *target, bool good) {
    Reason error;
    const char *path = target->output.path;
    int reason = errno;
    const bool closed = chain_writer_close(target->writer);
    target->writer = NULL;
    if (good && !closed)
        reason = errno;
    if (!good || !closed) {
        target_discard(target);
        return refuse(path, strerror(reason));
    }
    if (is_there(path)) { /* by now */
        target_discard(target);
        return COMMAND_MISUSED;
    }
    return place(target, &error) ? COMMAND_OK : command_misused("quorum-data", error.text);
}
