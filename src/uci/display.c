#include "uci/display.h"

#include <inttypes.h>

#include "base/format.h"
#include "chess/movegen.h"
#include "eval/bare_king.h"

static char letter(const Position *position, Square square) {
    static const char LETTERS[PIECES + 2] = "PpNnBbRrQqKk ";
    return LETTERS[position_piece_on(position, square)];
}

static void add_board(Writer *writer, const Position *position) {
    static const char RULE[] = " +---+---+---+---+---+---+---+---+\n";
    writer_add(writer, text_of("\n"));
    writer_add(writer, text_of(RULE));
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        for (int file = FILE_A; file <= FILE_H; file++)
            writer_format(writer, " | %c", letter(position, square_make(file, rank)));
        writer_format(writer, " | %d\n", rank + 1);
        writer_add(writer, text_of(RULE));
    }
    writer_add(writer, text_of("   a   b   c   d   e   f   g   h\n\n"));
}

static void add_squares(Writer *writer, Bitboard squares) {
    while (squares) {
        Square square = bb_pop(&squares);
        writer_format(writer, " %c%d", 'a' + square_file(square), square_rank(square) + 1);
    }
}

static void add_result(Writer *writer, const Session *session) {
    const Position *position = engine_position(session->engine);
    int moves = movegen_count(position);
    int occurrences = engine_occurrences(session->engine);
    writer_format(writer, "Legal moves: %d%s\n", moves,
                  moves > 0                     ? ""
                  : position_in_check(position) ? " (mate)"
                                                : " (stalemate)");
    writer_format(writer, "Stood here: %d %s%s\n", occurrences,
                  format_plural(occurrences, "time", "times"),
                  occurrences >= 3 ? " (draw by repetition)" : "");
    writer_format(writer, "Fifty moves: %d of 100 plies%s\n", position->rule50,
                  position->rule50 >= 100 && moves > 0 ? " (draw)" : "");
    if (position_is_material_draw(position))
        writer_add(writer, text_of("Material: nobody can mate (draw)\n"));
}

void display_position(Session *session, Text arguments) {
    (void)arguments;
    const Position *position = engine_position(session->engine);
    Writer *writer = &session->writer;
    char fen[FEN_SIZE];
    int value;
    fen_format(position, fen);
    writer_begin(writer);
    add_board(writer, position);
    writer_format(writer, "Fen: %s\nKey: %016" PRIX64 "\nCheckers:", fen, position->key);
    add_squares(writer, position->checkers);
    writer_add(writer, text_of("\n"));
    add_result(writer, session);
    if (engine_position_value(session->engine, &value))
        writer_format(writer, "Set value: %d (White's view)\n", value);
    if (session->opponent.kind != OPPONENT_UNKNOWN) {
        char opponent[OPPONENT_LINE_SIZE];
        opponent_describe(&session->opponent, opponent);
        writer_format(writer, "Opponent: %s\n", opponent);
    }
    writer_end(writer);
}

/* Below each piece by how much the score falls without it. */
static void add_valued_board(Writer *writer, const Position *position, const NetworkView *view) {
    static const char RULE[] =
        "+-------+-------+-------+-------+-------+-------+-------+-------+\n";
    writer_add(writer, text_of(RULE));
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        for (int file = FILE_A; file <= FILE_H; file++)
            writer_format(writer, "|   %c   ", letter(position, square_make(file, rank)));
        writer_format(writer, "| %d\n", rank + 1);
        for (int file = FILE_A; file <= FILE_H; file++) {
            Square square = square_make(file, rank);
            Piece piece = position_piece_on(position, square);
            if (piece == NO_PIECE || piece_type(piece) == KING)
                writer_add(writer, text_of("|       "));
            else
                writer_format(writer, "| %5d ", view->values[square]);
        }
        writer_add(writer, text_of("|\n"));
        writer_add(writer, text_of(RULE));
    }
    writer_add(writer,
               text_of("    a       b       c       d       e       f       g       h\n\n"));
}

static int white_view(const Position *position, int score) {
    return position_side(position) == WHITE ? score : -score;
}

/* Everything the evaluation says about a position that is not in check. */
static void add_evaluation(Writer *writer, const Session *session) {
    const Position *position = engine_position(session->engine);
    NetworkView view;
    engine_network_view(session->engine, &view);
    int score = white_view(position, view.score);
    add_valued_board(writer, position, &view);
    writer_format(writer,
                  "Network: %016" PRIx64 "\nOutput: number %d\n"
                  "By network: %d centipawns (White's view)\n",
                  engine_network_id(session->engine), view.bucket, score);
    if (bare_king_applies(position)) {
        score = white_view(position, bare_king_evaluate(position));
        writer_format(writer, "By the rules for a bare king: %d centipawns (White's view)\n",
                      score);
    }
    const Scaling scaling = engine_scaling(session->engine);
    writer_format(writer, "In a search: times %.4f by men left, times %.4f by the 50-move rule\n",
                  scaling.men, scaling.rule50);
    writer_format(writer, "Evaluation: %d centipawns (White's view)\n", score);
}

void display_evaluation(Session *session, Text arguments) {
    (void)arguments;
    Writer *writer = &session->writer;
    int value;
    writer_begin(writer);
    writer_add(writer, text_of("\n"));
    if (position_in_check(engine_position(session->engine)))
        writer_add(writer, text_of("In check: a position in check has no static evaluation\n"));
    else
        add_evaluation(writer, session);
    if (engine_position_value(session->engine, &value))
        writer_format(writer, "Set value: %d centipawns (White's view), used instead\n", value);
    writer_end(writer);
}
