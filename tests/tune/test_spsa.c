/* SPSA on games whose laws are known, the journal, and what is written about a run. */

#include "support.h"

#include <errno.h>
#include <math.h>

#include "spsa/journal.h"
#include "spsa/rows.h"
#include "spsa/trace.h"

#define GAMES 16

/* What the parameters are worth: the nearer to their best values, the more. */
typedef struct Contest {
    SpsaParameter parameters[4];
    double best[4];
    double weight[4]; /* Elo lost at a distance of ten steps */
} Contest;

/* Far off with a coarse and with a fine step, already right, and best beyond its range. */
static const Contest CONTEST = {
    .parameters = {{"FAR", 40, 0, 200, 8},
                   {"FINE", 6, 2, 12, 0.5},
                   {"RIGHT", 500, 0, 1000, 50},
                   {"BEYOND", 50, 20, 60, 2}},
    .best = {120, 9, 500, 90},
    .weight = {200, 200, 200, 200},
};

static double elo_of(const Contest *contest, const int *settings) {
    double elo = 0;
    for (int i = 0; i < 4; i++) {
        double distance = (settings[i] - contest->best[i]) / contest->parameters[i].step / 10;
        elo -= contest->weight[i] * distance * distance;
    }
    return elo;
}

/* Wins less losses in games of which nearly half are drawn. */
static int play(const Contest *contest, const SpsaSides *sides, uint64_t *random) {
    double difference = elo_of(contest, sides->plus) - elo_of(contest, sides->minus);
    double score = 1 / (1 + pow(10, -difference / 400));
    int balance = 0;
    for (int game = 0; game < GAMES; game++) {
        double chance = (double)(random_next(random) >> 11) * 0x1p-53;
        double drawn = 0.9 * fmin(score, 1 - score);
        balance += chance < score - drawn / 2 ? 1 : chance < score + drawn / 2 ? 0 : -1;
    }
    return balance;
}

static SpsaRules rules_of(const Contest *contest, int ahead, uint64_t seed) {
    return (SpsaRules){
        .parameters = contest->parameters,
        .count = 4,
        .iterations = 4000,
        .ahead = ahead,
        .rate = 0.01,
        .seed = seed,
    };
}

/* Runs to the end; direction -1 tells it lies. */
static Spsa *run(const Contest *contest, int ahead, uint64_t seed, int direction) {
    const SpsaRules rules = rules_of(contest, ahead, seed);
    Spsa *spsa = spsa_create(&rules);
    assert_non_null(spsa);
    uint64_t random = seed + 1000;
    for (int64_t i = 1; i <= rules.iterations; i++)
        spsa_learn(spsa, direction * play(contest, spsa_sides(spsa, i), &random));
    assert_int_equal(spsa_done(spsa), rules.iterations);
    return spsa;
}

static double distance(const Spsa *spsa, int parameter, double value) {
    return fabs(spsa_value(spsa, parameter) - value) / CONTEST.parameters[parameter].step;
}

/* Within one and a half steps, which is what the noise of the last games leaves. */
static void test_finds_the_optimum(void **state) {
    (void)state;
    static const int AHEAD[] = {0, 1, 20};
    for (size_t i = 0; i < ARRAY_LENGTH(AHEAD); i++) {
        for (uint64_t seed = 1; seed <= 5; seed++) {
            Spsa *spsa = run(&CONTEST, AHEAD[i], seed, 1);
            print_message("ahead %d, seed %d: %.1f %.2f %.0f %.2f\n", AHEAD[i], (int)seed,
                          spsa_value(spsa, 0), spsa_value(spsa, 1), spsa_value(spsa, 2),
                          spsa_value(spsa, 3));
            assert_true(distance(spsa, 0, 120) < 1.5);
            assert_true(distance(spsa, 1, 9) < 1.5);
            assert_true(distance(spsa, 2, 500) < 1.5);
            assert_true(distance(spsa, 3, 60) < 1.5);
            spsa_destroy(spsa);
        }
    }
}

static void test_goes_where_the_results_say(void **state) {
    (void)state;
    Spsa *spsa = run(&CONTEST, 1, 1, -1);
    assert_true(distance(spsa, 0, 0) < 0.5);
    assert_true(distance(spsa, 1, 2) < 0.5);
    assert_true(distance(spsa, 3, 20) < 0.5);
    spsa_destroy(spsa);
}

