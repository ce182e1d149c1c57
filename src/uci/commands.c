#include "uci/commands.h"
#include "engine/engine_insider.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

#include "base/clock.h"
#include "base/format.h"
#include "base/version.h"
#include "engine/placement_report.h"
#include "search/tunables.h"
#include "uci/build_info.h"
#include "uci/display.h"
#include "uci/go_parser.h"
#include "uci/options.h"
#include "uci/position_command.h"
#include "uci/ranks.h"
#include "uci/tool_commands.h"

typedef enum CommandReach {
    AT_ANY_TIME,
    WHEN_IDLE,   /* ignored while a search runs */
    IN_ALL_RANKS /* the same, and other ranks of a cluster obey it, too */
} CommandReach;

typedef struct UciCommand {
    UciCommandHelp help;
    void (*run)(Session *session, Text arguments);
    CommandReach reach;
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
            printer_show_decisions(&session->printer, on);
            return;
        }
    }
    session_answer(session, "debug: neither on nor off");
}

/* What the user should know about threads and memory, each warning once. Inside a block. */
static void add_warnings(Session *session) {
    for (const char *warning; (warning = engine_next_warning(session->engine));)
        writer_format(&session->writer, "info string placement: warning: %s\n", warning);
}

static void add_placement(void *context, const char *line) {
    writer_format(context, "info string placement: %s\n", line);
}

/* The same and where the kernel says they are, if either has been placed anew since it was last
 * said. */
static void note_placement(Session *session) {
    PlacementReport *report = NULL;
    if (engine_placements(session->engine) != session->placements_told) {
        session->placements_told = engine_placements(session->engine);
        report = engine_placement_report(session->engine);
    }
    writer_begin(&session->writer);
    add_warnings(session);
    if (report)
        placement_report_write(report, add_placement, &session->writer);
    writer_end(&session->writer);
    placement_report_destroy(report);
}

/* Makes what has been asked for; false when the table had to be smaller. */
static bool prepare(Session *session) {
    uint64_t zeroings = engine_zeroings(session->engine);
    int64_t start_us = clock_now_us();
    bool complete = engine_prepare(session->engine);
    zeroings = engine_zeroings(session->engine) - zeroings;
    session_note(
        session, "ready: threads %d, table %zu MiB, zeroed %" PRIu64 " %s, in %" PRId64 " ms",
        engine_threads(session->engine), engine_hash(session->engine), zeroings,
        format_plural((int64_t)zeroings, "time", "times"), (clock_now_us() - start_us) / 1000);
    if (session->debug)
        note_placement(session);
    return complete;
}

/* What has failed since the last command, and is not used any more. */
static void report_failures(Session *session) {
    int failure = debug_log_take_failure(&session->log);
    if (failure != 0)
        writer_line(&session->writer, "info string Debug Log File: %s: nothing more is logged",
                    strerror(failure));
    if (syzygy_take_failure())
        writer_line(&session->writer,
                    "info string SyzygyPath: a table in use was cut, written to or unreadable; no "
                    "endgame tables are used until SyzygyPath is set again: tables are to be "
                    "replaced by renaming");
}

static void run_isready(Session *session, Text arguments) {
    (void)arguments;
    if (!session_await_idle(session)) {
        session_end_setup(session, "readyok\n");
        return;
    }
    ranks_ask_ready(session);
    const bool complete = prepare(session);
    ranks_await_ready(session);
    session_end_setup(session, "readyok\n");
    writer_begin(&session->writer);
    add_warnings(session);
    writer_end(&session->writer);
    const size_t mib = engine_hash(session->engine);
    if (!complete)
        writer_line(&session->writer,
                    "info string Hash: %zu MiB cannot be had, the table has %s%zu MiB",
                    session->hash_mib, mib > 0 ? "" : "less than ", mib > 0 ? mib : 1);
}

static void run_ucinewgame(Session *session, Text arguments) {
    (void)arguments;
    session_new_game(session);
}

/* Everyone is registered. Putting it off is not an attempt, and is not answered. */
static void run_register(Session *session, Text arguments) {
    Text token;
    while (text_next_token(&arguments, &token)) {
        if (text_equals(token, "later"))
            return;
        if (text_equals(token, "name") || text_equals(token, "code")) {
            writer_line(&session->writer, "registration checking\nregistration ok");
            return;
        }
    }
    session_answer(session, "register: neither later nor name nor code");
}

static void note_ignored_token(void *context, const char *why, Text token) {
    session_answer_input(context, why, token);
}

static void run_go(Session *session, Text arguments) {
    int depth;
    session_end_setup(session, "");
    if (go_parse_perft(arguments, PERFT_TASK_MAX_DEPTH, &depth)) {
        session_perft(session, depth);
        return;
    }
    SearchLimits limits;
    GoComplaints complaints = {note_ignored_token, session};
    go_parse(arguments, engine_position(session->engine), &complaints, &limits);
    limits.start_us = session->input_us;
    session_go(session, &limits);
}

static void run_stop(Session *session, Text arguments) {
    (void)arguments;
    if (!session_stop(session))
        session_answer(session, "stop: no search runs");
}

static void run_ponderhit(Session *session, Text arguments) {
    (void)arguments;
    if (!session_ponderhit(session))
        session_answer(session, "ponderhit: no search ponders");
}

static void run_quit(Session *session, Text arguments) {
    (void)arguments;
    session->quitting = true;
}

