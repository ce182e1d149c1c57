#include "../chess/support.h"
#include "made_up_cluster.h"

#include "team/leader.h"
#include "team/tags.h"

/* What the leader tells its followers, and what it makes of what they tell. */

typedef struct Bench {
    Team team;
    Member members[RANKS];
    Partner counts[RANKS];
    TranspositionTable *table;
    char said[RANKS][300];
    int said_count;
} Bench;

static void note(void *context, const char *text) {
    Bench *bench = context;
    assert_true(bench->said_count < RANKS);
    snprintf(bench->said[bench->said_count++], sizeof bench->said[0], "%s", text);
}

static int set_up(void **state) {
    static Bench bench;
    memset(&bench, 0, sizeof bench);
    Team *team = &bench.team;
    const bool there = make_up_team(team);
    team->say = note;
    team->say_context = &bench;
    team->members = bench.members;
    team->counts = bench.counts;
    for (int rank = 0; rank < RANKS; rank++)
        team->members[rank].is_fit = true;
    leader_set_partners(team);
    bench.table = tt_create(1, NULL);
    *state = &bench;
    return there && bench.table && exchange_init(&team->exchange, NULL) ? 0 : -1;
}

static int tear_down(void **state) {
    Bench *bench = *state;
    exchange_destroy(&bench->team.exchange);
    for (int rank = 0; rank < RANKS; rank++)
        member_free(&bench->members[rank]);
    free(bench->team.lines);
    end_team(&bench->team);
    tt_destroy(bench->table);
    return 0;
}

static void begin(Bench *bench, const SearchLimits *limits) {
    const SearchPartners *partners = &bench->team.partners;
    mail_count = 0;
    assert_non_null(partners->begin(partners->context, limits, bench->table, 1));
}

/* Followers 1 and 3 have been sent this line, and nobody anything else. */
static void expect_line(const char *text) {
    assert_int_equal(mail_count, 2);
    for (int i = 0; i < mail_count; i++) {
        assert_int_equal(mail[i].tag, TAG_LINE);
        assert_int_equal(mail[i].rank, i == 0 ? 1 : 3);
        assert_int_equal(mail[i].size, strlen(text));
        assert_memory_equal(mail[i].bytes, text, strlen(text));
    }
}

static void followers_are_told_what_is_searched(void **state) {
    Bench *bench = *state;
    const Position *root = engine_position(bench->team.engine);
    SearchLimits limits = {.has_movetime = true, .movetime_ms = 5, .nodes = 1000};
    bench->members[2].lost = true;
    begin(bench, &limits);
    expect_line("go infinite");
    limits.depth = 7;
    limits.search_move_count = 2;
    limits.search_moves[0] = move_of(root, "e2e4");
    limits.search_moves[1] = move_of(root, "g1f3");
    begin(bench, &limits);
    expect_line("go infinite depth 7 searchmoves e2e4 g1f3");
    mail_count = 0;
    bench->team.partners.stop(&bench->team);
    expect_line("stop");
}

static void receive(Bench *bench, int rank, int tag, void *bytes, size_t size) {
    const ClusterMessage message = {.rank = rank, .tag = tag, .size = size, .bytes = bytes};
    leader_receive(&bench->team, &message);
}

/* A line of one move, found in that search. */
static void tell_line(Bench *bench, int rank, uint32_t search, uint64_t network, Move move) {
    const ReportLine line = {
        .depth = 10 + rank, .score = 30, .bound = BOUND_EXACT, .length = 1, .moves = &move};
    const IterationReport report = {.line_count = 1, .lines = &line};
    SearchNews news;
    news_fill(&news, search, network, &report);
    receive(bench, rank, TAG_NEWS, &news, news_size(&news));
}

static void each_votes_in_its_place(void **state) {
    Bench *bench = *state;
    const SearchPartners *partners = &bench->team.partners;
    const uint64_t network = engine_network_id(bench->team.engine);
    Ballot ballots[RANKS - 1];
    PublishedLine line;
    begin(bench, &(SearchLimits){0});
    tell_line(bench, 2, 1, network, 77);
    tell_line(bench, 3, 2, network, 88); /* of no search that there is */
    partners->vote(partners->context, ballots);
    assert_int_equal(ballots[0].move, MOVE_NONE);
    assert_int_equal(ballots[1].move, 77);
    assert_int_equal(ballots[2].move, MOVE_NONE);
    partners->line(partners->context, 1, &line);
    assert_int_equal(line.length, 1);
    assert_int_equal(line.pv[0], 77);
    assert_int_equal(line.depth, 12);
}

/* Its network is looked at with each line. */
static void who_evaluates_otherwise_does_not_vote(void **state) {
    Bench *bench = *state;
    const SearchPartners *partners = &bench->team.partners;
    const uint64_t network = engine_network_id(bench->team.engine);
    Ballot ballots[RANKS - 1];
    begin(bench, &(SearchLimits){0});
    tell_line(bench, 1, 1, network ^ 1, 66);
    tell_line(bench, 2, 1, network, 77);
    partners->vote(partners->context, ballots);
    assert_int_equal(ballots[0].move, MOVE_NONE);
    assert_int_equal(ballots[1].move, 77);
    tell_line(bench, 1, 1, network, 66);
    partners->vote(partners->context, ballots);
    assert_int_equal(ballots[0].move, 66);
}

