#include <inttypes.h>
#include <stdio.h>

#include "base/format.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "data/commands.h"
#include "data/source.h"

/* Reads one file entirely, and prints what it holds. */
static bool verify_file(char *path) {
    Source file = {.paths = &path, .count = 1};
    ChainGame game;
    uint64_t games = 0, plies = 0;
    while (source_next(&file, &game)) {
        games++;
        plies += (uint64_t)game.ply_count;
    }
    printf("%s: %" PRIu64 " %s, %" PRIu64 " plies, ", path, games,
           format_plural((int64_t)games, "game", "games"), plies);
    if (file.damages == 0)
        printf("intact\n");
    else
        printf("%" PRIu64 " damaged %s\n", file.damages,
               format_plural((int64_t)file.damages, "place", "places"));
    return file.damages == 0;
}

static const ArgumentParser PARSER = {
    .take_words = source_take_words,
    .form = "FILE...",
    .doc = "Reads every game of the files and says on stderr, with its byte offset, "
           "what is damaged. The exit code is then 1.",
};

static int verify_command(int argc, char **argv) {
    Source source = {0};
    arguments_parse(&PARSER, "quorum-data verify", argc, argv, &source);
    int code = COMMAND_OK;
    for (int i = 0; i < source.count; i++) {
        if (!verify_file(source.paths[i]))
            code = COMMAND_FAILED;
    }
    return code;
}

const Command VERIFY_COMMAND = {"verify", "read everything and name what is damaged",
                                verify_command, &PARSER};
