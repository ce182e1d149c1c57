#include "machine/quota.h"
#include "base/integers.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"

/* What a folder without a limit has of it. */
#define NO_LIMIT INT64_MAX

/* One hierarchy of control groups that can limit what a controller ("cpu", "memory") deals out. */
typedef struct Hierarchy {
    bool found;
    char group[PATH_MAX]; /* the process's group, from the top of the hierarchy */
    char mount[PATH_MAX]; /* folder where the hierarchy shows */
    char top[PATH_MAX];   /* the group that this folder is */
} Hierarchy;

/* Whether a comma-separated list has `name` as one of its words. */
static bool list_has(const char *list, const char *name) {
    size_t length = strlen(name);
    for (const char *word = list; word; word = strchr(word, ',')) {
        word += *word == ',';
        if (strncmp(word, name, length) == 0 && (word[length] == ',' || word[length] == '\0'))
            return true;
    }
    return false;
}

static FILE *open_below(const char *root, const char *folder, const char *name) {
    char path[3 * PATH_MAX];
    if ((size_t)snprintf(path, sizeof path, "%s%s/%s", root, folder, name) >= sizeof path)
        return NULL;
    return fopen(path, "re");
}

/* Hierarchies of both versions. */
typedef struct Hierarchies {
    const char *controller;
    Hierarchy v1;
    Hierarchy v2;
} Hierarchies;

/* Has each line of a file about the process taken. */
static void read_lines(const char *root, const char *name, Hierarchies *hierarchies,
                       void (*take)(char *line, Hierarchies *hierarchies)) {
    FILE *file = open_below(root, "/proc/self", name);
    if (!file)
        return;
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) > 0)
        take(line, hierarchies);
    free(line);
    fclose(file);
}

/* A line of /proc/self/cgroup: `number:controllers:group`; version 2 has no controllers. */
static void take_group(char *line, Hierarchies *hierarchies) {
    line[strcspn(line, "\n")] = '\0';
    char *controllers = strchr(line, ':');
    char *group = controllers ? strchr(controllers + 1, ':') : NULL;
    if (!group)
        return;
    *group++ = '\0';
    controllers++;
    if (*controllers == '\0')
        snprintf(hierarchies->v2.group, sizeof hierarchies->v2.group, "%s", group);
    else if (list_has(controllers, hierarchies->controller))
        snprintf(hierarchies->v1.group, sizeof hierarchies->v1.group, "%s", group);
}

/* The kernel writes blanks and the like in paths as \ooo, three octal digits. */
static void unescape(char *text) {
    char *out = text;
    for (const char *in = text; *in != '\0';) {
        unsigned code;
        if (in[0] == '\\' && in[1] != '\0' && in[2] != '\0' && in[3] != '\0' &&
            sscanf(in + 1, "%3o", &code) == 1) {
            *out++ = (char)code;
            in += 4;
        } else {
            *out++ = *in++;
        }
    }
    *out = '\0';
}

/* A line of mountinfo: id parent device top mount options [tags] - type source options. */
static void take_mount(char *line, Hierarchies *hierarchies) {
    char *tail = strstr(line, " - ");
    if (!tail)
        return;
    *tail = '\0';
    char *fields[5] = {0}, *rest = NULL;
    int count = 0;
    for (char *word = strtok_r(line, " ", &rest); word && count < 5;
         word = strtok_r(NULL, " ", &rest))
        fields[count++] = word;
    char *type = strtok_r(tail + 3, " \n", &rest);
    strtok_r(NULL, " \n", &rest); /* the source says nothing here */
    char *options = strtok_r(NULL, " \n", &rest);
    if (count < 5 || !type || !options)
        return;
    Hierarchy *hierarchy = NULL;
    if (strcmp(type, "cgroup2") == 0)
        hierarchy = &hierarchies->v2;
    else if (strcmp(type, "cgroup") == 0 && list_has(options, hierarchies->controller))
        hierarchy = &hierarchies->v1;
    if (!hierarchy || hierarchy->found)
        return;
    unescape(fields[3]);
    unescape(fields[4]);
    hierarchy->found = true;
    snprintf(hierarchy->top, sizeof hierarchy->top, "%s", fields[3]);
    snprintf(hierarchy->mount, sizeof hierarchy->mount, "%s", fields[4]);
}

/* The numbers at the beginning of a file's first line, two at most; how many there are. */
static int read_numbers(const char *root, const char *folder, const char *name,
                        long long numbers[2]) {
    FILE *file = open_below(root, folder, name);
    char line[64];
    int count = 0;
    if (!file)
        return 0;
    if (fgets(line, sizeof line, file))
        count = sscanf(line, "%lld %lld", &numbers[0], &numbers[1]);
    fclose(file);
    return int_max(count, 0);
}

