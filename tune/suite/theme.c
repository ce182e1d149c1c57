#include "suite/theme.h"

static const char *const KIND_NAMES[KINDS] = {"tactical", "positional", "endgame", "mate"};

static const struct {
    Kind kind;
    const char *name;
} TABLE[THEMES] = {
    [THEME_DEFENCE] = {KIND_TACTICAL, "defence"},
    [THEME_PROMOTION] = {KIND_TACTICAL, "promotion"},
    [THEME_DEFLECTION] = {KIND_TACTICAL, "deflection"},
    [THEME_SACRIFICE] = {KIND_TACTICAL, "sacrifice"},
    [THEME_DISCOVERY] = {KIND_TACTICAL, "discovered attack"},
    [THEME_FORK] = {KIND_TACTICAL, "fork"},
    [THEME_PIN] = {KIND_TACTICAL, "pin"},
    [THEME_SKEWER] = {KIND_TACTICAL, "skewer"},
    [THEME_QUIET_MOVE] = {KIND_TACTICAL, "quiet move"},
    [THEME_CHECK] = {KIND_TACTICAL, "check"},
    [THEME_CAPTURE] = {KIND_TACTICAL, "capture"},
    [THEME_EXCHANGE] = {KIND_POSITIONAL, "exchange"},
    [THEME_PAWN_BREAK] = {KIND_POSITIONAL, "pawn break"},
    [THEME_PAWN_ADVANCE] = {KIND_POSITIONAL, "pawn advance"},
    [THEME_OUTPOST] = {KIND_POSITIONAL, "outpost"},
    [THEME_KNIGHT] = {KIND_POSITIONAL, "knight manoeuvre"},
    [THEME_BISHOP] = {KIND_POSITIONAL, "bishop manoeuvre"},
    [THEME_OPEN_FILE] = {KIND_POSITIONAL, "open file"},
    [THEME_ROOK] = {KIND_POSITIONAL, "rook manoeuvre"},
    [THEME_QUEEN] = {KIND_POSITIONAL, "queen manoeuvre"},
    [THEME_KING_SAFETY] = {KIND_POSITIONAL, "king safety"},
    [THEME_PAWN_ENDING] = {KIND_ENDGAME, "pawn ending"},
    [THEME_MINOR_ENDING] = {KIND_ENDGAME, "minor piece ending"},
    [THEME_ROOK_ENDING] = {KIND_ENDGAME, "rook ending"},
    [THEME_QUEEN_ENDING] = {KIND_ENDGAME, "queen ending"},
    [THEME_MIXED_ENDING] = {KIND_ENDGAME, "mixed ending"},
    [THEME_MATE_IN_2] = {KIND_MATE, "mate in two"},
    [THEME_MATE_IN_3] = {KIND_MATE, "mate in three"},
    [THEME_MATE_IN_4] = {KIND_MATE, "mate in four"},
    [THEME_MATE_IN_5] = {KIND_MATE, "mate in five"},
    [THEME_LONGER_MATE] = {KIND_MATE, "longer mate"},
};

const char *kind_name(Kind kind) {
    return KIND_NAMES[kind];
}

Kind kind_parse(Text name) {
    Kind kind = 0;
    while (kind < KINDS && !text_equals(name, KIND_NAMES[kind]))
        kind++;
    return kind;
}

Kind theme_kind(Theme theme) {
    return TABLE[theme].kind;
}

const char *theme_name(Theme theme) {
    return TABLE[theme].name;
}

Theme theme_parse(Text name) {
    Theme theme = 0;
    while (theme < THEMES && !text_equals(name, TABLE[theme].name))
        theme++;
    return theme;
}

Theme theme_of_mate(int moves) {
    return moves < 6 ? (Theme)(THEME_MATE_IN_2 + moves - 2) : THEME_LONGER_MATE;
}
