#pragma once

#include <jansson.h>

#include "tools/bench/run.h"

/* What the bench has found, as lines of text and as JSON. Of findings that nobody has given up.
 * Main thread only. */

/* The last lines, of which scripts read those of the nodes and the nodes per second. */
void bench_report_write(const BenchFindings *findings, const BenchWriter *writer);

/* NULL without memory. */
json_t *bench_report_json(const BenchFindings *findings);
