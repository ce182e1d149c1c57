#pragma once

#include "team/team_state.h"

/* One table for the ranks of a machine. The first of them makes the memory and tells the others
 * where it is. */

/* Finds out who can share. Without memory all ranks end. Called by all, at the beginning. */
void sharing_begin(Team *team);

void sharing_end(Team *team);

/* The team's answer to SearchPartners.share_table. */
bool sharing_take_part(void *context, size_t mib, TableShare *share);

/* The first rank has told where the memory is. */
void sharing_receive(Team *team, const ClusterMessage *message);

/* A name for the table, the same in all ranks that share it; 0 for a table that no other rank has.
 */
uint64_t sharing_name(const Team *team, const TranspositionTable *table);
