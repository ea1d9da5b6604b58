/* The host's memory behind an allocation in global memory and behind its record for race detection. */
#include <stdlib.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "sim/memory/block_memory.h"

enum { HUGE_PAGE = 2 << 20 };

/* Large buffers ask for huge pages: a column of a matrix touches a page with every lane, and a launch that begins with
 * thousands of page faults spends more time on them than on its kernel. */
uint8_t *host_allocate(uint64_t size, HostBytes *host) {
    size_t align = size >= (uint64_t)HUGE_PAGE ? HUGE_PAGE : HOST_ALIGN;
    host->mapped = 0;
    host->base = MAP_FAILED;
    if (align == HUGE_PAGE) {
        host->mapped = size + align;
        host->base = mmap(NULL, host->mapped, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    }
    if (host->base == MAP_FAILED) *host = (HostBytes){memory_zeroed(1, size + align), 0};
    uint8_t *bytes = (uint8_t *)host->base + (align - (uintptr_t)host->base % align) % align;
#ifdef MADV_HUGEPAGE
    if (host->mapped != 0) madvise(bytes, size, MADV_HUGEPAGE); /* only a hint to the kernel */
#endif
    return bytes;
}

void host_free(HostBytes *host) {
    if (host->base == NULL) return;
    if (host->mapped != 0)
        munmap(host->base, host->mapped);
    else
        free(host->base);
    *host = (HostBytes){NULL, 0};
}
