#include <inttypes.h>
#include <stdio.h>

#include "chain/filter.h"
#include "cli/arguments.h"
#include "data/commands.h"
#include "data/source.h"

#define MAX_ORIGINS 64

#define BAR_LENGTH 50

#define HISTOGRAM_MAX_ROWS 64

/* Counts of numbers in rows of equal width. */
typedef struct Histogram {
    int least; /* number where the first row begins; lesser ones count there too */
    int width; /* of a row */
    int rows;  /* at most HISTOGRAM_MAX_ROWS; greater numbers count in the last */
    uint64_t counts[HISTOGRAM_MAX_ROWS];
} Histogram;

typedef struct OriginCount {
    ChainOrigin origin;
    uint64_t games;
} OriginCount;

typedef struct Stats {
    uint64_t games;
    uint64_t plies;
    uint64_t kept;
    uint64_t results[GAME_WHITE_WINS + 1];
    OriginCount origins[MAX_ORIGINS]; /* those that come first */
    int origin_count;
    uint64_t other_games; /* of more origins than there is room for */
    Histogram lengths;    /* of games, in plies */
    Histogram scores;     /* of kept positions, centipawns */
    Histogram pieces;     /* of kept positions, kings included */
} Stats;

static void histogram_add(Histogram *histogram, int number) {
    int row = number < histogram->least ? 0 : (number - histogram->least) / histogram->width;
    histogram->counts[row < histogram->rows ? row : histogram->rows - 1]++;
}

/* Prints each row that is not empty, with its share and a bar. */
static void histogram_print(const Histogram *histogram) {
    static const char BAR[BAR_LENGTH + 1] = "##################################################";
    uint64_t sum = 0, most = 1;
    for (int i = 0; i < histogram->rows; i++) {
        sum += histogram->counts[i];
        most = histogram->counts[i] > most ? histogram->counts[i] : most;
    }
    for (int i = 0; i < histogram->rows; i++) {
        uint64_t count = histogram->counts[i];
        if (count == 0)
            continue;
        printf("  %6d %12" PRIu64 " %5.1f %% %.*s\n", histogram->least + i * histogram->width,
               count, 100.0 * (double)count / (double)sum, (int)(count * BAR_LENGTH / most), BAR);
    }
}

static void count_origin(Stats *stats, ChainOrigin origin) {
    int i = 0;
    while (i < stats->origin_count && (stats->origins[i].origin.network_id != origin.network_id ||
                                       stats->origins[i].origin.nodes != origin.nodes))
        i++;
    if (i == MAX_ORIGINS) {
        stats->other_games++;
        return;
    }
    if (i == stats->origin_count)
        stats->origins[stats->origin_count++] = (OriginCount){origin, 0};
    stats->origins[i].games++;
}

static void count_game(Stats *stats, const ChainGame *game) {
    stats->games++;
    stats->plies += (uint64_t)game->ply_count;
    stats->results[game->result]++;
    histogram_add(&stats->lengths, game->ply_count);
    Position positions[2];
    positions[0] = game->start;
    for (int ply = 0; ply < game->ply_count; ply++) {
        const Position *position = &positions[ply % 2];
        if (filter_keeps(position, game->moves[ply], game->scores[ply])) {
            stats->kept++;
            histogram_add(&stats->scores, game->scores[ply]);
            histogram_add(&stats->pieces, bb_count(position_occupied(position)));
        }
        position_make(position, &positions[(ply + 1) % 2], game->moves[ply]);
    }
}

static double ratio(uint64_t part, uint64_t whole) {
    return whole > 0 ? (double)part / (double)whole : 0;
}

static void print_stats(const Stats *stats, const Source *source) {
    uint64_t bytes = source_bytes(source);
    printf("Games    %12" PRIu64 "\n", stats->games);
    printf("Plies    %12" PRIu64 " %6.1f a game\n", stats->plies,
           ratio(stats->plies, stats->games));
    printf("Kept     %12" PRIu64 " %5.1f %% of plies\n", stats->kept,
           100 * ratio(stats->kept, stats->plies));
    printf("Bytes    %12" PRIu64 " %6.3f a ply\n", bytes, ratio(bytes, stats->plies));
    static const char *const NAMES[] = {"Black", "Drawn", "White"};
    for (int result = GAME_WHITE_WINS; result >= GAME_BLACK_WINS; result--)
        printf("%s    %12" PRIu64 " %5.1f %% of games\n", NAMES[result], stats->results[result],
               100 * ratio(stats->results[result], stats->games));
    printf("\nMade by network, nodes a move, games\n");
    for (int i = 0; i < stats->origin_count; i++)
        printf("  %016" PRIx64 " %10" PRIu32 " %12" PRIu64 "\n",
               stats->origins[i].origin.network_id, stats->origins[i].origin.nodes,
               stats->origins[i].games);
    if (stats->other_games > 0)
        printf("  %-27s %12" PRIu64 "\n", "others", stats->other_games);
    printf("\nGames by length, from so many plies\n");
    histogram_print(&stats->lengths);
    printf("\nKept positions by score for the side to move, from so many centipawns\n");
    histogram_print(&stats->scores);
    printf("\nKept positions by pieces on the board\n");
    histogram_print(&stats->pieces);
}

static const ArgumentParser PARSER = {
    .take_words = source_take_words,
    .form = "FILE...",
    .doc = "Counts what is in the files. Kept are positions that the standard filter "
           "keeps: not in check, the move neither capture nor promotion, the score "
           "under 2000 centipawns.",
};

static int stats_command(int argc, char **argv) {
    Source source = {0};
    arguments_parse(&PARSER, "quorum-data stats", argc, argv, &source);
    Stats stats = {
        .lengths = {.least = 0, .width = 25, .rows = 41},
        .scores = {.least = -FILTER_DECIDED, .width = 200, .rows = 20},
        .pieces = {.least = 0, .width = 1, .rows = 33},
    };
    ChainGame game;
    while (source_next(&source, &game)) {
        count_origin(&stats, source_origin(&source));
        count_game(&stats, &game);
    }
    print_stats(&stats, &source);
    return source_end(&source);
}

const Command STATS_COMMAND = {"stats", "count games, results, scores and pieces", stats_command,
                               &PARSER};
