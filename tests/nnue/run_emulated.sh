#!/bin/sh
# run_emulated.sh ROOT: the kernels of AArch64, cross-compiled and run by an emulator of a
# processor with all instructions and of one without those of the dot product.

set -eu
compiler=aarch64-linux-gnu-gcc
emulator=qemu-aarch64
for tool in $compiler $emulator; do
    if ! command -v $tool >/dev/null; then
        echo "skipped: $tool is not installed"
        exit 77
    fi
done
root=$1
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
compile() {
    $compiler -std=gnu17 -O2 -D_GNU_SOURCE -Wall -Wextra -Werror -I "$root/src" "$@"
}
dot=$root/src/nnue/kernel_neon_dot.c
compile -march=armv8.2-a+dotprod -c "$dot" -o "$folder/dot.o"
set --
for file in "$root"/src/nnue/*.c; do
    [ "$file" = "$dot" ] || set -- "$@" "$file"
done
compile -static -DQUORUM_EMBEDDED_FILE="\"$root/net/quorum.nnue\"" \
    "$root/tests/nnue/compare_kernels.c" "$folder/dot.o" "$@" "$root"/src/chess/*.c \
    "$root"/src/base/*.c "$root"/src/base/linux/*.c "$root"/src/machine/memory_*.c \
    "$root"/src/machine/linux/memory_*.c -lm -lpthread -o "$folder/compare"

# run PROCESSOR KERNELS: it chooses among these, divided by commas, the fastest first.
run() {
    $emulator -cpu "$1" "$folder/compare" >"$folder/output"
    echo "$1:" && cat "$folder/output"
    [ "$(cut -d: -f1 "$folder/output" | paste -sd,)" = "$2" ]
}
run max "NEON SDOT,NEON,portable"
run cortex-a53 NEON,portable # has no such instructions: they would end the program
