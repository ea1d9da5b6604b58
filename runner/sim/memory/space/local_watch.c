/* Reads of local memory that the thread never wrote: for each word a byte tells by its lowest four bits which bytes of
 * it were written.
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

enum { WHOLE_WORD = 0xf };

/* The bytes of its first word that an access touches. */
static uint8_t bytes_of(uint64_t address, int width) {
    return (uint8_t)(width >= 4 ? WHOLE_WORD : ((1U << width) - 1) << (address & 3));
}

/* A bit for each byte at the address that was written. first: of its first word. */
static uint32_t written_bytes(const uint8_t *first, uint64_t address, int width) {
    uint32_t written = 0;
    for (int byte = 0; byte < width; byte++) {
        int at = (int)(address & 3) + byte;
        written |= (uint32_t)(first[at / 4 * WARP_SIZE] >> (at % 4) & 1) << byte;
    }
    return written;
}

void local_access(SimBlockMemory *block, const Request *request) {
    if (block->local_written == NULL) return;
    bool stores = request->access->op == REQUEST_STORE;
    uint8_t *warp = block->local_written + request->warp * block->local_words * WARP_SIZE;
    uint64_t words = request->width < 4 ? 1 : (uint64_t)request->width / 4;
    if (request->mask == ALL_LANES && request->low == request->high && stores && request->width >= 4) {
        memset(warp + request->low / 4 * WARP_SIZE, WHOLE_WORD, words * WARP_SIZE);
        return;
    }
    for (uint32_t left = request->mask; left != 0; left &= left - 1) {
        int lane = __builtin_ctz(left);
        uint64_t address = request->address[lane];
        uint8_t *first = warp + address / 4 * WARP_SIZE + lane, bytes = bytes_of(address, request->width);
        bool whole = true;
        for (uint64_t word = 0; word < words; word++) {
            whole &= (first[word * WARP_SIZE] & bytes) == bytes;
            if (stores) first[word * WARP_SIZE] |= bytes;
        }
        if (stores || whole || request->access->gap) continue;
        uint32_t written = written_bytes(first, address, request->width);
        if (find_unwritten_piece(request->access, written, request->width) < 0) continue;
        report_unwritten(block, request, lane);
        return;
    }
}
