#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "base/format.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "engine/engine_insider.h"
#include "play/adjudication.h"
#include "play/program.h"
#include "play/series.h"
#include "spsa/parameters.h"
#include "spsa/rows.h"
#include "spsa/settings.h"
#include "spsa/trace.h"

_Static_assert(TUNABLES_ARE_VARIABLE, "it stands on the search of a tune build");

/* So often drawings are brought up to date while games are played. */
#define PLOT_PERIOD_US 60000000

#define PLOT_POINTS 500

/* What the two sides of a pair play with: the values of the parameters, for all ranks. */
typedef struct PairTerms {
    int plus[TUNABLE_COUNT];
    int minus[TUNABLE_COUNT];
} PairTerms;

/* What a run consists of; the ranks but the first have settings and parameters only. */
typedef struct Session {
    const SpsaSettings *settings;
    Parameters parameters;
    SpsaRules rules;
    Journal journal;
    Spsa *spsa;
    JournalRecord games; /* of the iteration under way, as far as they are taken in */
    int fault;           /* errno of what the journal could not take, or 0 */
    Progress progress;
    int64_t begun_at; /* iterations of earlier runs */
    int64_t plotted_us;
} Session;

static int fault(const char *message) {
    fprintf(stderr, "quorum-spsa: %s\n", message);
    return COMMAND_FAILED;
}

/* What is wrong with all ranks is said by the first. */
static int misuse(const Session *session, const char *why) {
    return cluster_rank(session->settings->play.cluster) == 0 ? command_misused("quorum-spsa", why)
                                                              : COMMAND_MISUSED;
}

/* Of every search of a game; each engine counts down what is left of the clock. */
static SearchLimits clock_limits(const SpsaSettings *settings) {
    const int64_t clock_ms = settings->paces[PACE_CLOCK] / settings->play.nodes_time;
    const int64_t increment_ms = settings->increment / settings->play.nodes_time;
    return (SearchLimits){
        .has_clock = {true, true},
        .clock_ms = {clock_ms, clock_ms},
        .increment_ms = {increment_ms, increment_ms},
    };
}

static SearchLimits search_limits(const SpsaSettings *settings) {
    const int64_t pace = settings->paces[settings->pace];
    if (settings->pace == PACE_NODES)
        return (SearchLimits){.nodes = (uint64_t)pace};
    if (settings->pace == PACE_TIME)
        return (SearchLimits){.has_movetime = true, .movetime_ms = pace};
    if (settings->pace == PACE_CLOCK)
        return clock_limits(settings);
    return play_soft_limits((uint64_t)pace);
}

/* All that decides which games are played, as the journal's heading; to be freed, NULL without
 * memory. */
static char *describe(const Session *session) {
    static const char *const NAMES[PACES] = {"nodes", "exact-nodes", "movetime", "clock"};
    const SpsaSettings *settings = session->settings;
    const OpeningRules *opening = &settings->play.opening;
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
            settings->iterations, settings->pairs, settings->ahead, settings->rate,
            settings->play.seed, NAMES[settings->pace], settings->paces[settings->pace],
            settings->play.hash_mib, engine_network_id(settings->play.evaluation),
            opening->random_plies, opening->chess960_percent,
            opening->book ? opening->book->content : 0);
    if (settings->pace == PACE_CLOCK)
        fprintf(stream, "increment=%" PRId64 "\n", settings->increment);
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

typedef bool TraceWrite(const Trace *trace, const char *path, Reason *error);

/* Writes a file, if one is wanted, that shows how the parameters went. */
static bool write_trace(const Session *session, const char *path, int points, TraceWrite *write,
                        Reason *error) {
    Trace trace;
    if (!path)
        return true;
    if (!trace_make(&trace, &session->rules, &session->journal, points))
        return reason_set(error, "not enough memory");
    bool done = write(&trace, path, error);
    trace_clear(&trace);
    return done;
}

static bool write_traces(const Session *session, Reason *error) {
    const CommonArguments *common = &session->settings->play.common;
    return write_trace(session, common->csv, INT32_MAX, trace_write_csv, error) &&
           write_trace(session, common->html, PLOT_POINTS, trace_write_page, error);
}

