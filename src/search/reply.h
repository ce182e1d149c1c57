#pragma once

#include "search/control.h"

/* The answer expected to a line's first move: the line's second move or, where it has but one, what
 * the table takes for the best answer. MOVE_NONE if neither knows a legal one. By the director. */
Move reply_expected(const SearchControl *control, const ReportLine *line);
