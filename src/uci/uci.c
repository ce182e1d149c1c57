#include "uci/uci.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/eventfd.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/scheduling.h"
#include "base/version.h"
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

/* For who has started the program by hand. A GUI is told nothing before it asks. */
static void greet(Session *session, int input_fd, int output_fd) {
    session->terminal = isatty(input_fd) && isatty(output_fd);
    if (session->terminal)
        writer_line(&session->writer, "Quorum " QUORUM_VERSION " by the Quorum developers\n"
                                      "help lists the commands, uci the options, quit ends; a "
                                      "chess program with a board speaks them for you");
}

/* Obeys lines of the input, or of `script`, which it frees, where there is one. */
static int obey_lines(int input_fd, char *script, int output_fd) {
    signal(SIGPIPE, SIG_IGN);
    scheduling_prefer(TURNS_SHORT);
    /* Without it the loss of the output is noticed at the end of the input only. */
    int failure_fd = eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
    int code = EXIT_FAILURE;
    LineReader reader;
    reader_init(&reader, input_fd, failure_fd);
    if (script)
        reader_set_text(&reader, script);
    Session *session = session_create(output_fd, failure_fd);
    if (!session) {
        complain("not enough memory, or no thread, to begin with");
    } else {
        options_reset(session);
        if (script) {
            session->greeted = session->set_up = true; /* nobody would ask for complaints */
        } else {
            session->input = &reader;
            greet(session, input_fd, output_fd);
            engine_set_impatience(session->engine, quit_is_next, &reader);
        }
        Text line;
        while (!session->quitting && reader_next(&reader, &line)) {
            session->input_us = clock_now_us();
            commands_execute(session, line);
            if (script)
                session_await_end(session);
        }
        session_end(session);
        if (reader.no_memory)
            complain("not enough memory to read the input");
        code = reader.no_memory || writer_failed(&session->writer) ? EXIT_FAILURE : EXIT_SUCCESS;
        engine_set_impatience(session->engine, NULL, NULL);
        session_destroy(session);
    }
    reader_free(&reader);
    if (failure_fd >= 0)
        close(failure_fd);
    return code;
}

int uci_loop(int input_fd, int output_fd) {
    return obey_lines(input_fd, NULL, output_fd);
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
    return obey_lines(-1, script, output_fd);
}
