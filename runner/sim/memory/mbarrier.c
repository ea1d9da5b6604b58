/* Barrier objects in shared memory: mbarrier, on which cuda::barrier and cuda::pipeline are built.
 *
 * The 8 bytes of an object are opaque to a program; here they hold, from the lowest bit on, the arrivals that the
 * phase still needs (20 bits), the arrivals that each phase needs (20 bits), the number of the phase (16 bits) and a
 * mark by which memory that was never initialised is told from an object. An arrival returns the word as it was
 * before, and a thread that waits with it waits until the number of the phase has changed.
 *
 * An arrival releases what its thread did before, and a wait that finds the phase complete acquires what the arrivals
 * of that phase and of earlier ones have released (PTX ISA, mbarrier.arrive and mbarrier.test_wait: .release and
 * .acquire by default). A thread that has arrived and has not waited knows nothing of the others. Copies whose
 * completion an object tracks (cp.async.mbarrier.arrive) are complete when the phase is, and their bytes are there for
 * those who have waited. The phase also waits for bytes of bulk copies that were expected (bulk_copy.c). */
#include <stdio.h>
#include <string.h>

#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/block_memory.h"
#include "sim/memory/races/causality.h"
#include "sim/memory/races/race.h"

enum { COUNT_BITS = 20, PHASE_AT = 2 * COUNT_BITS, PHASE_BITS = 16, MARK_AT = PHASE_AT + PHASE_BITS };
#define COUNT_MASK ((UINT64_C(1) << COUNT_BITS) - 1)
#define PHASE_MASK ((UINT64_C(1) << PHASE_BITS) - 1)
#define MARK UINT64_C(0x6d)

typedef struct Object {
    uint64_t pending, expected, phase;
} Object;

static uint64_t packed(Object object) {
    return object.pending | object.expected << COUNT_BITS | (object.phase & PHASE_MASK) << PHASE_AT | MARK << MARK_AT;
}

static Object unpacked(uint64_t word) {
    return (Object){word & COUNT_MASK, word >> COUNT_BITS & COUNT_MASK, word >> PHASE_AT & PHASE_MASK};
}

/* A lane's access to an object, whose word is at `word`; the address is made one of shared memory. */
static Request request_of(const SimAccess *access, SimWho who, int lane, uint64_t *address, void *const *word) {
    if (access->space == PTX_GENERIC && generic_space(address) != PTX_SHARED) *address = UINT64_MAX - 7;
    return (Request){.access = access,
                     .warp = who.warp,
                     .mask = UINT32_C(1) << lane,
                     .space = PTX_SHARED,
                     .strided = true,
                     .width = sizeof(uint64_t),
                     .first_lane = lane,
                     .lanes = 1,
                     .stride = sizeof(uint64_t),
                     .low = *address,
                     .high = *address,
                     .data = word};
}

/* The bytes of the object, or NULL after a finding. */
static uint8_t *object_bytes(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address) {
    uint64_t addresses[WARP_SIZE];
    Request request = request_of(access, who, lane, &address, NULL);
    for (int i = 0; i < WARP_SIZE; i++) addresses[i] = address;
    request.address = addresses;
    const Span *span = find_span(block, PTX_SHARED, address);
    if (span == NULL || span->size - (address - span->start) < sizeof(uint64_t))
        fault_out_of_bounds(block, &request, lane);
    else if (address % sizeof(uint64_t) != 0)
        fault_misaligned(block, &request, lane);
    else
        return block->shared + address;
    return NULL;
}

/* For races, making an object is a store, and everything else is a strong load: whoever uses the object must be ordered
 * after the thread that made it. Unmaking it is not judged: the last thread of libcu++'s cuda::pipeline does it, and
 * knows of the other lanes of its warp only that they converged with it. */
