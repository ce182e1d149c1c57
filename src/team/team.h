#pragma once

#include "base/text.h"
#include "cluster/cluster.h"
#include "engine/engine.h"

/* One search over the ranks of a cluster. Rank 0 leads: it alone speaks to the user, says when a
 * search begins and ends, and plays what all have voted for. The others follow: a front end of
 * theirs obeys the lines that the leader forwards, and what it would answer is not shown. */
typedef struct Team Team;

/* --- Main thread. --- */

/* Begins the cluster. NULL, with the reason, where that fails; a rank alone has a team, too. */
Team *team_create(Reason *reason);

bool team_is_alone(const Team *team);
bool team_leads(const Team *team);

/* Of a follower: where the forwarded lines are read, as from stdin. */
int team_input(const Team *team);

/* Brings an engine into the team: it takes its share of the machine, and searches with the others
 * until team_part(). What all ranks must have in common is a text of lines; false, with the reason,
 * in all where they differ. say(context, text) tells the user a line, on any thread. Called by all.
 */
bool team_join(Team *team, Engine *engine, const char *identity,
               void (*say)(void *context, const char *text), void *context, Reason *reason);

/* Ends all ranks at once: this one cannot begin. */
_Noreturn void team_give_up(Team *team);

/* The engine is on its own again. The leader's followers are told to quit; returns when all ranks
 * that are not lost are here. */
void team_part(Team *team);

/* Ends the cluster; waits until every rank does. Returns the exit code of the process, which
 * would be `code`: another where a rank was lost. Then all ranks are ended at once, and where the
 * system lets it this does not return. */
int team_destroy(Team *team, int code);

/* --- By the thread that gives the engine its orders. --- */

/* Has the followers obey a line, too. Nothing in a follower. */
void team_forward(Team *team, Text line);

/* All are to make what has been asked for. */
void team_ask_ready(Team *team);

/* The own engine has. A leader then waits until the others have, too, or until the time
 * (microseconds) is over: false then. */
bool team_await_ready(Team *team, int64_t most_us);

/* What a search of this team is to be told to: `sink` for a leader. A follower's reports go to the
 * leader, and `sink` hears of the best move alone. Valid until the next call. */
ReportSink team_sink(Team *team, const ReportSink *sink);
