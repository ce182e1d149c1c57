/* Fuzz target: a conversation, from its bytes to the end of the session. Searches run while further
 * lines are read; the end of the input stops them, so that no input takes long. */

#include <string.h>

#include "target.h"
#include "uci/commands.h"
#include "uci/options.h"
#include "uci/reader.h"

#define MAX_HASH_MIB 2
#define MAX_THREADS  2
#define MAX_LINES    64

/* `bench` and `speedtest` take their time by design, and files of any name are neither to be read
 * nor written. */
static bool is_harmless(Text line) {
    for (size_t i = 0; i < line.length; i++) {
        Text rest = {line.data + i, line.length - i};
        if (rest.length >= 5 && text_equals((Text){rest.data, 5}, "bench"))
            return false;
        if (rest.length >= 9 && text_equals((Text){rest.data, 9}, "speedtest"))
            return false;
        if (rest.length >= 4 && text_equals_ignoring_case((Text){rest.data, 4}, "file"))
            return false;
    }
    return true;
}

/* What has been ordered is not yet bought. */
static void limit_orders(Session *session) {
    if (session_is_thinking(session))
        return;
    engine_wait(session->engine);
    if (session->hash_mib > MAX_HASH_MIB) {
        session->hash_mib = MAX_HASH_MIB;
        engine_set_hash(session->engine, MAX_HASH_MIB);
    }
    if (engine_threads(session->engine) > MAX_THREADS)
        engine_set_threads(session->engine, MAX_THREADS);
}

/* How many best moves there must be: at least those of the searches that had to begin. Whether one
 * that was asked for while another ran has begun is a matter of time. */
typedef struct Searches {
    size_t certain;
    size_t possible;
} Searches;

static bool has_token(Text line, const char *wanted) {
    Text token;
    while (text_next_token(&line, &token))
        if (text_equals(token, wanted))
            return true;
    return false;
}

static void count_search(Session *session, Text line, Searches *searches) {
    Text rest = line, token;
    bool leads = text_next_token(&rest, &token) && text_equals(token, "go");
    if (leads && !has_token(line, "perft") && !session_is_thinking(session))
        searches->certain++;
    else if (has_token(line, "go"))
        searches->possible++;
}

static Searches converse(Session *session, int input) {
    Searches searches = {0, 0};
    LineReader reader;
    reader_init(&reader, input, -1);
    Text line;
    for (int i = 0; i < MAX_LINES && !session->quitting && reader_next(&reader, &line); i++) {
        if (!is_harmless(line))
            continue;
        count_search(session, line, &searches);
        session_note_arrival(session, reader.has_waited);
        commands_execute(session, line);
        limit_orders(session);
    }
    reader_free(&reader);
    return searches;
}

static size_t count_lines(const char *text, const char *start) {
    size_t count = 0;
    for (const char *line = text; line; line = strchr(line, '\n')) {
        line += *line == '\n';
        count += strncmp(line, start, strlen(start)) == 0;
    }
    return count;
}

/* Whole lines of printable characters have been written, and a best move for each search. */
static void check_output(int output, Searches searches) {
    size_t size;
    char *text = target_contents(output, &size);
    MUST(strlen(text) == size);
    MUST(size == 0 || text[size - 1] == '\n');
    for (const char *c = text; *c != '\0'; c++)
        MUST(*c == '\n' || (*c >= ' ' && *c <= '~'));
    size_t best_moves = count_lines(text, "bestmove ");
    MUST(best_moves >= searches.certain);
    MUST(best_moves <= searches.certain + searches.possible);
    free(text);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    chess_init();
    char path[TARGET_PATH];
    int input = target_file(data, size, path);
    int output = target_file(NULL, 0, path);
    Session *session = session_create(output, -1);
    MUST(session);
    options_reset(session);
    limit_orders(session);
    Searches searches = converse(session, input);
    session_end(session);
    MUST(!writer_failed(&session->writer));
    session_destroy(session);
    check_output(output, searches);
    close(input);
    close(output);
    return 0;
}
