#include "uci/uci.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/scheduling.h"
#include "uci/commands.h"
#include "uci/options.h"
#include "uci/reader.h"

/* A large table takes seconds, and whoever quits does not want it. */
static bool quit_is_next(void *reader) {
    return reader_next_is(reader, "quit");
}

/* Without the memory that stdio could ask for. */
static void complain(const char *reason) {
    dprintf(STDERR_FILENO, "quorum: %s\n", reason);
}

int uci_loop(int input_fd, int output_fd) {
    signal(SIGPIPE, SIG_IGN);
    scheduling_prefer(TURNS_SHORT);
    /* Without it the loss of the output is noticed at the end of the input only. */
    int failure_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int code = EXIT_FAILURE;
    Session *session = session_create(output_fd, failure_fd);
    if (!session) {
        complain("not enough memory, or no thread, to begin with");
    } else {
        options_reset(session);
        LineReader reader;
        reader_init(&reader, input_fd, failure_fd);
        session->input = &reader;
        engine_set_impatience(session->engine, quit_is_next, &reader);
        Text line;
        while (!session->quitting && reader_next(&reader, &line)) {
            session->input_us = clock_now_us();
            commands_execute(session, line);
        }
        session_end(session);
        if (reader.no_memory)
            complain("not enough memory to read the input");
        code = reader.no_memory || writer_failed(&session->writer) ? EXIT_FAILURE : EXIT_SUCCESS;
        engine_set_impatience(session->engine, NULL, NULL);
        session_destroy(session);
        reader_free(&reader);
    }
    if (failure_fd >= 0)
        close(failure_fd);
    return code;
}
