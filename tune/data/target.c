#include "data/target.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

static int give_up(const char *path, int reason) {
    fprintf(stderr, "quorum-data: %s: %s\n", path, strerror(reason));
    unlink(path);
    return COMMAND_MISUSED;
}

ChainWriter *target_open(const char *path, const char *description) {
    if (access(path, F_OK) == 0) {
        fprintf(stderr, "quorum-data: %s exists already\n", path);
        return NULL;
    }
    Reason error;
    const ChainOrigin none = {0};
    ChainWriter *writer = chain_writer_open(path, false, &none, &error);
    if (!writer) {
        command_misused("quorum-data", error.text);
    } else if (!chain_writer_describe(writer, description)) {
        const int reason = errno;
        chain_writer_close(writer);
        give_up(path, reason);
        return NULL;
    }
    return writer;
}

int target_close(ChainWriter *writer, const char *path, bool good) {
    const int reason = errno;
    const bool closed = chain_writer_close(writer);
    return good && closed ? COMMAND_OK : give_up(path, good ? errno : reason);
}
