/* Order that no barrier makes: a thread writes, fences, sets a flag; another sees the flag and reads.
 *
 * What is right by CUDA's memory model must never be called a race; so this errs on that side, and a race hidden by
 * synchronisation that is there but for other data may be missed. Per warp of the block that runs is known when it last
 * fenced (__threadfence(), or the release that an instruction carries) and which barrier came before that. A
 * synchronising write (atomic, volatile, relaxed, release) after a fence publishes
 *
 *     of its own warp            what it did before its fence
 *     of the block's other warps what they did before the barrier that its fence followed, or before a fence of
 *                                their own that a barrier followed
 *
 * and the place that it wrote remembers when. A synchronising read of that place has seen all that was published up
 * to then; a barrier tells the rest of the block. An access of another warp, or of an earlier block, is past for
 * whoever has seen it published. Where a warp's own lanes hand over to each other (a lock that one after the other
 * gets), what it fenced counts as ordered like by __syncwarp(). __threadfence_block() and whatever else has the block's
 * scope (.cta) orders nothing between blocks: what has been fenced and seen is kept for either scope.
 *
 * Blocks run one after another where such instructions are: times of different blocks compare. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/block_memory.h"

enum { WARPS = MAX_THREADS / WARP_SIZE, PLACES = 4096 };

typedef enum Scope { SCOPE_BLOCK, SCOPE_DEVICE, SCOPES } Scope;

/* What a block has published to its own threads and to others: per warp, everything before that time. */
typedef struct Published {
    uint32_t block;
    int32_t first; /* when it first published something */
    int32_t before[SCOPES][WARPS];
} Published;

typedef struct Flag {
    uint64_t key;         /* 0: unused */
    int32_t when[SCOPES]; /* it was last written, in that scope, with something published */
} Flag;

/* What the block's warps have fenced; what is fenced for the device is so for the block too. */
typedef struct Fences {
    int32_t fenced[WARPS], at_barrier[WARPS]; /* all that came before this is fenced */
    int32_t barrier[WARPS];                   /* the block's last one before the warp's fence */
} Fences;

struct Handover {
    Fences fences[SCOPES];
    int32_t seen[WARPS];
    Published *published; /* ascending by block */
    size_t count, capacity;
    Flag flag[PLACES];
    size_t flags;
    int32_t elsewhere; /* as `when`, for all places that found no room */
};

static Handover *handover_of(SimBlockMemory *block) {
    if (block->handover == NULL) block->handover = memory_zeroed(1, sizeof *block->handover);
    return block->handover;
}

void handover_free(SimBlockMemory *block) {
    if (block->handover != NULL) free(block->handover->published);
    free(block->handover);
}

void handover_forget(SimBlockMemory *block) {
    handover_free(block);
    block->handover = NULL;
}

void handover_block_begin(SimBlockMemory *block) {
    Handover *handover = block->handover;
    if (handover == NULL) return;
    memset(handover->fences, 0, sizeof handover->fences);
    memset(handover->seen, 0, sizeof handover->seen);
}

void handover_barrier(SimBlockMemory *block) {
    Handover *handover = block->handover;
    if (handover == NULL) return;
    for (Fences *fences = handover->fences; fences < handover->fences + SCOPES; fences++)
        memcpy(fences->at_barrier, fences->fenced, sizeof fences->fenced);
    int32_t seen = 0;
    for (int warp = 0; warp < WARPS; warp++) seen = handover->seen[warp] > seen ? handover->seen[warp] : seen;
    for (int warp = 0; warp < WARPS; warp++) handover->seen[warp] = seen;
}

void sim_fence(SimBlockMemory *block, uint32_t warp, uint32_t lanes, bool block_scope) {
    (void)lanes;
    if (!block->layout->races || warp >= WARPS) return;
    int32_t now = race_next_time(block); /* which may begin time anew */
    Handover *handover = handover_of(block);
    for (Scope scope = SCOPE_BLOCK; scope <= (block_scope ? SCOPE_BLOCK : SCOPE_DEVICE); scope++) {
        handover->fences[scope].fenced[warp] = now;
        handover->fences[scope].barrier[warp] = block->races.interval;
    }
}

static Flag *find_flag(Handover *handover, uint64_t key) {
    for (uint64_t i = key * UINT64_C(0x9e3779b97f4a7c15) >> 40;; i++) {
        Flag *flag = &handover->flag[i % PLACES];
        if (flag->key == 0 || flag->key == key) return flag;
    }
}

