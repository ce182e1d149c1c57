#pragma once

#include "base/text.h"
#include "cluster/cluster.h"
#include "engine/engine.h"

/* One search over the ranks of a cluster. Rank 0 leads: it alone speaks to the user, says when a
 * search begins and ends, and plays what all have voted for. The others follow: a front end of
 * theirs obeys the lines that the leader forwards, and what it would answer is not shown. */
typedef struct Team Team;

/* --- Main thread. --- */

/* Begins the cluster. NULL, with the reason, where that fails. A rank on its own is a team of one.
 */
Team *team_create(Reason *reason);

bool team_is_alone(const Team *team);
bool team_leads(const Team *team);

/* Of a follower: where the forwarded lines are read, as from stdin. */
int team_input(const Team *team);

/* Brings an engine into the team: it takes its share of the machine, and searches with the others
 * until team_part(). `identity` is a text of lines that must be the same in all ranks; where it
 * differs all of them get false, with the reason. say(context, text) tells the user a line, on any
 * thread. Called by all. */
bool team_join(Team *team, Engine *engine, const char *identity,
               void (*say)(void *context, const char *text), void *context, Reason *reason);

/* Starts what hears the other ranks; after team_join(). False without a thread: they would wait for
 * this rank, which is to give up. */
bool team_listen(Team *team);

/* Ends all ranks at once: this one cannot begin. */
_Noreturn void team_give_up(Team *team);

/* Takes the engine out of the team. A leader tells its followers to quit. Returns when every rank
 * that is not lost has called this. */
void team_part(Team *team);

/* Ends the cluster; waits until every rank does. Returns the exit code of the process, which
 * would be `code`: another where a rank was lost. Then all ranks are ended at once, and where the
 * system lets it this does not return. */
int team_destroy(Team *team, int code);

/* --- By the thread that gives the engine its orders. --- */

/* Sends a line to the followers, who obey it, too. Does nothing in a follower. */
void team_forward(Team *team, Text line);

/* Asks every follower to prepare (`isready`). */
void team_ask_ready(Team *team);

/* Call once this rank's engine is ready. The leader waits for the others, at most most_us; false on
 * timeout. */
bool team_await_ready(Team *team, int64_t most_us);

/* Where a search of this team is to report: for a leader to `sink`. A follower's reports go to the
 * leader, and `sink` hears of the best move alone. Valid until the next call. */
ReportSink team_sink(Team *team, const ReportSink *sink);
