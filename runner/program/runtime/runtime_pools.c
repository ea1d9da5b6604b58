/* Memory pools: what cudaMallocAsync takes its memory from. Memory that was freed is not kept, so that a pool reserves
 * as much as is in use. */
#include "program/runtime/runtime_graph.h"

#include <stdlib.h>
#include <string.h>

/* Numbers of cudaMemPoolAttr. */
enum {
    POOL_REUSE_EVENTS = 1,
    POOL_REUSE_OPPORTUNISTIC,
    POOL_REUSE_INTERNAL,
    POOL_RELEASE_THRESHOLD,
    POOL_RESERVED_NOW,
    POOL_RESERVED_MOST,
    POOL_USED_NOW,
    POOL_USED_MOST,
    POOL_ATTRIBUTES
};

typedef struct Pool {
    uint64_t threshold;
    int reuse[POOL_RELEASE_THRESHOLD];
    uint64_t used, most;
} Pool;

typedef struct Taken {
    struct Taken *next;
    const void *pointer;
    uint64_t bytes;
    Pool *pool;
} Taken;

static Pool first_pool = {.reuse = {0, 1, 1, 1}};
static Pool *current = &first_pool;
static Taken *taken; /* protected by the library's lock */

/* ---- memory ------------------------------------------------------------------------------------------------------ */

static void note_taken(Pool *pool, const void *pointer, uint64_t bytes) {
    Taken *made = calloc(1, sizeof *made);
    if (made == NULL) return; /* the pool's counts miss it */
    *made = (Taken){.next = taken, .pointer = pointer, .bytes = bytes, .pool = pool};
    taken = made;
    pool->used += bytes;
    if (pool->used > pool->most) pool->most = pool->used;
}

static cudaError_t take(const char *name, void **pointer, uint64_t bytes, Pool *pool, cudaStream_t stream) {
    if (pointer == NULL || pool == NULL) return runtime_fail(name, cudaErrorInvalidValue);
    RuntimeCall call;
    if (runtime_enter(&call, name)) {
        RuntimeWork work;
        if (runtime_is_captured(stream)) {
            if (runtime_graph_allocate(&call, bytes, &work)) {
                *pointer = (void *)(uintptr_t)work.memory->address;
                runtime_work(&call, stream, &work);
            }
        } else {
            call.call.arguments[0] = bytes;
            call.call.arguments[1] = PROGRAM_DEVICE;
            if (runtime_ask(&call, PROGRAM_ALLOCATE, NULL, 0)) {
                *pointer = (void *)(uintptr_t)call.reply.values[0];
                if (bytes > 0) note_taken(pool, *pointer, bytes);
            }
        }
    }
    return runtime_finish(&call);
}

cudaError_t cudaMallocAsync(void **pointer, size_t bytes, cudaStream_t stream) {
    return take("cudaMallocAsync", pointer, bytes, current, stream);
}

cudaError_t cudaMallocFromPoolAsync(void **pointer, size_t bytes, Pool *pool, cudaStream_t stream) {
    return take("cudaMallocFromPoolAsync", pointer, bytes, pool, stream);
}

void runtime_pool_freed(const void *pointer) {
    for (Taken **at = &taken; *at != NULL; at = &(*at)->next) {
        if ((*at)->pointer != pointer) continue;
        Taken *gone = *at;
        if (gone->pool != NULL) gone->pool->used -= gone->bytes;
        *at = gone->next;
        free(gone);
        return;
    }
}

/* ---- pools ------------------------------------------------------------------------------------------------------- */

cudaError_t cudaDeviceGetDefaultMemPool(Pool **pool, int device) {
    if (pool == NULL || device != 0) return runtime_fail("cudaDeviceGetDefaultMemPool", cudaErrorInvalidValue);
    *pool = &first_pool;
    return cudaSuccess;
}

cudaError_t cudaDeviceGetMemPool(Pool **pool, int device) {
    if (pool == NULL || device != 0) return runtime_fail("cudaDeviceGetMemPool", cudaErrorInvalidValue);
    *pool = current;
    return cudaSuccess;
}

cudaError_t cudaDeviceSetMemPool(int device, Pool *pool) {
    if (pool == NULL || device != 0) return runtime_fail("cudaDeviceSetMemPool", cudaErrorInvalidValue);
    current = pool;
    return cudaSuccess;
}

cudaError_t cudaMemPoolCreate(Pool **pool, const void *properties) {
    if (pool == NULL || properties == NULL) return runtime_fail("cudaMemPoolCreate", cudaErrorInvalidValue);
    *pool = calloc(1, sizeof **pool);
    if (*pool == NULL) return runtime_fail("cudaMemPoolCreate", cudaErrorMemoryAllocation);
    memcpy((*pool)->reuse, first_pool.reuse, sizeof first_pool.reuse);
    return cudaSuccess;
}

/* Its memory stays until it is freed. */
cudaError_t cudaMemPoolDestroy(Pool *pool) {
    if (pool == NULL || pool == &first_pool) return runtime_fail("cudaMemPoolDestroy", cudaErrorInvalidValue);
    for (Taken *at = taken; at != NULL; at = at->next)
        if (at->pool == pool) at->pool = NULL;
    if (current == pool) current = &first_pool;
    free(pool);
    return cudaSuccess;
}

cudaError_t cudaMemPoolTrimTo(Pool *pool, size_t bytes) {
    (void)bytes;
    return pool != NULL ? cudaSuccess : runtime_fail("cudaMemPoolTrimTo", cudaErrorInvalidValue);
}

/* Of what a pool counts only the highest values can be set, and to 0 only. */
cudaError_t cudaMemPoolSetAttribute(Pool *pool, int attribute, const void *value) {
    bool good = pool != NULL && value != NULL && attribute > 0 && attribute < POOL_ATTRIBUTES;
    uint64_t number = 0;
    if (good && attribute >= POOL_RELEASE_THRESHOLD) memcpy(&number, value, sizeof number);
    if (!good || attribute == POOL_RESERVED_NOW || attribute == POOL_USED_NOW ||
        (attribute > POOL_RESERVED_NOW && number != 0))
        return runtime_fail("cudaMemPoolSetAttribute", cudaErrorInvalidValue);
    if (attribute < POOL_RELEASE_THRESHOLD)
        memcpy(&pool->reuse[attribute], value, sizeof(int));
    else if (attribute == POOL_RELEASE_THRESHOLD)
        pool->threshold = number;
    else
        pool->most = pool->used;
    return cudaSuccess;
}

cudaError_t cudaMemPoolGetAttribute(const Pool *pool, int attribute, void *value) {
    if (pool == NULL || value == NULL || attribute <= 0 || attribute >= POOL_ATTRIBUTES)
        return runtime_fail("cudaMemPoolGetAttribute", cudaErrorInvalidValue);
    uint64_t number = attribute == POOL_RELEASE_THRESHOLD                            ? pool->threshold
                      : attribute == POOL_RESERVED_NOW || attribute == POOL_USED_NOW ? pool->used
                                                                                     : pool->most;
    if (attribute < POOL_RELEASE_THRESHOLD)
        memcpy(value, &pool->reuse[attribute], sizeof(int));
    else
        memcpy(value, &number, sizeof number);
    return cudaSuccess;
}
