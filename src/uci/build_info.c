#include "uci/build_info.h"

#include "base/compiler.h"
#include "base/version.h"

#if defined(__x86_64__)
#define PROCESSOR "x86-64"
#elif defined(__aarch64__)
#define PROCESSOR "aarch64"
#else
#define PROCESSOR "other"
#endif

/* What the compiler may use everywhere in the program. */
static const char *const INSTRUCTIONS[] = {
#ifdef __SSE4_2__
    "SSE4.2",
#endif
#ifdef __POPCNT__
    "POPCNT",
#endif
#ifdef __AVX2__
    "AVX2",
#endif
#ifdef __BMI2__
    "BMI2",
#endif
#ifdef __AVX512F__
    "AVX512F",
#endif
#ifdef __AVX512BW__
    "AVX512BW",
#endif
#ifdef __AVX512VNNI__
    "AVX512VNNI",
#endif
#ifdef __ARM_NEON
    "NEON",
#endif
#ifdef __ARM_FEATURE_DOTPROD
    "DOTPROD",
#endif
    NULL};

static const char *const CHECKS[] = {
#ifndef NDEBUG
    "assertions",
#endif
#ifdef __SANITIZE_ADDRESS__
    "AddressSanitizer",
#endif
#ifdef __SANITIZE_THREAD__
    "ThreadSanitizer",
#endif
    NULL};

static void write_words(Writer *writer, const char *title, const char *const *words) {
    writer_add(writer, text_of(title));
    if (!*words)
        writer_add(writer, text_of(" none"));
    for (; *words; words++)
        writer_format(writer, " %s", *words);
    writer_add(writer, text_of("\n"));
}

void build_info_write(Writer *writer) {
    writer_add(writer, text_of("Quorum " QUORUM_VERSION "\n"
                               "Compiled by      : " COMPILER_NAME "\n"
                               "Processor        : " PROCESSOR "\n"));
    write_words(writer, "Instruction set  :", INSTRUCTIONS);
    writer_add(writer, text_of("Built with       : " QUORUM_BUILD_OPTIONS "\n"));
    write_words(writer, "Checks           :", CHECKS);
}
