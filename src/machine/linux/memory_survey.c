#include "base/integers.h"
#include "machine/memory_residency.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "base/random.h"

#define BATCH_PAGES 512
/* Pages that are asked about one by one, in well under a second. */
#define MOST_PAGES ((size_t)1 << 20)
#define LINE_BYTES 8192 /* numa_maps has a word for each node */

/* The mappings that share an address with the range, as /proc/self/smaps lists them. */
typedef struct Mapping {
    uintptr_t first;
    uintptr_t end;
    size_t page_kib;
    size_t resident_kib;
    size_t transparent_kib;
    size_t reserved_kib; /* of huge pages reserved, which are not part of resident_kib */
} Mapping;

/* A range in whole pages. */
typedef struct Span {
    uintptr_t first;
    uintptr_t end;
} Span;

static bool share_addresses(const Mapping *mapping, const Span *span) {
    return mapping->first < span->end && span->first < mapping->end;
}

static void add_mapping(MemoryResidency *residency, const Mapping *mapping) {
    PageKind reserved =
        mapping->page_kib << 10 == GIGANTIC_PAGE_BYTES ? PAGES_GIGANTIC : PAGES_HUGE;
    residency->by_kind[reserved] += mapping->reserved_kib << 10;
    residency->by_kind[PAGES_TRANSPARENT] += mapping->transparent_kib << 10;
    residency->by_kind[PAGES_PLAIN] += (mapping->resident_kib - mapping->transparent_kib) << 10;
}

/* Takes a line `Name: N kB` of a mapping's description. */
static void take_field(Mapping *mapping, const char *line) {
    char name[32];
    size_t kib;
    if (sscanf(line, "%31[^:]: %zu kB", name, &kib) != 2)
        return;
    if (strcmp(name, "KernelPageSize") == 0)
        mapping->page_kib = kib;
    else if (strcmp(name, "Rss") == 0)
        mapping->resident_kib = kib;
    else if (strcmp(name, "AnonHugePages") == 0 || strcmp(name, "ShmemPmdMapped") == 0)
        mapping->transparent_kib += kib;
    else if (strcmp(name, "Private_Hugetlb") == 0 || strcmp(name, "Shared_Hugetlb") == 0)
        mapping->reserved_kib += kib;
}

/* Adds a mapping to the ranges that share addresses with it, and notes where it reaches beyond. */
static void close_mapping(const Mapping *mapping, const Span *spans, int count,
                          MemoryResidency *residencies) {
    for (int i = 0; i < count; i++) {
        if (!share_addresses(mapping, &spans[i]))
            continue;
        add_mapping(&residencies[i], mapping);
        residencies[i].pages_known = true;
        residencies[i].estimated |= mapping->first < spans[i].first || mapping->end > spans[i].end;
    }
}

static void read_kinds(const Span *spans, int count, MemoryResidency *residencies) {
    FILE *file = fopen("/proc/self/smaps", "re");
    if (!file)
        return;
    char line[LINE_BYTES];
    Mapping mapping = {0};
    bool wanted = false;
    while (fgets(line, sizeof line, file)) {
        unsigned long from, to;
        if (sscanf(line, "%lx-%lx ", &from, &to) == 2) {
            if (wanted)
                close_mapping(&mapping, spans, count, residencies);
            mapping = (Mapping){.first = from, .end = to};
            wanted = false;
            for (int i = 0; i < count && !wanted; i++)
                wanted = share_addresses(&mapping, &spans[i]);
        } else if (wanted) {
            take_field(&mapping, line);
        }
    }
    if (wanted)
        close_mapping(&mapping, spans, count, residencies);
    fclose(file);
}

/* Asks for the nodes of some pages; each counts for `weight` bytes. False when refused. */
static bool count_batch(void **pages, size_t count, size_t weight, MemoryResidency *residency) {
    int status[BATCH_PAGES];
    if (syscall(SYS_move_pages, 0, count, pages, NULL, status, 0) < 0)
        return false;
    for (size_t i = 0; i < count; i++) {
        if (status[i] >= 0 && status[i] < NODE_SET_CAPACITY)
            residency->by_node[status[i]] += weight;
    }
    return true;
}

