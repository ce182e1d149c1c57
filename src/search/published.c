#include "search/published.h"

#include <stdatomic.h>
#include <string.h>

#include "base/integers.h"

void published_init(Published *published) {
    pthread_mutex_init(&published->lock, NULL);
}

void published_destroy(Published *published) {
    pthread_mutex_destroy(&published->lock);
}

void published_reset(Published *published) {
    pthread_mutex_lock(&published->lock);
    published->line_count = 0;
    pthread_mutex_unlock(&published->lock);
}

static void write_line(PublishedLine *line, const RootMove *root, int depth) {
    line->depth = root_move_reported_depth(root, depth);
    line->score = root_move_reported_score(root);
    if (line->score == -SCORE_INFINITE)
        line->score = SCORE_DRAW; /* not even the first move has been searched */
    line->bound = root_move_reported_bound(root);
    line->selective_depth = root->selective_depth;
    line->length = root->length;
    memcpy(line->pv, root->pv, (size_t)root->length * sizeof(Move));
}

void published_write(Published *published, const RootMoves *moves, int line_count, int depth,
                     _Atomic PackedBallot *vote) {
    pthread_mutex_lock(&published->lock);
    for (int i = 0; i < line_count; i++)
        write_line(&published->lines[i], &moves->list[i], depth);
    published->line_count = line_count;
    const PublishedLine *first = &published->lines[0];
    const Ballot ballot = {first->pv[0], first->score, first->depth};
    atomic_store_explicit(vote, ballot_pack(&ballot), memory_order_relaxed);
    pthread_mutex_unlock(&published->lock);
}

int published_read(Published *published, PublishedLine *lines, int most, bool wait) {
    if (wait)
        pthread_mutex_lock(&published->lock);
    else if (pthread_mutex_trylock(&published->lock) != 0)
        return -1;
    int count = int_min(published->line_count, most);
    memcpy(lines, published->lines, (size_t)count * sizeof *lines);
    pthread_mutex_unlock(&published->lock);
    return count;
}
