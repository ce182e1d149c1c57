#include "play/program.h"

#include "cli/command.h"
#include "engine/engine.h"

int play_program(const char *name, PlaySettings *settings, int (*work)(PlaySettings *settings)) {
    Reason error;
    Book book = {0};
    if (settings->openings_path) {
        if (!book_load(&book, settings->openings_path, &error))
            return command_misused(name, error.text);
        settings->opening.book = &book;
    }
    /* Before there is an engine, whose threads would end the process at a signal. */
    StopSignals signals;
    stop_signals_block(&signals);
    settings->signals = &signals;
    Engine *evaluation = engine_create_holder(settings->common.eval_file, &error);
    settings->evaluation = evaluation;
    int code = evaluation ? work(settings) : command_misused(name, error.text);
    engine_destroy(evaluation);
    book_free(&book);
    return code;
}
