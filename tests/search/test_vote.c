#include "../chess/support.h"
#include "search/vote.h"

#define CASES 20000

static Move nth_move(int n) {
    return move_make(n, n + 8);
}

static Ballot ballot(int move, Score score, int depth) {
    return (Ballot){nth_move(move), score, depth};
}

static const Ballot NO_BALLOT = {MOVE_NONE, -SCORE_INFINITE, 0};

static Move chosen_move(const Ballot *ballots, int count) {
    const int chosen = vote_choose(ballots, count);
    assert_in_range(chosen, 0, count - 1);
    return ballots[chosen].move;
}

/* Ordinary ballots on a few moves. */
static void random_ballots(uint64_t *seed, Ballot *ballots, int count, int moves) {
    for (int i = 0; i < count; i++)
        ballots[i] = ballot(random_below(seed, moves), random_below(seed, 400) - 200,
                            1 + random_below(seed, 30));
}

static void a_single_voter_decides(void **state) {
    (void)state;
    const Ballot any[] = {ballot(1, -500, 3)};
    assert_int_equal(vote_choose(any, 1), 0);
    assert_int_equal(vote_choose(&NO_BALLOT, 1), 0);
}

static void those_who_have_nothing_to_say_are_not_heard(void **state) {
    (void)state;
    const Ballot main_alone[] = {ballot(1, -900, 1), NO_BALLOT, NO_BALLOT};
    assert_int_equal(vote_choose(main_alone, 3), 0);
    const Ballot last_alone[] = {NO_BALLOT, NO_BALLOT, ballot(1, -900, 1)};
    assert_int_equal(vote_choose(last_alone, 3), 2);
    const Ballot nobody[] = {NO_BALLOT, NO_BALLOT, NO_BALLOT};
    assert_int_equal(vote_choose(nobody, 3), 0);
    uint64_t seed = 1;
    for (int i = 0; i < CASES; i++) {
        Ballot ballots[8];
        random_ballots(&seed, ballots, 8, 4);
        for (int silent = random_below(&seed, 8); silent > 0; silent--)
            ballots[random_below(&seed, 8)] = NO_BALLOT;
        bool any = false;
        for (int n = 0; n < 8; n++)
            any |= ballots[n].move != MOVE_NONE;
        assert_int_equal(chosen_move(ballots, 8) != MOVE_NONE, any);
    }
}

static void the_main_thread_wins_ties(void **state) {
    (void)state;
    for (int count = 2; count <= 16; count++) {
        Ballot different[16], same[16], mates[16];
        for (int i = 0; i < count; i++) {
            different[i] = ballot(i, 25, 12);
            same[i] = ballot(3, 25, 12);
            mates[i] = ballot(i, score_mate_in(5), 12);
        }
        assert_int_equal(vote_choose(different, count), 0);
        assert_int_equal(vote_choose(same, count), 0);
        assert_int_equal(vote_choose(mates, count), 0);
    }
}

static void votes_for_the_same_move_add_up(void **state) {
    (void)state;
    const Ballot ballots[] = {ballot(1, 20, 10), ballot(2, 20, 10), ballot(2, 20, 10)};
    assert_int_equal(chosen_move(ballots, 3), nth_move(2));
    const Ballot narrow[] = {ballot(1, 22, 10), ballot(2, 20, 10), ballot(2, 20, 10)};
    assert_int_equal(chosen_move(narrow, 3), nth_move(2));
}

static void depth_and_score_have_weight(void **state) {
    (void)state;
    const Ballot deeper[] = {ballot(1, 20, 10), ballot(2, 20, 11)};
    assert_int_equal(vote_choose(deeper, 2), 1);
    const Ballot better[] = {ballot(1, 20, 10), ballot(2, 21, 10)};
    assert_int_equal(vote_choose(better, 2), 1);
    const Ballot worse[] = {ballot(1, 20, 10), ballot(2, 19, 10)};
    assert_int_equal(vote_choose(worse, 2), 0);
    /* Of those who agree the deepest speaks. */
    const Ballot agreed[] = {ballot(1, 20, 10), ballot(1, 15, 13), ballot(1, 30, 12)};
    assert_int_equal(vote_choose(agreed, 3), 1);
}

static void a_mate_wins_at_once(void **state) {
    (void)state;
    Ballot ballots[9];
    for (int i = 0; i < 9; i++)
        ballots[i] = ballot(1, 900, 40);
    for (int place = 0; place < 9; place++) {
        Ballot held[9];
        memcpy(held, ballots, sizeof held);
        held[place] = ballot(2, score_mate_in(9), 3);
        assert_int_equal(vote_choose(held, 9), place);
        const int other = (place + 4) % 9;
        held[other] = ballot(3, score_mate_in(5), 2);
        assert_int_equal(vote_choose(held, 9), other);
        const int longer = (place + 7) % 9;
        held[longer] = ballot(4, score_mate_in(7), 50);
        assert_int_equal(vote_choose(held, 9), other);
    }
}

