#include "suite/mating.h"

#include <string.h>

#include "chess/movegen.h"
#include "search/proof.h"

static bool go_on(void *context) {
    (void)context;
    return true;
}

static ProofSearch *begin(const Position *position, const MoveList *moves, size_t bytes) {
    Game game;
    game_begin(&game, position);
    return proof_create(&game, moves, bytes, go_on, NULL);
}

/* Looks for the shortest mate: each length is tried only once no shorter one is left. */
static bool find_shortest(ProofSearch *proof, Color side, int most_moves, uint64_t nodes,
                          Mating *mating) {
    for (int moves = 1; moves <= most_moves; moves++) {
        int proved;
        ProofResult result = proof_solve(proof, side, moves, nodes, &proved);
        if (result == PROOF_OPEN)
            return false;
        if (result == PROOF_REFUTED)
            continue;
        Move line[MAX_PLY + 1];
        int length = proof_line(proof, side, moves, MOVE_NONE, line);
        if (length == 0 || length > 2 * MATING_MAX_MOVES)
            return false;
        mating->moves = moves;
        mating->first = line[0];
        mating->length = length;
        memcpy(mating->line, line, (size_t)length * sizeof(Move));
        return true;
    }
    return false;
}

/* Whether there is no mate in as many moves by another first move. */
static bool is_unique(const Position *position, const MoveList *all, const MatingRules *rules,
                      const Mating *mating) {
    MoveList others = {.count = 0};
    for (int i = 0; i < all->count; i++) {
        if (all->moves[i] != mating->first)
            others.moves[others.count++] = all->moves[i];
    }
    if (others.count == 0)
        return true;
    ProofSearch *proof = begin(position, &others, rules->bytes);
    int proved;
    bool unique = proof && proof_solve(proof, position_side(position), mating->moves, rules->nodes,
                                       &proved) == PROOF_REFUTED;
    proof_destroy(proof);
    return unique;
}

bool mating_find(const Position *position, int most_moves, const MatingRules *rules,
                 Mating *mating) {
    MoveList all = {.count = 0};
    movegen_all(position, &all);
    ProofSearch *proof = begin(position, &all, rules->bytes);
    if (!proof)
        return false;
    bool found = find_shortest(proof, position_side(position), most_moves, rules->nodes, mating);
    proof_destroy(proof);
    if (found)
        mating->unique = is_unique(position, &all, rules, mating);
    return found;
}
