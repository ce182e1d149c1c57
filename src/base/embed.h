#pragma once

/* Puts a file's bytes, from symbol[] up to symbol_end[], and a NUL behind them into the program.
 * For a source file that quorum_embed() in cmake/Embed.cmake names with the file: that says which
 * one it is, and leaves out link-time optimisation, which does not look into assembly. */
#ifdef _WIN32
#define EMBED_SECTION ".section .rdata,\"dr\"\n"
#define EMBED_HIDDEN  "# "
#else
#define EMBED_SECTION ".section .rodata\n"
#define EMBED_HIDDEN  ".hidden "
#endif
#define EMBED_FILE(symbol)                                                                         \
    __asm__(EMBED_SECTION ".balign 64\n"                                                           \
                          ".globl " #symbol "\n" EMBED_HIDDEN #symbol "\n" #symbol ":\n"           \
                          ".incbin \"" QUORUM_EMBEDDED_FILE "\"\n"                                 \
                          ".globl " #symbol "_end\n" EMBED_HIDDEN #symbol "_end\n" #symbol         \
                          "_end:\n"                                                                \
                          ".byte 0\n"                                                              \
                          ".text\n")
