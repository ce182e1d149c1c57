#pragma once

#include "machine/machine.h"
#include "machine/policy.h"

/* The first half of a plan: which PUs may be used, and the order in which workers are dealt them.
 */

typedef struct SeatPu {
    int index; /* into Machine.pus */
    int node;  /* that seats are spread over: an index into Machine.nodes, or the list's node */
    int rank;  /* how many usable PUs of its core come before it */
} SeatPu;

typedef struct Seats {
    SeatPu *pus; /* usable PUs in the order of the machine */
    int count;
    int *order;         /* indices into pus: the PU of the first worker, of the second, ... */
    int node_count;     /* SeatPu.node is below */
    int core_count;     /* cores with a usable PU */
    int used_nodes;     /* nodes with a usable PU */
    int unusable;       /* PUs of the user's list that are not on the machine or not allowed */
    int first_unusable; /* the lowest of their OS indices, if there is one */
} Seats;

/* Fills *seats. With count 0 the policy leaves no PU. False without memory. Either way *seats is
 * then to be cleared. Any thread. */
bool seats_deal(const Machine *machine, const NumaPolicy *policy, ThreadPlacement placement,
                Seats *seats);

void seats_clear(Seats *seats);
