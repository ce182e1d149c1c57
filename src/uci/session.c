#include "uci/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/clock.h"
#include "base/condition.h"
#include "base/memory.h"
#include "base/system.h"
#include "search/strength.h"
#include "uci/wdl.h"

#define NOTE_SIZE 400

/* So soon whoever waits for the end of a search sees that the output is lost. */
#define LOSS_NOTICED_US 50000

static void set_state(Session *session, SessionState state) {
    pthread_mutex_lock(&session->state_lock);
    session->state = state;
    pthread_cond_signal(&session->state_changed);
    pthread_mutex_unlock(&session->state_lock);
}

/* Called by the printer, on a thread of the engine, and by the perft task on its own. */
static void on_finishing(void *owner) {
    set_state(owner, SESSION_IDLE);
}

/* Another one for each game. Without the system's random numbers, the clock must do. */
static void draw_strength_seed(Session *session) {
    if (!system_random(&session->strength_seed, sizeof session->strength_seed))
        session->strength_seed = (uint64_t)clock_now_us();
}

Session *session_create(int output_fd, int failure_fd) {
    Session *session = memory_allocate(_Alignof(Session), sizeof *session);
    if (!session)
        return NULL;
    memset(session, 0, sizeof *session);
    session->engine = engine_create();
    if (!session->engine || !writer_init(&session->writer, output_fd, failure_fd, &session->log)) {
        engine_destroy(session->engine);
        memory_free(session);
        return NULL;
    }
    pthread_mutex_init(&session->state_lock, NULL);
    condition_init(&session->state_changed);
    debug_log_init(&session->log);
    printer_init(&session->printer, &session->writer, on_finishing, session);
    perft_task_init(&session->perft, &session->writer, on_finishing, session);
    draw_strength_seed(session);
    return session;
}

static void await_last_line(Session *session) {
    engine_wait(session->engine);
    perft_task_wait(&session->perft);
}

/* Whether the session is idle, for which it is given so long. */
static bool becomes_idle(Session *session, int64_t microseconds) {
    const int64_t deadline_us = clock_now_us() + microseconds;
    bool in_time = true;
    pthread_mutex_lock(&session->state_lock);
    while (session->state != SESSION_IDLE && in_time)
        in_time = condition_wait_until(&session->state_changed, &session->state_lock, deadline_us);
    const bool idle = session->state == SESSION_IDLE;
    pthread_mutex_unlock(&session->state_lock);
    return idle;
}

bool session_await_end(Session *session) {
    while (!becomes_idle(session, LOSS_NOTICED_US)) {
        if (writer_failed(&session->writer))
            return false;
    }
    await_last_line(session);
    return !writer_failed(&session->writer);
}

void session_end(Session *session) {
    perft_task_allow(&session->perft);
    session_stop(session);
    await_last_line(session);
}

void session_destroy(Session *session) {
    session_end(session);
    engine_destroy(session->engine);
    printer_free(&session->printer);
    pthread_cond_destroy(&session->state_changed);
    pthread_mutex_destroy(&session->state_lock);
    perft_task_free(&session->perft);
    writer_free(&session->writer);
    debug_log_free(&session->log);
    memory_free(session);
}

bool session_is_thinking(Session *session) {
    pthread_mutex_lock(&session->state_lock);
    bool thinking = session->state == SESSION_THINKING;
    pthread_mutex_unlock(&session->state_lock);
    return thinking;
}

bool session_await_idle(Session *session) {
    if (session_is_thinking(session))
        return false;
    const int64_t begin_us = clock_now_us();
    /* Idle is declared just before the last lines are written; that write must be over, too. */
    await_last_line(session);
    session->held_up_us += clock_now_us() - begin_us;
    return true;
}

bool session_await_idle_patiently(Session *session) {
    if (session_is_thinking(session))
        perft_task_allow(&session->perft);
    return session_await_idle(session);
}

/* Whether castling is to be written as king takes rook. */
static bool shows_chess960(const Session *session) {
    return session->chess960 || engine_position(session->engine)->chess960;
}

/* Analysis is done with full strength, and so is the search for a mate. */
static int elo_of_search(const Session *session, const SearchLimits *limits) {
    if (session->analyse || limits->infinite || limits->mate)
        return 0;
    if (session->limit_strength)
        return session->elo;
    return session->skill_level < STRENGTH_FULL_LEVEL ? strength_level_elo(session->skill_level)
                                                      : 0;
}

