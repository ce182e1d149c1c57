#include <stdlib.h>
#include <string.h>

#include "../chess/support.h"
#include "search/histories.h"
#include "search/history_scope.h"

#define STEPS 200000

static void entries_never_leave_their_bounds(void **state) {
    (void)state;
    static const int LIMITS[] = {HISTORY_LIMIT, CORRECTION_LIMIT};
    uint64_t seed = 1;
    for (int i = 0; i < 2; i++) {
        const int limit = LIMITS[i];
        int16_t entry = 0;
        for (int step = 0; step < STEPS; step++) {
            /* Long runs to one side, then to the other, and wild ones. */
            int bonus = random_below(&seed, limit + 1);
            if (step / 1000 % 3 == 1 || (step / 1000 % 3 == 2 && random_below(&seed, 2)))
                bonus = -bonus;
            history_add(&entry, bonus, limit);
            assert_true(abs(entry) <= limit);
        }
        for (int step = 0; step < 100; step++)
            history_add(&entry, limit, limit);
        assert_int_equal(entry, limit);
        for (int step = 0; step < 100; step++)
            history_add(&entry, -limit, limit);
        assert_int_equal(entry, -limit);
    }
}

static int16_t after(int16_t entry, int bonus) {
    history_add(&entry, bonus, HISTORY_LIMIT);
    return entry;
}

static void moves_towards_the_bonus(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int step = 0; step < STEPS; step++) {
        const int16_t entry = (int16_t)(random_below(&seed, 2 * HISTORY_LIMIT + 1) - HISTORY_LIMIT);
        const int bonus = random_below(&seed, HISTORY_LIMIT + 1);
        const int up = after(entry, bonus) - entry, down = after(entry, -bonus) - entry;
        assert_true(up >= 0);
        assert_true(down <= 0);
        assert_int_equal(after(entry, 0), entry);
        /* Neither side is favoured. */
        assert_int_equal(after((int16_t)-entry, -bonus), -after(entry, bonus));
        if (bonus > 1 && entry < HISTORY_LIMIT / 2)
            assert_true(up > 0);
        if (bonus > 1 && entry > -HISTORY_LIMIT / 2)
            assert_true(down < 0);
    }
}

/* The nearer to the limit, the less the same bonus adds. */
static void gravity_pulls_back(void **state) {
    (void)state;
    for (int bonus = 1; bonus <= HISTORY_LIMIT; bonus = bonus * 2 + 1) {
        int last = 2 * HISTORY_LIMIT;
        for (int entry = -HISTORY_LIMIT; entry <= HISTORY_LIMIT; entry += 64) {
            const int gain = after((int16_t)entry, bonus) - entry;
            assert_true(gain <= last + 1); /* rounding */
            last = gain;
        }
        assert_int_equal(after(HISTORY_LIMIT, bonus), HISTORY_LIMIT);
        assert_int_equal(after(0, bonus), bonus);
        assert_int_equal(after(-HISTORY_LIMIT, bonus), -HISTORY_LIMIT + 2 * bonus);
    }
}

typedef struct Lesson {
    Histories *histories;
    Position position;
    Piece piece;
    Square to;
} Lesson;

static void forget(Histories *histories, int members) {
    histories_clear(histories);
    memset(histories->shared, 0, shared_histories_bytes(members));
}

/* Of one worker in a group of so many. */
static Histories *histories_of_group(int members) {
    Histories *histories = malloc(sizeof *histories);
    SharedHistories *shared = malloc(shared_histories_bytes(members));
    assert_true(histories && shared);
    histories_use(histories, (HistoryShare){shared, members});
    forget(histories, members);
    return histories;
}

static void free_histories(Histories *histories) {
    free(histories->shared);
    free(histories);
}

static Lesson make_lesson(const char *fen) {
    return (Lesson){histories_of_group(1), position_of(fen), WHITE_KNIGHT, F3};
}

/* The last move after two others. */
static MovePairs pairs_of(const Lesson *lesson) {
    SharedHistories *shared = lesson->histories->shared;
    return (MovePairs){
        lesson->piece,
        lesson->to,
        {&shared->pair_correction[BLACK_PAWN][E5], &shared->pair_correction[WHITE_PAWN][E4]}};
}

static Score correction(const Lesson *lesson) {
    const MovePairs pairs = pairs_of(lesson);
    return histories_correction(lesson->histories, &lesson->position, &pairs);
}

static void learn(Lesson *lesson, Score score, Score evaluation, int depth) {
    const MovePairs pairs = pairs_of(lesson);
    histories_learn_correction(lesson->histories, &lesson->position, &pairs, score, evaluation,
                               depth);
}

