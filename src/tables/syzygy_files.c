#include "tables/syzygy_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "tables/syzygy_checksum.h"

/* Tables consist of blocks of 64 bytes and a checksum. */
#define BLOCK_BYTES 64
#define MAGIC_BYTES 4

/* Tables of more men are not read whole: all of six men would take minutes. */
#define CHECKED_MEN 5

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

/* The library ends the process where it cannot map a file. */
static const char *mapping_fault(int file, size_t size) {
    void *address = mmap(NULL, size, PROT_READ, MAP_SHARED, file, 0);
    if (address == MAP_FAILED)
        return strerror(errno);
    munmap(address, size);
    return NULL;
}

/* Why a file of the right size and beginning is not to be used; NULL if it may be. */
static const char *contents_fault(int file, const char *name, size_t size) {
    const char *fault = mapping_fault(file, size);
    const bool is_small = strlen(name) <= CHECKED_MEN + strlen("v");
    if (!fault && is_small && size <= SYZYGY_CHECKSUM_MOST)
        fault = syzygy_checksum_fault(file, size);
    return fault;
}

/* Why a file is no whole table, NULL if it may be one; then its size is added to *bytes. */
static const char *fault_of(int directory, const char *file, const char *name,
                            const unsigned char *magic, size_t *bytes) {
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
    else if (status.st_size % BLOCK_BYTES != SYZYGY_CHECKSUM_BYTES)
        fault = "not complete";
    else if (pread(descriptor, start, sizeof start, 0) != (ssize_t)sizeof start ||
             memcmp(start, magic, sizeof start) != 0)
        fault = "not a Syzygy table";
    else
        fault = contents_fault(descriptor, name, (size_t)status.st_size);
    *bytes += fault ? 0 : (size_t)status.st_size;
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
        const char *fault = fault_of(directory, file, name, WDL_MAGIC, &files->bytes);
        return fault ? fault : add_wdl(files, name) ? NULL : "not enough memory";
    }
    if (!has_ending(file, ".rtbz", name))
        return NULL;
    files->dtz_count++;
    return fault_of(directory, file, name, DTZ_MAGIC, &files->bytes);
}

static bool list_directory(const char *path, SyzygyFiles *files, Reason *reason) {
    DIR *directory = opendir(path);
    if (!directory) {
        reason_set(reason, "%.1300s: %s", path, strerror(errno)); /* the cause is not cut */
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

/* Whether so much more can be mapped at once. */
static bool fits_address_space(size_t bytes) {
    if (bytes == 0)
        return true;
    void *address =
        mmap(NULL, bytes, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (address == MAP_FAILED)
        return false;
    munmap(address, bytes);
    return true;
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
    if (whole && !fits_address_space(files->bytes)) {
        reason_set(reason, "not enough address space to map all tables");
        whole = false;
    }
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
