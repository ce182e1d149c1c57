# Files of which each is compiled for an instruction set of its own, so that one program runs on every
# processor of the family and makes the best of it: it chooses among them when it runs.

# quorum_compile_for(SOURCE OPTION...)
function(quorum_compile_for source)
  set_source_files_properties("${PROJECT_SOURCE_DIR}/src/${source}" PROPERTIES
    COMPILE_OPTIONS "${ARGN}")
endfunction()

if(CMAKE_SYSTEM_PROCESSOR MATCHES "^(x86_64|amd64|AMD64)$")
  # The network.
  set(avx512 -mavx2 -mavx512f -mavx512bw -mavx512vl)
  quorum_compile_for(nnue/kernel_avx2.c -mavx2)
  quorum_compile_for(nnue/kernel_avx512.c ${avx512})
  quorum_compile_for(nnue/kernel_avx512_vnni.c ${avx512} -mavx512vnni)

  # Perft. Nothing of it depends on what the rest is compiled for, so that what is shipped counts as
  # fast as what is built for this machine. Tuned for AMD's processors it takes a fifth more time even
  # on one of them.
  set(v3 -march=x86-64-v3)
  quorum_compile_for(chess/perft_kernel_avx2.c ${v3} -mtune=haswell)
  quorum_compile_for(chess/perft_kernel_avx512.c ${v3} -mavx512f -mavx512vpopcntdq
                     -mtune=skylake-avx512)
elseif(CMAKE_SYSTEM_PROCESSOR MATCHES "^(aarch64|arm64)$")
  quorum_compile_for(nnue/kernel_neon_dot.c -march=armv8.2-a+dotprod)
endif()