#define PLAIN_FEN "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"

static void fresh_histories_correct_nothing(void **state) {
    (void)state;
    Lesson lesson = make_lesson(PLAIN_FEN);
    assert_int_equal(correction(&lesson), 0);
    learn(&lesson, 30, 30, 10);
    assert_int_equal(correction(&lesson), 0);
    learn(&lesson, 500, 0, 20);
    assert_int_not_equal(correction(&lesson), 0);
    forget(lesson.histories, 1);
    assert_int_equal(correction(&lesson), 0);
    free_histories(lesson.histories);
}

static void corrects_in_the_direction_of_the_error(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        Lesson lesson = make_lesson(PLAIN_FEN);
        Score last = 0;
        for (int i = 0; i < 50; i++) {
            learn(&lesson, sign * 200, 0, 8);
            const Score now = correction(&lesson);
            assert_true(sign * now >= sign * last);
            last = now;
        }
        assert_true(sign * last > 10);
        /* And it unlearns what is no longer so. */
        for (int i = 0; i < 200; i++)
            learn(&lesson, -sign * 200, 0, 8);
        assert_true(sign * correction(&lesson) < -10);
        free_histories(lesson.histories);
    }
}

static void deeper_searches_teach_more(void **state) {
    (void)state;
    Lesson shallow = make_lesson(PLAIN_FEN), deep = make_lesson(PLAIN_FEN);
    learn(&shallow, 60, 0, 2);
    learn(&deep, 60, 0, 16);
    assert_true(correction(&deep) > correction(&shallow));
    free_histories(shallow.histories);
    free_histories(deep.histories);
}

static void corrections_stay_small(void **state) {
    (void)state;
    for (int sign = -1; sign <= 1; sign += 2) {
        Lesson lesson = make_lesson(PLAIN_FEN);
        for (int i = 0; i < 5000; i++)
            learn(&lesson, sign * SCORE_EVALUATION_BOUND, -sign * SCORE_EVALUATION_BOUND,
                  MAX_PLY - 1);
        assert_in_range(sign * correction(&lesson), 10, 500);
        for (int color = WHITE; color < COLORS; color++)
            for (int i = 0; i < CORRECTION_ENTRIES; i++)
                assert_in_range(
                    shared_entry(&lesson.histories->shared->corrections[i].pawns[color]) +
                        CORRECTION_LIMIT,
                    0, 2 * CORRECTION_LIMIT);
        free_histories(lesson.histories);
    }
}

static void each_side_learns_for_itself(void **state) {
    (void)state;
    Lesson lesson = make_lesson(PLAIN_FEN);
    for (int i = 0; i < 100; i++)
        learn(&lesson, 300, 0, 10);
    /* The same pieces with the other side to move and another move before share nothing. */
    lesson.position =
        position_of("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 2 3");
    lesson.piece = BLACK_KNIGHT;
    lesson.to = C6;
    assert_int_equal(correction(&lesson), 0);
    free_histories(lesson.histories);
}

static void relatives_share_a_part(void **state) {
    (void)state;
    Lesson lesson = make_lesson(PLAIN_FEN);
    for (int i = 0; i < 100; i++)
        learn(&lesson, 300, 0, 10);
    const Score full = correction(&lesson);
    /* The same pawns with other pieces, then all different. */
    lesson.position =
        position_of("rnbqkb1r/pppp1ppp/5n2/4p3/4P3/2N5/PPPP1PPP/R1BQKBNR w KQkq - 2 3");
    lesson.piece = BLACK_KNIGHT;
    lesson.to = F6;
    const Score pawns = correction(&lesson);
    lesson.position = position_of("4k3/1p3ppp/8/2b5/5B2/8/PP4P1/4K3 w - - 0 1");
    assert_in_range(pawns, 1, full - 1);
    assert_int_equal(correction(&lesson), 0);
    free_histories(lesson.histories);
}

static void works_without_a_move_before(void **state) {
    (void)state;
    Lesson lesson = make_lesson(PLAIN_FEN);
    lesson.piece = NO_PIECE;
    lesson.to = 0;
    for (int i = 0; i < 100; i++)
        learn(&lesson, 300, 0, 10);
    assert_true(correction(&lesson) > 0);
    free_histories(lesson.histories);
}

