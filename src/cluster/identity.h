#pragma once

#include "base/reason.h"
#include "cluster/cluster.h"

/* Holds what every rank says of itself, a text of several lines, against what rank 0 says. False in
 * all ranks where they differ: rank 0 has the first difference, with both lines, in *reason. Called
 * by all; the tag is for nothing else. */
bool identity_agree(Cluster *cluster, int tag, const char *text, Reason *reason);
