#include "adapter.h"

#include <benchmark/benchmark.h>

namespace {

benchmark::State &unwrap(BenchState *state) {
    return *reinterpret_cast<benchmark::State *>(state);
}

} // namespace

void bench_register(const char *name, BenchFunction *function, const void *context) {
    benchmark::RegisterBenchmark(name, [function, context](benchmark::State &state) {
        function(reinterpret_cast<BenchState *>(&state), context);
    });
}

bool bench_keep_running(BenchState *state) {
    return unwrap(state).KeepRunning();
}

void bench_set_items(BenchState *state, int64_t items) {
    unwrap(state).SetItemsProcessed(items * static_cast<int64_t>(unwrap(state).iterations()));
}

void bench_set_label(BenchState *state, const char *label) {
    unwrap(state).SetLabel(label);
}

void bench_fail(BenchState *state, const char *reason) {
    unwrap(state).SkipWithError(reason);
}

int bench_run(int argc, char **argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv))
        return 2;
    const bool any = benchmark::RunSpecifiedBenchmarks() > 0;
    benchmark::Shutdown();
    return any ? 0 : 2;
}
