/* cp.async: copies from global to shared memory that are complete only once they have been waited for.
 *
 * The source is read when the copy is issued, and the bytes are written to shared memory when the thread waits for
 * them, which is the latest moment that hardware may choose. A thread's copies form groups (commit), and a wait with
 * N leaves the N latest groups pending. An access to a word that a pending copy writes, and a store to bytes that it
 * reads, race with the copy until the copying thread has waited (copy_races.c).
 *
 * Where a barrier object tracks the copy (cp.async.mbarrier.arrive), the wait is the first successful one that any
 * thread makes for the object's phase or a later one. The copy counts as a store at the time when it was tracked: it
 * belongs to what the copying thread's arrival releases, and what that thread does later does not (mbarrier.c).
 *
 * What a copy costs was measured (tests/hardware/async_copies_h200.csv). In global memory it is a load: one request,
 * and the distinct sectors of the bytes that are read. In shared memory it is a store, but the words come from the
 * banks of the cache line as they go to the banks of shared memory: of a group of lanes, a wavefront takes one word
 * from each source bank and gives one to each target bank, and words that several lanes read are not shared. So a
 * group takes as many wavefronts as the busier of the two sides needs. That is true of copies of 4 and 8 bytes unless
 * both sides are scattered, when the hardware takes a few more. Copies of 16 bytes bypass the cache: they cost as
 * much as a store where both sides lie in order, and more where the lanes read 32-byte sectors in parts, which is not
 * counted here.
 *
 * An inactive lane costs nothing, whether a branch or a predicate turned it off, and a warp without active lanes
 * makes no request. So say the hardware's events (tests/hardware/predicated_h200.csv). Profilers derive other figures
 * from addresses: of a copy that bypasses the cache they include the lanes that a predicate turned off.
 * counters_combine.c leaves those out. They also count every copy as a request, even one whose lanes all read
 * nothing, which is no request to global memory here. */
#include <stdlib.h>
#include <string.h>

#include "base/memory.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/counts/count.h"
#include "sim/memory/counts/counter_row.h"
#include "sim/memory/races/watched.h"

enum { MOST_COPIES = 4096 };

static uint32_t who_copies(const Copy *copy, int lane) {
    return who_is(copy->start.pc, copy->start.warp * WARP_SIZE + (uint32_t)lane);
}

static void set_in_flight(SimBlockMemory *block, const Copy *copy) {
    for (uint32_t left = copy->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint32_t earlier = block->copies->in_flight[copy->to[lane] / COPY_WORD];
        if (earlier != 0) copies_same_target(block, copy, lane, earlier & ~IN_FLIGHT);
        copies_in_flight(block, who_copies(copy, lane), copy->to[lane], copy->words * COPY_WORD);
    }
}

/* ---- arriving ---------------------------------------------------------------------------------------------------- */

/* When the copy of a lane counts as a store. Times that were noted before time was restarted are too late. */
static int32_t time_of(const SimBlockMemory *block, const Copy *copy, int lane) {
    bool tracked = copy->object[lane] != 0 && copy->tracked[lane] < block->races.now;
    return tracked ? copy->tracked[lane] : block->races.now;
}

static void arrive(SimBlockMemory *block, Copy *copy, uint32_t lanes) {
    for (uint32_t left = lanes & copy->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        for (uint32_t i = 0; i < copy->words; i++)
            memcpy(block->shared + copy->to[lane] + i * COPY_WORD, &copy->data[i][lane], COPY_WORD);
        copies_arrived(block, who_copies(copy, lane), copy->to[lane], copy->words * COPY_WORD,
                       time_of(block, copy, lane));
    }
    copy->mask &= ~lanes;
}

static void drop_arrived(Copies *copies) {
    size_t kept = 0;
    for (size_t i = 0; i < copies->count; i++)
        if (copies->at[i].mask != 0 || copies->at[i].start.elsewhere) {
            if (kept != i) copies->at[kept] = copies->at[i];
            kept++;
        }
    copies->count = kept;
}

