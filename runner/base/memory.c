#include "base/memory.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

_Noreturn static void out_of_memory(void) {
    fputs("warpschool: out of memory\n", stderr);
    exit(EXIT_FAILURE);
}

void *memory_resize(void *old, size_t count, size_t size) {
    if (size != 0 && count > SIZE_MAX / size) out_of_memory();
    size_t bytes = count * size;
    void *block = realloc(old, bytes != 0 ? bytes : 1);
    if (block == NULL) out_of_memory();
    return block;
}

void *memory_zeroed(size_t count, size_t size) {
    void *block = calloc(count != 0 ? count : 1, size != 0 ? size : 1);
    if (block == NULL) out_of_memory();
    return block;
}
