#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/clock.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "engine/network_holder.h"
#include "play/play.h"
#include "spsa/rows.h"
#include "spsa/run.h"
#include "spsa/settings.h"
#include "spsa/trace.h"

/* So often drawings are brought up to date while games are played. */
#define PLOT_PERIOD_US 60000000

#define PLOT_POINTS 500

/* What a run consists of. */
typedef struct Session {
    const SpsaSettings *settings;
    const sigset_t *signals;
    Parameters parameters;
    SpsaRules rules;
    MatchRules match;
    Journal journal;
    Spsa *spsa;
    Progress progress;
    int64_t begun_at; /* iterations of earlier runs */
    int64_t plotted_us;
} Session;

static int fault(const char *message) {
    fprintf(stderr, "quorum-spsa: %s\n", message);
    return COMMAND_FAILED;
}

static SearchLimits search_limits(const SpsaSettings *settings) {
    switch (settings->pace) {
    case PACE_NODES:
        return (SearchLimits){.nodes = (uint64_t)settings->pace_value};
    case PACE_TIME:
        return (SearchLimits){.has_movetime = true, .movetime_ms = settings->pace_value};
    default:
        return play_soft_limits((uint64_t)settings->pace_value);
    }
}

/* All that decides which games are played, as the journal's heading; to be freed, NULL without
 * memory. */
static char *describe(const Session *session) {
    static const char *const PACES[] = {"nodes", "exact-nodes", "movetime"};
    const SpsaSettings *settings = session->settings;
    const OpeningRules *opening = &settings->opening;
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    if (!stream)
        return NULL;
    fprintf(stream,
            "quorum-spsa journal 1\n"
            "iterations=%" PRId64 " pairs=%d ahead=%d rate=%.17g seed=%" PRIu64 "\n"
            "%s=%" PRId64 " hash=%d network=%016" PRIx64 " random-plies=%d chess960=%d "
            "openings=%016" PRIx64 "\n",
            settings->iterations, settings->pairs, settings->ahead, settings->rate, settings->seed,
            PACES[settings->pace], settings->pace_value, settings->hash_mib,
            engine_network_id(session->match.evaluation), opening->random_plies,
            opening->chess960_percent, opening->book ? opening->book->content : 0);
    for (int i = 0; i < TUNABLE_COUNT; i++)
        fprintf(stream, "%s %d\n", TUNABLE_ROWS[i].name, TUNABLE_ROWS[i].value);
    for (int i = 0; i < session->parameters.count; i++) {
        const SpsaParameter *parameter = &session->parameters.list[i];
        fprintf(stream, "tuned: %s from %d to %d by %.17g\n", parameter->name, parameter->least,
                parameter->most, parameter->step);
    }
    fprintf(stream, "won, drawn and lost games of each iteration:\n");
    if (fclose(stream) != 0) {
        free(text);
        return NULL;
    }
    return text;
}

/* Writes the files that show how the parameters went. */
static bool write_traces(const Session *session, Reason *error) {
    const SpsaSettings *settings = session->settings;
    bool done = true;
    Trace trace;
    if (settings->common.csv) {
        done = trace_make(&trace, &session->rules, &session->journal, INT32_MAX);
        if (!done)
            reason_set(error, "not enough memory");
        done = done && trace_write_csv(&trace, settings->common.csv, error);
        trace_clear(&trace);
    }
    if (done && settings->common.html) {
        done = trace_make(&trace, &session->rules, &session->journal, PLOT_POINTS);
        if (!done)
            reason_set(error, "not enough memory");
        done = done && trace_write_page(&trace, settings->common.html, error);
        trace_clear(&trace);
    }
    return done;
}

static JournalRecord total_of(const Journal *journal) {
    JournalRecord total = {0};
    for (int64_t i = 0; i < journal->count; i++) {
        total.wins += journal->records[i].wins;
        total.draws += journal->records[i].draws;
        total.losses += journal->records[i].losses;
    }
    return total;
}

static double share_done(const Session *session) {
    return (double)session->journal.count / (double)session->rules.iterations;
}

/* What cannot be written now is tried again later, and at the end. */
static void note_iteration(void *context) {
    Session *session = context;
    double seconds = progress_seconds(&session->progress);
    double games =
        2.0 * session->settings->pairs * (double)(session->journal.count - session->begun_at);
    progress_update(&session->progress, share_done(session),
                    "iteration %" PRId64 " of %" PRId64 ", %.2f games/s", session->journal.count,
                    session->rules.iterations, seconds > 0 ? games / seconds : 0);
    if (clock_now_us() - session->plotted_us >= PLOT_PERIOD_US) {
        Reason error;
        write_traces(session, &error);
        session->plotted_us = clock_now_us();
    }
}