void sim_copy_commit(SimBlockMemory *block, uint32_t warp, uint32_t mask) {
    Copies *copies = copies_of(block);
    for (uint32_t left = mask; left != 0; left &= left - 1)
        copies->committed[warp * WARP_SIZE + (uint32_t)__builtin_ctz(left)]++;
}

void sim_copy_wait(SimBlockMemory *block, SimWho who, uint32_t mask, uint64_t pending, bool uncommitted) {
    Copies *copies = block->copies;
    uint32_t warp = who.warp;
    if (copies == NULL || copies->count == 0) return;
    for (size_t i = 0; i < copies->count; i++) {
        Copy *copy = &copies->at[i];
        uint32_t done = 0;
        if (copy->start.warp != warp || copy->mask == 0) continue;
        for (uint32_t left = mask & copy->mask; left != 0; left &= left - 1) {
            uint32_t lane = (uint32_t)__builtin_ctz(left), committed = copies->committed[warp * WARP_SIZE + lane];
            if (uncommitted || (uint64_t)copy->group[lane] + pending < committed) done |= UINT32_C(1) << lane;
        }
        arrive(block, copy, done);
        if (copy->mask == 0) copies_overlap_end(block, &copy->start, &who);
        if (copy->mask == 0 && copies_worked(&copy->start, who)) copies_count_overlapped(block, &copy->start);
        if (copy->mask == 0 || copy->ahead || copy->start.empty) continue;
        copy->ahead = true;
        block->counters[copy->start.pc].at[METRIC_ASYNC_AHEAD]++;
    }
    drop_arrived(copies);
}

void copies_track(SimBlockMemory *block, uint32_t warp, uint32_t lane, uint32_t object) {
    Copies *copies = block->copies;
    for (size_t i = 0; copies != NULL && i < copies->count; i++) {
        Copy *copy = &copies->at[i];
        if (copy->start.warp != warp || copy->object[lane] != 0) continue;
        copy->object[lane] = object + 1;
        copy->tracked[lane] = block->races.now - 1; /* before the event of this instruction */
    }
}

void copies_complete(SimBlockMemory *block, uint32_t object) {
    Copies *copies = block->copies;
    for (size_t i = 0; copies != NULL && i < copies->count; i++)
        for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
            if (copies->at[i].object[lane] == object + 1) {
                copies->at[i].object[lane] |= PHASE_COMPLETE;
                copies_overlap_tracked(block, object, &copies->at[i].start);
            }
    copies_overlap_complete(block, object);
}

void copies_of_barrier_arrive(SimBlockMemory *block, uint32_t object, SimWho who) {
    Copies *copies = block->copies;
    if (copies == NULL || copies->count == 0) return;
    for (size_t i = 0; i < copies->count; i++) {
        Copy *copy = &copies->at[i];
        uint32_t done = 0;
        for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
            done |= (uint32_t)(copy->object[lane] == ((object + 1) | PHASE_COMPLETE)) << lane;
        bool waited = copy->mask != 0;
        arrive(block, copy, done);
        bool arrives = waited && copy->mask == 0;
        bool again = copy->start.elsewhere && done != 0 && copy->start.warp == who.warp;
        if (arrives) copies_overlap_end(block, &copy->start, &who);
        if (arrives || again) copies_judge_arrived(block, &copy->start, who);
    }
    drop_arrived(copies);
}

/* ---- issuing ----------------------------------------------------------------------------------------------------- */

/* Distinct sectors of the bytes that the lanes read, and the fewest that could hold as many bytes. */
static SectorCount taken_sectors(const Copy *copy) {
    uint64_t sector[2 * WARP_SIZE], bytes = 0;
    SectorCount count = {0, 0};
    for (uint32_t left = copy->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (copy->taken[lane] == 0) continue;
        bytes += copy->taken[lane];
        uint64_t last = (copy->from[lane] + copy->taken[lane] - 1) / SECTOR_BYTES;
        for (uint64_t at = copy->from[lane] / SECTOR_BYTES; at <= last; at++) {
            uint64_t seen = 0;
            while (seen < count.touched && sector[seen] != at) seen++;
            if (seen == count.touched) sector[count.touched++] = at;
        }
    }
    count.ideal = (bytes + SECTOR_BYTES - 1) / SECTOR_BYTES;
    if (count.ideal > count.touched) count.ideal = count.touched; /* where lanes read the same bytes */
    return count;
}

