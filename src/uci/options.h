#pragma once

#include "uci/option.h"
#include "uci/session.h"

/* The options of a session. */

/* Gives every option its default. */
void options_reset(Session *session);

/* The option in a row of the table, counted from 0, or NULL below the last one. Any thread. */
const Option *options_row(size_t index);

/* Announces all options in the order of the table. */
void options_announce(Session *session);

/* Obeys the part of a `setoption` line that follows the command. The engine must be idle. What it
 * cannot obey it ignores, and answers or complains so. */
void options_set(Session *session, Text arguments);
