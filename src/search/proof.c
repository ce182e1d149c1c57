#include "search/proof.h"

#include "base/memory.h"
#include "chess/movegen.h"
#include "search/proof_table.h"

/* Positions of a line, root and end included. */
#define PROOF_PLIES (2 * PROOF_MAX_MOVES + 2)

/* Random numbers that tell keys of different questions apart. */
#define ROOT_SALT   0x9F6D3A5B11C8E2D7ULL
#define WHITE_SALT  0x5DB1C2E7A94F0863ULL
#define RULE50_SALT 0xC3A5C85C97CB3127ULL

typedef struct Child {
    uint64_t key;
    unsigned phi; /* both from the view of the side to move after the move */
    unsigned delta;
    Move move;
} Child;

struct ProofSearch {
    Position positions[PROOF_PLIES];
    Child children[PROOF_PLIES][MAX_MOVES];
    Move refutations[PROOF_PLIES]; /* the reply that last held at a ply */
    MoveList root_moves;
    uint64_t dead_keys[GAME_KEYS]; /* of positions that stood twice: once more is a draw */
    int dead_count;
    ProofTable *table;
    Color attacker;
    uint64_t nodes; /* of all calls */
    uint64_t node_limit;
    bool stopped;  /* by the counter */
    bool gives_up; /* for this or for having spent its nodes */
    ProofCounter *counter;
    void *context;
};

/* What a node's children come to, from the view of the side to move. */
typedef struct Node {
    ProofEntry result;
    int child_count;
    int longest; /* moves of the longest mate among the children that are settled, for a defender */
} Node;

/* The side to move reaches its aim, by this move. */
static ProofEntry reached_by(Move move, int moves) {
    return (ProofEntry){.phi = 0, .delta = PROOF_INFINITE, .moves = moves, .move = move};
}

/* Twice or more in the game, as far back as repetition reaches. */
static void list_dead_keys(ProofSearch *search, const KeyTrail *trail) {
    for (int i = 0; i < trail->count && search->dead_count < GAME_KEYS; i++) {
        bool seen = false;
        for (int j = 0; j < i; j++)
            seen |= trail->keys[j] == trail->keys[i];
        if (seen)
            search->dead_keys[search->dead_count++] = trail->keys[i];
    }
}

ProofSearch *proof_create(const Game *game, const MoveList *root_moves, size_t table_bytes,
                          ProofCounter *counter, void *context) {
    ProofSearch *search = memory_map(sizeof *search);
    if (!search)
        return NULL;
    search->table = proof_table_create(table_bytes);
    if (!search->table) {
        memory_unmap(search, sizeof *search);
        return NULL;
    }
    search->positions[0] = game->position;
    search->root_moves = *root_moves;
    search->counter = counter;
    search->context = context;
    list_dead_keys(search, &game->trail);
    return search;
}

void proof_destroy(ProofSearch *search) {
    if (!search)
        return;
    proof_table_destroy(search->table);
    memory_unmap(search, sizeof *search);
}

static bool is_attacking(const ProofSearch *search, const Position *position) {
    return position_side(position) == search->attacker;
}

/* A key of the question whether the attacker mates from here with so many moves left. The 50-move
 * counter is part of it where it could end the game before. */
static uint64_t key_of(const ProofSearch *search, int ply, int moves) {
    const Position *position = &search->positions[ply];
    uint64_t key = position->key;
    int last_ply = position->rule50 + 2 * moves - is_attacking(search, position);
    if (search->attacker == WHITE)
        key ^= WHITE_SALT;
    if (ply == 0)
        key ^= ROOT_SALT;
    if (last_ply > 100)
        key ^= RULE50_SALT * (uint64_t)(position->rule50 + 1);
    return key;
}

