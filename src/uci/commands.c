#include "uci/commands.h"

#include <stdio.h>

#include "tools/bench.h"
#include "uci/go_parser.h"
#include "uci/options.h"
#include "uci/position_command.h"

typedef struct UciCommand {
    const char *name;
    void (*run)(Session *session, Text arguments);
    bool needs_idle; /* ignored while a search runs */
} UciCommand;

static void run_uci(Session *session, Text arguments) {
    (void)arguments;
    Writer *writer = &session->writer;
    writer_begin(writer);
    writer_add(writer, text_of("id name Quorum " QUORUM_VERSION "\n"
                               "id author the Quorum developers\n"));
    options_announce(session);
    writer_add(writer, text_of("uciok\n"));
    writer_end(writer);
    session->greeted = true;
}

static void run_debug(Session *session, Text arguments) {
    Text token;
    while (text_next_token(&arguments, &token)) {
        bool on = text_equals_ignoring_case(token, "on");
        if (on || text_equals_ignoring_case(token, "off")) {
            session->debug = on;
            return;
        }
    }
    session_note(session, "debug: neither on nor off");
}

static void run_isready(Session *session, Text arguments) {
    (void)arguments;
    bool complete = !session_await_idle(session) || engine_prepare(session->engine);
    Writer *writer = &session->writer;
    writer_begin(writer);
    writer_add(writer, text_of("readyok\n"));
    if (!complete)
        writer_format(writer, "info string Hash: %zu MiB cannot be had, the table has %zu MiB\n",
                      session->hash_mib, engine_hash(session->engine));
    writer_end(writer);
}

static void run_setoption(Session *session, Text arguments) {
    options_set(session, arguments);
}

static void run_ucinewgame(Session *session, Text arguments) {
    (void)arguments;
    engine_new_game(session->engine);
}

static void note_ignored_token(void *context, const char *why, Text token) {
    session_note_input(context, why, token);
}

static void run_go(Session *session, Text arguments) {
    SearchLimits limits;
    GoComplaints complaints = {note_ignored_token, session};
    go_parse(arguments, engine_position(session->engine), &complaints, &limits);
    limits.start_us = session->input_us;
    session_go(session, &limits);
}

static void run_stop(Session *session, Text arguments) {
    (void)arguments;
    if (!session_stop(session))
        session_note(session, "stop: no search runs");
}

static void run_ponderhit(Session *session, Text arguments) {
    (void)arguments;
    if (!session_ponderhit(session))
        session_note(session, "ponderhit: no search runs");
}

static void run_quit(Session *session, Text arguments) {
    (void)arguments;
    session->quitting = true;
}

static void write_bench_line(void *context, const char *line) {
    writer_line(context, line);
}

/* bench [depth] [threads] [hash] */
static void run_bench(Session *session, Text arguments) {
    enum { WORDS = 4, WORD_SIZE = 24 };
    char storage[WORDS][WORD_SIZE];
    char *words[WORDS];
    int count = 0;
    Text token;
    while (count < WORDS && text_next_token(&arguments, &token)) {
        snprintf(storage[count], WORD_SIZE, "%.*s",
                 (int)(token.length < WORD_SIZE ? token.length : WORD_SIZE), token.data);
        words[count] = storage[count];
        count++;
    }
    BenchOptions options = bench_default_options();
    char error[160];
    Writer *writer = &session->writer;
    if (!bench_parse_options(count, words, &options, error, sizeof error)) {
        writer_begin(writer);
        writer_format(writer, "info string bench: %s\n", error);
        writer_end(writer);
    } else if (!bench_run(&options, write_bench_line, writer)) {
        writer_line(writer, "info string bench: not enough memory");
    }
}

static const UciCommand COMMANDS[] = {
    {"uci", run_uci, false},
    {"debug", run_debug, false},
    {"isready", run_isready, false},
    {"setoption", run_setoption, true},
    {"ucinewgame", run_ucinewgame, true},
    {"position", position_command_run, true},
    {"go", run_go, true},
    {"stop", run_stop, false},
    {"ponderhit", run_ponderhit, false},
    {"quit", run_quit, false},
    {"bench", run_bench, true},
};

static const UciCommand *find_command(Text token) {
    for (size_t i = 0; i < ARRAY_LENGTH(COMMANDS); i++)
        if (text_equals(token, COMMANDS[i].name))
            return &COMMANDS[i];
    return NULL;
}

void commands_execute(Session *session, Text line) {
    line = text_trim(line);
    if (line.length == 0)
        return;
    session_note_input(session, "received", line);
    Text token;
    while (text_next_token(&line, &token)) {
        const UciCommand *command = find_command(token);
        if (!command) {
            session_note_input(session, "unknown", token);
            continue;
        }
        if (command->needs_idle && !session_await_idle(session))
            session_note(session, "%s: ignored while a search runs", command->name);
        else
            command->run(session, line);
        return;
    }
}
