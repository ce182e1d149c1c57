#pragma once

#include "search/histories.h"

/* Hands out the legal moves of a node one by one, the most promising first, and generates no more
 * than it must: table move, good captures, killers and counter move, quiet moves, bad captures. In
 * check: table move, then all evasions by merit. */

typedef enum PickerStage {
    PICK_TABLE_MOVE,
    PICK_NOISY_PREPARE,
    PICK_GOOD_NOISY,
    PICK_REFUTATIONS,
    PICK_QUIET_PREPARE,
    PICK_QUIET,
    PICK_BAD_NOISY,
    PICK_EVASION_PREPARE,
    PICK_EVASION,
    PICK_DONE
} PickerStage;

#define PICKER_REFUTATIONS   3
#define PICKER_CONTINUATIONS 4

/* A position and what its moves are ordered by. */
typedef struct PickerSource {
    const Position *position;
    const Histories *histories;
    PieceToHistory *continuations[PICKER_CONTINUATIONS]; /* of the moves 1, 2, 4 and 6 plies ago */
} PickerSource;

typedef struct Picker {
    PickerSource source;
    const CheckSquares *checks; /* that quiet moves may give; NULL where none is handed out */
    int ply;
    Threats threats; /* by the enemy; in quiescence only where quiet moves are handed out */
    Move table_move;
    Move refutations[PICKER_REFUTATIONS]; /* killers, then counter move; they may be anything */
    PickerStage stage;
    bool noisy_only;
    int see_threshold; /* noisy moves below it are bad; in quiescence they are skipped */
    int refutation;    /* next of refutations */
    int next;          /* next of list */
    int bad_count;     /* bad captures, kept at the start of list */
    int bad_next;
    Move expected; /* what is likely to follow the last move, MOVE_NONE where that is not known */
    MoveList list;
    int best, second;    /* keys of the moves to be taken next, where they are known */
    int keys[MAX_MOVES]; /* scores, see picker.c */
} Picker;

/* For a node of the main search, `ply` plies from the root. `checks` has the squares from where its
 * men give check, and is read until the last move is handed out. table_move may be any bits; it is
 * checked. */
void picker_begin(Picker *picker, const PickerSource *source, const CheckSquares *checks,
                  Move table_move, int ply, const Move refutations[PICKER_REFUTATIONS]);

/* For quiescence and ProbCut: captures and queen promotions whose exchange wins at least
 * see_threshold; in check all evasions. */
void picker_begin_noisy(Picker *picker, const PickerSource *source, Move table_move,
                        int see_threshold);

/* The next move, or MOVE_NONE. With skip_quiets set no further quiet moves are handed out. */
Move picker_next(Picker *picker, bool skip_quiets);
