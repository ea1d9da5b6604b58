/* cp.async.bulk from global to shared memory: one thread's copy of any multiple of 16 bytes, whose completion a barrier
 * object signals. cuda::memcpy_async with a cuda::barrier and an aligned size comes down to it from sm_90 on.
 *
 * A phase of an object is over when no arrival is missing and the bytes that were expected (mbarrier.expect_tx) have
 * come. A copy takes its bytes off that number when it is complete, at any time after it was issued. Here that is as
 * late as it can be: when no arrival is missing, the bytes of copies are taken off in the order in which they were
 * issued until nothing is expected any more. Copies that are left then, because too little was expected, stay under
 * way: a wait for the phase does not wait for them, and who reads their bytes races with them. Where the bytes of the
 * copies and those expected never come to 0, the phase never ends. All that was seen on an H100: expecting 16 bytes too
 * many or too few stops the phase for ever; expecting none lets it end or not, as the copy is slower or faster than
 * the arrival.
 *
 * As with cp.async, the source is read at once, and the bytes are written to shared memory at the first successful wait
 * for the phase. For races the copy is a store by its thread, and its completion releases it to the object, whether
 * that thread arrived before or arrives at all. (What the thread itself wrote before the copy is taken to be released
 * with it, which is more than the PTX ISA promises.)
 *
 * Costs: Nsight Compute counts none of this among the loads from global memory and the stores to shared memory (an
 * H100: l1tex__t_*_pipe_lsu_mem_global_op_ld and the wavefronts of shared memory do not change with the copy's size).
 * The copies go by the Tensor Memory Accelerator, so they are counted as asynchronous copies, and their bytes. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/counts/counter_row.h"
#include "sim/memory/races/causality.h"
#include "sim/memory/races/race.h"

enum { MOST_COPIES = 1024, MOST_BYTES = 1 << 24, MOST_EXPECTED = (1 << 20) - 1, BULK_UNIT = 16 };

/* ---- the bytes that objects expect ------------------------------------------------------------------------------- */

static int32_t *expected_of(SimBlockMemory *block, uint32_t object) {
    Copies *copies = copies_of(block);
    if (copies->expected == NULL)
        copies->expected = memory_zeroed(block->layout->shared_size / OBJECT_BYTES + 1, sizeof *copies->expected);
    return &copies->expected[object / OBJECT_BYTES];
}

bool copies_bulk_expect(SimBlockMemory *block, uint32_t object, int64_t bytes) {
    int32_t *expected = expected_of(block, object);
    int64_t sum = *expected + bytes;
    if (sum > MOST_EXPECTED || sum < -MOST_EXPECTED) return false;
    *expected = (int32_t)sum;
    return true;
}

static void take_off(int32_t *expected, BulkCopy *copy) {
    int64_t left = (int64_t)*expected - copy->size;
    *expected = left < -MOST_EXPECTED ? -MOST_EXPECTED : (int32_t)left;
    copy->counted = true;
}

bool copies_bulk_settled(SimBlockMemory *block, uint32_t object) {
    Copies *copies = block->copies;
    if (copies == NULL || copies->expected == NULL) return true;
    int32_t *expected = expected_of(block, object);
    for (size_t i = 0; i < copies->bulk_count && *expected != 0; i++) {
        BulkCopy *copy = &copies->bulk[i];
        if (copy->object == object + 1 && !copy->counted) take_off(expected, copy);
    }
    return *expected == 0;
}

void copies_bulk_complete(SimBlockMemory *block, uint32_t object) {
    Copies *copies = block->copies;
    for (size_t i = 0; copies != NULL && i < copies->bulk_count; i++) {
        BulkCopy *copy = &copies->bulk[i];
        if (!copy->counted || copy->complete || copy->object != object + 1) continue;
        copy->complete = true;
        copies_overlap_tracked(block, object, &copy->start);
    }
}

void copies_bulk_forget(SimBlockMemory *block, uint32_t object) {
    Copies *copies = block->copies;
    if (copies == NULL) return;
    if (copies->expected != NULL) *expected_of(block, object) = 0;
    for (size_t i = 0; i < copies->bulk_count; i++)
        if (copies->bulk[i].object == object + 1) copies->bulk[i].object = 0;
}

/* ---- arriving ---------------------------------------------------------------------------------------------------- */

static uint32_t who_copies(const BulkCopy *copy) {
    return who_is(copy->start.pc, copy->thread);
}

static void arrive(SimBlockMemory *block, BulkCopy *copy, const SimWho *who) {
    /* times that were noted before time was restarted are too late */
    int32_t time = copy->time < block->races.now ? copy->time : block->races.now;
    if (copy->arrived) return;
    memcpy(block->shared + copy->to, copy->data, copy->size);
    copies_arrived(block, who_copies(copy), copy->to, copy->size, time);
    copies_overlap_end(block, &copy->start, who);
    copy->arrived = true;
}

