#pragma once

#include <string.h>

#include "target.h"

/* For formats that are bytes under a checksum: the target makes a good file itself, the input says
 * what to change in it, and the target corrects the checksums, so that what lies behind them is
 * reached. */

/* Four bytes of the input are a change: two bits for its kind, 22 for its place, a byte. */
#define EDIT_SIZE 4

typedef enum EditKind { EDIT_SET, EDIT_INSERT, EDIT_REMOVE, EDIT_FILL } EditKind;

/* Changes *size bytes, of which there is room for `capacity`. A place beyond the end is taken
 * modulo the size. */
static inline void edits_apply(uint8_t *bytes, size_t *size, size_t capacity, const uint8_t *edits,
                               size_t edits_size) {
    for (; edits_size >= EDIT_SIZE && *size > 0; edits += EDIT_SIZE, edits_size -= EDIT_SIZE) {
        const size_t place = ((edits[0] & 0x3Fu) << 16 | edits[1] << 8 | edits[2]) % *size;
        uint8_t *at = bytes + place;
        const size_t behind = *size - place;
        switch ((EditKind)(edits[0] >> 6)) {
        case EDIT_SET:
            *at = edits[3];
            break;
        case EDIT_INSERT:
            if (*size < capacity) {
                memmove(at + 1, at, behind);
                *at = edits[3];
                ++*size;
            }
            break;
        case EDIT_REMOVE: /* so many */
            *size -= edits[3] < behind ? edits[3] : behind;
            memmove(at, at + (edits[3] < behind ? edits[3] : behind), *size - place);
            break;
        case EDIT_FILL: /* the next 16 */
            memset(at, edits[3], behind < 16 ? behind : 16);
            break;
        }
    }
}