static void judge(SimBlockMemory *block, const SimAccess *access, SimWho who, uint32_t lanes, uint64_t address,
                  RequestOp op, uint64_t word) {
    uint64_t addresses[WARP_SIZE], words[WARP_SIZE];
    void *row[] = {words};
    SimAccess judged = *access;
    if (!block->races.on) return;
    Request request = request_of(&judged, who, __builtin_ctz(lanes), &address, row);
    for (int i = 0; i < WARP_SIZE; i++) addresses[i] = address, words[i] = word;
    request.address = addresses;
    if (lanes != request.mask) request.mask = lanes, request.strided = false;
    judged.op = (uint8_t)op;
    judged.synchronising = judged.acquires = op == REQUEST_LOAD;
    race_access(block, &request);
}

static bool misused(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                    const char *what) {
    char place[FAULT_TEXT], thread[32];
    generic_space(&address);
    sim_finding(block, FINDING_BARRIER, false, access->pc, UINT32_MAX, "%s: thread %s %s",
                fault_place(block, PTX_SHARED, address, sizeof(uint64_t), place),
                sim_thread_name(block, who.warp * WARP_SIZE + (uint32_t)lane, thread), what);
    return false;
}

bool sim_mbarrier_init(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                       uint32_t count) {
    uint8_t *bytes = object_bytes(block, access, who, lane, address);
    if (bytes == NULL) return false;
    if (count == 0 || count > COUNT_MASK)
        return misused(block, access, who, lane, address,
                       "makes a barrier for a number of arrivals that is not from 1 to 1048575");
    uint64_t word = packed((Object){.pending = count, .expected = count});
    judge(block, access, who, UINT32_C(1) << lane, address, REQUEST_STORE, word);
    memcpy(bytes, &word, sizeof word);
    copies_bulk_forget(block, (uint32_t)(bytes - block->shared));
    return true;
}

bool sim_mbarrier_invalidate(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address) {
    uint8_t *bytes = object_bytes(block, access, who, lane, address);
    if (bytes != NULL) memset(bytes, 0, sizeof(uint64_t));
    if (bytes != NULL) copies_bulk_forget(block, (uint32_t)(bytes - block->shared));
    return bytes != NULL;
}

static bool read_object(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                        uint8_t **bytes, uint64_t *word) {
    *bytes = object_bytes(block, access, who, lane, address);
    if (*bytes == NULL) return false;
    memcpy(word, *bytes, sizeof *word);
    return *word >> MARK_AT == MARK ||
           misused(block, access, who, lane, address,
                   "uses a barrier that was not initialised: init() by one thread, then __syncthreads()");
}

static bool comes_by_luck(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                          uint32_t other) {
    char there[32], text[256];
    snprintf(
        text, sizeof text,
        "arrives, and nothing keeps it from coming before thread %s, which arrived in the phase before: luck decides "
        "who counts in which phase. Wait for a phase before the next arrival, or make the barrier for all who arrive",
        sim_thread_name(block, other, there));
    return misused(block, access, who, lane, address, text);
}

/* Begins the next phase where nothing is missing in this one. */
static void go_on(SimBlockMemory *block, Object object, uint8_t *bytes) {
    uint32_t at = (uint32_t)(bytes - block->shared);
    if (object.pending == 0 && copies_bulk_settled(block, at)) {
        copies_complete(block, at);
        copies_bulk_complete(block, at);
        causality_object_completed(block, at);
        object.pending = object.expected;
        object.phase++;
    }
    uint64_t word = packed(object);
    memcpy(bytes, &word, sizeof word);
}

bool sim_mbarrier_arrive(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                         uint32_t count, bool drop, uint64_t *state) {
    uint8_t *bytes;
    if (!read_object(block, access, who, lane, address, &bytes, state)) return false;
    Object object = unpacked(*state);
    if (count > object.pending)
        return misused(block, access, who, lane, address,
                       "arrives at a barrier that expects no more arrivals in this phase");
    int other =
        causality_object_counted(block, (uint32_t)(bytes - block->shared), who.warp * WARP_SIZE + (uint32_t)lane);
    if (other >= 0) return comes_by_luck(block, access, who, lane, address, (uint32_t)other);
    object.pending -= count;
    object.expected -= drop && object.expected >= count ? count : 0;
    go_on(block, object, bytes);
    return true;
}

