#pragma once

#include <jansson.h>

#include "tools/speedtest/result.h"
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

/* Whose measurement it is. NULL without memory. */
json_t *speedtest_signature_json(const SpeedtestSignature *signature);

/* NULL without memory. */
json_t *speedtest_report_json(const SpeedtestResult *result, const SpeedtestSignature *signature);
