#include "engine/opening_book.h"

#include "base/clock.h"
#include "base/random.h"
#include "base/system.h"

/* Without the system's random numbers, the clock must do. */
static uint64_t draw_seed(void) {
    uint64_t seed;
    bool drawn = system_random(&seed, sizeof seed);
    return drawn ? seed : (uint64_t)clock_now_us();
}

bool opening_book_open(OpeningBook *opening, const char *path, Reason *reason) {
    opening_book_close(opening);
    if (path[0] == '\0')
        return true;
    opening->book = book_open(path, reason);
    opening->random = draw_seed();
    return opening->book;
}

void opening_book_close(OpeningBook *opening) {
    book_close(opening->book);
    opening->book = NULL;
}

static bool is_for_a_move(const SearchLimits *limits) {
    return !limits->infinite && !limits->ponder && !limits->analyse && limits->mate == 0;
}

bool opening_book_choose(OpeningBook *opening, const Position *position, const SearchLimits *limits,
                         OpeningChoice *choice) {
    if (!opening->used || !opening->book || !is_for_a_move(limits))
        return false;
    BookMove moves[MAX_MOVES];
    int found = book_find(opening->book, position, moves);
    *choice = (OpeningChoice){0};
    for (int i = 0; i < found; i++) {
        if (!search_limits_allow(limits, moves[i].move))
            continue;
        choice->weights += moves[i].weight;
        moves[choice->moves++] = moves[i];
    }
    if (choice->moves == 0)
        return false;
    int chosen = book_choose(moves, choice->moves, random_next(&opening->random));
    choice->move = moves[chosen].move;
    choice->weight = moves[chosen].weight;
    return true;
}
