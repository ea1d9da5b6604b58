/* malloc that cannot fail: when memory is exhausted the program ends with a message. For memory that outlives any
 * arena or must grow. */
#ifndef WARPSCHOOL_BASE_MEMORY_H
#define WARPSCHOOL_BASE_MEMORY_H

#include <stddef.h>

/* Sets the function that is called first when memory is exhausted, so that the program can print its own message and
 * end with its own exit code. handler must not allocate, and may be called on any thread. Without one, or where it
 * returns, the program aborts. */
void memory_on_exhausted(void (*handler)(void));

/* Keeps what is freed for the next launch. Threads of a simulated kernel that allocate take hundreds of megabytes of
 * small pieces; handed back to the system after each launch, they cost as much time again as page faults. */
void memory_keep(void);

/* Asks the system for huge pages where the bytes span some. Only a hint, for bytes that nobody has touched yet. A
 * column of a matrix touches a page with every element: a transpose of 64 MiB took 155 ms of CPU time with small pages,
 * and 87 ms with huge ones (measured on a Zen 5). */
void memory_in_huge_pages(void *bytes, size_t size);

void *memory_resize(void *old, size_t count, size_t size); /* realloc of count * size bytes, overflow guarded */
void *memory_zeroed(size_t count, size_t size);            /* calloc */

#endif
