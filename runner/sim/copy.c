/* A launch with large buffers spent a fifth of its time on one core, copying and having pages zeroed that it copied to
 * (measured: a transpose of 64 MiB), before and after the blocks that all cores share. */
#include "sim/copy.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum { PART_BYTES = 4 << 20, MOST_PARTS = 16 }; /* a thread costs about as much as a few hundred KiB */

typedef struct Part {
    uint8_t *to;
    const uint8_t *from;
    size_t size;
} Part;

static void *copy_part(void *context) {
    const Part *part = context;
    memcpy(part->to, part->from, part->size);
    return NULL;
}

void sim_copy(void *to, const void *from, size_t size, size_t threads) {
    size_t count = size / PART_BYTES < threads ? size / PART_BYTES : threads;
    if (count > MOST_PARTS) count = MOST_PARTS;
    if (count < 2) {
        memcpy(to, from, size);
        return;
    }
    Part parts[MOST_PARTS];
    pthread_t thread[MOST_PARTS];
    bool started[MOST_PARTS] = {false};
    size_t each = size / count / PART_BYTES * PART_BYTES; /* parts that begin where pages do */
    for (size_t i = 0; i < count; i++) {
        parts[i] = (Part){(uint8_t *)to + i * each, (const uint8_t *)from + i * each, i + 1 < count ? each : size - i * each};
        if (i > 0) started[i] = pthread_create(&thread[i], NULL, copy_part, &parts[i]) == 0;
    }
    for (size_t i = 0; i < count; i++)
        if (!started[i]) copy_part(&parts[i]);
    for (size_t i = 1; i < count; i++)
        if (started[i]) pthread_join(thread[i], NULL);
}
