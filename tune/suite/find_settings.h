#ifndef QUORUM_SUITE_FIND_SETTINGS_H
#define QUORUM_SUITE_FIND_SETTINGS_H

#include <argp.h>

#include "suite/examiner.h"
#include "suite/resources.h"

/* What `quorum-suite find` is asked for. */
typedef struct FindSettings {
    ExaminerRules rules; /* but for what the resources below give */
    ResourceSettings resources;
    bool kinds[KINDS]; /* suites to look for */
    uint64_t seed;
    uint64_t games; /* look at no more */
    uint64_t want;  /* positions for each suite */
    const char *out_path;
    char *const *files;
    int file_count;
} FindSettings;

/* Reads the command line; bad arguments end the process with EXIT_MISUSED. Main thread only. */
void find_settings_parse(FindSettings *settings, int argc, char **argv);

/* A line of all that decides what is found: the first of a pool. The files are named without their
 * folders; only what decides is in it, so neither number of threads nor limits are. */
void find_settings_describe(const FindSettings *settings, uint64_t network_id, char *text,
                            size_t size);

#endif
