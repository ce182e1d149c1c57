#include "machine/memory_share.h"

#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/random.h"
#include "machine/memory_pages.h"

/* Processes of one user find each other's files in /proc, if they see the same numbers of
 * processes. */
uint64_t memory_share_realm(void) {
    struct stat numbers;
    if (stat("/proc/self/ns/pid", &numbers) != 0)
        return 0;
    const uint64_t realm = (uint64_t)numbers.st_dev << 32 ^ (uint64_t)numbers.st_ino;
    return random_sequence(realm, geteuid()) | 1;
}

bool memory_share_make(MemoryShare *share, const char *name, size_t bytes) {
    struct stat status;
    const int file = memfd_create(name, MFD_CLOEXEC);
    bytes = (bytes + HUGE_PAGE_BYTES - 1) / HUGE_PAGE_BYTES * HUGE_PAGE_BYTES;
    if (file < 0)
        return false;
    if (ftruncate(file, (off_t)bytes) != 0 || fstat(file, &status) != 0) {
        close(file);
        return false;
    }
    *share = (MemoryShare){.process = getpid(),
                           .file = file,
                           .device = (uint64_t)status.st_dev,
                           .inode = (uint64_t)status.st_ino,
                           .bytes = bytes};
    return true;
}

void memory_share_end(const MemoryShare *share) {
    const int file = (int)share->file;
    if (share->bytes == 0)
        return;
    fallocate(file, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, 0, (off_t)share->bytes);
    close(file);
}

int memory_share_open(const MemoryShare *share) {
    char path[64];
    struct stat status;
    snprintf(path, sizeof path, "/proc/%lld/fd/%lld", (long long)share->process,
             (long long)share->file);
    const int file = open(path, O_RDWR | O_CLOEXEC);
    if (file < 0)
        return -1;
    /* The number may be another process's by now, or another file's. */
    if (fstat(file, &status) == 0 && (uint64_t)status.st_dev == share->device &&
        (uint64_t)status.st_ino == share->inode && (uint64_t)status.st_size == share->bytes)
        return file;
    close(file);
    return -1;
}
