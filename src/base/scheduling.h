#ifndef QUORUM_BASE_SCHEDULING_H
#define QUORUM_BASE_SCHEDULING_H

/* How long the calling thread's turns are on a processor that others want too, without a larger or
 * smaller share of it. Threads that it creates inherit the length. Kernels before Linux 6.12 ignore
 * it. */

/* Short turns: for threads that mostly sleep and must answer at once, even when there are far more
 * busy threads than processors. */
void scheduling_prefer_latency(void);

/* Long turns, which a thread that prefers latency may interrupt at any time: for threads that
 * compute. */
void scheduling_prefer_throughput(void);

/* Turns of the system's usual length. */
void scheduling_prefer_neither(void);

/* From now on the calling thread gets a tenth of the processor time that a usual one of its session
 * gets beside it. For threads that have no processor to themselves: others, such as the GUI, then
 * need not wait for all of them. It cannot be undone. */
void scheduling_take_small_share(void);

#endif
