#ifndef QUORUM_TOOLS_PERFT_MPI_H
#define QUORUM_TOOLS_PERFT_MPI_H

#include <stdbool.h>

#include "chess/perft.h"

/* One perft counted by all processes of an MPI run (`mpirun -np N quorum perft DEPTH --mpi`). Rank
 * 0 cuts the tree into units, hands them out, and counts too; the others count what they are given.
 * A rank that falls silent is reported on stderr and its units are counted again, if the MPI lets
 * the others live: Open MPI's mpirun does with --enable-recovery, and else ends the run with a
 * message and an exit code other than 0. */

typedef struct PerftMpiResult {
    bool reporting; /* this is rank 0, and the rest is set */
    int ranks;
    int lost; /* ranks that fell silent */
    size_t units;
    size_t counted_again; /* units whose counter was given up */
    uint64_t leaves;
} PerftMpiResult;

/* Whether this build can. */
bool perft_mpi_available(void);

/* Begins MPI. Whether this is rank 0, the one that reports. Main thread, once in a process, and the
 * other calls after it; perft_mpi_end() must follow. */
bool perft_mpi_begin(void);

/* What rank 0 says, in all ranks. */
bool perft_mpi_agree(bool ready);

/* Takes part as this process's rank asks. threads: of each rank; table: of this rank, or NULL, and
 * then equal positions are counted as often as they arise. Returns a command's exit code; a message
 * is on stderr when it is not 0. */
int perft_mpi_count(const Position *position, int depth, int threads, PerftTable *table,
                    PerftMpiResult *result);

/* Ends MPI, and with it the process when ranks were lost: whatever is to be written has been. */
void perft_mpi_end(const PerftMpiResult *result);

#endif
