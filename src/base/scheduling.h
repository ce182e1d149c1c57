#pragma once

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
