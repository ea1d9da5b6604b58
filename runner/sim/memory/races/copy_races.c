/* Races with copies by cp.async and cp.async.bulk that have not been waited for: accesses to the words that they write,
 * stores to the bytes that they read, and lanes of one copy with the same target. */
#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/async_copy.h"
#include "sim/memory/races/race.h"

static void report_same_target(SimBlockMemory *block, const Copy *copy, int lane, uint32_t earlier) {
    if (finding_again(block, FINDING_RACE, true, copy->start.pc, UINT32_MAX)) return;
    char place[FAULT_TEXT], first[32], second[32];
    sim_finding(block, FINDING_RACE, true, copy->start.pc, UINT32_MAX,
                "%s: threads %s and %s copy to it in one instruction, and either copy may stay",
                fault_place(block, PTX_SHARED, copy->to[lane], (int)copy->words * COPY_WORD, place),
                sim_thread_name(block, thread_of(earlier), first),
                sim_thread_name(block, copy->start.warp * WARP_SIZE + (uint32_t)lane, second));
}

/* Whether that thread is a lower lane of this same copy. A pending copy issued earlier was reported when this copy's
 * target was checked as a store. */
static bool copies_too(const Copy *copy, int lane, uint32_t thread) {
    uint32_t other = thread % WARP_SIZE;
    return thread / WARP_SIZE == copy->start.warp && other < (uint32_t)lane && (copy->mask >> other & 1) &&
           copy->to[other] == copy->to[lane];
}

void copies_same_target(SimBlockMemory *block, const Copy *copy, int lane, uint32_t earlier) {
    if (block->layout->races && copies_too(copy, lane, thread_of(earlier)))
        report_same_target(block, copy, lane, earlier);
}

static const char *verb_of(const Request *request) {
    return request->access->op == REQUEST_LOAD ? "read" : request->access->op == REQUEST_STORE ? "written" : "updated";
}

/* Whether a barrier object tracks the pending copy, which `who` names. */
static bool is_tracked(const Copies *copies, uint32_t who) {
    uint32_t warp = thread_of(who) / WARP_SIZE, lane = thread_of(who) % WARP_SIZE;
    for (size_t i = 0; i < copies->count; i++) {
        const Copy *copy = &copies->at[i];
        if (copy->start.warp == warp && copy->start.pc == pc_of(who) && copy->mask >> lane & 1 &&
            copy->object[lane] != 0)
            return true;
    }
    return false;
}

static bool is_bulk(const Copies *copies, uint32_t who) {
    for (size_t i = 0; i < copies->bulk_count; i++) {
        const BulkCopy *copy = &copies->bulk[i];
        if (copy->thread == thread_of(who) && copy->start.pc == pc_of(who) && !copy->arrived) return true;
    }
    return false;
}

static void report_early(SimBlockMemory *block, const Request *request, int lane, uint64_t address, uint32_t who) {
    uint32_t pc = request->access->pc, other_pc = pc_of(who), thread = request->warp * WARP_SIZE + (uint32_t)lane;
    if (finding_again(block, FINDING_RACE, false, pc, other_pc)) return;
    char place[FAULT_TEXT], first[32], second[32], first_line[32], second_line[32];
    const char *by_groups = thread_of(who) == thread ? "__pipeline_wait_prior (cp.async.wait_group)"
                                                     : "__pipeline_wait_prior (cp.async.wait_group) by the thread that "
                                                       "copies, then __syncthreads() for the others";
    bool bulk = is_bulk(block->copies, who);
    sim_finding(
        block, FINDING_RACE, false, pc, other_pc,
        "%s: thread %s copies to it with cp.async%s%s, %s by thread %s%s before the copy was waited for; it takes %s",
        fault_place(block, PTX_SHARED, address, request->width, place), sim_thread_name(block, thread_of(who), first),
        bulk ? ".bulk" : "", at_line(block, other_pc, first_line), verb_of(request),
        sim_thread_name(block, thread, second), at_line(block, pc, second_line),
        bulk ? "a wait at the copy's barrier, for a phase that expects its bytes (mbarrier.expect_tx)"
        : is_tracked(block->copies, who) ? "a wait at the barrier that tracks the copy"
                                         : by_groups);
}

bool copies_access(SimBlockMemory *block, const Request *request) {
    const Copies *copies = block->copies;
    bool found = false;
    if (copies->count == 0 && copies->bulk_count == 0) return false;
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t last = (request->address[lane] + (uint64_t)request->width - 1) / COPY_WORD;
        for (uint64_t word = request->address[lane] / COPY_WORD; word <= last; word++) {
            if (copies->in_flight[word] == 0) continue;
            report_early(block, request, lane, request->address[lane], copies->in_flight[word] & ~IN_FLIGHT);
            found = true;
            break;
        }
    }
    return found;
}

static void report_source(SimBlockMemory *block, const Request *request, int lane, const CopyStart *copy,
                          uint32_t copying, const char *how, const char *waits) {
    uint32_t pc = request->access->pc;
    if (finding_again(block, FINDING_RACE, false, pc, copy->pc)) return;
    char place[FAULT_TEXT], first[32], second[32], first_line[32], second_line[32];
    sim_finding(block, FINDING_RACE, false, pc, copy->pc,
                "%s: thread %s copies from it with %s%s, %s by thread %s%s before the copy was waited for (%s)",
                fault_place(block, PTX_GLOBAL, request->address[lane], request->width, place),
                sim_thread_name(block, copying, first), how, at_line(block, copy->pc, first_line), verb_of(request),
                sim_thread_name(block, request->warp * WARP_SIZE + (uint32_t)lane, second),
                at_line(block, pc, second_line), waits);
}

/* The first pending lane of the copy that reads a byte from start to end - 1, or -1. */
static int copying_lane(const Copy *copy, uint64_t start, uint64_t end) {
    for (uint32_t left = copy->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        if (copy->from[lane] < end && start < copy->from[lane] + copy->taken[lane]) return lane;
    }
    return -1;
}

static bool bulk_source_access(SimBlockMemory *block, const Request *request, const BulkCopy *copy) {
    uint64_t start = copy->from, end = start + copy->size;
    if (copy->arrived || start >= request->high + (uint64_t)request->width || request->low >= end) return false;
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t address = request->address[lane];
        if (address >= end || start >= address + (uint64_t)request->width) continue;
        report_source(block, request, lane, &copy->start, copy->thread, "cp.async.bulk", "at its barrier");
        return true;
    }
    return false;
}

bool copies_source_access(SimBlockMemory *block, const Request *request) {
    const Copies *copies = block->copies;
    bool found = false;
    for (size_t i = 0; i < copies->bulk_count && !block_is_interrupted(block); i++)
        found |= bulk_source_access(block, request, &copies->bulk[i]);
    for (size_t i = 0; i < copies->count && !block_is_interrupted(block); i++) {
        const Copy *copy = &copies->at[i];
        if (copy->low >= request->high + (uint64_t)request->width || request->low >= copy->high) continue;
        for (uint32_t left = request->mask; left != 0; left &= left - 1) {
            int lane = __builtin_ctz(left);
            uint64_t start = request->address[lane];
            int copying = copying_lane(copy, start, start + (uint64_t)request->width);
            if (copying < 0) continue;
            report_source(block, request, lane, &copy->start, copy->start.warp * WARP_SIZE + (uint32_t)copying,
                          "cp.async", "__pipeline_wait_prior, cp.async.wait_group");
            found = true;
        }
    }
    return found;
}
