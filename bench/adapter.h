#pragma once

#include <stdbool.h>
#include <stdint.h>

/* Google Benchmark as C sees it. A benchmark is a C function that makes its data ready, repeats
 *
 *     while (bench_keep_running(state))
 *         one pass over the data;
 *
 * and then says how many items a pass has. A pass should take a microsecond at least, as the call
 * between two passes is part of what is timed. All functions belong to the main thread. */

#ifdef __cplusplus
extern "C" {
#endif

typedef struct BenchState BenchState;

/* A benchmark; context is what it was registered with. It is called several times. */
typedef void BenchFunction(BenchState *state, const void *context);

/* The name is copied, the context must last. */
void bench_register(const char *name, BenchFunction *function, const void *context);

bool bench_keep_running(BenchState *state);

/* After the last pass: a pass has dealt with so many items. Speeds are given in items per second.
 */
void bench_set_items(BenchState *state, int64_t items);

/* A remark behind the result; copied. */
void bench_set_label(BenchState *state, const char *label);

/* Instead of passes: this benchmark cannot run, for that reason. */
void bench_fail(BenchState *state, const char *reason);

/* Reads the arguments (--benchmark_...) and runs what they choose. Returns the exit code: 0, or 2
 * for arguments that mean nothing or choose no benchmark. */
int bench_run(int argc, char **argv);

#ifdef __cplusplus
}
#endif

/* Makes the compiler work the value out. */
static inline void bench_consume(uint64_t value) {
    __asm__ volatile("" : : "r"(value) : "memory");
}
