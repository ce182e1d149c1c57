#include "suite/tactics.h"

#include "chess/see.h"

/* The king is worth more than anything that attacks it. */
#define KING_VALUE 10000

static int value_of(PieceType type) {
    return type == KING ? KING_VALUE : SEE_VALUE[type];
}

static PieceType type_on(const Position *position, Square square) {
    return piece_type(position_piece_on(position, square));
}

static Bitboard attacks_of(const Position *position, Square square, Bitboard occupied) {
    Piece piece = position_piece_on(position, square);
    return piece_type(piece) == PAWN ? attacks_pawn(piece_color(piece), square)
                                     : attacks_piece(piece_type(piece), square, occupied);
}

static bool is_slider(PieceType type) {
    return type == BISHOP || type == ROOK || type == QUEEN;
}

static bool is_guarded(const Position *position, Square square, Color by) {
    return (position_attackers(position, square, position_occupied(position)) &
            position->by_color[by] & ~bb_square(square)) != 0;
}

/* The squares of pieces that an attack from `by` threatens to win: king, better pieces, and those
 * that nothing guards. */
static Bitboard threatened(const Position *position, Square by) {
    Color enemy = color_flip(piece_color(position_piece_on(position, by)));
    Bitboard attacked = attacks_of(position, by, position_occupied(position)) &
                        position->by_color[enemy] & ~position->by_type[PAWN];
    Bitboard found = 0;
    while (attacked) {
        Square square = bb_pop(&attacked);
        if (value_of(type_on(position, square)) > value_of(type_on(position, by)) ||
            !is_guarded(position, square, enemy))
            found |= bb_square(square);
    }
    return found;
}

/* Whether the ply takes with the piece on `from` something that stands on one of the targets. */
static bool takes_with(const Line *line, int ply, Square from, Bitboard targets) {
    return line_takes(line, ply) && move_from(line->moves[ply]) == from &&
           bb_has(targets, move_to(line->moves[ply]));
}

bool tactics_is_promotion(const Line *line) {
    for (int ply = 0; ply < line->length && ply <= 4; ply += 2) {
        if (move_kind(line->moves[ply]) == MOVE_PROMOTION)
            return true;
    }
    return false;
}

bool tactics_is_deflection(const Line *line) {
    if (!line_takes(line, 2) || move_to(line->moves[1]) != move_to(line->moves[0]))
        return false;
    const Position *before = &line->positions[1], *after = &line->positions[2];
    Square guard = move_from(line->moves[1]), target = move_to(line->moves[2]);
    if (target == move_to(line->moves[1]) || position_piece_on(after, target) == NO_PIECE)
        return false;
    Square now = move_to(line->moves[1]);
    return bb_has(attacks_of(before, guard, position_occupied(before)), target) &&
           !bb_has(attacks_of(after, now, position_occupied(after)), target);
}

bool tactics_is_sacrifice(const Line *line) {
    return line->length > 0 &&
           !see_at_least(&line->positions[0], line->moves[0], 1 - SEE_VALUE[PAWN]);
}

/* The enemy pieces but pawns that a slider attacks once the first move has left its line. */
static Bitboard uncovered(const Line *line, Square slider) {
    const Position *before = &line->positions[0], *after = &line->positions[1];
    Color enemy = position_side(after);
    Bitboard now = attacks_of(after, slider, position_occupied(after));
    Bitboard then = attacks_of(before, slider, position_occupied(before));
    Bitboard fresh = now & ~then & after->by_color[enemy] & ~after->by_type[PAWN];
    Bitboard found = 0;
    while (fresh) {
        Square square = bb_pop(&fresh);
        if (bb_has(attacks_between(slider, square), move_from(line->moves[0])))
            found |= bb_square(square);
    }
    return found;
}

