#pragma once

/* What the code asks of the compiler beyond C17. gcc and clang both provide all of it. */

#define ALWAYS_INLINE       static inline __attribute__((always_inline))
#define UNLIKELY(condition) __builtin_expect(!!(condition), 0)
#define PREFETCH(address)   __builtin_prefetch(address)
/* Before a loop whose turns are not to be written out one after the other. */
#ifdef __clang__
#define ROLLED _Pragma("clang loop unroll(disable)")
#else
#define ROLLED _Pragma("GCC unroll 1")
#endif
#ifdef _WIN32 /* where printf() is the compiler's own, which knows what the standard says */
#define PRINTF_LIKE(format_index, first_argument)                                                  \
    __attribute__((format(gnu_printf, format_index, first_argument)))
#else
#define PRINTF_LIKE(format_index, first_argument)                                                  \
    __attribute__((format(printf, format_index, first_argument)))
#endif

/* Which compiler it is, as text. */
#ifdef __clang__
#define COMPILER_NAME "clang " __clang_version__
#else
#define COMPILER_NAME "gcc " __VERSION__
#endif

/* Bytes that two threads must not share if either writes often. */
#define CACHE_LINE 64

#define ARRAY_LENGTH(array) (sizeof(array) / sizeof((array)[0]))
