#pragma once

#include "uci/session.h"

/* What a session does where other ranks of a cluster search with it. By the listening thread. */

/* The session's engine joins the others, which have the same version, network and options. False,
 * with the reason, where they do not. */
bool ranks_join(Session *session, Team *team, Reason *reason);

/* Its engine is on its own again; the others end. */
void ranks_part(Session *session);

/* Has the others obey a line, too, where there are any. */
void ranks_forward(Session *session, Text line);

/* These two around what the own engine makes for `isready`: the others make theirs meanwhile. */
void ranks_ask_ready(Session *session);
void ranks_await_ready(Session *session);
