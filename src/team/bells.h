#pragma once

#include "team/team_state.h"

/* How ranks of one machine wake each other: MPI cannot be waited for without a processor, so that
 * who knows no better looks for messages again and again. */

/* Hangs a bell up for each rank, after sharing_begin(). Called by all. */
void bells_begin(Team *team);

void bells_end(Team *team);

/* Sends a message that is to be taken at once, as cluster_send() does. */
bool bells_send(Team *team, int rank, int tag, const void *bytes, size_t size);

/* Whether all others ring when they have sent something, and nothing is on the way that this rank
 * has to see to. By the courier. */
bool bells_suffice(Team *team);
