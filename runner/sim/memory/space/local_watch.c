/* Reads of local memory that the thread never wrote: for each word a byte tells whether it was written.
 *
 * Words that a function wrote before it returned still count as written, although the next function's variables lie
 * there. */
#include <string.h>

#include "finding_kinds.h"
#include "sim/memory/address_fault.h"
#include "sim/memory/block_memory.h"

static void report_unwritten(SimBlockMemory *block, const Request *request, int lane) {
    uint32_t pc = request->access->pc;
    if (finding_again(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX)) return;
    char thread[32];
    Span span = fault_local_span(block, pc, request->width);
    sim_thread_name(block, request->warp * WARP_SIZE + (uint32_t)lane, thread);
    if (text_equal(span.name, SPAN_LOCAL))
        sim_finding(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX,
                    "a local array, byte %llu of %llu: thread %s reads what it never wrote",
                    (unsigned long long)request->address[lane], (unsigned long long)span.size, thread);
    else if (span.element == 0)
        sim_finding(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX, "`%.80s`: thread %s reads what it never wrote",
                    span.name, thread);
    else
        sim_finding(block, FINDING_UNINITIALISED, true, pc, UINT32_MAX,
                    "`%.80s`, element %llu: thread %s reads what it never wrote", span.name,
                    (unsigned long long)request->address[lane] / (unsigned)request->width, thread);
}

void local_access(SimBlockMemory *block, const Request *request) {
    if (block->local_written == NULL) return;
    uint8_t *warp = block->local_written + request->warp * block->local_words * WARP_SIZE;
    uint64_t words = request->width < 4 ? 1 : (uint64_t)request->width / 4;
    if (request->mask == ALL_LANES && request->low == request->high && request->access->op == REQUEST_STORE) {
        memset(warp + request->low / 4 * WARP_SIZE, 1, words * WARP_SIZE);
        return;
    }
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint8_t *first = warp + request->address[lane] / 4 * WARP_SIZE + lane, written = 0;
        for (uint64_t word = 0; word < words; word++) {
            written |= first[word * WARP_SIZE];
            if (request->access->op == REQUEST_STORE) first[word * WARP_SIZE] = 1;
        }
        if (request->access->op == REQUEST_STORE || written != 0 || request->access->gap) continue;
        report_unwritten(block, request, lane);
        return;
    }
}
