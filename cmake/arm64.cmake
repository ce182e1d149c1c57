# Toolchain of the preset arm64: Debian's cross compiler for 64-bit ARM, and qemu to run what it makes.
# Libraries are those for arm64 that Debian has installed beside its own architecture's, if any. The C library
# is the cross compiler's, even where Debian has installed another: its loader waits forever with that.

set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER aarch64-linux-gnu-gcc)
set(CMAKE_CROSSCOMPILING_EMULATOR qemu-aarch64 -L /usr/aarch64-linux-gnu -E LD_LIBRARY_PATH=/lib)
