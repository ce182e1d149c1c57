#ifndef QUORUM_BASE_PROCESSORS_H
#define QUORUM_BASE_PROCESSORS_H

/* Number of logical processors that the calling thread may run on, at least 1. Any thread. */
int processors_allowed(void);

#endif
