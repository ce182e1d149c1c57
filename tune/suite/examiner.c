#include "suite/examiner.h"

#include <stdlib.h>
#include <string.h>

#include "suite/classify.h"
#include "suite/oracle.h"

/* The large search has to have stayed with the move for this share of its nodes. */
#define STABLE_SHARE(nodes) ((nodes) / 2)

struct Examiner {
    const ExaminerRules *rules;
    Analyst *analyst;
};

/* One examination. */
typedef struct Case {
    Examiner *examiner;
    const Candidate *candidate;
    Kind kind;
    ExaminerMustStop *must_stop;
    void *context;
    bool stopped;
    SuiteEntry *entry;
} Case;

Examiner *examiner_create(const ExaminerRules *rules) {
    Examiner *examiner = malloc(sizeof *examiner);
    Analyst *analyst = analyst_create(rules->evaluation, rules->hash_mib);
    if (!examiner || !analyst) {
        free(examiner);
        analyst_destroy(analyst);
        return NULL;
    }
    *examiner = (Examiner){rules, analyst};
    return examiner;
}

void examiner_destroy(Examiner *examiner) {
    if (!examiner)
        return;
    analyst_destroy(examiner->analyst);
    free(examiner);
}

/* False, and no analysis, when it is time to stop. */
static bool search(Case *this, const AnalysisTask *task, Analysis *analysis) {
    this->stopped = this->stopped || this->must_stop(this->context);
    if (this->stopped)
        return false;
    analyst_search(this->examiner->analyst, &this->entry->position, task, analysis);
    return true;
}

static bool search_nodes(Case *this, uint64_t nodes, Analysis *analysis) {
    return search(this, &(AnalysisTask){.nodes = nodes}, analysis);
}

static bool retakes(const Case *this, Move move) {
    return move_to(move) == this->candidate->taken_on &&
           position_captured_type(&this->entry->position, move) != NO_PIECE_TYPE;
}

static Theme judge(const Case *this, const Analysis *analysis, Score next) {
    Evidence evidence = {
        .best = analysis->score, .next = next, .tablebase = this->entry->has_tablebase};
    line_play(&evidence.line, &this->entry->position, analysis->line, analysis->length);
    return classify(&evidence);
}

static void note_analysis(SuiteEntry *entry, const Analysis *analysis, uint64_t nodes) {
    entry->best = analysis->best;
    entry->score = analysis->score;
    entry->depth = analysis->depth;
    entry->nodes = nodes;
    entry->stable = analysis->stable;
    entry->length = analysis->length;
    memcpy(entry->line, analysis->line, sizeof entry->line);
}

/* Whether what a small search says can still become one of the suite's positions: the limits are
 * wider than those of classify(). */
static bool is_promising(const Case *this, const Analysis *found) {
    int margin = found->score - found->next_score;
    if (found->next == MOVE_NONE || found->best == this->candidate->played ||
        retakes(this, found->best))
        return false;
    if (this->kind == KIND_POSITIONAL)
        return margin >= 25 && margin <= 150 && found->score >= -250 && found->score <= 250;
    return this->entry->has_tablebase ||
           (margin >= 100 && found->score >= -150 && found->next_score <= 350);
}

/* Whether game, shallow and middle search differ, and which move the shallow one wants. */
static bool is_hard(Case *this, Move *shallow) {
    const ExaminerRules *rules = this->examiner->rules;
    AnalysisTask task = {.nodes = rules->middle, .compare = true};
    Analysis middle, first;
    if (!search(this, &task, &middle) || !is_promising(this, &middle) ||
        !search_nodes(this, rules->shallow, &first))
        return false;
    *shallow = first.best;
    return first.best != middle.best;
}

/* The first confirmation: a search that compares the best moves. */
static bool confirm_small(Case *this, Move shallow, Analysis *found, Theme *theme) {
    AnalysisTask task = {.nodes = this->examiner->rules->small, .compare = true};
    if (!search(this, &task, found) || found->next == MOVE_NONE || found->best == shallow ||
        retakes(this, found->best))
        return false;
    *theme = judge(this, found, found->next_score);
    return *theme != THEME_NONE;
}

/* The second one: a search as a user makes it, and one of all the other moves. */
static bool confirm_large(Case *this, Move best, Analysis *found, Analysis *others) {
    uint64_t nodes = this->examiner->rules->large;
    if (!search_nodes(this, nodes, found) || found->best != best ||
        found->stable > STABLE_SHARE(nodes))
        return false;
    AnalysisTask task = {.nodes = nodes / 2, .excluded = best};
    return search(this, &task, others);
}

