#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/format.h"
#include "base/threads.h"
#include "cli/command.h"
#include "cli/progress.h"
#include "cli/stop_signals.h"
#include "nnue/network_file.h"
#include "train/checkpoint.h"
#include "train/command.h"
#include "train/export.h"
#include "train/inherit.h"
#include "train/lock.h"
#include "train/logistic.h"
#include "train/page.h"
#include "train/quantise.h"
#include "train/teacher.h"
#include "train/yardstick.h"

/* With such a K a pawn more would be worth 2.5 percent. */
#define FITTED_K_MOST 1000

/* Positions on which the finished network is compared with the model. */
#define COMPARED_POSITIONS 50000

static int complain(int code, const char *what, const char *why) {
    fprintf(stderr, "quorum-train: %s: %s\n", what, why);
    return code;
}

static void on_reading(const char *path, const char *message, const Dataset *dataset) {
    const bool is_terminal = progress_has_terminal();
    if (message) {
        if (is_terminal)
            progress_draw("");
        fprintf(stderr, "quorum-train: %s: %s\n", path, message);
    } else if (is_terminal) {
        char line[512];
        snprintf(line, sizeof line, "reading %" PRIu64 " games, %zu positions: %s", dataset->games,
                 dataset->training.count + dataset->validation.count, path);
        progress_draw(line);
    }
}

/* Adds the games of a file; COMMAND_OK or a reported failure. */
static int read_file(const char *path, const DatasetFilter *filter, Dataset *dataset) {
    Reason error;
    const bool done = dataset_read(dataset, path, filter, on_reading, &error);
    if (progress_has_terminal())
        progress_draw("");
    return done ? COMMAND_OK : command_misused("quorum-train", error.text);
}

/* Reads the games to measure with only, if there are any; COMMAND_OK or a reported failure. */
static int read_yardstick(const TrainCommand *command, Dataset *yardstick) {
    const char *path = command->yardstick_path;
    const int code = path ? read_file(path, &YARDSTICK_FILTER, yardstick) : COMMAND_OK;
    if (!path || code != COMMAND_OK)
        return code;
    if (yardstick->validation.count == 0)
        return complain(COMMAND_MISUSED, path, "the data hold no position to measure with");
    printf("%" PRIu64 " games: %zu positions to measure with only\n", yardstick->games,
           yardstick->validation.count);
    return COMMAND_OK;
}

/* Reads all data files; COMMAND_OK or the exit code of the failure that it has reported. */
static int read_data(const TrainCommand *command, Dataset *dataset) {
    for (int i = 0; i < command->data_count; i++) {
        const int code = read_file(command->data_paths[i], &command->filter, dataset);
        if (code != COMMAND_OK)
            return code;
    }
    const char *what = NULL;
    if (dataset->training.count == 0)
        what = "the data hold no position to learn";
    else if (dataset->validation.count == 0)
        what =
            "no game fell to the validation, nodes never do: more games or a larger --validation";
    if (what)
        return complain(COMMAND_MISUSED, command->data_paths[0], what);
    printf("%" PRIu64 " games, %" PRIu64 " plies: %zu positions to learn, %zu to validate",
           dataset->games, dataset->plies, dataset->training.count, dataset->validation.count);
    if (dataset->damaged_blocks > 0)
        printf(", %" PRIu64 " damaged %s skipped", dataset->damaged_blocks,
               format_plural((int64_t)dataset->damaged_blocks, "block", "blocks"));
    putchar('\n');
    return COMMAND_OK;
}

/* NULL after it has reported why. */
static Network *load_network(const char *path) {
    Reason error;
    Network *network = network_load(path, &error);
    if (!network)
        complain(COMMAND_MISUSED, path, error.text);
    return network;
}

/* COMMAND_OK or a reported failure. */
static int load_teachers(const TrainCommand *command, Teachers *teachers) {
    for (int i = 0; i < command->teacher_count; i++) {
        Network *network = load_network(command->teacher_paths[i]);
        if (!network)
            return COMMAND_MISUSED;
        printf("teacher: network %016" PRIx64 "\n", network->id);
        teachers->networks[teachers->count++] = network;
    }
    return COMMAND_OK;
}

