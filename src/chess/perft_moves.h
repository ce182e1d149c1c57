#pragma once

#include "chess/perft_board.h"

/* The legal moves of a PerftBoard, as the boards that they lead to. For what walks the tree: there
 * everything is instantiated for each colour and each visitor. */

/* What happens with the moves; known at compile time. */
typedef struct PerftVisitor {
    PerftBoard *next; /* where the next board is written; NULL: none is, moves are counted */
    int count;        /* of moves */
    uint64_t leaves;  /* below the moves, with leaf_count */
    int (*leaf_count)(const PerftBoard *board, const PerftRules *rules); /* NULL: list the boards */
} PerftVisitor;

typedef struct PerftThreats {
    Bitboard danger; /* squares the other side attacks once the king has left its own */
    Bitboard checkers;
    Bitboard pinned;
} PerftThreats;

/* Where pieces may go. */
typedef struct PerftLimits {
    Bitboard targets;
    Bitboard pinned; /* these only along their lines with the king */
} PerftLimits;

/* The board at visitor->next is written. */
ALWAYS_INLINE void perft_visit(PerftVisitor *visitor, const PerftRules *rules) {
    if (visitor->leaf_count) {
        visitor->leaves += (uint64_t)visitor->leaf_count(visitor->next, rules);
    } else {
        visitor->next++;
        visitor->count++;
    }
}

/* True when that is all the visitor wants of these moves. */
ALWAYS_INLINE bool perft_visitor_counts(PerftVisitor *visitor, int moves) {
    if (visitor->next)
        return false;
    visitor->count += moves;
    return true;
}

ALWAYS_INLINE PerftThreats perft_threats(const PerftBoard *board, Color us) {
    Bitboard enemies = board->by_color[color_flip(us)];
    Bitboard occupied = perft_board_occupied(board);
    Square king = perft_board_king(board, us);
    Bitboard behind = occupied ^ bb_square(king);
    Bitboard pawns = board->pawns & enemies;
    PerftThreats threats = {
        .danger = bb_pawn_attacks(color_flip(us), pawns) |
                  attacks_king(perft_board_king(board, color_flip(us))),
        .checkers =
            (attacks_pawn(us, king) & pawns) | (attacks_knight(king) & board->knights & enemies),
    };
    for (Bitboard rest = board->knights & enemies; rest;)
        threats.danger |= attacks_knight(bb_pop(&rest));
    for (Bitboard rest = board->diagonal & enemies; rest;)
        threats.danger |= attacks_bishop(bb_pop(&rest), behind);
    for (Bitboard rest = board->straight & enemies; rest;)
        threats.danger |= attacks_rook(bb_pop(&rest), behind);
    Bitboard snipers = attacks_snipers(king, board->straight, board->diagonal) & enemies;
    while (snipers) {
        Square sniper = bb_pop(&snipers);
        Bitboard between = attacks_between(king, sniper) & occupied;
        if (!between)
            threats.checkers |= bb_square(sniper);
        else if (!bb_several(between))
            threats.pinned |= between & board->by_color[us];
    }
    return threats;
}

/* Whether a pawn may leave `from`, and the one it takes en passant vanish, without uncovering its
 * king. */
ALWAYS_INLINE bool perft_en_passant_is_safe(const PerftBoard *board, Color us, Square from,
                                            Square to) {
    Bitboard captured = bb_square(to ^ 8);
    Bitboard enemies = board->by_color[color_flip(us)] & ~captured;
    Bitboard occupied = (perft_board_occupied(board) ^ bb_square(from) ^ captured) | bb_square(to);
    Square king = perft_board_king(board, us);
    return !(enemies &
             ((attacks_pawn(us, king) & board->pawns) | (attacks_knight(king) & board->knights) |
              (attacks_bishop(king, occupied) & board->diagonal) |
              (attacks_rook(king, occupied) & board->straight)));
}

ALWAYS_INLINE void perft_visit_en_passant(const PerftBoard *board, const PerftRules *rules,
                                          Color us, PerftVisitor *visitor) {
    Square to = perft_board_en_passant(board);
    Bitboard takers = attacks_pawn(color_flip(us), to) & board->pawns & board->by_color[us];
    while (takers) {
        Square from = bb_pop(&takers);
        if (!perft_en_passant_is_safe(board, us, from, to) || perft_visitor_counts(visitor, 1))
            continue;
        PerftBoard *next = visitor->next;
        perft_board_clear_target(board, rules, us, from, to, next);
        next->pawns ^= bb_square(from) | bb_square(to) | bb_square(to ^ 8);
        next->by_color[color_flip(us)] ^= bb_square(to ^ 8);
        perft_visit(visitor, rules);
    }
}