/* Of a range of very many pages, one at a random place in each stretch: a fixed stride could meet
 * an interleaved block on one node only. */
static bool query_nodes(uintptr_t first, uintptr_t end, MemoryResidency *residency) {
    size_t page = memory_pages_size(PAGES_PLAIN);
    size_t count = (end - first) / page;
    size_t stretch = (count + MOST_PAGES - 1) / MOST_PAGES;
    void *pages[BATCH_PAGES];
    size_t used = 0;
    uint64_t seed = 1;
    for (size_t i = 0; i < count; i += stretch) {
        size_t length = size_min(count - i, stretch);
        size_t chosen = i + (size_t)random_scale(random_next(&seed), length);
        pages[used++] = (void *)(first + chosen * page);
        if (used == BATCH_PAGES || i + stretch >= count) {
            if (!count_batch(pages, used, stretch * page, residency))
                return false;
            used = 0;
        }
    }
    return true;
}

/* The next ` NODE=PAGES` of a line of /proc/self/numa_maps, or NULL. */
static const char *next_count(const char *text, int *node, size_t *pages) {
    while ((text = strstr(text, " N"))) {
        text += 2;
        if (sscanf(text, "%d=%zu", node, pages) == 2)
            return text;
    }
    return NULL;
}

/* Adds the pages of a line of /proc/self/numa_maps. */
static void take_nodes(MemoryResidency *residency, const char *line) {
    const char *size_text = strstr(line, "kernelpagesize_kB=");
    size_t page_kib = 0;
    if (!size_text || sscanf(size_text, "kernelpagesize_kB=%zu", &page_kib) != 1)
        return;
    int node;
    size_t pages;
    for (const char *at = next_count(line, &node, &pages); at; at = next_count(at, &node, &pages)) {
        if (node >= 0 && node < NODE_SET_CAPACITY)
            residency->by_node[node] += pages * (page_kib << 10);
    }
}

/* For each range that is not estimated, counts the mappings that begin within it, whole. */
static void read_numa_maps(const Span *spans, int count, MemoryResidency *residencies) {
    FILE *file = fopen("/proc/self/numa_maps", "re");
    if (!file)
        return;
    char line[LINE_BYTES];
    while (fgets(line, sizeof line, file)) {
        unsigned long start;
        if (sscanf(line, "%lx ", &start) != 1)
            continue;
        for (int i = 0; i < count; i++) {
            if (residencies[i].estimated || start < spans[i].first || start >= spans[i].end)
                continue;
            residencies[i].nodes_known = true;
            take_nodes(&residencies[i], line);
        }
    }
    fclose(file);
}

/* For kernels that know no nodes. */
static bool count_on_only_node(MemoryResidency *residency) {
    NodeSet nodes = memory_pages_nodes();
    if (!residency->pages_known || node_set_count(&nodes) != 1)
        return false;
    for (int kind = 0; kind < PAGE_KINDS; kind++)
        residency->by_node[node_set_next(&nodes, 0)] += residency->by_kind[kind];
    return true;
}

bool memory_residency_read_all(const MemoryRange *ranges, int count, MemoryResidency *residencies) {
    memset(residencies, 0, (size_t)count * sizeof *residencies);
    Span *spans = calloc((size_t)count + 1, sizeof *spans);
    if (!spans)
        return false;
    size_t page = memory_pages_size(PAGES_PLAIN);
    for (int i = 0; i < count; i++) {
        uintptr_t start = (uintptr_t)ranges[i].start;
        spans[i].first = start / page * page;
        spans[i].end = (start + ranges[i].bytes + page - 1) / page * page;
    }
    read_kinds(spans, count, residencies);
    for (int i = 0; i < count; i++)
        residencies[i].estimated |= !residencies[i].pages_known;
    read_numa_maps(spans, count, residencies);
    bool known = true;
    for (int i = 0; i < count; i++) {
        MemoryResidency *residency = &residencies[i];
        if (residency->estimated)
            residency->nodes_known = query_nodes(spans[i].first, spans[i].end, residency);
        else if (!residency->nodes_known)
            residency->nodes_known = count_on_only_node(residency);
        known &= residency->pages_known || residency->nodes_known;
    }
    free(spans);
    return known;
}