/* Reads the lanes that read only a part of their bytes, byte by byte: the bytes after that part may be out of
 * bounds. */
static bool load_bytes(SimBlockMemory *block, const SimAccess *load, Copy *copy, uint32_t lanes) {
    SimAccess byte = *load;
    byte.element = byte.vector = 1;
    for (uint32_t at = 0; at < copy->words * COPY_WORD; at++) {
        uint64_t address[WARP_SIZE];
        uint32_t taking = 0, value[WARP_SIZE];
        void *row[8] = {value};
        for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
            address[lane] = copy->from[lane] + at;
            taking |= (uint32_t)((lanes >> lane & 1) && at < copy->taken[lane]) << lane;
        }
        if (taking && !sim_access(block, &byte, (SimWho){.warp = copy->start.warp}, taking, address, row, NULL))
            return false;
        for (uint32_t left = taking; left != 0; left &= left - 1)
            copy->data[at / COPY_WORD][__builtin_ctz(left)] |= value[__builtin_ctz(left)] << 8 * (at % COPY_WORD);
    }
    return true;
}

/* Counts as one request to global memory however much each lane reads (measured: none where all read nothing). */
static bool load_source(SimBlockMemory *block, const SimAccess *load, Copy *copy) {
    uint32_t whole = 0;
    void *row[8];
    for (uint32_t i = 0; i < copy->words; i++) row[i] = copy->data[i];
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
        whole |= (uint32_t)((copy->mask >> lane & 1) && copy->taken[lane] == copy->words * COPY_WORD) << lane;
    uint64_t *counters = block->counters[load->pc].at, requests = counters[METRIC_GLOBAL_LOAD_REQUESTS];
    SectorCount before = {.touched = counters[METRIC_GLOBAL_LOAD_SECTORS],
                          .ideal = counters[METRIC_GLOBAL_LOAD_IDEAL_SECTORS]};
    if (whole && !sim_access(block, load, (SimWho){.warp = copy->start.warp}, whole, copy->from, row, NULL))
        return false;
    if (whole == copy->mask) return true;
    if (!load_bytes(block, load, copy, copy->mask & ~whole)) return false;
    SectorCount sectors = taken_sectors(copy);
    counters[METRIC_GLOBAL_LOAD_REQUESTS] = requests + (sectors.touched != 0);
    counters[METRIC_GLOBAL_LOAD_SECTORS] = before.touched + sectors.touched;
    counters[METRIC_GLOBAL_LOAD_IDEAL_SECTORS] = before.ideal + sectors.ideal;
    count_most_sectors(counters, sectors);
    return true;
}

/* The most words of the group that come from one bank. */
static int source_ways(const Copy *copy, uint32_t lanes) {
    int ways = 0, count[WARP_SIZE] = {0};
    for (uint32_t left = lanes; left != 0; left &= left - 1)
        for (uint32_t i = 0; i < copy->words; i++) {
            int *bank = &count[(copy->from[__builtin_ctz(left)] / COPY_WORD + i) % WARP_SIZE];
            if (++*bank > ways) ways = *bank;
        }
    return ways;
}

/* Adds the wavefronts that the source needs beyond those of the target, which are counted already. */
static void count_source(SimBlockMemory *block, const Copy *copy) {
    uint64_t *counters = block->counters[copy->start.pc].at;
    uint32_t taking = 0;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++)
        taking |= (uint32_t)((copy->mask >> lane & 1) && copy->taken[lane] != 0) << lane;
    for (uint32_t group = 0; group < copy->words; group++) {
        uint32_t size = WARP_SIZE / copy->words, lanes = ALL_LANES >> (WARP_SIZE - size) << group * size;
        int needed = source_ways(copy, taking & lanes);
        int counted = bank_cost(REQUEST_STORE, (int)copy->words * COPY_WORD, copy->mask & lanes, copy->to).wavefronts;
        if (needed <= counted) continue;
        counters[METRIC_SHARED_STORE_WAVEFRONTS] += (uint64_t)(needed - counted);
        counters[METRIC_SHARED_STORE_CONFLICTS] += (uint64_t)(needed - counted);
        if ((uint64_t)needed > counters[METRIC_SHARED_STORE_WAYS])
            counters[METRIC_SHARED_STORE_WAYS] = (uint64_t)needed;
    }
}

