#include "uci/display_eval.h"

#include <inttypes.h>

#include "eval/evaluate.h"
#include "uci/display.h"

static void add_numbers(Writer *writer, const char *title, const int middlegame[COLORS],
                        const int endgame[COLORS]) {
    writer_format(writer, "%-18s| %6d %6d | %6d %6d | %6d %6d\n", title, middlegame[WHITE],
                  endgame[WHITE], middlegame[BLACK], endgame[BLACK],
                  middlegame[WHITE] - middlegame[BLACK], endgame[WHITE] - endgame[BLACK]);
}

static void add_terms(Writer *writer, const Evaluation *evaluation) {
    static const char RULE[] =
        "------------------+---------------+---------------+--------------\n";
    writer_add(writer,
               text_of("Term              |     White     |     Black     |    Balance\n"
                       "                  |     mg     eg |     mg     eg |     mg     eg\n"));
    writer_add(writer, text_of(RULE));
    EvaluationTerm sum = {0};
    for (int i = 0; i < EVALUATION_TERMS; i++) {
        const EvaluationTerm *term = &evaluation->terms[i];
        add_numbers(writer, term->title, term->middlegame, term->endgame);
        for (Color color = WHITE; color < COLORS; color++) {
            sum.middlegame[color] += term->middlegame[color];
            sum.endgame[color] += term->endgame[color];
        }
    }
    writer_add(writer, text_of(RULE));
    add_numbers(writer, "Sum", sum.middlegame, sum.endgame);
}

/* Returns the score from White's view. */
static int add_written_evaluation(Writer *writer, const Position *position) {
    Evaluation evaluation;
    evaluate_explain(position, &evaluation);
    add_terms(writer, &evaluation);
    writer_format(writer, "Phase: %d of %d\nScale: %d of %d\n", evaluation.phase,
                  evaluation.full_phase, evaluation.scale, evaluation.full_scale);
    if (evaluation.mating_bonus != 0)
        writer_format(writer, "Mating bonus: %d\n", evaluation.mating_bonus);
    writer_format(writer, "By hand: %d centipawns (White's view)\n", evaluation.total);
    return evaluation.total;
}

/* Below each piece by how much the score falls without it. */
static void add_network_board(Writer *writer, const Position *position, const NetworkView *view) {
    static const char RULE[] =
        "+-------+-------+-------+-------+-------+-------+-------+-------+\n";
    writer_add(writer, text_of(RULE));
    for (int rank = RANK_8; rank >= RANK_1; rank--) {
        for (int file = FILE_A; file <= FILE_H; file++)
            writer_format(writer, "|   %c   ", display_letter(position, square_make(file, rank)));
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

static void add_network_evaluation(Writer *writer, const Session *session,
                                   const NetworkView *view) {
    const Position *position = engine_position(session->engine);
    int white_score = position_side(position) == WHITE ? view->score : -view->score;
    writer_add(writer, text_of("\n"));
    add_network_board(writer, position, view);
    writer_format(writer,
                  "Network: %016" PRIx64 "\nOutput: number %d\n"
                  "By network: %d centipawns (White's view)\n",
                  engine_network_id(session->engine), view->bucket, white_score);
}

/* Everything the evaluation says about a position that is not in check. */
static void add_evaluation(Writer *writer, const Session *session) {
    const Position *position = engine_position(session->engine);
    NetworkView view;
    int score = add_written_evaluation(writer, position);
    if (engine_network_view(session->engine, &view)) {
        add_network_evaluation(writer, session, &view);
        if (!evaluate_by_rules(position))
            score = position_side(position) == WHITE ? view.score : -view.score;
    }
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