/* Makes a move from the position at ply; false when the search gives up. */
static bool make(ProofSearch *search, int ply, Move move) {
    if (search->gives_up)
        return false;
    position_make(&search->positions[ply], &search->positions[ply + 1], move);
    search->nodes++;
    if (!search->counter(search->context))
        search->stopped = true;
    search->gives_up |= search->stopped || search->nodes >= search->node_limit;
    return !search->gives_up;
}

/* Whether there is no mate from here because the game is drawn or the attacker has a bare king; the
 * caller knows that it is not mate. */
static bool is_drawn(const ProofSearch *search, const Position *position) {
    if (game_is_rule50_draw(position) || position_is_material_draw(position) ||
        !bb_several(position->by_color[search->attacker]))
        return true;
    for (int i = 0; i < search->dead_count; i++)
        if (search->dead_keys[i] == position->key)
            return true;
    return false;
}

static MoveList moves_at(const ProofSearch *search, int ply) {
    if (ply == 0)
        return search->root_moves;
    return movegen_list(&search->positions[ply]);
}

/* Puts the moves that give check first and returns how many there are. */
static int put_checks_first(const Position *position, MoveList *list) {
    const CheckInfo info = position_check_info(position);
    int checks = 0;
    for (int i = 0; i < list->count; i++) {
        Move move = list->moves[i];
        if (!position_gives_check(position, &info, move))
            continue;
        list->moves[i] = list->moves[checks];
        list->moves[checks++] = move;
    }
    return checks;
}

/* The first of the checks that mates at once, or MOVE_NONE. */
static Move find_mate(ProofSearch *search, int ply, const MoveList *list, int checks) {
    for (int i = 0; i < checks; i++) {
        if (!make(search, ply, list->moves[i]))
            return MOVE_NONE;
        if (movegen_count(&search->positions[ply + 1]) == 0)
            return list->moves[i];
    }
    return MOVE_NONE;
}

static bool mates_at_once(ProofSearch *search, int ply) {
    MoveList list = moves_at(search, ply);
    int checks = put_checks_first(&search->positions[ply], &list);
    return find_mate(search, ply, &list, checks) != MOVE_NONE;
}

/* Whether a reply keeps the attacker, who has one move left, from mating. */
static bool reply_holds(ProofSearch *search, int ply, Move reply) {
    return make(search, ply, reply) &&
           (is_drawn(search, &search->positions[ply + 1]) || !mates_at_once(search, ply + 1)) &&
           !search->gives_up;
}

/* A reply that keeps the attacker, who has one move left, from mating; MOVE_NONE without one, or
 * when the search gives up. */
static Move find_defence(ProofSearch *search, int ply) {
    MoveList list = moves_at(search, ply);
    Move expected = search->refutations[ply];
    for (int i = 1; i < list.count; i++) {
        if (list.moves[i] != expected)
            continue;
        list.moves[i] = list.moves[0];
        list.moves[0] = expected;
    }
    for (int i = 0; i < list.count && !search->gives_up; i++) {
        if (!reply_holds(search, ply, list.moves[i]))
            continue;
        search->refutations[ply] = list.moves[i];
        return list.moves[i];
    }
    return MOVE_NONE;
}

static void add_child(ProofSearch *search, int ply, Node *node, Move move, unsigned phi,
                      unsigned delta) {
    search->children[ply][node->child_count++] = (Child){.phi = phi, .delta = delta, .move = move};
}

/* An attacking move that has been made and leaves `left` moves to mate with, at least one. False
 * when it decides the node. */
static bool judge_attack(ProofSearch *search, int ply, int left, Move move, Node *node) {
    const Position *next = &search->positions[ply + 1];
    int replies = movegen_count(next);
    if (replies == 0 || is_drawn(search, next))
        return true; /* stalemate: mates have been looked for before */
    if (left == 1) {
        bool mates = find_defence(search, ply + 1) == MOVE_NONE && !search->gives_up;
        if (mates)
            node->result = reached_by(move, 2);
        return !mates;
    }
    ProofEntry known;
    if (!proof_table_probe(search->table, key_of(search, ply + 1, left), false, left, &known)) {
        add_child(search, ply, node, move, 1, (unsigned)replies);
        return true;
    }
    if (proof_is_mate(&known, false)) {
        node->result = reached_by(move, known.moves + 1);
        return false;
    }
    if (!proof_is_refuted(&known, false))
        add_child(search, ply, node, move, known.phi, known.delta);
    return true;
}

