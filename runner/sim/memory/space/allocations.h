/* What lies in global and constant memory, and the host's memory behind it. */
#ifndef WARPSCHOOL_SIM_ALLOCATIONS_H
#define WARPSCHOOL_SIM_ALLOCATIONS_H

#include "sim/memory/sim_block_memory.h"
#include "sim/memory/space/spans.h"

/* The host's memory behind an allocation. */
typedef struct HostBytes {
    void *base;
    size_t mapped; /* bytes to unmap; 0 where base is to be freed */
} HostBytes;

/* Part of a mapping, in bytes from its beginning. */
typedef struct RegionExtent {
    uint64_t start, size;
} RegionExtent;

/* A mapping that the caller made; free: the extents that nobody has taken, ascending, none next to another. */
typedef struct MemoryRegion {
    uint8_t *base; /* NULL: there is none, and allocations get memory of their own */
    RegionExtent *free;
    size_t count;
} MemoryRegion;

/* What is known of an allocation in global memory beside its span. */
typedef struct Allocation {
    HostBytes host; /* base NULL: in the region, or adopted */
    uint64_t bytes; /* as asked for, also after it was released */
    Loc loc;        /* where the host asked for it */
    bool variable;
    bool adopted; /* see sim_memory_adopt */
} Allocation;

/* allocations.c. Bytes between allocations: an address out of bounds is still nearest to the allocation that was meant,
 * which is named. */
#define SIM_GUARD_GAP (UINT64_C(1) << 30)
void allocations_free(SimMemory *memory);
/* The allocation that held the address until the host released it; or NULL. */
const Span *released_span(const SimMemory *memory, uint64_t address);

/* host_bytes.c */
enum { HOST_ALIGN = 64 };
uint8_t *host_allocate(uint64_t size, HostBytes *host); /* zeroed, aligned, in huge pages where it is large */
void host_free(HostBytes *host);

/* region.c */
void region_open(MemoryRegion *region, void *base, uint64_t size);
uint8_t *region_take(MemoryRegion *region, uint64_t size); /* zeros, whole pages; NULL: no extent is large enough */
void region_give(MemoryRegion *region, uint8_t *bytes, uint64_t size);
void region_close(MemoryRegion *region);

#endif