/* Perturbed both ways, by the step on average, within the range, and never alike. */
static void test_sides(void **state) {
    (void)state;
    const SpsaRules rules = rules_of(&CONTEST, 3, 7);
    Spsa *spsa = spsa_create(&rules);
    assert_non_null(spsa);
    double spread[4] = {0}, middle[4] = {0};
    int up[4] = {0};
    for (int64_t iteration = 1; iteration <= rules.iterations; iteration++) {
        const SpsaSides *sides = spsa_sides(spsa, iteration);
        double share = pow((double)rules.iterations / (double)iteration, 0.101);
        for (int i = 0; i < 4; i++) {
            const SpsaParameter *parameter = &CONTEST.parameters[i];
            assert_in_range(sides->plus[i], parameter->least, parameter->most);
            assert_in_range(sides->minus[i], parameter->least, parameter->most);
            assert_int_not_equal(sides->plus[i], sides->minus[i]);
            up[i] += sides->plus[i] > sides->minus[i];
            spread[i] += abs(sides->plus[i] - sides->minus[i]) / (2 * parameter->step * share);
            middle[i] += (sides->plus[i] + sides->minus[i]) / 2.0 - parameter->start;
        }
        spsa_learn(spsa, 0);
    }
    for (int i = 0; i < 4; i++) {
        double count = (double)rules.iterations;
        assert_in_range(up[i], 1850, 2150);
        assert_true(fabs(spread[i] / count - 1) < 0.03);
        assert_true(fabs(middle[i] / count) < 0.1 * fmax(CONTEST.parameters[i].step, 1));
        assert_true(spsa_value(spsa, i) == CONTEST.parameters[i].start);
    }
    spsa_destroy(spsa);
}

/* A good switch and a bad one, and a parameter beside them that does nothing. */
static void test_screens_switches(void **state) {
    (void)state;
    static const SpsaParameter PARAMETERS[] = {
        {"GOOD", 0, 0, 1, 0.5}, {"BAD", 1, 0, 1, 0.5}, {"NEUTRAL", 50, 0, 100, 5}};
    const SpsaRules rules = {PARAMETERS, 3, 4000, 3, 0.01, 9};
    Spsa *spsa = spsa_create(&rules);
    assert_non_null(spsa);
    assert_true(spsa_effect(spsa, 0).mean == 0 && spsa_effect(spsa, 0).error == 0);
    uint64_t random = 77;
    for (int64_t i = 1; i <= rules.iterations; i++) {
        const SpsaSides *sides = spsa_sides(spsa, i);
        assert_int_equal(sides->plus[0] + sides->minus[0], 1);
        assert_int_equal(sides->plus[1] + sides->minus[1], 1);
        const int lead =
            (sides->plus[0] - sides->minus[0]) - 2 * (sides->plus[1] - sides->minus[1]);
        const int noise = (int)random_scale(random_next(&random), 17) - 8;
        spsa_learn(spsa, lead + noise);
    }
    const double error = spsa_effect(spsa, 0).error;
    assert_true(error > 0.07 && error < 0.1); /* a noise of 4.9, and the other switch's 2 */
    assert_true(fabs(spsa_effect(spsa, 0).mean - 1) < 4 * error);
    assert_true(fabs(spsa_effect(spsa, 1).mean + 2) < 4 * error);
    assert_true(fabs(spsa_effect(spsa, 2).mean) < 4 * error);
    assert_true(spsa_value(spsa, 0) == 0 && spsa_value(spsa, 1) == 1);
    spsa_destroy(spsa);
}

/* An iteration that is played ahead does not know later results, whenever it is asked for. */
static void test_iterations_ahead_stay_as_they_are(void **state) {
    (void)state;
    enum { AHEAD = 5 };
    const SpsaRules rules = rules_of(&CONTEST, AHEAD, 3);
    Spsa *spsa = spsa_create(&rules);
    assert_non_null(spsa);
    uint64_t random = 5;
    for (int64_t iteration = 1; iteration < 200; iteration++) {
        int64_t last = iteration + AHEAD;
        int before[4];
        memcpy(before, spsa_sides(spsa, last)->plus, sizeof before);
        for (int64_t i = iteration; i < last; i++)
            spsa_learn(spsa, play(&CONTEST, spsa_sides(spsa, i), &random));
        assert_memory_equal(spsa_sides(spsa, last)->plus, before, sizeof before);
        iteration = last - 1;
    }
    spsa_destroy(spsa);
}

static const char HEADING[] = "quorum-spsa journal 1\nseed=1\n";

static const JournalPlan PLAN = {HEADING, GAMES, 10};

static void open_journal(Journal *journal, const char *path) {
    Reason error = {""};
    if (!journal_open(journal, path, &PLAN, &error))
        fail_msg("%s", error.text);
}

static void add_records(const char *path, int count) {
    Journal journal;
    open_journal(&journal, path);
    for (int i = 0; i < count; i++)
        assert_true(journal_add(&journal, &(JournalRecord){i, 1, GAMES - 1 - i}));
    assert_true(journal_close(&journal));
}

