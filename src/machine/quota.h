#pragma once

#include <stddef.h>
#include <stdint.h>

/* CPU time that the control groups of the process grant it, in thousandths of a processor (2500 is
 * two and a half), rounded up; 0 without a limit. The tightest limit from the process's group up to
 * the top that can be seen counts: cpu.max of version 2, cpu.cfs_quota_us of version 1. Files are
 * looked for below the folder `root`: "" for the running system. Any thread. */
int64_t quota_read_milli(const char *root);

/* Bytes of memory that the control groups of the process have left for it, SIZE_MAX without a
 * limit; files that the kernel would give up count as left. The tightest group from the process's
 * up to the top counts: memory.max and memory.high of version 2, memory.limit_in_bytes of
 * version 1. `root` as above. Any thread. */
size_t quota_memory_left(const char *root);

/* Bytes that the process can still take without driving the machine, or one of its control groups,
 * out of memory. Any thread. */
size_t quota_memory_available(void);