/* Has the positions that are learnt, not those that measure, say what the teachers say, too;
 * COMMAND_OK or a reported failure. */
static int teach(const TrainCommand *command, Dataset *dataset) {
    const TrainerSettings *settings = &command->settings;
    Teachers teachers = {0};
    int code = load_teachers(command, &teachers);
    if (code == COMMAND_OK && teachers.count > 0 &&
        !teachers_teach(&teachers, settings->teacher_share, settings->k, (int)settings->threads,
                        &dataset->training))
        code = complain(COMMAND_FAILED, "teaching", "not enough memory");
    teachers_clear(&teachers);
    return code;
}

/* Where the run stands, for the progress. */
static double share_done(const Trainer *trainer) {
    const double within = (double)trainer->state.position / (double)trainer->training->count;
    return ((double)trainer->state.epoch + within) / (double)trainer->settings.epochs;
}

typedef struct Pace {
    int64_t cpu_start_us;
    int64_t start_us;
    double positions; /* learnt since */
} Pace;

static double pace_of(const Pace *pace) {
    return pace->positions / ((double)(clock_now_us() - pace->start_us) / 1e6 + 1e-9);
}

static void show_progress(Progress *progress, const Trainer *trainer, const Pace *pace) {
    const TrainerState *state = &trainer->state;
    const double loss = state->position > 0 ? state->loss_sum / (double)state->position : 0;
    progress_update(progress, share_done(trainer),
                    "epoch %" PRId64 " of %" PRId64 ", loss %.5f, %.2f M positions/s",
                    state->epoch + 1, trainer->settings.epochs, loss, pace_of(pace) / 1e6);
}

/* The yardstick may be empty. */
static void print_epoch(Trainer *trainer, const Pace *pace, bool is_best,
                        const PositionStore *yardstick) {
    const TrainerState *state = &trainer->state;
    const char *best = trainer_rounds(trainer, state->epoch - 1)
                           ? " (best so far of those that round)"
                           : " (best so far)";
    printf("epoch %" PRId64 " of %" PRId64 ": training loss %.6f, validation loss %.6f%s, ",
           state->epoch, trainer->settings.epochs, state->training_loss[state->epoch - 1],
           state->validation_loss[state->epoch - 1], is_best ? best : "");
    printf("%.2f M positions/s, %.2f M a CPU second\n", pace_of(pace) / 1e6,
           pace->positions / (double)(clock_processor_us() - pace->cpu_start_us + 1));
    if (yardstick->count > 0)
        printf("yardstick: loss %.6f\n", yardstick_model_loss(trainer, yardstick));
    fflush(stdout);
}

static bool save(const Trainer *trainer, const TrainCommand *command) {
    Reason error;
    if (checkpoint_save(trainer, command->checkpoint_path, &error) &&
        (!command->common.html || trainer->state.epoch == 0 ||
         page_save_losses(&trainer->state, trainer->settings.epochs, command->common.html, &error)))
        return true;
    fprintf(stderr, "quorum-train: %s\n", error.text);
    return false;
}

/* Learns to the end of the epoch. False when a signal comes first. */
static bool learn_epoch(Trainer *trainer, Progress *progress, Pace *pace, StopSignals *signals) {
    *pace = (Pace){.cpu_start_us = clock_processor_us(), .start_us = clock_now_us()};
    const double before = (double)trainer->state.position;
    for (;;) {
        const bool is_over = trainer_step(trainer);
        pace->positions = (double)trainer->state.position - before;
        show_progress(progress, trainer, pace);
        if (is_over)
            return true;
        if (stop_signals_arrived(signals))
            return false;
    }
}

static int train(Trainer *trainer, const TrainCommand *command, const PositionStore *yardstick,
                 StopSignals *signals) {
    Progress progress;
    progress_begin(&progress, share_done(trainer), true);
    while (!trainer_is_finished(trainer)) {
        Pace pace;
        const bool is_over = learn_epoch(trainer, &progress, &pace, signals);
        progress_clear(&progress);
        if (is_over) {
            const bool is_best = trainer_end_epoch(trainer);
            print_epoch(trainer, &pace, is_best, yardstick);
        }
        if (!save(trainer, command))
            return COMMAND_MISUSED;
        if (!is_over || (!trainer_is_finished(trainer) && stop_signals_arrived(signals))) {
            printf("stopped in epoch %" PRId64 "; --resume goes on from %s\n",
                   trainer->state.epoch + 1, command->checkpoint_path);
            return COMMAND_FAILED;
        }
    }
    return COMMAND_OK;
}

