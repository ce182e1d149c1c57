#pragma once

#include "team/team_state.h"

/* How ranks of one machine wake each other: waiting in MPI keeps a processor busy, so that without
 * a bell a rank has to poll for messages. */

/* Hangs a bell up for each rank, after sharing_begin(). Called by all. */
void bells_begin(Team *team);

void bells_end(Team *team);

/* Sends a message as cluster_send() does, and wakes its receiver. */
void bells_send(Team *team, int rank, int tag, const void *bytes, size_t size);

/* Whether waiting for the bell is enough: all others ring when they have sent something, and no
 * message of this rank is still on its way. By the courier. */
bool bells_suffice(Team *team);
