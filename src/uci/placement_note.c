#include "uci/placement_note.h"

#include "engine/placement_report.h"

static void write_line(void *context, const char *line) {
    writer_format(context, "info string placement: %s\n", line);
}

/* Inside a block. */
static void add_warnings(Session *session) {
    for (const char *warning; (warning = engine_next_warning(session->engine));)
        writer_format(&session->writer, "info string placement: warning: %s\n", warning);
}

void placement_warn(Session *session) {
    writer_begin(&session->writer);
    add_warnings(session);
    writer_end(&session->writer);
}

void placement_note(Session *session) {
    if (!session->debug)
        return;
    Writer *writer = &session->writer;
    PlacementReport *report = NULL;
    if (engine_placements(session->engine) != session->placements_told) {
        session->placements_told = engine_placements(session->engine);
        report = engine_placement_report(session->engine);
    }
    writer_begin(writer);
    add_warnings(session);
    if (report)
        placement_report_write(report, write_line, writer);
    writer_end(writer);
    placement_report_destroy(report);
}
