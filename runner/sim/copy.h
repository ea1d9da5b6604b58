/* Copies of large buffers, done by several threads. */
#ifndef WARPSCHOOL_SIM_COPY_H
#define WARPSCHOOL_SIM_COPY_H

#include <stddef.h>

/* As memcpy. threads: at most so many, at least one; fewer where the bytes are not worth it. */
void sim_copy(void *to, const void *from, size_t size, size_t threads);

#endif
