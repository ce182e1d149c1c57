#include <stdatomic.h>

#include "../chess/support.h"
#include "base/compiler.h"
#include "engine/engine_insider.h"
#include "search/partners.h"

/* What a search asks of other processes, and what it makes of their answers. */

#define OTHERS 2
#define DEPTH  10

typedef struct Fake {
    SearchPartners partners;
    Partner counts[OTHERS];
    Outbox outboxes[2];
    int begun, stopped;
    int workers;
    Ballot ballots[OTHERS];
    PublishedLine line;
    int asked; /* for a share in a table, and of what size */
    size_t mib;
    bool shares;
    TableShare share;
} Fake;

static bool on_share_table(void *context, size_t mib, TableShare *share) {
    Fake *fake = context;
    fake->asked++;
    fake->mib = mib;
    *share = fake->share;
    return fake->shares;
}

static Outbox *on_begin(void *context, const SearchLimits *limits, TranspositionTable *table,
                        int workers) {
    Fake *fake = context;
    (void)limits;
    fake->begun++;
    fake->workers = workers;
    return table && workers <= (int)ARRAY_LENGTH(fake->outboxes) ? fake->outboxes : NULL;
}

static void on_stop(void *context) {
    Fake *fake = context;
    fake->stopped++;
}

static void on_vote(void *context, Ballot *ballots) {
    const Fake *fake = context;
    for (int i = 0; i < OTHERS; i++)
        ballots[i] = fake->ballots[i];
}

static void on_line(void *context, int partner, PublishedLine *line) {
    const Fake *fake = context;
    (void)partner;
    *line = fake->line;
}

static Fake *make_fake(void) {
    static Fake fake;
    memset(&fake, 0, sizeof fake);
    fake.partners = (SearchPartners){.context = &fake,
                                     .count = OTHERS,
                                     .partners = fake.counts,
                                     .share_table = on_share_table,
                                     .begin = on_begin,
                                     .stop = on_stop,
                                     .vote = on_vote,
                                     .line = on_line};
    return &fake;
}

static Engine *make_engine(const Fake *fake) {
    Engine *engine = engine_create();
    assert_non_null(engine);
    engine_set_partners(engine, &fake->partners);
    return engine;
}

static void each_search_is_told(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    engine_set_threads(engine, 2);
    engine_find(engine, (SearchLimits){.depth = 4});
    assert_int_equal(fake->begun, 1);
    assert_int_equal(fake->stopped, 1);
    assert_int_equal(fake->workers, 2);
    engine_destroy(engine);
}

/* By one thread: how deep one of several searches itself is chance, for it finds in the table what
 * the others have left. */
static void deep_entries_are_offered(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    fake->outboxes[0].least_depth = 7;
    engine_find(engine, (SearchLimits){.depth = DEPTH});
    TableRecord records[OUTBOX_SIZE];
    const int count = outbox_take(&fake->outboxes[0], records, OUTBOX_SIZE);
    assert_in_range(count, 1, OUTBOX_SIZE);
    TranspositionTable *table = tt_create(1, NULL);
    for (int i = 0; i < count; i++) {
        TableEntry entry;
        tt_import(table, &records[i]);
        assert_true(tt_probe(table, records[i].key, 0, &entry));
        assert_in_range(entry.depth, 7, MAX_PLY);
    }
    tt_destroy(table);
    engine_destroy(engine);
}

static void their_nodes_count(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    for (int i = 0; i < OTHERS; i++) {
        atomic_store(&fake->counts[i].nodes, 1000000);
        atomic_store(&fake->counts[i].tablebase_hits, 7);
    }
    const BestMoveReport report = engine_find(engine, (SearchLimits){.depth = 4});
    assert_in_range(report.figures.nodes, OTHERS * 1000000 + 1, OTHERS * 1000000 + 100000);
    assert_int_equal(report.figures.tablebase_hits, OTHERS * 7);
    engine_destroy(engine);
}

static void they_vote(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    const Move odd = notation_parse_coordinate(engine_position(engine), "a2a3", 4);
    fake->line = (PublishedLine){.depth = 30, .score = 50, .length = 1, .pv = {odd}};
    fake->ballots[1] = (Ballot){odd, 50, 30};
    assert_int_equal(engine_find(engine, (SearchLimits){.depth = 4}).best, odd);
    fake->ballots[1] = (Ballot){odd, -3000, 1};
    assert_int_not_equal(engine_find(engine, (SearchLimits){.depth = 4}).best, odd);
    engine_destroy(engine);
}

