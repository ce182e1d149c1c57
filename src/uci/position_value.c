#include "uci/position_value.h"

#include <stdlib.h>

#include "uci/fen_text.h"

static bool apply(Session *session, bool clear, int value, const char *fen, FenError *error) {
    if (clear)
        return engine_remove_position_value(session->engine, fen, error);
    return engine_set_position_value(session->engine, fen, value, error);
}

static int clamp_value(int64_t value) {
    if (value > ENGINE_MAX_POSITION_VALUE)
        return ENGINE_MAX_POSITION_VALUE;
    return value < -ENGINE_MAX_POSITION_VALUE ? -ENGINE_MAX_POSITION_VALUE : (int)value;
}

void position_value_set(Session *session, Text text) {
    Text rest = text;
    Text first, plus;
    if (!text_next_token(&rest, &first))
        return;
    if (text_equals_ignoring_case(first, "clearall")) {
        engine_clear_position_values(session->engine);
        return;
    }
    bool clear = text_equals_ignoring_case(first, "clear");
    int64_t value = 0;
    if (!clear && !text_parse_integer(first, &value)) {
        session_complain(session,
                         "UCI_SetPositionValue: neither a number nor clear nor clearall:", first);
        return;
    }
    Text after_plus = rest;
    if (text_next_token(&after_plus, &plus) && text_equals(plus, "+"))
        rest = after_plus;
    rest = text_trim(rest);
    FenError error = {.column = 1, .message = "not enough memory"};
    char *fen = fen_text_copy(rest);
    if (!fen || !apply(session, clear, clamp_value(value), fen, &error))
        fen_text_complain(session, "UCI_SetPositionValue", rest, &error);
    free(fen);
}