/* The lanes at the address of the lowest one. */
static uint32_t lanes_together(uint32_t lanes, const uint64_t address[32]) {
    uint32_t together = 0;
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        together |= (uint32_t)(address[__builtin_ctz(left)] == address[__builtin_ctz(lanes)]) << __builtin_ctz(left);
    return together;
}

void sim_mbarrier_release(SimBlockMemory *block, SimWho who, uint32_t lanes, const uint64_t address[32]) {
    for (uint32_t together; lanes != 0; lanes &= ~together) {
        uint64_t at = address[__builtin_ctz(lanes)];
        together = lanes_together(lanes, address);
        generic_space(&at);
        if (at >= block->layout->shared_size) continue;
        causality_object_arrived(block, (uint32_t)at, who.warp, together);
        copies_overlap_arrive(block, (uint32_t)at, who);
    }
}

bool sim_mbarrier_use(SimBlockMemory *block, const SimAccess *access, SimWho who, uint32_t lanes,
                      const uint64_t address[32]) {
    for (uint32_t together; lanes != 0; lanes &= ~together) {
        uint8_t *bytes;
        uint64_t word;
        together = lanes_together(lanes, address);
        if (!read_object(block, access, who, __builtin_ctz(lanes), address[__builtin_ctz(lanes)], &bytes, &word))
            return false;
        judge(block, access, who, together, address[__builtin_ctz(lanes)], REQUEST_LOAD, word);
    }
    return true;
}

bool sim_mbarrier_track(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                        bool counts) {
    uint8_t *bytes;
    uint64_t word;
    if (!read_object(block, access, who, lane, address, &bytes, &word)) return false;
    copies_track(block, who.warp, (uint32_t)lane, (uint32_t)(bytes - block->shared));
    return !counts || sim_mbarrier_arrive(block, access, who, lane, address, 1, false, &word);
}

bool sim_mbarrier_expect(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                         uint32_t bytes, bool completes) {
    uint8_t *at;
    uint64_t word;
    if (!read_object(block, access, who, lane, address, &at, &word)) return false;
    if (!copies_bulk_expect(block, (uint32_t)(at - block->shared), completes ? -(int64_t)bytes : (int64_t)bytes))
        return misused(block, access, who, lane, address,
                       "makes the barrier's phase expect more than 1048575 bytes of bulk copies");
    go_on(block, unpacked(word), at);
    return true;
}

bool sim_mbarrier_copy(SimBlockMemory *block, const SimAccess *access, const SimAccess *load, const SimAccess *store,
                       SimWho who, int lane, uint64_t address, uint64_t from, uint64_t to, uint32_t size) {
    uint8_t *at;
    uint64_t word;
    if (!read_object(block, access, who, lane, address, &at, &word)) return false;
    if (!copies_bulk_issue(block, load, store, who, lane, from, to, size, (uint32_t)(at - block->shared))) return false;
    go_on(block, unpacked(word), at);
    return true;
}

bool sim_mbarrier_test(SimBlockMemory *block, const SimAccess *access, SimWho who, int lane, uint64_t address,
                       bool parity, uint64_t state, bool *complete) {
    uint8_t *bytes;
    uint64_t word;
    if (!read_object(block, access, who, lane, address, &bytes, &word)) return false;
    uint64_t phase = unpacked(word).phase;
    *complete = parity ? (phase & 1) != (state & 1) : phase != unpacked(state).phase;
    if (!*complete) return true;
    copies_of_barrier_arrive(block, (uint32_t)(bytes - block->shared), who);
    copies_bulk_arrive(block, (uint32_t)(bytes - block->shared), who);
    copies_overlap_wait(block, (uint32_t)(bytes - block->shared), who);
    causality_object_waited(block, (uint32_t)(bytes - block->shared), who.warp * WARP_SIZE + (uint32_t)lane);
    return true;
}

uint32_t sim_mbarrier_pending(uint64_t state) {
    return (uint32_t)unpacked(state).pending;
}
