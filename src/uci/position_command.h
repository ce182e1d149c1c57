#pragma once

#include "uci/session.h"

/* Obeys the part of a `position` line that follows the command. The engine must be idle. A bad FEN
 * changes nothing; after an illegal move the position reached stands. Either is complained of. */
void position_command_run(Session *session, Text arguments);