static void run_flip(Session *session, Text arguments) {
    (void)arguments;
    engine_flip(session->engine);
}

static void run_compiler(Session *session, Text arguments) {
    (void)arguments;
    writer_begin(&session->writer);
    build_info_write(&session->writer);
    writer_end(&session->writer);
}

/* A step is a twentieth of the range, as quorum-spsa's; the rate of learning is OpenBench's. */
static void run_spsa(Session *session, Text arguments) {
    (void)arguments;
    writer_begin(&session->writer);
    for (const TunableRow *row = TUNABLE_ROWS; row < TUNABLE_ROWS + TUNABLE_COUNT; row++)
        writer_format(&session->writer, "%s, int, %d, %d, %d, %g, 0.002\n", row->name, row->value,
                      row->least, row->most, fmax((row->most - row->least) / 20.0, 0.5));
    writer_end(&session->writer);
}

static void run_help(Session *session, Text arguments);

static const UciCommand COMMANDS[] = {
    {{"uci", "", "names the engine and its options"}, run_uci, AT_ANY_TIME},
    {{"debug", "on | off", "says more about what is received and decided"}, run_debug, AT_ANY_TIME},
    {{"isready", "", "answers readyok when all input before it has taken effect"},
     run_isready,
     AT_ANY_TIME},
    {{"setoption", "name <id> [value <x>]", "sets an option"}, options_set, IN_ALL_RANKS},
    {{"register", "later | name <x> code <y>", "thanks; there is nothing to register"},
     run_register,
     AT_ANY_TIME},
    {{"ucinewgame", "", "forgets what was learned"}, run_ucinewgame, IN_ALL_RANKS},
    {{"position", "startpos | fen <fen> [moves <m> ...]", "sets the board"},
     position_command_run,
     IN_ALL_RANKS},
    {{"go",
      "[searchmoves <m> ...] [ponder] [wtime <ms>] [btime <ms>] [winc <ms>] [binc <ms>] "
      "[movestogo <n>] [depth <n>] [nodes <n>] [mate <n>] [movetime <ms>] [infinite] | perft <n>",
      "searches, or counts the move tree"},
     run_go,
     WHEN_IDLE},
    {{"stop", "", "ends the search or the count"}, run_stop, AT_ANY_TIME},
    {{"ponderhit", "", "the expected move was played"}, run_ponderhit, AT_ANY_TIME},
    {{"quit", "", "ends the program"}, run_quit, AT_ANY_TIME},
    {{"bench", "[depth] [threads] [hash]", "searches a fixed set of positions"},
     tool_commands_bench,
     WHEN_IDLE},
    {{"speedtest", "[threads] [hash] [seconds]", "measures nodes per second on all processors"},
     tool_commands_speedtest,
     WHEN_IDLE},
    {{"d", "", "shows the board"}, display_position, AT_ANY_TIME},
    {{"display", "", "the same"}, display_position, AT_ANY_TIME},
    {{"eval", "", "shows how the position is evaluated"}, display_evaluation, AT_ANY_TIME},
    {{"flip", "", "exchanges the colours"}, run_flip, IN_ALL_RANKS},
    {{"compiler", "", "says how the program was built"}, run_compiler, AT_ANY_TIME},
    {{"spsa", "", "lists the search's numbers, as OpenBench tunes them"}, run_spsa, AT_ANY_TIME},
    {{"help", "", "lists the commands"}, run_help, AT_ANY_TIME},
};

static void run_help(Session *session, Text arguments) {
    (void)arguments;
    Writer *writer = &session->writer;
    writer_begin(writer);
    for (size_t i = 0; i < ARRAY_LENGTH(COMMANDS); i++) {
        const UciCommandHelp *help = &COMMANDS[i].help;
        writer_format(writer, "%s%s%s: %s\n", help->name, help->arguments[0] != '\0' ? " " : "",
                      help->arguments, help->summary);
    }
    writer_end(writer);
}

const UciCommandHelp *commands_row(size_t index) {
    return index < ARRAY_LENGTH(COMMANDS) ? &COMMANDS[index].help : NULL;
}

static const UciCommand *find_command(Text token) {
    for (size_t i = 0; i < ARRAY_LENGTH(COMMANDS); i++)
        if (text_equals(token, COMMANDS[i].help.name))
            return &COMMANDS[i];
    return NULL;
}

bool commands_know(Text line) {
    Text token;
    return text_next_token(&line, &token) && find_command(token);
}

/* The line begins with the command. */
static void run(const UciCommand *command, Session *session, Text line, Text arguments) {
    if (command->reach == IN_ALL_RANKS)
        ranks_forward(session, line);
    command->run(session, arguments);
}

void commands_execute(Session *session, Text line) {
    line = text_trim(line);
    if (line.length == 0)
        return;
    debug_log_lines(&session->log, LOG_INPUT, line);
    report_failures(session);
    session_note_input(session, "received", line);
    const char *end = line.data + line.length;
    Text token;
    while (text_next_token(&line, &token)) {
        const UciCommand *command = find_command(token);
        if (!command) {
            session_answer_input(session, "unknown", token);
            continue;
        }
        if (command->reach != AT_ANY_TIME && !session_await_idle_patiently(session))
            session_answer(session, "%s: ignored while a search runs", command->help.name);
        else
            run(command, session, (Text){token.data, (size_t)(end - token.data)}, line);
        return;
    }
    if (session->terminal)
        writer_line(&session->writer, "help lists the commands, uci the options");
}
