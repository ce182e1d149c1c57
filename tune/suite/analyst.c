#include "suite/analyst.h"

#include <stdlib.h>
#include <string.h>

#include "base/clock.h"
#include "chess/movegen.h"

/* A line of so many moves is as good as any longer one. */
#define TELLING_PLIES 6

struct Analyst {
    Engine *engine;
    Analysis *analysis; /* of the search that runs */
};

Analyst *analyst_create(const Engine *evaluation, size_t hash_mib) {
    Analyst *analyst = malloc(sizeof *analyst);
    Engine *engine = engine_create();
    if (!analyst || !engine) {
        free(analyst);
        engine_destroy(engine);
        return NULL;
    }
    engine_set_hash(engine, hash_mib);
    engine_share_network(engine, evaluation);
    *analyst = (Analyst){.engine = engine};
    return analyst;
}

void analyst_destroy(Analyst *analyst) {
    if (!analyst)
        return;
    engine_destroy(analyst->engine);
    free(analyst);
}

/* A line that the table has cut short does not replace a longer one of the same move. */
static bool tells_less(const Analysis *analysis, const ReportLine *line) {
    return line->length < TELLING_PLIES && line->length < analysis->length &&
           line->moves[0] == analysis->line[0];
}

static void note_line(Analysis *analysis, const ReportLine *line) {
    analysis->score = line->score;
    analysis->depth = line->depth;
    if (tells_less(analysis, line))
        return;
    analysis->length = line->length < ANALYSIS_PLIES ? line->length : ANALYSIS_PLIES;
    memcpy(analysis->line, line->moves, (size_t)analysis->length * sizeof(Move));
}

static void note_iteration(void *context, const IterationReport *report) {
    Analysis *analysis = ((Analyst *)context)->analysis;
    const ReportLine *first = &report->lines[0];
    if (report->line_count == 0 || first->length == 0)
        return;
    if (first->moves[0] != analysis->best)
        analysis->stable = report->nodes;
    analysis->best = first->moves[0];
    if (first->bound == BOUND_EXACT)
        note_line(analysis, first);
    if (report->line_count > 1 && report->lines[1].bound == BOUND_EXACT &&
        report->lines[1].length > 0) {
        analysis->next = report->lines[1].moves[0];
        analysis->next_score = report->lines[1].score;
    }
}

static void note_best_move(void *context, const BestMoveReport *report) {
    Analysis *analysis = ((Analyst *)context)->analysis;
    if (report->best != analysis->best)
        analysis->stable = report->nodes;
    analysis->best = report->best;
}

static void exclude(SearchLimits *limits, const Position *position, Move excluded) {
    MoveList list = {.count = 0};
    movegen_all(position, &list);
    for (int i = 0; i < list.count; i++) {
        if (list.moves[i] != excluded)
            limits->search_moves[limits->search_move_count++] = list.moves[i];
    }
}

void analyst_search(Analyst *analyst, const Position *position, const AnalysisTask *task,
                    Analysis *analysis) {
    *analysis = (Analysis){.best = MOVE_NONE, .next = MOVE_NONE};
    SearchLimits limits = {.nodes = task->nodes, .analyse = true, .start_us = clock_now_us()};
    if (task->excluded != MOVE_NONE) {
        exclude(&limits, position, task->excluded);
        if (limits.search_move_count == 0)
            return;
    }
    char fen[FEN_SIZE];
    FenError error;
    fen_format(position, fen);
    if (!engine_set_position(analyst->engine, fen, &error))
        return;
    engine_set_multipv(analyst->engine, task->compare ? 2 : 1);
    engine_new_game(analyst->engine);
    analyst->analysis = analysis;
    ReportSink sink = {
        .context = analyst, .iteration = note_iteration, .best_move = note_best_move};
    engine_think(analyst->engine, &limits, &sink);
    /* The last words of a search that was cut off can be a bound, without a line of its own. */
    if (analysis->length == 0 || analysis->line[0] != analysis->best) {
        analysis->line[0] = analysis->best;
        analysis->length = analysis->best != MOVE_NONE;
    }
}