bool tactics_is_discovery(const Line *line) {
    if (line->length == 0)
        return false;
    const Position *after = &line->positions[1];
    Square moved = move_to(line->moves[0]);
    Bitboard sliders = after->by_color[color_flip(position_side(after))] & ~bb_square(moved) &
                       (after->by_type[BISHOP] | after->by_type[ROOK] | after->by_type[QUEEN]);
    while (sliders) {
        Square slider = bb_pop(&sliders);
        Bitboard found = uncovered(line, slider);
        if (found & after->by_type[KING])
            return true;
        if (found && (takes_with(line, 2, slider, found) || takes_with(line, 2, moved, ~0ULL)))
            return true;
    }
    return false;
}

bool tactics_is_fork(const Line *line) {
    if (line->length == 0)
        return false;
    Square moved = move_to(line->moves[0]);
    Bitboard targets = threatened(&line->positions[1], moved);
    return bb_several(targets) && takes_with(line, 2, moved, targets);
}

/* The piece behind `front` as seen from `slider`; NO_SQUARE when there is none of the enemy's. */
static Square behind(const Position *position, Square slider, Square front) {
    Bitboard occupied = position_occupied(position) & ~bb_square(front);
    Bitboard more = attacks_of(position, slider, occupied) &
                    ~attacks_of(position, slider, position_occupied(position)) &
                    position->by_color[position_side(position)] & attacks_line(slider, front);
    return more ? bb_first(more) : NO_SQUARE;
}

/* What the slider that has just moved attacks, pawns left out. */
static Bitboard fronts(const Line *line) {
    const Position *after = &line->positions[1];
    Square slider = move_to(line->moves[0]);
    if (!is_slider(type_on(after, slider)))
        return 0;
    return attacks_of(after, slider, position_occupied(after)) &
           after->by_color[position_side(after)] & ~after->by_type[PAWN];
}

bool tactics_is_pin(const Line *line) {
    if (line->length == 0)
        return false;
    const Position *after = &line->positions[1];
    Square slider = move_to(line->moves[0]);
    Bitboard candidates = fronts(line);
    while (candidates) {
        Square front = bb_pop(&candidates);
        Square back = behind(after, slider, front);
        if (back == NO_SQUARE || value_of(type_on(after, back)) <= value_of(type_on(after, front)))
            continue;
        for (int ply = 2; ply <= 4; ply += 2) {
            if (line_takes(line, ply) && move_to(line->moves[ply]) == front)
                return true;
        }
    }
    return false;
}

bool tactics_is_skewer(const Line *line) {
    if (line->length == 0)
        return false;
    const Position *after = &line->positions[1];
    Square slider = move_to(line->moves[0]);
    Bitboard candidates = fronts(line);
    while (candidates) {
        Square front = bb_pop(&candidates);
        Square back = behind(after, slider, front);
        if (back != NO_SQUARE && type_on(after, back) != PAWN &&
            value_of(type_on(after, back)) < value_of(type_on(after, front)) &&
            takes_with(line, 2, slider, bb_square(back)))
            return true;
    }
    return false;
}

Theme tactics_theme(const Line *line) {
    static const struct {
        bool (*holds)(const Line *line);
        Theme theme;
    } MOTIFS[] = {
        {tactics_is_promotion, THEME_PROMOTION}, {tactics_is_deflection, THEME_DEFLECTION},
        {tactics_is_sacrifice, THEME_SACRIFICE}, {tactics_is_discovery, THEME_DISCOVERY},
        {tactics_is_fork, THEME_FORK},           {tactics_is_pin, THEME_PIN},
        {tactics_is_skewer, THEME_SKEWER},
    };
    for (size_t i = 0; i < sizeof MOTIFS / sizeof MOTIFS[0]; i++) {
        if (MOTIFS[i].holds(line))
            return MOTIFS[i].theme;
    }
    if (position_in_check(&line->positions[1]))
        return THEME_CHECK;
    return line_takes(line, 0) ? THEME_CAPTURE : THEME_QUIET_MOVE;
}
