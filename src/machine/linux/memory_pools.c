#include "machine/memory_pages.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define PATH_BYTES 128

size_t memory_pages_plain_size(void) {
    return (size_t)sysconf(_SC_PAGESIZE);
}

/* First line of a file without its end; false without the file. */
static bool read_line(const char *path, char *line, int size) {
    FILE *file = fopen(path, "re");
    if (!file)
        return false;
    bool found = fgets(line, size, file);
    fclose(file);
    if (found)
        line[strcspn(line, "\n")] = '\0';
    return found;
}

/* The number in a file of that name, 0 without one. */
static size_t read_count(const char *folder, const char *name) {
    char path[PATH_BYTES + 32], line[32];
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return read_line(path, line, sizeof line) ? strtoull(line, NULL, 10) : 0;
}

PagePool memory_pages_pool(PageKind kind, int node) {
    size_t kib = (kind == PAGES_GIGANTIC ? GIGANTIC_PAGE_BYTES : HUGE_PAGE_BYTES) >> 10;
    char folder[PATH_BYTES];
    if (node == WHOLE_MACHINE)
        snprintf(folder, sizeof folder, "/sys/kernel/mm/hugepages/hugepages-%zukB", kib);
    else
        snprintf(folder, sizeof folder, "/sys/devices/system/node/node%d/hugepages/hugepages-%zukB",
                 node, kib);
    return (PagePool){.total = read_count(folder, "nr_hugepages"),
                      .free = read_count(folder, "free_hugepages"),
                      .promised = read_count(folder, "resv_hugepages")};
}

bool memory_pages_transparent(void) {
    char line[PATH_BYTES];
    return !read_line("/sys/kernel/mm/transparent_hugepage/enabled", line, sizeof line) ||
           !strstr(line, "[never]");
}

/* The kernel's list format, as in "0-2,5". */
static NodeSet parse_list(const char *text) {
    NodeSet set = {0};
    int first, used;
    while (sscanf(text, "%d%n", &first, &used) == 1) {
        text += used;
        int last = first;
        if (sscanf(text, "-%d%n", &last, &used) == 1)
            text += used;
        for (int node = first; node <= last && node < NODE_SET_CAPACITY; node++)
            node_set_add(&set, node);
        text += *text == ',';
    }
    return set;
}

NodeSet memory_pages_nodes(void) {
    char line[4 * PATH_BYTES];
    NodeSet nodes = {0};
    if (read_line("/sys/devices/system/node/has_memory", line, sizeof line))
        nodes = parse_list(line);
    if (node_set_count(&nodes) == 0)
        node_set_add(&nodes, 0);
    return nodes;
}
