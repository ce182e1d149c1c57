#pragma once

/* For qsort(): orders integers, the smallest first. Pure; any thread. */
static inline int integers_compare(const void *a, const void *b) {
    const int left = *(const int *)a, right = *(const int *)b;
    return left < right ? -1 : left > right;
}