/* Lists what the attacker, with so many moves left, may try. */
static void list_attacks(ProofSearch *search, int ply, int moves, Node *node) {
    MoveList list = moves_at(search, ply);
    int checks = put_checks_first(&search->positions[ply], &list);
    Move mate = find_mate(search, ply, &list, checks);
    if (mate != MOVE_NONE)
        node->result = reached_by(mate, 1);
    if (mate != MOVE_NONE || moves == 1)
        return;
    for (int i = 0; i < list.count; i++) {
        if (!make(search, ply, list.moves[i]) ||
            !judge_attack(search, ply, moves - 1, list.moves[i], node))
            return;
    }
}

/* A reply that has been made to an attacker with so many moves left, at least two. False when it
 * decides the node. */
static bool judge_reply(ProofSearch *search, int ply, int moves, Move move, Node *node) {
    const Position *next = &search->positions[ply + 1];
    ProofEntry known;
    if (is_drawn(search, next)) {
        node->result = reached_by(move, moves);
        return false;
    }
    if (!proof_table_probe(search->table, key_of(search, ply + 1, moves), true, moves, &known)) {
        add_child(search, ply, node, move, 1, 1 + (unsigned)movegen_count(next));
        return true;
    }
    if (proof_is_refuted(&known, true)) {
        node->result = reached_by(move, moves);
        return false;
    }
    if (!proof_is_mate(&known, true))
        add_child(search, ply, node, move, known.phi, known.delta);
    else if (known.moves > node->longest)
        node->longest = known.moves;
    return true;
}

/* Lists what the defender may try against an attacker with so many moves left. */
static void list_replies(ProofSearch *search, int ply, int moves, Node *node) {
    if (moves == 1) {
        Move defence = find_defence(search, ply);
        if (defence != MOVE_NONE)
            node->result = reached_by(defence, moves);
        node->longest = 1;
        return;
    }
    MoveList list = moves_at(search, ply);
    for (int i = 0; i < list.count; i++) {
        if (!make(search, ply, list.moves[i]) ||
            !judge_reply(search, ply, moves, list.moves[i], node))
            return;
    }
}

static void drop_child(ProofSearch *search, int ply, Node *node, int index) {
    search->children[ply][index] = search->children[ply][--node->child_count];
}

/* The child that is easiest to win, and how hard the second one is. */
static int choose_child(const Child *children, int count, unsigned *second) {
    int best = 0;
    *second = PROOF_INFINITE;
    for (int i = 1; i < count; i++) {
        if (children[i].delta < children[best].delta) {
            *second = children[best].delta;
            best = i;
        } else if (children[i].delta < *second) {
            *second = children[i].delta;
        }
    }
    return best;
}

/* The hardest child and one for each of the others: positions are reached on many ways, and a sum
 * would count the same work again and again (weak proof-number search: T. Ueda et al., 2008). */
static unsigned delta_of(const Child *children, int count) {
    unsigned hardest = 0;
    for (int i = 0; i < count; i++)
        hardest = children[i].phi > hardest ? children[i].phi : hardest;
    unsigned sum = hardest + (unsigned)count - 1;
    return sum < PROOF_INFINITE ? sum : PROOF_INFINITE - 1;
}

static ProofEntry explore(ProofSearch *search, int ply, int moves, unsigned phi_limit,
                          unsigned delta_limit);

