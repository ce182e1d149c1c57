#include "uci/options.h"
#include "engine/engine_insider.h"

#include <errno.h>
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/version.h"
#include "search/strength.h"
#include "search/tunables.h"
#include "uci/position_command.h"

/* Where the value of an option goes. */
typedef enum OptionTarget {
    TARGET_HANDLER,
    TARGET_SESSION, /* a bool of the session */
    TARGET_SEARCH,  /* what the search reads */
    TARGET_TUNABLE  /* of a tune build */
} OptionTarget;

typedef struct OptionRow {
    Option option;
    OptionTarget target;
    union {
        void (*handler)(Session *session, const OptionValue *value);
        size_t flag; /* its offset in the session */
        SearchOption search_option;
        int tunable; /* its place in the table */
    };
} OptionRow;

static void set_hash(Session *session, const OptionValue *value) {
    session->hash_mib = (size_t)value->number;
    engine_set_hash(session->engine, session->hash_mib);
}

static void set_threads(Session *session, const OptionValue *value) {
    engine_set_threads(session->engine, (int)value->number);
}

/* Tells why a value cannot be used, cut where it is long, and what happens instead. */
static void complain(Session *session, const char *option, const Reason *why,
                     const char *consequence, Text value) {
    Reason line;
    reason_set(&line, "%s: %.1400s; %s:", option, why->text, consequence);
    session_complain(session, line.text, value);
}

static void set_numa_policy(Session *session, const OptionValue *value) {
    NumaPolicy policy;
    Reason reason;
    bool done = numa_policy_parse(value->text, &policy, &reason);
    if (done) {
        done = engine_set_numa_policy(session->engine, &policy);
        numa_policy_clear(&policy);
        if (!done)
            reason_set(&reason, "not enough memory");
    }
    if (done)
        return;
    complain(session, "NumaPolicy", &reason, "nothing changes", value->text);
}

static void set_thread_placement(Session *session, const OptionValue *value) {
    engine_set_thread_placement(session->engine, (ThreadPlacement)value->number);
}

static void set_history_scope(Session *session, const OptionValue *value) {
    engine_set_history_scope(session->engine, (HistoryScope)value->number);
}

static void clear_hash(Session *session, const OptionValue *value) {
    (void)value;
    engine_clear_hash(session->engine);
}

/* A text as the path of a file; false, with the reason, for one that cannot be. */
static bool path_of(Text text, char path[PATH_MAX], Reason *reason) {
    int error = text.length >= PATH_MAX                ? ENAMETOOLONG
                : memchr(text.data, '\0', text.length) ? EINVAL
                                                       : 0;
    if (error != 0)
        return reason_set(reason, "%s", strerror(error));
    memcpy(path, text.data, text.length);
    path[text.length] = '\0';
    return true;
}

static void set_eval_file(Session *session, const OptionValue *value) {
    if (value->text.length == 0) {
        engine_reset_network(session->engine);
        return;
    }
    char path[PATH_MAX];
    Reason reason;
    if (path_of(value->text, path, &reason) &&
        engine_load_network(session->engine, path, &reason)) {
        session_note(session, "EvalFile: network %016" PRIx64, engine_network_id(session->engine));
        return;
    }
    complain(session, "EvalFile", &reason, "the evaluation stays as it was", value->text);
}

static void set_syzygy_path(Session *session, const OptionValue *value) {
    Reason reason = {"not enough memory"};
    char *path = strndup(value->text.data, value->text.length);
    bool done = path && engine_set_syzygy_path(session->engine, path, &reason);
    free(path);
    const SyzygyTables *tables = engine_syzygy_tables(session->engine);
    if (tables)
        session_note(session, "SyzygyPath: %d WDL and %d DTZ tables, up to %d men",
                     tables->wdl_count, tables->dtz_count, tables->men);
    const char *left_out = tables ? tables->left_out : "";
    if (done && left_out[0] == '\0')
        return;
    if (done)
        reason_set(&reason, "%s", left_out);
    complain(session, "SyzygyPath", &reason,
             done ? "the other endgame tables are used" : "no endgame tables are used",
             value->text);
}

static void set_own_book(Session *session, const OptionValue *value) {
    engine_set_own_book(session->engine, value->number != 0);
}

