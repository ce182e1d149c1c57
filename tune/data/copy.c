#include "data/copy.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"

/* False when something could not be written. */
static bool write_games(Source *source, ChainWriter *writer, CopyWants *wants, const void *context,
                        uint64_t *read, uint64_t *written) {
    ChainGame game;
    while (source_next(source, &game)) {
        ++*read;
        if (wants && !wants(&game, context))
            continue;
        ChainOrigin origin = source_origin(source);
        if (!chain_writer_set_origin(writer, &origin) || !chain_writer_add(writer, &game))
            return false;
        ++*written;
    }
    return true;
}

void copy_check(void *input, const struct argp_state *state) {
    if (!((const CopyArguments *)input)->out_path)
        argp_error(state, "--out is needed");
}

int copy_games(CopyArguments *arguments, const char *description, CopyWants *wants,
               const void *context) {
    Source *source = &arguments->source;
    const char *out_path = arguments->out_path;
    if (access(out_path, F_OK) == 0) {
        fprintf(stderr, "quorum-data: %s exists already\n", out_path);
        return COMMAND_MISUSED;
    }
    Reason error;
    ChainOrigin none = {0};
    ChainWriter *writer = chain_writer_open(out_path, false, &none, &error);
    if (!writer) {
        fprintf(stderr, "quorum-data: %s\n", error.text);
        return COMMAND_MISUSED;
    }
    uint64_t read = 0, written = 0;
    bool good = chain_writer_describe(writer, description) &&
                write_games(source, writer, wants, context, &read, &written);
    int reason = errno;
    bool closed = chain_writer_close(writer);
    if (!good || !closed) {
        fprintf(stderr, "quorum-data: %s: %s\n", out_path, strerror(good ? errno : reason));
        unlink(out_path);
        return COMMAND_MISUSED;
    }
    printf("%s: %" PRIu64 " of %" PRIu64 " games\n", out_path, written, read);
    return source_exit_code(source);
}
