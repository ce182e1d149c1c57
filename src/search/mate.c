#include "search/mate.h"

#include <string.h>

#include "base/integers.h"
#include "chess/movegen.h"
#include "machine/quota.h"

/* Nodes of the mate search for each of the ordinary search, which cost several times as much. */
#define NODE_RATIO  32
#define LEAST_NODES 200000

/* The ordinary search that precedes the first look for mate, so that it is known who is likely to
 * mate whom, and the one that follows when there is none, so that the move is no blunder. */
#define FIRST_DEPTH   4
#define NO_MATE_DEPTH 8

/* Where there is no mate for us, so many nodes go into the question whether we are mated, and more
 * with a worse score than this. */
#define DOUBT_NODES 5000000
#define LOST_SCORE  (-300)
#define LOST_NODES  50000000

/* Asked before a node, so that a limit on nodes is met exactly. */
static bool count_node(void *context) {
    Worker *worker = context;
    if (worker_must_stop(worker) || control_stopped(worker->control))
        return false;
    worker_count_node(worker);
    return true;
}

static ProofSearch *create_proof(Worker *worker) {
    MoveList list;
    list.count = worker->root_moves.count;
    for (int i = 0; i < list.count; i++)
        list.moves[i] = worker->root_moves.list[i].move;
    size_t bytes =
        size_min(tt_size(worker->control->setup.table) << 20, quota_memory_available() / 2);
    ProofSearch *proof = NULL;
    for (; !proof && bytes > 0; bytes /= 2)
        proof = proof_create(worker->control->setup.root, &list, bytes, count_node, worker);
    return proof;
}

void mate_begin(MateSearch *mate, Worker *worker) {
    const SearchLimits *limits = &worker->control->limits;
    Color side = position_side(&worker->positions[0]);
    *mate = (MateSearch){.worker = worker,
                         .wanted = int_min(limits->mate, PROOF_MAX_MOVES),
                         .ours.attacker = side,
                         .theirs.attacker = color_flip(side)};
    mate->proof = create_proof(worker);
    if (!mate->proof)
        reporter_message(&worker->control->reporter,
                         "no memory for the mate search: only the ordinary search looks for mate");
}

static bool is_found(const MateSearch *mate) {
    return mate->ours.proved > 0 || mate->theirs.proved > 0;
}

void mate_end(MateSearch *mate) {
    Reporter *reporter = &mate->worker->control->reporter;
    if (!mate->proof)
        return;
    if (mate->theirs.proved > 0)
        reporter_message(reporter, "no mate in %d: the side to move is mated in %d", mate->wanted,
                         mate->theirs.proved);
    else if (mate->ours.proved == 0 && !mate->told && mate->ours.refuted > 0)
        reporter_message(reporter,
                         "mate in %d is neither proved nor excluded, in %d it is excluded",
                         mate->wanted, mate->ours.refuted);
    else if (mate->ours.proved == 0 && !mate->told)
        reporter_message(reporter, "mate in %d is neither proved nor excluded", mate->wanted);
    proof_destroy(mate->proof);
}

/* Takes the best line of the ordinary search for an answer if it mates or is mated within the moves
 * wanted, shows that to the end, and does not contradict the proofs. */
static bool accept_ordinary_line(MateSearch *mate) {
    const Worker *worker = mate->worker;
    const RootMove *best = &worker->root_moves.list[0];
    if (!score_is_mate(best->score))
        return false;
    int moves = score_mate_moves(best->score);
    MateAim *aim = moves > 0 ? &mate->ours : &mate->theirs;
    int size = moves > 0 ? moves : -moves;
    if (size > mate->wanted || size <= aim->refuted ||
        best->length != (moves > 0 ? 2 * moves - 1 : -2 * moves))
        return false;
    Position position = worker->positions[0];
    for (int i = 0; i < best->length; i++) {
        Position next;
        position_make(&position, &next, best->pv[i]);
        position = next;
    }
    if (!position_in_check(&position) || movegen_count(&position) > 0)
        return false;
    aim->proved = size;
    return true;
}

/* Gives a root move the line that the proof has for it, up to the mate; false without one. */
static bool set_line(MateSearch *mate, const MateAim *aim, int asked, RootMove *root) {
    bool ours = aim == &mate->ours;
    Move line[MAX_PLY + 1];
    int length = proof_line(mate->proof, aim->attacker, asked, ours ? MOVE_NONE : root->move, line);
    if (length == 0)
        return false;
    for (int i = 0; ours && root->move != line[0]; i++)
        root = &mate->worker->root_moves.list[i];
    memcpy(root->pv, line, (size_t)length * sizeof(Move));
    root->length = root->selective_depth = length;
    root->score = ours ? score_mate_in(length) : score_mated_in(length);
    root->bound = BOUND_EXACT;
    return true;
}

/* Puts what is proved into the root moves: one of them mates, or all of them are mated. */
static bool take_over(MateSearch *mate, MateAim *aim, int asked) {
    Worker *worker = mate->worker;
    int count = aim == &mate->ours ? 1 : worker->root_moves.count;
    for (int i = 0; i < count; i++)
        if (!set_line(mate, aim, asked, &worker->root_moves.list[i]))
            return false;
    root_moves_sort_by_score(&worker->root_moves);
    aim->proved = (worker->root_moves.list[0].length + 1) / 2;
    return true;
}

