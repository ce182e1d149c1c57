#include "chain/bytes.h"

void bytes_put(uint8_t *to, uint64_t value, int count) {
    for (int i = 0; i < count; i++)
        to[i] = (uint8_t)(value >> (8 * i));
}

uint64_t bytes_get(const uint8_t *from, int count) {
    uint64_t value = 0;
    for (int i = 0; i < count; i++)
        value |= (uint64_t)from[i] << (8 * i);
    return value;
}

size_t bytes_put_varint(uint8_t *to, uint32_t value) {
    size_t length = 0;
    while (value >= 0x80) {
        to[length++] = (uint8_t)(value | 0x80);
        value >>= 7;
    }
    to[length++] = (uint8_t)value;
    return length;
}

bool bytes_get_varint(ByteCursor *cursor, uint32_t *value) {
    const uint8_t *at = cursor->at;
    uint64_t sum = 0;
    for (int i = 0; i < VARINT_MAX; i++) {
        if (at == cursor->end)
            return false;
        uint8_t byte = *at++;
        sum |= (uint64_t)(byte & 0x7F) << (7 * i);
        if (byte & 0x80)
            continue;
        if (sum > UINT32_MAX)
            return false;
        cursor->at = at;
        *value = (uint32_t)sum;
        return true;
    }
    return false;
}

bool bytes_get_byte(ByteCursor *cursor, uint8_t *value) {
    if (cursor->at == cursor->end)
        return false;
    *value = *cursor->at++;
    return true;
}
