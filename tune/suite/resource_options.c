#include "suite/resource_options.h"

#include "cli/options.h"

#define MAX_THREADS 4096

enum { KEY_NETWORK = 0x1000, KEY_SYZYGY };

static const struct argp_option OPTIONS[] = {
    {"threads", 't', "N", 0, "Look at N positions at a time (1)", 0},
    {"hash", 'm', "MB", 0, "Size of each thread's table, in MiB (64)", 0},
    {"network", KEY_NETWORK, "FILE", 0,
     "Evaluate by this network instead of the one that the program carries", 0},
    {"syzygy", KEY_SYZYGY, "PATH", 0, "Folders with endgame tables, separated by colons", 0},
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    ResourceSettings *settings = state->input;
    switch (key) {
    case 't':
        settings->threads = (int)options_require_integer(state, "--threads", value, 1, MAX_THREADS);
        break;
    case 'm':
        settings->hash_mib =
            (size_t)options_require_integer(state, "--hash", value, 1, ENGINE_MAX_HASH_MIB);
        break;
    case KEY_NETWORK:
        settings->network_path = value;
        break;
    case KEY_SYZYGY:
        settings->syzygy_path = value;
        break;
    default:
        return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp RESOURCE_OPTIONS = {.options = OPTIONS, .parser = parse_option};