/* Spends so many nodes on mate in `moves`. True when that has led to a new line. */
static bool solve(MateSearch *mate, MateAim *aim, int moves, uint64_t nodes) {
    uint64_t before = worker_nodes(mate->worker);
    int proved;
    ProofResult result = proof_solve(mate->proof, aim->attacker, moves, nodes, &proved);
    aim->nodes += worker_nodes(mate->worker) - before;
    if (result == PROOF_REFUTED && moves > aim->refuted)
        aim->refuted = moves;
    if (result != PROOF_MATE)
        return false;
    return take_over(mate, aim, moves);
}

/* Whether there are nodes left before `end`, and nobody has said stop. */
static bool may_go_on(const MateSearch *mate, uint64_t end) {
    return worker_nodes(mate->worker) < end && !control_stopped(mate->worker->control);
}

/* Looks for mate in the number of moves wanted until the nodes are spent. A part of them goes to
 * fewer moves, as far as that is undecided: the shortest mate, and those in much fewer moves than
 * were granted, are found sooner that way. True when a mate has been found. */
static bool search_aim(MateSearch *mate, MateAim *aim, uint64_t nodes) {
    uint64_t end = worker_nodes(mate->worker) + nodes;
    int moves = aim->refuted + 1;
    for (; moves < mate->wanted && may_go_on(mate, end); moves++) {
        if (solve(mate, aim, moves, nodes / 8))
            return true;
        if (aim->refuted < moves)
            break;
    }
    for (int step = 4; moves + step < mate->wanted - 4 && may_go_on(mate, end); step *= 2)
        if (solve(mate, aim, moves + step, nodes / 8))
            return true;
    return aim->refuted < mate->wanted && may_go_on(mate, end) &&
           solve(mate, aim, mate->wanted, end - worker_nodes(mate->worker));
}

/* The shortest mate is not always proved first. Looks for a shorter one with as many nodes as have
 * been spent before. */
static MateNews shorten(MateSearch *mate, MateAim *aim) {
    uint64_t nodes = aim->nodes > LEAST_NODES ? aim->nodes : LEAST_NODES;
    if (aim->refuted >= aim->proved - 1 || control_stopped(mate->worker->control))
        return MATE_OVER;
    return solve(mate, aim, aim->proved - 1, nodes) ? MATE_LINE : MATE_OVER;
}

/* There is no mate for us. Whether it is open, and worth the effort, if we are mated. */
static bool may_be_mated(const MateSearch *mate) {
    bool lost = mate->worker->root_moves.list[0].score < LOST_SCORE;
    return mate->theirs.refuted < mate->wanted &&
           mate->theirs.nodes < 2 * mate->ours.nodes + (lost ? LOST_NODES : DOUBT_NODES);
}

bool mate_is_open(const MateSearch *mate) {
    const Worker *worker = mate->worker;
    return mate->proof && !worker->aborted && !control_stopped(worker->control) &&
           (mate->ours.refuted < mate->wanted || may_be_mated(mate));
}

/* A part of the nodes goes to the side that is less likely to mate. */
static MateNews search_both(MateSearch *mate, uint64_t nodes) {
    bool worse = mate->worker->root_moves.list[0].score < 0;
    MateAim *first = worse ? &mate->theirs : &mate->ours;
    MateAim *second = worse ? &mate->ours : &mate->theirs;
    if (first->refuted < mate->wanted && search_aim(mate, first, nodes))
        return MATE_LINE;
    if (second->refuted < mate->wanted && search_aim(mate, second, nodes / 4))
        return MATE_LINE;
    if (mate->ours.refuted < mate->wanted)
        return MATE_OPEN;
    if (!mate->told)
        reporter_message(&mate->worker->control->reporter, "no mate in %d", mate->wanted);
    mate->told = true;
    /* With a clock running, a good move is worth the time that the clock allows. */
    bool over = !may_be_mated(mate) && mate->worker->root_depth >= NO_MATE_DEPTH &&
                !mate->worker->control->budget.adjustable;
    return over ? MATE_OVER : MATE_OPEN;
}

MateNews mate_search(MateSearch *mate, bool last) {
    Worker *worker = mate->worker;
    if (worker->root_depth < FIRST_DEPTH && !last)
        return MATE_OPEN;
    if (!mate->proof)
        return accept_ordinary_line(mate) ? MATE_OVER : MATE_OPEN;
    if (is_found(mate))
        return shorten(mate, mate->ours.proved > 0 ? &mate->ours : &mate->theirs);
    uint64_t ordinary = worker_nodes(worker) - mate->ours.nodes - mate->theirs.nodes;
    uint64_t nodes = ordinary * NODE_RATIO;
    MateNews news = search_both(mate, nodes > LEAST_NODES ? nodes : LEAST_NODES);
    return news == MATE_OPEN && accept_ordinary_line(mate) ? MATE_OVER : news;
}
