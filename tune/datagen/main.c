#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/format.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "datagen/self_play.h"
#include "play/program.h"
#include "play/series.h"

/* Games that may wait for an earlier one, a thread. */
#define WINDOW_PER_THREAD 32

/* A kill loses no game that is older than this. */
#define MAX_UNWRITTEN_US ((int64_t)300 * 1000000)

/* The file that is being filled. */
typedef struct Run {
    const Settings *settings;
    ChainSurvey before; /* what it held */
    ChainWriter *writer;
    Progress progress;
    uint64_t numbers; /* that have been played, for the whole file, like `kept` */
    uint64_t kept;
    uint64_t plies; /* of this run */
    int fault;      /* errno of what could not be written, or 0 */
    ChainGame node; /* the node that is being written */
} Run;

/* Looks at a file that is to be continued; false when it cannot be, with the reason. A file that
 * does not exist, or that a kill has left without a game, counts as empty. */
static bool survey_out(const char *path, ChainSurvey *survey, Reason *error) {
    *survey = (ChainSurvey){0};
    if (access(path, F_OK) != 0 && errno == ENOENT)
        return true;
    Reason reason;
    if (chain_survey(path, survey, &reason))
        return true;
    ChainOrigin none = {0};
    ChainWriter *writer = chain_writer_open(path, &none, survey, error);
    chain_writer_close(writer);
    return writer;
}

/* Says why a file cannot be continued that other options made. */
static int refuse(const char *path, const char *says, const char *now) {
    Reason line;
    reason_set(&line, "%s was made otherwise and cannot be continued:", path);
    const int code = command_misused("quorum-datagen", line.text);
    reason_set(&line, "  it says  %s", says);
    fprintf(stderr, "%s\n  now      %s\n", line.text, now);
    return code;
}

static void report_survey(const char *path, const ChainSurvey *survey) {
    if (survey->damages > 0)
        fprintf(stderr, "quorum-datagen: %s: %s; this end is played again\n", path,
                survey->first_damage);
    if (survey->games > 0)
        fprintf(stderr, "quorum-datagen: %s holds %" PRIu64 " %s with %" PRIu64 " positions\n",
                path, survey->games, format_plural((int64_t)survey->games, "game", "games"),
                survey->kept);
}

/* Games of the file that each number leaves there. */
static int games_a_number(const Settings *settings) {
    return settings->tree_nodes > 0 ? settings->tree_nodes : settings->sitting;
}

/* Of the whole file, in which a kill may have left some games of a number. */
static uint64_t games_of(const Run *run) {
    const uint64_t games = run->numbers * (uint64_t)games_a_number(run->settings);
    return games > run->before.games ? games : run->before.games;
}

static int report_end(const Run *run) {
    const double seconds = progress_seconds(&run->progress);
    uint64_t kept = run->kept - run->before.kept;
    printf("%s: %" PRIu64 " %s, %" PRIu64 " positions%s; this run: %" PRIu64 " plies, %" PRIu64
           " positions in %.1f s, %.0f positions/s\n",
           run->settings->out_path, games_of(run),
           format_plural((int64_t)games_of(run), "game", "games"), run->kept,
           run->kept >= run->settings->positions ? "" : ", stopped before the end", run->plies,
           kept, seconds, seconds > 0 ? (double)kept / seconds : 0);
    return COMMAND_OK;
}

static void show_progress(Run *run) {
    const double seconds = progress_seconds(&run->progress);
    const uint64_t wanted = run->settings->positions;
    progress_update(&run->progress, (double)run->kept / (double)wanted,
                    "%" PRIu64 " of %" PRIu64 " positions, %" PRIu64 " games, %.0f positions/s",
                    run->kept, wanted, games_of(run),
                    seconds > 0 ? (double)(run->kept - run->before.kept) / seconds : 0);
}

/* Forces a block that fills slowly. */
static bool write_old_games(Run *run) {
    return clock_now_us() - chain_writer_begun_us(run->writer) < MAX_UNWRITTEN_US ||
           chain_writer_flush(run->writer);
}

/* Takes note of what a number has left, which has been written, or has failed to be. */
static bool note_number(Run *run, uint64_t number, bool written) {
    if (!written || !write_old_games(run)) {
        run->fault = errno;
        return false;
    }
    run->numbers = number + 1;
    run->kept = run->before.kept + chain_writer_kept(run->writer);
    show_progress(run);
    return run->kept < run->settings->positions;
}

/* The first of these that is not in the file yet: a kill may have left some of them, which are not
 * written again. */
static int first_missing(const Run *run, uint64_t number) {
    const uint64_t first = number * (uint64_t)games_a_number(run->settings);
    return run->before.games > first ? (int)(run->before.games - first) : 0;
}

static bool write_sitting(void *context, uint64_t number, const void *result) {
    Run *run = context;
    const ChainGame *games = result;
    bool written = true;
    for (int i = first_missing(run, number); i < run->settings->sitting && written; i++) {
        written = chain_writer_add(run->writer, &games[i]);
        run->plies += (uint64_t)games[i].ply_count;
    }
    return note_number(run, number, written);
}