static int report(const Session *session) {
    Reason error;
    JournalRecord total = total_of(&session->journal);
    int64_t games = (int64_t)total.wins + total.draws + total.losses;
    bool complete = session->journal.count == session->rules.iterations;
    fprintf(stderr,
            "quorum-spsa: %" PRId64 " of %" PRId64 " iterations%s; %" PRId64
            " games, %.1f %% drawn\n",
            session->journal.count, session->rules.iterations,
            complete ? "" : ", stopped before the end", games,
            games > 0 ? 100.0 * total.draws / (double)games : 0);
    int settings[TUNABLE_COUNT];
    for (int i = 0; i < session->parameters.count; i++)
        settings[i] = (int)lround(spsa_value(session->spsa, i));
    Tunables tunables = parameters_apply(&session->parameters, settings);
    rows_write(stdout, TUNABLE_ROWS, &tunables, 0, TUNABLE_TREE_COUNT);
    printf("\n");
    rows_write(stdout, TUNABLE_ROWS, &tunables, TUNABLE_TREE_COUNT, TUNABLE_COUNT);
    return write_traces(session, &error) ? COMMAND_OK : command_misused("quorum-spsa", error.text);
}

/* Says when there are more threads than pairs that may be played at the same time. */
static void warn_of_idleness(const SpsaSettings *settings) {
    int64_t pairs = (int64_t)settings->pairs * (settings->ahead + 1);
    if (settings->threads > pairs)
        fprintf(stderr,
                "quorum-spsa: %" PRId64 " of %d threads have nothing to do: raise --pairs or "
                "--ahead\n",
                settings->threads - pairs, settings->threads);
}

/* Plays until the run is complete. */
static int play(Session *session) {
    Reason error;
    TournamentPlan plan = {
        .spsa = session->spsa,
        .journal = &session->journal,
        .rules = session->rules,
        .pairs = session->settings->pairs,
        .iteration_done = note_iteration,
        .context = session,
    };
    Tournament *tournament = tournament_create(&plan);
    if (!tournament)
        return fault("not enough memory");
    session->begun_at = session->journal.count;
    session->plotted_us = clock_now_us();
    progress_begin(&session->progress, share_done(session), true);
    RunPlan run = {&session->match, &session->parameters, tournament, session->signals,
                   session->settings->threads};
    if (!run_games(&run))
        tournament_fail(tournament, "no memory for the engines");
    progress_clear(&session->progress);
    if (!tournament_close(tournament, &error))
        return ferror(session->journal.file) ? command_misused("quorum-spsa", error.text)
                                             : fault(error.text);
    return report(session);
}

/* Goes through what the journal holds, and on. */
static int resume(Session *session) {
    const SpsaSettings *settings = session->settings;
    session->spsa = spsa_create(&session->rules);
    if (!session->spsa)
        return fault("not enough memory");
    const Journal *journal = &session->journal;
    if (journal->was_cut)
        fprintf(stderr, "quorum-spsa: %s ends in an incomplete line, which is played again\n",
                settings->journal_path);
    if (journal->count > 0)
        fprintf(stderr, "quorum-spsa: %s holds %" PRId64 " iterations\n", settings->journal_path,
                journal->count);
    for (int64_t i = 0; i < journal->count; i++)
        spsa_learn(session->spsa, journal->records[i].wins - journal->records[i].losses);
    warn_of_idleness(settings);
    int code = play(session);
    spsa_destroy(session->spsa);
    return code;
}

/* Begins or continues the run of a journal. */
static int tune(const SpsaSettings *settings, const Engine *evaluation, const sigset_t *signals) {
    Reason error;
    Session session = {.settings = settings, .signals = signals};
    if (!parameters_choose(&session.parameters, settings->only, settings->step_percent, &error))
        return command_misused("quorum-spsa", error.text);
    session.rules = (SpsaRules){
        .parameters = session.parameters.list,
        .count = session.parameters.count,
        .iterations = settings->iterations,
        .ahead = settings->ahead,
        .rate = settings->rate,
        .seed = settings->seed,
    };
    session.match = (MatchRules){
        .seed = settings->seed,
        .limits = search_limits(settings),
        .hash_mib = settings->hash_mib,
        .evaluation = evaluation,
        .opening = settings->opening,
    };
    char *heading = describe(&session);
    if (!heading)
        return fault("not enough memory");
    JournalPlan plan = {heading, 2 * settings->pairs, settings->iterations};
    bool opened = journal_open(&session.journal, settings->journal_path, &plan, &error);
    free(heading);
    if (!opened)
        return command_misused("quorum-spsa", error.text);
    int code = resume(&session);
    if (!journal_close(&session.journal) && code == COMMAND_OK)
        code = command_misused("quorum-spsa", "the journal could not be written");
    return code;
}

int main(int argc, char **argv) {
    chess_init();
    command_begin("quorum-spsa");
    SpsaSettings settings;
    spsa_settings_parse(&settings, argc, argv);
    Reason error;
    Book book;
    bool has_book = settings.openings_path;
    if (has_book && !book_load(&book, settings.openings_path, &error))
        return command_misused("quorum-spsa", error.text);
    settings.opening.book = has_book ? &book : NULL;
    /* Before there is an engine, whose threads would end the process at a signal. */
    sigset_t signals;
    stop_signals_block(&signals);
    Engine *evaluation = network_holder(settings.common.eval_file, &error);
    int code = evaluation ? tune(&settings, evaluation, &signals)
                          : command_misused("quorum-spsa", error.text);
    engine_destroy(evaluation);
    if (has_book)
        book_free(&book);
    return code;
}