static void test_journal_goes_on(void **state) {
    (void)state;
    char path[32];
    make_temporary(path);
    add_records(path, 3);
    add_records(path, 2);
    Journal journal;
    open_journal(&journal, path);
    assert_int_equal(journal.count, 5);
    assert_false(journal.was_cut);
    assert_int_equal(journal.records[1].wins, 1);
    assert_int_equal(journal.records[2].losses, GAMES - 3);
    assert_int_equal(journal.records[4].wins, 1);
    Reason error;
    Journal other;
    assert_false(journal_open(&other, path, &PLAN, &error));
    assert_non_null(strstr(error.text, "another program"));
    assert_true(journal_close(&journal));
    unlink(path);
}

/* Wherever a kill has cut the file, it goes on with the complete lines. */
static void test_journal_after_a_kill(void **state) {
    (void)state;
    char path[32];
    make_temporary(path);
    add_records(path, 5);
    size_t size;
    uint8_t *bytes = read_bytes(path, &size);
    for (size_t cut = 0; cut <= size; cut++) {
        write_bytes(path, bytes, cut);
        Journal journal;
        open_journal(&journal, path);
        int lines = 0;
        for (size_t i = sizeof HEADING - 1; i < cut; i++)
            lines += bytes[i] == '\n';
        assert_int_equal(journal.count, lines);
        assert_int_equal(journal.was_cut, cut >= sizeof HEADING && bytes[cut - 1] != '\n');
        for (int i = lines; i < 5; i++)
            assert_true(journal_add(&journal, &(JournalRecord){i, 1, GAMES - 1 - i}));
        assert_true(journal_close(&journal));
        size_t new_size;
        uint8_t *now = read_bytes(path, &new_size);
        assert_int_equal(new_size, size);
        assert_memory_equal(now, bytes, size);
        free(now);
    }
    free(bytes);
    unlink(path);
}

/* What a crash of the machine leaves at the end of a file may be zeros. */
static void test_journal_after_a_crash(void **state) {
    (void)state;
    static const char BEGUN[] = "quorum-spsa journal 1\nseed=1\n1 2 13\n1 2\0\0\0";
    static const char UNBEGUN[] = "quorum-sp\0\0";
    char path[32];
    make_temporary(path);
    Journal journal;
    write_bytes(path, (const uint8_t *)BEGUN, sizeof BEGUN);
    open_journal(&journal, path);
    assert_int_equal(journal.count, 1);
    assert_true(journal.was_cut);
    assert_true(journal_add(&journal, &(JournalRecord){3, 4, GAMES - 7}));
    assert_true(journal_close(&journal));
    open_journal(&journal, path);
    assert_int_equal(journal.count, 2);
    assert_int_equal(journal.records[1].draws, 4);
    assert_false(journal.was_cut);
    assert_true(journal_close(&journal));

    write_bytes(path, (const uint8_t *)UNBEGUN, sizeof UNBEGUN);
    open_journal(&journal, path);
    assert_int_equal(journal.count, 0);
    assert_true(journal_close(&journal));
    unlink(path);
}

static void assert_refused(const char *path, const char *text, size_t size, const char *why) {
    Reason error = {""};
    Journal journal;
    write_bytes(path, (const uint8_t *)text, size);
    assert_false(journal_open(&journal, path, &PLAN, &error));
    if (!strstr(error.text, why))
        fail_msg("'%s' instead of '%s'", error.text, why);
    size_t left;
    uint8_t *bytes = read_bytes(path, &left);
    assert_int_equal(left, size);
    assert_memory_equal(bytes, text, size);
    free(bytes);
}

static void test_journal_refuses(void **state) {
    (void)state;
    char path[32];
    make_temporary(path);
#define REFUSED(text, why) assert_refused(path, text, sizeof(text) - 1, why)
    REFUSED("precious", "no journal");
    REFUSED("\0\0precious", "no journal");
    REFUSED("quorum-spsa journal 1\nseed=2\n", "another one");
    REFUSED("quorum-spsa journal 1\nseed=1\n1 2\n", "iteration 1 is damaged");
    REFUSED("quorum-spsa journal 1\nseed=1\n1 2 13\n-1 2 15\n", "iteration 2 is damaged");
    REFUSED("quorum-spsa journal 1\nseed=1\n1 2 14\n", "iteration 1 is damaged");
    REFUSED("quorum-spsa journal 1\nseed=1\n1 2 13 0\n", "iteration 1 is damaged");
    REFUSED("quorum-spsa journal 1\nseed=1\n1 2 13\n1 \0 2 13\n", "damaged");
    REFUSED("quorum-spsa journal 1\nseed=1\n0 0 16\n0 0 16\n0 0 16\n0 0 16\n0 0 16\n0 0 16\n"
            "0 0 16\n0 0 16\n0 0 16\n0 0 16\n0 0 16\n",
            "more than 10");
    unlink(path);
    Reason error;
    Journal journal;
    assert_false(journal_open(&journal, "no/such/place", &PLAN, &error));
    assert_non_null(strstr(error.text, strerror(ENOENT)));
}

