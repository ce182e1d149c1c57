#include "spsa/spsa.h"

#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "base/random.h"

/* How fast moves and steps become smaller, as Spall advises (1998). */
#define MOVE_EXPONENT 0.602
#define STEP_EXPONENT 0.101

/* The first iterations are held back as if so large a share of all had gone before. */
#define STABILITY_SHARE 0.1

struct Spsa {
    SpsaRules rules;
    int64_t done;
    double *values;
    double *upward;   /* balances of all iterations for the side for which each parameter was up */
    double squares;   /* of the balances */
    int *settings;    /* what the sides point to */
    SpsaSides *sides; /* iteration k at k modulo ahead + 1 */
};

static bool is_switch(const SpsaParameter *parameter) {
    return parameter->least == 0 && parameter->most == 1;
}

static double clamp(double value, double least, double most) {
    return fmin(fmax(value, least), most);
}

/* How far a parameter is perturbed in an iteration. */
static double step_of(const Spsa *spsa, const SpsaParameter *parameter, int64_t iteration) {
    double share = (double)spsa->rules.iterations / (double)iteration;
    return parameter->step * pow(share, STEP_EXPONENT);
}

/* How far a won game moves it. */
static double move_of(const Spsa *spsa, const SpsaParameter *parameter, int64_t iteration) {
    double planned = (double)spsa->rules.iterations;
    double stability = STABILITY_SHARE * planned;
    double share = (stability + planned) / (stability + (double)iteration);
    double last_gain = spsa->rules.rate * parameter->step * parameter->step;
    return last_gain * pow(share, MOVE_EXPONENT) / step_of(spsa, parameter, iteration);
}

/* What an iteration draws for its parameters, one after another: the state begins at
 * random_of_iteration(). */
typedef struct Draw {
    int direction;   /* 1 or -1 */
    double rounding; /* 0 to 1 */
} Draw;

static uint64_t random_of_iteration(const Spsa *spsa, int64_t iteration) {
    return random_sequence(~spsa->rules.seed, (uint64_t)iteration);
}

static Draw draw(uint64_t *random) {
    uint64_t bits = random_next(random);
    return (Draw){bits & 1 ? 1 : -1, (double)(bits >> 11) * 0x1p-53};
}

static int setting(const SpsaParameter *parameter, double value, double rounding) {
    return (int)clamp(floor(value + rounding), parameter->least, parameter->most);
}

/* Draws up an iteration around the values as they stand. */
static void draw_up(Spsa *spsa, int64_t iteration) {
    const SpsaSides *sides = spsa_sides(spsa, iteration);
    uint64_t random = random_of_iteration(spsa, iteration);
    for (int i = 0; i < spsa->rules.count; i++) {
        const SpsaParameter *parameter = &spsa->rules.parameters[i];
        Draw drawn = draw(&random);
        if (is_switch(parameter)) {
            sides->plus[i] = drawn.direction > 0;
            sides->minus[i] = drawn.direction < 0;
            continue;
        }
        double step = drawn.direction * step_of(spsa, parameter, iteration);
        sides->plus[i] = setting(parameter, spsa->values[i] + step, drawn.rounding);
        sides->minus[i] = setting(parameter, spsa->values[i] - step, drawn.rounding);
    }
}

Spsa *spsa_create(const SpsaRules *rules) {
    Spsa *spsa = calloc(1, sizeof *spsa);
    if (!spsa)
        return NULL;
    size_t count = (size_t)rules->count, window = (size_t)rules->ahead + 1;
    spsa->rules = *rules;
    spsa->values = calloc(count, sizeof *spsa->values);
    spsa->upward = calloc(count, sizeof *spsa->upward);
    spsa->settings = calloc(2 * window * count, sizeof *spsa->settings);
    spsa->sides = calloc(window, sizeof *spsa->sides);
    if (!spsa->values || !spsa->upward || !spsa->settings || !spsa->sides) {
        spsa_destroy(spsa);
        return NULL;
    }
    for (size_t i = 0; i < window; i++)
        spsa->sides[i] =
            (SpsaSides){spsa->settings + 2 * i * count, spsa->settings + (2 * i + 1) * count};
    for (size_t i = 0; i < count; i++)
        spsa->values[i] = rules->parameters[i].start;
    for (int64_t iteration = 1; iteration <= (int64_t)window; iteration++)
        draw_up(spsa, iteration);
    return spsa;
}

void spsa_destroy(Spsa *spsa) {
    if (!spsa)
        return;
    free(spsa->values);
    free(spsa->upward);
    free(spsa->settings);
    free(spsa->sides);
    free(spsa);
}

int64_t spsa_done(const Spsa *spsa) {
    return spsa->done;
}

const SpsaSides *spsa_sides(const Spsa *spsa, int64_t iteration) {
    return &spsa->sides[iteration % (spsa->rules.ahead + 1)];
}

void spsa_learn(Spsa *spsa, int balance) {
    int64_t iteration = ++spsa->done;
    uint64_t random = random_of_iteration(spsa, iteration);
    spsa->squares += (double)balance * balance;
    for (int i = 0; i < spsa->rules.count; i++) {
        const SpsaParameter *parameter = &spsa->rules.parameters[i];
        const int upward = draw(&random).direction * balance;
        spsa->upward[i] += upward;
        if (is_switch(parameter))
            continue;
        double move = upward * move_of(spsa, parameter, iteration);
        spsa->values[i] = clamp(spsa->values[i] + move, parameter->least, parameter->most);
    }
    draw_up(spsa, iteration + 1 + spsa->rules.ahead);
}

double spsa_value(const Spsa *spsa, int parameter) {
    return spsa->values[parameter];
}

SpsaEffect spsa_effect(const Spsa *spsa, int parameter) {
    const double count = (double)spsa->done;
    if (count < 2)
        return (SpsaEffect){0, 0};
    const double mean = spsa->upward[parameter] / count;
    const double variance = (spsa->squares - count * mean * mean) / (count - 1);
    return (SpsaEffect){mean, sqrt(fmax(variance, 0) / count)};
}
