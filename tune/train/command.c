#include "train/command.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "cli/arguments.h"
#include "cli/command.h"
#include "cli/output.h"
#include "nnue/network.h"
#include "train/logistic.h"

#define MAX_BATCH   (1 << 24)
#define MAX_THREADS 1024

#define OWN_RATE          0.25
#define OWN_RATE_GOING_ON 0.1

enum {
    KEY_CHECKPOINT = 256,
    KEY_DECAY,
    KEY_FROM,
    KEY_K,
    KEY_KING_BUCKETS,
    KEY_LAMBDA,
    KEY_LOOSE,
    KEY_LOOSE_RATE,
    KEY_MAX_CLOCK,
    KEY_OWN_RATE,
    KEY_RESUME,
    KEY_SCALE,
    KEY_SCORE_LIMIT,
    KEY_SKIP_PLIES,
    KEY_VALIDATION,
    KEY_VALIDATION_DATA,
};

static const struct argp_option OPTIONS[] = {
    {"data", 'd', "FILE", 0, "Learn from the games of this chain file; any number of them", 0},
    {"out", 'o', "NET", 0, "Write the network here", 0},
    {0, 0, 0, 0, "The network and its training:", 1},
    {"hidden", 'H', "N", 0, "Accumulators of each side, a multiple of 64 (256)", 0},
    {"king-buckets", KEY_KING_BUCKETS, "N", 0,
     "Sets of features, by where the own king stands: 1 or 4 (1)", 0},
    {"loose", KEY_LOOSE, 0, 0, "Tell loose men, which hang or might, from safe ones", 0},
    {"from", KEY_FROM, "NET", 0,
     "Go on from what this network has learnt, which may be narrower, or from the NET.float of an "
     "earlier run; not from random weights",
     0},
    {"epochs", 'e', "N", 0, "Go through all positions N times (20)", 0},
    {"batch", 'b', "N", 0, "Move the weights after every N positions (4096)", 0},
    {"lr", 'l', "X", 0, "Highest learning rate (0.001)", 0},
    {"own-rate", KEY_OWN_RATE, "X", 0,
     "Share of the learning rate for what king buckets and single sets of features add (0.25; with "
     "--from 0.1)",
     0},
    {"loose-rate", KEY_LOOSE_RATE, "X", 0,
     "The same for what loose men add in all king buckets, 0 to 100 (1)", 0},
    {"decay", KEY_DECAY, "X", 0, "Weight decay of AdamW (0.1)", 0},
    {"wdl", 'w', "W", 0, "Share of the game's result in the target, 0 to 1 (0.05)", 0},
    {"lambda", KEY_LAMBDA, "X", 0,
     "Weight of each later search of the game in the score of a position, over the one before it, "
     "0 to 0.95 (0.5)",
     0},
    {"k", KEY_K, "CP", 0, "Centipawns for a logit of 1 (fitted to the data)", 0},
    {"scale", KEY_SCALE, "CP", 0, "The same in the network's scores (as --k)", 0},
    {"seed", 's', "S", 0, "Another seed begins and shuffles otherwise (1)", 0},
    {0, 0, 0, 0, "Which positions:", 2},
    {"validation", KEY_VALIDATION, "PERCENT", 0, "Share of the games to measure with (2)", 0},
    {"validation-data", KEY_VALIDATION_DATA, "FILE", 0,
     "Measure with the games of this file too, always in one unit; without --data, only measure "
     "the "
     "network of --from",
     0},
    {"skip-plies", KEY_SKIP_PLIES, "N", 0, "Leave out the first N plies of each game (8)", 0},
    {"score-limit", KEY_SCORE_LIMIT, "CP", 0, "Leave out scores of this size and more (2000)", 0},
    {"max-clock", KEY_MAX_CLOCK, "N", 0,
     "Leave out positions after N plies and more without capture or pawn move; 0: none (20)", 0},
    {0, 0, 0, 0, "The run:", 3},
    {"checkpoint", KEY_CHECKPOINT, "FILE", 0, "Keep what --resume needs here (NET.checkpoint)", 0},
    {"resume", KEY_RESUME, 0, 0, "Go on from the checkpoint, if there is one", 0},
    {0},
};

