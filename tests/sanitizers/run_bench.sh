#!/bin/sh
# run_bench.sh PROGRAM DEPTH THREADS: a bench of several threads in a sanitizer's build; without
# the build, skips.
if [ ! -x "$1" ]; then
    echo "SKIP: $1 is not built"
    exit 77
fi
exec "$1" bench "$2" "$3"
