#include "tables/syzygy_files.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/file_identity.h"
#include "base/hash.h"
#include "base/memory.h"
#include "base/system.h"
#include "tables/syzygy_checksum.h"

/* Tables consist of blocks of 64 bytes and a checksum. */
#define BLOCK_BYTES 64
#define MAGIC_BYTES 4

/* Behind the magic come flags, the order of encoding, with pawns on both sides another one, and the
 * men: one byte for each, a half for each side to move, 8 added for Black's. */
#define FLAGS_AT    4
#define SPLIT       1
#define MEN_AT      6
#define START_BYTES 32

/* So many files are named that are left out. */
#define MOST_NAMED 20

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
    return name[0] == 'K' && versus && versus[1] == 'K' && !strchr(versus + 1, 'v') &&
           strspn(name, "KQRBNPv") == length - cut;
}

/* Whether the men at the beginning of a table are those of its name, as far as `shift` halves go.
 */
static bool has_its_men(const unsigned char *start, const char *name, int shift) {
    static const char LETTERS[] = " PNBRQK";
    const char *versus = strchr(name, 'v');
    const bool two_orders = strchr(name, 'P') < versus && strchr(name, 'P') && strchr(versus, 'P');
    int tally[16] = {0};
    for (const char *letter = name; *letter != '\0'; letter++)
        if (letter != versus)
            tally[(letter > versus ? 8 : 0) + (strchr(LETTERS, *letter) - LETTERS)]++;
    for (size_t i = 0; i < strlen(name) - strlen("v"); i++)
        tally[start[MEN_AT + two_orders + i] >> shift & 15]--;
    return memcmp(tally, (int[16]){0}, sizeof tally) == 0;
}

/* Why it is not the beginning of a table of that name; NULL if it is. */
static const char *start_fault(const unsigned char *start, const SyzygyFile *table) {
    if (memcmp(start, table->is_dtz ? DTZ_MAGIC : WDL_MAGIC, MAGIC_BYTES) != 0)
        return "not a Syzygy table";
    const bool split = !table->is_dtz && start[FLAGS_AT] & SPLIT;
    if (!has_its_men(start, table->name, 0) || (split && !has_its_men(start, table->name, 4)))
        return "not the table of that name";
    return NULL;
}

/* Why a file of the right size and beginning is not to be used; NULL if it may be. The library ends
 * the process where it cannot map a file. */
static const char *contents_fault(int file, SyzygyFile *table) {
    const char *fault = memory_can_map(file, table->bytes) ? NULL : strerror(errno);
    table->is_checked = strlen(table->name) <= CHECKED_MEN + strlen("v");
    if (!fault && table->is_checked && table->bytes > SYZYGY_CHECKSUM_MOST)
        fault = "not so large a table";
    else if (!fault && table->is_checked)
        fault = syzygy_checksum_fault(file, table->bytes);
    return fault;
}