/* It does not see that it is mated, since it has just begun. */
static void who_is_far_behind_does_not(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    const Position position = position_of("7k/8/6K1/8/8/8/8/R7 b - - 0 1");
    const Move only = move_of(&position, "h8g8");
    engine_set_root(engine, &position);
    fake->line = (PublishedLine){.depth = 1, .score = -700, .length = 1, .pv = {only}};
    fake->ballots[0] = (Ballot){only, -700, 1};
    const BestMoveReport report = engine_find(engine, (SearchLimits){.depth = 8});
    assert_int_equal(report.score, score_mated_in(2));
    /* Nor does it, where nobody asks for a depth, see what is wrong with its own move. */
    const Position start = position_of(FEN_START);
    const Move odd = move_of(&start, "a2a3");
    engine_set_root(engine, &start);
    fake->line = (PublishedLine){.depth = 1, .score = 3000, .length = 1, .pv = {odd}};
    fake->ballots[0] = (Ballot){odd, 3000, 1};
    assert_int_not_equal(engine_find(engine, (SearchLimits){.nodes = 20000}).best, odd);
    engine_destroy(engine);
}

/* Who asks for a depth gets no answer from less. */
static void who_has_not_come_to_the_depth_does_not(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    const Move odd = move_of(engine_position(engine), "a2a3");
    fake->line = (PublishedLine){.depth = 6, .score = 3000, .length = 1, .pv = {odd}};
    for (int depth = 6; depth <= 7; depth++) {
        fake->ballots[0] = fake->ballots[1] = (Ballot){odd, 3000, 6};
        const BestMoveReport report = engine_find(engine, (SearchLimits){.depth = depth});
        assert_int_equal(report.best == odd, depth == 6);
    }
    engine_destroy(engine);
}

/* Where the depth that was asked for is never reached, who has come as far is heard. */
static void who_is_no_less_deep_than_this_one_does(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    const Move odd = move_of(engine_position(engine), "a2a3");
    fake->line = (PublishedLine){.depth = 40, .score = 500, .length = 1, .pv = {odd}};
    fake->ballots[0] = fake->ballots[1] = (Ballot){odd, 500, 40};
    const SearchLimits limits = {.depth = 60, .nodes = 5000};
    assert_int_equal(engine_find(engine, limits).best, odd);
    engine_destroy(engine);
}

/* They know one line, and nothing of mates that are proved. */
static void they_have_no_vote_on_several_lines_or_mates(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    const Move odd = move_of(engine_position(engine), "a2a3");
    fake->line = (PublishedLine){.depth = 30, .score = 3000, .length = 1, .pv = {odd}};
    fake->ballots[0] = fake->ballots[1] = (Ballot){odd, 3000, 30};
    assert_int_equal(engine_find(engine, (SearchLimits){.depth = 4}).best, odd);
    assert_int_not_equal(engine_find(engine, (SearchLimits){.depth = 4, .mate = 1}).best, odd);
    engine_set_option(engine, SEARCH_MULTIPV, 2);
    assert_int_not_equal(engine_find(engine, (SearchLimits){.depth = 4}).best, odd);
    engine_destroy(engine);
}

static void note_fullness(void *context, const IterationReport *report) {
    *(int *)context = report->figures.hash_full;
}

static int fullness_of_search(Engine *engine) {
    int fullness = -1;
    const ReportSink sink = {.context = &fullness, .iteration = note_fullness};
    engine_new_game(engine);
    engine_think(engine, &(SearchLimits){.depth = 8}, &sink);
    return fullness;
}

/* The mean is of the tables that are told of. */
static void their_tables_count(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    engine_set_hash(engine, 1);
    const int own = fullness_of_search(engine);
    assert_in_range(own, 1, 900);
    atomic_store(&fake->counts[1].hash_full, 900);
    assert_int_equal(fullness_of_search(engine), (own + 900) / 2);
    atomic_store(&fake->counts[0].hash_full, 600);
    assert_int_equal(fullness_of_search(engine), (own + 900 + 600) / 3);
    engine_destroy(engine);
}