static const struct argp_child CHILDREN[] = {
    COMMON_ARGUMENTS(COMMON_THREADS("Work with N threads (1)", 3),
                     COMMON_HTML("A page with the losses, written anew after each epoch", 3),
                     COMMON_EARLIER("plot", COMMON_KEY_HTML)),
    {0},
};

static int require_width(const struct argp_state *state, const char *text) {
    const int64_t width =
        argument_require_integer(state, "--hidden", text, NETWORK_WIDTH_MIN, NETWORK_WIDTH_MAX);
    if (!network_width_is_valid((int)width))
        argp_error(state, "--hidden must be a multiple of %d", NETWORK_WIDTH_GRANULE);
    return (int)width;
}

static int require_king_buckets(const struct argp_state *state, const char *text) {
    const int64_t king_buckets =
        argument_require_integer(state, "--king-buckets", text, 1, NETWORK_KING_BUCKETS_MAX);
    if (!network_king_buckets_are_valid(king_buckets))
        argp_error(state, "--king-buckets must be 1 or %d", NETWORK_KING_BUCKETS_MAX);
    return (int)king_buckets;
}

static void add_data(TrainCommand *command, const struct argp_state *state, char *path) {
    char **paths = realloc(command->data_paths, (size_t)(command->data_count + 1) * sizeof *paths);
    if (!paths)
        argp_failure(state, COMMAND_FAILED, 0, "not enough memory");
    paths[command->data_count++] = path;
    command->data_paths = paths;
}

/* Before hours of work that are to be written there. */
static void check_files(const TrainCommand *command, const struct argp_state *state) {
    const char *const outputs[] = {command->network_path, command->checkpoint_path,
                                   command->common.html};
    const char *const *inputs = (const char *const *)command->data_paths;
    Reason error;
    if (outputs_take_stdout(outputs, ARRAY_LENGTH(outputs)))
        argp_error(state, "--out, --checkpoint and --html need names of files");
    if (!outputs_check(outputs, ARRAY_LENGTH(outputs), inputs, (size_t)command->data_count, &error))
        argp_failure(state, COMMAND_MISUSED, 0, "%s", error.text);
}

/* Whether nothing is to be learnt. */
static bool only_measures(const TrainCommand *command) {
    return command->data_count == 0 && !command->network_path && command->origin_path &&
           command->yardstick_path;
}

static void check(TrainCommand *command, const struct argp_state *state) {
    command->settings.threads = command->common.threads;
    if (only_measures(command))
        return;
    if (command->data_count == 0)
        argp_error(state, "--data is needed");
    if (!command->network_path)
        argp_error(state, "--out is needed");
    if (command->settings.threads > command->settings.batch)
        argp_error(state, "--batch is smaller than --threads");
    if (command->settings.own_rate < 0)
        command->settings.own_rate = command->origin_path ? OWN_RATE_GOING_ON : OWN_RATE;
    if ((!command->checkpoint_path &&
         asprintf(&command->checkpoint_path, "%s.checkpoint", command->network_path) < 0) ||
        asprintf(&command->float_path, "%s.float", command->network_path) < 0)
        argp_failure(state, COMMAND_FAILED, 0, "not enough memory");
    check_files(command, state);
}

#define NUMBER(option, member, least, most)                                                        \
    ARGUMENT(option, TrainCommand, member, .minimum = (least), .maximum = (most))
#define REAL(option, member, low, high)                                                            \
    ARGUMENT(option, TrainCommand, member, .least = (low), .most = (high))

