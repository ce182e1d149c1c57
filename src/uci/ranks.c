#include "uci/ranks.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "uci/options.h"

/* From one look at the input to the next while others are waited for. */
#define LOOK_US 10000

/* What all ranks must have in common, to be freed; NULL without memory. */
static char *write_identity(const Session *session) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return NULL;
    fprintf(stream, "network %016" PRIx64 "\n", engine_network_id(session->engine));
    const Option *option;
    for (size_t i = 0; (option = options_row(i)); i++) {
        fprintf(stream, "option %s from %" PRId64 " to %" PRId64 ", at first %" PRId64,
                option->name, option->minimum, option->maximum, option->initial);
        fprintf(stream, "%s%s\n", option->choices ? option->choices : "",
                option->initial_text ? option->initial_text : "");
    }
    if (fclose(stream) == 0)
        return text;
    free(text);
    return NULL;
}

static void say(void *context, const char *text) {
    writer_line(context, "info string %s", text);
}

bool ranks_join(Session *session, Team *team, Reason *reason) {
    char *identity = write_identity(session);
    if (!identity)
        team_give_up(team);
    const bool joined = team_join(team, session->engine, identity, say, &session->writer, reason);
    free(identity);
    session->team = joined ? team : NULL;
    return joined;
}

void ranks_part(Session *session) {
    if (session->team)
        team_part(session->team);
    session->team = NULL;
}

void ranks_forward(Session *session, Text line) {
    if (session->team)
        team_forward(session->team, line);
}

void ranks_ask_ready(Session *session) {
    if (session->team)
        team_ask_ready(session->team);
}

void ranks_await_ready(Session *session) {
    while (session->team && !team_await_ready(session->team, LOOK_US)) {
        if (session->input && reader_next_is(session->input, "quit"))
            return;
    }
}