/* Why a file is no whole table, NULL if it may be one; then its size is known. */
static const char *fault_of(SyzygyFile *table) {
    int descriptor = open(table->path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
    if (descriptor < 0)
        return strerror(errno);
    unsigned char start[START_BYTES];
    const char *fault = NULL;
    if (fstat(descriptor, &table->status) != 0)
        fault = strerror(errno);
    else if (!S_ISREG(table->status.st_mode))
        fault = "not a file";
    else if (table->status.st_size % BLOCK_BYTES != SYZYGY_CHECKSUM_BYTES)
        fault = "not complete";
    else if (pread(descriptor, start, sizeof start, 0) != (ssize_t)sizeof start)
        fault = "not complete";
    else
        fault = start_fault(start, table);
    table->bytes = fault ? 0 : (size_t)table->status.st_size;
    if (!fault)
        fault = contents_fault(descriptor, table);
    close(descriptor);
    return fault;
}

static void leave_out(SyzygyFiles *files, const char *what, const char *why) {
    char *text = files->left_why.text;
    size_t room = sizeof files->left_why.text - files->named;
    if (files->left_out++ < MOST_NAMED) {
        const char *between = files->named > 0 ? "; " : "";
        snprintf(text + files->named, room, "%s%.1300s: %s", between, what, why);
        files->named = strlen(text);
    } else {
        snprintf(text + files->named, room, "; and %d more", files->left_out - MOST_NAMED);
    }
}

static bool add(SyzygyFiles *files, const SyzygyFile *table) {
    void *larger = realloc(files->files, (size_t)(files->count + 1) * sizeof *files->files);
    if (!larger)
        return false;
    files->files = larger;
    files->files[files->count++] = *table;
    files->bytes += table->bytes;
    *(table->is_dtz ? &files->dtz_count : &files->wdl_count) += 1;
    return true;
}

/* Whether a file name is that of a table; then its name and kind. */
static bool is_table(const char *file, SyzygyFile *table) {
    table->is_dtz = has_ending(file, ".rtbz", table->name);
    return table->is_dtz || has_ending(file, ".rtbw", table->name);
}

/* Takes the file, if it is a table, into the list or leaves it out; false without memory. */
static bool list_file(SyzygyFiles *files, const char *folder, const char *file) {
    SyzygyFile table = {0};
    if (!is_table(file, &table))
        return true;
    if (asprintf(&table.path, "%s/%s", folder, file) < 0)
        return false;
    const char *fault = fault_of(&table);
    if (!fault && add(files, &table))
        return true;
    free(table.path);
    if (fault)
        leave_out(files, file, fault);
    return fault;
}

/* What is done with a file of a directory; false without memory. */
typedef bool VisitFile(SyzygyFiles *files, const char *folder, const char *file);

/* False without memory. */
static bool visit_directory(const char *path, VisitFile *visit, SyzygyFiles *files) {
    char *folder = realpath(path, NULL);
    DIR *directory = folder ? opendir(folder) : NULL;
    bool done = true;
    if (!directory)
        leave_out(files, path, strerror(errno));
    struct dirent *entry;
    while (directory && done && (entry = readdir(directory)))
        done = visit(files, folder, entry->d_name);
    if (directory)
        closedir(directory);
    free(folder);
    return done;
}

/* Every file in the directories of a path; false without memory. */
static bool visit_path(const char *path, VisitFile *visit, SyzygyFiles *files) {
    *files = (SyzygyFiles){0};
    char *copy = strdup(path);
    bool done = copy;
    char *rest = NULL;
    const char *separator = system_list_separator();
    for (char *part = copy ? strtok_r(copy, separator, &rest) : NULL; part && done;
         part = strtok_r(NULL, separator, &rest))
        done = visit_directory(part, visit, files);
    free(copy);
    return done;
}

/* The sum is the same in any order, which is the file system's. */
static bool add_to_fingerprint(SyzygyFiles *files, const char *folder, const char *file) {
    SyzygyFile table = {0};
    if (!is_table(file, &table))
        return true;
    if (asprintf(&table.path, "%s/%s", folder, file) < 0)
        return false;
    if (stat(table.path, &table.status) == 0) {
        const struct stat *status = &table.status;
        const int64_t facts[] = {(int64_t)status->st_dev, (int64_t)status->st_ino,
                                 (int64_t)status->st_size, (int64_t)status->st_mtim.tv_sec,
                                 (int64_t)status->st_mtim.tv_nsec};
        files->fingerprint +=
            hash_add(hash_add(HASH_START, file, strlen(file)), facts, sizeof facts);
    }
    free(table.path);
    return true;
}

uint64_t syzygy_files_fingerprint(const char *path) {
    SyzygyFiles files;
    const bool done = visit_path(path, add_to_fingerprint, &files);
    return done ? files.fingerprint : 0;
}

bool syzygy_files_list(const char *path, SyzygyFiles *files, Reason *reason) {
    const bool done = visit_path(path, list_file, files);
    if (!done)
        reason_set(reason, "not enough memory");
    else if (files->wdl_count == 0)
        reason_set(reason, "%s",
                   files->left_out > 0 ? files->left_why.text : "no Syzygy tables are there");
    else if (!memory_can_map(-1, files->bytes))
        reason_set(reason, "not enough address space to map all tables");
    else
        return true;
    syzygy_files_free(files);
    return false;
}

static bool was_written(const SyzygyFile *file, const struct stat *now) {
    return now->st_size != file->status.st_size ||
           now->st_mtim.tv_sec != file->status.st_mtim.tv_sec ||
           now->st_mtim.tv_nsec != file->status.st_mtim.tv_nsec;
}

bool syzygy_files_changed(const SyzygyFile *file) {
    struct stat now;
    return stat(file->path, &now) != 0 || !file_identity_equal(&now, &file->status) ||
           was_written(file, &now);
}

bool syzygy_files_cut(const SyzygyFile *file) {
    struct stat now;
    return stat(file->path, &now) == 0 && file_identity_equal(&now, &file->status) &&
           was_written(file, &now);
}

void syzygy_files_leave_out(SyzygyFiles *files, int index, const char *why) {
    SyzygyFile *file = &files->files[index];
    leave_out(files, strrchr(file->path, '/') + 1, why);
    *(file->is_dtz ? &files->dtz_count : &files->wdl_count) -= 1;
    free(file->path);
    files->count--;
    memmove(file, file + 1, (size_t)(files->count - index) * sizeof *file);
}

void syzygy_files_free(SyzygyFiles *files) {
    for (int i = 0; i < files->count; i++)
        free(files->files[i].path);
    free(files->files);
    *files = (SyzygyFiles){0};
}

bool syzygy_files_link(const SyzygyFiles *files, char folder[SYZYGY_FOLDER_SIZE], Reason *reason) {
    const char *const places[] = {getenv("TMPDIR"), getenv("TEMP"), "/tmp",
                                  "/dev/shm",       "/var/tmp",     "."};
    bool made = false;
    for (size_t i = 0; i < sizeof places / sizeof *places && !made; i++) {
        /* A separator would divide it. */
        if (places[i] && !strstr(places[i], system_list_separator()) &&
            strlen(places[i]) < SYZYGY_FOLDER_SIZE / 2) {
            snprintf(folder, SYZYGY_FOLDER_SIZE, "%s/quorum-tables-XXXXXX", places[i]);
            made = mkdtemp(folder);
        }
    }
    bool linked = made;
    for (int i = 0; i < files->count && linked; i++) {
        const char *path = files->files[i].path;
        char link[SYZYGY_FOLDER_SIZE + SYZYGY_NAME_SIZE + 8];
        snprintf(link, sizeof link, "%s%s", folder, strrchr(path, '/'));
        linked = symlink(path, link) == 0 || errno == EEXIST;
    }
    if (!linked)
        reason_set(reason, "%.1300s; no folder can be made for the others: %s",
                   files->left_why.text, strerror(errno));
    if (made && !linked)
        syzygy_files_unlink(folder);
    return linked;
}

void syzygy_files_unlink(const char *folder) {
    DIR *directory = opendir(folder);
    struct dirent *entry;
    while (directory && (entry = readdir(directory))) {
        char path[SYZYGY_FOLDER_SIZE + sizeof entry->d_name];
        snprintf(path, sizeof path, "%s/%s", folder, entry->d_name);
        unlink(path); /* but for . and .. */
    }
    if (directory)
        closedir(directory);
    rmdir(folder);
}
