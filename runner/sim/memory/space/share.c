#include "sim/memory/space/share.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <string.h>

/* bytes that a share has at least: starting a thread costs as much as copying a few hundred KiB */
enum { SHARE_BYTES = 4 << 20 };

typedef struct Share {
    ShareWork *work;
    void *context;
    size_t number;
} Share;

static void *do_share(void *context) {
    const Share *share = context;
    share->work(share->context, share->number);
    return NULL;
}

void sim_share_work(size_t count, ShareWork *work, void *context) {
    Share shares[MOST_SHARES];
    pthread_t thread[MOST_SHARES];
    bool started[MOST_SHARES] = {false};
    for (size_t i = 0; i < count; i++) shares[i] = (Share){work, context, i};
    for (size_t i = 1; i < count; i++) started[i] = pthread_create(&thread[i], NULL, do_share, &shares[i]) == 0;
    for (size_t i = 0; i < count; i++)
        if (!started[i]) do_share(&shares[i]);
    for (size_t i = 1; i < count; i++)
        if (started[i]) pthread_join(thread[i], NULL);
}

size_t sim_shares(size_t bytes, size_t threads) {
    size_t count = bytes / SHARE_BYTES < threads ? bytes / SHARE_BYTES : threads;
    return count < 1 ? 1 : count < MOST_SHARES ? count : MOST_SHARES;
}

typedef struct Copy {
    uint8_t *to;
    const uint8_t *from;
    size_t size, count, each;
} Copy;

static void copy_share(void *context, size_t share) {
    const Copy *copy = context;
    size_t start = share * copy->each;
    memcpy(copy->to + start, copy->from + start, share + 1 == copy->count ? copy->size - start : copy->each);
}

void sim_copy(void *to, const void *from, size_t size, size_t threads) {
    size_t count = sim_shares(size, threads);
    if (count == 1) {
        memcpy(to, from, size);
        return;
    }
    Copy copy = {to, from, size, count, size / count / SHARE_BYTES * SHARE_BYTES}; /* shares begin where pages do */
    sim_share_work(count, copy_share, &copy);
}
