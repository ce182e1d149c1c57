#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "datagen/generate.h"
#include "datagen/settings.h"
#include "engine/network_holder.h"

/* Games that may wait for an earlier one, a thread. */
#define WINDOW_PER_THREAD 32

/* Looks at a file that is to be continued; false when it cannot be, with the reason. A file that
 * does not exist, or that a kill has left without a game, counts as empty. */
static bool survey_out(const char *path, const char *description, ChainSurvey *survey,
                       Reason *error) {
    *survey = (ChainSurvey){0};
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    Reason reason;
    if (!chain_survey(path, survey, &reason)) {
        ChainOrigin none = {0};
        ChainWriter *writer = chain_writer_open(path, true, &none, error);
        chain_writer_close(writer);
        return writer;
    }
    if (survey->games == 0 || strcmp(survey->description, description) == 0)
        return true;
    return reason_set(
        error, "%s was made otherwise and cannot be continued:\n  it says  %s\n  now      %s", path,
        survey->description, description);
}

static void report_survey(const Settings *settings, const ChainSurvey *survey) {
    if (survey->damages > 0)
        fprintf(stderr, "quorum-datagen: %s: %s; this end is played again\n", settings->out_path,
                survey->first_damage);
    if (survey->games > 0)
        fprintf(stderr, "quorum-datagen: %s holds %" PRIu64 " games with %" PRIu64 " positions\n",
                settings->out_path, survey->games, survey->kept);
}

static int report_end(const Settings *settings, const GameWriterTotals *totals,
                      uint64_t kept_before, double seconds) {
    bool complete = totals->kept >= settings->positions;
    uint64_t kept = totals->kept - kept_before;
    printf("%s: %" PRIu64 " games, %" PRIu64 " positions%s; this run: %" PRIu64 " plies, %" PRIu64
           " positions in %.1f s, %.0f positions/s\n",
           settings->out_path, totals->games, totals->kept,
           complete ? "" : ", stopped before the end", totals->plies, kept, seconds,
           seconds > 0 ? (double)kept / seconds : 0);
    return COMMAND_OK;
}

/* Plays until the file is complete. */
static int run(const Settings *settings, const ChainSurvey *survey, const char *description,
               const sigset_t *signals) {
    Reason error;
    ChainOrigin origin = {.network_id = engine_network_id(settings->rules.evaluation),
                          .nodes = (uint32_t)settings->rules.nodes};
    ChainWriter *writer = chain_writer_open(settings->out_path, true, &origin, &error);
    if (!writer)
        return command_misused("quorum-datagen", error.text);
    Progress progress;
    GameWriterPlan plan = {
        .writer = writer,
        .progress = &progress,
        .first_game = survey->games,
        .kept = survey->kept,
        .wanted = settings->positions,
        .window = settings->threads * WINDOW_PER_THREAD,
    };
    GameWriter *output = game_writer_create(&plan);
    if (!output || !chain_writer_describe(writer, description)) {
        fprintf(stderr, "quorum-datagen: %s: %s\n", settings->out_path, strerror(errno));
        return output ? COMMAND_MISUSED : COMMAND_FAILED;
    }
    progress_begin(&progress, (double)survey->kept / (double)settings->positions, true);
    if (!generate_games(&settings->rules, settings->threads, output, signals))
        game_writer_fail(output, "no memory for the engines");
    progress_clear(&progress);
    GameWriterTotals totals;
    if (!game_writer_close(output, &totals, &error)) {
        fprintf(stderr, "quorum-datagen: %s: %s\n", settings->out_path, error.text);
        return totals.is_lost ? COMMAND_MISUSED : COMMAND_FAILED;
    }
    return report_end(settings, &totals, survey->kept, progress_seconds(&progress));
}

/* Begins or continues the file. */
static int generate(const Settings *settings, const sigset_t *signals) {
    Reason error;
    char description[CHAIN_DESCRIPTION_SIZE];
    settings_describe(settings, engine_network_id(settings->rules.evaluation), description);
    ChainSurvey survey;
    if (!survey_out(settings->out_path, description, &survey, &error))
        return command_misused("quorum-datagen", error.text);
    report_survey(settings, &survey);
    return run(settings, &survey, description, signals);
}

int main(int argc, char **argv) {
    chess_init();
    command_begin("quorum-datagen");
    Settings settings;
    settings_parse(&settings, argc, argv);
    Reason error;
    Book book;
    bool has_book = settings.openings_path;
    if (has_book && !book_load(&book, settings.openings_path, &error))
        return command_misused("quorum-datagen", error.text);
    settings.rules.opening.book = has_book ? &book : NULL;
    /* Before there is an engine, whose threads would end the process at a signal. */
    sigset_t signals;
    stop_signals_block(&signals);
    Engine *evaluation = network_holder(settings.common.eval_file, &error);
    settings.rules.evaluation = evaluation;
    int code =
        evaluation ? generate(&settings, &signals) : command_misused("quorum-datagen", error.text);
    engine_destroy(evaluation);
    if (has_book)
        book_free(&book);
    return code;
}