static bool write_nodes(void *context, uint64_t number, const void *result) {
    Run *run = context;
    const TreeSample *sample = result;
    bool written = true;
    for (int i = first_missing(run, number); i < sample->count && written; i++) {
        tree_game(&sample->nodes[i], &run->node);
        written = chain_writer_add(run->writer, &run->node);
        run->plies++;
    }
    return note_number(run, number, written);
}

static PlayStatus play_sitting(void *context, PlayTable *table, uint64_t number, const void *terms,
                               void *result) {
    const Run *run = context;
    (void)terms;
    return self_play_sitting(run->settings, table, number, result);
}

static PlayStatus play_tree(void *context, PlayTable *table, uint64_t number, const void *terms,
                            void *result) {
    const Run *run = context;
    (void)terms;
    return self_play_tree(run->settings, table, number, result);
}

/* What every rank needs to play. */
static SeriesPlan plan_of(Run *run) {
    const Settings *settings = run->settings;
    SearchLimits limits = play_soft_limits(settings->nodes);
    limits.keeps_late_moves = true;
    return (SeriesPlan){
        .settings = &settings->play,
        .limits = limits,
        .engines = 1,
        .play = settings->tree_nodes > 0 ? play_tree : play_sitting,
        .result_size = settings->tree_nodes > 0 ? sizeof(TreeSample)
                                                : (size_t)settings->sitting * sizeof(ChainGame),
        .context = run,
    };
}

/* Plays until the file is complete. */
static int play(Run *run) {
    const Settings *settings = run->settings;
    run->numbers = run->before.games / (uint64_t)games_a_number(settings);
    run->kept = run->before.kept;
    SeriesPlan plan = plan_of(run);
    plan.first = run->numbers;
    plan.end = run->kept < settings->positions ? UINT64_MAX : run->numbers;
    plan.round = 1;
    plan.window = settings->play.threads * cluster_size(settings->play.cluster) * WINDOW_PER_THREAD;
    plan.accept = settings->tree_nodes > 0 ? write_nodes : write_sitting;
    Reason error;
    progress_begin(&run->progress, (double)run->kept / (double)settings->positions, true);
    const bool played = series_play(&plan, &error);
    progress_clear(&run->progress);
    if (!chain_writer_close(run->writer) && run->fault == 0)
        run->fault = errno;
    if (played && run->fault == 0)
        return report_end(run);
    fprintf(stderr, "quorum-datagen: %s: %s\n", settings->out_path,
            run->fault != 0 ? strerror(run->fault) : error.text);
    return run->fault != 0 ? COMMAND_MISUSED : COMMAND_FAILED;
}

/* Whether other options made the games of a file; of one that is damaged inside the writer says
 * that, and no more is true of it. */
static bool is_of_others(const ChainSurvey *survey, const char *description) {
    return !survey->damaged_inside && survey->games > 0 &&
           strcmp(survey->description, description) != 0;
}

/* Begins or continues the file. It is looked at before it is opened, which cuts off its end, and
 * counts as it is found then: another process may have added to it meanwhile. */
static int fill(const Settings *settings, const char *description) {
    const char *path = settings->out_path;
    Reason error;
    Run run = {.settings = settings};
    if (!survey_out(path, &run.before, &error))
        return command_misused("quorum-datagen", error.text);
    if (is_of_others(&run.before, description))
        return refuse(path, run.before.description, description);
    if (!run.before.damaged_inside)
        report_survey(path, &run.before);
    ChainOrigin origin = {.network_id = engine_network_id(settings->play.evaluation),
                          .nodes = settings->tree_nodes > 0 ? 0 : (uint32_t)settings->nodes};
    run.writer = chain_writer_open(path, &origin, &run.before, &error);
    if (!run.writer)
        return command_misused("quorum-datagen", error.text);
    int code = COMMAND_MISUSED;
    if (is_of_others(&run.before, description))
        code = refuse(path, run.before.description, description);
    else if (chain_writer_describe(run.writer, description))
        return play(&run);
    else
        fprintf(stderr, "quorum-datagen: %s: %s\n", path, strerror(errno));
    chain_writer_close(run.writer);
    return code;
}

/* The first of several ranks has the file, the others play for it. */
static int generate(PlaySettings *play_settings) {
    const Settings *settings = (const Settings *)play_settings;
    char description[CHAIN_DESCRIPTION_SIZE];
    Run run = {.settings = settings};
    settings_describe(settings, description);
    if (!play_agree("quorum-datagen", play_settings, description))
        return COMMAND_MISUSED;
    if (cluster_rank(play_settings->cluster) == 0)
        return fill(settings, description);
    const SeriesPlan plan = plan_of(&run);
    return play_follow("quorum-datagen", &plan);
}

int main(int argc, char **argv) {
    chess_init();
    command_begin("quorum-datagen");
    Settings settings;
    settings_parse(&settings, argc, argv);
    return play_program("quorum-datagen", &settings.play, generate);
}
