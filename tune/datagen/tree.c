#include "datagen/tree.h"

#include "base/random.h"
#include "chain/filter.h"
#include "play/play.h"

/* The place for the next node, -1 when it is not drawn. */
static int draw_place(TreeSample *sample) {
    sample->seen++;
    if (sample->count < sample->wanted)
        return sample->count++;
    const uint64_t place = random_scale(random_next(&sample->random), sample->seen);
    return place < (uint64_t)sample->wanted ? (int)place : -1;
}

static void note_node(void *context, const NodeReport *report) {
    TreeSample *sample = context;
    const Position *position = report->position;
    const int16_t score = play_lesson(position, report->score);
    const Move move = report->best != MOVE_NONE ? report->best : filter_stand_in(position);
    if (!filter_keeps(position, move, score))
        return;
    const int place = draw_place(sample);
    if (place >= 0)
        sample->nodes[place] = (TreeNode){*position, move, score, report->bound};
}

NodeObserver tree_begin(TreeSample *sample, int wanted, int least_depth, uint64_t random) {
    sample->random = random;
    sample->wanted = wanted;
    tree_empty(sample);
    return (NodeObserver){.context = sample, .least_depth = least_depth, .note = note_node};
}

void tree_empty(void *sample) {
    TreeSample *emptied = sample;
    emptied->seen = 0;
    emptied->count = 0;
}

void tree_complete(TreeSample *sample, const ChainGame *game) {
    const TreeNode first = {game->start, game->moves[0], game->scores[0], BOUND_EXACT};
    while (sample->count < sample->wanted)
        sample->nodes[sample->count++] = first;
}

void tree_game(const TreeNode *node, ChainGame *game) {
    const bool white = position_side(&node->position) == WHITE;
    game->start = node->position;
    game->ply_count = 1;
    game->moves[0] = node->move;
    game->scores[0] = node->score;
    game->result = GAME_DRAWN;
    if (node->bound != BOUND_EXACT)
        game->result = (node->bound == BOUND_LOWER) == white ? GAME_WHITE_WINS : GAME_BLACK_WINS;
}
