#pragma once

#include "nnue/architecture.h"

/* All sets of features that there are, the plainest first. */
static const FeatureSets ALL_SETS[] = {{1, 1, false},
                                       {NETWORK_KING_BUCKETS_MAX, 1, false},
                                       {1, NETWORK_STATES_MAX, false},
                                       {NETWORK_KING_BUCKETS_MAX, NETWORK_STATES_MAX, false},
                                       {1, NETWORK_STATES_MAX, true},
                                       {NETWORK_KING_BUCKETS_MAX, NETWORK_STATES_MAX, true}};
#define ALL_SETS_COUNT ((int)(sizeof ALL_SETS / sizeof ALL_SETS[0]))