/* The first of them; without one, as for "max", something else. */
static int64_t read_number(const char *root, const char *folder, const char *name,
                           int64_t otherwise) {
    long long numbers[2];
    return read_numbers(root, folder, name, numbers) > 0 ? numbers[0] : otherwise;
}

/* The CPU time of one group, in thousandths. */
static int64_t cpu_of_folder(const char *root, const char *folder, bool version2) {
    long long numbers[2] = {0};
    if (version2 && read_numbers(root, folder, "cpu.max", numbers) < 2)
        return NO_LIMIT;
    int64_t quota = version2 ? numbers[0] : read_number(root, folder, "cpu.cfs_quota_us", -1);
    int64_t period = version2 ? numbers[1] : read_number(root, folder, "cpu.cfs_period_us", 0);
    if (quota <= 0 || period <= 0 || quota > INT64_MAX / 1000 - period)
        return NO_LIMIT;
    return (1000 * quota + period - 1) / period;
}

/* Bytes of files that the kernel gives up as soon as somebody wants memory. */
static int64_t spare_files_of_folder(const char *root, const char *folder, bool version2) {
    char line[128];
    FILE *file = open_below(root, folder, "memory.stat");
    if (!file)
        return 0;
    const char *format = version2 ? "inactive_file %lld" : "total_inactive_file %lld";
    long long bytes = 0;
    while (fgets(line, sizeof line, file) && sscanf(line, format, &bytes) != 1)
        continue;
    fclose(file);
    return bytes > 0 ? bytes : 0;
}

/* The memory that one group has left, in bytes. */
static int64_t memory_of_folder(const char *root, const char *folder, bool version2) {
    int64_t most =
        read_number(root, folder, version2 ? "memory.max" : "memory.limit_in_bytes", NO_LIMIT);
    int64_t high = version2 ? read_number(root, folder, "memory.high", NO_LIMIT) : NO_LIMIT;
    most = int64_min(high, most);
    if (most < 0 || most == NO_LIMIT)
        return NO_LIMIT;
    int64_t used =
        read_number(root, folder, version2 ? "memory.current" : "memory.usage_in_bytes", 0);
    used -= spare_files_of_folder(root, folder, version2);
    used = int64_max(used, 0);
    return int64_max(most - used, 0);
}

/* What a folder grants, or NO_LIMIT. */
typedef int64_t FolderLimit(const char *root, const char *folder, bool version2);

/* The least that the process's group and those above it grant. */
static int64_t tightest_of(const char *root, const Hierarchy *hierarchy, bool version2,
                           FolderLimit *limit_of) {
    if (!hierarchy->found)
        return NO_LIMIT;
    /* What is below the folder that the hierarchy shows in; nothing where the group is outside, as
     * in a container that sees only its own. */
    const char *below = "";
    size_t length = strcmp(hierarchy->top, "/") == 0 ? 0 : strlen(hierarchy->top);
    if (strncmp(hierarchy->group, hierarchy->top, length) == 0 &&
        (hierarchy->group[length] == '/' || hierarchy->group[length] == '\0'))
        below = hierarchy->group + length;

    char folder[2 * PATH_MAX];
    snprintf(folder, sizeof folder, "%s%s", hierarchy->mount, below);
    size_t mount_length = strlen(hierarchy->mount);
    int64_t tightest = NO_LIMIT;
    for (;;) {
        int64_t limit = limit_of(root, folder, version2);
        if (limit < tightest)
            tightest = limit;
        if (strlen(folder) <= mount_length)
            return tightest;
        char *slash = strrchr(folder, '/');
        if (!slash || slash < folder + mount_length)
            return tightest;
        *slash = '\0';
    }
}

/* The tighter one of both versions, or NO_LIMIT. */
static int64_t read_limit(const char *root, const char *controller, FolderLimit *limit_of) {
    Hierarchies *hierarchies = calloc(1, sizeof *hierarchies);
    if (!hierarchies)
        return NO_LIMIT;
    hierarchies->controller = controller;
    read_lines(root, "cgroup", hierarchies, take_group);
    read_lines(root, "mountinfo", hierarchies, take_mount);
    int64_t v1 = tightest_of(root, &hierarchies->v1, false, limit_of);
    int64_t v2 = tightest_of(root, &hierarchies->v2, true, limit_of);
    free(hierarchies);
    return int64_min(v1, v2);
}

int64_t quota_read_milli(const char *root) {
    int64_t milli = read_limit(root, "cpu", cpu_of_folder);
    return milli == NO_LIMIT ? 0 : milli;
}

size_t quota_memory_left(const char *root) {
    int64_t bytes = read_limit(root, "memory", memory_of_folder);
    return bytes == NO_LIMIT ? SIZE_MAX : (size_t)bytes;
}

size_t quota_memory_available(void) {
    return size_min(memory_available(), quota_memory_left(""));
}