static bool examine_by_search(Case *this) {
    SuiteEntry *entry = this->entry;
    OracleAnswer answer = {.only = MOVE_NONE};
    entry->has_tablebase = oracle_ask(this->examiner->rules->tables, &entry->position, &answer);
    entry->tablebase_win = answer.is_win;
    if (entry->has_tablebase && answer.only == MOVE_NONE)
        return false;
    Move shallow;
    Analysis small, large, others;
    Theme first;
    if (!is_hard(this, &shallow) || !confirm_small(this, shallow, &small, &first) ||
        (entry->has_tablebase && small.best != answer.only) ||
        !confirm_large(this, small.best, &large, &others))
        return false;
    entry->theme = judge(this, &large, others.score);
    if (entry->theme == THEME_NONE || theme_kind(entry->theme) != theme_kind(first))
        return false;
    note_analysis(entry, &large, this->examiner->rules->large);
    entry->next = others.best;
    entry->next_score = others.score;
    return true;
}

/* How soon an ordinary search stays with the mate: a small one where that is enough. */
static bool measure_mate(Case *this, Move first) {
    const ExaminerRules *rules = this->examiner->rules;
    const uint64_t sizes[] = {rules->small, rules->large};
    for (int i = 0; i < 2; i++) {
        Analysis found;
        if (!search_nodes(this, sizes[i], &found))
            return false;
        if (found.best == first && found.stable <= STABLE_SHARE(sizes[i])) {
            note_analysis(this->entry, &found, sizes[i]);
            return true;
        }
    }
    return false;
}

static bool examine_for_mate(Case *this) {
    const ExaminerRules *rules = this->examiner->rules;
    SuiteEntry *entry = this->entry;
    Mating mating;
    if (this->must_stop(this->context)) {
        this->stopped = true;
        return false;
    }
    if (!mating_find(&entry->position, MATING_MAX_MOVES, &rules->mating, &mating) ||
        mating.moves < 2 || !mating.unique || retakes(this, mating.first))
        return false;
    Analysis shallow;
    if (!search_nodes(this, rules->shallow, &shallow) || shallow.best == mating.first ||
        !measure_mate(this, mating.first))
        return false;
    entry->theme = theme_of_mate(mating.moves);
    entry->mate = mating.moves;
    entry->score = SCORE_NONE;
    entry->next = MOVE_NONE;
    entry->length = mating.length < ANALYSIS_PLIES ? mating.length : ANALYSIS_PLIES;
    memcpy(entry->line, mating.line, (size_t)entry->length * sizeof(Move));
    return true;
}

Verdict examiner_examine(Examiner *examiner, const Candidate *candidate, Kind kind,
                         ExaminerMustStop *must_stop, void *context, SuiteEntry *entry) {
    *entry =
        (SuiteEntry){.position = candidate->position, .next = MOVE_NONE, .ply = candidate->ply};
    Case this = {examiner, candidate, kind, must_stop, context, false, entry};
    bool found = kind == KIND_MATE ? examine_for_mate(&this) : examine_by_search(&this);
    if (this.stopped)
        return VERDICT_STOPPED;
    return found ? VERDICT_ENTRY : VERDICT_NONE;
}

/* Whether proof or tables contradict the entry, or cannot repeat what it says. */
static bool is_disproved(Examiner *examiner, const SuiteEntry *entry) {
    const ExaminerRules *rules = examiner->rules;
    Mating mating;
    if (entry->mate > 0 &&
        (!mating_find(&entry->position, MATING_MAX_MOVES, &rules->mating, &mating) ||
         mating.moves != entry->mate || mating.first != entry->best || !mating.unique))
        return true;
    OracleAnswer answer;
    if (!oracle_ask(rules->tables, &entry->position, &answer))
        return false;
    if (entry->mate > 0)
        return !answer.is_win;
    return answer.only != entry->best ||
           (entry->has_tablebase && answer.is_win != entry->tablebase_win);
}

Recheck examiner_recheck(Examiner *examiner, const SuiteEntry *entry, uint64_t nodes,
                         ExaminerMustStop *must_stop, void *context) {
    if (must_stop(context))
        return RECHECK_STOPPED;
    if (is_disproved(examiner, entry))
        return RECHECK_NO_PROOF;
    Analysis found;
    analyst_search(examiner->analyst, &entry->position, &(AnalysisTask){.nodes = nodes}, &found);
    return found.best == entry->best ? RECHECK_HOLDS : RECHECK_OTHER_MOVE;
}
