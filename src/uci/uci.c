#include "uci/uci.h"

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/scheduling.h"
#include "base/version.h"
#include "uci/commands.h"
#include "uci/options.h"
#include "uci/ranks.h"
#include "uci/reader.h"

/* The exit code of arguments and files that cannot be used, as on the command line, and of ranks of
 * a cluster that cannot play together. */
#define UCI_MISUSED 2

/* A large table takes seconds, and whoever quits, or has nothing more to say, does not want it. */
static bool end_is_next(void *reader) {
    return reader_next_is(reader, "quit") || reader_is_exhausted(reader);
}

/* Without the memory that stdio could ask for. */
static void complain(const char *reason) {
    dprintf(STDERR_FILENO, "quorum: %s\n", reason);
}

/* For who has started the program by hand. A GUI is told nothing before it asks. */
static void greet(Session *session, int input_fd, int output_fd) {
    session->terminal = isatty(input_fd) && isatty(output_fd);
    if (session->terminal)
        writer_line(&session->writer, "Quorum " QUORUM_VERSION " by the Quorum developers\n"
                                      "help lists the commands, uci the options, quit ends; a "
                                      "chess program with a board speaks them for you");
}

/* What obey_lines() obeys, and where the answers go. */
typedef struct Conversation {
    int input_fd;
    int output_fd;
    char *script; /* in place of any input; to be freed. NULL for none */
    Team *team;   /* other ranks of a cluster; NULL for none */
} Conversation;

static void listen_to(Session *session, LineReader *reader, bool one_by_one) {
    Text line;
    while (!session->quitting && reader_next(reader, &line)) {
        session_note_arrival(session, reader->has_waited);
        commands_execute(session, line);
        if (one_by_one && !session_await_end(session))
            break;
    }
    session_end(session);
}

/* Gets ready for what is to be obeyed. False, with a message, where the ranks do not fit together.
 */
static bool begin(Session *session, const Conversation *conversation, LineReader *reader) {
    Reason reason;
    options_reset(session);
    if (conversation->team && !ranks_join(session, conversation->team, &reason)) {
        if (team_leads(conversation->team))
            complain(reason.text);
        return false;
    }
    if (conversation->team && !team_listen(conversation->team)) {
        complain("no thread can be had to hear the other ranks");
        team_give_up(conversation->team);
    }
    if (conversation->script) {
        session->scripted = true;
        session->greeted = session->set_up = true; /* nobody would ask for complaints */
        return true;
    }
    session->input = reader;
    greet(session, conversation->input_fd, conversation->output_fd);
    engine_set_impatience(session->engine, end_is_next, reader);
    return true;
}

static int obey_lines(const Conversation *conversation) {
    signal(SIGPIPE, SIG_IGN);
    scheduling_prefer(TURNS_SHORT);
    /* Without it the loss of the output is noticed at the end of the input only. */
    int failure_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int code = EXIT_FAILURE;
    LineReader reader;
    reader_init(&reader, conversation->input_fd, failure_fd);
    if (conversation->script)
        reader_set_text(&reader, conversation->script);
    Session *session = session_create(conversation->output_fd, failure_fd);
    if (!session) {
        complain("not enough memory, or no thread, to begin with");
        if (conversation->team)
            team_give_up(conversation->team);
    } else if (!begin(session, conversation, &reader)) {
        code = UCI_MISUSED;
        session_destroy(session);
    } else {
        listen_to(session, &reader, conversation->script);
        ranks_part(session);
        if (reader.no_memory)
            complain("not enough memory to read the input");
        if (!reader.no_memory && !writer_failed(&session->writer))
            code = conversation->script && session->complained ? UCI_MISUSED : EXIT_SUCCESS;
        engine_set_impatience(session->engine, NULL, NULL);
        session_destroy(session);
    }
    reader_free(&reader);
    if (failure_fd >= 0)
        close(failure_fd);
    return code;
}

/* As one of several ranks: the first speaks to the user, the others listen to the first. */
static int obey_in_team(Conversation conversation, Team *team) {
    int nowhere = -1;
    conversation.team = team_is_alone(team) ? NULL : team;
    if (!team_leads(team)) {
        nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC);
        conversation.input_fd = team_input(team);
        conversation.output_fd = nowhere;
    }
    const int code = obey_lines(&conversation);
    if (nowhere >= 0)
        close(nowhere);
    return team_destroy(team, code);
}

int uci_loop(int input_fd, int output_fd) {
    const Conversation conversation = {.input_fd = input_fd, .output_fd = output_fd};
    if (!cluster_available())
        return obey_lines(&conversation);
    Reason reason;
    Team *team = team_create(&reason);
    if (team)
        return obey_in_team(conversation, team);
    complain(reason.text);
    return EXIT_FAILURE;
}

bool uci_accepts(const char *word) {
    return commands_know(text_of(word));
}

int uci_obey(int count, char *const *words, int output_fd) {
    char *script = NULL;
    size_t size;
    FILE *stream = open_memstream(&script, &size);
    for (int i = 0; stream && i < count; i++)
        fprintf(stream, "%c%s", uci_accepts(words[i]) ? '\n' : ' ', words[i]);
    if (!stream || fclose(stream) != 0) {
        complain("not enough memory for the arguments");
        free(script);
        return EXIT_FAILURE;
    }
    return obey_lines(&(Conversation){.input_fd = -1, .output_fd = output_fd, .script = script});
}
