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
