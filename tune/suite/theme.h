#ifndef QUORUM_SUITE_THEME_H
#define QUORUM_SUITE_THEME_H

#include "base/text.h"

/* What a position of a suite is about. Each theme belongs to one suite. Pure; any thread. */

typedef enum Kind { KIND_TACTICAL, KIND_POSITIONAL, KIND_ENDGAME, KIND_MATE, KINDS } Kind;

/* In the order in which a suite lists them. */
typedef enum Theme {
    THEME_DEFENCE,
    THEME_PROMOTION,
    THEME_DEFLECTION,
    THEME_SACRIFICE,
    THEME_DISCOVERY,
    THEME_FORK,
    THEME_PIN,
    THEME_SKEWER,
    THEME_QUIET_MOVE,
    THEME_CHECK,
    THEME_CAPTURE,
    THEME_EXCHANGE,
    THEME_PAWN_BREAK,
    THEME_PAWN_ADVANCE,
    THEME_OUTPOST,
    THEME_KNIGHT,
    THEME_BISHOP,
    THEME_OPEN_FILE,
    THEME_ROOK,
    THEME_QUEEN,
    THEME_KING_SAFETY,
    THEME_PAWN_ENDING,
    THEME_MINOR_ENDING,
    THEME_ROOK_ENDING,
    THEME_QUEEN_ENDING,
    THEME_MIXED_ENDING,
    THEME_MATE_IN_2,
    THEME_MATE_IN_3,
    THEME_MATE_IN_4,
    THEME_MATE_IN_5,
    THEME_LONGER_MATE,
    THEMES,
    THEME_NONE = THEMES
} Theme;

/* The name of a suite, which is that of its file without ".epd". */
const char *kind_name(Kind kind);

/* KINDS for a name that no suite has. */
Kind kind_parse(Text name);

Kind theme_kind(Theme theme);

/* As it stands in the operation c0, and in ids before their number. */
const char *theme_name(Theme theme);

/* THEME_NONE for a name that no theme has. */
Theme theme_parse(Text name);

/* The theme of a mate in so many moves, 2 or more. */
Theme theme_of_mate(int moves);

#endif