static void add_games(JournalRecord *sum, const JournalRecord *games) {
    sum->wins += games->wins;
    sum->draws += games->draws;
    sum->losses += games->losses;
}

/* Of all iterations, which have more games than an int holds where many machines play. */
static int64_t drawn_games(const Journal *journal) {
    int64_t drawn = 0;
    for (int64_t i = 0; i < journal->count; i++)
        drawn += journal->records[i].draws;
    return drawn;
}

static double share_done(const Session *session) {
    return (double)session->journal.count / (double)session->rules.iterations;
}

/* What cannot be written now is tried again later, and at the end. */
static void note_iteration(Session *session) {
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
    int64_t games = session->journal.count * 2 * session->settings->pairs;
    int64_t drawn = drawn_games(&session->journal);
    bool complete = session->journal.count == session->rules.iterations;
    fprintf(stderr,
            "quorum-spsa: %" PRId64 " of %" PRId64 " %s%s; %" PRId64 " games, %.1f %% drawn\n",
            session->journal.count, session->rules.iterations,
            format_plural(session->rules.iterations, "iteration", "iterations"),
            complete ? "" : ", stopped before the end", games,
            games > 0 ? 100.0 * (double)drawn / (double)games : 0);
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
    const int64_t pairs = (int64_t)settings->pairs * (settings->ahead + 1);
    const int64_t threads = (int64_t)settings->play.threads * cluster_size(settings->play.cluster);
    if (threads > pairs)
        fprintf(stderr,
                "quorum-spsa: %" PRId64 " of %" PRId64 " threads %s nothing to do: raise --pairs "
                "or --ahead\n",
                threads - pairs, threads, format_plural(threads - pairs, "has", "have"));
}

static void count_game(JournalRecord *games, GameResult result, int white) {
    if (result == GAME_DRAWN)
        games->draws++;
    else if ((result == GAME_WHITE_WINS) == (white == 0))
        games->wins++;
    else
        games->losses++;
}

static void set_terms(void *context, uint64_t number, void *terms) {
    const Session *session = context;
    const SpsaSides *sides =
        spsa_sides(session->spsa, (int64_t)number / session->settings->pairs + 1);
    const size_t bytes = (size_t)session->parameters.count * sizeof(int);
    PairTerms *pair = terms;
    memcpy(pair->plus, sides->plus, bytes);
    memcpy(pair->minus, sides->minus, bytes);
}

/* Plays the two games of a pair, in each of which the other side has White. */
static PlayStatus play_pair(void *context, PlayTable *table, uint64_t number, const void *terms,
                            void *result) {
    const Session *session = context;
    const PairTerms *pair = terms;
    Tunables plus = parameters_apply(&session->parameters, pair->plus);
    Tunables minus = parameters_apply(&session->parameters, pair->minus);
    engine_set_tunables(table->engines[0], &plus);
    engine_set_tunables(table->engines[1], &minus);
    BestMoveReport first;
    PlayStatus status = play_open(table, number, PLAY_FORGET, &first);
    const Position start = table->game.position;
    JournalRecord *games = result;
    *games = (JournalRecord){0};
    for (int white = 0; white < 2 && status == PLAY_DONE; white++) {
        ChainGame game;
        play_begin(table, &start, PLAY_FORGET);
        const PlayEnd end = {.win_score = ADJUDICATION_WIN_SCORE};
        status = play_out(table, white, end, NULL, &game);
        if (status == PLAY_DONE)
            count_game(games, game.result, white);
    }
    return status;
}

/* Learns from the iteration that the pair completes, if it does. */
static bool take_pair(void *context, uint64_t number, const void *result) {
    Session *session = context;
    add_games(&session->games, result);
    if ((number + 1) % (uint64_t)session->settings->pairs != 0)
        return true;
    const JournalRecord games = session->games;
    session->games = (JournalRecord){0};
    if (!journal_add(&session->journal, &games)) {
        session->fault = errno;
        return false;
    }
    spsa_learn(session->spsa, games.wins - games.losses);
    note_iteration(session);
    return true;
}

