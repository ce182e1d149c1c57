#include "train/command.h"

#include <stdio.h>
#include <stdlib.h>

#include "base/compiler.h"
#include "cli/command.h"
#include "cli/output.h"
#include "nnue/network.h"
#include "train/logistic.h"

#define MAX_BATCH   (1 << 24)
#define MAX_THREADS 1024

#define OWN_RATE          0.25
#define OWN_RATE_GOING_ON 0.1

static void take_data(void *input, const char *path, const struct argp_state *state) {
    TrainCommand *command = input;
    const char **paths =
        realloc(command->data_paths, (size_t)(command->data_count + 1) * sizeof *paths);
    if (!paths)
        argp_failure(state, COMMAND_FAILED, 0, "not enough memory");
    paths[command->data_count++] = path;
    command->data_paths = paths;
}

static void take_teacher(void *input, const char *path, const struct argp_state *state) {
    TrainCommand *command = input;
    if (command->teacher_count == TEACHERS_MAX)
        argp_error(state, "more than %d --teacher", TEACHERS_MAX);
    command->teacher_paths[command->teacher_count++] = path;
}

static void take_words(void *input, int count, char **words, const struct argp_state *state) {
    for (int i = 0; i < count; i++)
        take_data(input, words[i], state);
}

/* Before hours of work that are to be written there. */
static void check_files(const TrainCommand *command, const struct argp_state *state) {
    const char *const outputs[] = {command->network_path, command->checkpoint_path,
                                   command->float_path, command->common.html};
    /* A network may become the one that goes on from it. */
    const char *const others[] = {command->checkpoint_path, command->common.html};
    Reason error;
    if (outputs_take_stdout(outputs, ARRAY_LENGTH(outputs)))
        argp_error(state, "--out, --checkpoint and --html need names of files");
    if (!outputs_check(outputs, ARRAY_LENGTH(outputs), command->data_paths,
                       (size_t)command->data_count, &error) ||
        !outputs_check(outputs, ARRAY_LENGTH(outputs), &command->yardstick_path, 1, &error) ||
        !outputs_check(others, ARRAY_LENGTH(others), &command->origin_path, 1, &error) ||
        !outputs_check(outputs, ARRAY_LENGTH(outputs), command->teacher_paths,
                       (size_t)command->teacher_count, &error))
        argp_failure(state, COMMAND_MISUSED, 0, "%s", error.text);
}

/* Whether nothing is to be learnt. */
static bool only_measures(const TrainCommand *command) {
    return command->data_count == 0 && !command->network_path && command->origin_path &&
           command->yardstick_path;
}

static void check_network(const TrainCommand *command, const struct argp_state *state) {
    if (!network_width_is_valid((int)command->settings.width))
        argp_error(state, "--hidden must be a multiple of %d", NETWORK_WIDTH_GRANULE);
    if (!network_king_buckets_are_valid(command->settings.king_buckets))
        argp_error(state, "--king-buckets must be 1 or %d", NETWORK_KING_BUCKETS_MAX);
}

static void check(void *input, const struct argp_state *state) {
    TrainCommand *command = input;
    command->settings.attackers = command->sees_attackers;
    command->settings.states =
        command->tells_loose || command->sees_attackers ? NETWORK_STATES_MAX : 1;
    command->filter.validation = command->validation_percent / 100;
    if (command->teacher_count == 0)
        command->settings.teacher_share = 0;
    check_network(command, state);
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
    if ((command->given_checkpoint_path
             ? asprintf(&command->checkpoint_path, "%s", command->given_checkpoint_path)
             : asprintf(&command->checkpoint_path, "%s.checkpoint", command->network_path)) < 0 ||
        asprintf(&command->float_path, "%s.float", command->network_path) < 0)
        argp_failure(state, COMMAND_FAILED, 0, "not enough memory");
    check_files(command, state);
}

#define NUMBER(member, low, high) INTO(TrainCommand, member), .minimum = (low), .maximum = (high)
#define REAL(member, low, high)   INTO(TrainCommand, member), .least = (low), .most = (high)

