#pragma once

#include "base/named_values.h"
#include "base/reason.h"

/* What a user may say about where threads run: the options NumaPolicy (which nodes) and
 * ThreadPlacement (where within a node). The values of NumaPolicy are those of Stockfish, so that
 * users and their scripts find what they know. */

typedef enum NumaPolicyKind {
    NUMA_POLICY_AUTO,     /* as system, but bind only where that helps */
    NUMA_POLICY_SYSTEM,   /* the system's nodes, the processors of the process's affinity */
    NUMA_POLICY_HARDWARE, /* the system's nodes, all processors, whatever the affinity */
    NUMA_POLICY_NONE,     /* bind nothing */
    NUMA_POLICY_LIST      /* the user's own nodes */
} NumaPolicyKind;

/* Processors first to last, OS indices, of the node with that number in the user's list. */
typedef struct NumaPolicyRange {
    int first;
    int last;
    int node;
} NumaPolicyRange;

typedef struct NumaPolicy {
    NumaPolicyKind kind;
    NumaPolicyRange *ranges; /* only of a list: by node, then by first; none touch or overlap */
    int range_count;
    int node_count;
} NumaPolicy;

#define NUMA_POLICY_DEFAULT "auto"

/* Largest OS index of a processor that a list may name. */
#define NUMA_POLICY_MAX_PU 65535

/* Reads auto, system, hardware, none (in any case) or a list like 0-15,128-143:16-31, where a colon
 * begins the next node. Whether the processors exist is not asked here. On false *policy is
 * unchanged and error says what is wrong in which column, from 1. The policy is given back with
 * numa_policy_clear(). Any thread. */
bool numa_policy_parse(Text text, NumaPolicy *policy, Reason *error);

/* Makes *copy a policy of its own with the same contents; false without memory. Any thread. */
bool numa_policy_copy(const NumaPolicy *policy, NumaPolicy *copy);

/* Frees what a policy holds; it is then `auto`. */
void numa_policy_clear(NumaPolicy *policy);

/* The value as numa_policy_parse() reads it, a list in its shortest form, cut to size; returns the
 * length that it has uncut. Any thread. */
size_t numa_policy_format(const NumaPolicy *policy, char *text, size_t size);

typedef enum ThreadPlacement {
    PLACEMENT_AUTO,    /* spread; bound to caches or nodes only where that helps */
    PLACEMENT_COMPACT, /* within each node one level 3 group after the other, bound to the group */
    PLACEMENT_SCATTER, /* within each node all level 3 groups evenly, bound to the group */
    PLACEMENT_CORES,   /* as scatter, each worker bound to a core of its own */
    PLACEMENT_NONE     /* bound to the node and nothing finer */
} ThreadPlacement;

#define PLACEMENT_COUNT   5
#define PLACEMENT_DEFAULT "auto"
/* The names in the order of the enumeration, as a UCI combo lists them. */
#define PLACEMENT_CHOICES "auto|compact|scatter|cores|none"

extern const NamedValues PLACEMENT_NAMES;

const char *placement_name(ThreadPlacement placement);