void session_note_arrival(Session *session, bool waited_for) {
    if (waited_for)
        session->held_up_us = 0;
    session->input_us = clock_now_us() - session->held_up_us;
}

void session_go(Session *session, const SearchLimits *limits) {
    PrinterStyle style = {.multipv = engine_options(session->engine)->multipv > 1,
                          .chess960 = shows_chess960(session),
                          .show_currlines = session->show_currlines,
                          .show_refutations = session->show_refutations,
                          .show_wdl = session->show_wdl,
                          .material = wdl_material(engine_position(session->engine))};
    SearchLimits wanted = *limits;
    wanted.elo = elo_of_search(session, limits);
    wanted.strength_seed = session->strength_seed;
    wanted.analyse = session->analyse;
    if (wanted.elo > 0)
        session_note(session, "go: as strong as Elo %d", wanted.elo);
    printer_begin(&session->printer, &style);
    session->pondering = limits->ponder;
    session->held_up_us = 0; /* what comes now is of this search */
    set_state(session, SESSION_THINKING);
    ReportSink sink = printer_sink(&session->printer);
    if (session->team)
        sink = team_sink(session->team, &sink);
    engine_go(session->engine, &wanted, &sink);
}

void session_perft(Session *session, int depth) {
    session->pondering = false;
    set_state(session, SESSION_THINKING);
    if (!perft_task_start(&session->perft, engine_position(session->engine), depth,
                          shows_chess960(session))) {
        set_state(session, SESSION_IDLE);
        writer_line(&session->writer, "info string perft: no thread can be had");
    }
}

void session_new_game(Session *session) {
    engine_new_game(session->engine);
    draw_strength_seed(session);
}

bool session_stop(Session *session) {
    pthread_mutex_lock(&session->state_lock);
    bool thinking = session->state == SESSION_THINKING;
    if (thinking)
        session->state = SESSION_STOPPING;
    pthread_mutex_unlock(&session->state_lock);
    if (thinking) {
        engine_stop(session->engine);
        perft_task_stop(&session->perft);
    }
    return thinking;
}

bool session_ponderhit(Session *session) {
    const bool pondering = session->pondering && session_is_thinking(session);
    if (pondering)
        engine_ponderhit(session->engine);
    session->pondering = false;
    return pondering;
}

/* What a program is to read says that it is for people. */
static const char *line_begins(const Session *session) {
    return session->debug || !session->terminal ? "info string " : "";
}

PRINTF_LIKE(2, 0)
static void write_note(Session *session, const char *format, va_list arguments) {
    char note[NOTE_SIZE];
    vsnprintf(note, sizeof note, format, arguments);
    writer_line(&session->writer, "%s%s", line_begins(session), note);
}

void session_note(Session *session, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    if (session->debug)
        write_note(session, format, arguments);
    va_end(arguments);
}

/* Whether somebody is there who should hear of input of no use. */
static bool answers(const Session *session) {
    return session->debug || session->terminal || session->scripted;
}

void session_answer(Session *session, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    session->complained |= session->scripted;
    if (answers(session))
        write_note(session, format, arguments);
    va_end(arguments);
}

static void begin_with_input(Session *session, const char *what, Text input) {
    writer_begin(&session->writer);
    writer_add(&session->writer, text_of(line_begins(session)));
    writer_add(&session->writer, text_of(what)); /* at any length */
    writer_add(&session->writer, text_of(" \""));
    writer_add_visible(&session->writer, text_trim(input)); /* the rest of a line begins blank */
    writer_add(&session->writer, text_of("\"\n"));
}

static void write_note_on_input(Session *session, const char *what, Text input) {
    begin_with_input(session, what, input);
    writer_end(&session->writer);
}

void session_note_input(Session *session, const char *what, Text input) {
    if (session->debug)
        write_note_on_input(session, what, input);
}

void session_answer_input(Session *session, const char *what, Text input) {
    session->complained |= session->scripted;
    if (answers(session))
        write_note_on_input(session, what, input);
}

void session_complain(Session *session, const char *what, Text input) {
    session->refused = session->complained = true;
    const bool at_once = session->debug || session->terminal;
    if (!at_once && !session->greeted)
        return;
    begin_with_input(session, what, input);
    if (at_once || session->set_up)
        writer_end(&session->writer);
    else
        writer_hold(&session->writer);
}

void session_end_setup(Session *session, const char *first) {
    session->set_up = true;
    writer_begin(&session->writer);
    writer_add(&session->writer, text_of(first));
    writer_release(&session->writer);
    writer_end(&session->writer);
}