static void set_book_file(Session *session, const OptionValue *value) {
    char path[PATH_MAX] = "";
    Reason reason;
    bool is_path = path_of(value->text, path, &reason);
    if (!is_path)
        engine_set_book(session->engine, "", NULL);
    if (is_path && engine_set_book(session->engine, path, &reason)) {
        const uint64_t entries = engine_book_size(session->engine);
        session_note(session, "BookFile: %" PRIu64 " %s", entries,
                     format_plural((int64_t)entries, "entry", "entries"));
        return;
    }
    complain(session, "BookFile", &reason, "no book is used", value->text);
}

static void set_chess960(Session *session, const OptionValue *value) {
    session->chess960 = value->number != 0;
    engine_set_chess960(session->engine, session->chess960);
}

static void set_elo(Session *session, const OptionValue *value) {
    session->elo = (int)value->number;
}

static void set_skill_level(Session *session, const OptionValue *value) {
    session->skill_level = (int)value->number;
}

static void set_opponent(Session *session, const OptionValue *value) {
    if (!opponent_parse(value->text, &session->opponent)) {
        session->refused = true;
        session_answer_input(session,
                             "UCI_Opponent: not of the form title, Elo, kind, name:", value->text);
        return;
    }
    char description[OPPONENT_LINE_SIZE];
    opponent_describe(&session->opponent, description);
    session_note(session, "opponent: %s", description);
}

/* The text is ours to tell. */
static void show_about(Session *session, const OptionValue *value) {
    session->refused = true;
    session_note_input(session, "UCI_EngineAbout: stays as it is, not", value->text);
}

static void set_position_value(Session *session, const OptionValue *value) {
    position_value_set(session, value->text);
}

static void set_debug_log(Session *session, const OptionValue *value) {
    if (session->team && !team_leads(session->team))
        return; /* the file is the leader's */
    debug_log_close(&session->log);
    if (value->text.length == 0)
        return;
    char path[PATH_MAX];
    Reason reason;
    if (path_of(value->text, path, &reason)) {
        int error = debug_log_open(&session->log, path);
        if (error == 0)
            return;
        reason_set(&reason, "%s", strerror(error));
    }
    complain(session, "Debug Log File", &reason, "nothing is logged", value->text);
}

/* A row for each type of option. What the search alone reads needs no handler, but a row of
 * search/options.h, which says the rest; what is only a member of the Session, and off at first,
 * needs none either. */
#define SPIN_OPTION(title, value, least, most)                                                     \
    {                                                                                              \
        .name = (title), .type = OPTION_SPIN, .initial = (value), .minimum = (least),              \
        .maximum = (most)                                                                          \
    }
#define SPIN(title, value, least, most, set)                                                       \
    { .option = SPIN_OPTION(title, value, least, most), .target = TARGET_HANDLER, .handler = (set) }
#define CHECK(title, set)                                                                          \
    {                                                                                              \
        .option = {.name = (title), .type = OPTION_CHECK}, .target = TARGET_HANDLER,               \
        .handler = (set)                                                                           \
    }
#define BUTTON(title, set)                                                                         \
    {                                                                                              \
        .option = {.name = (title), .type = OPTION_BUTTON}, .target = TARGET_HANDLER,              \
        .handler = (set)                                                                           \
    }
#define STRING(title, value, set)                                                                  \
    {                                                                                              \
        .option = {.name = (title), .type = OPTION_STRING, .initial_text = (value)},               \
        .target = TARGET_HANDLER, .handler = (set)                                                 \
    }
#define COMBO(title, value, alternatives, set)                                                     \
    {                                                                                              \
        .option = {.name = (title),                                                                \
                   .type = OPTION_COMBO,                                                           \
                   .initial_text = (value),                                                        \
                   .choices = (alternatives)},                                                     \
        .target = TARGET_HANDLER, .handler = (set)                                                 \
    }