static void print_report(const Network *network, const QuantiseReport *report, const char *path) {
    printf("%s: network %016" PRIx64
           ", hidden %d, king buckets %d, states %d, attackers %d, scale %d, %zu bytes\n",
           path, network->id, network->width, network->sets.king_buckets, network->sets.states,
           network->sets.attackers, network->scale,
           network_file_size(network->width, network->sets));
    printf("on %zu validation positions: loss %.6f, quantised %.6f (%+.2f %%); mean difference "
           "%.1f centipawns, worst %.0f; accumulators from %d to %d\n",
           report->positions, report->model_loss, report->network_loss,
           100 * (report->network_loss / report->model_loss - 1), report->mean_error,
           report->worst_error, report->lowest_accumulator, report->highest_accumulator);
}

static void print_yardstick(const Network *network, const PositionStore *yardstick, int threads) {
    printf("yardstick: network %016" PRIx64 " has loss %.6f\n", network->id,
           yardstick_network_loss(network, yardstick, threads));
}

static int finish(Trainer *trainer, const TrainCommand *command, const Dataset *dataset,
                  const PositionStore *yardstick) {
    Reason error;
    const int scale = command->scale > 0 ? command->scale : (int)lround(trainer->settings.k);
    Network *network = export_network(trainer, dataset, scale, &error);
    if (!network)
        return complain(COMMAND_FAILED, command->network_path, error.text);
    int code = COMMAND_OK;
    if (export_write(network, command->network_path, &error)) {
        QuantiseReport report;
        quantise_measure(&trainer->model, trainer->workspaces[0], network, &trainer->target,
                         trainer->validation, COMPARED_POSITIONS, &report);
        print_report(network, &report, command->network_path);
        if (yardstick->count > 0)
            print_yardstick(network, yardstick, (int)trainer->settings.threads);
        trainer->state.network = network->id;
        if (checkpoint_save(trainer, command->float_path, &error))
            unlink(command->checkpoint_path);
        else
            code = complain(COMMAND_MISUSED, command->float_path, error.text);
    } else {
        code = COMMAND_MISUSED;
        fprintf(stderr, "quorum-train: %s\n", error.text);
    }
    network_destroy(network);
    return code;
}

/* Takes over a network's integers; COMMAND_OK or a reported failure. */
static int begin_from_network(Trainer *trainer, const char *path) {
    Network *network = load_network(path);
    if (!network)
        return COMMAND_MISUSED;
    const bool fits =
        inherit_fits(network, trainer->settings.width, trainer_sets(&trainer->settings));
    if (fits) {
        trainer_inherit(trainer, network);
    } else {
        Reason error;
        reason_set(&error,
                   "it has hidden %d, king buckets %d, states %d and attackers %d, more "
                   "than are asked for",
                   network->width, network->sets.king_buckets, network->sets.states,
                   (int)network->sets.attackers);
        complain(COMMAND_MISUSED, path, error.text);
    }
    network_destroy(network);
    return fits ? COMMAND_OK : COMMAND_MISUSED;
}

/* Begins where the command line says; COMMAND_OK or a reported failure. */
static int begin(Trainer *trainer, const TrainCommand *command, const PositionStore *yardstick) {
    const char *path = command->origin_path;
    Reason error;
    if (!path)
        return COMMAND_OK;
    if (!checkpoint_is_one(path)) {
        const int code = begin_from_network(trainer, path);
        if (code != COMMAND_OK)
            return code;
    } else if (!checkpoint_inherit(trainer, path, &error)) {
        return complain(COMMAND_MISUSED, path, error.text);
    }
    printf("from network %016" PRIx64 ": validation loss %.6f\n", trainer->settings.origin,
           trainer_loss(trainer, trainer->validation));
    if (yardstick->count > 0)
        printf("yardstick: loss %.6f\n", yardstick_model_loss(trainer, yardstick));
    return COMMAND_OK;
}

