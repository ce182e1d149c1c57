#include "play/program.h"

#include <stdio.h>
#include <stdlib.h>

#include "cli/command.h"
#include "cluster/dealer.h"
#include "cluster/identity.h"
#include "engine/engine.h"

#define TAG_IDENTITY 0

static int work_together(const char *name, PlaySettings *settings,
                         int (*work)(PlaySettings *settings)) {
    Reason error;
    if (cluster_available() && !dealer_is_possible(&error))
        return command_misused(name, error.text);
    settings->cluster = cluster_begin(&error);
    if (!settings->cluster)
        return command_misused(name, error.text);
    const int code = work(settings);
    if (cluster_rank(settings->cluster) == 0)
        dealer_end(settings->cluster);
    cluster_end(settings->cluster);
    return code;
}

/* Opens endgame tables, which are then open for all engines, and says what is left out. */
static bool open_tables(const char *name, const PlaySettings *settings, Engine *engine,
                        Reason *error) {
    if (!settings->syzygy_path)
        return true;
    if (!engine_set_syzygy_path(engine, settings->syzygy_path, error))
        return false;
    const char *left_out = engine_syzygy_tables(engine)->left_out;
    if (left_out[0] != '\0')
        fprintf(stderr, "%s: left out: %s\n", name, left_out);
    return true;
}

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
    const bool complete = evaluation && open_tables(name, settings, evaluation, &error);
    const int code =
        complete ? work_together(name, settings, work) : command_misused(name, error.text);
    engine_destroy(evaluation);
    book_free(&book);
    return code;
}

bool play_agree(const char *name, const PlaySettings *settings, const char *description) {
    Cluster *cluster = settings->cluster;
    char *text;
    Reason error;
    if (asprintf(&text, "--threads %d\n%s", settings->threads, description) < 0) {
        fprintf(stderr, "%s: not enough memory\n", name);
        cluster_abort(cluster, COMMAND_FAILED); /* the others would wait for ever */
    }
    const bool agreed = identity_agree(cluster, TAG_IDENTITY, text, &error);
    free(text);
    if (!agreed && cluster_rank(cluster) == 0)
        command_misused(name, error.text);
    return agreed;
}

int play_follow(const char *name, const SeriesPlan *plan) {
    Cluster *cluster = plan->settings->cluster;
    Reason error;
    if (series_play(plan, &error))
        return COMMAND_OK;
    fprintf(stderr, "%s: rank %d: %s\n", name, cluster_rank(cluster), error.text);
    cluster_abort(cluster, COMMAND_FAILED);
}
