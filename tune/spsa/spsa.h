#pragma once

#include <stdint.h>

/* Simultaneous perturbation stochastic approximation (J. C. Spall, 1992): an iteration moves all
 * parameters at once by one step each, up or down at random, lets the two opposite settings play
 * each other, and then moves each parameter a little towards the side that did better. Steps and
 * moves become smaller from iteration to iteration.
 *
 * A parameter from 0 to 1 is a switch: it is on for one side and off for the other, at random, and
 * never moves. What it is worth shows in its effect, so that one run screens many ideas at once (a
 * factorial experiment: R. A. Fisher, 1926).
 *
 * Iteration k is drawn up when the results up to k - 1 - ahead are known. So `ahead` iterations can
 * be played beside the one that is waited for, and the outcome depends on the rules and the results
 * alone, not on who played when. A Spsa belongs to one thread at a time. */

#define SPSA_MAX_AHEAD 1000

typedef struct SpsaParameter {
    const char *name;
    int start;
    int least;
    int most;
    double step; /* of the last iteration, up and down; earlier ones are longer; not of a switch */
} SpsaParameter;

typedef struct SpsaRules {
    const SpsaParameter *parameters;
    int count;          /* of parameters, at least 1 */
    int64_t iterations; /* that are planned, at least 1 */
    int ahead;          /* 0 to SPSA_MAX_AHEAD */
    double rate;        /* steps that a won game moves a parameter in the last iteration */
    uint64_t seed;
} SpsaRules;

/* The two settings of an iteration, whole numbers within the parameters' ranges. A step that is no
 * whole number is rounded up or down at random, so that on average it is what it should be. */
typedef struct SpsaSides {
    int *plus;
    int *minus;
} SpsaSides;

typedef struct Spsa Spsa;

/* At iteration 0, all parameters at their start. The parameters must outlive it. NULL without
 * memory. */
Spsa *spsa_create(const SpsaRules *rules);
void spsa_destroy(Spsa *spsa);

/* Iterations whose results are known. */
int64_t spsa_done(const Spsa *spsa);

/* The settings of an iteration from spsa_done() + 1 to spsa_done() + 1 + ahead. */
const SpsaSides *spsa_sides(const Spsa *spsa, int64_t iteration);

/* Takes the result of iteration spsa_done() + 1: games that plus has won less those it has lost. */
void spsa_learn(Spsa *spsa, int balance);

/* A parameter as it stands. */
double spsa_value(const Spsa *spsa, int parameter);

/* Games that the side for which a parameter was up, or a switch on, has won less those it has lost:
 * mean of an iteration, and the standard error of that; 0 and 0 before the second one is known. */
typedef struct SpsaEffect {
    double mean;
    double error;
} SpsaEffect;

SpsaEffect spsa_effect(const Spsa *spsa, int parameter);
