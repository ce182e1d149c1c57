#include "suite/pool.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/types.h>
#include <unistd.h>

static bool fail(char *error, size_t error_size, const char *path, const char *reason) {
    snprintf(error, error_size, "%s: %s", path, reason);
    return false;
}

/* What has been read of a pool that is to be continued. */
typedef struct Recovery {
    off_t complete; /* bytes up to the last line about games */
    uint64_t found[KINDS];
} Recovery;

static void note_line(Pool *pool, Recovery *recovery, const char *line, off_t end) {
    uint64_t games;
    if (sscanf(line, "# games %" SCNu64, &games) != 1) {
        SuiteEntry entry;
        EpdError unused;
        if (entry_read(line, &entry, &unused) == EPD_POSITION)
            recovery->found[theme_kind(entry.theme)]++;
        return;
    }
    recovery->complete = end;
    pool->games = games;
    memcpy(pool->found, recovery->found, sizeof pool->found);
    if (games % POOL_BATCH == 0)
        memcpy(pool->settled, recovery->found, sizeof pool->settled);
}

/* Reads what the file holds; false when it does not begin with the description. */
static bool recover(Pool *pool, const char *description, Recovery *recovery) {
    char *line = NULL;
    size_t size = 0;
    ssize_t length;
    bool matches = false, first = true;
    while ((length = getline(&line, &size, pool->stream)) > 0 && line[length - 1] == '\n') {
        if (first) {
            line[length - 1] = '\0';
            matches = strcmp(line, description) == 0;
            recovery->complete = ftello(pool->stream);
        } else {
            note_line(pool, recovery, line, ftello(pool->stream));
        }
        first = false;
        if (!matches)
            break;
    }
    free(line);
    return matches;
}

static bool is_empty(FILE *stream) {
    fseeko(stream, 0, SEEK_END);
    bool empty = ftello(stream) == 0;
    rewind(stream);
    return empty;
}

bool pool_open(Pool *pool, const char *path, const char *description, char *error,
               size_t error_size) {
    *pool = (Pool){.stream = fopen(path, "a+e")};
    if (!pool->stream)
        return fail(error, error_size, path, strerror(errno));
    if (flock(fileno(pool->stream), LOCK_EX | LOCK_NB) != 0) {
        fclose(pool->stream);
        return fail(error, error_size, path, "another process is writing it");
    }
    bool good = true;
    if (is_empty(pool->stream)) {
        fprintf(pool->stream, "%s\n", description);
        good = pool_complete(pool, 0);
    } else {
        Recovery recovery = {0};
        if (!recover(pool, description, &recovery)) {
            fclose(pool->stream);
            return fail(error, error_size, path,
                        "was made otherwise, or is no file of this program, and is not continued");
        }
        good = ftruncate(fileno(pool->stream), recovery.complete) == 0;
    }
    if (good)
        return true;
    fail(error, error_size, path, strerror(errno));
    fclose(pool->stream);
    return false;
}

void pool_add(Pool *pool, const SuiteEntry *entry) {
    entry_write(pool->stream, entry);
    pool->found[theme_kind(entry->theme)]++;
}

bool pool_complete(Pool *pool, uint64_t games) {
    pool->games = games;
    if (games % POOL_BATCH == 0)
        memcpy(pool->settled, pool->found, sizeof pool->settled);
    fprintf(pool->stream, "# games %" PRIu64 "\n", games);
    return fflush(pool->stream) == 0 && !ferror(pool->stream);
}

bool pool_close(Pool *pool) {
    return fclose(pool->stream) == 0;
}
