/* Which thread stored each byte of shared memory last, and so how much of what is loaded only comes back to the thread
 * that stored it: shared.load.own. A tile from which every thread takes what it put there itself passes nothing on; one
 * from which every warp does, nothing between warps: shared.load.own_warp. And how many bytes were written at all,
 * shared.store.distinct: two arrays in one place are no more than one. And how many were read or changed before that,
 * shared.unwritten: sums that begin with what lay there. And how many were stored as another thread had just stored
 * them, shared.store.repeated: what threads do each for itself where one would be enough. And what each instruction
 * stored, as a sum, to see whether it stores the same in another run, and of atomics on shared memory where they are.
 * And how many lines of global memory were touched: recall.h, which the other runs count with, knows a place within a
 * sector only. And how many bytes of global memory each warp loads, to see whether they share that: imbalance.loads.
 *
 * An asynchronous copy stores for the thread that asked for it. What an atomic leaves is nobody's, because it may hold
 * what several threads brought, unless all of it was the same thread's before. The record costs a pass over the bytes
 * of every request, so it is kept only where a launch asks for it (Launch.owners). */
#include <string.h>

#include "metric_names.h"
#include "sim/memory/block_memory.h"
#include "sim/memory/counts/count.h"

/* A thread's mark is its number in the block plus 1, at most 1024. */
enum {
    OWNER_NONE = 0, /* nobody has written the byte */
    OWNER_NOBODY = UINT16_MAX,
};

void owners_block_begin(SimBlockMemory *block) {
    memset(block->owners, OWNER_NONE, block->layout->shared_size * sizeof *block->owners);
    memset(block->unread, false, block->layout->shared_size * sizeof *block->unread);
    memset(block->loaded, 0, sizeof block->loaded);
    block->block_loaded = 0;
    loaders_block_begin(block);
}

static uint64_t count_unwritten(const uint16_t *owners, int width) {
    uint64_t unwritten = 0;
    for (int byte = 0; byte < width; byte++) unwritten += owners[byte] == OWNER_NONE;
    return unwritten;
}

/* Says how many of the bytes nobody had written. */
static uint64_t set_owner(uint16_t *owners, int width, uint16_t mark) {
    uint64_t fresh = count_unwritten(owners, width);
    for (int byte = 0; byte < width; byte++) owners[byte] = mark;
    return fresh;
}

static bool owns_all(const uint16_t *owners, int width, uint16_t mark) {
    bool all = true;
    if (owners[0] != mark) return false;
    for (int byte = 0; byte < width; byte++) all &= owners[byte] == mark;
    return all;
}

static bool is_of_warp(const uint16_t *owners, int width, uint32_t warp) {
    bool all = true;
    for (int byte = 0; byte < width; byte++)
        all &= owners[byte] != OWNER_NONE && owners[byte] != OWNER_NOBODY && (owners[byte] - 1u) / WARP_SIZE == warp;
    return all;
}

/* An exchange leaves what it brings, whatever lay there, as a store does: atomicExch(&sum, 0) is a way to begin. */
static bool builds_on_bytes(const SimAccess *access) {
    return access->op == REQUEST_LOAD || (access->op == REQUEST_ATOMIC && access->atomic != PTX_ATOM_EXCH);
}

/* Whether each of some bytes is as another thread, or another warp, has stored it, and nobody has read it since. */
static bool was_stored(const SimBlockMemory *block, size_t place, const uint8_t *value, size_t size, uint32_t thread,
                       uint32_t threads) {
    bool all = true;
    for (size_t byte = 0; byte < size; byte++)
        all &= block->unread[place + byte] && block->stored[place + byte] == value[byte] &&
               (block->owners[place + byte] - 1u) / threads != thread / threads;
    return all;
}

/* A store by one lane, before it is its owner. A number is repeated or is not: a byte of it says nothing. */
static void take_repeated(SimBlockMemory *block, const Request *request, uint32_t lane) {
    const SimAccess *access = request->access;
    size_t place = request->address[lane], size = access->element < access->row ? access->element : access->row;
    uint32_t thread = request->warp * WARP_SIZE + lane;
    for (int i = 0; i < access->vector; i++, place += size) {
        const uint8_t *value = (const uint8_t *)request->data[i] + lane * access->row;
        if (was_stored(block, place, value, size, thread, 1)) block->repeated += size;
        if (was_stored(block, place, value, size, thread, WARP_SIZE)) block->repeated_warp += size;
        memcpy(block->stored + place, value, size);
        memset(block->unread + place, true, size);
    }
}

void owners_take(SimBlockMemory *block, const Request *request) {
    bool bulk = request->data == NULL; /* a piece of a bulk copy, which is no request */
    if (request->access->op == REQUEST_STORE && !bulk) block->shared_lines += count_lines(request);
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint16_t mark = (uint16_t)(request->warp * WARP_SIZE + lane + 1), *owners = block->owners;
        owners += request->address[lane];
        if (builds_on_bytes(request->access)) block->unwritten += count_unwritten(owners, request->width);
        bool stores = request->access->op == REQUEST_STORE && !request->asynchronous;
        if (stores) take_repeated(block, request, lane);
        if (!stores) memset(block->unread + request->address[lane], false, (size_t)request->width);
        switch ((RequestOp)request->access->op) {
        case REQUEST_LOAD:
            if (owns_all(owners, request->width, mark)) block->own_bytes += (uint64_t)request->width;
            if (is_of_warp(owners, request->width, request->warp)) block->own_warp_bytes += (uint64_t)request->width;
            break;
        case REQUEST_STORE: block->written += set_owner(owners, request->width, mark); break;
        case REQUEST_ATOMIC: /* a word to which its owner alone adds stays the owner's */
            if (!owns_all(owners, request->width, mark))
                block->written += set_owner(owners, request->width, OWNER_NOBODY);
            break;
        case REQUEST_FREE: break; /* of shared memory there is none */
        }
    }
}