/* Changes the set of a type other than pawn and king. */
ALWAYS_INLINE void perft_toggle_piece(PerftBoard *board, PieceType type, Bitboard squares) {
    if (type == KNIGHT)
        board->knights ^= squares;
    if (type == BISHOP || type == QUEEN)
        board->diagonal ^= squares;
    if (type == ROOK || type == QUEEN)
        board->straight ^= squares;
}

ALWAYS_INLINE void perft_visit_promotions(const PerftBoard *board, const PerftRules *rules,
                                          Color us, Bitboard targets, int step,
                                          PerftVisitor *visitor) {
    if (perft_visitor_counts(visitor, 4 * bb_count(targets)))
        return;
    while (targets) {
        Square to = bb_pop(&targets);
        for (PieceType type = KNIGHT; type <= QUEEN; type++) {
            PerftBoard *next = visitor->next;
            perft_board_clear_target(board, rules, us, to - step, to, next);
            next->pawns ^= bb_square(to - step);
            perft_toggle_piece(next, type, bb_square(to));
            perft_visit(visitor, rules);
        }
    }
}

/* double_step: the pawns go two squares, and those they pass may take them. */
ALWAYS_INLINE void perft_visit_pawns(const PerftBoard *board, const PerftRules *rules, Color us,
                                     Bitboard targets, int step, bool double_step,
                                     PerftVisitor *visitor) {
    if (perft_visitor_counts(visitor, bb_count(targets)))
        return;
    while (targets) {
        Square to = bb_pop(&targets);
        PerftBoard *next = visitor->next;
        perft_board_clear_target(board, rules, us, to - step, to, next);
        next->pawns ^= bb_square(to - step) | bb_square(to);
        if (double_step) {
            Square behind = to ^ 8;
            Bitboard takers =
                attacks_pawn(us, behind) & board->pawns & board->by_color[color_flip(us)];
            next->state |= takers ? (uint64_t)behind << 8 : 0;
        }
        perft_visit(visitor, rules);
    }
}

ALWAYS_INLINE void perft_visit_pawn_set(const PerftBoard *board, const PerftRules *rules, Color us,
                                        Bitboard pawns, Bitboard targets, PerftVisitor *visitor) {
    const int up = us == WHITE ? 8 : -8;
    const Bitboard last_rank = bb_rank(rank_relative(us, RANK_8));
    Bitboard empty = ~perft_board_occupied(board);
    Bitboard enemies = board->by_color[color_flip(us)] & targets;
    Bitboard single = bb_forward(us, pawns) & empty;
    Bitboard twice = bb_forward(us, single & bb_rank(rank_relative(us, RANK_3))) & empty & targets;
    Bitboard east = bb_pawn_attacks_east(us, pawns) & enemies;
    Bitboard west = bb_pawn_attacks_west(us, pawns) & enemies;
    single &= targets;
    perft_visit_pawns(board, rules, us, single & ~last_rank, up, false, visitor);
    perft_visit_pawns(board, rules, us, twice, 2 * up, true, visitor);
    perft_visit_pawns(board, rules, us, east & ~last_rank, up + 1, false, visitor);
    perft_visit_pawns(board, rules, us, west & ~last_rank, up - 1, false, visitor);
    if (UNLIKELY((single | east | west) & last_rank)) {
        perft_visit_promotions(board, rules, us, single & last_rank, up, visitor);
        perft_visit_promotions(board, rules, us, east & last_rank, up + 1, visitor);
        perft_visit_promotions(board, rules, us, west & last_rank, up - 1, visitor);
    }
}

/* Moves of one piece other than a pawn or king. */
ALWAYS_INLINE void perft_visit_piece(const PerftBoard *board, const PerftRules *rules, Color us,
                                     PieceType type, Square from, Bitboard targets,
                                     PerftVisitor *visitor) {
    if (perft_visitor_counts(visitor, bb_count(targets)))
        return;
    while (targets) {
        Square to = bb_pop(&targets);
        PerftBoard *next = visitor->next;
        perft_board_clear_target(board, rules, us, from, to, next);
        perft_toggle_piece(next, type, bb_square(from) | bb_square(to));
        perft_visit(visitor, rules);
    }
}

ALWAYS_INLINE void perft_visit_pieces(const PerftBoard *board, const PerftRules *rules, Color us,
                                      PieceType type, Bitboard pieces, PerftLimits limits,
                                      PerftVisitor *visitor) {
    Bitboard occupied = perft_board_occupied(board);
    Square king = perft_board_king(board, us);
    pieces &= board->by_color[us];
    while (pieces) {
        Square from = bb_pop(&pieces);
        Bitboard reached = attacks_piece(type, from, occupied) & limits.targets;
        if (UNLIKELY(bb_has(limits.pinned, from)))
            reached &= attacks_line(king, from);
        perft_visit_piece(board, rules, us, type, from, reached, visitor);
    }
}