/* What one worker learns the others of its group know, and nobody else does. */
static void a_group_learns_together(void **state) {
    (void)state;
    Lesson one = make_lesson(PLAIN_FEN), stranger = make_lesson(PLAIN_FEN);
    free_histories(one.histories);
    one.histories = histories_of_group(3);
    Lesson other = one;
    other.histories = malloc(sizeof *other.histories);
    assert_non_null(other.histories);
    histories_clear(other.histories);
    histories_use(other.histories, (HistoryShare){one.histories->shared, 3});
    for (int i = 0; i < 100; i++)
        learn(&one, 300, 0, 10);
    learn(&stranger, 20, 0, 4);
    assert_int_not_equal(correction(&one), 0);
    assert_int_equal(correction(&other), correction(&one));
    assert_int_not_equal(correction(&stranger), correction(&one));
    histories_clear(other.histories); /* of its own: there is nothing in it */
    assert_int_equal(correction(&other), correction(&one));
    free(other.histories);
    free_histories(one.histories);
    free_histories(stranger.histories);
}

/* Correction slots and pawn structures grow with the group, in powers of two, and all of them are
 * used, without overlap. */
static void tables_grow_with_the_group(void **state) {
    (void)state;
    static const int FACTORS[][2] = {{1, 1}, {2, 2}, {3, 4}, {4, 4}, {5, 8}, {64, 64}, {65, 128}};
    const size_t slot =
        CORRECTION_ENTRIES * sizeof(CorrectionSlot) + PAWN_STRUCTURES * sizeof(PieceToHistory);
    const size_t rest = shared_histories_bytes(1) - slot;
    for (int i = 0; i < (int)ARRAY_LENGTH(FACTORS); i++) {
        const int members = FACTORS[i][0];
        const size_t factor = (size_t)FACTORS[i][1], slots = factor * CORRECTION_ENTRIES;
        assert_int_equal(shared_histories_bytes(members) - rest, factor * slot);
        Lesson lesson = make_lesson(PLAIN_FEN);
        free_histories(lesson.histories);
        lesson.histories = histories_of_group(members);
        const CorrectionSlot *corrections = lesson.histories->shared->corrections;
        for (int bit = 0; bit < 64; bit++) {
            const uint64_t key = UINT64_MAX >> bit;
            lesson.position.pawn_key = key;
            learn(&lesson, 300, 0, 10);
            assert_true(shared_entry(&corrections[key & (slots - 1)].pawns[WHITE]) > 0);
        }
        const char *pawns = (const char *)pawn_history(lesson.histories, 0);
        const char *end = (const char *)(pawn_history(lesson.histories, UINT64_MAX) + 1);
        assert_ptr_equal(pawns, &corrections[slots]);
        assert_ptr_equal(end,
                         (const char *)lesson.histories->shared + shared_histories_bytes(members));
        free_histories(lesson.histories);
    }
}

static void scopes_are_named(void **state) {
    (void)state;
    char choices[64] = "";
    for (int i = HISTORIES_OF_THREAD; i <= HISTORIES_OF_NODE; i++) {
        int scope = HISTORIES_OF_NODE;
        assert_true(named_values_parse(HISTORY_SCOPE_NAMES,
                                       text_of(history_scope_name((HistoryScope)i)), &scope));
        assert_int_equal(scope, i);
        strcat(strcat(choices, i > 0 ? "|" : ""), history_scope_name((HistoryScope)i));
    }
    assert_string_equal(choices, HISTORY_SCOPE_CHOICES);
    int scope = HISTORIES_OF_L3;
    assert_true(named_values_parse(HISTORY_SCOPE_NAMES, text_of(" Node"), &scope));
    assert_int_equal(scope, HISTORIES_OF_NODE);
    static const char *const BAD[] = {"", "l", "l33", "threads", "l3|node"};
    for (int i = 0; i < (int)ARRAY_LENGTH(BAD); i++)
        assert_false(named_values_parse(HISTORY_SCOPE_NAMES, text_of(BAD[i]), &scope));
    assert_int_equal(scope, HISTORIES_OF_NODE);
}

int main(void) {
    chess_init();
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(entries_never_leave_their_bounds),
        cmocka_unit_test(moves_towards_the_bonus),
        cmocka_unit_test(gravity_pulls_back),
        cmocka_unit_test(fresh_histories_correct_nothing),
        cmocka_unit_test(corrects_in_the_direction_of_the_error),
        cmocka_unit_test(deeper_searches_teach_more),
        cmocka_unit_test(corrections_stay_small),
        cmocka_unit_test(each_side_learns_for_itself),
        cmocka_unit_test(relatives_share_a_part),
        cmocka_unit_test(works_without_a_move_before),
        cmocka_unit_test(a_group_learns_together),
        cmocka_unit_test(tables_grow_with_the_group),
        cmocka_unit_test(scopes_are_named),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
