#include "uci/session.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#define NOTE_SIZE 400

static void set_state(Session *session, SessionState state) {
    pthread_mutex_lock(&session->state_lock);
    session->state = state;
    pthread_mutex_unlock(&session->state_lock);
}

/* Called by the printer, on a thread of the engine. */
static void on_finishing(void *owner) {
    set_state(owner, SESSION_IDLE);
}

Session *session_create(int output_fd, int failure_fd) {
    Session *session = calloc(1, sizeof *session);
    if (!session)
        return NULL;
    session->engine = engine_create();
    if (!session->engine)
        goto no_engine;
    if (!writer_init(&session->writer, output_fd, failure_fd))
        goto no_writer;
    if (pthread_mutex_init(&session->state_lock, NULL) != 0)
        goto no_lock;
    printer_init(&session->printer, &session->writer, on_finishing, session);
    return session;

no_lock:
    writer_free(&session->writer);
no_writer:
    engine_destroy(session->engine);
no_engine:
    free(session);
    return NULL;
}

void session_end(Session *session) {
    session_stop(session);
    engine_wait(session->engine);
}

void session_destroy(Session *session) {
    session_end(session);
    engine_destroy(session->engine);
    printer_free(&session->printer);
    pthread_mutex_destroy(&session->state_lock);
    writer_free(&session->writer);
    free(session);
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
    /* Idle is declared just before the best move is written; that write must be over, too. */
    engine_wait(session->engine);
    return true;
}

void session_go(Session *session, const SearchLimits *limits) {
    PrinterStyle style = {.multipv = session->multipv > 1,
                          .chess960 =
                              session->chess960 || engine_position(session->engine)->chess960,
                          .start_us = limits->start_us};
    printer_begin(&session->printer, &style);
    set_state(session, SESSION_THINKING);
    ReportSink sink = printer_sink(&session->printer);
    engine_go(session->engine, limits, &sink);
}

bool session_stop(Session *session) {
    pthread_mutex_lock(&session->state_lock);
    bool thinking = session->state == SESSION_THINKING;
    if (thinking)
        session->state = SESSION_STOPPING;
    pthread_mutex_unlock(&session->state_lock);
    if (thinking)
        engine_stop(session->engine);
    return thinking;
}

bool session_ponderhit(Session *session) {
    bool thinking = session_is_thinking(session);
    if (thinking)
        engine_ponderhit(session->engine);
    return thinking;
}

void session_note(Session *session, const char *format, ...) {
    if (!session->debug)
        return;
    char note[NOTE_SIZE];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(note, sizeof note, format, arguments);
    va_end(arguments);
    writer_begin(&session->writer);
    writer_format(&session->writer, "info string %s\n", note);
    writer_end(&session->writer);
}

static void tell_with_input(Session *session, const char *what, Text input) {
    writer_begin(&session->writer);
    writer_format(&session->writer, "info string %s \"", what);
    writer_add_visible(&session->writer, input);
    writer_add(&session->writer, text_of("\"\n"));
    writer_end(&session->writer);
}

void session_note_input(Session *session, const char *what, Text input) {
    if (session->debug)
        tell_with_input(session, what, input);
}

void session_complain(Session *session, const char *what, Text input) {
    if (session->debug || session->greeted)
        tell_with_input(session, what, input);
}
