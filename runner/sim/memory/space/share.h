/* Work before and after the blocks, done by several threads: a launch with large buffers spent a quarter of its time
 * there on one core (measured: a transpose of 64 MiB). */
#ifndef WARPSCHOOL_SIM_SHARE_H
#define WARPSCHOOL_SIM_SHARE_H

#include <stddef.h>

enum { MOST_SHARES = 16 };
typedef void ShareWork(void *context, size_t share);

/* Calls work for each share, 0 to count - 1, each on its own thread; returns when all are done. count:
 * 1 to MOST_SHARES */
void sim_share_work(size_t count, ShareWork *work, void *context);
/* How many shares, at least one and at most `threads`, work on so many bytes is worth dividing into. */
size_t sim_shares(size_t bytes, size_t threads);
/* memcpy by at most so many threads. */
void sim_copy(void *to, const void *from, size_t size, size_t threads);

#endif