/* Takes up an earlier run where the command line says so; COMMAND_OK or a reported failure. */
static int resume(Trainer *trainer, const TrainCommand *command) {
    const char *path = command->checkpoint_path;
    if (access(path, F_OK) != 0)
        return COMMAND_OK;
    if (!command->resumes)
        return complain(COMMAND_MISUSED, path,
                        "an unfinished run; --resume continues it, or delete it");
    Reason error;
    if (!checkpoint_load(trainer, path, &error))
        return complain(COMMAND_MISUSED, path, error.text);
    printf("resumed in epoch %" PRId64 " after %" PRId64 " positions\n", trainer->state.epoch + 1,
           trainer->state.position);
    return COMMAND_OK;
}

/* Games that are given up count as drawn: their results say nothing of their scores. COMMAND_OK or
 * a reported failure. */
static int fit_k(TrainerSettings *settings, const Dataset *dataset) {
    if (settings->k != 0)
        return COMMAND_OK;
    settings->k = logistic_fit(&dataset->training);
    if (settings->k > FITTED_K_MOST)
        return complain(COMMAND_MISUSED, "K",
                        "the results of these games do not go with their scores, give --k (200)");
    printf("K fitted to results: %.1f centipawns\n", settings->k);
    return COMMAND_OK;
}

static int run(const TrainCommand *command, const Dataset *dataset,
               const PositionStore *yardstick) {
    const TrainerSettings *settings = &command->settings;
    fflush(stdout);
    StopSignals signals;
    stop_signals_block(&signals);
    Trainer *trainer = trainer_create(settings, &dataset->training, &dataset->validation);
    if (!trainer)
        return complain(COMMAND_FAILED, "training", "not enough memory");
    int code = begin(trainer, command, yardstick);
    if (code == COMMAND_OK)
        code = resume(trainer, command);
    if (code == COMMAND_OK)
        code = train(trainer, command, yardstick, &signals);
    if (code == COMMAND_OK)
        code = finish(trainer, command, dataset, yardstick);
    trainer_destroy(trainer);
    return code;
}

/* COMMAND_OK or a reported failure. */
static int check_threads(const TrainerSettings *settings) {
    return threads_are_allowed((int)settings->threads - 1)
               ? COMMAND_OK
               : complain(COMMAND_FAILED, "--threads", "the system refuses so many");
}

/* Measures the network of --from. */
static int measure(const TrainCommand *command, const PositionStore *yardstick) {
    Network *network = load_network(command->origin_path);
    if (!network)
        return COMMAND_MISUSED;
    const int code = check_threads(&command->settings);
    if (code == COMMAND_OK)
        print_yardstick(network, yardstick, (int)command->settings.threads);
    network_destroy(network);
    return code;
}

static int learn_from_data(TrainCommand *command, const PositionStore *yardstick) {
    Dataset dataset = {0};
    int code = read_data(command, &dataset);
    if (code == COMMAND_OK)
        code = fit_k(&command->settings, &dataset);
    if (code == COMMAND_OK)
        code = check_threads(&command->settings);
    if (code == COMMAND_OK)
        code = teach(command, &dataset);
    if (code == COMMAND_OK)
        code = run(command, &dataset, yardstick);
    dataset_clear(&dataset);
    return code;
}

/* Learns what no other process is learning. */
static int learn(TrainCommand *command, const PositionStore *yardstick) {
    Lock network = {0}, checkpoint = {0};
    Reason error;
    const bool locked = lock_take(&network, command->network_path, &error) &&
                        lock_take(&checkpoint, command->checkpoint_path, &error);
    const int code =
        locked ? learn_from_data(command, yardstick) : command_misused("quorum-train", error.text);
    lock_release(&checkpoint);
    lock_release(&network);
    return code;
}

int main(int argc, char **argv) {
    chess_init();
    command_begin("quorum-train");
    TrainCommand command;
    command_parse(&command, argc, argv);
    Dataset yardstick = {0};
    int code = read_yardstick(&command, &yardstick);
    if (code == COMMAND_OK)
        code = command.data_count > 0 ? learn(&command, &yardstick.validation)
                                      : measure(&command, &yardstick.validation);
    dataset_clear(&yardstick);
    command_clear(&command);
    return code;
}