/* A win that an endgame table promises does so, too, unless there is a mate. */
static void a_win_by_tables_wins_at_once(void **state) {
    (void)state;
    Ballot ballots[9];
    for (int i = 0; i < 9; i++)
        ballots[i] = ballot(1, 2900, 40);
    for (int place = 0; place < 9; place++) {
        Ballot held[9];
        memcpy(held, ballots, sizeof held);
        held[place] = ballot(2, SCORE_TABLEBASE_BOUND, 3);
        assert_int_equal(vote_choose(held, 9), place);
        const int other = (place + 4) % 9;
        held[other] = ballot(3, SCORE_TABLEBASE - 5, 2);
        assert_int_equal(vote_choose(held, 9), other);
        held[place] = ballot(2, score_mate_in(31), 3);
        assert_int_equal(vote_choose(held, 9), place);
    }
}

static void being_mated_is_avoided(void **state) {
    (void)state;
    const Ballot ballots[] = {ballot(1, score_mated_in(6), 8), ballot(2, -700, 30)};
    assert_int_equal(vote_choose(ballots, 2), 1);
    const Ballot longest[] = {ballot(1, score_mated_in(4), 10), ballot(2, score_mated_in(30), 10)};
    assert_int_equal(vote_choose(longest, 2), 1);
}

static void no_majority_plays_a_loss_that_deeper_search_avoids(void **state) {
    (void)state;
    Ballot ballots[6];
    for (int i = 0; i < 6; i++)
        ballots[i] = ballot(1, score_mated_in(20), 5);
    for (int place = 0; place < 6; place++) {
        Ballot held[6];
        memcpy(held, ballots, sizeof held);
        held[place] = ballot(2, -900, 40);
        assert_int_equal(vote_choose(held, 6), place);
    }
}

/* Who has proved that all moves lose has seen more than who has not come so far. */
static void no_majority_of_shallower_lines_beats_a_proved_loss(void **state) {
    (void)state;
    for (int depth = 0; depth <= 40; depth += 20) {
        Ballot ballots[6];
        for (int i = 0; i < 6; i++)
            ballots[i] = ballot(i % 2 + 2, -900, depth);
        for (int place = 0; place < 6; place++) {
            Ballot held[6];
            memcpy(held, ballots, sizeof held);
            held[place] = ballot(1, score_mated_in(20), 40);
            assert_int_equal(vote_choose(held, 6), place);
        }
    }
}

/* Whatever the order, a loss is neither played for the votes of those that have seen less, nor does
 * it silence who has seen more. */
static void a_proved_loss_is_weighed_in_any_order(void **state) {
    (void)state;
    const Ballot loss = ballot(1, score_mated_in(20), 8), shallow = ballot(2, 900, 7),
                 deep = ballot(3, -900, 9);
    const Ballot orders[][3] = {{loss, shallow, deep}, {loss, deep, shallow},
                                {shallow, loss, deep}, {shallow, deep, loss},
                                {deep, loss, shallow}, {deep, shallow, loss}};
    for (int i = 0; i < (int)ARRAY_LENGTH(orders); i++)
        assert_int_equal(chosen_move(orders[i], 3), nth_move(3));
    /* Of two that have proved it the deeper one counts. */
    const Ballot sooner = ballot(4, score_mated_in(20), 6);
    const Ballot losses[][3] = {{loss, sooner, shallow}, {sooner, loss, shallow}};
    for (int i = 0; i < (int)ARRAY_LENGTH(losses); i++)
        assert_int_not_equal(chosen_move(losses[i], 3), shallow.move);
}

/* The same for scores of the move itself. */
static void a_proved_loss_counts_for_its_move(void **state) {
    (void)state;
    const Ballot ballots[] = {ballot(1, score_mated_in(4), 7), ballot(1, 596, 6),
                              ballot(2, 560, 8)};
    assert_int_equal(vote_choose(ballots, 3), 2);
    const Ballot shallow[] = {ballot(1, 596, 6), ballot(1, score_mated_in(4), 7),
                              ballot(2, 560, 6)};
    assert_int_equal(vote_choose(shallow, 3), 1);
    const Ballot deeper[] = {ballot(1, score_mated_in(4), 7), ballot(1, 596, 8), ballot(2, 560, 6)};
    assert_int_equal(vote_choose(deeper, 3), 1);
    const Ballot won[] = {ballot(1, score_mated_in(4), 7), ballot(1, score_mate_in(3), 6),
                          ballot(2, 560, 6)};
    assert_int_equal(vote_choose(won, 3), 1);
}