static void tell_nodes(Bench *bench, int rank, uint32_t search, uint64_t nodes) {
    CountNews news = {search, nodes};
    receive(bench, rank, TAG_COUNT, &news, sizeof news);
}

static void tell_lines(Bench *bench, int rank, uint32_t search, const MoveLinesReport *report) {
    char bytes[64];
    memcpy(bytes, &search, sizeof search);
    const size_t size =
        news_write_lines(report, bytes + sizeof search, sizeof bytes - sizeof search);
    receive(bench, rank, TAG_LINES, bytes, sizeof search + size);
}

static int current_lines(Bench *bench, MoveLine *lines, int most) {
    const SearchPartners *partners = &bench->team.partners;
    return partners->current_lines(partners->context, lines, most);
}

static void each_search_begins_with_nothing(void **state) {
    Bench *bench = *state;
    static const Move MOVES[] = {1, 2, 3};
    const MoveLine own[] = {{3, MOVES}, {1, MOVES + 2}};
    const MoveLinesReport report = {2, own};
    MoveLine lines[4];
    begin(bench, &(SearchLimits){0});
    tell_nodes(bench, 2, 1, 500);
    tell_nodes(bench, 2, 2, 900); /* of no search that there is */
    tell_nodes(bench, 3, 1, 40);
    assert_int_equal(bench->counts[0].nodes, 0);
    assert_int_equal(bench->counts[1].nodes, 500);
    assert_int_equal(bench->counts[2].nodes, 40);
    tell_lines(bench, 3, 1, &report);
    assert_int_equal(current_lines(bench, lines, 4), 2);
    assert_int_equal(lines[0].length, 3);
    assert_int_equal(lines[0].moves[2], 3);
    assert_int_equal(lines[1].moves[0], 3);
    assert_int_equal(current_lines(bench, lines, 1), 1);
    bench->counts[2].tablebase_hits = 5;
    bench->counts[2].hash_full = 6;
    begin(bench, &(SearchLimits){0});
    tell_nodes(bench, 3, 1, 50); /* of the one before, as is the next */
    tell_lines(bench, 3, 1, &report);
    for (int i = 0; i < RANKS - 1; i++) {
        assert_int_equal(bench->counts[i].nodes, 0);
        assert_int_equal(bench->counts[i].tablebase_hits, 0);
        assert_int_equal(bench->counts[i].hash_full, 0);
    }
    assert_int_equal(current_lines(bench, lines, 4), 0);
    tell_lines(bench, 3, 2, &report);
    assert_int_equal(current_lines(bench, lines, 4), 2);
}

static void tell_ready(Bench *bench, int rank, ReadyNews news) {
    receive(bench, rank, TAG_READY, &news, sizeof news);
}

static void what_a_follower_lacks_is_said(void **state) {
    Bench *bench = *state;
    const ReadyNews own = news_of_engine(bench->team.engine);
    ReadyNews other = own;
    tell_ready(bench, 1, own);
    other.threads = own.threads + 2;
    tell_ready(bench, 2, other);
    other = own;
    other.tables = 3;
    tell_ready(bench, 3, other);
    leader_judge_ready(&bench->team);
    assert_int_equal(bench->said_count, 2);
    assert_string_equal(bench->said[0], "cluster: rank 2: it has 3 threads, rank 0 has 1");
    assert_string_equal(bench->said[1], "cluster: rank 3: it has 3 endgame tables, rank 0 has 0");
    bench->said_count = 0;
    bench->members[3].lost = true;
    other = own;
    other.hash_mib = own.hash_mib + 8;
    tell_ready(bench, 1, other);
    other = own;
    other.network ^= 1;
    tell_ready(bench, 2, other);
    leader_judge_ready(&bench->team);
    assert_int_equal(bench->said_count, 2);
    assert_string_equal(bench->said[0], "cluster: rank 1: its table has 8 MiB, that of rank 0 0");
    assert_non_null(strstr(bench->said[1], "cluster: rank 2: it evaluates by network"));
    assert_true(bench->members[1].is_fit);
    assert_false(bench->members[2].is_fit);
}

#define BENCH_TEST(test) cmocka_unit_test_setup_teardown(test, set_up, tear_down)

int main(void) {
    const struct CMUnitTest tests[] = {
        BENCH_TEST(followers_are_told_what_is_searched),
        BENCH_TEST(each_votes_in_its_place),
        BENCH_TEST(who_evaluates_otherwise_does_not_vote),
        BENCH_TEST(each_search_begins_with_nothing),
        BENCH_TEST(what_a_follower_lacks_is_said),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
