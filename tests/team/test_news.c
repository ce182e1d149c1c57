#include "../chess/support.h"
#include "team/member.h"
#include "team/news.h"

/* What followers tell, in messages and out of them, and what the leader makes of it. */

static SearchNews news_of(uint32_t search, bool is_last, uint64_t nodes) {
    static const Move MOVES[] = {11, 22, 33};
    const ReportLine line = {.depth = 9,
                             .selective_depth = 14,
                             .score = -25,
                             .bound = BOUND_EXACT,
                             .length = 3,
                             .moves = MOVES};
    const IterationReport report = {
        .line_count = 1,
        .lines = &line,
        .figures = {.nodes = nodes, .tablebase_hits = 5, .hash_full = 70},
        .is_last = is_last};
    SearchNews news;
    news_fill(&news, search, 4711, &report);
    return news;
}

static void an_iteration_arrives(void **state) {
    (void)state;
    const SearchNews sent = news_of(3, true, 1000);
    SearchNews read;
    assert_true(news_read(&read, (const char *)&sent, news_size(&sent)));
    assert_int_equal(read.search, 3);
    assert_int_equal(read.network, 4711);
    assert_int_equal(read.nodes, 1000);
    assert_int_equal(read.tablebase_hits, 5);
    assert_int_equal(read.hash_full, 70);
    assert_true(read.is_last && read.has_line);
    assert_int_equal(read.line.depth, 9);
    assert_int_equal(read.line.selective_depth, 14);
    assert_int_equal(read.line.score, -25);
    assert_int_equal(read.line.length, 3);
    assert_int_equal(read.line.pv[2], 33);
    for (size_t size = 0; size < news_size(&sent); size++)
        assert_false(news_read(&read, (const char *)&sent, size));
}

/* But for the last one, by which a rank votes. */
static void bounds_are_no_lines(void **state) {
    (void)state;
    const Move move = 11;
    const ReportLine line = {.bound = BOUND_LOWER, .length = 1, .moves = &move};
    IterationReport report = {.line_count = 1, .lines = &line};
    SearchNews news;
    news_fill(&news, 1, 0, &report);
    assert_false(news.has_line);
    report.is_last = true;
    news_fill(&news, 1, 0, &report);
    assert_true(news.has_line);
    assert_int_equal(news.line.bound, BOUND_LOWER);
}

static void the_last_line_votes(void **state) {
    (void)state;
    Member member = {.is_fit = true};
    Partner counts = {0};
    SearchNews news = news_of(2, false, 500);
    assert_false(member_note_news(&member, &news, 3, &counts)); /* of the search before */
    assert_int_equal(member_ballot(&member, 3).move, MOVE_NONE);
    news = news_of(3, false, 600);
    assert_true(member_note_news(&member, &news, 3, &counts));
    assert_int_equal(member_ballot(&member, 3).move, 11);
    assert_int_equal(member_ballot(&member, 3).depth, 9);
    assert_int_equal(member_ballot(&member, 3).score, -25);
    assert_int_equal(counts.tablebase_hits, 5);
    assert_int_equal(counts.hash_full, 70);
    assert_false(member_has_voted(&member, 3));
    member_count_nodes(&counts, 550);
    assert_int_equal(counts.nodes, 600);
    news = news_of(3, true, 700);
    assert_true(member_note_news(&member, &news, 3, &counts));
    assert_true(member_has_voted(&member, 3));
    assert_int_equal(counts.nodes, 700);
    assert_int_equal(member_ballot(&member, 4).move, MOVE_NONE);
    assert_false(member_has_voted(&member, 4));
    member.lost = true;
    assert_true(member_has_voted(&member, 4));
}

/* A search of which nothing has been told but that it goes on has no line, and none of the one
 * before. */
static void the_line_of_one_search_is_not_that_of_the_next(void **state) {
    (void)state;
    Member member = {.is_fit = true};
    Partner counts = {0};
    const SearchNews last = news_of(3, true, 700), silent = {.search = 4};
    assert_true(member_note_news(&member, &last, 3, &counts));
    assert_true(member_note_news(&member, &silent, 4, &counts));
    assert_int_equal(member_ballot(&member, 4).move, MOVE_NONE);
    assert_false(member_has_voted(&member, 4));
}

static void who_has_gone_is_not_waited_for(void **state) {
    (void)state;
    const Member there = {.is_fit = true}, lost = {.is_fit = true, .lost = true},
                 parted = {.is_fit = true, .has_parted = true};
    assert_false(member_has_voted(&there, 1));
    assert_true(member_has_voted(&lost, 1));
    assert_true(member_has_voted(&parted, 1));
}

static void who_has_another_network_does_not_vote(void **state) {
    (void)state;
    Member member = {.is_fit = false};
    Partner counts = {0};
    const SearchNews news = news_of(3, false, 600);
    member_note_news(&member, &news, 3, &counts);
    assert_int_equal(member_ballot(&member, 3).move, MOVE_NONE);
    assert_true(member_has_voted(&member, 3));
}

static void current_lines_arrive(void **state) {
    (void)state;
    static const Move FIRST[] = {1, 2, 3}, SECOND[] = {4};
    const MoveLine lines[] = {{3, FIRST}, {1, SECOND}};
    const MoveLinesReport report = {2, lines};
    char bytes[64];
    Move moves[MAX_PLY + 1];
    int length;
    size_t offset = 0;
    const size_t size = news_write_lines(&report, bytes, sizeof bytes);
    assert_true(news_read_line(bytes, size, &offset, moves, &length));
    assert_int_equal(length, 3);
    assert_int_equal(moves[2], 3);
    assert_true(news_read_line(bytes, size, &offset, moves, &length));
    assert_int_equal(length, 1);
    assert_int_equal(moves[0], 4);
    assert_false(news_read_line(bytes, size, &offset, moves, &length));
    for (size_t room = 0; room < size; room++) /* what finds no room is left out, whole */
        assert_int_equal(news_write_lines(&report, bytes, room), room < 8 ? 0 : 8);
    offset = 0;
    assert_false(news_read_line("\xff\xff\xff\xff", 4, &offset, moves, &length));
    assert_false(news_read_line("\0\0\0\0", 4, &offset, moves, &length)); /* a line has moves */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(an_iteration_arrives),
        cmocka_unit_test(bounds_are_no_lines),
        cmocka_unit_test(the_last_line_votes),
        cmocka_unit_test(the_line_of_one_search_is_not_that_of_the_next),
        cmocka_unit_test(who_has_gone_is_not_waited_for),
        cmocka_unit_test(who_has_another_network_does_not_vote),
        cmocka_unit_test(current_lines_arrive),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