static const Argument ROWS[] = {
    {"data", 'd', "FILE", "Learn from the games of this chain file; any number of them",
     .take = take_data},
    {"out", 'o', "NET", "Write the network here", INTO(TrainCommand, network_path)},
    {.text = "The network and its training:"},
    {"hidden", 'H', "N", "Accumulators of each side, a multiple of 64 (256)",
     NUMBER(settings.width, NETWORK_WIDTH_MIN, NETWORK_WIDTH_MAX)},
    {"king-buckets", 0, "N", "Sets of features, by where the own king stands: 1 or 4 (1)",
     NUMBER(settings.king_buckets, 1, NETWORK_KING_BUCKETS_MAX)},
    {"loose", 0, NULL, "Tell loose men, which hang or might, from safe ones",
     INTO(TrainCommand, tells_loose)},
    {"attackers", 0, NULL, "Besides --loose, see which types of enemies attack each man",
     INTO(TrainCommand, sees_attackers)},
    {"from", 0, "NET",
     "Go on from what this network has learnt, which may be narrower, or from the NET.float of an "
     "earlier run; not from random weights",
     INTO(TrainCommand, origin_path)},
    {"epochs", 'e', "N", "Go through all positions N times (20)",
     NUMBER(settings.epochs, 1, TRAINER_EPOCHS_MAX)},
    {"batch", 'b', "N", "Move the weights after every N positions (4096)",
     NUMBER(settings.batch, 1, MAX_BATCH)},
    {"lr", 'l', "X", "Highest learning rate (0.001)", REAL(settings.rate, 1e-7, 1)},
    {"own-rate", 0, "X",
     "Share of the learning rate for what king buckets and single sets of features add (0.25; with "
     "--from 0.1)",
     REAL(settings.own_rate, 0, 1)},
    {"loose-rate", 0, "X",
     "Share of the learning rate for what loose and attacked men add in all king buckets, 0 to "
     "100 (1)",
     REAL(settings.loose_rate, 0, 100)},
    {"decay", 0, "X", "Weight decay of AdamW (0.1)", REAL(settings.decay, 0, 1)},
    {"wdl", 'w', "W", "Share of the game's result in the target, 0 to 1 (0.05)",
     REAL(settings.outcome_share, 0, 1)},
    {"lambda", 0, "X",
     "Weight of each later search of the game in the score of a position, over the one before it, "
     "0 to 0.95 (0.5)",
     REAL(filter.lambda, 0, 0.95)},
    {"teacher", 0, "NET",
     "Learn from what this network says of the positions, too; up to eight, of which the mean "
     "counts",
     .take = take_teacher},
    {"teacher-share", 0, "X", "Share of the teachers in the target, 0 to 1 (0.5)",
     REAL(settings.teacher_share, 0, 1)},
    {"k", 0, "CP", "Centipawns for a logit of 1 (fitted to the data)",
     REAL(settings.k, LOGISTIC_K_MIN, LOGISTIC_K_MAX)},
    {"scale", 0, "CP", "Centipawns for a logit of 1 in the network's scores (as --k)",
     NUMBER(scale, 1, NETWORK_SCALE_MAX)},
    {"seed", 's', "S", "Another seed begins and shuffles otherwise (1)",
     NUMBER(settings.seed, 0, INT64_MAX)},
    {.text = "Which positions:"},
    {"validation", 0, "PERCENT", "Share of the games to measure with (2)",
     REAL(validation_percent, 0.01, 50)},
    {"validation-data", 0, "FILE",
     "Measure with the games of this file too, always in one unit; without --data, only measure "
     "the network of --from",
     INTO(TrainCommand, yardstick_path)},
    {"skip-plies", 0, "N", "Leave out the first N plies of each game (8)",
     NUMBER(filter.skip_plies, 0, CHAIN_MAX_PLIES)},
    {"score-limit", 0, "CP", "Leave out scores of this size and more (2000)",
     NUMBER(filter.score_limit, 1, 2000)},
    {"max-clock", 0, "N",
     "Leave out positions after N plies and more without capture or pawn move; 0: none (20)",
     NUMBER(filter.max_clock, 0, CHAIN_MAX_PLIES)},
    {.text = "The run:"},
    {"checkpoint", 0, "FILE", "Keep what --resume needs here (NET.checkpoint)",
     INTO(TrainCommand, given_checkpoint_path)},
    {"resume", 0, NULL, "Go on from the checkpoint, if there is one", INTO(TrainCommand, resumes)},
    THREADS_ROW(TrainCommand, settings.threads, MAX_THREADS, "Work with N threads (1)"),
    OUTPUT_ROW(TrainCommand, html, "A page with the losses, written anew after each epoch"),
    {"plot", 0, "FILE", NULL, INTO(TrainCommand, common.html), .is_output = true},
    {0},
};

const ArgumentParser TRAIN_PARSER = {
    .rows = ROWS,
    .take_words = take_words,
    .check = check,
    .form = "[FILE...]",
    .doc =
        "Trains a network of Quorum on games in the chain format and writes it."
        "\vArguments that are no options are further data files, so --data *.chain works. The "
        "network of the epoch with the least loss on the validation games is written, among "
        "those of the last quarter, which learn with rounded weights. After each epoch, and when "
        "SIGINT, SIGTERM or SIGHUP end the run, a checkpoint is written, "
        "from which --resume goes on as if nothing had happened; it goes when the run is done, and "
        "NET.float, from which --from goes on without loss, is left beside the network. "
        "The exit code is 1 when the run fails or is stopped, 2 when arguments or files cannot "
        "be used or output is lost.",
};

void command_parse(TrainCommand *command, int argc, char **argv) {
    *command = (TrainCommand){
        .validation_percent = 2,
        .filter = {.skip_plies = 8, .score_limit = 2000, .max_clock = 20, .lambda = 0.5},
        .settings = {.threads = 1,
                     .width = 256,
                     .king_buckets = 1,
                     .epochs = 20,
                     .batch = 4096,
                     .seed = 1,
                     .rate = 1e-3,
                     .own_rate = -1, /* not given */
                     .loose_rate = 1,
                     .decay = 0.1,
                     .teacher_share = 0.5,
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
