#include "uci/options.h"

#include "uci/option.h"
#include "uci/option_table.h"

typedef struct OptionRow {
    Option option;
    void (*apply)(Session *session, const OptionValue *value);
} OptionRow;

static void set_hash(Session *session, const OptionValue *value) {
    session->hash_mib = (size_t)value->number;
    engine_set_hash(session->engine, session->hash_mib);
}

static void set_threads(Session *session, const OptionValue *value) {
    engine_set_threads(session->engine, (int)value->number);
}

static void clear_hash(Session *session, const OptionValue *value) {
    (void)value;
    engine_clear_hash(session->engine);
}

static void set_ponder(Session *session, const OptionValue *value) {
    engine_set_ponder(session->engine, value->number != 0);
}

static void set_multipv(Session *session, const OptionValue *value) {
    session->multipv = (int)value->number;
    engine_set_multipv(session->engine, session->multipv);
}

static void set_move_overhead(Session *session, const OptionValue *value) {
    engine_set_move_overhead(session->engine, (int)value->number);
}

static void set_chess960(Session *session, const OptionValue *value) {
    session->chess960 = value->number != 0;
    engine_set_chess960(session->engine, session->chess960);
}

#define SPIN_ROW(title, value, least, most, handler)                                               \
    {.option = {.name = (title),                                                                   \
                .type = OPTION_SPIN,                                                               \
                .initial = (value),                                                                \
                .minimum = (least),                                                                \
                .maximum = (most)},                                                                \
     .apply = (handler)},
#define CHECK_ROW(title, value, handler)                                                           \
    {.option = {.name = (title), .type = OPTION_CHECK, .initial = (value)}, .apply = (handler)},
#define BUTTON_ROW(title, handler)                                                                 \
    {.option = {.name = (title), .type = OPTION_BUTTON}, .apply = (handler)},
#define STRING_ROW(title, value, handler)                                                          \
    {.option = {.name = (title), .type = OPTION_STRING, .initial_text = (value)},                  \
     .apply = (handler)},
#define COMBO_ROW(title, value, alternatives, handler)                                             \
    {.option = {.name = (title),                                                                   \
                .type = OPTION_COMBO,                                                              \
                .initial_text = (value),                                                           \
                .choices = (alternatives)},                                                        \
     .apply = (handler)},

static const OptionRow ROWS[] = {
    UCI_OPTION_TABLE(SPIN_ROW, CHECK_ROW, BUTTON_ROW, STRING_ROW, COMBO_ROW)};

void options_reset(Session *session) {
    for (size_t i = 0; i < ARRAY_LENGTH(ROWS); i++) {
        OptionValue value = option_initial_value(&ROWS[i].option);
        if (ROWS[i].option.type != OPTION_BUTTON)
            ROWS[i].apply(session, &value);
    }
}

void options_announce(Session *session) {
    for (size_t i = 0; i < ARRAY_LENGTH(ROWS); i++)
        option_announce(&ROWS[i].option, &session->writer);
}

static const OptionRow *find_row(Text name) {
    for (size_t i = 0; i < ARRAY_LENGTH(ROWS); i++)
        if (text_same_words(name, text_of(ROWS[i].option.name)))
            return &ROWS[i];
    return NULL;
}

/* Splits `name <id> [value <x>]`; both parts may contain blanks. */
static bool split(Text arguments, Text *name, bool *has_value, Text *value) {
    Text token;
    do {
        if (!text_next_token(&arguments, &token))
            return false;
    } while (!text_equals(token, "name"));
    const char *start = arguments.data;
    *name = text_trim(arguments);
    *has_value = false;
    *value = (Text){start, 0};
    while (text_next_token(&arguments, &token)) {
        if (text_equals(token, "value")) {
            *name = text_trim((Text){start, (size_t)(token.data - start)});
            *has_value = true;
            *value = text_trim(arguments);
            break;
        }
    }
    return true;
}

void options_set(Session *session, Text arguments) {
    Text name, value_text;
    bool has_value;
    if (!split(arguments, &name, &has_value, &value_text)) {
        session_note_input(session, "setoption: no name in", arguments);
        return;
    }
    const OptionRow *row = find_row(name);
    if (!row) {
        session_note_input(session, "setoption: no option is called", name);
        return;
    }
    OptionValue value = option_initial_value(&row->option);
    if (option_read_value(&row->option, has_value, value_text, &value))
        row->apply(session, &value);
    else
        session_note_input(session, "setoption: not a value of this option:", value_text);
}
