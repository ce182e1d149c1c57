#pragma once

#include "base/reason.h"
#include "cluster/cluster.h"

/* Holds the version of every rank's program, and what it says of itself, a text of several lines,
 * against those of rank 0. False in all ranks where they differ: rank 0 has the first difference,
 * with both lines, in *reason. Called by all; the tag is for nothing else. Without memory all ranks
 * end. */
bool identity_agree(Cluster *cluster, int tag, const char *text, Reason *reason);
