#pragma once

#include "team/team_state.h"

/* The thread that receives messages, and sends those that no other thread sends itself. It does not
 * search. */

/* False without a thread. */
bool courier_start(Team *team);

/* Returns when it has ended. Does nothing without one. */
void courier_stop(Team *team);