static void drop_arrived(Copies *copies) {
    size_t kept = 0;
    for (size_t i = 0; i < copies->bulk_count; i++) {
        BulkCopy *copy = &copies->bulk[i];
        if (copy->arrived) free(copy->data), copy->data = NULL;
        if (!copy->arrived || copy->start.elsewhere) copies->bulk[kept++] = *copy;
    }
    copies->bulk_count = kept;
}

void copies_bulk_arrive(SimBlockMemory *block, uint32_t object, SimWho who) {
    Copies *copies = block->copies;
    if (copies == NULL || copies->bulk_count == 0) return;
    for (size_t i = 0; i < copies->bulk_count; i++) {
        BulkCopy *copy = &copies->bulk[i];
        if (copy->object != object + 1 || !copy->complete) continue;
        bool again = copy->arrived && copy->start.warp == who.warp;
        if (!copy->arrived || again) copies_judge_arrived(block, &copy->start, who);
        arrive(block, copy, &who);
    }
    drop_arrived(copies);
}

/* ---- issuing ----------------------------------------------------------------------------------------------------- */

static bool is_whole(SimBlockMemory *block, const SimAccess *load, uint32_t thread, uint32_t size) {
    char name[32];
    if (size % BULK_UNIT == 0) return true;
    sim_finding(block, FINDING_MISALIGNED, false, load->pc, UINT32_MAX,
                "thread %s of block (%u,%u,%u) copies %u bytes with cp.async.bulk: the number must be a multiple of %d",
                sim_thread_name(block, thread, name), block->index[0], block->index[1], block->index[2], size,
                (int)BULK_UNIT);
    return false;
}

static Request request_of(const SimAccess *access, SimWho who, int lane, PtxSpace space, const uint64_t *address) {
    return (Request){.access = access,
                     .warp = who.warp,
                     .mask = UINT32_C(1) << lane,
                     .space = (uint8_t)space,
                     .asynchronous = true,
                     .strided = true,
                     .width = BULK_UNIT,
                     .first_lane = lane,
                     .lanes = 1,
                     .stride = BULK_UNIT,
                     .address = address};
}

static size_t bytes_under_way(const Copies *copies) {
    size_t bytes = 0;
    for (size_t i = 0; i < copies->bulk_count; i++) bytes += copies->bulk[i].size;
    return bytes;
}

/* Hardware may complete copies before they are waited for. Where very many are under way, half of them are. */
static void complete_half(SimBlockMemory *block, Copies *copies) {
    for (size_t i = 0; i < (copies->bulk_count + 1) / 2; i++) {
        BulkCopy *copy = &copies->bulk[i];
        if (copy->object != 0 && !copy->counted) take_off(expected_of(block, copy->object - 1), copy);
        arrive(block, copy, NULL);
        copy->start.elsewhere = false;
    }
    drop_arrived(copies);
}

static BulkCopy *new_copy(SimBlockMemory *block) {
    Copies *copies = copies_of(block);
    if (copies->bulk_count == MOST_COPIES || bytes_under_way(copies) > MOST_BYTES) complete_half(block, copies);
    if (copies->bulk_count == copies->bulk_capacity) {
        copies->bulk_capacity = copies->bulk_capacity ? 2 * copies->bulk_capacity : 16;
        copies->bulk = memory_resize(copies->bulk, copies->bulk_capacity, sizeof *copies->bulk);
    }
    BulkCopy *copy = &copies->bulk[copies->bulk_count++];
    *copy = (BulkCopy){.size = 0};
    return copy;
}

bool copies_bulk_issue(SimBlockMemory *block, const SimAccess *load, const SimAccess *store, SimWho who, int lane,
                       uint64_t from, uint64_t to, uint32_t size, uint32_t object) {
    uint64_t address[WARP_SIZE];
    uint32_t thread = who.warp * WARP_SIZE + (uint32_t)lane;
    if (!is_whole(block, load, thread, size)) return false;
    block->counters[load->pc].at[METRIC_ASYNC_BYTES] += size;
    if (size == 0) return true;
    uint8_t *data = NULL;
    for (int i = 0; i < WARP_SIZE; i++) address[i] = to; /* looked at first: shared memory is small */
    Request target = request_of(store, who, lane, PTX_SHARED, address);
    if (!access_bulk(block, &target, size, NULL)) return false;
    for (int i = 0; i < WARP_SIZE; i++) address[i] = from;
    Request source = request_of(load, who, lane, PTX_GLOBAL, address);
    if (!access_bulk(block, &source, size, &data)) return false;
    BulkCopy *copy = new_copy(block);
    *copy = (BulkCopy){.start = {.warp = who.warp, .pc = load->pc, .since = who.loads},
                       .thread = thread,
                       .to = (uint32_t)to,
                       .size = size,
                       .from = from,
                       .data = data,
                       .object = object + 1};
    causality_object_copied(block, object, thread);
    copy->time = block->races.now - 1; /* before the event of its completion */
    copies_overlap_begin(block, &copy->start);
    copies_in_flight(block, who_copies(copy), copy->to, size);
    return true;
}