/* Where the main thread has come to the depth that was asked for, only who has, too, is heard. */
static void who_has_not_come_to_the_depth_is_silent(void **state) {
    (void)state;
    Ballot ballots[] = {ballot(1, 20, 9), ballot(2, 30, 8), ballot(2, score_mate_in(3), 5),
                        ballot(2, 30, 9)};
    vote_silence_shallow(ballots, 4, 9);
    for (int i = 0; i < 4; i++)
        assert_int_equal(ballots[i].move == MOVE_NONE, i == 1 || i == 2);
    Ballot stopped[] = {ballot(1, 20, 7), ballot(2, 30, 8)};
    vote_silence_shallow(stopped, 2, 9);
    vote_silence_shallow(stopped, 2, 0);
    assert_int_equal(stopped[0].move, nth_move(1));
    assert_int_equal(stopped[1].move, nth_move(2));
}

/* Of processes: who is far behind what this one has seen, unless it wins. */
static void who_comes_late_is_silent(void **state) {
    (void)state;
    Ballot ballots[] = {ballot(1, 20, 20), ballot(2, 3000, 16), ballot(2, 3000, 17),
                        ballot(2, score_mate_in(3), 5)};
    vote_silence_late(ballots, 4);
    for (int i = 0; i < 4; i++)
        assert_int_equal(ballots[i].move == MOVE_NONE, i == 1);
}

static void who_is_far_behind_has_half_a_vote(void **state) {
    (void)state;
    const Ballot near[] = {ballot(1, 20, 20), ballot(2, 24, 17)};
    assert_int_equal(vote_choose(near, 2), 1);
    const Ballot far[] = {ballot(1, 20, 20), ballot(2, 24, 16)};
    assert_int_equal(vote_choose(far, 2), 0);
}

static void one_more_supporter_does_no_harm(void **state) {
    (void)state;
    uint64_t seed = 2;
    for (int i = 0; i < CASES; i++) {
        const int count = 1 + random_below(&seed, 12);
        Ballot ballots[13];
        random_ballots(&seed, ballots, count, 4);
        const int chosen = vote_choose(ballots, count);
        ballots[count] = ballots[chosen];
        assert_int_equal(chosen_move(ballots, count + 1), ballots[chosen].move);
    }
}

static void where_all_agree_nothing_else_is_played(void **state) {
    (void)state;
    uint64_t seed = 3;
    for (int i = 0; i < CASES; i++) {
        Ballot ballots[12];
        random_ballots(&seed, ballots, 12, 1);
        const int chosen = vote_choose(ballots, 12);
        for (int n = 0; n < 12; n++)
            assert_true(ballots[n].depth <= ballots[chosen].depth);
    }
}

/* The order of the helpers does not matter for the move; that of the main thread only in a tie. */
static void order_does_not_matter(void **state) {
    (void)state;
    uint64_t seed = 4;
    int differing = 0;
    for (int i = 0; i < CASES; i++) {
        Ballot ballots[6], turned[6];
        random_ballots(&seed, ballots, 6, 3);
        for (int n = 0; n < 6; n++)
            turned[n] = ballots[5 - n];
        differing += chosen_move(ballots, 6) != chosen_move(turned, 6);
    }
    assert_true(differing < CASES / 100);
}

static void a_full_house_votes_without_overflow(void **state) {
    (void)state;
    static Ballot ballots[1024];
    for (int i = 0; i < 1024; i++)
        ballots[i] = ballot(i % 40, i == 0 ? score_mated_in(1) : SCORE_EVALUATION_BOUND, 245);
    ballots[1].depth = 1;
    assert_int_not_equal(chosen_move(ballots, 1024), MOVE_NONE);
    for (int i = 0; i < 1024; i++)
        ballots[i] = ballot(i == 7 ? 2 : 1, i == 7 ? -30000 : 30000, 245);
    assert_int_equal(chosen_move(ballots, 1024), nth_move(1));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_single_voter_decides),
        cmocka_unit_test(those_who_have_nothing_to_say_are_not_heard),
        cmocka_unit_test(the_main_thread_wins_ties),
        cmocka_unit_test(votes_for_the_same_move_add_up),
        cmocka_unit_test(depth_and_score_have_weight),
        cmocka_unit_test(a_mate_wins_at_once),
        cmocka_unit_test(a_win_by_tables_wins_at_once),
        cmocka_unit_test(being_mated_is_avoided),
        cmocka_unit_test(no_majority_plays_a_loss_that_deeper_search_avoids),
        cmocka_unit_test(no_majority_of_shallower_lines_beats_a_proved_loss),
        cmocka_unit_test(a_proved_loss_is_weighed_in_any_order),
        cmocka_unit_test(a_proved_loss_counts_for_its_move),
        cmocka_unit_test(who_has_not_come_to_the_depth_is_silent),
        cmocka_unit_test(who_comes_late_is_silent),
        cmocka_unit_test(who_is_far_behind_has_half_a_vote),
        cmocka_unit_test(one_more_supporter_does_no_harm),
        cmocka_unit_test(where_all_agree_nothing_else_is_played),
        cmocka_unit_test(order_does_not_matter),
        cmocka_unit_test(a_full_house_votes_without_overflow),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