/* Searches the child that looks best, and takes in the result; false when the node is decided. */
static bool explore_child(ProofSearch *search, int ply, int moves, unsigned phi_limit,
                          unsigned delta_limit, Node *node) {
    bool attacking = is_attacking(search, &search->positions[ply]);
    Child *children = search->children[ply];
    unsigned second;
    int best = choose_child(children, node->child_count, &second);
    Child *child = &children[best];
    /* A little more than the second best, so that two children do not take turns all the time
     * (the 1 + epsilon trick: J. Pawlewicz, L. Lew, 2006). */
    unsigned child_delta = second + second / 4 + 1;
    child_delta = child_delta < phi_limit ? child_delta : phi_limit;
    unsigned child_phi = delta_limit - ((unsigned)node->child_count - 1);
    if (!make(search, ply, child->move))
        return false;
    ProofEntry found =
        explore(search, ply + 1, attacking ? moves - 1 : moves, child_phi, child_delta);
    child->phi = found.phi;
    child->delta = found.delta;
    if (found.delta == 0) {
        node->result = reached_by(child->move, attacking ? found.moves + 1 : moves);
        return false;
    }
    if (found.phi == 0) {
        if (!attacking && found.moves > node->longest)
            node->longest = found.moves;
        drop_child(search, ply, node, best);
    }
    return true;
}

/* Searches the position at ply, with so many attacking moves left, until it is settled or until one
 * of its numbers reaches its limit. */
static ProofEntry explore(ProofSearch *search, int ply, int moves, unsigned phi_limit,
                          unsigned delta_limit) {
    bool attacking = is_attacking(search, &search->positions[ply]);
    uint64_t key = key_of(search, ply, moves);
    uint64_t before = search->nodes;
    Node node = {.result = {.phi = 1, .delta = 1, .moves = moves}};
    if (attacking)
        list_attacks(search, ply, moves, &node);
    else
        list_replies(search, ply, moves, &node);
    bool undecided = node.result.phi != 0 && node.result.delta != 0;
    while (undecided && !search->gives_up) {
        if (node.child_count == 0) {
            /* the side to move has nothing more to try */
            node.result = (ProofEntry){
                .phi = PROOF_INFINITE, .delta = 0, .moves = attacking ? moves : node.longest};
            break;
        }
        unsigned second;
        const Child *children = search->children[ply];
        int best = choose_child(children, node.child_count, &second);
        node.result.phi = children[best].delta;
        node.result.delta = delta_of(children, node.child_count);
        node.result.move = children[best].move;
        if (node.result.phi >= phi_limit || node.result.delta >= delta_limit)
            break;
        undecided =
            explore_child(search, ply, moves, phi_limit, delta_limit, &node) || search->gives_up;
    }
    if (!search->gives_up || node.result.phi == 0 || node.result.delta == 0)
        proof_table_store(search->table, key, attacking, &node.result, search->nodes - before);
    return node.result;
}

/* Settles a position, which is known to be possible, and stores the result; false when the search
 * gives up. */
static bool settle(ProofSearch *search, int ply, int moves, ProofEntry *entry) {
    bool attacking = is_attacking(search, &search->positions[ply]);
    uint64_t key = key_of(search, ply, moves);
    if (proof_table_probe(search->table, key, attacking, moves, entry) &&
        (entry->phi == 0 || entry->delta == 0))
        return true;
    *entry = explore(search, ply, moves, PROOF_INFINITE, PROOF_INFINITE);
    return entry->phi == 0 || entry->delta == 0;
}

static void begin_call(ProofSearch *search, Color attacker, uint64_t nodes) {
    search->attacker = attacker;
    search->node_limit = nodes < UINT64_MAX - search->nodes ? search->nodes + nodes : UINT64_MAX;
    search->gives_up = search->stopped;
}

