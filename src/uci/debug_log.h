#pragma once

#include <pthread.h>
#include <stdatomic.h>

#include "base/text.h"

/* A file that takes every line in and out with the time, for the option Debug Log File. Each line
 * is handed to the system at once, so that nothing is lost if the process dies. Any thread, but for
 * what is said. */
typedef struct DebugLog {
    pthread_mutex_t lock;
    _Atomic int fd;      /* -1 while closed; changed under lock */
    _Atomic int failure; /* errno of the write that ended the log, 0 for none */
} DebugLog;

typedef enum LogDirection { LOG_INPUT, LOG_OUTPUT } LogDirection;

void debug_log_init(DebugLog *log);
void debug_log_free(DebugLog *log);

/* Appends to the file from now on, instead of the one before; the file is made if need be. Does not
 * wait for whoever may be at the other end of a pipe. Returns 0, or an errno, EINVAL for the input
 * itself, which would be read again and again: then nothing is logged. */
int debug_log_open(DebugLog *log, const char *path);
void debug_log_close(DebugLog *log);

/* Writes lines, each `TIME < TEXT` for input and `TIME > TEXT` for output, with the time in UTC to
 * the microsecond. Without an open file, nothing. A write that fails closes the log. */
void debug_log_lines(DebugLog *log, LogDirection direction, Text lines);

/* The errno that ended the log since the last call, or 0. */
int debug_log_take_failure(DebugLog *log);
