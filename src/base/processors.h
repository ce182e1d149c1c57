#pragma once

/* Number of logical processors that the calling thread may run on, at least 1. Any thread. */
int processors_allowed(void);
