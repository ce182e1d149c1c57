#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/options.h"
#include "suite/commands.h"
#include "suite/hunt.h"
#include "suite/resources.h"

static int misuse(const char *message) {
    fprintf(stderr, "quorum-suite: %s\n", message);
    return EXIT_MISUSED;
}

static int fault(const char *path, const char *message) {
    fprintf(stderr, "quorum-suite: %s: %s\n", path, message);
    return EXIT_FAULT;
}

static int report_end(const FindSettings *settings, const Games *games, const Pool *pool,
                      HuntEnd end) {
    if (end == HUNT_UNWRITABLE)
        return fault(settings->out_path, strerror(errno));
    if (end == HUNT_NO_MEMORY)
        return fault(settings->out_path, "not enough memory");
    printf("%s: %" PRIu64 " games", settings->out_path, pool->games);
    for (Kind kind = 0; kind < KINDS; kind++)
        printf(", %" PRIu64 " %s", pool->found[kind], kind_name(kind));
    printf("%s\n", end == HUNT_STOPPED ? "; stopped before the end" : "");
    return games->damages > 0 ? EXIT_FAULT : EXIT_DONE;
}

/* Begins or continues the pool. */
static int find(const FindSettings *settings, Games *games, const sigset_t *signals) {
    char error[1024], description[POOL_DESCRIPTION_SIZE];
    find_settings_describe(settings, engine_network_id(settings->rules.evaluation), description,
                           sizeof description);
    Pool pool;
    if (!pool_open(&pool, settings->out_path, description, error, sizeof error))
        return misuse(error);
    HuntEnd end = hunt(settings, games, &pool, signals);
    if (!pool_close(&pool) && end != HUNT_NO_MEMORY)
        end = HUNT_UNWRITABLE;
    return report_end(settings, games, &pool, end);
}

int find_command(int argc, char **argv) {
    FindSettings settings;
    find_settings_parse(&settings, argc, argv);
    char error[1024];
    Games games;
    if (!games_open(&games, settings.files, settings.file_count, error, sizeof error))
        return misuse(error);
    /* Before there is an engine, whose threads would end the process at a signal. */
    sigset_t signals;
    stop_signals_block(&signals);
    Resources resources;
    if (!resources_load(&resources, &settings.resources, error, sizeof error))
        return misuse(error);
    settings.rules.evaluation = resources.evaluation;
    settings.rules.tables = resources.tables;
    settings.rules.hash_mib = settings.resources.hash_mib;
    int code = find(&settings, &games, &signals);
    games_close(&games);
    resources_free(&resources);
    return code;
}