ALWAYS_INLINE void perft_visit_king(const PerftBoard *board, const PerftRules *rules, Color us,
                                    Bitboard danger, PerftVisitor *visitor) {
    Square from = perft_board_king(board, us);
    Bitboard targets = attacks_king(from) & ~board->by_color[us] & ~danger;
    if (perft_visitor_counts(visitor, bb_count(targets)))
        return;
    while (targets) {
        Square to = bb_pop(&targets);
        PerftBoard *next = visitor->next;
        perft_board_clear_target(board, rules, us, from, to, next);
        next->kings ^= bb_square(from) | bb_square(to);
        perft_visit(visitor, rules);
    }
}

/* Whether the side to move, not in check, can castle; in Chess960 a pinned rook may be all that
 * shields the king's new square. */
ALWAYS_INLINE bool perft_castling_is_legal(const PerftBoard *board, const PerftRules *rules,
                                           int index, Bitboard danger, Bitboard pinned) {
    return perft_board_may_castle(board, index) &&
           !(rules->path[index] & perft_board_occupied(board)) && !(rules->way[index] & danger) &&
           !bb_has(pinned, rules->rook[index]);
}

ALWAYS_INLINE void perft_visit_castling(const PerftBoard *board, const PerftRules *rules, Color us,
                                        Bitboard danger, Bitboard pinned, PerftVisitor *visitor) {
    for (int side = KING_SIDE; side < CASTLING_SIDES; side++) {
        int index = castling_index(us, (CastlingSide)side);
        if (!perft_castling_is_legal(board, rules, index, danger, pinned) ||
            perft_visitor_counts(visitor, 1))
            continue;
        Square king = perft_board_king(board, us);
        Bitboard rook = bb_square(rules->rook[index]);
        Bitboard king_after = bb_square(castling_king_target(us, (CastlingSide)side));
        Bitboard rook_after = bb_square(castling_rook_target(us, (CastlingSide)side));
        PerftBoard *next = visitor->next;
        next->pawns = board->pawns;
        next->knights = board->knights;
        next->diagonal = board->diagonal;
        next->straight = (board->straight ^ rook) | rook_after;
        next->kings = (board->kings ^ bb_square(king)) | king_after;
        next->by_color[us] =
            (board->by_color[us] & ~(bb_square(king) | rook)) | king_after | rook_after;
        next->by_color[color_flip(us)] = board->by_color[color_flip(us)];
        next->state = board->state & rules->kept[king];
        perft_visit(visitor, rules);
    }
}

ALWAYS_INLINE void perft_visit_moves(const PerftBoard *board, const PerftRules *rules, Color us,
                                     PerftVisitor *visitor) {
    PerftThreats threats = perft_threats(board, us);
    Bitboard targets = ~0ULL;
    perft_visit_king(board, rules, us, threats.danger, visitor);
    if (UNLIKELY(threats.checkers)) {
        if (bb_several(threats.checkers))
            return;
        targets = attacks_between(perft_board_king(board, us), bb_first(threats.checkers)) |
                  threats.checkers;
    } else if (board->state & (3u << castling_index(us, KING_SIDE))) {
        perft_visit_castling(board, rules, us, threats.danger, threats.pinned, visitor);
    }
    Bitboard pawns = board->pawns & board->by_color[us];
    perft_visit_pawn_set(board, rules, us, pawns & ~threats.pinned, targets, visitor);
    for (Bitboard rest = pawns & threats.pinned; rest;) {
        Square from = bb_pop(&rest);
        perft_visit_pawn_set(board, rules, us, bb_square(from),
                             targets & attacks_line(perft_board_king(board, us), from), visitor);
    }
    if (perft_board_en_passant(board))
        perft_visit_en_passant(board, rules, us, visitor);
    targets &= ~board->by_color[us];
    Bitboard queens = board->diagonal & board->straight;
    const PerftLimits limits = {targets, threats.pinned};
    perft_visit_pieces(board, rules, us, KNIGHT, board->knights & ~threats.pinned,
                       (PerftLimits){targets, 0}, visitor);
    perft_visit_pieces(board, rules, us, BISHOP, board->diagonal ^ queens, limits, visitor);
    perft_visit_pieces(board, rules, us, ROOK, board->straight ^ queens, limits, visitor);
    perft_visit_pieces(board, rules, us, QUEEN, queens, limits, visitor);
}
