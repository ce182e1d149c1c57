#pragma once

#include "uci/session.h"

/* Obeys the part of a `position` line that follows the command. The engine must be idle. A bad FEN
 * changes nothing; after an illegal move the position reached stands. Either is complained of. */
void position_command_run(Session *session, Text arguments);

/* Obeys a value of the option UCI_SetPositionValue: `<value> + <fen>`, `clear + <fen>` or
 * `clearall`; the `+` may be missing. An empty value does nothing. What cannot be obeyed is
 * explained and changes nothing. */
void position_value_set(Session *session, Text text);
