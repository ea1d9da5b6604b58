/* malloc that cannot fail: out of memory ends the program with a message. For what outlives any arena or must grow. */
#ifndef WARPSCHOOL_BASE_MEMORY_H
#define WARPSCHOOL_BASE_MEMORY_H

#include <stddef.h>

/* What to do first when there is no memory left: the program says so in its own way and ends with its own exit code.
 * handler must not allocate, and may be called on any thread. Where none was given, or it returns, the program aborts.
 */
void memory_on_exhausted(void (*handler)(void));

void *memory_resize(void *old, size_t count, size_t size); /* realloc of count * size bytes, overflow guarded */
void *memory_zeroed(size_t count, size_t size);            /* calloc */

#endif
