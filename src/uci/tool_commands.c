#include "uci/tool_commands.h"

#include <stdio.h>

#include "base/clock.h"
#include "base/integers.h"
#include "tools/bench/bench.h"
#include "tools/speedtest/speedtest.h"

/* One more than any tool takes, so that it can complain. Longer words are cut: they are wrong. */
#define MAX_WORDS 4
#define WORD_SIZE 24

/* So long a tool that runs at the end of the input is let go on: scripts send its command and
 * `quit` together. */
#define GRACE_US 1000000

/* Arguments in the form that main() has them. */
typedef struct Words {
    int count;
    char *words[MAX_WORDS];
    char storage[MAX_WORDS][WORD_SIZE];
} Words;

static void split_words(Text arguments, Words *words) {
    Text token;
    words->count = 0;
    while (words->count < MAX_WORDS && text_next_token(&arguments, &token)) {
        char *word = words->storage[words->count];
        snprintf(word, WORD_SIZE, "%.*s", (int)size_min(token.length, WORD_SIZE), token.data);
        words->words[words->count++] = word;
    }
}

/* What the tool could not do. */
static void complain(Session *session, const char *tool, const char *why) {
    session->complained = true;
    writer_line(&session->writer, "info string %s: %s", tool, why);
}

static void write_line(void *context, const char *line) {
    writer_line(context, "%s", line);
}

/* What is asked whether a tool is to end. */
typedef struct Patience {
    Session *session;
    int64_t deadline_us; /* once the input is at its end; 0 before */
} Patience;

static bool gives_up(void *context) {
    Patience *patience = context;
    LineReader *input = patience->session->input;
    if (!input)
        return writer_failed(&patience->session->writer);
    /* A search that is still to come may have its own. */
    if (reader_holds(input, "stop", "go"))
        return true;
    if (patience->deadline_us == 0 &&
        (reader_holds(input, "quit", NULL) || reader_has_ended(input)))
        patience->deadline_us = clock_now_us() + GRACE_US;
    return patience->deadline_us != 0 && clock_now_us() > patience->deadline_us;
}

void tool_commands_bench(Session *session, Text arguments) {
    Words words;
    Reason error;
    BenchOptions options = bench_default_options();
    Patience patience = {.session = session};
    options.network_of = session->engine;
    options.gives_up = gives_up;
    options.gives_up_context = &patience;
    split_words(arguments, &words);
    if (!bench_parse_options(words.count, words.words, &options, &error))
        complain(session, "bench", error.text);
    else {
        const bool done = bench_run(&options, write_line, &session->writer);
        if (gives_up(&patience))
            writer_line(&session->writer, "info string bench: stopped");
        else if (!done)
            complain(session, "bench", "not enough memory");
    }
}

void tool_commands_speedtest(Session *session, Text arguments) {
    Words words;
    Reason error;
    Patience patience = {.session = session};
    SpeedtestOptions options = {
        .network_of = session->engine, .gives_up = gives_up, .gives_up_context = &patience};
    split_words(arguments, &words);
    if (!speedtest_options_parse(words.count, words.words, &options, &error) ||
        !speedtest_write(&options, write_line, &session->writer, &error))
        complain(session, "speedtest", error.text);
}
