#pragma once

#include "chess/position.h"
#include "report/html.h"

/* Positions as diagrams on a page, White at the bottom, as inline SVG that needs no letters. */

/* The shapes of the pieces, once on a page, before the first board. */
void board_define(HtmlPage *page);

/* A board with arrows: whole for the moves that were wanted, dashed for the one that was played
 * (MOVE_NONE without). `label` is read out in its place. */
void board_add(HtmlPage *page, const Position *position, const MoveList *wanted, Move played,
               const char *label);

/* A card: board_card_begin(), its board if there is one, the name of the position, a line for what
 * each run played, board_card_end() with what was wanted and a remark. */
void board_card_begin(HtmlPage *page);
void board_card_name(HtmlPage *page, const char *name);

/* What was played, by a run that has a name or "", and how often that was right, for more than one
 * attempt. */
typedef struct BoardOutcome {
    const char *run;
    const char *move;
    bool solved;
    size_t attempts;
    size_t solved_attempts;
} BoardOutcome;

void board_card_outcome(HtmlPage *page, const BoardOutcome *outcome);
void board_card_end(HtmlPage *page, const char *wanted, const char *remark);
