#pragma once

#include "chess/perft.h"
#include "cluster/cluster.h"

/* One perft counted by all ranks of an MPI run (`mpirun -np N quorum-mpi perft DEPTH --mpi`). Rank
 * 0 cuts the tree into units, hands them out, and counts too; the others count what they are given.
 * All ranks are of one build. A rank that is lost ends the run: MPI kills the others, says so on
 * stderr, and gives an exit code other than 0. */

/* What rank 0 has found out; zeros in the others. */
typedef struct PerftMpiResult {
    int ranks;
    size_t units;
    uint64_t leaves;
} PerftMpiResult;

/* Takes part as this process's rank asks. threads: of each rank; table: of this rank, or NULL, and
 * then equal positions are counted as often as they arise. Without memory or a thread to count with
 * all ranks end, with a message on stderr and COMMAND_FAILED. */
PerftMpiResult perft_mpi_count(Cluster *cluster, const Position *position, int depth, int threads,
                               PerftTable *table);
