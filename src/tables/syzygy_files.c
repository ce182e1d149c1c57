#include "tables/syzygy_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

/* Tables consist of blocks of 64 bytes and a checksum of 16. */
#define BLOCK_BYTES    64
#define CHECKSUM_BYTES 16
#define MAGIC_BYTES    4

static const unsigned char WDL_MAGIC[MAGIC_BYTES] = {0x71, 0xE8, 0x23, 0x5D};
static const unsigned char DTZ_MAGIC[MAGIC_BYTES] = {0xD7, 0x66, 0x0C, 0xA5};

/* Whether a file name is that of a table with this ending; then its name without. */
static bool has_ending(const char *file, const char *ending, char name[SYZYGY_NAME_SIZE]) {
    size_t length = strlen(file), cut = strlen(ending);
    if (length <= cut || length - cut >= SYZYGY_NAME_SIZE ||
        strcmp(file + length - cut, ending) != 0)
        return false;
    memcpy(name, file, length - cut);
    name[length - cut] = '\0';
    const char *versus = strchr(name, 'v');
    return name[0] == 'K' && versus && versus[1] == 'K' && strspn(name, "KQRBNPv") == length - cut;
}

/* Why a file is no whole table, NULL if it may be one. */
static const char *fault_of(int directory, const char *file, const unsigned char *magic) {
    int descriptor = openat(directory, file, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return strerror(errno);
    struct stat status;
    unsigned char start[MAGIC_BYTES];
    const char *fault = NULL;
    if (fstat(descriptor, &status) != 0)
        fault = strerror(errno);
    else if (!S_ISREG(status.st_mode))
        fault = "not a file";
    else if (status.st_size % BLOCK_BYTES != CHECKSUM_BYTES)
        fault = "not complete";
    else if (pread(descriptor, start, sizeof start, 0) != (ssize_t)sizeof start ||
             memcmp(start, magic, sizeof start) != 0)
        fault = "not a Syzygy table";
    close(descriptor);
    return fault;
}

static bool add_wdl(SyzygyFiles *files, const char *name) {
    void *larger = realloc(files->wdl, (size_t)(files->wdl_count + 1) * sizeof *files->wdl);
    if (!larger)
        return false;
    files->wdl = larger;
    memcpy(files->wdl[files->wdl_count++], name, SYZYGY_NAME_SIZE);
    return true;
}

/* Why the file, if it is a table, cannot be taken; NULL if all is well. */
static const char *list_file(SyzygyFiles *files, int directory, const char *file) {
    char name[SYZYGY_NAME_SIZE] = "";
    if (has_ending(file, ".rtbw", name)) {
        const char *fault = fault_of(directory, file, WDL_MAGIC);
        return fault ? fault : add_wdl(files, name) ? NULL : "not enough memory";
    }
    if (!has_ending(file, ".rtbz", name))
        return NULL;
    files->dtz_count++;
    return fault_of(directory, file, DTZ_MAGIC);
}

static bool list_directory(const char *path, SyzygyFiles *files, Reason *reason) {
    DIR *directory = opendir(path);
    if (!directory) {
        reason_set(reason, "%s: %s", path, strerror(errno));
        return false;
    }
    const char *fault = NULL;
    struct dirent *entry;
    while (!fault && (entry = readdir(directory))) {
        fault = list_file(files, dirfd(directory), entry->d_name);
        if (fault)
            reason_set(reason, "%s: %s", entry->d_name, fault);
    }
    closedir(directory);
    return !fault;
}

bool syzygy_files_list(const char *path, SyzygyFiles *files, Reason *reason) {
    *files = (SyzygyFiles){0};
    char *copy = strdup(path);
    if (!copy) {
        reason_set(reason, "not enough memory");
        return false;
    }
    bool whole = true;
    char *rest = NULL;
    for (char *part = strtok_r(copy, ":", &rest); part && whole; part = strtok_r(NULL, ":", &rest))
        whole = list_directory(part, files, reason);
    free(copy);
    if (whole && files->wdl_count == 0) {
        reason_set(reason, "no Syzygy tables are there");
        whole = false;
    }
    if (!whole)
        syzygy_files_free(files);
    return whole;
}

void syzygy_files_free(SyzygyFiles *files) {
    free(files->wdl);
    *files = (SyzygyFiles){0};
}
