#pragma once

#include <jansson.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>

#include "base/warnings.h"
#include "cli/arguments.h"
#include "machine/memory_residency.h"
#include "report/html.h"
#include "report/table.h"

/* What the JSON files and pages of all commands have in common. */

/* Whether there is JSON: false where jansson is not part of the program, and then error says that
 * `what` needs it. Any thread. */
bool report_has_json(const char *what, Reason *error);

/* Begins a command: common_arguments_check(), and whether there is JSON for --json, for --html,
 * whose pages are made of it, and for --resume. On false error (a line) says why. From then on a
 * command that has no memory for JSON ends at once with a message and COMMAND_MISUSED, because the
 * library does not bear that. Never in a UCI session. Main thread only. */
bool report_check(const CommonArguments *wanted, const char *const *inputs, size_t count,
                  Reason *error);

/* The processor's name in UTF-8, to be freed; NULL without memory. Any thread. */
char *report_processor(void);

/* What speed depends on first: the `processor`, and how many `processors` may be used. NULL without
 * memory. */
json_t *report_processors_json(void);

/* How the program was built: the options of the compiler. Any thread. */
const char *report_build(void);

/* All that a command's JSON has: `format` ("quorum-epd"), `format_version`, `program`, `version`,
 * `build` (compiler, options), `machine` (processor, processors, memory_mib, system) and `date`
 * (ISO 8601, UTC), and then the members of `own`, which is given up. NULL without memory, or where
 * `own` is. Main thread only. */
json_t *report_join(const char *format, int format_version, json_t *own);

/* How much of what was wanted has been done: not all where a signal has cut a run short. */
typedef struct ReportExtent {
    size_t done;
    size_t wanted;
} ReportExtent;

/* Why there is no report of a run that a signal has ended at once. */
#define REPORT_OF_NOTHING "ended by a signal before anything was done"

static inline bool report_is_cut_short(ReportExtent extent) {
    return extent.done < extent.wanted;
}

/* Whether a report says of itself that it is. */
bool report_was_cut_short(const json_t *report);

/* Adds to a report's JSON `cut_short`, and if it is, `done` and `wanted`: pages then begin with it.
 */
void report_mark_extent(json_t *report, ReportExtent extent);

/* The same as a line of text, if it is cut short; `what` is done, in the plural. */
void report_write_extent(ReportExtent extent, const char *what, FILE *file);

/* The text of a member, "" where it is missing. */
const char *report_text(const json_t *object, const char *name);

/* Ends the open subtitle of a page with the program, network, processor and date of a report, and
 * says under it in large letters if the report is cut short. */
void report_end_subtitle(const json_t *report, HtmlPage *page);

/* Reads a file of JSON, to be given up by the caller. On false *report is NULL, and error (a line)
 * says why. Main thread only. */
bool report_load(const char *path, json_t **report, Reason *error);

/* Ends the open list of facts of a page with what report_join() gives. */
void report_end_facts(const json_t *report, HtmlPage *page);

/* What a command writes besides its text; what it has no option for may be left out. */
typedef struct Report {
    const void *subject; /* what page() is called with */
    json_t *json;        /* given up, written indented; NULL: there was no memory for it */
    Table rows;          /* for CSV */
    bool cut_short;      /* and this */
    /* Fills a page, from its beginning, to be saved by html_save(). */
    void (*page)(const void *subject, const json_t *json, HtmlPage *page);
} Report;

/* Writes the outputs that are asked for, and frees the JSON. One that cannot be written is named on
 * stderr in a line that begins with the command's name, does not keep the others from being
 * written, and makes COMMAND_OK a COMMAND_MISUSED. */
int report_save(const char *command, const CommonArguments *wanted, Report report);

/* A number, or null when it is negative. */
json_t *report_index(int index);

/* An array of these. NULL without memory. */
json_t *report_integers(const int *values, int count);

/* An array of all of them, told or not. */
json_t *report_warnings(const Warnings *warnings);

/* Microseconds as milliseconds with three decimals; null when negative. */
json_t *report_milliseconds(int64_t microseconds);

/* The member `network` of a report: the id in hexadecimal. */
json_t *report_network_json(uint64_t id);

/* What that member says, for people. */
const char *report_network(const json_t *report);

/* Bytes by the name of their kind of pages, or null where they are not known. */
json_t *report_pages(const size_t by_kind[PAGE_KINDS], bool known);

/* Bytes by node, of nodes that have some; null where they are not known. */
json_t *report_memory_nodes(const MemoryResidency *memory);
