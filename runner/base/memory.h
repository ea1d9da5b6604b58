/* malloc that cannot fail: out of memory ends the program with a message. For what outlives any arena or must grow. */
#ifndef WARPSCHOOL_BASE_MEMORY_H
#define WARPSCHOOL_BASE_MEMORY_H

#include <stddef.h>

void *memory_resize(void *old, size_t count, size_t size); /* realloc of count * size bytes, overflow guarded */
void *memory_zeroed(size_t count, size_t size);            /* calloc */

#endif