static Published *published_by(const Handover *handover, uint32_t number) {
    size_t low = 0, high = handover->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        if (handover->published[middle].block < number)
            low = middle + 1;
        else
            high = middle;
    }
    return low < handover->count && handover->published[low].block == number ? &handover->published[low] : NULL;
}

static Published *publish(Handover *handover, uint32_t number, int32_t now) {
    Published *published = published_by(handover, number);
    if (published != NULL) return published;
    if (handover->count == handover->capacity) {
        handover->capacity = handover->capacity == 0 ? 16 : 2 * handover->capacity;
        handover->published = memory_resize(handover->published, handover->capacity, sizeof *handover->published);
    }
    published = &handover->published[handover->count++];
    *published = (Published){.block = number, .first = now};
    return published;
}

static void raise_to(int32_t *time, int32_t to) {
    if (*time < to) *time = to;
}

static void publish_fenced(int32_t before[WARPS], const Fences *fences, uint32_t warp) {
    for (uint32_t other = 0; other < WARPS; other++) {
        raise_to(&before[other], fences->at_barrier[other]);
        raise_to(&before[other], other == warp ? fences->fenced[warp] : fences->barrier[warp]);
    }
}

static bool has_fenced(const Fences *fences, uint32_t warp) {
    bool fenced = fences->fenced[warp] != 0;
    for (int other = 0; other < WARPS && !fenced; other++) fenced = fences->at_barrier[other] != 0;
    return fenced;
}

static void release(SimBlockMemory *block, const Request *request, uint32_t warp) {
    int32_t now = race_next_time(block);
    Handover *handover = handover_of(block);
    Scope widest =
        request->access->block_scope || !has_fenced(&handover->fences[SCOPE_DEVICE], warp) ? SCOPE_BLOCK : SCOPE_DEVICE;
    Published *published = publish(handover, (uint32_t)block->number, now);
    for (Scope scope = SCOPE_BLOCK; scope <= widest; scope++)
        publish_fenced(published->before[scope], &handover->fences[scope], warp);
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        uint64_t key = request->address[__builtin_ctz(left)] << 1 | 1;
        Flag *flag = find_flag(handover, request->space == PTX_SHARED ? ~key : key);
        if (flag->key == 0 && handover->flags == PLACES / 2) {
            handover->elsewhere = now;
            continue;
        }
        if (flag->key == 0) handover->flags++;
        flag->key = request->space == PTX_SHARED ? ~key : key;
        for (Scope scope = SCOPE_BLOCK; scope <= widest; scope++) flag->when[scope] = now;
    }
}

static void acquire(SimBlockMemory *block, Handover *handover, const Request *request, uint32_t warp) {
    int32_t latest = handover->elsewhere, fenced = handover->fences[SCOPE_BLOCK].fenced[warp];
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        uint64_t key = request->address[__builtin_ctz(left)] << 1 | 1;
        const Flag *flag = find_flag(handover, request->space == PTX_SHARED ? ~key : key);
        if (flag->key == 0) continue;
        if (flag->when[SCOPE_BLOCK] >= block->races.block_start) raise_to(&latest, flag->when[SCOPE_BLOCK]);
        if (!request->access->block_scope) raise_to(&latest, flag->when[SCOPE_DEVICE]);
    }
    raise_to(&handover->seen[warp], latest);
    if (latest > fenced && fenced > block->races.warp_since[warp]) race_warp_barrier(block, warp);
}

void handover_access(SimBlockMemory *block, const Request *request) {
    uint32_t warp = request->warp;
    if (request->access->releases) sim_fence(block, warp, request->mask, request->access->block_scope);
    Handover *handover = block->handover;
    if (handover == NULL || warp >= WARPS) return;
    if (request->access->op != REQUEST_STORE) acquire(block, handover, request, warp);
    handover = handover_of(block); /* time may have begun anew */
    if (request->access->op == REQUEST_LOAD) return;
    if (has_fenced(&handover->fences[SCOPE_BLOCK], warp)) release(block, request, warp);
}

bool handover_orders(const SimBlockMemory *block, uint32_t number, uint32_t warp, int32_t time, uint32_t to_warp) {
    const Handover *handover = block->handover;
    if (handover == NULL || handover->seen[to_warp] == 0) return false;
    const Published *published = published_by(handover, number);
    Scope scope = number == block->number ? SCOPE_BLOCK : SCOPE_DEVICE;
    return published != NULL && time < published->before[scope][warp] && published->first <= handover->seen[to_warp];
}
