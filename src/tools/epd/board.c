#include "tools/epd/board.h"

/* Sides of a square and of the board. */
#define CELL  20
#define BOARD (8 * CELL)

/* An arrow ends so far from the middle of its square. */
#define HEAD 5

/* Outlines in a square's box, on the ground line y = 18. */
static const char *const SHAPES[PIECE_TYPES] = {
    [PAWN] = "M10 4a3 3 0 0 1 2 5.2c1 .5 1.5 1 1.5 1.8h-1.6c.2 2 1 3.5 3.1 5v2H5v-2c2.1-1.5 2.9-3 "
             "3.1-5H6.5c0-.8.5-1.3 1.5-1.8A3 3 0 0 1 10 4z",
    [KNIGHT] = "M7 18v-1.5c0-3 2.6-4 2.8-6.3-1 .8-2.2 1.3-3.3 2.3l-1.7-.7c-.5-1 .2-2 1-3L8 5.5V3.4"
               "l1.9 1.3c3.6.2 5.6 3 5.6 7.3v6z",
    [BISHOP] =
        "M10 2.4a1.3 1.3 0 0 1 .9 2.3c2 1.4 3.3 3.2 3.3 5.2 0 1.6-.9 2.7-1.9 3.4l.4 2.2H15V"
        "18H5v-2.5h2.3l.4-2.2c-1-.7-1.9-1.8-1.9-3.4 0-2 1.3-3.8 3.3-5.2a1.3 1.3 0 0 1 .9-2.3z",
    [ROOK] = "M5 4h2.2v1.6h1.7V4h2.2v1.6h1.7V4H15v4l-1.8 1.5.5 5.5 1.8 1.2V18H4.5v-1.8l1.8-1.2.5-"
             "5.5L5 8z",
    [QUEEN] = "M3.5 6.5l3 4.5L7 4.5l2 6 1-7 1 7 2-6 .5 6.5 3-4.5-1.6 8v1.2l.6 1.3v2H5.5v-2l.6-1.3v"
              "-1.2z",
    [KING] = "M9.3 2h1.4v1.5h1.5v1.3h-1.5v1.7c2.3-1 5.3-.3 5.3 2.7 0 2-1.6 3.3-2.3 4.6v1.4l.8.8v2h"
             "-9v-2l.8-.8v-1.4C5.6 12.5 4 11.2 4 9.2c0-3 3-3.7 5.3-2.7V4.8H7.8V3.5h1.5z",
};

void board_define(HtmlPage *page) {
    html_markup(page,
                "<svg class=\"hidden\" width=\"0\" height=\"0\" aria-hidden=\"true\"><defs>\n");
    for (PieceType type = PAWN; type <= KING; type++)
        html_markup_format(page, "<path id=\"p%d\" d=\"%s\"/>\n", type, SHAPES[type]);
    html_markup(page, "<path id=\"b\" d=\"");
    for (int square = 0; square < SQUARES; square++) {
        if ((square_file((Square)square) + square_rank((Square)square)) % 2 == 0)
            html_markup_format(page, "M%d %dh20v20h-20z", CELL * square_file((Square)square),
                               CELL * (7 - square_rank((Square)square)));
    }
    html_markup(page, "\"/>\n<marker id=\"h\" viewBox=\"0 0 4 4\" refX=\"2\" refY=\"2\" "
                      "markerWidth=\"3\" markerHeight=\"3\" orient=\"auto\">"
                      "<path d=\"M0 0L4 2L0 4z\" fill=\"context-stroke\"/></marker>\n"
                      "</defs></svg>\n");
}

static void add_arrow(HtmlPage *page, const char *kind, Move move) {
    if (move == MOVE_NONE)
        return;
    const int x = CELL * square_file(move_from(move)) + CELL / 2;
    const int y = CELL * (7 - square_rank(move_from(move))) + CELL / 2;
    const int right = CELL * (square_file(move_to(move)) - square_file(move_from(move)));
    const int up = CELL * (square_rank(move_to(move)) - square_rank(move_from(move)));
    const int length = right * right > up * up ? right : up;
    const double rest = 1 - (double)HEAD / (length < 0 ? -length : length);
    html_markup_format(page,
                       "<path class=\"arrow %s\" marker-end=\"url(#h)\" d=\"M%d %dl%.1f %.1f\"/>",
                       kind, x, y, right * rest, -up * rest);
}

void board_add(HtmlPage *page, const Position *position, const MoveList *wanted, Move played,
               const char *label) {
    html_markup_format(page,
                       "<svg class=\"board\" viewBox=\"0 0 %d %d\" role=\"img\" aria-label=\"",
                       BOARD, BOARD);
    html_text(page, label);
    html_markup(page, "\"><use href=\"#b\" class=\"dark\"/>");
    for (int square = 0; square < SQUARES; square++) {
        const Piece piece = position_piece_on(position, (Square)square);
        if (piece != NO_PIECE)
            html_markup_format(page, "<use href=\"#p%d\" class=\"%s\" x=\"%d\" y=\"%d\"/>",
                               piece_type(piece), piece_color(piece) == WHITE ? "white" : "black",
                               CELL * square_file((Square)square),
                               CELL * (7 - square_rank((Square)square)));
    }
    for (int i = 0; i < wanted->count; i++)
        add_arrow(page, "wanted", wanted->moves[i]);
    add_arrow(page, "played", played);
    html_markup(page, "</svg>\n");
}

void board_card_begin(HtmlPage *page) {
    html_markup(page, "<figure class=\"card\">\n");
}

void board_card_name(HtmlPage *page, const char *name) {
    html_markup(page, "<figcaption>");
    html_paragraph(page, "%s", name);
}

void board_card_outcome(HtmlPage *page, const BoardOutcome *outcome) {
    html_markup_format(page, "<p class=\"%s\"><span>%s", outcome->solved ? "y" : "x", outcome->run);
    html_text(page, outcome->move);
    html_markup(page, "</span>");
    if (outcome->attempts > 1)
        html_markup_format(page, " %zu of %zu", outcome->solved_attempts, outcome->attempts);
    html_markup(page, "</p>\n");
}

void board_card_end(HtmlPage *page, const char *wanted, const char *remark) {
    html_markup(page, "<p class=\"soft\">wanted ");
    html_text(page, wanted);
    html_text(page, remark);
    html_markup(page, "</p>\n</figcaption>\n</figure>\n");
}
