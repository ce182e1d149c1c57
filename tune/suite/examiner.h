#ifndef QUORUM_SUITE_EXAMINER_H
#define QUORUM_SUITE_EXAMINER_H

#include "suite/candidate.h"
#include "suite/entry.h"
#include "suite/mating.h"
#include "tables/syzygy.h"

/* Finds out whether a position belongs into a suite. Owned by one thread, but examiners are created
 * by one thread, one after the other. */
typedef struct Examiner Examiner;

typedef struct ExaminerRules {
    uint64_t shallow; /* nodes of a search that must not find the best move */
    uint64_t middle;  /* of one that must not agree with it */
    uint64_t small;   /* of the first that confirms the best move */
    uint64_t large;   /* of the second */
    MatingRules mating;
    size_t hash_mib;
    const SyzygyTables *tables; /* NULL for none */
    const Engine *evaluation;   /* an engine whose evaluation all examiners share */
} ExaminerRules;

/* Asked before every search. */
typedef bool ExaminerMustStop(void *context);

typedef enum Verdict {
    VERDICT_ENTRY, /* *entry is filled, but for game and id */
    VERDICT_NONE,
    VERDICT_STOPPED /* must_stop() said so */
} Verdict;

/* NULL without memory. The rules must outlive the examiner. */
Examiner *examiner_create(const ExaminerRules *rules);
void examiner_destroy(Examiner *examiner);

/* Examines a position for a suite of that kind; what it turns out to be may be of another. */
Verdict examiner_examine(Examiner *examiner, const Candidate *candidate, Kind kind,
                         ExaminerMustStop *must_stop, void *context, SuiteEntry *entry);

/* What examiner_recheck() finds. */
typedef enum Recheck {
    RECHECK_HOLDS,
    RECHECK_OTHER_MOVE, /* a search prefers another move */
    RECHECK_NO_PROOF,   /* mate or endgame tables do not confirm the entry */
    RECHECK_STOPPED
} Recheck;

/* Repeats what has confirmed an entry: the proof of mate, the question to the endgame tables (where
 * there are any that have the position), and a search of so many nodes for the best move. */
Recheck examiner_recheck(Examiner *examiner, const SuiteEntry *entry, uint64_t nodes,
                         ExaminerMustStop *must_stop, void *context);

#endif