/* Spreads a value over 64 bits (the finaliser of splitmix64), so that a sum of values shows most changes of one. */
static uint64_t spread(uint64_t value) {
    value += UINT64_C(0x9e3779b97f4a7c15);
    value = (value ^ value >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    value = (value ^ value >> 27) * UINT64_C(0x94d049bb133111eb);
    return value ^ value >> 31;
}

void owners_take_values(SimBlockMemory *block, const Request *request) {
    const SimAccess *access = request->access;
    size_t bytes = access->element < access->row ? access->element : access->row;
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        size_t lane = (size_t)__builtin_ctz(left);
        for (int i = 0; i < access->vector; i++) {
            uint64_t value = 0;
            memcpy(&value, (const uint8_t *)request->data[i] + lane * access->row, bytes);
            block->sums[access->pc] += spread(value);
        }
    }
}

/* With the thread: where all change places, the addresses are the same ones. */
void owners_take_addresses(SimBlockMemory *block, const Request *request) {
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        uint32_t lane = (uint32_t)__builtin_ctz(left);
        uint64_t thread = request->warp * WARP_SIZE + lane;
        block->sums[request->access->pc] += spread(request->address[lane] ^ thread << 32);
    }
}

static void take_bytes(SimBlockMemory *block, const Request *request) {
    uint64_t bytes = (uint64_t)request->width * (uint64_t)__builtin_popcount(request->mask);
    uint64_t *of_warp = &block->loaded[request->warp];
    *of_warp += bytes;
    block->block_loaded += bytes;
    block->all_loaded += bytes;
    if (*of_warp > block->most_loaded) block->most_loaded = *of_warp;
    if (block->block_loaded > block->most_block_loaded) block->most_block_loaded = block->block_loaded;
}

void owners_take_global(SimBlockMemory *block, const Request *request) {
    if (request->access->op == REQUEST_LOAD) {
        block->load_lines += count_lines(request);
        take_bytes(block, request);
        loaders_take(block, request);
    }
    if (request->access->op == REQUEST_STORE) block->store_lines += count_lines(request);
}

void sim_set_own(Metrics *metrics, SimBlockMemory *const *memories, uint32_t count, uint64_t blocks, uint64_t warps) {
    uint64_t own = 0, written = 0, unwritten = 0, load_lines = 0, store_lines = 0, loaded = 0, shared_lines = 0;
    uint64_t most = 0, most_block = 0, own_warp = 0, common = 0, repeated = 0, repeated_warp = 0;
    for (uint32_t i = 0; i < count; i++) {
        own += memories[i]->own_bytes;
        own_warp += memories[i]->own_warp_bytes;
        common += memories[i]->loaders.common;
        written += memories[i]->written;
        repeated += memories[i]->repeated;
        repeated_warp += memories[i]->repeated_warp;
        unwritten += memories[i]->unwritten;
        load_lines += memories[i]->load_lines;
        store_lines += memories[i]->store_lines;
        shared_lines += memories[i]->shared_lines;
        loaded += memories[i]->all_loaded;
        if (memories[i]->most_loaded > most) most = memories[i]->most_loaded;
        if (memories[i]->most_block_loaded > most_block) most_block = memories[i]->most_block_loaded;
    }
    metrics_set(metrics, METRIC_SHARED_LOAD_OWN, (double)own);
    metrics_set(metrics, METRIC_SHARED_LOAD_OWN_WARP, (double)own_warp);
    metrics_set(metrics, METRIC_GLOBAL_LOAD_COMMON, (double)common);
    metrics_set(metrics, METRIC_SHARED_STORE_DISTINCT, (double)written);
    metrics_set(metrics, METRIC_SHARED_STORE_REPEATED, (double)repeated);
    metrics_set(metrics, METRIC_SHARED_STORE_REPEATED_WARP, (double)repeated_warp);
    metrics_set(metrics, METRIC_SHARED_UNWRITTEN, (double)unwritten);
    metrics_set(metrics, METRIC_GLOBAL_LOAD_LINES, (double)load_lines);
    metrics_set(metrics, METRIC_GLOBAL_STORE_LINES, (double)store_lines);
    metrics_set(metrics, METRIC_SHARED_STORE_LINES, (double)shared_lines);
    double mean = (double)loaded / (double)blocks, evenly = 1;
    metrics_set(metrics, METRIC_IMBALANCE_BLOCK_LOADS, loaded == 0 ? evenly : (double)most_block / mean);
    metrics_set(metrics, METRIC_IMBALANCE_LOADS, loaded == 0 ? evenly : (double)(most * warps) / (double)loaded);
}
