#pragma once

#include "uci/session.h"

/* Commands of the command line that a session understands, too. They run on the listening thread:
 * nothing else is answered until they are done, but `stop` ends them, and so do `quit` and the end
 * of the input after a second. They evaluate by the network of the session. Only while no search
 * runs. */

/* bench [depth] [threads] [hash] */
void tool_commands_bench(Session *session, Text arguments);

/* speedtest [threads] [hash] [seconds] */
void tool_commands_speedtest(Session *session, Text arguments);
