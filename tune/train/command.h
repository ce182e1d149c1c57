#pragma once

#include "cli/arguments.h"
#include "train/dataset.h"
#include "train/teacher.h"
#include "train/trainer.h"

/* What the command line asks for. */
typedef struct TrainCommand {
    CommonArguments common;
    const char **data_paths; /* data_count of them */
    int data_count;
    const char *network_path;   /* NULL where only a network is to be measured */
    const char *yardstick_path; /* games to measure with only; NULL for none */
    const char *origin_path;    /* of the network or checkpoint to go on from; NULL for none */
    const char *teacher_paths[TEACHERS_MAX];
    int teacher_count;
    const char *given_checkpoint_path; /* NULL for the usual one */
    char *checkpoint_path;
    char *float_path; /* of what --from can go on from without loss; beside the network */
    bool resumes;
    bool tells_loose;          /* men, which settings.states says, too */
    bool sees_attackers;       /* likewise settings.attackers */
    double validation_percent; /* what filter.validation says, too */
    int scale;                 /* centipawns for a logit of 1 in the network; 0 for the fitted K */
    DatasetFilter filter;
    TrainerSettings settings; /* k is 0 if it is to be fitted */
} TrainCommand;

/* The arguments of quorum-train; its input is a TrainCommand. */
extern const ArgumentParser TRAIN_PARSER;

/* Reads the command line; bad arguments end the process with COMMAND_MISUSED. Main thread only. */
void command_parse(TrainCommand *command, int argc, char **argv);

void command_clear(TrainCommand *command);