#define SEARCH_SPIN(title, row)                                                                    \
    {                                                                                              \
        .option =                                                                                  \
            SPIN_OPTION(title, SEARCH_##row##_VALUE, SEARCH_##row##_LEAST, SEARCH_##row##_MOST),   \
        .target = TARGET_SEARCH, .search_option = SEARCH_##row                                     \
    }
#define SEARCH_CHECK(title, row)                                                                   \
    {                                                                                              \
        .option = {.name = (title), .type = OPTION_CHECK, .initial = SEARCH_##row##_VALUE},        \
        .target = TARGET_SEARCH, .search_option = SEARCH_##row                                     \
    }
#define SESSION_CHECK(title, member)                                                               \
    {                                                                                              \
        .option = {.name = (title), .type = OPTION_CHECK}, .target = TARGET_SESSION,               \
        .flag = offsetof(Session, member)                                                          \
    }
#define TUNABLE_SPIN(title, value, least, most)                                                    \
    {.option = SPIN_OPTION(#title, value, least, most),                                            \
     .target = TARGET_TUNABLE,                                                                     \
     .tunable = TUNABLE_##title},

/* Every option of the protocol, in the order `uci` lists them. */
static const OptionRow ROWS[] = {
    SPIN("Hash", ENGINE_DEFAULT_HASH_MIB, 1, ENGINE_MAX_HASH_MIB, set_hash),
    SPIN("Threads", 1, 1, ENGINE_MAX_THREADS, set_threads),
    STRING("NumaPolicy", NUMA_POLICY_DEFAULT, set_numa_policy),
    COMBO("ThreadPlacement", PLACEMENT_DEFAULT, PLACEMENT_CHOICES, set_thread_placement),
    COMBO("HistoryScope", HISTORY_SCOPE_DEFAULT, HISTORY_SCOPE_CHOICES, set_history_scope),
    BUTTON("Clear Hash", clear_hash),
    SEARCH_CHECK("Ponder", PONDER),
    SEARCH_SPIN("MultiPV", MULTIPV),
    SEARCH_SPIN("Move Overhead", OVERHEAD_MS),
    SEARCH_SPIN("nodestime", NODES_TIME),
    STRING("EvalFile", "", set_eval_file),
    STRING("SyzygyPath", "", set_syzygy_path),
    SEARCH_SPIN("SyzygyProbeDepth", TABLEBASE_DEPTH),
    SEARCH_CHECK("Syzygy50MoveRule", TABLEBASE_RULE50),
    SEARCH_SPIN("SyzygyProbeLimit", TABLEBASE_MEN),
    CHECK("OwnBook", set_own_book),
    STRING("BookFile", "", set_book_file),
    CHECK("UCI_Chess960", set_chess960),
    SESSION_CHECK("UCI_ShowWDL", show_wdl),
    SESSION_CHECK("UCI_ShowCurrLine", show_currlines),
    SESSION_CHECK("UCI_ShowRefutations", show_refutations),
    SESSION_CHECK("UCI_AnalyseMode", analyse),
    SESSION_CHECK("UCI_LimitStrength", limit_strength),
    SPIN("UCI_Elo", STRENGTH_DEFAULT_ELO, STRENGTH_MIN_ELO, STRENGTH_MAX_ELO, set_elo),
    SPIN("Skill Level", STRENGTH_FULL_LEVEL, 0, STRENGTH_FULL_LEVEL, set_skill_level),
    STRING("UCI_Opponent", "", set_opponent),
    STRING("UCI_EngineAbout", "Quorum " QUORUM_VERSION " by the Quorum developers, MIT licence",
           show_about),
    STRING("UCI_SetPositionValue", "", set_position_value),
    STRING("Debug Log File", "", set_debug_log),
    TUNABLES_FOR_OPTIONS(TUNABLE_SPIN) /* none but in a tune build */
};

static void apply(const OptionRow *row, Session *session, const OptionValue *value) {
    switch (row->target) {
    case TARGET_HANDLER:
        row->handler(session, value);
        break;
    case TARGET_SESSION:
        *(bool *)((char *)session + row->flag) = value->number != 0;
        break;
    case TARGET_SEARCH:
        engine_set_option(session->engine, row->search_option, (int)value->number);
        break;
    case TARGET_TUNABLE:
        engine_set_tunable(session->engine, row->tunable, (int)value->number);
        break;
    }
}

void options_reset(Session *session) {
    for (size_t i = 0; i < ARRAY_LENGTH(ROWS); i++) {
        OptionValue value = option_initial_value(&ROWS[i].option);
        if (ROWS[i].option.type != OPTION_BUTTON)
            apply(&ROWS[i], session, &value);
    }
}

const Option *options_row(size_t index) {
    return index < ARRAY_LENGTH(ROWS) ? &ROWS[index].option : NULL;
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
        session_answer_input(session, "setoption: no name in", arguments);
        return;
    }
    const OptionRow *row = find_row(name);
    if (!row) {
        session_answer_input(session, "setoption: no option is called", name);
        return;
    }
    OptionValue value = option_initial_value(&row->option);
    if (option_read_value(&row->option, has_value, value_text, &value)) {
        session->refused = false;
        apply(row, session, &value);
        if (!session->refused)
            session_note(session, "setoption: %s is set", row->option.name);
    } else {
        session_answer_input(session, "setoption: not a value of this option:", value_text);
    }
}
