#include "base/vec.h"

#include <string.h>

void *vec_grow(Arena *arena, const void *old, size_t count, size_t *capacity, size_t size) {
    size_t larger = *capacity == 0 ? 8 : *capacity * 2;
    void *bytes = arena_alloc_array(arena, size, larger, _Alignof(max_align_t));
    if (count != 0) memcpy(bytes, old, count * size);
    *capacity = larger;
    return bytes;
}
