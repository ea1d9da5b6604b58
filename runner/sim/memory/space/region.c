/* Parts of a mapping that the caller made, for allocations that others have to see too: the first extent that is large
 * enough, whole pages. */
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "base/memory.h"
#include "sim/memory/block_memory.h"

enum { PAGE_BYTES = 4096 };

static uint64_t whole_pages(uint64_t size) {
    uint64_t pages = (size + PAGE_BYTES - 1) / PAGE_BYTES;
    return (pages == 0 ? 1 : pages) * PAGE_BYTES;
}

static void insert_extent(MemoryRegion *region, size_t at, RegionExtent extent) {
    region->free = memory_resize(region->free, region->count + 1, sizeof *region->free);
    memmove(region->free + at + 1, region->free + at, (region->count - at) * sizeof *region->free);
    region->free[at] = extent;
    region->count++;
}

static void remove_extent(MemoryRegion *region, size_t at) {
    region->count--;
    memmove(region->free + at, region->free + at + 1, (region->count - at) * sizeof *region->free);
}

void region_open(MemoryRegion *region, void *base, uint64_t size) {
    *region = (MemoryRegion){.base = base};
    insert_extent(region, 0, (RegionExtent){0, size / PAGE_BYTES * PAGE_BYTES});
}

uint8_t *region_take(MemoryRegion *region, uint64_t size) {
    if (size > UINT64_MAX / 2) return NULL;
    uint64_t wanted = whole_pages(size);
    for (size_t i = 0; i < region->count; i++) {
        RegionExtent *extent = &region->free[i];
        if (extent->size < wanted) continue;
        uint8_t *bytes = region->base + extent->start;
        extent->start += wanted;
        extent->size -= wanted;
        if (extent->size == 0) remove_extent(region, i);
        return bytes;
    }
    return NULL;
}

/* The next one who takes these bytes finds zeros. MADV_REMOVE gives their pages back as well; where a system only says
 * that it did (qemu's emulation of one), the first byte tells. */
static void clear(uint8_t *bytes, uint64_t size) {
#ifdef MADV_REMOVE
    bytes[0] = 1;
    if (madvise(bytes, size, MADV_REMOVE) == 0 && bytes[0] == 0) return;
#endif
    memset(bytes, 0, size);
}

void region_give(MemoryRegion *region, uint8_t *bytes, uint64_t size) {
    RegionExtent extent = {(uint64_t)(bytes - region->base), whole_pages(size)};
    clear(bytes, extent.size);
    size_t at = 0;
    while (at < region->count && region->free[at].start < extent.start) at++;
    if (at < region->count && extent.start + extent.size == region->free[at].start) {
        extent.size += region->free[at].size;
        remove_extent(region, at);
    }
    if (at > 0 && region->free[at - 1].start + region->free[at - 1].size == extent.start)
        region->free[at - 1].size += extent.size;
    else
        insert_extent(region, at, extent);
}

void region_close(MemoryRegion *region) {
    free(region->free);
    *region = (MemoryRegion){0};
}
