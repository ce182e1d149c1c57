#pragma once

#include <stddef.h>
#include <stdint.h>

/* Each file of a Syzygy table ends with a checksum of 16 bytes. The library does not look at it,
 * and does not survive what it protects from. */

#define SYZYGY_CHECKSUM_BYTES 16

/* Larger files, of six men and more, are not read whole. */
#define SYZYGY_CHECKSUM_MOST ((size_t)64 << 20)

/* Why a file of `size` bytes (from one block of 64 and a checksum to SYZYGY_CHECKSUM_MOST) is not
 * what was written: a text that stays; NULL if it is. Reads it from the beginning, wherever it
 * stands. Any thread. */
const char *syzygy_checksum_fault(int file, size_t size);

/* The checksum of a file whose contents but for the checksum lie in memory, 16 bytes in the order
 * of the file. */
void syzygy_checksum_of(const uint8_t *bytes, size_t size, uint8_t checksum[SYZYGY_CHECKSUM_BYTES]);
