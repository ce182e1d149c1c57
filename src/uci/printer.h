#pragma once

#include <stdatomic.h>

#include "search/report.h"
#include "uci/writer.h"

/* Turns the reports of a search into the protocol's `info` and `bestmove` lines. */

/* How one search is to be shown. */
typedef struct PrinterStyle {
    bool multipv;          /* number the lines */
    bool chess960;         /* castling as king takes rook */
    bool show_currlines;   /* the current line of each thread */
    bool show_refutations; /* of the root moves that are not best */
    bool show_wdl;         /* chances beside each score */
    int material;          /* of the root, see wdl_material(); for show_wdl */
} PrinterStyle;

typedef struct Printer {
    Writer *writer;
    void (*finishing)(void *owner);
    void *owner;
    PrinterStyle style;
    _Atomic bool shows_decisions; /* what the search decides, and why */
    bool has_last;                /* `last` holds a copy of the last iteration */
    IterationReport last;         /* its lines point to `lines` */
    ReportLine *lines;            /* their moves point to `moves` */
    Move *moves;
    uint64_t last_block; /* number of the block that showed `last` */
    int64_t last_us;     /* when that was: clock_now_us() */
} Printer;

/* finishing(owner) is called when a best move is reported and not yet written: whoever reads it may
 * send the next command at once. */
void printer_init(Printer *printer, Writer *writer, void (*finishing)(void *owner), void *owner);
void printer_free(Printer *printer);

/* Gets ready for one search. Not while another one runs. */
void printer_begin(Printer *printer, const PrinterStyle *style);

/* Whether the decisions of searches are shown; at first they are not. At any time, any thread. */
void printer_show_decisions(Printer *printer, bool shown);

/* The sink to hand to the engine for the search that printer_begin() was called for. It asks for no
 * more than the style shows; valid as long as the printer. */
ReportSink printer_sink(Printer *printer);
