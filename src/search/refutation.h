#pragma once

#include "search/worker.h"

/* What refutes root moves. Reports do nothing when nobody listens or in the first second of a
 * search. */

/* After an iteration, if the last report was not just before: from the table, or where that has no
 * reply from a short search. By the main thread. */
void refutation_report(Worker *worker);

/* At the end, when `best` is to be played: from the table alone. Any thread. */
void refutation_report_last(SearchControl *control, Move best);

/* The answer expected to a line's first move: the line's second move or, where it has but one, what
 * the table takes for the best answer. MOVE_NONE if neither knows a legal one. By the director. */
Move refutation_expected(const SearchControl *control, const ReportLine *line);
