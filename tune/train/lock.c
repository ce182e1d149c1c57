#include "train/lock.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file_identity.h"
#include "base/file_lock.h"

/* Whether the file has its name still, which whoever had the lock takes away. */
static bool has_name(const Lock *lock) {
    struct stat own, named;
    return fstat(lock->descriptor, &own) == 0 && stat(lock->path, &named) == 0 &&
           file_identity_equal(&own, &named);
}

/* False, with errno, when the file cannot be opened or is locked. */
static bool open_locked(Lock *lock) {
    lock->descriptor = open(lock->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (lock->descriptor < 0)
        return false;
    if (file_lock_take(lock->descriptor))
        return true;
    close(lock->descriptor);
    errno = EWOULDBLOCK;
    return false;
}

bool lock_take(Lock *lock, const char *path, Reason *error) {
    *lock = (Lock){0};
    if (asprintf(&lock->path, "%s.lock", path) < 0) {
        lock->path = NULL;
        return reason_set(error, "%s: no memory", path);
    }
    bool locked;
    while ((locked = open_locked(lock)) && !has_name(lock))
        close(lock->descriptor);
    if (locked)
        return true;
    if (errno == EWOULDBLOCK)
        reason_set(error, "%s: another program is writing it", path);
    else
        reason_set(error, "%s: %s", lock->path, strerror(errno));
    free(lock->path);
    *lock = (Lock){0};
    return false;
}

void lock_release(Lock *lock) {
    if (!lock->path)
        return;
    unlink(lock->path);
    close(lock->descriptor);
    free(lock->path);
    *lock = (Lock){0};
}
