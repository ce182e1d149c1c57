#pragma once

#include <jansson.h>

#include "tools/speedtest/run.h"
#include "tools/speedtest/signature.h"

/* What has been measured, as lines of text and as JSON. Main thread only. */

typedef struct SpeedtestWriter {
    void (*write_line)(void *context, const char *line); /* without newline */
    void *context;
} SpeedtestWriter;

/* What is known before the measurement: program, threads and table. Options are complete. */
void speedtest_report_write_setup(const SpeedtestWriter *writer, const SpeedtestOptions *options,
                                  const SpeedtestSignature *signature);

void speedtest_report_write_result(const SpeedtestWriter *writer, const SpeedtestResult *result);

/* NULL without memory. */
json_t *speedtest_report_json(const SpeedtestResult *result, const SpeedtestSignature *signature);
