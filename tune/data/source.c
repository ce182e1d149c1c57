#include "data/source.h"

#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "cli/command.h"

static ChainReader *open_file(const Source *source, int index) {
    Reason error;
    ChainReader *reader = chain_reader_open(source->paths[index], &error);
    if (!reader)
        fprintf(stderr, "quorum-data: %s\n", error.text);
    return reader;
}

void source_take_words(void *input, int count, char **words, const struct argp_state *state) {
    Source *source = input;
    if (count == 0)
        argp_error(state, "a FILE is needed");
    source->paths = words;
    for (; source->count < count; source->count++) {
        ChainReader *reader = open_file(source, source->count);
        if (!reader)
            exit(COMMAND_MISUSED);
        chain_reader_close(reader);
    }
}

/* Goes to the next file; one that has gone since it was named counts as damage. */
static void leave_file(Source *source) {
    chain_reader_close(source->reader);
    source->reader = NULL;
    source->current++;
}

bool source_next(Source *source, ChainGame *game) {
    while (source->current < source->count) {
        if (!source->reader)
            source->reader = open_file(source, source->current);
        if (!source->reader) {
            source->damages++;
            leave_file(source);
            continue;
        }
        const ChainStatus status = chain_reader_next(source->reader, game);
        if (status == CHAIN_GAME)
            return true;
        if (status == CHAIN_END) {
            leave_file(source);
            continue;
        }
        fprintf(stderr, "quorum-data: %s: %s\n", source->paths[source->current],
                chain_reader_message(source->reader));
        source->damages++;
    }
    return false;
}

ChainOrigin source_origin(const Source *source) {
    return chain_reader_origin(source->reader);
}

int source_end(Source *source) {
    if (source->reader)
        leave_file(source);
    return source->damages > 0 ? COMMAND_FAILED : COMMAND_OK;
}

uint64_t source_bytes(const Source *source) {
    uint64_t sum = 0;
    for (int i = 0; i < source->count; i++) {
        struct stat status;
        if (stat(source->paths[i], &status) == 0)
            sum += (uint64_t)status.st_size;
    }
    return sum;
}
