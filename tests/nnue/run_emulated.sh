#!/bin/sh
# run_emulated.sh ROOT: the kernels of AArch64, cross-compiled and run by an emulator.

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
$compiler -std=gnu17 -O2 -static -D_GNU_SOURCE -Wall -Wextra -Werror -I "$root/src" \
    -DQUORUM_NETWORK_FILE="\"$root/net/quorum.nnue\"" \
    "$root/tests/nnue/compare_kernels.c" "$root"/src/nnue/*.c "$root"/src/chess/*.c \
    "$root"/src/base/*.c "$root"/src/machine/memory_*.c -lm -lpthread -o "$folder/compare"
$emulator "$folder/compare" | tee "$folder/output"
grep -q '^NEON: ' "$folder/output"
