#pragma once

#include <stdint.h>

/* CPU time that the control groups of the process grant it, in thousandths of a processor (2500 is
 * two and a half), rounded up; 0 without a limit. The tightest limit from the process's group up to
 * the top that can be seen counts: cpu.max of version 2, cpu.cfs_quota_us of version 1. Files are
 * looked for below the folder `root`: "" for the running system. Any thread. */
int64_t quota_read_milli(const char *root);