/* The trace is what the run itself has gone through. */
static void test_trace(void **state) {
    (void)state;
    enum { ITERATIONS = 1001 };
    JournalRecord records[ITERATIONS];
    const Journal journal = {.records = records, .count = ITERATIONS};
    const SpsaRules rules = rules_of(&CONTEST, 2, 9);
    Spsa *spsa = spsa_create(&rules);
    uint64_t random = 1;
    for (int i = 0; i < ITERATIONS; i++) {
        int balance = play(&CONTEST, spsa_sides(spsa, i + 1), &random);
        records[i] = (JournalRecord){balance > 0 ? balance : 0, GAMES - abs(balance),
                                     balance < 0 ? -balance : 0};
        spsa_learn(spsa, balance);
    }
    static const int MOST[] = {2, 3, 100, 1002, 5000};
    for (size_t i = 0; i < ARRAY_LENGTH(MOST); i++) {
        Trace trace;
        assert_true(trace_make(&trace, &rules, &journal, MOST[i]));
        const SpsaEffect effect = spsa_effect(spsa, 0);
        assert_true(effect.mean > 2 * effect.error); /* FAR is to go up */
        assert_true(fabs(trace.effects[0].elo - 695 * effect.mean / (2 * GAMES)) < 1e-9);
        assert_true(fabs(trace.effects[0].error - 695 * 1.96 * effect.error / (2 * GAMES)) < 1e-9);
        assert_in_range(trace.points, 2, MOST[i]);
        assert_int_equal(trace.iterations[0], 0);
        assert_int_equal(trace.iterations[trace.points - 1], ITERATIONS);
        for (int j = 0; j < 4; j++) {
            assert_true(trace.values[j] == CONTEST.parameters[j].start);
            assert_true(trace.values[(trace.points - 1) * 4 + j] == spsa_value(spsa, j));
        }
        if (MOST[i] > ITERATIONS)
            assert_int_equal(trace.points, ITERATIONS + 1);
        trace_clear(&trace);
    }
    spsa_destroy(spsa);
}

static char *rows_text(const TunableRow rows[TUNABLE_COUNT], const Tunables *tunables, int first,
                       int end) {
    char *text = NULL;
    size_t size;
    FILE *stream = open_memstream(&text, &size);
    assert_non_null(stream);
    rows_write(stream, rows, tunables, first, end);
    fclose(stream);
    return text;
}

/* With the values of the table the rows are those of the header, so they can take their place. */
static void test_rows_are_those_of_the_header(void **state) {
    (void)state;
    static const TunableRow ROWS[TUNABLE_COUNT] = {
#define ROW(name, value, least, most) {#name, value, least, most},
        TUNABLES(ROW)
#undef ROW
    };
    Tunables tunables;
    for (int i = 0; i < TUNABLE_COUNT; i++)
        tunables.values[i] = ROWS[i].value;
    char *of_tree = rows_text(ROWS, &tunables, 0, TUNABLE_TREE_COUNT);
    char *of_game = rows_text(ROWS, &tunables, TUNABLE_TREE_COUNT, TUNABLE_COUNT);
    size_t size;
    uint8_t *header = read_bytes(TUNABLES_HEADER, &size);
    header[size] = '\0';
    assert_non_null(strstr((const char *)header, of_tree));
    assert_non_null(strstr((const char *)header, of_game));
    free(of_tree);
    free(of_game);
    free(header);

    char row[100];
    snprintf(row, sizeof row, "    X(%s, %d, %d, %d) ", ROWS[0].name, ++tunables.values[0],
             ROWS[0].least, ROWS[0].most);
    char *rows = rows_text(ROWS, &tunables, 0, TUNABLE_TREE_COUNT);
    assert_memory_equal(rows, row, strlen(row));
    free(rows);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_finds_the_optimum),
        cmocka_unit_test(test_goes_where_the_results_say),
        cmocka_unit_test(test_sides),
        cmocka_unit_test(test_screens_switches),
        cmocka_unit_test(test_iterations_ahead_stay_as_they_are),
        cmocka_unit_test(test_journal_goes_on),
        cmocka_unit_test(test_journal_after_a_kill),
        cmocka_unit_test(test_journal_after_a_crash),
        cmocka_unit_test(test_journal_refuses),
        cmocka_unit_test(test_trace),
        cmocka_unit_test(test_rows_are_those_of_the_header),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