/* Nodes of searches of several positions: of a single one chance decides how much a table saves, as
 * of a few hundred nodes. So shallow that a table of 2 MiB keeps what they find. */
static uint64_t search_several(Engine *engine, int depth) {
    static const char *const FENS[] = {
        "r1bq1rk1/pp2bppp/2n1pn2/2pp4/3P1B2/2PBPN2/PP1N1PPP/R2Q1RK1 w - - 0 9",
        "r2q1rk1/1b2bppp/p1n1pn2/1p6/3P4/1BN2N2/PP2QPPP/R1BR2K1 w - - 0 13",
        "8/2p2pk1/1p1p2p1/p2P3p/P1P1r2P/1P4P1/4RPK1/8 b - - 3 31",
        "rnbqkb1r/pp2pppp/3p1n2/8/3NP3/8/PPP2PPP/RNBQKB1R w KQkq - 1 5",
        "2r3k1/5ppp/p2qp3/1p1b4/3P4/1P2QN2/P4PPP/2R3K1 w - - 0 24",
        "r4rk1/ppp2ppp/2n1b3/3q4/8/2P1BN2/PP3PPP/R2Q1RK1 w - - 2 13",
    };
    uint64_t nodes = 0;
    for (size_t i = 0; i < ARRAY_LENGTH(FENS); i++) {
        const Position position = position_of(FENS[i]);
        engine_set_root(engine, &position);
        nodes += engine_find(engine, (SearchLimits){.depth = depth}).figures.nodes;
    }
    return nodes;
}

/* A second engine finds what the first has searched, deeper than it does itself, and the first is
 * asked for another size alone. */
static void they_share_the_table(void **state) {
    (void)state;
    Fake *fake = make_fake();
    fake->shares = memory_share_make(&fake->share.memory, "test", tt_share_bytes(2, 2));
    assert_true(fake->shares);
    fake->share.owners = 2;
    uint64_t nodes[2];
    Engine *engines[2];
    for (int i = 0; i < 2; i++) {
        fake->share.owner = i;
        engines[i] = make_engine(fake);
        engine_set_hash(engines[i], 2);
        assert_true(engine_prepare(engines[i]));
        nodes[i] = search_several(engines[i], DEPTH - 2);
        if (i == 0)
            search_several(engines[i], DEPTH + 2);
        assert_int_equal(fake->mib, 2);
        assert_int_equal(fake->asked, i + 1);
        assert_int_equal(engine_hash(engines[i]), 2);
    }
    assert_true(nodes[1] < nodes[0] / 2);
    engine_set_threads(engines[0], 2);
    engine_new_game(engines[0]);
    assert_true(engine_prepare(engines[0]));
    assert_int_equal(fake->asked, 2);
    fake->shares = false;
    engine_set_hash(engines[0], 3);
    assert_true(engine_prepare(engines[0]));
    assert_int_equal(fake->asked, 3);
    assert_int_equal(engine_hash(engines[0]), 3);
    for (int i = 0; i < 2; i++)
        engine_destroy(engines[i]);
    memory_share_end(&fake->share.memory);
}

static void who_plays_weakly_is_alone(void **state) {
    (void)state;
    Fake *fake = make_fake();
    Engine *engine = make_engine(fake);
    engine_find(engine, (SearchLimits){.depth = 3, .elo = 1000});
    assert_int_equal(fake->begun, 0);
    assert_int_equal(fake->stopped, 0);
    engine_set_partners(engine, NULL);
    engine_find(engine, (SearchLimits){.depth = 3});
    assert_int_equal(fake->begun, 0);
    engine_destroy(engine);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_search_is_told),
        cmocka_unit_test(deep_entries_are_offered),
        cmocka_unit_test(their_nodes_count),
        cmocka_unit_test(they_vote),
        cmocka_unit_test(who_is_far_behind_does_not),
        cmocka_unit_test(who_has_not_come_to_the_depth_does_not),
        cmocka_unit_test(who_is_no_less_deep_than_this_one_does),
        cmocka_unit_test(they_have_no_vote_on_several_lines_or_mates),
        cmocka_unit_test(their_tables_count),
        cmocka_unit_test(they_share_the_table),
        cmocka_unit_test(who_plays_weakly_is_alone),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