/* What every rank needs to play. */
static SeriesPlan plan_of(Session *session) {
    const SpsaSettings *settings = session->settings;
    return (SeriesPlan){
        .settings = &settings->play,
        .limits = search_limits(settings),
        .engines = 2,
        .play = play_pair,
        .result_size = sizeof(JournalRecord),
        .terms_size = sizeof(PairTerms),
        .context = session,
    };
}

/* Plays until the run is complete. */
static int play(Session *session) {
    Reason error;
    const SpsaSettings *settings = session->settings;
    const uint64_t pairs = (uint64_t)settings->pairs;
    SeriesPlan plan = plan_of(session);
    plan.first = (uint64_t)session->journal.count * pairs;
    plan.end = (uint64_t)settings->iterations * pairs;
    plan.round = settings->pairs;
    plan.window = settings->ahead + 1;
    plan.set_terms = set_terms;
    plan.accept = take_pair;
    session->begun_at = session->journal.count;
    session->plotted_us = clock_now_us();
    progress_begin(&session->progress, share_done(session), true);
    const bool played = series_play(&plan, &error);
    progress_clear(&session->progress);
    if (session->fault != 0) {
        reason_set(&error, "%s: %s", settings->journal_path, strerror(session->fault));
        return command_misused("quorum-spsa", error.text);
    }
    return played ? report(session) : fault(error.text);
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
        fprintf(stderr, "quorum-spsa: %s holds %" PRId64 " %s\n", settings->journal_path,
                journal->count, format_plural(journal->count, "iteration", "iterations"));
    for (int64_t i = 0; i < journal->count; i++)
        spsa_learn(session->spsa, journal->records[i].wins - journal->records[i].losses);
    warn_of_idleness(settings);
    int code = play(session);
    spsa_destroy(session->spsa);
    return code;
}

/* Begins or continues the run of a journal. */
static int lead(Session *session, const char *heading) {
    const SpsaSettings *settings = session->settings;
    Reason error;
    session->rules = (SpsaRules){
        .parameters = session->parameters.list,
        .count = session->parameters.count,
        .iterations = settings->iterations,
        .ahead = settings->ahead,
        .rate = settings->rate,
        .seed = settings->play.seed,
    };
    const JournalPlan plan = {heading, 2 * settings->pairs, settings->iterations};
    if (!journal_open(&session->journal, settings->journal_path, &plan, &error))
        return command_misused("quorum-spsa", error.text);
    int code = resume(session);
    if (!journal_close(&session->journal) && code == COMMAND_OK)
        code = command_misused("quorum-spsa", "the journal could not be written");
    return code;
}

/* The first of several ranks has the journal, the others play for it. */
static int take_part(Session *session, const char *heading) {
    const PlaySettings *settings = &session->settings->play;
    if (cluster_rank(settings->cluster) == 0)
        return lead(session, heading);
    const SeriesPlan plan = plan_of(session);
    return play_follow("quorum-spsa", &plan);
}

static int tune(PlaySettings *play_settings) {
    const SpsaSettings *settings = (const SpsaSettings *)play_settings;
    Reason error;
    Session session = {.settings = settings};
    const bool chosen =
        parameters_choose(&session.parameters, settings->only, settings->step_percent, &error);
    char *heading = chosen ? describe(&session) : strdup(error.text);
    if (!heading) {
        fault("not enough memory");
        cluster_abort(play_settings->cluster, COMMAND_FAILED); /* others would wait for ever */
    }
    int code = COMMAND_MISUSED;
    if (play_agree("quorum-spsa", play_settings, heading))
        code = chosen ? take_part(&session, heading) : misuse(&session, error.text);
    free(heading);
    return code;
}

int main(int argc, char **argv) {
    chess_init();
    command_begin("quorum-spsa");
    SpsaSettings settings;
    spsa_settings_parse(&settings, argc, argv);
    return play_program("quorum-spsa", &settings.play, tune);
}
