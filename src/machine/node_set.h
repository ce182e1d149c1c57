#pragma once

#include <stdbool.h>

/* A set of memory nodes by the operating system's index, laid out as the kernel's node masks are.
 * Start from an empty initializer, {0}. Any thread. */

#define NODE_SET_CAPACITY  1024 /* as many as Linux can be built for */
#define NODE_SET_WORD_BITS ((int)(8 * sizeof(unsigned long)))

typedef struct NodeSet {
    unsigned long words[NODE_SET_CAPACITY / (8 * sizeof(unsigned long))];
} NodeSet;

/* Adds a node; an index from outside 0 to NODE_SET_CAPACITY - 1 is ignored. */
static inline void node_set_add(NodeSet *set, int node) {
    if (node >= 0 && node < NODE_SET_CAPACITY)
        set->words[node / NODE_SET_WORD_BITS] |= 1UL << node % NODE_SET_WORD_BITS;
}

static inline bool node_set_has(const NodeSet *set, int node) {
    return node >= 0 && node < NODE_SET_CAPACITY &&
           (set->words[node / NODE_SET_WORD_BITS] >> node % NODE_SET_WORD_BITS & 1);
}

/* The first member from `node` on, or -1. */
static inline int node_set_next(const NodeSet *set, int node) {
    while (node < NODE_SET_CAPACITY && !node_set_has(set, node))
        node++;
    return node < NODE_SET_CAPACITY ? node : -1;
}

static inline int node_set_count(const NodeSet *set) {
    int count = 0;
    for (int node = node_set_next(set, 0); node >= 0; node = node_set_next(set, node + 1))
        count++;
    return count;
}
