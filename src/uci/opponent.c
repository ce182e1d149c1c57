#include "uci/opponent.h"

#include <stdio.h>

#include "base/compiler.h"
#include "base/named_values.h"

#define MOST_ELO 9999

/* In the order of OpponentKind; the first is no word, so that it is never read. */
static const char *const KINDS[] = {"nobody named", "computer", "human"};

static bool read_title(Text token, const char **title) {
    static const char *const TITLES[] = {"GM", "IM", "FM", "WGM", "WIM"};
    *title = "";
    for (size_t i = 0; i < ARRAY_LENGTH(TITLES); i++)
        if (text_equals_ignoring_case(token, TITLES[i]))
            *title = TITLES[i];
    return **title != '\0' || text_equals_ignoring_case(token, "none");
}

static bool read_elo(Text token, int *elo) {
    int64_t number = 0;
    bool none = text_equals_ignoring_case(token, "none");
    if (!none && (!text_parse_integer(token, &number) || number < 0 || number > MOST_ELO))
        return false;
    *elo = (int)number;
    return true;
}

bool opponent_parse(Text text, Opponent *opponent) {
    Opponent read = {.title = ""};
    Text rest = text;
    Text token;
    int kind;
    if (text_next_token(&rest, &token)) {
        if (!read_title(token, &read.title) || !text_next_token(&rest, &token) ||
            !read_elo(token, &read.elo) || !text_next_token(&rest, &token) ||
            !named_values_parse(NAMED_VALUES(KINDS), token, &kind))
            return false;
        read.kind = (OpponentKind)kind;
        text_copy_visible(text_trim(rest), read.name, sizeof read.name);
        if (read.name[0] == '\0')
            return false;
    }
    *opponent = read;
    return true;
}

void opponent_describe(const Opponent *opponent, char line[OPPONENT_LINE_SIZE]) {
    char elo[16] = "no Elo";
    if (opponent->elo > 0)
        snprintf(elo, sizeof elo, "Elo %d", opponent->elo);
    if (opponent->kind == OPPONENT_UNKNOWN)
        snprintf(line, OPPONENT_LINE_SIZE, "%s", KINDS[opponent->kind]);
    else
        snprintf(line, OPPONENT_LINE_SIZE, "%s%s%s, %s, %s", opponent->title,
                 opponent->title[0] != '\0' ? " " : "", opponent->name, elo, KINDS[opponent->kind]);
}
