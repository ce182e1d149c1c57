#ifndef QUORUM_BASE_SCHEDULING_H
#define QUORUM_BASE_SCHEDULING_H

/* Asks the kernel to wake the calling thread ahead of those that compute, at the price of shorter
 * turns: for threads that mostly sleep and must answer at once, even when there are far more busy
 * threads than processors. Threads that it creates are ordinary ones. Kernels that cannot do it
 * ignore it. */
void scheduling_prefer_latency(void);

#endif
