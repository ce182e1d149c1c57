#include <errno.h>
#include <inttypes.h>
#include <stdio.h>

#include "base/format.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/lines.h"
#include "data/commands.h"
#include "data/labelled.h"
#include "data/target.h"

/* So many lines that are refused are named. */
#define NAMED_MOST 10

typedef struct ImportArguments {
    const char *out_path;
    int count;
    char **paths;
} ImportArguments;

typedef struct Import {
    Target target;
    uint64_t taken;
    uint64_t refused;
    ChainGame game;
} Import;

static void refuse(Import *import, const LineSource *source, const Reason *why) {
    if (import->refused++ < NAMED_MOST)
        fprintf(stderr, "quorum-data: %s:%ld: %s\n", source->name, source->number, why->text);
}

/* False, with errno, when something could not be written. */
static bool take_lines(Import *import, LineSource *source) {
    while (lines_next(source)) {
        const Text line = text_trim((Text){source->text, source->length});
        Reason error;
        if (line.length == 0)
            continue;
        if (!labelled_parse(line, &import->game, &error))
            refuse(import, source, &error);
        else if (!chain_writer_add(import->target.writer, &import->game))
            return false;
        else
            import->taken++;
    }
    return true;
}

/* The same for a file; one that cannot be read has its message, and *misused becomes true. */
static bool take_file(Import *import, const char *path, bool *misused) {
    LineSource source;
    Reason error;
    if (!lines_open(&source, path, &error)) {
        *misused = true;
        command_misused("quorum-data import", error.text);
        return true;
    }
    const bool written = take_lines(import, &source);
    const int reason = errno;
    if (!lines_close(&source, &error)) {
        *misused = true;
        command_misused("quorum-data import", error.text);
    }
    errno = reason;
    return written;
}

/* Says what has been left out, if that was much, and why the rest is given up, if it is. */
static int end(Import *import, bool misused) {
    const uint64_t lines = import->taken + import->refused;
    if (import->refused > NAMED_MOST)
        fprintf(stderr, "quorum-data: %" PRIu64 " lines in all are left out\n", import->refused);
    if (misused || import->taken == 0) {
        target_discard(&import->target);
        return misused ? COMMAND_MISUSED
                       : command_misused("quorum-data import", "there is no position to take");
    }
    const char *out_path = import->target.output.path;
    const int code = target_close(&import->target, true);
    if (code != COMMAND_OK)
        return code;
    printf("%s: %" PRIu64 " of %" PRIu64 " %s\n", out_path, import->taken, lines,
           format_plural((int64_t)lines, "line", "lines"));
    return import->refused > 0 ? COMMAND_FAILED : COMMAND_OK;
}

static void take_words(void *input, int count, char **words, const struct argp_state *state) {
    ImportArguments *arguments = input;
    if (count == 0)
        argp_error(state, "a FILE is needed");
    arguments->count = count;
    arguments->paths = words;
}

static void check(void *input, const struct argp_state *state) {
    if (!((const ImportArguments *)input)->out_path)
        argp_error(state, "--out is needed");
}

static const Argument ROWS[] = {TARGET_ROW(ImportArguments, out_path), {0}};

static const ArgumentParser PARSER = {
    .rows = ROWS,
    .take_words = take_words,
    .check = check,
    .form = "FILE...",
    .doc =
        "Reads lines 'FEN | score | result', which trainers have in common (- is standard input): "
        "the score in centipawns and the result, 1.0, 0.5 or 0.0, both from White's side. Each "
        "becomes a game of one ply; its move, which such a line does not tell, is any quiet one. "
        "Lines that cannot be read are named and left out; the exit code is then 1.",
};

static int import_command(int argc, char **argv) {
    ImportArguments arguments = {0};
    arguments_parse(&PARSER, "quorum-data import", argc, argv, &arguments);
    char description[CHAIN_DESCRIPTION_SIZE];
    snprintf(description, sizeof description, "quorum-data import of %d files", arguments.count);
    Import import = {.taken = 0};
    if (!target_open(&import.target, arguments.out_path, description))
        return COMMAND_MISUSED;
    bool written = true, misused = false;
    for (int i = 0; i < arguments.count && written && !misused; i++)
        written = take_file(&import, arguments.paths[i], &misused);
    return written ? end(&import, misused) : target_close(&import.target, false);
}

const Command IMPORT_COMMAND = {"import", "make games of lines 'FEN | score | result'",
                                import_command, &PARSER};