static const Argument LIST[] = {
    ARGUMENT('o', TrainCommand, network_path),
    ARGUMENT(KEY_FROM, TrainCommand, origin_path),
    NUMBER('e', settings.epochs, 1, TRAINER_EPOCHS_MAX),
    NUMBER('b', settings.batch, 1, MAX_BATCH),
    REAL('l', settings.rate, 1e-7, 1),
    REAL(KEY_OWN_RATE, settings.own_rate, 0, 1),
    REAL(KEY_LOOSE_RATE, settings.loose_rate, 0, 100),
    REAL(KEY_DECAY, settings.decay, 0, 1),
    REAL('w', settings.outcome_share, 0, 1),
    REAL(KEY_LAMBDA, filter.lambda, 0, 0.95),
    REAL(KEY_K, settings.k, LOGISTIC_K_MIN, LOGISTIC_K_MAX),
    NUMBER(KEY_SCALE, scale, 1, NETWORK_SCALE_MAX),
    NUMBER('s', settings.seed, 0, INT64_MAX),
    ARGUMENT(KEY_VALIDATION_DATA, TrainCommand, yardstick_path),
    NUMBER(KEY_SKIP_PLIES, filter.skip_plies, 0, CHAIN_MAX_PLIES),
    NUMBER(KEY_SCORE_LIMIT, filter.score_limit, 1, 2000),
    NUMBER(KEY_MAX_CLOCK, filter.max_clock, 0, CHAIN_MAX_PLIES),
    ARGUMENT(KEY_RESUME, TrainCommand, resumes),
    {0},
};

static error_t parse_option(int key, char *value, struct argp_state *state) {
    TrainCommand *command = state->input;
    switch (key) {
    case ARGP_KEY_INIT:
        state->child_inputs[0] = &command->common;
        break;
    case 'd':
    case ARGP_KEY_ARG:
        add_data(command, state, value);
        break;
    case 'H':
        command->settings.width = require_width(state, value);
        break;
    case KEY_KING_BUCKETS:
        command->settings.king_buckets = require_king_buckets(state, value);
        break;
    case KEY_LOOSE:
        command->settings.states = NETWORK_STATES_MAX;
        break;
    case KEY_VALIDATION:
        command->filter.validation =
            argument_require_number(state, "--validation", value, 0.01, 50) / 100;
        break;
    case KEY_CHECKPOINT:
        free(command->checkpoint_path);
        if (asprintf(&command->checkpoint_path, "%s", value) < 0)
            argp_failure(state, COMMAND_FAILED, 0, "not enough memory");
        break;
    case ARGP_KEY_END:
        check(command, state);
        break;
    default:
        return arguments_take(LIST, OPTIONS, key, value, state) ? 0 : ARGP_ERR_UNKNOWN;
    }
    return 0;
}

const struct argp TRAIN_PARSER = {
    .options = OPTIONS,
    .parser = parse_option,
    .children = CHILDREN,
    .args_doc = "[FILE...]",
    .doc =
        "Trains a network of Quorum on games in the chain format and writes it."
        "\vArguments that are no options are further data files, so --data *.chain works. The "
        "network of the epoch with the least loss on the validation games is written. After "
        "each epoch, and when SIGINT, SIGTERM or SIGHUP end the run, a checkpoint is written, "
        "from which --resume goes on as if nothing had happened; it goes when the run is done, and "
        "NET.float, from which --from goes on without loss, is left beside the network. "
        "The exit code is 1 when the run fails or is stopped, 2 when arguments or files cannot "
        "be used or output is lost.",
};

void command_parse(TrainCommand *command, int argc, char **argv) {
    *command = (TrainCommand){
        .common = {.threads = 1, .threads_limit = MAX_THREADS},
        .filter = {.skip_plies = 8,
                   .score_limit = 2000,
                   .max_clock = 20,
                   .validation = 0.02,
                   .lambda = 0.5},
        .settings = {.width = 256,
                     .king_buckets = 1,
                     .states = 1,
                     .epochs = 20,
                     .batch = 4096,
                     .seed = 1,
                     .rate = 1e-3,
                     .own_rate = -1, /* not given */
                     .loose_rate = 1,
                     .decay = 0.1,
                     .outcome_share = 0.05},
    };
    arguments_parse(&TRAIN_PARSER, "quorum-train", argc, argv, command);
}

void command_clear(TrainCommand *command) {
    free(command->data_paths);
    free(command->checkpoint_path);
    free(command->float_path);
    *command = (TrainCommand){0};
}
