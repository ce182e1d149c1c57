#pragma once

#include "team/team_state.h"

/* What a follower's search does for the leader. */

/* The team's partners, for its engine. */
void follower_set_partners(Team *team);

/* Where a search's reports go. */
ReportSink follower_sink(Team *team);

/* Takes a message of the leader. */
void follower_receive(Team *team, const ClusterMessage *message);

/* Tells the leader how many nodes there are. */
void follower_send_count(Team *team);

/* Tells the leader that this rank is ready. */
void follower_send_ready(Team *team);
