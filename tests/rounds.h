#pragma once

/* Random rounds of a test. A sanitizer's build is ten times slower and looks for other things,
 * which it finds in a quarter of them. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define ROUNDS(count) ((count) / 4)
#else
#define ROUNDS(count) (count)
#endif