/* Checks, judges and counts the target as a store of the same bytes. */
static bool prepare_target(SimBlockMemory *block, const SimAccess *store, Copy *copy) {
    uint64_t address[WARP_SIZE];
    void *row[8];
    for (uint32_t i = 0; i < copy->words; i++) row[i] = copy->data[i];
    for (int lane = 0; lane < WARP_SIZE; lane++) address[lane] = copy->to[lane];
    Request request = {.access = store,
                       .warp = copy->start.warp,
                       .mask = copy->mask,
                       .space = PTX_SHARED,
                       .asynchronous = true,
                       .width = (int)copy->words * COPY_WORD,
                       .address = address,
                       .data = row};
    return access_shared_later(block, &request);
}

static Copy *new_copy(SimBlockMemory *block) {
    Copies *copies = copies_of(block);
    if (copies->count == MOST_COPIES) { /* hardware may complete copies before they are waited for; half of them are
                                           completed at a time, because drop_arrived() looks at all */
        for (size_t i = 0; i < MOST_COPIES / 2; i++) {
            if (copies->at[i].mask != 0) copies_overlap_end(block, &copies->at[i].start, NULL);
            arrive(block, &copies->at[i], ALL_LANES);
            copies->at[i].start.elsewhere = false;
        }
        drop_arrived(copies);
    }
    if (copies->count == copies->capacity) {
        copies->capacity = copies->capacity ? 2 * copies->capacity : 16;
        copies->at = memory_resize(copies->at, copies->capacity, sizeof *copies->at);
    }
    return &copies->at[copies->count];
}

bool sim_copy_issue(SimBlockMemory *block, const SimAccess *load, const SimAccess *store, SimWho who, uint32_t mask,
                    const uint64_t from[32], const uint64_t to[32], const uint32_t taken[32]) {
    Copy *copy = new_copy(block);
    *copy = (Copy){.start = {.warp = who.warp, .pc = load->pc, .since = who.loads},
                   .mask = mask,
                   .words = load->vector,
                   .low = UINT64_MAX};
    copy->start.empty = true;
    for (uint32_t lane = 0; lane < WARP_SIZE; lane++) {
        bool active = mask >> lane & 1;
        copy->from[lane] = from[lane];
        copy->to[lane] = active ? (uint32_t)to[lane] : 0;
        /* no larger shared address exists: it is out of bounds as well */
        if (active && to[lane] > UINT32_MAX) copy->to[lane] = UINT32_MAX;
        copy->taken[lane] = taken[lane] < copy->words * COPY_WORD ? taken[lane] : copy->words * COPY_WORD;
        copy->group[lane] = block->copies->committed[who.warp * WARP_SIZE + lane];
        if (!active || copy->taken[lane] == 0) continue;
        copy->start.empty = false;
        block->counters[load->pc].at[METRIC_ASYNC_BYTES] += copy->taken[lane];
        if (from[lane] < copy->low) copy->low = from[lane];
        if (from[lane] + copy->taken[lane] > copy->high) copy->high = from[lane] + copy->taken[lane];
    }
    if (!load_source(block, load, copy) || !prepare_target(block, store, copy)) return false;
    if (copy->words < COPY_MOST_WORDS) count_source(block, copy);
    block->copies->count++;
    if (!copy->start.empty) copies_overlap_begin(block, &copy->start);
    block->counters[load->pc].at[METRIC_ASYNC_REQUESTS]++;
    set_in_flight(block, copy);
    return true;
}
