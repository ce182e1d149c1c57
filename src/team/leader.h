#pragma once

#include "team/team_state.h"

/* What the leader's search does with its followers. */

/* The team's partners, for its engine. */
void leader_set_partners(Team *team);

/* Sends a line to every follower. */
void leader_send_line(Team *team, const char *line, size_t length);

/* Takes a message of a follower. */
void leader_receive(Team *team, const ClusterMessage *message);

/* Says once what is wrong with followers that have answered `isready`. */
void leader_judge_ready(Team *team);
