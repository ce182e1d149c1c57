#include "uci/tool_commands.h"

#include <stdio.h>

#include "tools/bench/bench.h"
#include "tools/speedtest/speedtest.h"

/* One more than any tool takes, so that it can complain. Longer words are cut: they are wrong. */
#define MAX_WORDS 4
#define WORD_SIZE 24

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
        snprintf(word, WORD_SIZE, "%.*s",
                 (int)(token.length < WORD_SIZE ? token.length : WORD_SIZE), token.data);
        words->words[words->count++] = word;
    }
}

static void complain(Session *session, const char *tool, const char *error) {
    writer_begin(&session->writer);
    writer_format(&session->writer, "info string %s: %s\n", tool, error);
    writer_end(&session->writer);
}

static void write_line(void *context, const char *line) {
    writer_line(context, line);
}

void tool_commands_bench(Session *session, Text arguments) {
    Words words;
    Reason error;
    BenchOptions options = bench_default_options();
    options.network_of = session->engine;
    split_words(arguments, &words);
    if (!bench_parse_options(words.count, words.words, &options, &error))
        complain(session, "bench", error.text);
    else if (!bench_run(&options, write_line, &session->writer))
        complain(session, "bench", "not enough memory");
}

void tool_commands_speedtest(Session *session, Text arguments) {
    Words words;
    Reason error;
    SpeedtestOptions options = {.network_of = session->engine};
    split_words(arguments, &words);
    if (!speedtest_options_parse(words.count, words.words, &options, &error) ||
        !speedtest_write(&options, write_line, &session->writer, &error))
        complain(session, "speedtest", error.text);
}
