#pragma once

#include "uci/session.h"

/* Obeys a value of the option UCI_SetPositionValue: `<value> + <fen>`, `clear + <fen>` or
 * `clearall`; the `+` may be missing. An empty value does nothing. What cannot be obeyed is
 * explained and changes nothing. */
void position_value_set(Session *session, Text text);