ProofResult proof_solve(ProofSearch *search, Color attacker, int moves, uint64_t nodes,
                        int *proved) {
    begin_call(search, attacker, nodes);
    ProofEntry entry;
    if (search->gives_up || !settle(search, 0, moves, &entry))
        return PROOF_OPEN;
    *proved = entry.moves;
    return proof_is_mate(&entry, is_attacking(search, &search->positions[0])) ? PROOF_MATE
                                                                              : PROOF_REFUTED;
}

/* Where a walk along a proof stands, the attacker to move: the position was proved with `asked`
 * moves left, which is a part of its key, and is mate in `moves`. */
typedef struct Waypoint {
    int asked;
    int moves;
} Waypoint;

/* Finds what a proof by the attacker says after a reply: he mates in `expected.moves` or fewer.
 * What the table has lost is proved again, with no more moves than that. */
static bool settle_reply(ProofSearch *search, int ply, Waypoint expected, Waypoint *found) {
    ProofEntry entry;
    found->asked = expected.asked;
    uint64_t key = key_of(search, ply, expected.asked);
    if (!proof_table_probe(search->table, key, true, expected.asked, &entry) ||
        !proof_is_mate(&entry, true) || entry.moves > expected.moves) {
        found->asked = expected.moves;
        if (!settle(search, ply, expected.moves, &entry))
            return false;
    }
    found->moves = entry.moves;
    return proof_is_mate(&entry, true);
}

/* Finds the reply that the proof takes longest to answer, and where that leads. MOVE_NONE when the
 * search gives up. */
static Move find_longest_reply(ProofSearch *search, int ply, Waypoint expected,
                               Waypoint *farthest) {
    MoveList list = moves_at(search, ply);
    Move longest = MOVE_NONE;
    *farthest = (Waypoint){0, 0};
    for (int i = 0; i < list.count; i++) {
        Waypoint found;
        if (!make(search, ply, list.moves[i]) || !settle_reply(search, ply + 1, expected, &found))
            return MOVE_NONE;
        if (found.moves > farthest->moves) {
            *farthest = found;
            longest = list.moves[i];
        }
    }
    return longest;
}

typedef enum Walk { WALK_DONE, WALK_CHANGED, WALK_GAVE_UP } Walk;

/* Follows the proof from the root, where `asked` moves were left; `first` is the move of a defender
 * there. WALK_CHANGED: something on the way turned out to be mated sooner, by what was learned
 * since it was proved, so that another line may be the longest now. */
static Walk walk(ProofSearch *search, int asked, Move first, Move *line, int *length) {
    int ply = 0;
    if (first != MOVE_NONE) {
        if (!make(search, ply, first))
            return WALK_GAVE_UP;
        line[ply++] = first;
    }
    for (;;) {
        ProofEntry attack;
        if (!settle(search, ply, asked, &attack) || !proof_is_mate(&attack, true))
            return WALK_GAVE_UP;
        uint64_t key = key_of(search, ply, asked);
        line[ply] = attack.move;
        if (!make(search, ply, attack.move))
            return WALK_GAVE_UP;
        *length = ++ply;
        if (attack.moves == 1)
            return WALK_DONE;
        Waypoint next;
        line[ply] = find_longest_reply(search, ply, (Waypoint){asked - 1, attack.moves - 1}, &next);
        if (line[ply] == MOVE_NONE)
            return WALK_GAVE_UP;
        if (next.moves < attack.moves - 1) {
            ProofEntry sooner = reached_by(attack.move, next.moves + 1);
            proof_table_store(search->table, key, true, &sooner, 1);
            return WALK_CHANGED;
        }
        if (!make(search, ply, line[ply]))
            return WALK_GAVE_UP;
        ply++;
        asked = next.asked;
    }
}

int proof_line(ProofSearch *search, Color attacker, int asked, Move first, Move line[MAX_PLY + 1]) {
    begin_call(search, attacker, UINT64_MAX);
    int length = 0;
    Walk result;
    do {
        result = walk(search, asked, first, line, &length);
    } while (result == WALK_CHANGED);
    return result == WALK_DONE ? length : 0;
}
