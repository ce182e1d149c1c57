#include "machine/quota.h"

#include <limits.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* One hierarchy of control groups that can limit CPU time. */
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

static FILE *open_below(const char *root, const char *path) {
    char full[PATH_MAX];
    if ((size_t)snprintf(full, sizeof full, "%s%s", root, path) >= sizeof full)
        return NULL;
    return fopen(full, "re");
}

/* Lines of /proc/self/cgroup read `number:controllers:group`; version 2 has no controllers. */
static void find_groups(const char *root, Hierarchy *v1, Hierarchy *v2) {
    FILE *file = open_below(root, "/proc/self/cgroup");
    if (!file)
        return;
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) > 0) {
        line[strcspn(line, "\n")] = '\0';
        char *controllers = strchr(line, ':');
        char *group = controllers ? strchr(controllers + 1, ':') : NULL;
        if (!group)
            continue;
        *group++ = '\0';
        controllers++;
        if (*controllers == '\0')
            snprintf(v2->group, sizeof v2->group, "%s", group);
        else if (list_has(controllers, "cpu"))
            snprintf(v1->group, sizeof v1->group, "%s", group);
    }
    free(line);
    fclose(file);
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
static void read_mount_line(char *line, Hierarchy *v1, Hierarchy *v2) {
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
        hierarchy = v2;
    else if (strcmp(type, "cgroup") == 0 && list_has(options, "cpu"))
        hierarchy = v1;
    if (!hierarchy || hierarchy->found)
        return;
    unescape(fields[3]);
    unescape(fields[4]);
    hierarchy->found = true;
    snprintf(hierarchy->top, sizeof hierarchy->top, "%s", fields[3]);
    snprintf(hierarchy->mount, sizeof hierarchy->mount, "%s", fields[4]);
}

static void find_mounts(const char *root, Hierarchy *v1, Hierarchy *v2) {
    FILE *file = open_below(root, "/proc/self/mountinfo");
    if (!file)
        return;
    char *line = NULL;
    size_t size = 0;
    while (getline(&line, &size, file) > 0)
        read_mount_line(line, v1, v2);
    free(line);
    fclose(file);
}

/* A number from the first line of a file; "max" and anything else leave *value unchanged. With a
 * second pointer the line has two numbers. */
static void read_numbers(const char *root, const char *folder, const char *name, int64_t *value,
                         int64_t *second) {
    char path[2 * PATH_MAX];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    FILE *file = open_below(root, path);
    if (!file)
        return;
    char line[64];
    long long first_number, second_number;
    if (fgets(line, sizeof line, file)) {
        int count = sscanf(line, "%lld %lld", &first_number, &second_number);
        if (count >= 1 && (!second || count == 2)) {
            *value = first_number;
            if (second)
                *second = second_number;
        }
    }
    fclose(file);
}

/* The limit of one group, in thousandths, or 0. */
static int64_t limit_of_folder(const char *root, const char *folder, bool version2) {
    int64_t quota = -1, period = 0;
    if (version2) {
        read_numbers(root, folder, "cpu.max", &quota, &period);
    } else {
        read_numbers(root, folder, "cpu.cfs_quota_us", &quota, NULL);
        read_numbers(root, folder, "cpu.cfs_period_us", &period, NULL);
    }
    if (quota <= 0 || period <= 0 || quota > INT64_MAX / 1000 - period)
        return 0;
    return (1000 * quota + period - 1) / period;
}

static int64_t tightest_of(const char *root, const Hierarchy *hierarchy, bool version2) {
    if (!hierarchy->found)
        return 0;
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
    int64_t tightest = 0;
    for (;;) {
        int64_t limit = limit_of_folder(root, folder, version2);
        if (limit > 0 && (tightest == 0 || limit < tightest))
            tightest = limit;
        if (strlen(folder) <= mount_length)
            return tightest;
        char *slash = strrchr(folder, '/');
        if (!slash || slash < folder + mount_length)
            return tightest;
        *slash = '\0';
    }
}

int64_t quota_read_milli(const char *root) {
    Hierarchy *hierarchies = calloc(2, sizeof *hierarchies);
    if (!hierarchies)
        return 0;
    find_groups(root, &hierarchies[0], &hierarchies[1]);
    find_mounts(root, &hierarchies[0], &hierarchies[1]);
    int64_t v1 = tightest_of(root, &hierarchies[0], false);
    int64_t v2 = tightest_of(root, &hierarchies[1], true);
    free(hierarchies);
    if (v1 == 0 || (v2 > 0 && v2 < v1))
        return v2;
    return v1;
}
