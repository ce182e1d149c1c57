#pragma once

#include "team/team_state.h"

/* The thread that takes messages in, and those out that nobody waits to send: it does not search.
 */

/* False without a thread. */
bool courier_start(Team *team);

/* Returns when it has ended. Nothing without one. */
void courier_stop(Team *team);
