#pragma once

#include "uci/session.h"

/* Commands of the command line that a session understands, too. They run on the listening thread:
 * nothing else is heard until they are done. They evaluate by the network of the session. Only
 * while no search runs. */

/* bench [depth] [threads] [hash] */
void tool_commands_bench(Session *session, Text arguments);

/* speedtest [threads] [hash] [seconds] */
void tool_commands_speedtest(Session *session, Text arguments);
